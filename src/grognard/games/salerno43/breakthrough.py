"""15.0 Breakthrough Combat: a group goes on and attacks again before the others advance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ...engine.decision import Ask, Asking, Procedure
from ...engine.words import Action, IllegalAction, Say
from ..zocbond import attacks, outcomes, sheets, stacking
from ..zocbond.assault import Attack, Force, attach
from ..zocbond.battle import Aftermath, Path
from ..zocbond.combat import resolve
from ..zocbond.pursuit import next_hexes, refuse, refuse_unit, step
from .attacks import resting
from .counters import SIDES
from .situation import Situation


def breakthrough(
    g: Situation, attack: Attack, after: Aftermath, paths: dict[int, Path]
) -> Procedure:
    """15.2.1-15.2.3 Name the Breakthrough Group, form it, and let it advance and attack."""
    if after.advance < 2 or after.limited:
        return
    acts = g.game.actions
    group: list[int] = []
    while True:
        able = g.once(partial(_joiners, g, attack, paths, group))
        if not group and not able:
            return
        actions: list[Action] = [acts.group[u] for u in able]
        if group:
            actions.append(acts.go)
        actions.append(acts.none)
        choice = yield Ask(
            SIDES[g.active],
            "breakthrough group",
            "15.2.2",
            Say("which units form the Breakthrough Group?"),
            actions,
            about=g.about(group, [attack.target]),
            otherwise=acts.none if not group else None,
            refuse=lambda verb, word: refuse_unit(g, paths, verb, word),
        )
        if choice is acts.none:
            return
        if choice is acts.go:
            break
        group.append(choice.value)
    for u in group:
        paths[u].done = True
    vacated = attack.target
    apart = len({g.hex[u] for u in group}) > 1
    yield from _drive(g, attack, paths, group, vacated, forming=apart)


def _joiners(
    g: Situation, attack: Attack, paths: dict[int, Path], group: Sequence[int]
) -> list[int]:
    """15.2.2-3 Units of one hex, or all that can form up in the vacated hex within the limit."""
    units = g.game.units.units
    able = {
        u: open_
        for u, path in paths.items()
        if g.hex[u] >= 0
        and path.left >= 2
        and units[u].attack[g.steps[u]]
        and (open_ := next_hexes(g, u, path, attack.target, False))
    }
    found = []
    for u in able:
        if u in group:
            continue
        together = [*group, u]
        if len({g.hex[v] for v in together}) > 1 and (
            any(attack.target not in able[v] for v in together) or stacking.over(g, together)
        ):
            continue
        if group:
            first = units[group[0]]
            if (first.nation, first.army) != (units[u].nation, units[u].army):
                continue
        found.append(u)
    return found


def _drive(
    g: Situation,
    attack: Attack,
    paths: dict[int, Path],
    group: list[int],
    vacated: int,
    *,
    forming: bool,
) -> Procedure:
    """15.2.4-15.2.9 The group advances, attacks, drops units, until it stops."""
    acts, size = g.game.actions, g.game.tables.size
    if forming:
        yield from step(g, group, vacated, paths)
    moved = forming
    turned = forming
    while True:
        group[:] = [
            u for u in group if g.hex[u] >= 0 and paths[u].left > 0 and not paths[u].stopped
        ]
        if not group:
            return
        here = g.hex[group[0]]
        places = g.once(partial(_group_hexes, g, group, paths, vacated, turned))
        foes = g.once(partial(_victims, g, group, here)) if moved and here < size else []
        actions: list[Action] = [acts.to[h] for h in places]
        actions += [acts.assault[h] for h in foes]
        if len(group) > 1:
            actions += [acts.leave[u] for u in group]
        if not places and not foes:
            return
        actions.append(acts.halt)
        choice = yield Ask(
            SIDES[g.active],
            "breakthrough",
            "15.2.4",
            Say("the Breakthrough Group in {hex}: advance, attack, or halt", hex=g.word(here)),
            actions,
            about=g.about(group, [here, vacated]),
            otherwise=acts.halt,
            refuse=lambda verb, word, moved=moved: _refuse_drive(g, group, verb, word, moved),  # type: ignore[misc]
            expand=lambda words, moved=moved: _unfounded(g, group, words, moved),  # type: ignore[misc]
            rest=lambda _, words: _unsupported(g, words),
        )
        match choice.verb:
            case "halt":
                return
            case "leave":
                group.remove(choice.value)
            case "to":
                yield from _group_step(g, group, choice.value, paths, vacated, turned)
                turned = moved = True
            case _:
                go_on = yield from _assault(g, group, choice.value, paths)
                if not go_on:
                    return
                if g.hex[group[0]] == choice.value:
                    vacated = choice.value


def _unfounded(g: Situation, group: Sequence[int], words: Sequence[str], moved: bool) -> None:
    """Refuse an attack here rather than halt the group and refuse it later."""
    if words[0] == "assault" and len(words) > 1:
        reason = _refuse_drive(g, group, words[0], words[1], moved)
        if reason is not None:
            raise reason


def _unsupported(g: Situation, words: Sequence[str]) -> Sequence[str]:
    """15.2.7 An attack that is ordered with support is refused as a whole."""
    for reason in filter(None, (_no_support(g, verb, "") for verb in words)):
        raise reason
    return words


def _no_support(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """15.2.7 Why no support is given to a Breakthrough Combat; None to another word."""
    return g.refuse_support(Attack(-1, (), (), kind="breakthrough"), verb, word)


def _refuse_drive(
    g: Situation, group: Sequence[int], verb: str, word: str, moved: bool
) -> IllegalAction | None:
    """15.2.4, 15.2.6 Why the Breakthrough Group cannot go to or attack this hex."""
    if verb != "assault":
        return refuse(g, group[0], word)
    if not g.game.is_hex(word):
        return None
    here, goal = g.hex[group[0]], g.game.board.index(word)
    ground = g.game.tables.ground
    if not g.occupied[g.enemy] >> goal & 1:
        return IllegalAction("8.1a", "there is no enemy unit in {hex}", hex=word)
    if not moved or here >= g.game.tables.size or not ground.around[here] >> goal & 1:
        return IllegalAction(
            "15.2.6a", "the Breakthrough Group has not moved next to {hex}", hex=word
        )
    if goal in _near_by_ground(g, here):
        return IllegalAction("8.6.1", "the odds are below 1-3")
    return IllegalAction(
        "15.2.6c", "the Breakthrough Group may not attack {hex} over this hexside", hex=word
    )


def _group_hexes(
    g: Situation, group: Sequence[int], paths: dict[int, Path], vacated: int, turned: bool
) -> list[int]:
    """15.2.4a-b Hexes that some of the group can enter; declining the vacated hex costs one more."""
    found: set[int] = set()
    for u in group:
        path = paths[u]
        for n in next_hexes(g, u, path, vacated, False):
            if n == vacated or turned or path.left >= 2:
                found.add(n)
    return sorted(found)


def _group_step(
    g: Situation,
    group: list[int],
    place: int,
    paths: dict[int, Path],
    vacated: int,
    turned: bool,
) -> Procedure:
    going = []
    for u in group:
        path = paths[u]
        if place not in next_hexes(g, u, path, vacated, False):
            continue
        if place != vacated and not turned:
            if path.left < 2:
                continue
            path.left -= 1
        going.append(u)
    group[:] = going
    yield from step(g, going, place, paths)


def _victims(g: Situation, group: Sequence[int], here: int) -> list[int]:
    """15.2.6 Enemies next to the group that it can attack at 1-3 or more; 20.4b none beside a Replacement."""
    if resting(g, here):
        return []
    return [
        n
        for n in _near_by_ground(g, here)
        if not any(g.blocked(u, here, n) for u in group) and _main_forces(g, group, n)
    ]


def _near_by_ground(g: Situation, here: int) -> list[int]:
    """15.2.6c The enemies next to a hex, not over mountains or rivers but along roads."""
    ground, foes = g.game.tables.ground, g.occupied[g.enemy]
    found = []
    for d, n in enumerate(ground.neighbours[here]):
        if n < 0 or not foes >> n & 1 or not ground.zoc_foot[d] >> here & 1:
            continue
        hard = (ground.steep[d] | ground.wet[d]) >> here & 1
        if not hard or ground.road[d] >> here & 1:
            found.append(n)
    return found


def _main_forces(g: Situation, group: Sequence[int], target: int) -> dict[Action, Force]:
    """8.6.1a The Main Assault Forces with which the group can attack at 1-3 or more."""
    found = {}
    for force in g.forces(group):
        attack = attacks.under(target, group, force, "breakthrough")
        if g.forbidden(attack) is None or any(
            g.forbidden(attach(attack, u)) is None for u in attacks.attachments(g, attack)
        ):
            found[force.order] = force
    return found


def _assault(g: Situation, group: list[int], target: int, paths: dict[int, Path]) -> Asking[bool]:
    """15.2.7, 15.2.1b-c One Breakthrough Combat; True if the group may go on."""
    yield from stacking.correct(g, g.active, 1 << g.hex[group[0]])
    group[:] = [u for u in group if g.hex[u] >= 0]
    options = g.once(partial(_main_forces, g, group, target))
    if not options:
        return False
    attack = yield from _prepare(g, group, target, options)
    for u in group:
        paths[u].left -= 1
    after = yield from resolve(g, attack)
    if not after.won:
        return False
    group[:] = [u for u in group if g.hex[u] >= 0]
    if not group:
        return False
    if target not in g.at:
        yield from _follow(g, group, target, paths)
    return after.code in ("DR4", "DS")


def _follow(g: Situation, group: list[int], target: int, paths: dict[int, Path]) -> Procedure:
    """15.2.1b, 15.2.4c The group enters the hex it has won for nothing, or stays; 15.2.9 some may stay."""
    acts = g.game.actions
    while True:
        choice = yield Ask(
            SIDES[g.active],
            "follow",
            "15.2.1",
            Say("{hex} is empty: enter it?", hex=g.word(target)),
            [
                acts.to[target],
                *(acts.leave[u] for u in group if len(group) > 1),
                acts.stay,
            ],
            about=g.about(group, [target]),
        )
        if choice.verb != "leave":
            break
        group.remove(choice.value)
    if choice.verb == "to":
        for u in group:
            paths[u].left += 1
        yield from step(g, list(group), target, paths)


def _prepare(
    g: Situation, group: Sequence[int], target: int, options: Mapping[Action, Force]
) -> Asking[Attack]:
    """15.2.1b The Main Assault Force of the group."""
    choice = next(iter(options))
    if len(group) > 1 and len(options) > 1:
        choice = yield Ask(
            SIDES[g.active],
            "main assault force",
            "8.4",
            Say("the Main Assault Force against {hex}?", hex=g.word(target)),
            list(options),
            about=g.against(target, group),
            outcome=partial(outcomes.of_force, g, target, group, "breakthrough", options),
            refuse=partial(_no_support, g),
            ledger=lambda: sheets.of_join(g, target, group, "breakthrough"),
        )
    attack = attacks.under(target, group, options[choice], "breakthrough")
    while extra := attacks.attachments(g, attack):
        acts = g.game.actions
        more = yield Ask(
            SIDES[g.active],
            "support",
            "8.4.3",
            Say("attach a unit to the Main Assault Force?"),
            [
                *(acts.attach[u] for u in extra if g.forbidden(attach(attack, u)) is None),
                *([acts.go] if g.forbidden(attack) is None else ()),
            ],
            about=g.against(target, group),
            refuse=partial(_no_support, g),
            ledger=partial(sheets.of_attack, g, attack),
        )
        if more is acts.go:
            break
        attack = attach(attack, more.value)
    return attack
