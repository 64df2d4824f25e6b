"""Who may attack what, with whom, and as which Main Assault Force."""

from __future__ import annotations

from collections.abc import Sequence

from ...hexes import members
from .assault import Attack, Force
from .battle import Battle, Fighting


def targets(g: Battle[Fighting], among: int = -1, kind: str = "combat") -> dict[int, list[int]]:
    """The hexes ``among`` some that may be attacked, with the units that may attack each."""
    units, around = g.game.units.units, g.game.tables.ground.around
    foes = g.occupied[g.enemy] & among
    found: dict[int, list[int]] = {}
    for origin in members(g.occupied[g.active] & g.game.board.grid.spread(foes)):
        able = [u for u in g.at[origin] if g.fit(u, kind) is None]
        if not able:
            continue
        for target in members(around[origin] & foes):
            for u in able:
                if g.blocked(u, origin, target) is None:
                    found.setdefault(target, []).append(u)
    for target in members(g.edge() & foes):
        for u in g.beside_map(target):
            if units[u].side != g.active:
                continue
            if g.fit(u, kind) is None and g.blocked(u, g.hex[u], target) is None:
                found.setdefault(target, []).append(u)
    return {h: units for h, units in sorted(found.items()) if not spent(g, h)}


def spent(g: Battle[Fighting], target: int) -> bool:
    """Whether a hex has been attacked already this phase (units that fell back do not count)."""
    fresh = [u for u in g.at[target] if not g.fell_back >> u & 1]
    return not fresh or any(g.struck >> u & 1 for u in fresh)


def partners(
    g: Battle[Fighting], able: Sequence[int], joined: Sequence[int], target: int
) -> list[int]:
    """The units that may still join."""
    found = [u for u in able if u not in joined]
    return [u for u in found if g.joins(joined, u, target) is None] if joined else found


def under(target: int, joined: Sequence[int], force: Force, kind: str = "combat") -> Attack:
    """The attack of units with a Main Assault Force."""
    return Attack(target, tuple(joined), force.units, attaches=force.attaches, kind=kind)


def best_force(g: Battle[Fighting], target: int, joined: Sequence[int], kind: str) -> Force | None:
    """The Main Assault Force that brings the best odds, for an order that names none."""

    def worth(force: Force) -> tuple[int, int]:
        r = g.reckon(under(target, joined, force, kind))
        return r.column, r.attack

    return max(g.forces(joined), key=worth, default=None)


def beside(g: Battle[Fighting], attack: Attack) -> list[int]:
    """The attackers stacked with the Main Assault Force that are not of it; [] once one is attached."""
    if attack.attached >= 0 or not attack.attaches:
        return []
    places = {g.hex[u] for u in attack.maf}
    return [u for u in attack.units if u not in attack.maf and g.hex[u] in places]


def attachments(g: Battle[Fighting], attack: Attack) -> list[int]:
    """The units that may be attached to the Main Assault Force, one in all."""
    return [u for u in beside(g, attack) if g.attachable(attack, u) is None]
