"""The first day at Gazala, with secrets: two windows, and two players at one screen."""

from __future__ import annotations

import json
from random import Random

from playwright.sync_api import expect

import grognard
from grognard.bots.random import RandomBot

from .conftest import Sit
from .salerno import WIDE, pick
from .table import JSON, PAINTED, Table
from .test_normandy import raise_sheet, tap_a_move
from .test_touch import fitting, touched


def _table(one: Table, **seats: str) -> dict[str, dict[str, str]]:
    body = {"game": "gazala1942", "seats": seats}
    made = one.page.request.post(f"{one.url}/api/tables", data=json.dumps(body), headers=JSON)
    answer: dict[str, dict[str, str]] = made.json()
    return answer


def _march(one: Table) -> str:
    """The last of the units that may move goes a hex; its name."""
    piece = one.lit_pieces()[-1]
    one.page.mouse.click(*one.at_piece(piece))
    expect(one.page.locator(".cost").first).to_be_visible()
    with one.progress():
        one.click_hex(one.cheapest())
    return piece


def test_the_first_day_in_two_windows(sit: Sit) -> None:
    axis = sit()
    made = _table(axis, axis="me", allied="link")
    axis.page.goto(f"{axis.url}/t/{made['id']}")
    axis.ready()
    allied = sit(made["links"]["allied"])
    allied.ready()

    allied.await_kind("set up")
    cards = allied.page.locator(".card")
    before = cards.nth(1).bounding_box()
    cards.first.click()
    expect(allied.page.locator(".card.taken")).to_have_count(1)
    expect(allied.page.locator(".chosen")).to_contain_text("may go to")
    after = cards.nth(1).bounding_box()
    assert before
    assert after
    assert before["x"] == after["x"], "the cards lie still"
    for one in (allied, axis):
        one.await_kind("set up")
        one.answer("default")
    for one in (axis, allied):
        one.await_kind("assign")
        one.answer("pass")

    axis.await_kind("note")
    expect(allied.question).to_contain_text("Waiting for the Axis player")
    expect(allied.page.locator("#panel button.order")).to_have_count(0)
    axis.type_order("note 2131")
    axis.await_kind("move")
    expect(allied.question).to_contain_text("Waiting for the Axis player")

    moved = _march(axis)
    while axis.page.locator(".question.mine").count() == 0:
        allied.await_kind("aside")
        allied.answer("pass")
    if axis.kind == "step":
        axis.answer("stay")
    assert allied.where(moved) == axis.where(moved), "both see the same march"
    while "1 of" in axis.page.locator(".status").inner_text():
        axis.await_mine()
        axis.answer("done" if axis.kind in ("move", "attack") else "pass")
        if allied.mine:
            allied.answer("pass")
    for one in (axis, allied):
        one.await_kind("assign")
        one.answer("pass")
    axis.await_kind("note")
    axis.answer("pass")
    axis.await_kind("markers")
    while axis.kind == "markers" and axis.mine:
        with axis.progress():
            axis.press("1")
    axis.page.locator("#tab-log").click()
    log = axis.page.locator("#panel")
    expect(log).to_contain_text("XXI Italian Corps goes into the cup")
    expect(log).to_contain_text("I Tank Battalion (21st Panzer Division) sets up in 0609")
    expect(log).not_to_contain_text("AX-")
    allied.await_kind("markers")
    for tab in ("log", "tracks", "orders"):
        allied.page.locator(f"#tab-{tab}").click()
        shown = allied.page.locator("#panel").inner_text()
        assert "2131" not in shown, "the note is the Axis player's alone"
        assert "XXI Italian Corps goes" not in shown, "and so is what is in the cup"


def test_two_at_one_screen_have_a_curtain(sit: Sit) -> None:
    one = sit()
    one.page.goto(f"{one.url}/t/{_table(one, axis='me', allied='me')['id']}")
    one.ready()
    curtain = one.page.locator("dialog.curtain")
    for kind, answer in (("set up", "default"), ("assign", "pass")):
        for _ in range(2):
            one.await_kind(kind)
            if kind == "assign":
                one.question.locator(f'[data-order="{answer}"]').click()
                one.page.evaluate(PAINTED)
            else:
                one.answer(answer)
    expect(curtain).to_contain_text("Axis")
    assert one.kind == "assign", "what is behind the curtain is not yet on the page"
    one.press("Escape", "1")
    expect(curtain).to_be_visible()
    curtain.locator("button").click()
    one.await_kind("note")
    one.answer("pass")
    one.await_kind("move")
    expect(curtain).to_have_count(0)


def test_the_log_names_counters_that_lie_nowhere_any_more(sit: Sit) -> None:
    """A brigade that had become a battalion was told of by its id."""
    game = grognard.new("gazala1942", scenario="opening", seed="fin")
    bot, chance = RandomBot(), Random(5)
    while game.decision is not None:
        game.play(bot.choose(game, chance).order)
    assert all(piece.id != "AL-2-1SA" for piece in game.pieces())
    one = sit(viewport=WIDE, record=game.record)
    one.page.locator("#tab-log").click()
    log = one.page.locator("#panel")
    expect(log).to_contain_text("2nd South African Brigade")
    expect(log).not_to_contain_text("AL-2-1SA")


ENGAGED = """\
grognard position 1
game gazala1942
scenario aida
turn 4
phase armor axis
impulse AX-HQ-AFRIKA
track axis AX-HQ-AFRIKA
count impulses 1
1115 AX-HQ-AFRIKA
1315 AX-1-21T(e) AX-2-21T(e)
1316 AL-2H-1 AL-3Y-1 AL-4Y-1
"""
ARMOR = f"""\
{ENGAGED}then axis engage 1316 all go
then dice 0-9: 6 6 1 1 1 1 1 1 1 1 of 6 [8.13 axis] the armor dice
then dice 10-19: 1 1 1 1 1 1 1 1 1 1 of 6 [8.13 allied] the armor dice
"""
"""Two hits on three tank battalions: the owner picks the first, the enemy the second (8.2)."""


def test_hits_of_armor_combat_are_given_by_clicking_counters(sit: Sit) -> None:
    one = sit(viewport=WIDE, record=ARMOR)
    one.press("0")
    one.await_kind("hit")
    expect(one.page.locator(".who").first).to_contain_text("Allied")
    assert set(one.lit_pieces()) == {"AL-2H-1", "AL-3Y-1", "AL-4Y-1"}
    with one.progress():
        pick(one, "AL-2H-1")
    one.await_kind("hit")
    expect(one.page.locator(".who").first).to_contain_text("Axis")
    with one.progress():
        pick(one, "AL-3Y-1")
    expect(one.page.locator('.question[data-kind="hit"]')).to_have_count(0)
    one.page.locator("#tab-log").click()
    expect(one.page.locator("#panel")).to_contain_text("reduced")


SCREENED = """\
grognard position 1
game gazala1942
scenario aida
turn 4
phase movement axis
impulse AX-HQ-AFRIKA
track axis AX-HQ-AFRIKA
count impulses 1
0407 AX-HQ-AFRIKA
0409 AX-1-15T(e) AX-2-15T(e) AX-ROMMEL
0514 AL-4A
"""


def test_a_stack_goes_on_together_when_a_car_has_stepped_aside(sit: Sit) -> None:
    """It is dragged with Rommel on top, who waits for his own marker and keeps nobody back."""
    one = sit(viewport=WIDE, record=SCREENED)
    page = one.page
    page.mouse.move(*one.at_hex("0409"))
    page.mouse.down()
    page.mouse.move(*one.at_hex("0411"), steps=4)
    with one.progress():
        page.mouse.move(*one.at_hex("0513"), steps=4)
        page.mouse.up()
    chosen = page.locator(".chosen")
    tanks, asked = ("AX-1-15T", "AX-2-15T"), 0
    while {one.where(unit) for unit in tanks} != {"0613"}:
        if one.kind == "aside":
            asked += 1
            one.answer("pass")
            continue
        expect(chosen).to_contain_text("Stack of 2" if asked < 3 else "II Tank Battalion")
        with one.progress():
            one.click_hex("0613")
    assert asked
    assert one.where("AX-ROMMEL") == "0409"


def test_who_waits_for_the_first_of_a_stack_stays_in_hand_when_it_stays(sit: Sit) -> None:
    """A car steps aside, the first of the stack stays where it is: the others were forgotten."""
    one = sit(viewport=WIDE, record=SCREENED)
    page = one.page
    page.mouse.move(*one.at_hex("0409"))
    page.mouse.down()
    page.mouse.move(*one.at_hex("0411"), steps=4)
    with one.progress():
        page.mouse.move(*one.at_hex("0513"), steps=4)
        page.mouse.up()
    while one.kind == "aside":
        one.answer("pass")
    one.await_kind("step")
    expect(page.locator(".chosen")).to_contain_text("Stack of 2")
    # The next click sends both, though one of them has not set out.
    assert one.where("AX-1-15T") != one.where("AX-2-15T") == "0409"
    for tanks in ("AX-1-15T", "AX-2-15T"):
        expect(page.locator(f'.piece[data-piece="{tanks}"]')).to_contain_class("selected")
    one.answer("stay")
    expect(page.locator(".chosen")).to_contain_text("II Tank Battalion")


def test_a_march_that_the_enemy_stops_says_why_and_goes_on_with_a_click(sit: Sit) -> None:
    """It stopped without a word, was not in hand for who came back, and a click beyond the next hex was lost."""
    one = sit(viewport=WIDE, record=SCREENED)
    page = one.page
    with one.progress():
        one.type_order("move AX-1-15T 0513")
    one.press("Escape")
    one.await_kind("aside")
    with one.progress():
        page.locator('#panel [data-order^="dodge"]').first.click()
    expect(page.locator(".banner")).to_contain_text("steps aside to")
    page.reload()
    one.ready()
    expect(page.locator(".chosen")).to_contain_text("I Tank Battalion")
    one.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)
    with one.progress():
        one.click_hex("0614")
    assert one.where("AX-1-15T") != "0409"


def test_a_drag_that_is_refused_leaves_a_march_as_it_was(sit: Sit) -> None:
    """Rommel waits for his own marker; who was on the move had to stay all the same."""
    one = sit(viewport=WIDE, record=SCREENED)
    with one.progress():
        one.type_order("move AX-1-15T 0411")
    one.press("Escape")
    one.await_kind("step")
    before = one.page.locator(".where").inner_text()
    _drag(one, one.at_piece("AX-ROMMEL"), "0410", alone=True)
    expect(one.page.locator(".note.why")).to_contain_text("Rommel")
    assert (one.kind, one.page.locator(".where").inner_text()) == ("step", before)


def _drag(one: Table, start: tuple[float, float], hex_: str, *, alone: bool = False) -> None:
    mouse, keys = one.page.mouse, one.page.keyboard
    if alone:
        keys.down("Shift")
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 20, start[1] + 20, steps=2)
    mouse.move(*one.at_hex(hex_), steps=4)
    mouse.up()
    if alone:
        keys.up("Shift")


ROUTED = """\
grognard position 1
game gazala1942
scenario aida
turn 4
phase combat axis
impulse AX-HQ-AFRIKA
track axis AX-HQ-AFRIKA
count impulses 1
1111 AX-HQ-AFRIKA
1315 AX-1-21I(e) AX-2-21I(e)
1314 AX-361
1316 AL-150-50(e)
1319 AL-HQ-50
"""


def test_who_is_dropped_on_a_hex_retreats_there_or_nowhere(sit: Sit) -> None:
    """He went where he could, wherever he was dropped, and his stack was left behind."""
    game = grognard.load(ROUTED, seed="b0")
    for order in ("attack 1316 all go", "none", "lose AX-1-21I", "retire"):
        game.play(order)
    one = sit(viewport=WIDE, record=game.record)
    one.await_kind("send")
    _drag(one, one.at_piece("AX-2-21I"), "1215")
    expect(one.page.locator(".note.why")).to_contain_text("enemy zone of control")
    assert {one.where(unit) for unit in ("AX-1-21I", "AX-2-21I")} == {"1315"}
    one.press("Escape")
    with one.progress():
        _drag(one, one.at_piece("AX-2-21I"), "1214")
    expect(one.page.locator('.piece[data-at="1214"]')).to_have_count(2)


BEATEN = """\
grognard position 1
game gazala1942
scenario aida
turn 4
phase combat axis
impulse AX-HQ-AFRIKA
track axis AX-HQ-AFRIKA
count impulses 1
1115 AX-HQ-AFRIKA
1315 AX-1-21I(e) AX-2-21I(e)
1316 AL-1R-1
1519 AL-HQ-1ARM
"""


def test_a_battle_card_bears_the_mark_of_the_attacker_and_forgets_what_is_taken_back(
    sit: Sit,
) -> None:
    """The defender was asked last; he was the one whose mark it bore."""
    game = grognard.load(BEATEN, seed="b2")
    game.play("attack 1316 all go")
    one = sit(viewport=WIDE, record=game.record)
    one.await_kind("support")
    with one.progress():
        pick(one, "AL-HQ-1ARM")
    card = one.page.locator(".battle-card")
    expect(card.locator("header .flag")).to_have_class("flag flag-0")
    expect(card).to_contain_text("supports the defense")
    expect(card.locator(".battle-means")).to_contain_text("efender loses")
    one.await_kind("advance")
    with one.progress():
        pick(one, "AX-1-21I")
    expect(card).to_contain_text("advances")
    one.press("u")
    expect(card).not_to_contain_text("advances")


def test_in_armor_combat_each_side_has_its_dice_and_rare_outcomes_are_folded(sit: Sit) -> None:
    one = sit(viewport=WIDE, record=ENGAGED)
    one.type_order("engage 1316 all")
    ledger = one.page.locator(".ledger")
    expect(ledger.locator("tr").first).to_contain_text("I Tank Battalion")
    average, who = ledger.locator(".ledger-note").last, ledger.locator("tr").first
    expect(average).to_contain_text("steps lost on average")
    above, below = average.bounding_box(), who.bounding_box()
    assert above
    assert below
    assert above["y"] < below["y"], "seen without scrolling"
    expect(ledger.locator("details summary")).to_contain_text("each under 2%")
    one.press("Escape")
    with one.progress():
        one.question.locator('[data-order="go"]').click()
    throws = one.page.locator(".battle-card .battle-result:has(.die)")
    expect(throws).to_have_count(2)
    for n, flag in enumerate((".flag-0", ".flag-1")):
        expect(throws.nth(n).locator(".die")).to_have_count(10)
        expect(throws.nth(n).locator(flag)).to_have_count(1)


def first_day() -> str:
    """26 May with the default set-up, at the first movement; its dice are fixed."""
    game = grognard.new("gazala1942", scenario="opening", seed="first-day")
    for order in ("default", "default", "pass", "pass", "pass"):
        game.play(order)
    assert game.decision is not None
    assert game.decision.kind == "move"
    return game.record


def test_the_first_day_by_keyboard(sit: Sit) -> None:
    """Every impulse of the day: units march from hex to hex, orders are typed."""
    one = sit(viewport=WIDE, record=first_day())
    page, marched = one.page, 0
    while "1 of 11" in page.locator(".status").inner_text():
        with one.progress():
            if one.kind == "move" and marched < 2:
                marched += 1
                one.press("m", "n", "Enter")
                expect(page.locator(".piece.selected")).to_have_count(1)
                one.press("n", "Enter")
            else:
                ends = {"step": "stay", "aside": "pass"}
                one.type_order(ends.get(one.kind, "done"))
                one.press("Escape")
    assert marched == 2


def test_the_first_day_on_a_phone(sit: Sit) -> None:
    """A unit and its goal are tapped on the map, all other answers in the list of the sheet."""
    one = sit(record=first_day(), **touched(390, 844))
    page, marched = one.page, False
    one.await_kind("move")
    assert fitting(one) == []
    while "1 of 11" in page.locator(".status").inner_text():
        if one.kind == "move" and not marched:
            marched = True
            raise_sheet(one, up=False)
            tap_a_move(one)
        else:
            raise_sheet(one, up=True)
            with one.progress():
                page.locator("#panel button.order").last.tap()
    assert marched


def test_on_a_phone_markers_for_the_cup_are_chosen_from_a_list(sit: Sit) -> None:
    """The headquarters lie all over the map: there was nothing to press under the question."""
    game = grognard.new("gazala1942", scenario="aida", seed="cup")
    while game.decision is not None and (game.decision.kind, game.side) != ("markers", "allied"):
        answers = [action.text for action in game.legal_actions]
        end = {"set up": "default", "move": "done", "attack": "done"}.get(
            game.decision.kind, "pass"
        )
        game.play(end if end in answers else answers[-1], game.side)
    one = sit(**touched(390, 844))
    body = json.dumps({"record": game.record})
    made = one.page.request.post(f"{one.url}/api/tables/import", data=body, headers=JSON).json()
    one.page.goto(f"{one.url}/t/{made['id']}")
    one.page.locator("dialog.curtain button").tap()
    one.ready()
    one.await_kind("markers")
    one.page.get_by_role("button", name="Choose from the list").tap()
    listed = one.page.locator("#panel button.order")
    expect(listed.first).to_be_visible()
    with one.progress():
        listed.first.tap()


def test_who_chooses_from_the_list_by_keyboard_keeps_his_place(sit: Sit) -> None:
    """The focus was lost with every answer; the question was read aloud with the id of its unit."""
    one = sit(viewport=WIDE, record=first_day())
    one.press("/", "Tab")
    with one.progress():
        one.press("Enter")
    one.await_kind("step")
    expect(one.page.locator("#panel .order:focus")).to_have_count(1)
    asked = "[...document.querySelectorAll('.live, [aria-live]')].map(n => n.textContent).join(' ')"
    said = one.page.evaluate(asked)
    assert "where should " in said
    assert "AX-" not in said
    stay = one.question.locator('[data-order="stay"]')
    stay.focus()
    with one.progress():
        one.press("Enter")
    one.await_kind("move")
    expect(one.page.locator(".question .words:focus")).to_have_count(1)
