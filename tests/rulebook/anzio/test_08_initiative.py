"""8.0 Initiative."""

from __future__ import annotations

import pytest
from tests.rulebook.anzio.tabletop import play, scene

CONTACT = "0404 AL-RGR; 0403 GE-65-A"


def after(die: int, options: str = "") -> str | None:
    g = scene(CONTACT, "initiative", initiative="german", options=options)
    assert g.decision is not None
    assert (g.decision.kind, g.decision.rule) == ("roll", "8.1")
    told = [str(event) for event in g.play(f"roll {die}")]
    assert g.phase == "movement"
    who = "Allies" if g.side == "allied" else "Germans"
    assert f"the {who} have the initiative [8.1b]" in told
    return g.side


@pytest.mark.rule("anzio:8.1a", "anzio:8.1b")
def test_1_to_4_german_5_and_6_allied() -> None:
    assert [after(die) for die in range(1, 7)] == ["german"] * 4 + ["allied"] * 2


@pytest.mark.rule("anzio:8.1a")
def test_the_initiative_is_rolled_again_each_turn() -> None:
    g = scene("0404 AL-RGR; 0401 GE-65-A", "initiative", weather="rainy")
    play(g, "roll 6", "done", "done", "roll 5")
    assert (g.turn, g.phase, g.side) == (5, "initiative", "dice")
    g.play("roll 4")
    assert g.side == "german"


@pytest.mark.rule("anzio:8.2")
def test_without_lucas_a_4_is_allied_too() -> None:
    assert [after(die, "8.2") for die in range(1, 7)] == ["german"] * 3 + ["allied"] * 3


@pytest.mark.rule("anzio:8.3")
@pytest.mark.parametrize(
    ("die", "first", "second"), [(1, "german", "allied"), (6, "allied", "german")]
)
def test_the_side_with_the_initiative_moves_and_attacks_first(
    die: int, first: str, second: str
) -> None:
    g = scene(CONTACT, "initiative", weather="rainy")
    seen = []
    g.play(f"roll {die}")
    while g.turn == 4 and g.decision is not None:
        seen.append((g.decision.kind, g.side))
        g.play("pass" if g.decision.kind == "bombard" else "done")
    assert [who for kind, who in seen if kind == "move"] == [first, second]
    assert [who for kind, who in seen if kind == "attack"] == [first, second]
