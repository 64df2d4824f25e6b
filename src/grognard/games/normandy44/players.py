"""24 Three or four players: who commands what, one after the other, consent, who shares out supply."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from ...engine.decision import Ask, Asking, Procedure
from ...engine.words import Action, IllegalAction, Say
from ..zocbond.assault import Attack
from .counters import ALLIED, GERMAN, SIDES
from .situation import ARMY7, CW, HOLDERS, PANZER_WEST, US, Situation

SEATS = (("american", "commonwealth"), ("seventh_army", "panzer_west"))
"""24 By side: who faces or commands the First Army, and who the Second."""
OPTIONS = ("24a", "24b")
"""By side: the option that gives it two players."""
ALONE = "cherbourg"
"""The scenario in which only Americans and who faces them take part."""


def seating(scenario: str, options: Collection[str]) -> dict[str, str]:
    """24 Two seats for the side that has two players."""
    found = {}
    for side, option, seats in zip(SIDES, OPTIONS, SEATS, strict=True):
        two = option in options and scenario != ALONE
        found.update(dict.fromkeys(seats if two else (side,), side))
    return found


# -- who commands what


def divided(g: Situation, side: int) -> bool:
    """24 Whether a side has two players."""
    return len(g.game.players[side]) > 1


def commander(g: Situation, unit: int) -> int:
    """24 Which player of its side commands a unit: by army, the Germans by whom they face."""
    side = g.game.units.units[unit].side
    if not divided(g, side):
        return 0
    return g.army(unit) if side == ALLIED else g.facing_cw >> unit & 1


def asked(g: Situation, side: int, units: Sequence[int] = ()) -> str:
    """24 Who answers for a side: the commander of the units in question, the stronger part of a mixed
    stack of the Allies, the player with the last word for one of the Germans."""
    seats = g.game.players[side]
    if len(seats) == 1:
        return seats[0]
    counters = g.game.units.units
    mine = [u for u in units if counters[u].side == side]
    if not mine:
        return seats[g.floor if side == g.active else CW]
    weight = [0, 0]
    for u in mine:
        weight[commander(g, u)] += 1 + 100 * g.defense(u)
    if side == GERMAN:
        return seats[CW if weight[CW] else US]
    return seats[CW if weight[CW] > weight[US] else US]


def stands_in(g: Situation, unit: int, place: int) -> None:
    """24b Who crosses the army boundary comes under the player of that side of it."""
    if not divided(g, GERMAN) or g.game.units.units[unit].side == ALLIED:
        return
    bit, army = 1 << unit, g.game.tables.army
    if army[US] >> place & 1:
        g.facing_cw &= ~bit
    elif army[CW] >> place & 1:
        g.facing_cw |= bit


def comes_in(g: Situation, unit: int, place: int) -> None:
    """24b Reinforcements that enter at a green hex face the Americans, all others the Commonwealth."""
    if not divided(g, GERMAN):
        return
    bit = 1 << unit
    if g.game.tables.entry["green"] >> place & 1:
        g.facing_cw &= ~bit
    else:
        g.facing_cw |= bit


def deploy(g: Situation) -> None:
    """24b Who faces whom at the start: by the boundary, which goes on southwards, and by entry colour."""
    if not divided(g, GERMAN):
        return
    grid, tables = g.game.board.grid, g.game.tables
    line = max(grid.line_place(h)[1] for h in _southern(g))
    for u in range(*g.game.span[GERMAN]):
        h = g.hex[u]
        if h < 0:
            east = g.game.units.units[u].arrival.split()[0] in ("orange", "red", "blue")
        elif (tables.army[US] | tables.army[CW]) >> h & 1:
            east = bool(tables.army[CW] >> h & 1)
        else:
            east = grid.line_place(h)[1] > line
        if east:
            g.facing_cw |= 1 << u


def _southern(g: Situation) -> list[int]:
    """The American hexes of the last row that the boundary divides."""
    grid, army = g.game.board.grid, g.game.tables.army[US]
    hexes = [h for h in g.game.board.hexes if army >> h & 1]
    last = min(grid.line_place(h)[0] for h in hexes)
    return [h for h in hexes if grid.line_place(h)[0] == last]


def of_army(g: Situation, army: int) -> str:
    """24a The seat that decides for an Allied army."""
    seats = g.game.players[ALLIED]
    return seats[army] if len(seats) > 1 else seats[0]


def refuse(g: Situation, unit: int) -> IllegalAction | None:
    """24 Why the player who acts may not order a unit about; None if it is his."""
    if commands(g, unit):
        return None
    return IllegalAction(OPTIONS[g.active], "{unit} is under your ally's command", unit=g.id(unit))


def commands(g: Situation, unit: int) -> bool:
    """24 Whether the player who acts commands a unit of his side."""
    if not g.game.allies or g.game.units.units[unit].side != g.active:
        return True
    return commander(g, unit) == g.floor


# -- one after the other


def in_turn(g: Situation, part: Callable[[Situation], Procedure]) -> Procedure:
    """24 The players of the active side do their part of a phase one after the other."""
    seats = range(len(g.game.players[g.active]))
    while waiting := [k for k in seats if not g.ended >> k & 1]:
        if g.floor not in waiting:
            g.floor = waiting[0]
        yield from part(g)
        g.ended |= 1 << g.floor
    g.ended = g.floor = 0


def hand_over(g: Situation) -> list[Action]:
    """24 The player who acts may let his ally act first."""
    other = 1 - g.floor
    if not divided(g, g.active) or g.ended >> other & 1:
        return []
    return [g.game.actions.over]


def pass_on(g: Situation) -> None:
    g.floor = 1 - g.floor


# -- consent


def agrees(g: Situation, side: int, ally: int, prompt: Say, hexes: Sequence[int]) -> Asking[bool]:
    """24 Whether the ally agrees to what needs what is his."""
    acts = g.game.actions
    choice = yield Ask(
        g.game.players[side][ally],
        "consent",
        OPTIONS[side],
        prompt,
        [acts.agree, acts.object],
        about=g.about(hexes=list(hexes)),
    )
    if choice is acts.object:
        g.tell("consent", OPTIONS[side], "{seat} does not agree", seat=g.game.players[side][ally])
    return choice is acts.agree


def joint(g: Situation, attack: Attack) -> Asking[bool]:
    """24 An attack with units or guns of the ally needs his consent."""
    if not divided(g, g.active):
        return True
    guns = [order.value for order in attack.support if order.verb in ("hq", "werfer")]
    caen = g.floor == US and attack.supported("caen")
    if not caen and all(commands(g, u) for u in (*attack.units, *guns)):
        return True
    prompt = Say("your ally attacks {hex} with units of yours: agreed?", hex=g.word(attack.target))
    return (yield from agrees(g, g.active, 1 - g.floor, prompt, [attack.target]))


# -- 24b the supply points of the Germans


def share(g: Situation, points: int, rule: str) -> Asking[int]:
    """24b How many of the points go to Panzer Group West: one proposes, who faces the Commonwealth decides."""
    if not divided(g, GERMAN) or not points:
        return 0
    acts, (proposer, last) = g.game.actions, g.game.players[GERMAN]
    shares = acts.share[: points + 1]
    choice = yield Ask(
        proposer,
        "share",
        rule,
        Say("supply points to share out: {n}; how many for Panzer Group West?", n=points),
        list(shares),
    )
    proposed: int = choice.value
    choice = yield Ask(
        last,
        "share",
        rule,
        Say("your ally gives Panzer Group West {k} of {n}: agreed?", k=proposed, n=points),
        [acts.agree, *(act for act in shares if act.value != proposed)],
    )
    return proposed if choice is acts.agree else choice.value


def opening(g: Situation) -> Procedure:
    """24b What the 7th Army has at the start may be shared between the two."""
    if not g.shared:
        to_west = yield from share(g, g.sp[ARMY7], "24b")
        g.sp[ARMY7] -= to_west
        g.sp[PANZER_WEST] += to_west
        if to_west:
            g.tell(
                "supply points",
                "24b",
                "supply points for {track}: {points}",
                track=HOLDERS[PANZER_WEST],
                points=to_west,
            )
        g.shared = True
