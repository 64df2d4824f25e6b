"""5.0 Groups: who may share a hex."""

from __future__ import annotations

import pytest
from tests.rulebook.anzio.tabletop import play, refused, scene, texts, where, words

MOVE = "movement allied"


def joining(unit: str, *there: str, phase: str = MOVE) -> str:
    """'' if the unit may join the others in a hex, or the rule that forbids it."""
    g = scene(f"0404 {unit}" + (f"; 0403 {' '.join(there)}" if there else ""), phase)
    order = f"move {unit} 0403"
    if order not in g.legal_actions:
        return refused(g, order)
    g.play(order)
    assert where(g, unit) == ["0403"]
    return ""


@pytest.mark.rule("anzio:5.0a")
def test_two_units_are_a_group_a_third_finds_no_room() -> None:
    assert joining("AL-504") == ""
    assert joining("AL-504", "AL-RGR") == ""
    assert joining("AL-504", "AL-RGR", "AL-509") == "10.3a"


@pytest.mark.rule("anzio:5.0a")
def test_after_the_entry_turn_an_overfull_hex_must_be_thinned() -> None:
    """Ruling: in the owner's movement, as long as one of its units can leave."""
    g = scene("0404 AL-RGR AL-509 AL-504", MOVE)
    assert "done" not in texts(g)
    assert refused(g, "done") == "5.0a"
    g.play("move AL-504")
    assert refused(g, "stay") == "5.0a"
    play(g, "to 0403", "stay")
    assert "done" in texts(g)
    assert refused(scene("0404 AL-1UK-A AL-3US-A", MOVE), "done") == "5.0a"  # two who may not stack


@pytest.mark.rule("anzio:5.0a", "anzio:4.0c")
def test_on_the_entry_turn_the_limit_does_not_apply() -> None:
    g = scene("0404 AL-RGR AL-509 AL-504(e)", MOVE)
    assert "done" in texts(g)
    g = scene("0404 AL-RGR AL-509(e) AL-504(e) AL-1UK-A(e)", MOVE)
    assert "done" in texts(g)
    play(g, "move AL-504", "stay")
    assert where(g, "AL-504") == ["0404"]


@pytest.mark.rule("anzio:5.0a")
def test_an_overfull_hex_that_nobody_can_leave_may_stay_so() -> None:
    ring = "0403 GE-65-A; 0505 GE-65-B; 0305 GE-71-A"
    g = scene(f"0404 AL-RGR AL-509 AL-504; {ring}", MOVE)
    assert g.phase == "bombardment"  # every way leads from zone to zone: there was nothing to ask


@pytest.mark.rule("anzio:5.0a")
def test_the_entry_turn_ends_with_the_turn() -> None:
    units = "0404 AL-RGR(e) AL-509(e) AL-504(e); 0401 GE-65-A"
    g = scene(units, "combat german", initiative="allied", weather="rainy", turn=4)
    assert (g.turn, g.phase) == (5, "weather")  # nobody in contact: the turn is over
    play(g, "roll 1", "roll 6")
    assert (g.phase, g.side) == ("movement", "allied")
    assert refused(g, "done") == "5.0a"


@pytest.mark.rule("anzio:5.0b")
def test_only_one_nationality_in_a_hex() -> None:
    assert joining("AL-46RTR", "AL-1UK-A") == ""
    assert joining("AL-46RTR", "AL-1ARM") == "5.0b"
    assert joining("AL-1UK-A", "AL-3US-A") == "5.0b"
    assert joining("AL-3US-A", "AL-1UK-A") == "5.0b"


@pytest.mark.rule("anzio:5.0c")
def test_detachments_do_not_stack_with_another_division() -> None:
    assert joining("AL-3US-A", "AL-3US-B") == ""
    assert joining("AL-3US-A", "AL-45US-A") == "5.0c"
    assert joining("AL-1UK-B", "AL-56UK-B") == "5.0c"
    assert joining("GE-65-A", "GE-65-B", phase="movement german") == ""
    assert joining("GE-65-A", "GE-71-A", phase="movement german") == "5.0c"


@pytest.mark.rule("anzio:5.0c")
def test_the_46th_tanks_belong_to_no_division_the_1st_armored_is_one() -> None:
    """Rulings."""
    assert joining("AL-46RTR", "AL-56UK-A") == ""
    assert joining("AL-1ARM", "AL-45US-A") == "5.0c"


@pytest.mark.rule("anzio:5.0d")
@pytest.mark.parametrize("star", ["AL-CDO", "AL-RGR", "AL-509", "AL-504"])
def test_red_stars_stack_with_any_ally(star: str) -> None:
    for other in ("AL-1UK-A", "AL-3US-A", "AL-1ARM", "AL-46RTR", "AL-36US-B"):
        assert joining(star, other) == ""
        assert joining(other, star) == ""
    assert joining("AL-CDO", "AL-RGR") == ""


@pytest.mark.rule("anzio:5.0d")
def test_a_red_star_does_not_make_others_friends_nor_room() -> None:
    assert joining("AL-1UK-A", "AL-RGR", "AL-3US-A") == "10.3a"
    g = scene("0404 AL-1UK-A AL-RGR AL-3US-A", MOVE)
    assert refused(g, "done") == "5.0a"
    play(g, "move AL-RGR 0403", "stay")
    assert refused(g, "done") == "5.0a"  # the British and the US division are still together
    play(g, "move AL-1UK-A 0403", "stay")
    assert words(g, "done") == {""}
