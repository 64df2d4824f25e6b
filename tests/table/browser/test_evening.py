"""What an evening of play found: small things that keep a player waiting or guessing."""

from __future__ import annotations

import json

from playwright.sync_api import expect

import grognard

from .conftest import Sit
from .positions import AT_COMBAT
from .table import JSON

LOW = {"width": 1280, "height": 720}

BEFORE_THE_MINES = """\
grognard position 1
game gazala1942
scenario aida
turn 4
phase movement axis
impulse AX-HQ-XX
track axis AX-HQ-XX
count impulses 1
1206 AX-HQ-XX
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
