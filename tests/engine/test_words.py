"""Sentences and actions."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction

from grognard.engine.decision import Event, Outcome
from grognard.engine.ledger import Chance, Ledger, Line
from grognard.engine.words import Action, IllegalAction, Say
from grognard.textdata import DataError

POLISH = {"{unit} holds {hex}": "{hex} trzyma {unit}", "a town": "miasto"}


def polish(text: str) -> str:
    return POLISH.get(text, text)


def test_a_sentence_is_its_template_filled() -> None:
    say = Say("{unit} holds {hex}", unit="AL-RGR", hex=Say("a town"))
    assert str(say) == "AL-RGR holds a town"
    assert say.translated(polish) == "miasto trzyma AL-RGR"
    assert say == Say("{unit} holds {hex}", unit="AL-RGR", hex=Say("a town"))
    assert say != Say("{unit} holds {hex}", unit="AL-RGR", hex="a town")
    assert repr(say) == "Say('AL-RGR holds a town')"


def test_actions_are_equal_if_they_read_the_same() -> None:
    assert Action("move", "AL-RGR", 3) == Action("move", "AL-RGR")
    assert len({Action("go"), Action("go"), Action("stay")}) == 2
    assert Action("go") != "go"
    assert (str(Action("go")), str(Action("to", "0101"))) == ("go", "to 0101")


def test_a_refusal_has_a_rule_and_a_sentence() -> None:
    refusal = IllegalAction("5.0a", "{hex} is full", hex="0101")
    assert str(refusal) == "0101 is full [5.0a]"
    assert refusal.reason == Say("{hex} is full", hex="0101")
    assert isinstance(refusal, ValueError)
    assert str(IllegalAction("", "an empty order")) == "an empty order"


def test_a_fault_of_a_text_names_its_line_and_can_be_translated() -> None:
    """It comes whole out of another process, too."""
    made = DataError("game.grog", 3, Say("{unit} holds {hex}", unit="AL-RGR", hex=Say("a town")))
    for fault in (made, pickle.loads(pickle.dumps(made))):
        assert str(fault) == "game.grog:3: AL-RGR holds a town"
        assert fault.said.translated(polish) == "line 3: miasto trzyma AL-RGR"
    assert str(DataError("game.grog", None, Say("a town"))) == "game.grog: a town"
    refusal = IllegalAction("10.1", "{unit} holds {hex}", unit="AL-RGR", hex=Say("a town"))
    assert refusal.said.translated(polish) == "miasto trzyma AL-RGR [10.1]"


def test_events_and_outcomes_cite() -> None:
    event = Event("move", "10.1", "{unit} moves", {"unit": "AL-RGR"})
    assert str(event) == "AL-RGR moves [10.1]"
    assert event.say.translated(lambda text: text.upper().replace("UNIT", "unit")) == "AL-RGR MOVES"
    assert str(Outcome(None, "13.0d", Say("nobody holds"))) == "draw: nobody holds [13.0d]"
    assert str(Outcome("allied", "13.0a", Say("both"))) == "allied wins: both [13.0a]"


def test_a_ledger_reads_like_one() -> None:
    ledger = Ledger(
        Say("A attacks B"),
        [Line("12.5a", Say("attack"), "12"), Line("12.6c", Say("town"), "-1")],
        "+6 or more",
        -1,
        [(1, "AR")],
        [Chance("AR", Fraction(1, 3), Say("the attacker retreats"))],
        [Line("12.3", Say("a test first"), "1/2")],
    )
    assert str(ledger).splitlines() == [
        "A attacks B",
        "    12  attack [12.5a]",
        "    -1  town [12.6c]",
        "  column +6 or more, die -1",
        "   33.3%  AR   the attacker retreats",
        "  note: a test first [12.3]",
    ]


def test_the_ground_of_a_table_is_no_column() -> None:
    sheet = Ledger(Say("defense"), [], "hill 112", 1, [], [], ground=True)
    assert str(sheet) == "defense\n  hill 112, die +1"
    assert "  column none, die +1" in str(replace(sheet, column="none", ground=False))
