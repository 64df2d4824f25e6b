"""Every kind of question of Salerno '43 is answered with the mouse, every kind of answer given."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Sit
from .salerno import RECORD, WIDE, course, give, moments, open_asked
from .table import Table

BATTLE = (
    "attack",
    "join",
    "support",
    "storm",
    "defensive air",
    "roll",
    "lose",
    "remnant",
    "stand",
    "lead",
    "defensive support",
    "battleships",
    "hold or delay",
    "retreat",
)
AFTERWARDS = (
    "advance",
    "advance to",
    "breakthrough group",
    "breakthrough",
    "follow",
    "overstacked",
)
REST = ("invade", "initial", "reinforce", "return", "airdrop", "refit", "move", "step")


def answered(one: Table, kind: str) -> None:
    """Answer a question with each of its verbs in turn, taking each back."""
    record, answers = moments()[kind]
    table = open_asked(one, record)
    expect(one.question).to_have_attribute("data-kind", kind)
    for action in sorted(answers, key=lambda each: each.verb == "cancel"):
        with one.progress():
            give(one, action)
        told: str = one.page.evaluate(RECORD, table)
        if action.verb == "cancel":  # what is called off leaves nothing to take back
            expect(one.question).not_to_have_attribute("data-kind", kind)
            assert "cancel" not in told
            return
        order = action.word if action.verb == "roll" else action.text
        assert order in course(told), (kind, action.text)
        if one.page.locator('.question[data-kind="over"]').count():
            return
        with one.progress():
            one.press("u")
        expect(one.question).to_have_attribute("data-kind", kind)


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(BATTLE, id="battle", marks=pytest.mark.soak),
        pytest.param(AFTERWARDS, id="after"),
        pytest.param(REST, id="rest", marks=pytest.mark.soak),
    ],
)
def test_every_answer_by_mouse(sit: Sit, asked: tuple[str, ...]) -> None:
    one = sit(viewport=WIDE)
    for kind in asked:
        answered(one, kind)
