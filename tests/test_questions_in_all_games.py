"""The same questions at the front door of every game: the owner of a boxed game with a rules question."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import pytest

import grognard
from grognard import Game, IllegalAction


class Scene(NamedTuple):
    """A fight in a game: a unit of one's own against a changed one."""

    text: str
    phase: str
    """That of the fight."""
    attacker: str
    defender: str
    origin: str
    target: str
    join: str
    """The words with which somebody joins an attack."""
    rule: str
    """The rule of the attack."""
    value: tuple[str, int]
    """A value of the defender and what it was changed to."""
    result: str
    """A result that some die has."""

    @property
    def order(self) -> str:
        return f"attack {self.target} {self.join}"


SCENES = {
    "anzio": Scene(
        "unit GE-X like=GE-65-A strength=7\nturn 4\nphase {phase}\nweather clear\n"
        "0504 AL-45US-A AL-45US-B\n0603 GE-X\n1102 GE-71-A\n0708 AL-RGR",
        "combat allied",
        "AL-45US-A",
        "GE-X",
        "0504",
        "0603",
        "from 0504",
        "12.4a",
        ("strength", 7),
        "AL",
    ),
    "salerno43": Scene(
        "unit GE-X like=GE-16Pz-II64 defense=7\nturn 5\nphase {phase}\nweather A\nsupply 2 2\nair US\n"
        "2909 US-36-142 US-Rgr-1\n2910 GE-X\n3012 GE-16Pz-Dor\n2718 US-BH-Red",
        "combat allied",
        "US-36-142",
        "GE-X",
        "2909",
        "2910",
        "from 2909",
        "8.1",
        ("defense", 7),
        "A1",
    ),
    "gazala1942": Scene(
        "scenario aida\nunit AL-X like=AL-7-7 strength=7\nturn 4\nphase {phase}\n"
        "impulse AX-HQ-AFRIKA\nlimits 3 3\n0811 AX-HQ-AFRIKA(e)\n0812 AX-1-21I(e) AX-1-15I(e)\n"
        "0813 AL-X\n1020 AL-HQ-7ARM",
        "combat axis",
        "AX-1-21I",
        "AL-X",
        "0812",
        "0813",
        "from 0812",
        "9.0c",
        ("strength", 7),
        "2/-",
    ),
    "normandy44": Scene(
        "scenario campaign\nunit GE-X like=GE-3FJ-5 defense=7\nturn 4\nphase {phase}\nweather 3\n"
        "supply 3 3 3 3\nair 2 2\n2618 US-1-16 US-Tk-712\n2619 US-1-18\n2617 GE-X\n1815 GE-21-192",
        "combat allied",
        "US-1-16",
        "GE-X",
        "2618",
        "2617",
        "from 2618",
        "10.1",
        ("defense", 7),
        "A1",
    ),
}
EACH = pytest.mark.parametrize("game", list(SCENES))


@cache
def _loaded(game: str, phase: str) -> Game:
    text = SCENES[game].text.format(phase=phase)
    return grognard.load(f"grognard position 1\ngame {game}\n{text}\n", dice="asked")


def scene(game: str, phase: str = "") -> Game:
    return _loaded(game, phase or SCENES[game].phase).copy()


def refused(g: Game, order: str) -> IllegalAction:
    why = g.legal_actions.why_not(order)
    assert why is not None, order
    return why


@EACH
def test_a_unit_of_ones_own_has_its_sheet_and_stays_in_texts(game: str) -> None:
    said, g = SCENES[game], scene(game)
    name, value = said.value
    sheet = g.unit(said.defender)
    assert sheet.values[name][-1] == value  # type: ignore[index]
    assert sheet.piece is not None
    assert (sheet.piece.hex, sheet.piece.steps[0]) == (said.target, sheet.unit.steps)
    assert f"{name}: {value}/" in str(sheet)
    assert "klass" not in str(sheet)
    g.play(f"{said.order} go")
    for text in (g.position, g.record):
        assert grognard.load(text, dice="asked").unit(said.defender).values == sheet.values


@EACH
def test_the_value_is_in_the_ledger_and_the_result_is_fixed(game: str) -> None:
    said, g = SCENES[game], scene(game)
    ledger = g.odds(said.order)
    assert str(said.value[1]) in [line.amount for line in ledger.lines]
    assert all(line.rule for line in ledger.lines)
    assert sum(chance.chance for chance in ledger.chances) == 1
    g.play(f"{said.order} go")
    no = refused(g, "result nothing")
    assert no.rule
    assert said.result in str(no)
    told = g.play(f"result {said.result}")
    event = next(event for event in told if event.facts.get("result") == said.result)
    assert event.rule
    assert event.facts["modified"] == event.facts["die"] + sum(
        each.amount for each in event.facts["modifiers"]
    )


@pytest.mark.parametrize(
    ("game", "order"),
    [
        ("anzio", "attack 0603 from 0708"),
        ("anzio", "attack 0603 from 0504 support 0708"),
        ("anzio", "attack 0603 from 0504 from 0708"),
        ("salerno43", "attack 2910 with US-BH-Red"),
        ("salerno43", "attack 2910 from 2909 air CW"),
        ("salerno43", "attack 2910 from 2909 naval US"),
        ("salerno43", "attack 2911 from 2909"),
        ("gazala1942", "attack 0813 with AX-1-21I with AX-HQ-AFRIKA"),
        ("gazala1942", "attack 0813 from 0812 air"),
        ("gazala1942", "attack 0814 from 0812"),
        ("normandy44", "attack 2617 with US-1-18"),
        ("normandy44", "attack 2617 from 2618 naval US"),
        ("normandy44", "attack 1815 from 2618"),
    ],
)
def test_an_attack_is_refused_alike_by_odds_and_by_play(game: str, order: str) -> None:
    g = scene(game)
    why = refused(g, f"{order} go")
    with pytest.raises(IllegalAction) as no:
        g.odds(order)
    assert why.rule
    assert no.value.rule == why.rule


@EACH
def test_odds_may_be_asked_in_another_phase_where_play_tells_the_right_one(game: str) -> None:
    said = SCENES[game]
    g = scene(game, f"movement {said.phase.split()[1]}")
    assert str(g.odds(said.order)) == str(scene(game).odds(said.order))
    assert refused(g, said.order).rule == said.rule
    assert "combat" in str(refused(g, said.order))


@EACH
def test_reach_and_cost_are_told_in_any_phase_and_for_either_side(game: str) -> None:
    said = SCENES[game]
    for g in (scene(game), scene(game, f"movement {said.phase.split()[1]}")):
        for unit in (said.attacker, said.defender):
            reach = g.reach(unit)
            assert reach
            for way in list(reach.values())[:5]:
                assert g.cost(unit, "-".join(way.path)) == way
        with pytest.raises(IllegalAction) as no:
            g.cost(said.attacker, said.target)
        assert no.value.rule
    with pytest.raises(IllegalAction, match="no unit is called"):
        g.reach(said.origin)


@EACH
def test_hexes_and_the_map_can_be_asked(game: str) -> None:
    said, g = SCENES[game], scene(game)
    facts = g.facts(said.target)
    assert facts
    assert all(fact.rule and str(fact.text) for fact in facts)
    layers = g.overlays()
    assert {name.split()[0] for name in layers} >= {"zoc"}
    names = {piece.id for piece in g.pieces() if piece.hex == said.origin}
    assert said.attacker in names
    for line in g.lines(said.target):
        assert line.rule
        assert line.path[0] == said.target or not line.whole or game == "gazala1942"
    if game != "anzio":
        assert g.lines(said.target)
    with pytest.raises(IllegalAction):
        g.facts("9999")


@EACH
def test_every_verb_has_its_place_and_its_rule(game: str) -> None:
    rules = scene(game).rules
    assert set(rules.verbs) - set(rules.said_in) <= {"done", "none", "pass", "roll", "draw"}
    for verb, said in rules.said_in.items():
        assert verb in (
            *rules.verbs,
            *rules.words(),
        )  # an order may begin with the kind of movement
        assert rules.rulebook.text(said.rule), (verb, said.rule)
        assert said.phases


@EACH
def test_what_is_out_of_place_is_told_its_own_rule(game: str) -> None:
    """Never only that it is not possible now: the phase, the order before it, or what is asked instead."""
    said, g = SCENES[game], scene(game)
    for verb, place in g.rules.said_in.items():
        if any(action.verb == verb for action in g.legal_actions):
            continue
        word = said.attacker if verb in ("lose", "move", "lead", "advance", "send") else ""
        why = refused(g, f"{verb} {word}".strip())
        assert why.rule, verb
        assert "is not possible now" not in str(why), (verb, str(why))
        if g.phase not in place.phases and not word:
            assert why.rule.startswith(place.rule.split(".")[0]), verb


@EACH
def test_what_is_offered_is_offered_where_it_has_its_place(game: str) -> None:
    g, chance = grognard.new(game, seed=4), random.Random(4)
    for _ in range(400):
        if g.decision is None:
            break
        for action in g.decision.actions:
            place = g.rules.said_in.get(action.verb)
            assert place is None or g.phase in place.phases, (action.verb, g.phase)
        g.play(chance.choice(g.legal_actions))


@pytest.mark.parametrize(
    ("game", "text", "rules"),
    [
        (
            "anzio",
            "turn 4\nphase combat german\ninitiative german\n0504 AL-RGR\n1102 GE-71-A",
            {"12.1", "9.0"},
        ),
        (
            "salerno43",
            "turn 5\nphase combat allied\nweather A\n2718 US-BH-Red US-36-142\n3801 GE-16Pz-Dor",
            {"8.1", "13.4", "16.1", "17.5"},
        ),
        (
            "gazala1942",
            "scenario aida\nturn 4\nphase armor axis\nimpulse AX-HQ-AFRIKA\nlimits 3 3\n"
            "0811 AX-HQ-AFRIKA(e)\n1020 AL-HQ-7ARM",
            {"8.11", "9.0c"},
        ),
        (
            "normandy44",
            "scenario campaign\nturn 4\nphase combat german\nweather 3\nsupply 3 3 3 3\n"
            "2618 US-1-16\n1815 GE-21-192",
            {"10.1", "15.2", "13.6", "18.1"},
        ),
    ],
)
def test_a_phase_that_passes_says_so(game: str, text: str, rules: set[str]) -> None:
    g = grognard.load(f"grognard position 1\ngame {game}\n{text}\n", dice="asked")
    told = list(g.opening_events)
    for _ in range(12):
        if g.decision is None or {e.rule for e in told if e.kind == "pass"} >= rules:
            break
        told += g.play(g.legal_actions[-1])
    assert {event.rule for event in told if event.kind == "pass"} >= rules


@pytest.mark.parametrize(
    ("game", "lines", "order", "rule"),
    [
        ("anzio", "phase combat allied; 0202 AL-RGR(a); 0203 GE-65-A(a)", "attack 0203", "12.1c"),
        (
            "salerno43",
            "phase combat german; 0202 US-36-142; 0204 GE-16Pz-I79",
            "attack 0202",
            "8.1a",
        ),
        (
            "salerno43",
            "phase combat german; 0203 US-36-142; 0204 GE-16Pz-I79(d)",
            "attack 0203 with GE-16Pz-I79 go",
            "13.2.1",
        ),
        ("salerno43", "phase movement german; 0204 GE-16Pz-I79(m)", "move GE-16Pz-I79 0304", "5.1"),
        ("salerno43", "phase movement german; 0204 GE-16Pz-I79(m)", "flee GE-16Pz-I79", "13.3.4"),
        ("salerno43", "phase initial german; 0204 GE-16Pz-I79(r)", "replace GE-16Pz-I79", "20.1.2"),
        ("salerno43", "phase initial german; 0204 GE-16Pz-ASU(u)", "ready GE-16Pz-ASU", "17.5"),
        (
            "normandy44",
            "phase combat german; 0202 US-1-16; 0204 GE-352-1-914",
            "attack 0202 with GE-352-1-914 go",
            "10.1",
        ),
        (
            "normandy44",
            "phase replacement german; 0204 GE-352-1-914",
            "replace GE-352-1-914",
            "6.2.1",
        ),
        (
            "normandy44",
            "phase combat allied; weather 3; air 1 1; 0202 US-1-16; 0205 GE-3FK-2",
            "strafe 0205",
            "19.1.4",
        ),
        (
            "gazala1942",
            "phase armor axis; impulse AX-HQ-XX; 0202 AL-7-7; 0204 AX-1-21I; 0205 AX-HQ-XX",
            "engage 0202 with AX-1-21I go",
            "8.0a",
        ),
        (
            "gazala1942",
            "phase movement axis; impulse AX-HQ-XX; 0204 AX-1-21I; 0205 AX-HQ-XX(m); 0202 AL-7-7",
            "move AX-1-21I 0304",
            "7.3",
        ),
        (
            "gazala1942",
            "phase replacements allied; pool Grant 1; eliminated AL-9L-1; 0505 AL-3-7",
            "restore AL-9L-1",
            "11.23",
        ),
        (
            "gazala1942",
            "phase split allied; impulse AL-HQ-7ARM; 0204 AL-29-5(er); 0205 AL-HQ-7ARM(e)",
            "split AL-29-5",
            "10.6a",
        ),
        (
            "gazala1942",
            "phase join allied; impulse AL-HQ-7ARM; 0204 AL-7-7-BN(e) AL-HQ-7ARM(e); cup AX-HQ-X",
            "join AL-7-7-BN",
            "10.6b",
        ),
        ("gazala1942", "phase assignment allied; 0204 AL-KDG", "assign AL-KDG", "7.32b"),
    ],
)
def test_an_order_for_a_phase_that_passed_by_itself_is_refused_by_what_forbade_it(
    game: str, lines: str, order: str, rule: str
) -> None:
    """Also where somebody else, or a die, is next by now."""
    rows = "\n".join(["  " + " ".join("." * 6)] * 6)
    text = f"grognard position 1\ngame {game}\nmap flat odd 0101 0606\n{rows}\nturn 5\n"
    for dice in ("asked", "thrown"):
        g = grognard.load(text + "\n".join(lines.split("; ")) + "\n", dice=dice, seed=None)
        assert f"phase {g.phase} {g.side}" not in lines
        why = g.legal_actions.why_not(order)
        assert why is not None
        assert (why.rule, bool(g.rules.rulebook.text(why.rule))) == (rule, True)
        before = g.position
        with pytest.raises(IllegalAction):
            g.play(order)
        assert g.position == before


@pytest.mark.parametrize(
    ("game", "lines", "unit", "ends", "kinds"),
    [
        ("normandy44", "phase movement allied; 0202 US-82-505(c)", "US-82-505", 0, set()),
        ("salerno43", "phase combat allied; 0202 US-36-142(d)", "US-36-142", 12, {"tactical"}),
    ],
)
def test_reach_is_told_of_the_situation_as_it_was_written_though_its_phase_has_passed(
    game: str, lines: str, unit: str, ends: int, kinds: set[str]
) -> None:
    """In the phases that pass after it Scattered and Disrupted markers come off."""
    rows = "\n".join(["  " + " ".join("." * 6)] * 6)
    text = f"grognard position 1\ngame {game}\nmap flat odd 0101 0606\n{rows}\nturn 5\n"
    g = grognard.load(text + "\n".join(lines.split("; ")) + "\n", dice="asked")
    assert f"phase {g.phase} {g.side}" not in lines
    ways = g.reach(unit)
    assert (len(ways), {way.by for way in ways.values()}) == (ends, kinds)
    if not kinds:
        with pytest.raises(IllegalAction) as caught:
            g.cost(unit, "0203")
        assert caught.value.rule == "20.2.3"


def test_odds_are_told_of_the_phase_that_has_passed_by_itself() -> None:
    """Later in the turn the attackers would be out of supply, and the defenders have not just retreated."""
    rows = "\n".join(["  " + " ".join("." * 6)] * 6)
    g = grognard.load(
        f"grognard position 1\ngame normandy44\nmap flat odd 0101 0606\n{rows}\nturn 5\n"
        "phase combat allied\nweather 2\n0202 US-1-16\n0203 GE-91-1057(dy)\n",
        dice="asked",
    )
    assert (g.phase, g.side) != ("combat", "allied")
    with pytest.raises(IllegalAction) as caught:
        g.odds("attack 0203 from 0202")
    assert caught.value.rule == "13.5"


@pytest.mark.parametrize(
    ("game", "lines", "first", "order", "rule"),
    [
        (
            "anzio",
            "phase combat allied; initiative allied; 0202 AL-RGR; 0203 GE-65-A",
            ("attack 0203 from 0202 go", "result -"),
            "attack 0203 from 0202 go",
            "12.1c",
        ),
        (
            "anzio",
            "phase movement allied; initiative allied; 0202 AL-RGR; 0505 GE-65-A",
            ("move AL-RGR 0303 stay",),
            "move AL-RGR 0304",
            "10.1",
        ),
        (
            "anzio",
            "phase bombardment german; initiative allied; weather cloudy; 0202 AL-RGR; 0203 GE-65-A",
            ("bombard", "roll 1"),
            "bombard",
            "11.2c",
        ),
        (
            "salerno43",
            "phase combat german; 0202 US-36-142; 0203 GE-16Pz-I79",
            ("attack 0202 with GE-16Pz-I79 maf GE-16Pz-I79 go", "roll 1"),
            "attack 0202 with GE-16Pz-I79 go",
            "8.1c",
        ),
        (
            "salerno43",
            "phase movement german; 0202 US-36-142; 0203 GE-16Pz-I79",
            ("move GE-16Pz-I79 0204 stay",),
            "flee GE-16Pz-I79",
            "13.3.4",
        ),
        (
            "normandy44",
            "phase movement german; positions 0 0 0; 0202 GE-352-1-914(b)",
            ("move GE-352-1-914 0304 stay",),
            "move GE-352-1-914 0305",
            "9.1",
        ),
        (
            "gazala1942",
            "phase armor axis; impulse AX-HQ-AFRIKA; 0202 AL-5-7; 0203 AX-1-21T(e); "
            "0303 AX-HQ-AFRIKA(eam)",
            ("engage 0202 with AX-1-21T go", "roll 1 1 1 1 1", "roll 1 1 1 1"),
            "engage 0202 with AX-1-21T go",
            "8.0b",
        ),
        (
            "gazala1942",
            "phase combat axis; impulse AX-HQ-XX; 0202 AL-5-7; 0203 AX-65-101(e); "
            "0204 AX-HQ-XX(eam); cup AX-HQ-X",
            ("attack 0202 with AX-65-101 go", "result 1/1"),
            "attack 0202 with AX-65-101 go",
            "9.0a2",
        ),
    ],
)
def test_an_order_after_the_last_attack_or_move_is_refused_by_what_forbids_another(
    game: str, lines: str, first: tuple[str, ...], order: str, rule: str
) -> None:
    """The phase has ended by itself, for nobody is left who could do anything in it."""
    rows = "\n".join(["  " + " ".join("." * 6)] * 6)
    text = f"grognard position 1\ngame {game}\nmap flat odd 0101 0606\n{rows}\nturn 5\n"
    g = grognard.load(text + "\n".join(lines.split("; ")) + "\n", dice="asked", seed=None)
    for each in first:
        g.play(each)
    why = g.legal_actions.why_not(order)
    assert why is not None
    assert (why.rule, bool(g.rules.rulebook.text(why.rule))) == (rule, True)
    before = g.position
    with pytest.raises(IllegalAction):
        g.play(order)
    assert g.position == before


@pytest.mark.parametrize(
    ("game", "lines", "first", "order", "rule"),
    [
        (
            "salerno43",
            "phase combat allied; control 0103; 0103 US-36-143; 0203 GE-16Pz-I79",
            ("attack 0203 with US-36-143 maf US-36-143 go", "result DR2", "fallback"),
            "retreat 0103",
            "12.2a",
        ),
        (
            "normandy44",
            "phase combat allied; weather 2; 0103 US-1-16; 0203 GE-346-857",
            ("attack 0203 with US-1-16 maf US1 go", "result DR", "fallback"),
            "retreat 0103",
            "13.2.2",
        ),
        (
            "gazala1942",
            "phase combat axis; impulse AX-HQ-XX; cup AX-HQ-X; 0203 AX-65-101(e); 0303 AL-3IND; "
            "0603 AX-HQ-XX(ea)",
            ("attack 0303 with AX-65-101 go", "result 2/-", "retire"),
            "retreat 0303",
            "4.32",
        ),
    ],
)
def test_a_retreat_along_the_only_way_refuses_another_by_what_closes_it(
    game: str, lines: str, first: tuple[str, ...], order: str, rule: str
) -> None:
    rows = "\n".join("  " + " ".join((".", "~")[r != 3] * 6) for r in range(1, 7))
    text = f"grognard position 1\ngame {game}\nmap flat odd 0101 0606\n{rows}\nturn 5\n"
    g = grognard.load(text + "\n".join(lines.split("; ")) + "\n", dice="asked", seed=None)
    for each in first:
        g.play(each)
    why = g.legal_actions.why_not(order)
    assert why is not None
    assert why.rule == rule


@pytest.mark.parametrize(
    ("order", "rule"), [("move GE-65-A 0101", "10.1b"), ("move GE-65-A 0202", "10.3c")]
)
def test_what_passed_is_not_to_blame_for_the_orders_of_the_side_that_is_asked(
    order: str, rule: str
) -> None:
    rows = "\n".join(["  " + " ".join("." * 6)] * 6)
    text = f"grognard position 1\ngame anzio\nmap flat odd 0101 0606\n{rows}\nturn 5\n"
    text += "phase movement allied\ninitiative allied\n0202 AL-RGR(m)\n0505 GE-65-A\n"
    g = grognard.load(text, dice="asked", seed=None)
    assert g.side == "german"
    why = g.legal_actions.why_not(order)
    assert why is not None
    assert why.rule == rule


def test_an_order_in_one_breath_with_the_last_move_hears_that_the_unit_has_moved() -> None:
    """``move A HEX`` without ``stay``: the next order ends the move, and with it the phase."""
    rows = "\n".join(["  " + " ".join("." * 6)] * 6)
    text = f"grognard position 1\ngame salerno43\nmap flat odd 0101 0606\n{rows}\nturn 5\n"
    text += "phase movement german\n0202 US-36-142\n0205 GE-16Pz-I79\n"
    g = grognard.load(text, dice="asked", seed=None)
    g.play("move GE-16Pz-I79 0204")
    why = g.legal_actions.why_not("flee GE-16Pz-I79")
    assert why is not None
    assert why.rule == "13.3.4"


def test_once_the_game_has_gone_on_an_order_is_refused_by_what_is_asked_now() -> None:
    rows = "\n".join(["  " + " ".join("." * 6)] * 6)
    text = f"grognard position 1\ngame anzio\nmap flat odd 0101 0606\n{rows}\nturn 5\n"
    text += "phase combat allied\n0202 AL-RGR(a)\n0203 GE-65-A\n"
    g = grognard.load(text, dice="asked")
    assert g.legal_actions.why_not("attack 0203 from 0202").rule == "12.1c"  # type: ignore[union-attr]
    g.play("done")
    why = g.legal_actions.why_not("attack 0203 from 0202")
    assert why is not None
    assert why.rule == "7.0"
