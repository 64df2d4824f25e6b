"""Advance after combat: from hex to hex past enemy zones of control and bonds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from ...engine.decision import Ask, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import mask_of, members
from . import stacking
from .assault import Attack
from .battle import Aftermath, Battle, Fighting, Path
from .field import Field, Series


def onward(
    g: Field[Series], side: int, here: int, vacated: int, blocked: int, *, first: bool
) -> Iterator[tuple[int, int]]:
    """The directions and hexes that zones and bonds leave open to a unit of a side in its advance.

    The hex that the defenders have left is always open, and zones do not bind a unit in it.
    """
    ground, enemy = g.game.tables.ground, 1 - side
    zoc, bonds = g.zoc(enemy), g.bonds(enemy)
    if held(g, side, here, vacated, first=first):
        return
    free = here == vacated
    for d, n in enumerate(ground.neighbours[here]):
        if n < 0 or not ground.zoc_foot[d] >> here & 1 or blocked >> n & 1:
            continue
        if n != vacated:
            if bonds.hexes >> n & 1 or bonds.sides[d] >> here & 1:
                continue
            if not free and zoc >> here & zoc >> n & 1 and one_foe(g, enemy, here, n):
                continue
        yield d, n


def held(g: Field[Series], side: int, here: int, vacated: int, *, first: bool) -> bool:
    """Whether a unit has advanced into a zone of control and goes no farther."""
    return not first and here != vacated and bool(g.zoc(1 - side) >> here & 1)


def one_foe(g: Field[Series], enemy: int, a: int, b: int) -> bool:
    """Whether neighbouring hexes are both in the zone of control of one enemy stack."""
    ground, on_foot = g.game.tables.ground, g.foot_zoc[enemy]
    for h in members(ground.around[a] & ground.around[b] & g.any_zoc[enemy]):
        open_ = ground.zoc_foot if on_foot >> h & 1 else ground.zoc_wheels
        if ground.across(open_, h, a) and ground.across(open_, h, b):
            return True
    return False


def advance(g: Battle[Fighting], attack: Attack, after: Aftermath) -> Procedure:
    """Those who took part advance as their owner likes, one after the other; then their stacks comply."""
    everyone, vacated, limited = g.participants(attack), attack.target, after.limited
    paths = {u: Path(g.allowance(u, after.advance)) for u in everyone}
    yield from g.before_advance(attack, after, paths)
    acts = g.game.actions
    while True:
        waiting, others = g.once(
            lambda: (_waiting(g, paths, vacated, limited), g.other_advances(after, paths))
        )
        if not waiting and not others:
            break
        choice = yield Ask(
            g.asked(g.active),
            "advance",
            g.CITES.advance,
            Say("advance a unit, or end the advance"),
            [*(acts.advance[u] for u in waiting), *others, acts.done],
            about=g.about(hexes=[vacated]),
            refuse=lambda verb, word: refuse_unit(g, paths, verb, word),
            expand=lambda words: _expand(g, words, paths, vacated, limited),
            rest=(lambda action, words: _into(g, vacated, words)) if limited else None,
        )
        if choice is acts.done:
            break
        if choice in others:
            g.other_advance(choice, paths)
            continue
        yield from _march(g, choice.value, paths[choice.value], vacated, limited)
    yield from stacking.correct(g, g.active, mask_of(g.hex[u] for u in everyone if g.hex[u] >= 0))


def _waiting(
    g: Battle[Fighting], paths: Mapping[int, Path], vacated: int, limited: bool
) -> list[int]:
    """The units that can still advance."""
    here = {u: path for u, path in paths.items() if not path.done and g.hex[u] >= 0}
    return [u for u, path in here.items() if next_hexes(g, u, path, vacated, limited)]


def _into(g: Battle[Fighting], vacated: int, words: Sequence[str]) -> Sequence[str]:
    """Where a unit in a Limited Advance goes needs no word; another hex is refused."""
    said = words[1:] if words[:1] == ["to"] else words
    goal = g.game.place(said[0]) if said else None
    if goal is None:
        return words
    if goal != vacated:
        raise IllegalAction(
            g.CITES.advance_far,
            "a Limited Advance goes only into the vacated hex, not to {hex}",
            hex=said[0],
        )
    return said[2:] if said[1:2] == ["halt"] else said[1:]


def _march(g: Battle[Fighting], unit: int, path: Path, vacated: int, limited: bool) -> Procedure:
    """One unit advances hex by hex."""
    acts = g.game.actions
    path.done = True
    while g.hex[unit] >= 0:
        open_ = g.once(partial(next_hexes, g, unit, path, vacated, limited))
        if not open_:
            return
        actions = [acts.to[h] for h in open_]
        if not path.first or len(open_) > 1:
            actions.append(acts.halt)
        elif limited:
            yield from step(g, [unit], open_[0], {unit: path})
            return
        choice = yield Ask(
            g.asked(g.active),
            "advance to",
            g.CITES.advance_far,
            Say("where should {unit} advance?", unit=g.id(unit)),
            actions if len(actions) > 1 else [*actions, acts.halt],
            continues=True,
            about=g.about([unit], [vacated]),
            otherwise=acts.halt,
            expand=partial(_along, g),
            refuse=lambda verb, word: refuse(g, unit, word, path, vacated, limited),
        )
        if choice is acts.halt:
            return
        yield from step(g, [unit], choice.value, {unit: path})


def _along(g: Battle[Fighting], words: Sequence[str]) -> list[list[str]] | None:
    """``to HEX-HEX``, or without the verb: hex by hex."""
    said = words[1:] if words[0] == "to" else words
    path = said[0].split("-") if said else []
    if len(path) < 2 or any(g.game.place(place) is None for place in path):
        return None
    return [[*(w for place in path for w in ("to", place)), *said[1:]]]


def next_hexes(
    g: Battle[Fighting], unit: int, path: Path, vacated: int, limited: bool
) -> list[int]:
    """The places that a unit may advance into next."""
    if path.left <= 0 or path.stopped:
        return []
    here, side = g.hex[unit], g.game.units.units[unit].side
    if here >= g.game.tables.size:
        return g.out_of_area(unit, vacated, limited)
    blocked, first = g.occupied[1 - side], path.first
    found = [
        n
        for d, n in onward(g, side, here, vacated, blocked, first=first)
        if (n == vacated or not limited) and not g.bars_advance(unit, path, d, n, vacated)
    ]
    if not limited and not held(g, side, here, vacated, first=first):
        found += g.into_areas(unit)
    return found


def step(
    g: Battle[Fighting], group: Sequence[int], place: int, paths: Mapping[int, Path]
) -> Procedure:
    """Units enter a place in their advance."""
    for u in group:
        here, path = g.hex[u], paths[u]
        path.left -= 1
        path.first = False
        g.advance_step(u, path, place)
        g.tell(
            "advance",
            g.CITES.advance,
            "{unit} advances from {start} to {hex}",
            unit=g.id(u),
            start=g.word(here),
            hex=g.word(place),
        )
    if group:
        yield from g.advanced(group[0], place)


def refuse(
    g: Battle[Fighting],
    unit: int,
    word: str,
    path: Path | None = None,
    vacated: int = -1,
    limited: bool = False,
) -> IllegalAction | None:
    """Why a unit may not advance into this place next, by itself on its path or in a group."""
    cites, facts = g.CITES, {"unit": g.id(unit), "hex": word}
    if reason := g.refuse_area(unit, word):
        return reason
    if not g.game.is_hex(word):
        return None
    goal, here, ground = g.game.board.index(word), g.hex[unit], g.game.tables.ground
    enemy = 1 - g.game.units[unit].side
    if g.occupied[enemy] >> goal & 1:
        return IllegalAction(cites.advance_ground, "{hex} is held by the enemy", hex=word)
    if not ground.around[here] >> goal & 1:
        return IllegalAction(cites.advance_far, "{unit} is not next to {hex}", **facts)
    bonds = g.bonds(enemy)
    if bonds.hexes >> goal & 1:
        return IllegalAction(cites.advance_bond, "{hex} is closed by an enemy ZOC Bond", hex=word)
    if bonds.crosses(ground, here, goal):
        return IllegalAction(
            cites.advance_bond, "an enemy ZOC Bond closes the way to {hex}", hex=word
        )
    if path and (reason := g.refuse_advance(unit, path, goal, vacated, limited=limited)):
        return reason
    hard = ground.across(ground.wall, here, goal) or ground.across(ground.unbridged, here, goal)
    if not hard and g.zoc(enemy) >> goal & 1:
        return IllegalAction(
            cites.advance_zoc, "{unit} may not advance from ZOC to ZOC into {hex}", **facts
        )
    return IllegalAction(cites.advance_ground, "{unit} may not advance into {hex}", **facts)


def refuse_unit(
    g: Battle[Fighting], paths: Mapping[int, Path], verb: str, word: str
) -> IllegalAction | None:
    """Why this unit does not advance."""
    if reason := g.refuse_pursuit(paths, verb, word):
        return reason
    unit, cites = g.game.units.find(word), g.CITES
    if unit is None or verb not in ("advance", ""):
        return None
    if unit.index not in paths:
        return IllegalAction(cites.advance, "{unit} took no part in the attack", unit=unit.id)
    if paths[unit.index].done:
        return IllegalAction(cites.advance_far, "{unit} has ended its advance", unit=unit.id)
    return IllegalAction(cites.advance_closed, "{unit} has nowhere to advance to", unit=unit.id)


def _expand(
    g: Battle[Fighting],
    words: Sequence[str],
    paths: Mapping[int, Path],
    vacated: int,
    limited: bool,
) -> list[list[str]] | None:
    """``advance HEX``: every unit that can enter the hex at once."""
    if words[0] != "advance" or len(words) < 2:
        return None
    goal = g.game.place(words[1])
    able = [
        u
        for u, path in paths.items()
        if not path.done and g.hex[u] >= 0 and goal in next_hexes(g, u, path, vacated, limited)
    ]
    if goal is None or not able:
        return None
    return [["advance", g.id(u), "to", words[1], "halt"] for u in able] + [list(words[2:])]
