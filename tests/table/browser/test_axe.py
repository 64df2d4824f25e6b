"""Every main view, every theme, both games: nothing that axe-core calls serious or critical."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import grognard

from .axe import faults
from .conftest import Sit
from .positions import AT_COMBAT, AT_MOVEMENT, whole_game
from .table import Table
from .test_gazala import ENGAGED
from .test_salerno import AT_COMBAT as SALERNO

CASES = [("light", "anzio"), ("dark", "salerno43"), ("high-contrast", "anzio")]
"""The large map of Salerno is slow to go through, so each theme is looked at with one game."""
MOVING = {"anzio": AT_MOVEMENT, "salerno43": SALERNO.replace("combat german", "movement german")}
FIGHTING = {"anzio": AT_COMBAT, "salerno43": SALERNO}
UNIT = {"anzio": "AL-504", "salerno43": "GE-16Pz-I64"}
ATTACK = {"anzio": ["attack 0606", "from 0607"], "salerno43": ["attack 2717", "with GE-16Pz-I79"]}


@pytest.fixture
def dressed(sit: Sit) -> Callable[[str, str], Table]:
    """The lobby in a theme, with a game chosen."""

    def at(theme: str, game: str) -> Table:
        one = sit()
        one.page.evaluate("theme => localStorage.setItem('theme', theme)", theme)
        one.page.evaluate("game => localStorage.setItem('game', game)", game)
        one.page.reload()
        expect(one.page.locator(".start")).to_be_visible()
        expect(one.page.locator("html")).to_have_attribute("data-theme", theme)
        return one

    return at


Dressed = Callable[[str, str], Table]


def order(one: Table, text: str) -> None:
    with one.progress():
        one.type_order(text)
    one.press("Escape")


@pytest.mark.parametrize(("theme", "game"), CASES)
def test_the_lobby_and_a_movement(dressed: Dressed, theme: str, game: str) -> None:
    one = dressed(theme, game)
    assert faults(one) == [], "lobby"
    one.bring(MOVING[game])
    one.press("0")
    one.page.mouse.click(*one.at_piece(UNIT[game]))
    expect(one.page.locator(".piece.selected")).to_have_count(1)
    expect(one.page.locator(".inspector")).to_be_visible()
    assert faults(one) == [], "movement"
    one.click_hex({"anzio": "1701", "salerno43": "2717"}[game])
    expect(one.page.locator(".note.why")).to_be_visible()
    assert faults(one) == [], "a refusal"
    one.page.locator(".note.why .rule").click()
    expect(one.page.locator(".rule-section")).not_to_be_empty()
    assert faults(one) == [], "a rule"
    one.press("Escape")
    one.page.locator(".overlays-button").click()
    expect(one.page.locator(".note .checks")).to_be_visible()
    assert faults(one) == [], "overlays"
    for box in one.page.locator(".note .checks input").all():
        box.check()
    one.press("Escape")
    assert faults(one) == [], "all overlays shown"
    one.page.locator('.tools [aria-label="Settings"]').click()
    assert faults(one) == [], "settings"


@pytest.mark.parametrize(("theme", "game"), CASES)
def test_a_battle_and_the_panels(dressed: Dressed, theme: str, game: str) -> None:
    one = dressed(theme, game)
    one.bring(FIGHTING[game])
    for text in ATTACK[game]:
        order(one, text)
    expect(one.page.locator(".ledger .chart")).to_be_visible()
    assert faults(one) == [], "ledger"
    one.page.locator(".ledger-tools button").click()
    expect(one.page.locator(".compare")).to_be_visible()
    assert faults(one) == [], "two ledgers compared"
    panels = {"log": ".log", "forces": ".forces", "tracks": ".tracks", "talk": ".talk"}
    for tab, panel in panels.items():
        one.page.locator(f"#tab-{tab}").click()
        expect(one.page.locator(f"#panel {panel}")).to_be_visible()
        assert faults(one) == [], panel
    one.press("[")
    expect(one.page.locator(".question.past")).to_be_visible()
    assert faults(one) == [], "an earlier moment"
    one.press("Escape")
    one.page.get_by_role("button", name="Copy, picture, report").click()
    assert faults(one) == [], "copies"
    one.page.get_by_role("button", name="Report so far").click()
    expect(one.page.locator("dialog.report")).to_be_visible()
    assert faults(one) == [], "report"


def test_help_and_guide(dressed: Dressed) -> None:
    one = dressed("light", "anzio")
    one.bring(AT_MOVEMENT)
    one.press("?")
    expect(one.page.locator("dialog")).to_be_visible()
    assert faults(one) == [], "help"
    one.page.get_by_role("dialog").get_by_role("button", name="Guide me").click()
    expect(one.page.locator(".guide")).to_be_visible()
    assert faults(one) == [], "guide"


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_the_sheets_of_a_table(dressed: Dressed, theme: str) -> None:
    """How to win, the rules, finding a unit, what the computer would do, the seal of the dice, an agreement."""
    one = dressed(theme, "normandy44")
    one.open(grognard.new("normandy44", seed="axe").position)
    expect(one.page.locator(".guide.welcome")).to_be_visible()
    assert faults(one) == [], "the offer of the first turn"
    for key, sheet in (("g", "goal-sheet"), ("i", "find-sheet")):
        one.press(key)
        expect(one.page.locator(f"dialog.{sheet}")).to_be_visible()
        assert faults(one) == [], sheet
        one.press("Escape")
        expect(one.page.locator("dialog")).to_have_count(0)
    one.page.locator(".book-button").click()
    one.page.locator(".book-search").fill("20.3.1")
    expect(one.page.locator(".book-rule").first).to_be_visible()
    assert faults(one) == [], "the rules"
    one.press("Escape", "Escape")
    expect(one.page.locator("dialog")).to_have_count(0)
    for item in ("Ask the computer", "Fair dice", "End by agreement", "Resign"):
        one.page.get_by_role("button", name="Copy, picture, report").click()
        one.page.locator(".note .menu button", has_text=item).click()
        expect(one.page.locator("dialog")).to_be_visible()
        assert faults(one) == [], item
        one.press("Escape")
        expect(one.page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_an_armor_combat_of_gazala(dressed: Dressed, theme: str) -> None:
    """A ledger with rare outcomes, the battle with the dice of both sides, the same put aside, the tracks."""
    one = dressed(theme, "gazala1942")
    one.open(ENGAGED)
    order(one, "engage 1316 all")
    one.page.locator(".ledger summary").click()
    assert faults(one) == [], "the ledger"
    one.answer("go")
    expect(one.page.locator(".battle-card")).to_be_visible()
    assert faults(one) == [], "the battle"
    while one.kind == "hit":
        with one.progress():
            one.page.locator("#panel button.order").first.click()
    expect(one.page.locator(".battle-folded")).to_be_visible(timeout=30_000)
    one.page.locator("#tab-tracks").click()
    expect(one.page.locator("#panel .tracks")).to_be_visible()
    assert faults(one) == [], "put aside"


@pytest.mark.parametrize("theme", ["dark"])
def test_a_finished_game_and_the_shelf(dressed: Dressed, theme: str) -> None:
    """Its statistics and its analysis; then the shelf of games."""
    one = dressed(theme, "anzio")
    one.bring(whole_game())
    one.question.get_by_text("Report").click()
    report = one.page.locator("dialog.report")
    expect(report.locator(".analysis")).to_be_visible()
    expect(report.locator(".plot").first).to_be_visible()
    assert faults(one) == [], "report"
    one.page.goto(f"{one.url}/")
    expect(one.page.locator(".tables li").first).to_be_visible()
    assert faults(one) == [], "the shelf"
    one.page.locator(".tables li .icon-button").first.click()
    expect(one.page.locator(".note .menu")).to_be_visible()
    assert faults(one) == [], "a game on the shelf"
    one.page.locator(".note .menu button").last.click()
    expect(one.page.locator("dialog")).to_be_visible()
    assert faults(one) == [], "asked before it is deleted"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_play_over_days(dressed: Dressed, theme: str) -> None:
    """Clocks, mail, an offer, and what is told on coming back."""
    one = dressed(theme, "anzio")
    clock = one.page.locator(".clock-choice")
    one.page.locator('.seat[data-side="german"] label', has_text="A friend").click()
    clock.locator("select").select_option(label="1 day a turn, 3 days in reserve")
    assert faults(one) == [], "the choice of a clock"
    one.page.locator(".setup .wide").click()
    expect(one.page.locator(".share-link")).to_be_visible()
    assert faults(one) == [], "the link for a friend"
    one.page.locator(".share-sheet .answer").click()
    one.ready()
    expect(one.page.locator(".clock")).to_have_count(2)
    assert faults(one) == [], "clocks"
    one.page.locator(".settings-button").click()
    one.page.locator(".note .call-me").click()
    expect(one.page.locator("dialog.calls-sheet")).to_be_visible()
    assert faults(one) == [], "where to tell me"
    one.press("Escape")
    one.page.get_by_role("button", name="Copy, picture, report").click()
    one.page.locator(".note .menu button", has_text="End by agreement").click()
    one.page.get_by_role("button", name="A draw").click()
    expect(one.page.locator('.question[data-kind="offer"]')).to_be_visible()
    assert faults(one) == [], "an offer"
