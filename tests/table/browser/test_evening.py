"""What an evening of play found: small things that keep a player waiting or guessing."""

from __future__ import annotations

import json

from playwright.sync_api import expect

import grognard

from .conftest import Sit
from .positions import AT_COMBAT
from .salerno import BATTLE, WIDE
from .table import JSON

LOW = {"width": 1280, "height": 720}

XX_CORPS = """\
grognard position 1
game gazala1942
scenario aida
turn 4
phase movement axis
impulse AX-HQ-XX
track axis AX-HQ-XX
count impulses 1
1206 AX-HQ-XX"""
BEFORE_THE_MINES = f"""\
{XX_CORPS}
1409 AX-66-101(e) AX-65-101(e)
1410 AL-150-50
1810 AL-HQ-50
"""


def test_what_a_counter_can_do_is_in_reach_on_a_low_screen(sit: Sit) -> None:
    """The buttons beside a long name were cut off, and of a stack in hand one card was marked."""
    one = sit(viewport=LOW, record=BEFORE_THE_MINES)
    page = one.page
    page.locator('.card[data-unit="AX-66-101"]').click()
    page.locator(".chosen button", has_text="Take all 2").click()
    expect(page.locator(".card.taken")).to_have_count(2)
    page.locator('.chosen [aria-label="Let go"]').click()
    page.locator('.card[data-unit="AX-66-101"]').click()
    with one.progress():
        page.locator('.chosen [data-order="breach AX-66-101"]').click()
    one.await_kind("breach across")
    expect(page.locator("#panel button.order").last).to_contain_text(
        "Across 1410 (150 Brigade box)"
    )


def test_a_phase_that_passes_says_why(sit: Sit) -> None:
    """The banner listened for another word than the games say."""
    one = sit(record=BEFORE_THE_MINES)
    with one.progress():
        one.answer("done")
    expect(one.page.locator(".banner-card")).to_contain_text("No Axis unit can attack")


def in_an_impulse(marker: str) -> str:
    """A game of Opening Moves in the first impulse of this marker, before anybody has moved."""
    for seed in range(20):
        game = grognard.new("gazala1942", scenario="opening", seed=seed)
        while (ask := game.decision) and ask.kind != "move":
            game.play("default" if ask.kind == "set up" else "pass", ask.side)
        if f"impulse {marker}\n" in game.position:
            return game.record
    raise AssertionError(marker)


def test_an_impulse_that_passes_is_announced_though_the_next_begins_alike(sit: Sit) -> None:
    """Movement followed movement, and that two combats had passed in between was told in the log alone."""
    one = sit(record=in_an_impulse("AX-HQ-XX"))
    one.answer("done")
    one.await_kind("move")
    banner = one.page.locator(".banner-card")
    expect(banner.locator("b")).to_have_text("Axis · Movement")
    expect(banner).to_contain_text("No Axis unit can attack")


def test_a_pile_is_dragged_while_another_unit_is_on_the_move(sit: Sit) -> None:
    """Rommel lay on top and had no orders: nobody below him went anywhere."""
    one = sit(viewport=WIDE, record=in_an_impulse("AX-HQ-AFRIKA"))
    with one.progress():
        one.type_order("move AX-2-15I 0309")
    one.await_kind("step")
    one.page.locator("#field").focus()
    one.page.mouse.move(*one.at_hex("0409"))
    one.page.mouse.down()
    one.page.mouse.move(*one.at_hex("0308"), steps=8)
    with one.progress():
        one.page.mouse.up()
    expect(one.page.locator('.pieces [data-piece="AX-1-15T"]')).to_have_attribute("data-at", "0308")
    assert one.where("AX-ROMMEL") == "0409"


def test_the_offer_of_a_guide_leaves_room_for_who_is_in_a_hex(sit: Sit) -> None:
    """Of a stack of five not even two were told of, and the offer stood over them in large letters."""
    one = sit(viewport={"width": 1440, "height": 900}, record=in_an_impulse("AX-HQ-AFRIKA"))
    page = one.page
    expect(page.locator(".welcome")).to_be_visible()
    one.point("0410")
    second = page.locator("#context .roster-row").nth(1)
    expect(second).to_contain_text("III Infantry Battalion")
    unit, room = second.bounding_box(), page.locator("#context").bounding_box()
    assert unit
    assert room
    assert unit["y"] + unit["height"] <= room["y"] + room["height"]


BEFORE_THE_BOX = f"""\
{XX_CORPS}
1404 AX-66-101(e) AX-65-101(e)
1405 AL-150-50
1406 AX-34E(e)
"""


def test_a_phase_that_passed_is_named_beside_why(sit: Sit) -> None:
    """Combat began with "No Axis unit can attack", which was said of the armor combat before it."""
    one = sit(record=BEFORE_THE_BOX)
    one.answer("done")
    one.await_kind("attack")
    banner = one.page.locator(".banner-card")
    expect(banner.locator("b")).to_have_text("Axis · Combat")
    expect(banner.locator("p")).to_contain_text("Armor combat No Axis unit can attack")


def test_the_answers_that_build_an_attack_say_its_column(sit: Sit) -> None:
    """Nobody was in the attack yet, and the odds of everybody stood there as if they were those of the attack."""
    one = sit(viewport=WIDE, record=BEFORE_THE_BOX)
    one.answer("done")
    one.await_kind("attack")
    with one.progress():
        one.click_hex("1405")
    supposed = one.page.locator(".ledger-supposed")
    expect(supposed).to_have_text("If everybody attacks who can")
    expect(one.question.locator('[data-order="from 1404"]')).to_contain_text("The column is 1:1")
    one.answer("from 1404")
    expect(supposed).to_have_count(0)
    expect(one.question.locator('[data-order="go"]')).to_contain_text("The column is 1:1")


def test_the_goal_sheet_shows_who_holds_the_objectives(sit: Sit) -> None:
    one = sit(record=BEFORE_THE_MINES)
    one.page.locator(".goal-button").click()
    held = one.page.locator(".goal-sheet tr", has_text="2422")
    expect(held).to_contain_text("Tobruk")
    expect(held.locator(".amount")).to_have_text("Allied")


def test_the_goal_sheet_of_anzio_shows_it_too(sit: Sit) -> None:
    one = sit(record=AT_COMBAT)
    one.page.locator(".goal-button").click()
    held = one.page.locator(".goal-sheet tr", has_text="Nettuno")
    expect(held.locator(".amount")).to_have_text("Allied")
    expect(one.page.locator(".goal-sheet tr", has_text="Cisterna")).to_contain_text("nobody")


def test_a_name_of_any_length_is_drawn(sit: Sit) -> None:
    """In Italian a unit at Salerno has 82 letters; the counters asked for with it stayed blank."""
    one = sit(locale="it-IT")
    one.page.goto(f"{one.url}/")
    one.open(grognard.new("salerno43", seed=1).record)
    expect(one.page.locator(".pieces .piece").first).to_be_visible()
    blank = ".pieces .piece:not(.away):not(:has(.branch))"  # who is out of sight is not drawn
    expect(one.page.locator(blank)).to_have_count(0)


def test_the_map_comes_near_with_the_first_question_that_names_places(sit: Sit) -> None:
    """Where the first question named none, the counters stayed too small to read."""
    one = sit(viewport=LOW)
    body = {"game": "gazala1942", "seats": {"axis": "me", "allied": "me"}}
    made = one.page.request.post(f"{one.url}/api/tables", data=json.dumps(body), headers=JSON)
    one.page.goto(f"{one.url}/t/{made.json()['id']}")
    one.ready()
    for _ in range(2):
        one.await_kind("set up")
        one.answer("default")
    one.await_kind("assign")
    expect(one.page.locator(".far")).to_have_count(0)


AT_SALERNO = BATTLE.format(turn=8, phase="combat german")


def test_the_goal_sheet_of_salerno_says_what_a_place_is_worth(sit: Sit) -> None:
    one = sit(record=AT_SALERNO)
    one.page.locator(".goal-button").click()
    salerno = one.page.locator(".goal-sheet tr", has_text="2707")
    expect(salerno).to_contain_text("Salerno")
    expect(salerno.locator(".amount")).to_have_text("2, German")
    expect(one.page.locator(".goal-sheet")).to_contain_text("This turn")
    mark = one.page.locator(".goal-sheet tr", has_text="Benchmark of turn 8")
    expect(mark.locator(".amount")).to_have_text("8")


def test_the_objectives_are_shown_for_a_while(sit: Sit) -> None:
    """The map stayed small when they had been seen."""
    one = sit(viewport=WIDE, record=AT_SALERNO)
    page = one.page
    size = "() => document.querySelector('.world').style.transform"
    before = page.evaluate(size)
    page.clock.install()
    page.locator(".goal-button").click()
    page.get_by_text("Show the objectives on the map").click()
    assert page.evaluate(size) != before
    page.clock.run_for(9000)
    assert page.evaluate(size) == before


def test_all_who_can_join_an_attack_join_at_once(sit: Sit) -> None:
    """Five clicks for a stack of five; what support would make of the odds was not said."""
    one = sit(viewport=WIDE, record=AT_SALERNO)
    one.type_order("attack 2717")
    one.await_kind("join")
    every = one.question.locator(".answer", has_text="All 2 join")
    every.hover()
    ledger = one.page.locator(".ledger")
    expect(ledger.locator(".ledger-supposed")).to_have_text("If you choose: All 2 join")
    with one.progress():
        every.click()
    expect(one.question.locator('[data-order^="with"]')).to_have_count(0)
    one.answer("maf 16Pz")
    one.page.mouse.move(3, WIDE["height"] / 2)
    expect(ledger.locator(".ledger-supposed")).to_have_count(0)
    expect(one.question.locator('[data-order="go"]')).to_contain_text("the column is 1-1")
    support = one.question.locator('[data-order="air GE"]')
    expect(support).to_contain_text("German air support")
    expect(support).to_contain_text("the column is 2-1")


def test_a_card_tells_the_whole_battle_to_who_comes_in_its_midst(sit: Sit) -> None:
    one = sit(viewport=WIDE, record=grognard.load(AT_SALERNO, dice="asked").record)
    for order in ("attack 2717 with GE-16Pz-I79+GE-16Pz-IIb maf 16Pz go", "none"):
        with one.progress():
            one.type_order(order)
        one.press("Escape")
    one.page.reload()
    one.ready()
    with one.progress():
        one.type_order("roll 4")
    expect(one.page.locator(".battle-card h3")).to_contain_text("attack 2717")


def test_a_stand_says_what_it_may_cost_and_the_log_calls_it_so(sit: Sit) -> None:
    """A Determined Defense was logged as a Desperate one."""
    without_guns = AT_SALERNO.replace(" US-36-ASU", "")
    one = sit(viewport=WIDE, record=grognard.load(without_guns, dice="asked").record)
    attack = "attack 2717 with GE-16Pz-I79+GE-16Pz-IIb maf 16Pz go"
    for order in (attack, "none", "roll 4", "lose GE-16Pz-IIb"):
        with one.progress():
            one.type_order(order)
        one.press("Escape")
    stand = one.question.locator('[data-order="stand"]')
    expect(stand).to_contain_text("Determined Defense")
    expect(stand).to_contain_text("to hold")
    expect(one.question.locator('[data-order="fallback"]')).to_contain_text("retreat 2")
    for order in ("stand", "lead US-36-142"):
        with one.progress():
            one.type_order(order)
        one.press("Escape")
    # No counter is asked for: who presses one reads the question, no order that he did not give.
    one.click_hex("2717")
    expect(one.page.locator(".note")).to_contain_text("Support the Determined Defense in 2717?")
    one.press("Escape")
    for order in ("none", "roll 1"):
        with one.progress():
            one.type_order(order)
        one.press("Escape")
    one.page.locator("#tab-log").click()
    expect(one.page.locator(".log li").last).to_be_visible()
    told = one.page.locator(".log").inner_text()
    assert "Determined Defense: die 1" in told
    assert "Desperate" not in told


def test_a_phase_is_announced_above_the_dice(sit: Sit) -> None:
    """Both were drawn in one place; and what passed after the die was told as what it led to."""
    one = sit(viewport=WIDE, record=grognard.new("gazala1942", seed="notices").position)
    one.answer("default")
    while one.kind == "set up":
        one.answer("default")
    die = one.page.locator(".thrown figcaption").first
    expect(die).to_contain_text("air support")
    expect(die).not_to_contain_text("rebuilt")
    banner, fell = one.page.locator(".banner-card").bounding_box(), die.bounding_box()
    assert banner
    assert fell
    assert banner["y"] + banner["height"] <= fell["y"]


def test_goal_and_guide_are_offered_before_the_first_turn(sit: Sit) -> None:
    one = sit(record=grognard.new("gazala1942", seed="guide").position)
    expect(one.question).to_have_attribute("data-kind", "set up")
    expect(one.page.locator(".guide.welcome")).to_be_visible()


def test_one_hex_is_no_hexes(sit: Sit) -> None:
    said = sit().page.evaluate(
        """async () => {
          const { t } = await import("/client/i18n.js");
          return [t("selected.reach", { n: 1 }), t("selected.reach", { n: 2 })];
        }"""
    )
    assert said == ["can reach 1 hex", "can reach 2 hexes"]


def test_the_map_shows_what_an_answer_names_only_while_it_is_pointed_at(sit: Sit) -> None:
    """The hex stayed ringed when the pointer had left the list, and when the question was another one."""
    one = sit(record=AT_COMBAT)
    one.await_kind("attack")
    ring = one.page.locator(".cursor-edge")
    answer = one.page.locator("#panel button.order").first
    answer.hover()
    expect(ring).to_have_count(1)
    one.page.locator(".brand").hover()
    expect(ring).to_have_count(0)
    answer.hover()
    with one.progress():
        one.press("1")
    one.page.locator(".brand").hover()
    expect(ring).to_have_count(0)
