"""7.1, 7.4-7.6 Command: limits, the markers that go into the cup, the British doubts, withdrawals."""

from __future__ import annotations

from ...engine.decision import Ask, Draw, Event, Modifier, Procedure, Roll, led_to
from ...engine.words import IllegalAction, Say
from ...hexes import members
from . import activation, headquarters
from .counters import ALLIED, AXIS, SIDE_NAMES, SIDES
from .situation import LEFT, SUPPLIED, Situation


def withdrawal(g: Situation) -> Procedure:
    """7.6a At the start of any two turns the Allies may declare a withdrawal."""
    if g.withdrawals >= g.game.charts.command_modifiers["withdrawals"]:
        g.tell("pass", "7.6a", "no withdrawal is left to declare")
        return
    actions = g.game.actions
    choice = yield Ask(
        SIDES[ALLIED],
        "withdrawal",
        "7.6",
        Say("declare a withdrawal this turn?"),
        [actions.withdraw, actions.pass_],
        top=True,
        outcome=lambda a: _price(g) if a is actions.withdraw else (),
    )
    if choice.verb == "declare":
        g.withdrawals += 1
        g.withdrawing = True
        g.tell("withdrawal", "7.6a", "the Allies withdraw this turn")


def _price(g: Situation) -> list[Say]:
    """7.6a, 7.6b What a withdrawal brings and costs."""
    charts = g.game.charts
    return [
        Say("command roll {bonus}", bonus=f"{charts.command_modifiers['withdrawal']:+d}"),
        Say("attacks: {most} at most", most=charts.attacks_withdrawing),
        Say("nobody moves straight west"),
    ]


def limits(g: Situation) -> Procedure:
    """7.1 Each side rolls for the number of its markers; 10.2a Rommel's comes on top."""
    for side in (AXIS, ALLIED):
        die = yield Roll("7.1", "the command limit", SIDES[side])
        found = modifiers(g, side)
        g.limit[side] = g.game.charts.limit(side, die + sum(each.amount for each in found))
        g.tell(
            "command",
            "7.1",
            "{side} command limit: {result} (die {sum})",
            side=SIDE_NAMES[side],
            **led_to(die, g.limit[side], found),
        )
        rommel = g.game.rommel
        there = g.hex[rommel] >= 0 or headquarters.due(g, rommel)
        if side == AXIS and die >= g.game.charts.rommel_enters and there:
            g.picked |= 1 << g.game.marker_of[rommel]
            g.tell("rommel", "10.2a", "Rommel's marker goes into the cup")


def modifiers(g: Situation, side: int) -> list[Modifier]:
    """7.1, 7.6a, 13.11c, 13.31b What is added to a side's command roll."""
    setting, table = g.game.setting, g.game.charts.command_modifiers
    turn, amounts = Say("the turn"), setting.command_rolls.get(g.turn, (0, 0))
    found = [Modifier(setting.command_rule, turn, amounts[side])]
    if side == ALLIED and g.withdrawing:
        found.append(Modifier("7.6a", Say("a withdrawal"), table["withdrawal"]))
    if setting.command_modifiers and side == AXIS:
        afrika, goal = g.game.afrika, table["axis_hex"]
        if g.hex[afrika] < 0 or g.supply[afrika] != SUPPLIED:
            short = Say("no supply for the Afrika Korps")
            found.append(Modifier("7.1", short, table["axis_afrika_unsupplied"]))
        if g.game.is_hex(goal) and g.controls(AXIS, g.game.board.index(goal)):
            found.append(Modifier("7.1", Say("{hex} is held", hex=goal), table["axis_hex_held"]))
    elif setting.command_modifiers:
        found.append(Modifier("7.1", Say("slow Allied command"), table["allied_slow"]))
    return [each for each in found if each.amount]


def air(g: Situation) -> Procedure:
    """10.5 The Axis rolls for air support; 13.31b there may be none."""
    if not g.game.setting.has_air:
        return
    die = yield Roll("10.5", "air support", SIDES[AXIS])
    g.air = g.game.charts.air[die - 1]
    said = led_to(die, g.air)
    if g.air:
        g.tell("air", "10.5", "air support, column shift in one attack: +{result}", **said)
    else:
        g.tell("air", "10.5", "no air support this turn", **said)


def candidates(g: Situation, side: int) -> list[int]:
    """2.2, 11.13 The markers that a side can choose: of its HQs in play, or arriving this turn."""
    game = g.game
    found = []
    for m, u in enumerate(game.markers):
        if game.units[u].side == side and u != game.rommel:
            due = 0 < game.arrival_turn[u] <= g.turn
            if g.hex[u] >= 0 or (g.hex[u] == -1 and due):
                found.append(m)
    return found


def wanted(g: Situation, side: int) -> int:
    """7.1, 7.4 How many markers a side chooses: the British one more than their limit."""
    setting = g.game.setting
    if g.turn == 1:
        return setting.first_markers if setting.first_chooser == side else 0
    return g.limit[side] + (side == ALLIED)


def choose(g: Situation) -> Procedure:
    """3.1d The side whose part it is puts its markers into the cup, unseen by the other."""
    game, side = g.game, g.active
    put = game.actions.put
    while True:
        own = candidates(g, side)
        chosen = [m for m in own if g.picked >> m & 1]
        rest = [m for m in own if not g.picked >> m & 1]
        if len(chosen) >= wanted(g, side) or not rest:
            break
        actions = [put[game.markers[m]] for m in rest]
        if side == AXIS:
            actions.append(game.actions.done)
        choice = yield Ask(
            SIDES[side],
            "markers",
            "7.1" if side == AXIS else "7.4",
            Say(
                "choose a marker for the cup: {count} of {limit} so far",
                count=len(chosen),
                limit=min(wanted(g, side), len(own)),
            ),
            actions,
            top=True,
            secret=Say("the {side} player chooses markers for the cup", side=SIDE_NAMES[side]),
            refuse=lambda verb, word: refuse(g, verb, word),
            outcome=lambda a: activation.promise(g, a.value) if a.verb == "put" else (),
        )
        if choice.verb == "done":
            break
        m = game.marker_of[choice.value]
        g.picked |= 1 << m
        g.tell_only(
            (SIDES[side],),
            Event("cup", "3.1d", "{hq} goes into the cup", {"hq": choice.word}),
            Event(
                "cup", "3.1d", "the {side} player has chosen a marker", {"side": SIDE_NAMES[side]}
            ),
        )


def refuse(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """7.1, 7.4 Why this marker cannot be chosen, or why more must be."""
    if verb in ("done", "pass") and not word and g.active == ALLIED:
        count = min(wanted(g, ALLIED), len(candidates(g, ALLIED)))
        if count == 1:
            return IllegalAction("7.4", "the Allies must choose their marker")
        return IllegalAction("7.4", "the Allies choose {count} markers, not fewer", count=count)
    if verb not in ("", "put"):
        return None
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if unit.rommel:
        return IllegalAction("10.2a", "Rommel's marker goes in by the command roll alone")
    if unit.index not in g.game.marker_of:
        return IllegalAction("2.2", "{unit} has no impulse marker", unit=unit.id)
    if unit.side != g.active:
        return IllegalAction("7.1", "{unit} belongs to the other side", unit=unit.id)
    if g.picked >> g.game.marker_of[unit.index] & 1:
        return IllegalAction("7.1", "the marker of {unit} is chosen already", unit=unit.id)
    if g.hex[unit.index] == LEFT:
        return IllegalAction("4.34", "{unit} has left the map for good", unit=unit.id)
    return IllegalAction("10.13", "{unit} is not in play", unit=unit.id)


def fill_cup(g: Situation) -> Procedure:
    """7.4 British indecision: of the markers chosen one is left out, and nobody knows which."""
    game = g.game
    british = [m for m in candidates(g, ALLIED) if g.picked >> m & 1]
    g.cup = g.picked
    if g.turn > 1 and len(british) > g.limit[ALLIED]:
        names = tuple(game.marker_names[m] for m in british)
        place = yield Draw("7.4", "the marker left out", SIDES[ALLIED], names, secret=True)
        g.dropped = british[place]
        g.cup &= ~(1 << g.dropped)
    if g.turn == 1 and g.game.setting.first_cup:
        names = tuple(game.marker_names[m] for m in members(g.cup))
        g.tell("cup", "13.11b", "markers in the cup: {markers}", markers=", ".join(names))
    else:
        g.tell("cup", "3.1d", "markers in the cup: {count}", count=g.cup.bit_count())
