"""The rhythm of play: battles that stay until they are seen, phases that are announced, marches in one line."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from ..players import wait_for
from .conftest import Sit
from .positions import AT_COMBAT, AT_MOVEMENT
from .salerno import BATTLE
from .table import JSON
from .test_follow import SEEN

PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desk", "phone"])
def test_a_battle_lies_on_its_card_until_it_is_put_away(
    sit: Sit, viewport: dict[str, int] | None
) -> None:
    """Attacker, odds, die, result and what follows stay together; the next battle does not wipe them out."""
    one = sit(record=AT_COMBAT, **({"viewport": viewport} if viewport else {}))
    card = one.page.locator(".battle-card")
    one.type_order("attack 0908 from 0808 go")
    expect(card).to_contain_text("0808 attacks 0908")
    expect(card.locator(".thrown-die")).to_have_count(1)
    assert one.page.locator(".dice-tray .die").count() == 0, "its die lies on the card alone"
    expect(card.locator(".battle-cell")).to_have_text(re.compile("A|D|\u2013"))
    expect(card).to_contain_text(re.compile("Differential .*, die ."))
    box, target = card.bounding_box(), one.at_hex("0908")
    assert box
    inside = box["x"] <= target[0] <= box["x"] + box["width"]
    assert not (inside and box["y"] <= target[1] <= box["y"] + box["height"]), "covers the battle"
    card.get_by_role("button", name="Put the battle away").click()
    expect(card).to_have_count(0)


def test_odds_are_not_broken_at_the_end_of_a_line(sit: Sit) -> None:
    """The card said "5-", and on the next line "1"."""
    one = sit(record=AT_COMBAT)
    pieces = one.page.evaluate(
        """async () => {
          const { linked } = await import("/client/names.js");
          const line = document.createElement("p");
          line.style.width = "1px";
          line.append(...linked("4 to 1 is 4-1, one column right: 5-1"));
          document.body.append(line);
          const odds = [...line.querySelectorAll("span")].filter((each) => /^\\d-1$/.test(each.textContent));
          return odds.map((each) => each.getClientRects().length);
        }"""
    )
    assert pieces == [1, 1]


def test_a_battle_that_was_seen_steps_aside(sit: Sit) -> None:
    """Who turns to something else has seen it; its result stays in a line that opens it again."""
    one = sit(record=AT_COMBAT)
    card, folded = (one.page.locator(f".battle-{what}") for what in ("card", "folded"))
    with one.progress():
        one.type_order("attack 0908 from 0808 go")
    expect(card).to_be_visible()
    one.await_mine()
    while one.kind != "attack":
        with one.progress():
            one.page.locator("#panel button.order").first.click()
        one.await_mine()
        expect(card).to_be_visible()
    one.page.locator("#field").focus()
    with one.progress():
        one.type_order("attack 0606")
    expect(card).to_have_count(0)
    expect(folded).to_contain_text("0808 attacks 0908")
    expect(folded.locator(".battle-cell")).to_have_text(re.compile("A|D|\u2013"))
    folded.click()
    expect(card).to_be_visible()


def test_battles_are_paged_through(sit: Sit) -> None:
    one = sit(record=AT_COMBAT)
    for order in ("attack 0908 from 0808 go", "attack 0606 from 0607 go"):
        one.await_kind("attack", "lose", "retreat", "advance", "combat")
        while one.kind not in ("attack", "combat"):
            with one.progress():
                one.page.locator("#panel button.order").first.click()
        one.page.locator("#field").focus()
        with one.progress():
            one.type_order(order)
    card = one.page.locator(".battle-card")
    expect(card.locator(".battle-pages")).to_contain_text("2/2")
    expect(card).to_contain_text("0607 attacks 0606")
    card.get_by_role("button", name="The battle before").click()
    expect(card).to_contain_text("0808 attacks 0908")
    one.page.locator("#tab-log").click()
    assert one.page.locator(".log .in-battle").count() >= 2


def test_what_came_of_a_battle_stays_until_it_has_been_seen(sit: Sit) -> None:
    """I answered, and a second later the enemy's next attack lay on the card in place of my result."""
    german = sit()
    position = json.dumps({"record": BATTLE.format(turn=8, phase="combat german")})
    tables = f"{german.url}/api/tables"
    post = german.page.request.post
    made = post(f"{tables}/import", data=position, headers=JSON).json()
    seats = json.dumps({"at": 0, "seats": {"allied": "link", "german": "me"}})
    both = post(f"{tables}/{made['id']}/branch", data=seats, headers=JSON).json()
    german.page.goto(f"{german.url}/t/{both['id']}")
    german.ready()
    allied = sit(both["links"]["allied"])
    allied.ready()

    def attack(order: str, *until: str) -> None:
        with german.progress():
            german.type_order(order)
        while True:
            one = wait_for(lambda: next((each for each in (german, allied) if each.mine), None))
            if one.kind in until:
                return
            with one.progress():
                one.page.locator("#panel button.order").first.click()

    german.await_kind("attack")
    attack("attack 2717", "attack")
    attack("attack 2812", "defensive air")
    card = allied.page.locator(".battle-card")
    expect(card).to_contain_text("HG Rec attacks 2812")
    expect(card).to_contain_text(re.compile("attack 2717.*die ."))


def test_a_phase_that_begins_is_announced(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT)
    with one.progress():
        one.type_order("done")
    expect(one.page.locator(".banner-card")).to_be_visible()


def test_a_turn_that_begins_is_announced_by_its_number(sit: Sit) -> None:
    one = sit(record=AT_COMBAT)
    with one.progress():
        one.type_order("done")
    banner = one.page.locator(".banner-card b")
    expect(banner).to_have_text(re.compile("^Turn 3 \u00b7 (Allied|German) \u00b7 "))


def test_a_march_is_one_line_of_the_log(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT)
    with one.progress():
        one.type_order("move AL-504 0908")
    one.page.locator("#tab-log").click()
    marches = one.page.locator(".log .event-move:visible")
    expect(marches).to_have_count(1)
    expect(marches.first).to_contain_text("from 1110 to 0908")
    marches.first.locator("button.legs").click()
    assert one.page.locator(".log .event-move:visible").count() > 1


def test_title_and_icon_say_whose_turn_it_is(sit: Sit) -> None:
    one = sit()
    one.begin(allied="me", german="link")
    one.page.get_by_role("link", name="To the table").click()
    one.ready()
    expect(one.page).to_have_title(re.compile("^● Your decision · "))
    icon = one.page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", re.compile("/icon-mine.svg$"))
    with one.progress():
        one.type_order("default")
    expect(one.page).to_have_title(re.compile("^Anzio"))
    expect(icon).to_have_attribute("href", re.compile("/icon.svg$"))


def test_coming_back_tells_what_happened_since(sit: Sit) -> None:
    """In a few lines, then once more on the map; and not again when nothing happened."""
    one = sit()
    one.begin(allied="me", german="bot:staff")
    one.ready()
    sheet = one.page.locator("dialog.absence-sheet")
    for _ in range(6):
        one.await_mine()
        if one.page.locator(".where").inner_text().startswith("Turn 2"):
            break
        with one.progress():
            one.page.locator("#panel button.order").last.click()
        one.press("s")
    expect(sheet).to_have_count(0)
    last_seen = "key => localStorage.setItem(key, '40')"
    one.page.evaluate(last_seen, f"seen-{one.page.url.rpartition('/')[2]}")
    one.page.reload()
    expect(sheet).to_contain_text(
        re.compile(r"\d+ moves, (no battle|\d+ battles?, \d+ units? lost)\.")
    )
    assert 1 <= sheet.locator("li").count() <= 5
    expect(sheet.locator("li").last).to_have_text(re.compile(r": \d{4} → \d{4}$"))
    sheet.get_by_role("button", name="Arrows on the map").click()
    expect(one.page.locator(".arrows .arrow")).not_to_have_count(0)
    # They leave with the next order.
    with one.progress():
        one.page.locator("#panel button.order").last.click()
    expect(one.page.locator(".arrows .arrow")).to_have_count(0)
    one.await_mine()
    one.page.evaluate(last_seen, f"seen-{one.page.url.rpartition('/')[2]}")
    one.page.set_viewport_size({"width": 600, "height": 500})
    one.page.reload()
    sheet.get_by_role("button", name="Show me").click()
    # Each step is told in words and by its arrow, and the map goes there.
    past = one.page.locator(".question.past")
    expect(past.locator(".prompt")).to_contain_text(re.compile("moves from .* to "))
    expect(one.page.locator(".arrows .arrow")).not_to_have_count(0)
    for _ in range(3):
        told = past.locator(".prompt").inner_text()
        goal = past.locator(".prompt [data-at-hex]").last.get_attribute("data-at-hex")
        one.page.wait_for_function(SEEN, arg=goal)
        expect(past.locator(".prompt")).not_to_have_text(told)
    one.page.keyboard.press("Escape")
    expect(one.page.locator(".arrows .arrow")).to_have_count(0)
    expect(one.page.locator(".question.past")).to_have_count(0)
    one.page.reload()
    one.ready()
    expect(sheet).to_have_count(0)


def test_a_game_resigned(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT)
    one.page.get_by_role("button", name="Copy, picture, report").click()
    one.page.get_by_role("button", name="Resign").click()
    one.page.get_by_role("button", name="Yes, resign").click()
    expect(one.question).to_contain_text("victory")
    expect(one.page.locator("dialog")).to_contain_text("resigns")
    one.page.goto(one.url)
    told = re.compile("(German|Allied) victory: the (Allied|German) player resigns")
    expect(one.page.locator("main")).to_contain_text(told)
