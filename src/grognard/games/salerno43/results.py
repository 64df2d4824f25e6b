"""10.0 Combat results: losses, retreats, disruption."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ...engine.decision import Ask, Asking
from ...engine.words import Action, IllegalAction, Say
from ..zocbond import losses, sheets
from ..zocbond.assault import Attack, Reckoning
from . import defence, retreat
from .charts import FULL_RETREAT, IN_PLACE, RED, Cell
from .counters import SIDES
from .modifiers import regular
from .situation import DISRUPTED, FULL, GOOD, Situation


class Aftermath(NamedTuple):
    """What a combat leaves: whether the hex is won, the advance, whether only into the hex, the code."""

    won: bool
    advance: int
    limited: bool
    code: str


def apply(g: Situation, attack: Attack, cell: Cell, r: Reckoning) -> Asking[Aftermath]:
    """10.1 Carry out a result."""
    result, acts = cell.result, g.game.actions
    target = attack.target
    defenders = list(g.at[target])
    contributed = [u for u, _ in r.defenders]
    yield from _losses(g, attack, cell, r, defenders)
    alive = [u for u in defenders if g.hex[u] == target]
    if IN_PLACE in result.also:
        yield from _disrupted(g, attack, alive)
        return Aftermath(False, 0, False, result.code)
    if not result.retreat:
        won = not alive and result.code == "EX"
        return Aftermath(won, int(won), True, result.code)
    if alive:
        if FULL_RETREAT in result.also:
            reason = _no_stand("11.2.2b", result.code)
            yield from fall_back(g, attack, alive, result.retreat, shattered=True, no_stand=reason)
        else:
            stand, red = acts.yield_, cell.colour == RED
            able = not red and bool(defence.leads(g, alive, contributed))
            if able:
                stand = yield from _asked(g, attack, cell, alive, contributed)
            if stand is not acts.yield_:
                end = yield from defence.determined(
                    g, attack, cell, alive, contributed, desperate=stand is acts.desperate
                )
                if end != "retreat":
                    won = target not in g.at
                    return Aftermath(won, int(won), True, result.code)
            else:
                rule = "11.2.2b" if red else "11.2.3b"
                barred = None if able else _no_stand(rule, result.code)
                yield from fall_back(g, attack, alive, result.retreat, no_stand=barred)
    won = target not in g.at
    return Aftermath(won, result.advance if won else 0, False, result.code)


def _no_stand(rule: str, code: str) -> IllegalAction:
    """10.1, 11.2.2b, 11.2.3b Why nobody may stand."""
    return IllegalAction(rule, "{code}: no Determined Defense", code=code)


def _losses(
    g: Situation, attack: Attack, cell: Cell, r: Reckoning, defenders: list[int]
) -> Asking[None]:
    """10.2 Step losses; the defender selects first, and each picks the other's for EX and DRX, DS."""
    result = cell.result
    units = g.game.units
    mine = units[attack.units[0]].side
    theirs = 1 - mine
    contributed = [u for u, _ in r.defenders]
    swapped = result.opponent_picks
    spared = yield from scouting(g, cell, defenders)

    def ours() -> Asking[None]:
        yield from losses.pick(
            g,
            theirs if swapped else mine,
            assault_force(g, attack),
            "10.2",
            Say("which attacker takes the loss?"),
        )

    def foes() -> Asking[None]:
        yield from losses.pick(
            g,
            mine if swapped else theirs,
            first_choice(g, exposed(g, attack, defenders), contributed),
            "10.2",
            Say("which defender takes the loss?"),
        )

    hurt_defender = result.defender and not spared
    if swapped and result.attacker:
        yield from ours()
        if hurt_defender:
            yield from foes()
        return
    if hurt_defender:
        yield from foes()
    if result.attacker:
        yield from ours()


def assault_force(g: Situation, attack: Attack) -> list[int]:
    """10.2.2a The attackers on whom a loss may fall: the Main Assault Force, all of which has strength."""
    return [u for u in attack.maf if g.hex[u] >= 0]


def first_choice(g: Situation, units: Sequence[int], contributed: Sequence[int]) -> list[int]:
    """10.2.2b Defenders that contributed strength; others only when none of those is left."""
    alive = [u for u in units if g.hex[u] >= 0]
    return [u for u in alive if u in contributed] or alive


def exposed(g: Situation, attack: Attack, defenders: Sequence[int]) -> list[int]:
    """10.2.2e, 12.5a The defenders on whom a loss may fall: none in excess, none that fell back."""
    return [u for u in defenders if g.takes_part(attack, u)]


def scouting(g: Situation, cell: Cell, defenders: list[int]) -> Asking[bool]:
    """25.2 A reconnaissance unit alone may ignore the step loss of D1 and DS, and then cannot stand."""
    if "25.2" not in g.game.options or cell.result.code not in ("D1", "DS"):
        return False
    if len(defenders) != 1 or g.game.units[defenders[0]].type != "recon":
        return False
    unit = defenders[0]
    may_stand = (
        FULL_RETREAT not in cell.result.also and cell.colour != RED and g.status[unit] == GOOD
    )
    if may_stand and g.steps[unit] > 1:
        acts = g.game.actions
        choice = yield Ask(
            SIDES[g.game.units[unit].side],
            "reconnaissance",
            "25.2",
            Say(
                "{unit}: slip away without loss, or take the loss and be able to stand?",
                unit=g.id(unit),
            ),
            [acts.evade, acts.lose[unit]],
            about=g.about([unit]),
        )
        if choice is not acts.evade:
            return False
    g.scouted |= 1 << unit
    g.tell("recon", "25.2", "{unit} slips away without loss", unit=g.id(unit))
    return True


def _disrupted(g: Situation, attack: Attack, alive: list[int]) -> Asking[None]:
    """10.1i Defenders are Disrupted in place; those Disrupted already retreat two in Full Retreat."""
    worse = [u for u in alive if g.status[u] == DISRUPTED]
    for u in alive:
        if u not in worse:
            g.disrupt(u, "10.1i")
    if worse:
        reason = _no_stand("10.1i", "Dis")
        yield from fall_back(g, attack, worse, 2, shattered=True, no_stand=reason)


def _asked(
    g: Situation, attack: Attack, cell: Cell, alive: list[int], contributed: list[int]
) -> Asking[Action]:
    """11.1, 11.5.3 Whether the defender stands, and whether in a Desperate Defense."""
    acts = g.game.actions
    actions = [acts.stand, acts.yield_]
    length, able = cell.result.retreat, defence.leads(g, alive, contributed)
    if defence.may_declare_desperate(g, attack.target, alive, contributed, length):
        actions.insert(1, acts.desperate)

    def expand(words: Sequence[str]) -> list[list[str]] | None:
        """11.5.3 Of units without any retreat each stand is a Desperate Defense."""
        if words[0] != "desperate" or len(defence.trapped(g, alive, length)) < len(alive):
            return None
        return [["stand", *words[1:]]]

    def refuse(verb: str, word: str) -> IllegalAction | None:
        if verb != "desperate":
            return None
        if defence.trapped(g, alive, length):
            return IllegalAction("11.5.4", "none of those without a retreat can lead a defence")
        place = g.word(attack.target)
        return IllegalAction(
            "11.5.2", "a retreat from {hex} costs no unit and no supply", hex=place
        )

    choice: Action = yield Ask(
        SIDES[g.game.units[alive[0]].side],
        "stand",
        "11.1",
        Say("{hex} must retreat: stand in a Determined Defense?", hex=g.word(attack.target)),
        actions,
        about=g.against(attack.target, attack.units),
        refuse=refuse,
        expand=expand,
        ledger=partial(sheets.of_stand, g, attack, cell, able),
    )
    return choice


def fall_back(
    g: Situation,
    attack: Attack,
    units: list[int],
    shortest: int,
    longest: int = 0,
    *,
    shattered: bool = False,
    no_stand: IllegalAction | None = None,
) -> Asking[None]:
    """12.1, 12.5b, 13.1 The defenders retreat and are Disrupted or in Full Retreat."""
    if regular(attack):
        for u in units:
            if g.fell_back >> u & 1 and g.hex[u] >= 0:
                g.eliminate(u, "12.5b")
    going = [u for u in units if g.hex[u] >= 0]
    yield from retreat.retreat(
        g, going, shortest, longest or shortest, shattered=shattered, no_stand=no_stand
    )
    for u in going:
        if g.hex[u] < 0:
            continue
        if shattered:
            g.rout(u, "13.1.3")
        elif g.status[u] != FULL:
            g.disrupt(u, "13.1.2")
