"""Orders said in one line: where a unit has no choice they are taken or refused as if it had one."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import (
    REAL,
    plain,
    play,
    refused,
    scene,
    steps,
    texts,
    where,
    words,
)

from grognard import Game

FIGHT = "0504 AX-61-102(e) AX-85-60(e); 0604 AX-7B; 0101 AX-HQ-XXI; 0505 AL-1SF; 0909 AL-HQ-50"


def won(options: str = "") -> Game:
    """The Axis has cleared 0505 and may advance."""
    g = scene(FIGHT, "combat axis", impulse="AX-HQ-XXI", options=options)
    play(g, "attack 0505 from 0504 go", "roll 6")
    return g


@pytest.mark.rule("gazala1942:9.54", "gazala1942:12.2")
@pytest.mark.parametrize(
    ("options", "order", "rule"),
    [
        ("", "send AX-7B advance 0605", "9.54"),
        ("", "send AX-61-102 advance 0405", "9.57"),
        ("", "send AX-61-102 advance 0404", "9.54"),
        ("", "send AX-7B advance 0505-0506", "9.51"),
        ("12.2", "send AX-7B advance 0605", "12.2"),
        ("12.2", "send AX-7B advance 0505-0506", "9.51"),
        ("12.2", "send AX-61-102 advance 0503", "12.2"),
    ],
)
def test_an_advance_elsewhere_is_refused_by_the_rule_that_bars_it(
    options: str, order: str, rule: str
) -> None:
    assert refused(won(options), order) == rule


@pytest.mark.rule("gazala1942:9.54", "gazala1942:9.52")
@pytest.mark.parametrize("options", ["", "12.2"])
def test_an_advance_into_the_hex_attacked_may_be_said_though_there_is_no_other(
    options: str,
) -> None:
    """12.2 leaves a unit that did not attack the hex attacked alone."""
    g = won(options)
    play(g, "send AX-7B advance 0505")
    assert where(g, "AX-7B") == "0505"
    assert "send AX-7B" not in texts(g)


MINED = plain("side minefield 0403/0404")


def miners(units: str = "0403 AX-65-101 AX-34E") -> Game:
    return scene(
        f"{units}; 0101 AX-HQ-XX; 0202 AX-HQ-X; 0909 AL-KDG", impulse="AX-HQ-XX", board=MINED
    )


@pytest.mark.rule("gazala1942:10.84")
@pytest.mark.parametrize(
    ("units", "rule"),
    [
        ("0403 AX-19-27", "7.3"),
        ("0403 AX-65-101(u)", "3.0"),
        ("0402 AX-65-101", "10.84"),
    ],
)
def test_why_a_unit_does_not_breach(units: str, rule: str) -> None:
    g = miners(f"{units}; 0502 AX-66-101")
    unit = units.split()[1].partition("(")[0]
    assert refused(g, f"breach {unit} across 0404") == rule


@pytest.mark.rule("gazala1942:10.84")
def test_a_breach_that_was_begun_speaks_of_minefields_before_hexes_only() -> None:
    g = miners()
    play(g, "breach AX-65-101")
    for order in ("roll 1", "move AX-34E 0402", "breach AX-34E across 0404"):
        why = g.legal_actions.why_not(order)
        assert why is not None
        assert "lies before" not in str(why.reason)
    why = g.legal_actions.why_not("across 0503")
    assert why is not None
    assert str(why.reason) == "no unbreached minefield lies before 0503"


@pytest.mark.rule("gazala1942:3.2a")
def test_a_draw_is_told_once() -> None:
    g = scene("0404 AX-HQ-X; 0808 AL-HQ-50", "draw axis", lines=["cup AX-HQ-X AL-HQ-50"])
    assert [e.kind for e in g.play("draw AX-HQ-X")] == ["draw", "impulse"]


@pytest.mark.rule("gazala1942:9.54")
@pytest.mark.parametrize("options", ["", "12.2"])
@pytest.mark.parametrize(
    "order",
    [
        "advance AX-7B to 0505",
        "advance AX-7B 0505",
        "advance AX-7B",
        "send AX-7B to 0505",
        "send AX-7B 0505",
        "send AX-7B advance 0505 stop",
    ],
)
def test_who_advances_may_be_said_in_many_ways(options: str, order: str) -> None:
    g = won(options)
    play(g, order)
    assert where(g, "AX-7B") == "0505"


@pytest.mark.rule("gazala1942:9.54", "gazala1942:9.52")
@pytest.mark.parametrize(
    ("order", "rule"),
    [("advance AX-61-102 to 0604", "9.54"), ("advance AX-HQ-XXI to 0505", "9.52")],
)
def test_an_advance_is_refused_by_the_rule_that_bars_it_however_it_is_said(
    order: str, rule: str
) -> None:
    assert refused(won(), order) == rule


REBUILT = "0404 AL-9L-1; 0808 AL-HQ-1ARM; 0101 AX-HQ-XXI; eliminated AL-3Y-1 AL-4Y-1"


def depot(pool: str, units: str = REBUILT) -> Game:
    return scene(units, "replacements allied", lines=[f"pool {pool}"])


@pytest.mark.rule("gazala1942:11.23")
@pytest.mark.parametrize(
    ("pool", "order", "left"),
    [
        ("Grant 1", "restore AL-3Y-1 one place 0404", 1),
        ("Grant 1", "restore AL-3Y-1 place 0404", 1),
        ("Grant 1", "restore AL-3Y-1 0404", 1),
        ("Grant 2", "restore AL-3Y-1 two place 0404", 2),
        ("Grant 2", "restore AL-3Y-1 one 0404", 1),
        ("Grant 2", "restore AL-3Y-1 2 0404", 2),
    ],
)
@pytest.mark.parametrize("hq", ["0808", "0404"])
def test_a_unit_comes_back_in_one_line_where_there_is_one_hex_or_two(
    pool: str, order: str, left: int, hq: str
) -> None:
    g = depot(pool, REBUILT.replace("0808", hq))
    play(g, order)
    assert (where(g, "AL-3Y-1"), steps(g, "AL-3Y-1")) == ("0404", left)


@pytest.mark.rule("gazala1942:11.23", "gazala1942:11.24")
@pytest.mark.parametrize(
    ("pool", "order", "rule"),
    [
        ("Grant 1", "restore AL-3Y-1 two place 0404", "11.23"),
        ("Grant 1", "restore AL-3Y-1 one place 0405", "11.23"),
        ("Grant 2", "restore AL-3Y-1 two place 0405", "11.23"),
        ("Grant 2", "restore AL-4Y-1 two place 0404", "11.22"),
    ],
)
@pytest.mark.parametrize("hq", ["0808", "0404"])
def test_a_return_in_one_line_is_refused_by_the_rule_that_bars_it(
    pool: str, order: str, rule: str, hq: str
) -> None:
    g = depot(pool, REBUILT.replace("0808", hq))
    assert refused(g, order) == rule


@pytest.mark.rule("gazala1942:11.23", "gazala1942:11.24")
@pytest.mark.parametrize(
    ("pool", "steps", "rule", "reason"),
    [
        ("Grant 1", 2, "11.23", "one point is left for AL-3Y-1, not two: Grant"),
        ("Grant 2", 1, "11.24", "AL-3Y-1 has one step only"),
    ],
)
def test_two_points_where_there_is_one_or_one_step(
    pool: str, steps: int, rule: str, reason: str
) -> None:
    own = f"{plain()}\nunit AL-3Y-1 steps={steps}"
    g = scene(REBUILT, "replacements allied", lines=[f"pool {pool}"], board=own)
    why = g.legal_actions.why_not("restore AL-3Y-1 two")
    assert why is not None
    assert (why.rule, str(why.reason)) == (rule, reason)


@pytest.mark.rule("gazala1942:7.32a")
def test_a_unit_is_assigned_to_a_headquarters() -> None:
    g = scene("0404 AX-61-102; 0101 AX-HQ-XXI; 0102 AX-HQ-X; 0909 AL-HQ-50", "assignment axis")
    told = play(g, "assign AX-61-102 to AX-HQ-X")
    assert str(told[0].facts["formation"]) == "X Italian Corps"


@pytest.mark.rule("gazala1942:11.11a")
def test_a_reinforcement_enters_along_a_path() -> None:
    board, at = REAL, "movement allied"
    g = scene(
        "1931 AL-HQ-50(e); 2403 AX-HQ-XXI; later AL-4T", at, impulse="AL-HQ-50", board=board, turn=5
    )
    assert refused(g, "enter AL-4T at 1933-1932") == "11.11a"
    assert not g.legal_actions.why_not("enter AL-4T")
    entering = g.copy()
    entering.play("enter AL-4T")
    assert entering.legal_actions.why_not("at")
    play(g, "enter AL-4T at 1934-1933-1932 stay")
    assert where(g, "AL-4T") == "1932"


PARTS = "0404 AL-69-50(re) AL-69-50-BN(e); 0505 AL-150-50-BN(e) AL-151-50-BN(e); 0808 AL-HQ-50(e)"


@pytest.mark.rule("gazala1942:10.6b")
@pytest.mark.parametrize(
    "order",
    [
        "join AL-69-50-BN with AL-69-50",
        "join AL-69-50-BN AL-69-50",
        "join AL-69-50 with AL-69-50-BN",
        "join AL-69-50 AL-69-50-BN",
    ],
)
def test_who_joins_whom_may_be_said(order: str) -> None:
    g = scene(f"{PARTS}; 0101 AX-HQ-XXI", "join allied", impulse="AL-HQ-50")
    play(g, order)
    assert steps(g, "AL-69-50") == 3


@pytest.mark.rule("gazala1942:10.6b")
@pytest.mark.parametrize(
    "order",
    [
        "join AL-69-50-BN with AL-150-50-BN",
        "join AL-69-50-BN with AL-HQ-50",
        "join AL-HQ-50 with AL-69-50-BN",
        "join AL-69-50 with AL-HQ-50",
        "join AL-69-50 with AL-7-7-BN",
    ],
)
def test_units_that_do_not_join_are_told_so(order: str) -> None:
    g = scene(f"{PARTS}; 0303 AL-7-7-BN; 0101 AX-HQ-XXI", "join allied", impulse="AL-HQ-50")
    assert refused(g, order) == "10.6b"


@pytest.mark.rule("gazala1942:11.23")
@pytest.mark.parametrize(
    "words",
    ["two place 0303", "two at 0303", "two 0303", "place 0303 two", "at 0303 two", "0303 two"],
)
def test_the_strength_and_the_hex_of_a_vehicle_that_comes_back_in_any_order(words: str) -> None:
    g = scene(
        "0303 AL-HQ-1ARM; 0505 AL-3Y-1; 0909 AX-HQ-X",
        "replacements allied",
        lines=["eliminated AL-9L-1", "pool Grant 3"],
    )
    assert refused(g, "restore AL-9L-1 place 0303") == "11.23"
    assert refused(g, "restore AL-9L-1 0304 two") == "11.23"
    g.play(f"restore AL-9L-1 {words}")
    assert (where(g, "AL-9L-1"), steps(g, "AL-9L-1")) == ("0303", 2)


def beaten(*mines: str) -> Game:
    """Two Axis units must leave 0505, and friends are near."""
    units = "0505 AX-200(e) AX-1-21I(e); 0504 AX-361; 0506 AL-1SF; 0101 AX-HQ-AFRIKA"
    g = scene(units, "combat axis", impulse="AX-HQ-AFRIKA", board=plain(*mines))
    play(g, "attack 0506 all go", "roll 1", "lose AX-200", "retire")
    return g


BEHIND = ("side minefield 0505/0404", "side minefield 0505/0604")


@pytest.mark.rule("gazala1942:9.41b", "gazala1942:9.42")
@pytest.mark.parametrize("mines", [(), BEHIND])
def test_a_retreat_may_be_said_whole_though_there_is_no_other_way(mines: tuple[str, ...]) -> None:
    g = beaten(*mines)
    play(g, "send AX-200 0504")
    assert where(g, "AX-200") == "0504"
    assert where(beaten(*mines), "AX-200") == "0505"


@pytest.mark.rule("gazala1942:9.41b", "gazala1942:10.83")
@pytest.mark.parametrize(("hex_", "rule"), [("0604", "10.83"), ("0605", "9.41b")])
def test_a_retreat_elsewhere_is_refused_by_the_rule_that_bars_it(hex_: str, rule: str) -> None:
    assert refused(beaten(*BEHIND), f"send AX-200 {hex_}") == rule


@pytest.mark.rule("gazala1942:3.21a", "gazala1942:3.22")
def test_who_ends_a_movement_that_ends_with_the_last_unit_keeps_the_armor_phase() -> None:
    """The last unit stays where it is, and with that the movement is over: 'done' ends no more."""
    tanks = "0503 AX-1-21T(e); 0101 AX-HQ-AFRIKA; 0507 AL-4Y-1 AL-3-7; 0909 AL-HQ-50"
    g = scene(tanks, "movement axis", impulse="AX-HQ-AFRIKA")
    play(g, "move AX-1-21T 0506", "done")
    assert (g.phase, words(g, "engage")) == ("armor", {"0507"})


@pytest.mark.rule("gazala1942:5.2")
def test_who_ends_a_movement_that_ends_with_the_last_unit_may_have_overfilled_a_hex() -> None:
    french = "0504 AL-1FR(e); 0503 AL-2FR; 0909 AL-HQ-50; 0101 AX-HQ-XXI"
    g = scene(french, "movement allied", impulse="AL-HQ-50")
    play(g, "move AL-1FR 0503", "done")
    assert (g.phase, words(g, "lose")) == ("movement-excess", {"AL-1FR", "AL-2FR"})


@pytest.mark.rule("gazala1942:9.52", "gazala1942:9.53")
def test_who_is_still_advancing_stays_when_another_is_sent() -> None:
    units = (
        "0504 AX-1-15T(e) AX-1-15I(e) AX-2-15I(e); 0101 AX-HQ-AFRIKA; 0505 AL-1SF; 0909 AL-HQ-50"
    )
    g = scene(units, "combat axis", impulse="AX-HQ-AFRIKA")
    play(g, "attack 0505 all go", "roll 6", "send AX-1-15I advance 0505")
    assert "stop" in texts(g)
    play(g, "send AX-1-15T advance 0505", "done")
    assert (where(g, "AX-1-15I"), where(g, "AX-1-15T")) == ("0505", "0505")


@pytest.mark.parametrize(
    "order",
    [
        "attack 0505 with AX-61-102+AX-85-60 from 0604",
        "attack 0505 with AX-61-102, AX-85-60, AX-7B",
        "attack 0505 from 0504+0604",
        "attack 0505 from 0504, 0604",
    ],
)
def test_units_and_hexes_of_an_attack_may_be_joined(order: str) -> None:
    g = scene(f"{FIGHT}".replace("AX-7B", "AX-7B(e)"), "combat axis", impulse="AX-HQ-XXI")
    said = g.odds("attack 0505 all").lines
    assert g.odds(order).lines == said
    told = g.play(f"{order} go")
    assert "AX-61-102, AX-85-60, AX-7B" in str(told[0])


@pytest.mark.parametrize("order", ["put AX-HQ-X+AX-HQ-XX done", "put AX-HQ-X, AX-HQ-XX done"])
def test_several_markers_are_put_into_the_cup_in_one_order(order: str) -> None:
    g = scene(
        "0101 AX-HQ-X AX-HQ-XX AX-HQ-XXI; 0909 AL-HQ-50 AL-HQ-1SA",
        "markers axis",
        lines=["limits 3 1"],
    )
    told = [str(event.facts.get("hq")) for event in g.play(order)]
    assert told == ["AX-HQ-X", "AX-HQ-XX"]
    assert g.side == "allied"
    assert refused(g, "put AL-HQ-50+AL-HQ-2SA") == "10.13"
