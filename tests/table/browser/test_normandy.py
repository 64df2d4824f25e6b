"""Normandy '44 at the page: a whole 6 June by mouse, by keyboard and on a phone; four friends at one table."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from playwright.sync_api import expect

import grognard
from grognard.bots.random import RandomBot

from .axe import faults
from .conftest import Sit
from .fingers import Fingers
from .salerno import WIDE
from .table import PAINTED, Table
from .test_salerno import Hands, by_keyboard
from .test_touch import fitting, touched

DDAY = grognard.new("normandy44", seed="dday").position
BEACHES = ["Utah", "Omaha", "Gold", "Juno", "Sword"]


@cache
def late() -> str:
    """The same morning with two beaches still to be assaulted."""
    game, bot, chance = grognard.load(DDAY), RandomBot(), Random(6)
    while game.decision is None or game.decision.kind != "beach" or len(game.legal_actions) > 2:
        game.play(bot.choose(game, chance).order)
    return game.position


def test_the_sixth_of_june_by_mouse(sit: Sit) -> None:
    one = sit(viewport=WIDE, record=DDAY)
    one.await_kind("beach")
    assert set(one.lit()) >= set(BEACHES)
    one.press("0")
    one.page.evaluate(PAINTED)
    hands = Hands(one)
    hands.turn(1)
    assert {"beach", "assault", "move", "attack", "join"} <= hands.kinds
    assert len(hands.moved) == 2


def test_the_sixth_of_june_by_keyboard(sit: Sit) -> None:
    one = sit(viewport=WIDE, record=late())
    by_keyboard(one, 1)


def test_the_sixth_of_june_on_a_phone(sit: Sit) -> None:
    """Answers are tapped in the list of the sheet, units and hexes on the map."""
    one = sit(record=late(), **touched(390, 844))
    page, moved = one.page, set[str]()
    one.await_kind("beach")
    assert fitting(one) == []
    orders = page.locator("#panel button.order")
    while "1 of 7" in page.locator(".status").inner_text():
        phase = page.locator(".who").first.inner_text()
        if one.kind == "move" and phase not in moved:
            moved.add(phase)
            raise_sheet(one, up=False)
            tap_a_move(one)
        else:
            raise_sheet(one, up=True)
            with one.progress():
                last = one.kind in ("move", "attack", "advance")
                (orders.last if last else orders.first).tap()
    assert len(moved) == 2


def raise_sheet(one: Table, *, up: bool) -> None:
    """Over the lower half of the screen, with the orders on it, or away."""
    orders = one.page.locator("#panel button.order").first
    if orders.is_visible() != up:
        one.page.locator(".sheet-handle").tap()
        if up:
            one.page.locator("#tab-orders").tap()
            expect(orders).to_be_visible()
        else:
            expect(orders).to_be_hidden()
        one.page.evaluate(PAINTED)


def tap_a_move(one: Table) -> None:
    """Tap a counter that may move, stands alone and is in sight, then a hex in its reach; else as the list has it."""
    page = one.page
    piece = page.evaluate(
        """() => {
          const moves = [...document.querySelectorAll('#panel button.order')]
            .filter((node) => node.dataset.order.startsWith('move '))
            .map((node) => node.dataset.order.slice(5));
          return moves.find((id) => {
            const node = document.querySelector(`.pieces [data-piece="${id}"]`);
            const {x, y, width, height} = node?.getBoundingClientRect() ?? {};
            const top = node && document.elementFromPoint(x + width / 2, y + height / 2);
            const stack = document.querySelectorAll(`.pieces [data-at="${node?.dataset.at}"]`);
            return stack.length === 1 && top?.closest('[data-piece]') === node;
          }) ?? '';
        }"""
    )
    if not piece:
        raise_sheet(one, up=True)
        with one.progress():
            page.locator('#panel button.order[data-order^="move "]').first.tap()
        return
    with Fingers(page) as hand:
        hand.tap(one.at_piece(piece))
        expect(page.locator(f'.piece.selected[data-piece="{piece}"]')).to_have_count(1)
        with one.progress():
            hand.tap(one.at_hex(goal_in_sight(one)))


def goal_in_sight(one: Table) -> str:
    """A place in reach of the selected unit that nothing of the page covers."""
    expect(one.page.locator(".cost").first).to_be_attached()
    one.page.evaluate(PAINTED)
    found = one.page.evaluate(
        """() => [...document.querySelectorAll('.cost')].map((node) => node.dataset.cost).find((hex) => {
          const {x, y} = document.querySelector('#field').whereIs(hex);
          return document.elementFromPoint(x, y)?.closest('#field');
        }) ?? ''"""
    )
    assert found, "the selected unit reaches nothing in sight"
    return str(found)


def test_four_friends_at_one_table(sit: Sit) -> None:
    """Two Allied and two German seats: each is asked for its own beaches, units and fronts."""
    one = sit(viewport=WIDE)
    page = one.page
    page.locator(".setup select").first.select_option("normandy44")
    page.locator(".options summary").click()
    for option in ("24a", "24b"):
        page.locator(f'.setup input[value="{option}"]').check()
    seats = ("american", "commonwealth", "seventh_army", "panzer_west")
    expect(page.locator(".seat")).to_have_count(len(seats))
    one.begin(**dict.fromkeys(seats, "me"))
    one.ready()
    asked = set[str]()
    for _ in range(60):
        if one.kind == "move" and len(asked) == len(seats):
            break
        asked.add(page.locator(".who b").first.inner_text())
        with one.progress():
            orders = page.locator("#panel button.order")
            last = one.kind in ("move", "attack", "advance", "replacements")
            (orders.last if last else orders.first).click()
    assert asked == {"American", "Commonwealth", "Seventh Army", "Panzer West"}


def test_with_four_players_each_has_his_side_s_counters_for_his_own(sit: Sit) -> None:
    """The beaches of the American were marked as the enemy's."""
    game = grognard.new("normandy44", seed="dday", options=["24a", "24b"])
    while game.decision is not None and game.decision.kind != "beach":
        game.play(game.decision.actions[0].text)
    one = sit(viewport=WIDE, record=game.position)
    one.await_kind("beach")
    expect(one.page.locator('[data-lit="Omaha"].legal')).to_have_count(1)
    expect(one.page.locator(".lit.target")).to_have_count(0)


def test_four_browsers_take_their_seats_by_links(sit: Sit) -> None:
    one = sit(viewport=WIDE)
    page = one.page
    page.locator(".setup select").first.select_option("normandy44")
    page.locator(".options summary").click()
    for option in ("24a", "24b"):
        page.locator(f'.setup input[value="{option}"]').check()
    one.begin(american="me", commonwealth="link", seventh_army="link", panzer_west="link")
    sheet = page.locator(".share-sheet")
    expect(sheet).to_contain_text("Send each friend a link")
    links = [box.input_value() for box in sheet.locator(".share-link").all()]
    sheet.locator(".answer").click()
    one.ready()
    friends = [sit("/" + link.split("/", 3)[3]) for link in links]
    for friend in friends:
        friend.ready()
    _, seventh, west = friends
    seventh.await_kind("share")
    expect(one.question).to_contain_text("Waiting for the Seventh Army player")
    with seventh.progress():
        seventh.page.locator("#panel button.order").last.click()
    if west.page.locator('.question.mine[data-kind="share"]').count():
        with west.progress():
            west.page.locator("#panel button.order").first.click()
    one.await_kind("beach")
    assert set(one.lit()) == {"Utah", "Omaha"}
    expect(friends[0].question).to_contain_text("Waiting for the American player")


def test_the_first_turn_offers_the_goal_and_the_guide(sit: Sit) -> None:
    one = sit(record=DDAY)
    page, offer = one.page, one.page.locator(".guide.welcome")
    expect(offer).to_contain_text("How do I win?")
    offer.get_by_text("How do I win?").click()
    expect(page.locator("dialog.goal-sheet")).to_contain_text("Victory Points")
    one.press("Escape")
    offer.get_by_label("No, thanks").click()
    expect(offer).to_have_count(0)
    page.reload()
    one.ready()
    expect(offer).to_have_count(0)


def test_who_resigns_on_the_first_day_is_offered_no_guide_and_no_battle_tells_of_it(
    sit: Sit,
) -> None:
    one = sit(record=DDAY)
    page = one.page
    one.type_order("beach Omaha assault US-1-16 assault US-29-116 assault US-Tk-741")
    one.press("Escape")
    expect(page.locator(".battle-card")).to_be_visible()
    page.get_by_role("button", name="Copy, picture, report").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(one.question).to_contain_text("resigns")
    expect(page.locator(".guide.welcome")).to_have_count(0)
    expect(page.locator(".battle-card")).not_to_contain_text("resigns")


def test_the_dice_before_the_first_decision_are_told_until_it_is_taken(sit: Sit) -> None:
    """The paratroops had scattered, and nobody had seen it."""
    one = sit(viewport=WIDE)
    one.page.locator(".setup select").first.select_option("normandy44")
    one.begin(allied="me", german="me")
    one.ready()
    told = one.page.locator(".banner-card.opening li")
    expect(told).to_have_count(9)
    expect(told.first).to_contain_text(re.compile("505/82 (lands well|is Scattered)"))
    one.page.reload()
    one.ready()
    expect(told).to_have_count(9)
    assert faults(one) == [], "what can be pressed is not hidden from those who cannot see"
    with one.progress():
        one.question.locator('[data-order="beach Hoc"]').click()
    expect(told).to_have_count(0)


def test_a_guide_that_is_taken_stands_where_it_was_offered(sit: Sit) -> None:
    one = sit(record=DDAY)
    one.page.locator(".guide.welcome").get_by_text("Guide me").click()
    expect(one.page.locator(".guide small")).to_contain_text("1 /")


def test_an_assault_marks_its_hex_and_counts_those_who_are_asked_for(sit: Sit) -> None:
    one = sit(viewport=WIDE, record=DDAY)
    one.await_kind("beach")
    expect(one.question.locator('[data-order="beach Hoc"]')).to_contain_text(
        "Assault Pointe du Hoc"
    )
    one.page.mouse.click(*one.at_box("Omaha"))
    one.await_kind("assault")
    expect(one.page.locator('[data-lit="2719"].target')).to_have_count(1)
    expect(one.question).to_contain_text("1 of 2")
    with one.progress():
        one.page.locator(".hand .card").first.click()
    expect(one.question).to_contain_text("2 of 2")


@cache
def landed() -> str:
    """The first movement of the Allies: only the engineers may land, all other units wait off their beaches."""
    game, bot, chance = grognard.load(DDAY), RandomBot(), Random(6)
    while game.decision is None or (game.decision.kind, game.side) != ("move", "allied"):
        answers = [action.text for action in game.legal_actions]
        game.play("done" if "done" in answers else bot.choose(game, chance).order)
    return game.position


def test_a_counter_that_lies_in_the_open_is_answered_itself(sit: Sit) -> None:
    """The engineer was taken in hand for a regiment beside him in the box, and "Take all 6" took nobody."""
    one = sit(viewport=WIDE, record=landed())
    one.await_kind("move")
    one.page.mouse.click(*one.at_piece("US-1-26"))
    expect(one.page.locator(".note.why")).to_contain_text("Omaha is closed")
    expect(one.page.locator(".chosen")).to_have_count(0)
    one.press("Escape")
    one.page.mouse.click(*one.at_piece("US-Eng-5S"))
    expect(one.page.locator(".chosen")).to_contain_text("5th Engineer Special Brigade")
    expect(one.page.locator(".chosen")).not_to_contain_text("Take all")
    one.page.mouse.click(*one.at_piece("US-1-26"))
    expect(one.page.locator(".note.why")).to_contain_text("Omaha is closed")


def test_no_die_falls_on_a_mere_choice(sit: Sit) -> None:
    """The last regiment of an assault, or a beach that asks nothing else, let the die fall at once."""
    one = sit(viewport=WIDE, record=DDAY)
    page, dice = one.page, one.question.locator(".throw-die")
    one.await_kind("beach")
    before = page.locator(".where").inner_text()
    one.question.locator('[data-order="beach Hoc"]').click()
    expect(one.question).to_contain_text(
        "Assault Pointe du Hoc. This rolls the die for the assault."
    )
    expect(dice).to_contain_text("2nd Ranger Battalion is lost: 1 in 6")
    expect(page.locator(".ledger")).to_contain_text("2nd Ranger Battalion is lost: 1 in 6")
    assert page.locator(".where").inner_text() == before
    page.keyboard.press("Escape")
    expect(dice).to_have_count(0)
    expect(page.locator(".ledger")).to_have_count(0)
    field = page.locator("#field").bounding_box()
    assert field
    page.mouse.move(field["x"] + field["width"] - 150, field["y"] + field["height"] - 150)
    page.mouse.wheel(0, -2500)
    away = one.at_hex("2818")
    assert away[0] < field["x"] or away[1] < field["y"], "far from what will be assaulted"
    page.locator('#panel [data-order="beach Hoc"]').click()
    expect(dice).to_be_focused()
    x, y = one.at_hex("2818")
    assert 0 < x - field["x"] < field["width"]
    assert 0 < y - field["y"] < field["height"], "the map went there before the die fell"
    page.keyboard.press("Enter")
    expect(page.locator(".battle-card")).to_contain_text("2nd Ranger Battalion attacks 2818")
    assert page.locator(".where").inner_text() != before


def test_an_assault_shows_what_it_may_bring_and_folds_with_its_own_result(sit: Sit) -> None:
    """Tanks were chosen blindly; the line of the battle told of them, not of the assault."""
    game = grognard.load(DDAY, dice="asked")
    for order in ("beach Hoc", "roll 4"):
        game.play(order)
    one = sit(viewport=WIDE, record=game.record)
    folded = one.page.locator(".battle-folded")
    with one.progress():
        one.type_order("roll 2")  # the 5th Rangers follow
    one.press("Escape")
    one.await_kind("beach")
    expect(one.page.locator("#panel")).to_contain_text("Hexes assaulted: 2719, 2620")
    with one.progress():
        one.page.mouse.click(*one.at_box("Omaha"))
    expect(folded.locator(".battle-cell")).to_have_text("A1/D1")
    ledger = one.page.locator(".ledger")
    expect(ledger).to_contain_text("Assault on 2719")
    expect(ledger.locator(".strip li")).to_have_count(6)
    expect(ledger).to_contain_text("the die is rolled again")


@cache
def second_day() -> str:
    """The Allied combat of 7 June: some hexes can be attacked, others strafed."""
    game, bot, chance = grognard.new("normandy44", seed="ev2"), RandomBot(), Random(3)
    while game.decision is None or (game.turn, game.decision.kind, game.side) != (
        2,
        "attack",
        "allied",
    ):
        game.play(bot.choose(game, chance).order)
    return game.position


def test_what_is_strafed_looks_otherwise_than_what_is_attacked_and_tells_its_chance(
    sit: Sit,
) -> None:
    one = sit(viewport=WIDE, record=second_day())
    one.await_kind("attack")
    orders = [order["order"].split() for order in one.orders() if " " in order["order"]]
    aside = one.page.locator(".lit.target.aside")
    found = set(aside.evaluate_all("nodes => nodes.map(node => node.dataset.lit)"))
    assert found == {place for verb, place in orders if verb == "strafe"}
    sights = one.page.locator("[data-sight]").evaluate_all("all => all.map(n => n.dataset.sight)")
    assert set(sights) == {place for verb, place in orders if verb == "attack"}
    listed = one.page.locator('#panel [data-order^="strafe"]').first
    expect(listed).to_contain_text("loses a step: 1 in 6")


def test_overlays_of_no_side_have_titles_and_a_border_of_their_own(sit: Sit) -> None:
    one = sit(viewport=WIDE, record=DDAY)
    page = one.page
    page.locator(".overlays-button").click()
    for title in (
        "In reach of the ships",
        "Beyond the line of 27 June",
        "Cherbourg perimeter",
        "US side of the army boundary",
        "British side of the army boundary",
    ):
        page.get_by_label(title).check()
        expect(page.locator(".border.side-none")).to_have_count(1)
        drawn = page.locator(".border.side-none").get_attribute("d") or ""
        hexes = page.locator(".area.side-none").get_attribute("d") or ""
        assert 0 < drawn.count("M") < 3 * hexes.count("M"), "only the rim of the area"
        page.get_by_label(title).uncheck()
        expect(page.locator(".border.side-none")).to_have_count(0)


def test_a_counter_in_a_box_is_tapped_like_one_on_the_map(sit: Sit) -> None:
    one = sit(record=DDAY, **touched(390, 844))
    one.await_kind("beach")
    with Fingers(one.page) as hand:
        with one.progress():
            hand.tap(one.at_box("Gold"))
        one.await_kind("assault")
        with one.progress():
            hand.tap(one.at_piece("BR-50-56"))
    expect(one.question).to_contain_text("2 of 2")


def test_long_numbers_of_rules_do_not_run_into_their_text(sit: Sit) -> None:
    one = sit(viewport=WIDE, record=DDAY)
    one.page.locator(".book-button").click()
    one.page.locator(".book-search").fill("bocage")
    numbers = one.page.locator(".book-rule > b")
    expect(numbers.get_by_text("TBL.TEC.a")).to_be_visible()
    over = numbers.evaluate_all("all => all.filter(n => n.scrollWidth > n.clientWidth).length")
    assert over == 0
