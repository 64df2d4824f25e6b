"""8.7 Automatic DS: overrunning weak units in the Movement Phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from ...engine.decision import Ask, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import mask_of, members
from ..zocbond import attack_orders, attacks, losses, odds, stacking
from ..zocbond.assault import Attack, attach
from ..zocbond.battle import Aftermath
from ..zocbond.combat import declare as declare_attack
from ..zocbond.pursuit import advance
from ..zocbond.retreats import Retreat
from ..zocbond.withdrawal import fall_back
from . import results
from .chances import MEANING
from .charts import FULL_RETREAT, RED, Cell
from .counters import SIDES
from .defenders import stand_aside
from .situation import DISRUPTED, FULL, Situation


def targets(g: Situation) -> list[int]:
    """8.7.1a The hexes against which 10-1 can be shown now."""
    foes = g.occupied[g.enemy] & g.game.board.grid.spread(g.occupied[g.active])
    if not foes:
        return []
    weak = [h for h in members(foes) if _in_reach(g, h)]
    if not weak:
        return []
    options = attacks.targets(g, mask_of(weak), "automatic")
    return [h for h in weak if h in options and _possible(g, h, _free(g, options[h]))]


def refuse(g: Situation, target: int) -> IllegalAction:
    """8.7.1, 20.4b, 21.3.4 Why there is no Automatic DS against a hex.

    If 10-1 were reached with units beside it that may not attack, it is for the reason that bars them.
    """
    if why := g.no_target(g.word(target)):
        return why
    if not g.occupied[g.enemy] >> target & 1:
        return IllegalAction("8.7.1", "there is no enemy unit in {hex}", hex=g.word(target))
    near = attack_orders.beside(g, target)
    barred = [why for u in near if (why := attack_orders.unable(g, u, target, "automatic"))]
    if barred and _possible(g, target, _free(g, near)):
        return barred[0]
    return IllegalAction("8.7.1", "10-1 against {hex} is out of reach now", hex=g.word(target))


def refuse_advance(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """8.7.2 Who made an Automatic DS does not advance before all combats are done."""
    unit = g.game.units.find(word)
    if verb != "advance" or unit is None:
        return None
    if not any(unit.index in group[1:] for group in g.automatic):
        return None
    return IllegalAction("8.7.2", "{unit} advances when all combats are done", unit=unit.id)


def _in_reach(g: Situation, h: int) -> bool:
    """A quick look: two right shifts at most, so the base odds must be 8-1 with 20 points at most."""
    needed = 8 * max(1, _least_defence(g, h))
    if needed > g.game.charts.limit:
        return False
    near, at = 0, g.at
    for spot in members(g.game.tables.ground.around[h] & g.occupied[g.active]):
        for u in at[spot]:
            near += g.attack(u)
    return near >= needed


def _least_defence(g: Situation, h: int) -> int:
    """What a hex defends itself with at least."""
    total = 0
    units = g.game.units.units
    for u in g.at[h]:
        if g.status[u] == FULL:
            continue
        value = g.defense(u) if not units[u].variable else g.game.charts.variable_automatic
        if units[u].asu and len(g.at[h]) > 1:
            continue
        total += odds.half(value) if g.status[u] == DISRUPTED else value
    return total


def _free(g: Situation, able: list[int]) -> list[int]:
    marked = {u for group in g.automatic for u in group[1:]}
    return [u for u in able if u not in marked]


def _possible(g: Situation, h: int, able: list[int]) -> bool:
    """8.7.1b Whether some Main Assault Force of these units reaches 10-1."""
    units = g.game.units.units
    for nation, army in {(units[u].nation, units[u].army) for u in able}:
        allies = [u for u in able if (units[u].nation, units[u].army) == (nation, army)]
        for joined in _gatherings(g, h, allies):
            if sum(g.attack(u) for u in joined) < 8:
                continue
            for force in g.forces(joined):
                attack = attacks.under(h, joined, force, "automatic")
                extra = [attach(attack, u) for u in attacks.attachments(g, attack)]
                if any(g.forbidden(each) is None for each in (attack, *extra)):
                    return True
    return False


def _gatherings(g: Situation, h: int, able: list[int]) -> Iterator[tuple[int, ...]]:
    """All units together; 18.1.4 against a Beachhead fewer stacks may face fewer helpers."""
    yield tuple(able)
    if any(g.game.units.units[u].beachhead for u in g.at[h]):
        stacks = sorted({g.hex[u] for u in able})
        for count in range(len(stacks) - 1, 0, -1):
            for some in combinations(stacks, count):
                yield tuple(u for u in able if g.hex[u] in some)


def declare(g: Situation, target: int) -> Procedure:
    """8.7.1 The defenders suffer a DS at once; the units that did it are marked."""
    able = _free(g, attacks.targets(g, 1 << target, "automatic").get(target, []))
    attack = yield from declare_attack(g, target, able, "automatic")
    if attack is None:
        return
    yield from stacking.correct(g, g.active, mask_of(g.hex[u] for u in attack.units))
    left = [u for u in attack.units if g.hex[u] >= 0]
    attack = replace(attack, units=tuple(left), maf=tuple(u for u in attack.maf if u in left))
    if not left or g.forbidden(attack):
        g.tell(
            "automatic",
            "4.4",
            "too few are left against {hex}: no Automatic DS",
            hex=g.word(target),
        )
        return
    attack = yield from stand_aside(g, attack)
    g.tell(
        "automatic",
        "8.7.1",
        "{units} overrun {hex}: an Automatic DS",
        units=", ".join(g.id(u) for u in attack.units),
        hex=g.word(target),
    )
    for u in attack.units:
        g.moved |= 1 << u
        g.attacked |= 1 << u
    g.automatic = (*g.automatic, (target, *attack.units))
    defenders = list(g.at[target])
    if not (yield from results.scouting(g, Cell(g.game.charts.results["DS"], RED), defenders)):
        yield from losses.pick(
            g,
            g.active,
            losses.first_choice(g, losses.exposed(g, attack, defenders), g.contributors(attack)),
            "10.2",
            MEANING["DS"],
        )
    alive = [u for u in defenders if g.hex[u] == target]
    if alive:
        length = g.game.charts.results["DS"].retreat
        by = Retreat("12.1.1", length, length, (FULL_RETREAT,))
        yield from fall_back(g, attack, alive, by)


def follow_up(g: Situation) -> Procedure:
    """8.7.2 After all combats the units of each Automatic DS advance; their side picks the order."""
    acts = g.game.actions
    while True:
        alive = [[u for u in units if g.hex[u] >= 0] for _, *units in g.automatic]
        ready = [k for k, units in enumerate(alive) if units]
        if not ready:
            g.automatic = ()
            return
        k = ready[0]
        if len(ready) > 1:
            choice = yield Ask(
                SIDES[g.active],
                "follow up",
                "8.7.2",
                Say("several Automatic DS: whose units advance next?"),
                [acts.advance[alive[k][0]] for k in ready],
            )
            k = next(k for k in ready if alive[k][0] == choice.value)
        target, units = g.automatic[k][0], tuple(alive[k])
        g.automatic = g.automatic[:k] + g.automatic[k + 1 :]
        done = Attack(target, units, units, kind="automatic")
        won = Aftermath(True, g.game.charts.results["DS"].advance, False, "DS")
        yield from advance(g, done, won)
