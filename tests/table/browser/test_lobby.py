"""The lobby: its picture shows where the game begins, and what was chosen stays chosen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from .conftest import DESK, Sit
from .positions import AT_MOVEMENT

PHONE = {"width": 390, "height": 844}
SHOWN = """async ([game, hex]) => {
  const drawn = new DOMParser().parseFromString(
    await (await fetch(`/api/games/${game}/map.svg`)).text(), 'image/svg+xml').documentElement;
  const [, , wide, tall] = drawn.getAttribute('viewBox').split(' ').map(Number);
  const [, x, y] = /^M([\\d.-]+),([\\d.-]+)/.exec(
    drawn.querySelector(`path.hex[data-hex="${hex}"]`).getAttribute('d')).map(Number);
  const img = document.querySelector('.hero-map');
  const box = img.getBoundingClientRect();
  const [left, top] = getComputedStyle(img).objectPosition.split(' ').map((n) => parseFloat(n) / 100);
  const k = Math.max(box.width / wide, box.height / tall);
  const at = [box.x + (box.width - wide * k) * left + x * k, box.y + (box.height - tall * k) * top + y * k];
  const inside = ({ left, right, top, bottom }) =>
    at[0] > left && at[0] < right && at[1] > top && at[1] < bottom;
  return inside(document.querySelector('.hero').getBoundingClientRect())
    && !inside(document.querySelector('.hero-words').getBoundingClientRect());
}"""


@pytest.mark.parametrize(
    ("game", "beaches"), [("salerno43", ("2710", "2712", "2616")), ("anzio", ("0407", "0709"))]
)
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_the_picture_shows_the_beaches(
    sit: Sit, game: str, beaches: tuple[str, ...], viewport: dict[str, int]
) -> None:
    page = sit(viewport=viewport).page
    page.locator(".setup select").first.select_option(game)
    for beach in beaches:
        assert page.evaluate(SHOWN, [game, beach]), beach


def test_a_choice_outlives_a_change_of_language(sit: Sit) -> None:
    page = sit().page
    page.locator(".setup select").first.select_option("salerno43")
    page.locator(".setup select").nth(1).select_option(index=1)
    chosen = page.locator(".setup select").nth(1).input_value()
    page.locator('.seat[data-side="german"] label', has_text="A friend").click()
    page.locator("select.language").select_option("pl")
    expect(page.locator("#setup-title")).to_have_text("Nowa gra")
    expect(page.locator(".setup select").nth(1)).to_have_value(chosen)
    expect(page.locator('.seat[data-side="german"] [value="link"]')).to_be_checked()


def test_an_opponent_is_explained_and_the_page_speaks_one_language(sit: Sit) -> None:
    """Not only where a mouse rests on it; the browser's own words for a file are not shown."""
    page = sit().page
    page.locator(".setup select").first.select_option("gazala1942")
    expect(page.locator(".start")).to_contain_text("a staff officer")
    seat = page.locator('.seat[data-side="allied"]')
    seat.locator("label", has=page.locator('[value="bot:veteran"]')).click()
    expect(seat.locator(".seat-about")).to_contain_text("plans")
    for game in ("gazala1942", "anzio"):
        page.locator(".setup select").first.select_option(game)
        seat = page.locator(".seat").last
        for pill in seat.locator('label:has([value^="bot:"])').all():
            pill.click()
            expect(seat.locator(".seat-about")).not_to_be_empty()
    page.locator("header select").first.select_option("pl")
    expect(page.locator(".file")).to_have_text("Wybierz plik")
    # A record that was downloaded here can be chosen.
    expect(page.locator(".file input")).to_have_attribute("accept", re.compile(r"^\.grog,"))


def test_the_shelf(sit: Sit) -> None:
    """A game is renamed, found, put out of sight and back, deleted and kept after all."""
    one = sit(record=AT_MOVEMENT)
    for _ in range(6):
        one.open(AT_MOVEMENT)
    one.page.goto(one.url)
    rows = one.page.locator(".tables a")
    expect(rows).to_have_count(6)
    one.page.get_by_role("button", name="All 7 games").click()
    expect(rows).to_have_count(7)
    more = one.page.locator(".tables .icon-button").first
    more.click()
    one.page.get_by_label("Name of the game").fill("A wet winter")
    one.page.get_by_role("button", name="Rename").click()
    expect(rows.first).to_contain_text("A wet winter")
    one.page.get_by_label("Search your games").fill("wet win")
    expect(rows).to_have_count(1)
    one.page.locator(".tables .icon-button").click()
    one.page.get_by_role("button", name="Delete in a day").click()
    one.page.get_by_role("button", name="Yes, delete it").click()
    expect(rows.first).to_contain_text("Deleted in a day")
    # It waits for nobody any more.
    expect(one.page.locator(".tables .tag.you")).to_have_count(0)
    expect(one.page).to_have_title("● Your decision (6) · Grognard")
    one.page.locator(".tables .icon-button").click()
    one.page.get_by_role("button", name="Keep it after all").click()
    expect(rows.first).not_to_contain_text("Deleted")
    one.page.locator(".tables .icon-button").click()
    one.page.get_by_role("button", name="Archive").click()
    expect(rows).to_have_count(0)
    one.page.reload()
    expect(rows).to_have_count(6)
    one.page.get_by_role("button", name="Archived: 1").click()
    expect(rows.first).to_contain_text("A wet winter")


def test_a_table_is_set_once_however_often_the_button_is_pressed(sit: Sit) -> None:
    """On a slow line nothing was to be seen, and whoever pressed again had two tables."""
    page = sit().page
    sent: list[str] = []
    page.on(
        "request", lambda request: sent.append(request.url) if request.method == "POST" else None
    )

    def slowly(route: Route) -> None:
        page.wait_for_timeout(300)
        route.continue_()

    page.route("**/api/tables", slowly)
    page.locator(".setup .wide").dblclick()
    expect(page.locator("html.making")).to_have_count(1)
    expect(page.locator(".question")).to_be_visible()
    assert len([url for url in sent if url.endswith("/api/tables")]) == 1


def test_options_are_folded_until_one_is_taken(sit: Sit) -> None:
    """So that the button to begin is not a screen farther down."""
    page = sit().page
    page.locator(".setup select").first.select_option("gazala1942")
    option = page.locator(".option input").first
    expect(option).to_be_hidden()
    page.locator(".options summary").click()
    option.check()
    page.locator(".setup select").nth(1).select_option(index=1)
    expect(option).to_be_checked()
    expect(option).to_be_visible()
