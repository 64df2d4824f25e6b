"""Without a mouse, without seeing, on a phone, in three languages, in every theme."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

import grognard

from ..conftest import Fate
from .axe import faults
from .conftest import Sit
from .positions import AT_MOVEMENT
from .table import PAINTED, Table
from .test_gazala import ENGAGED

WORDS = Path(__file__).parents[3] / "src/grognard/table/client/words"
LANGUAGES = ("en", "pl", "it")


@pytest.mark.soak
def test_a_whole_game_by_keyboard_alone(sit: Sit, fate: Fate) -> None:
    """Every order is a digit, or typed; what may be ordered is read from the list in words."""
    fate("fate-23")
    one = sit()
    page = one.page
    page.locator(".language").focus()
    _tab_to(one, 'input[name="seat-german"]:checked')
    for _ in range(8):
        if page.locator('input[name="seat-german"][value="bot:random"]').is_checked():
            break
        one.press("ArrowLeft")
    _tab_to(one, ".setup .wide")
    one.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    one.ready()
    chance = Random(4)
    given = 0
    _tab_to(one, '.tools [aria-label="Settings"]')
    one.press("Enter")
    _tab_to(one, '.settings input[type="range"]')
    one.press("Home", "Escape")
    while True:
        one.await_mine()
        if one.kind == "over":
            break
        orders = [each["order"] for each in one.orders()]
        assert orders, "a question without answers in words"
        closing = next((o for o in orders if o in ("default", "done", "pass", "go")), None)
        with one.progress():
            if closing and (given % 8 or closing == "default"):
                one.type_order(closing)
                one.press("Escape")
            else:
                digit = chance.randint(1, min(9, len(orders)))
                twice = orders[digit - 1] in ("done", "pass", "stay", "remain")
                one.press(*[str(digit)] * (1 + twice))
        given += 1
        assert given < 900
    expect(one.question).to_contain_text("13.0")
    expect(page.locator("#live p")).not_to_have_count(0)
    sheet = page.locator("dialog.report")
    expect(sheet).to_be_visible()
    _tab_to(one, ".proof button")
    one.press("Enter")
    expect(sheet.locator(".verified.ok")).to_contain_text("Verified")


def _tab_to(one: Table, selector: str) -> None:
    for _ in range(60):
        if one.page.locator(selector).evaluate("node => node === document.activeElement"):
            return
        one.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {selector}")


def test_the_map_by_keyboard(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT)
    one.press("m", "n")
    live = one.page.locator("#live p").last
    expect(live).to_contain_text("1st Infantry Division, A")
    one.press("Enter")
    expect(one.page.locator(".piece.selected")).to_have_count(1)
    expect(live).to_contain_text("selected")
    one.press("n")
    expect(live).to_contain_text("cost")
    with one.progress():
        one.press("Enter")
    one.press("u")
    expect(one.page.locator(".where")).to_contain_text("0/0")


LISTEN = """() => {
  window.heard = [];
  const look = {childList: true, subtree: true};
  for (const id of ['live', 'toast'])
    new MutationObserver((changes) => {
      // What has gone again by now is never said.
      const added = changes.flatMap(({addedNodes}) => [...addedNodes]).filter((node) => node.isConnected);
      window.heard.push(...added.map((node) => node.textContent));
    }).observe(document.getElementById(id), look);
}"""
"""What a screen reader would say."""


def test_what_a_screen_reader_says(sit: Sit) -> None:
    one = sit(record=ENGAGED)
    one.page.evaluate(LISTEN)

    def heard() -> str:
        return "\n".join(one.page.evaluate("() => window.heard.splice(0)"))

    with one.progress():
        one.press("1")
    assert re.search(r"Exact chances, \d+% Axis: .+; Allied: ", heard())
    with one.progress():
        one.press("2")
    # The question is the same: who joins is said, and what it is worth now.
    assert re.search(r"^with II Tank Battalion.*\nExact chances, \d+%", heard())
    one.open(grognard.new("anzio", seed=5).position)
    one.page.evaluate(LISTEN)
    one.answer("default")
    # The other side is asked the same.
    assert heard().endswith("German: place a unit, or take the default set-up for the rest")
    one.answer("default")
    # Twenty lines at once: none is gone before it is said.
    assert "4th Parachute Division, A sets up in 0101" in heard()
    one.open(AT_MOVEMENT)
    one.page.evaluate(LISTEN)
    one.press("e")
    assert heard() == "Press e again: End the movement"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_three_languages(sit: Sit, lang: str) -> None:
    one = sit()
    other = "it" if lang != "it" else "pl"
    page = one.page
    page.locator(".language").select_option(other)
    one.bring(AT_MOVEMENT)
    expect(page.locator("#tab-orders")).to_have_text({"it": "Ordini", "pl": "Rozkazy"}[other])
    page.locator(".settings-button").click()
    page.locator(".note .language").select_option(lang)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator("#tab-orders")).to_have_text(
        {"en": "Orders", "pl": "Rozkazy", "it": "Ordini"}[lang]
    )
    expect(one.question.locator(".prompt")).to_contain_text(
        {"en": "Move a unit", "pl": "Przesuń", "it": "Muovi"}[lang]
    )
    one.ready()
    one.page.mouse.click(*one.at_piece("AL-504"))
    expect(page.locator(".piece.selected")).to_have_count(1)
    one.click_hex("1701")
    why = page.locator(".note.why p")
    expect(why).to_contain_text("1701")
    if lang != "en":
        expect(why).not_to_contain_text("movement points")
    why.locator(".rule").click()
    expect(page.locator(".rule-section")).not_to_be_empty()
    if lang != "en":
        expect(page.locator(".rule-section")).not_to_contain_text("Movement")


def _catalogue(lang: str) -> dict[str, str]:
    text = (WORDS / f"{lang}.js").read_text("utf-8")
    pairs = re.findall(r'^  "?([\w.-]+)"?:\s+"((?:[^"\\]|\\.)*)",$', text, re.MULTILINE)
    return dict(pairs)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_of_the_page_is_missing(lang: str) -> None:
    english, own = _catalogue("en"), _catalogue(lang)
    assert len(english) > 150
    assert set(own) == set(english)
    for key, text in own.items():
        fields = re.findall(r"\{\w+\}", text)
        assert sorted(fields) == sorted(re.findall(r"\{\w+\}", english[key])), key
        assert text.strip(), key


def test_every_sentence_of_the_page_is_used() -> None:
    files = [file for file in WORDS.parent.rglob("*.js") if file.parent != WORDS]
    source = "".join(file.read_text("utf-8") for file in files)
    built = {"tab.", "theme."}
    unused = [
        key
        for key in _catalogue("en")
        if f'"{key}"' not in source and not any(key.startswith(prefix) for prefix in built)
    ]
    assert unused == []


def test_a_phone(sit: Sit) -> None:
    one = sit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = one.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    one.bring(AT_MOVEMENT)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.touchscreen.tap(*one.at_hex("1110"))
    expect(page.locator(".piece.selected")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.touchscreen.tap(*one.at_hex("1209"))
    expect(page.locator('.pieces [data-piece="AL-504"]')).to_have_attribute("data-at", "1209")
    page.touchscreen.tap(*one.at_hex("1009"))
    expect(page.locator(".fanned")).to_have_count(2)
    page.evaluate(PAINTED)
    page.touchscreen.tap(*one.at_piece("AL-3US-B"))
    expect(one.question).to_contain_text("3rd Infantry Division, B")
    page.locator(".sheet-handle").tap()
    page.locator("#tab-hex").tap()
    expect(page.locator(".inspector")).to_contain_text("strength 6")
    for button in page.locator(":is(.answers, .tabs) button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    assert faults(one) == []
