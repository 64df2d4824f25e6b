"""What lies beside the map: turn track, impulse tracks, the cup, replacements, charts."""

from __future__ import annotations

from functools import reduce

from ...engine.view import Account, Chart, Display, Item, Track, TrackBox
from ...engine.words import Say
from .counters import ALLIED, AXIS, SIDE_NAMES, SIDES
from .replacements import named
from .situation import NOBODY, UNKNOWN, Situation

IMPULSES = (
    Say("Axis impulses: a die of the number or less ends them"),
    Say("Allied impulses: a die of the number or less ends them"),
)
POOLS = (Say("Axis replacements"), Say("Allied replacements"))
AXIS_POOLS = 6
"""So many kinds of replacements are Axis ones; the others are Allied."""


def tracks(g: Situation) -> list[Display]:
    """Everything that a page shows beside the map, as far as it is known."""
    found: list[Display] = [objectives(g)]
    found += [impulses(g, AXIS), impulses(g, ALLIED), cup(g), turns(g)]
    found += [pool(g, side) for side in (AXIS, ALLIED)]
    found += [landing(g), results(g), limits(g)]
    return found


def objectives(g: Situation) -> Account:
    """13.19, 13.27, 13.36 Who controls the objectives now."""
    setting, board = g.game.setting, g.game.board
    lines = []
    for h in setting.objectives:
        label, name = board.label(h), board.names.get(h)
        where = Say("{hex}, {place}", hex=label, place=name) if name else Say("{hex}", hex=label)
        holder = AXIS if g.controls(AXIS, h) else ALLIED
        lines.append(Item("2.1c", where, SIDE_NAMES[holder]))
    return Account(Say("Objectives"), setting.victory_rule, tuple(lines))


def turns(g: Situation) -> Track:
    """3.0, 11.1 The days, with what arrives on each."""
    setting, units = g.game.setting, g.game.units
    boxes = []
    for turn, date in enumerate(setting.dates, 1):
        notes = [
            Say("{unit}", unit=units[u].id)
            for arrival in setting.arrivals
            if arrival.turn == turn
            for u in arrival.units
        ]
        notes += [
            Say("{count} {kind}", count=n, kind=named(kind))
            for arrival in setting.arrivals
            if arrival.turn == turn
            for kind, n in arrival.pool
        ]
        boxes.append(
            TrackBox(
                Say("{turn}", turn=turn),
                Say(date),
                tuple(notes),
                turn == max(g.turn, 1),
                f"turn {turn}",
            )
        )
    return Track(Say("Turns"), "3.0", tuple(boxes))


def impulses(g: Situation, side: int) -> Track:
    """3.24, 3.3a The boxes of a side with their numbers; the markers that lie in them."""
    markers = g.game.markers
    track = g.tracks[side]
    boxes = []
    for n, number in enumerate(g.game.charts.boxes[side]):
        marker = g.game.full_name(markers[track[n]]) if n < len(track) else Say("-")
        stopped = n == len(track) - 1 and g.stopped >> side & 1
        notes = (Say("operations stop"),) if stopped else ()
        now = n < len(track) and track[n] == g.marker
        boxes.append(TrackBox(Say("{number}", number=number), marker, notes, now))
    return Track(IMPULSES[side], "3.3", tuple(boxes))


def cup(g: Situation) -> Account:
    """3.1d, 7.4 What is in the cup, as far as it is known."""
    markers = g.game.markers
    lines = []
    for side in (AXIS, ALLIED):
        who = SIDE_NAMES[side]
        if g.limit[side]:
            lines.append(Item("7.1", Say("{side}: command limit", side=who), str(g.limit[side])))
        inside = g.cup & g.game.side_markers[side]
        if not g.cup and g.phase in ("markers", "note"):
            inside = g.picked & g.game.side_markers[side]
        names = [g.game.full_name(u) for m, u in enumerate(markers) if inside >> m & 1]
        if names:
            text = reduce(lambda one, other: Say("{one}, {other}", one=one, other=other), names)
            lines.append(Item("3.1d", Say("{side}: in the cup", side=who), text))
        if g.unseen[side] > 0:
            lines.append(Item("3.1d", Say("{side}: hidden markers", side=who), str(g.unseen[side])))
        if side == ALLIED and g.dropped == UNKNOWN:
            lines.append(Item("7.4", Say("one of the Allied markers was left out"), "?"))
        elif side == ALLIED and g.dropped != NOBODY:
            left_out = g.game.full_name(markers[g.dropped])
            lines.append(Item("7.4", Say("left out"), left_out))
        if g.stopped >> side & 1:
            lines.append(Item("3.3", Say("{side}: operations have stopped", side=who), "-"))
    return Account(Say("The cup"), "3.1d", tuple(lines))


def pool(g: Situation, side: int) -> Account:
    """11.2 The replacements at hand, by kind."""
    kinds = g.game.pools[:AXIS_POOLS] if side == AXIS else g.game.pools[AXIS_POOLS:]
    lines = [
        Item("11.22" if side else "11.2", named(kind), str(n))
        for kind in kinds
        if (n := g.pool[g.game.pools.index(kind)])
    ]
    for unit, turn in g.returns:
        if g.game.units[unit].side == side:
            back = Say("comes back on turn {turn}", turn=turn)
            lines.append(Item("10.13b", g.game.full_name(unit), back))
    if side == ALLIED:
        most = g.game.charts.command_modifiers["withdrawals"]
        left = str(most - g.withdrawals)
        lines.append(Item("7.6", Say("withdrawals that can be declared"), left))
    elif g.air:
        lines.append(Item("10.5", Say("air support, column shift in one attack"), f"{g.air:+d}"))
    return Account(POOLS[side], "11.2", tuple(lines))


def landing(g: Situation) -> Account:
    """10.4 The note of Group Hecker, for who may know it."""
    turn, h = g.landing_note
    if h == UNKNOWN:
        line = Item("10.4", Say("only the Axis knows whether a landing is noted"), "?")
    elif h == NOBODY:
        line = Item("10.4", Say("no landing is noted"), "-")
    else:
        when = Say("turn {turn}", turn=turn)
        line = Item("10.4", Say("landing in {hex}", hex=g.game.board.label(h)), when)
    return Account(Say("Group Hecker"), "10.4", (line,))


def results(g: Situation) -> Chart:
    """9.25 The Combat Results Table, for a page to light up."""
    charts = g.game.charts

    def cell(attacker: int, defender: int) -> str:
        return f"{attacker or '-'}/{defender or '-'}"

    rows = tuple(tuple(cell(*result) for result in row) for row in charts.rows)
    heads = tuple(str(die) for die in range(1, len(rows) + 1))
    return Chart(Say("Combat results"), "9.25", charts.columns, heads, rows, 1, results=True)


def limits(g: Situation) -> Chart:
    """7.1 The Command Limits table."""
    charts = g.game.charts
    first, count = charts.command_lowest, len(charts.command[0])
    dice = [str(first + i) for i in range(count)]
    columns = (f"\u2264 {dice[0]}", *dice[1:-1], f"\u2265 {dice[-1]}")
    rows = tuple(tuple(str(n) for n in charts.command[side]) for side in (AXIS, ALLIED))
    return Chart(Say("Command limits"), "7.1", columns, SIDES, rows)
