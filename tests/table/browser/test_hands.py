"""The player's hands: attacks called off, keys that end a phase, drags and stacks."""

from __future__ import annotations

import re
from itertools import combinations

from playwright.sync_api import expect

from .conftest import Sit
from .positions import AT_COMBAT, AT_MOVEMENT
from .salerno import BATTLE, pick
from .table import Table
from .test_touch import touched

SIZE = """() => 13 / (document.querySelector(".map").getBoundingClientRect().width
  / document.querySelector(".map").getAttribute("width"))"""
NAMED = """() => [...document.querySelectorAll("[data-chief]:not([hidden])")].map((name) => {
  const {x, y, width, height} = name.getBBox();
  return [x, y, x + width, y + height];
})"""
"""The corners of the names of the chief places, without their halo."""
PILE = """\
grognard position 1
game salerno43
scenario avalanche
turn 2
phase combat german
weather A
supply 1 3
air CW US
2618 GE-16Pz-I79 GE-16Pz-IIb GE-16Pz-ASU
2717 US-36-142 US-Tk-191
2616 US-BH-Red
2914 GE-16Pz-I64
reserve US-45-179
"""
"""Two battalions and their guns in one hex."""
TWO_TO_REBUILD = """\
grognard position 1
game gazala1942
scenario aida
turn 4
phase replacements allied
pool Grant 2
0404 AL-9L-1(r) AL-3-7(r) AL-HQ-1ARM
0101 AX-HQ-XXI
"""
"""Two of three units in one hex can be rebuilt: a click on one is the answer."""
SMALL = {"width": 1280, "height": 720}


def test_an_attack_is_called_off_and_no_digit_ends_a_phase_at_once(sit: Sit) -> None:
    """By Esc after the first word, by the button after more; the record knows nothing of it."""
    one = sit(record=AT_COMBAT)
    with one.progress():
        one.type_order("attack 0606")
    one.await_kind("attack from")
    one.page.locator("#field").focus()
    with one.progress():
        one.press("Escape")
    one.await_kind("attack")
    with one.progress():
        one.type_order("attack 0606 from 0607")
    one.await_kind("support")
    with one.progress():
        one.question.locator(".call-off").click()
    one.await_kind("attack")
    expect(one.page.locator(".where")).to_contain_text("0/0")
    expect(one.question.locator(".call-off")).to_have_count(0)
    one.page.locator("#field").focus()
    number = [order["order"] for order in one.orders()].index("done") + 1
    one.press(str(number))
    expect(one.page.locator(".toast")).to_contain_text(f"Press {number} again")
    one.await_kind("attack")
    with one.progress():
        one.press(str(number))


def test_esc_calls_off_by_the_answer_of_the_game(sit: Sit) -> None:
    """At every stage of the attack, whoever has joined."""
    one = sit(record=BATTLE.format(turn=8, phase="combat german"))
    for order in ("attack 2717", "attack 2717 with GE-16Pz-I79+GE-16Pz-IIb maf 16Pz"):
        with one.progress():
            one.type_order(order)
        one.page.locator("#field").focus()
        with one.progress():
            one.press("Escape")
        one.await_kind("attack")
        expect(one.page.locator(".where")).to_contain_text("0/0")
        expect(one.page.locator(".ledger")).to_have_count(0)


def test_who_cannot_support_is_told_and_answers_show_what_they_make_of_the_odds(sit: Sit) -> None:
    one = sit(record=AT_COMBAT)
    with one.progress():
        one.type_order("attack 0606 from 0607")
    expect(one.question).to_contain_text("nobody else can support")
    one.page.locator("#field").focus()
    one.press("Escape")
    one.await_kind("attack")
    with one.progress():
        one.type_order("attack 0606 from 0507")
    expect(one.question).to_contain_text("add support, or go")
    one.click_hex("0710")
    expect(one.page.locator(".note.why")).to_contain_text("0710 is not next to 0606")
    one.press("Escape")
    sums = one.page.locator(".ledger-sum")
    before = str(sums.text_content())
    one.point("0607")
    expect(sums).not_to_have_text(before)
    one.page.mouse.move(3, 3)
    expect(sums).to_have_text(before)


def test_pointing_at_a_defenders_answer_shows_what_it_makes_of_the_odds(sit: Sit) -> None:
    one = sit(record=BATTLE.format(turn=8, phase="combat german"))
    with one.progress():
        one.type_order("attack 2717 with GE-16Pz-I79+GE-16Pz-IIb maf 16Pz go")
    one.await_kind("defensive air")
    sums = one.page.locator(".ledger-sum")
    before = str(sums.text_content())
    one.question.locator('[data-order^="air"]').first.hover()
    expect(sums).not_to_have_text(before)
    one.page.mouse.move(3, 3)
    expect(sums).to_have_text(before)


def test_the_odds_are_seen_before_anybody_has_joined(sit: Sit) -> None:
    """Of the pile that is pointed at; in the list once a ledger lies open, which it would push away."""
    one = sit(record=BATTLE.format(turn=8, phase="combat german"))
    page = one.page
    with one.progress():
        one.type_order("attack 2717")
    one.await_kind("join")
    sums, supposed = page.locator(".ledger-sum"), page.locator(".ledger-supposed")
    expect(sums).to_have_count(0)
    one.point("2618")
    expect(supposed).to_contain_text("I Battalion, 79th")
    expect(supposed).to_contain_text("II Battalion (b)")
    both = str(sums.text_content())
    page.mouse.move(3, 3)
    expect(supposed).to_have_count(0)
    page.locator("#field").focus()
    with one.progress():
        one.type_order("with GE-16Pz-I79")
    page.locator("#field").focus()
    alone = str(sums.text_content())
    page.locator('#panel [data-order="with GE-16Pz-IIb"]').hover()
    expect(supposed).to_be_visible()
    assert str(sums.text_content()) == both != alone


def test_which_of_a_pile_is_meant_is_asked_before_it_is_sent(sit: Sit) -> None:
    """A click before the pile had opened sent the counter on top, to advance, to lose a step ..."""
    one = sit(record=TWO_TO_REBUILD)
    page = one.page
    before = str(page.locator(".where").text_content())
    page.mouse.click(*one.at_piece("AL-3-7"))
    expect(page.locator('.piece.fanned[data-at="0404"]')).to_have_count(3)
    assert page.locator(".where").text_content() == before
    with one.progress():
        page.mouse.click(*one.at_piece("AL-9L-1"))
    page.locator("#tab-log").click()
    expect(page.locator("#panel")).to_contain_text("9th Lancers regains a step")

    two = sit(record=TWO_TO_REBUILD)
    two.page.locator("#field").focus()
    two.press("n", "Enter")
    answers = two.page.locator(".note .menu button")
    expect(answers).to_have_count(2)
    with two.progress():
        answers.last.press("Enter")

    three = sit(record=TWO_TO_REBUILD, **touched(390, 844))
    before = str(three.page.locator(".where").text_content())
    three.page.touchscreen.tap(*three.at_piece("AL-3-7"))
    expect(three.page.locator('.piece.fanned[data-at="0404"]')).to_have_count(3)
    assert three.page.locator(".where").text_content() == before
    with three.progress():
        three.page.touchscreen.tap(*three.at_piece("AL-9L-1"))


def drag(one: Table, piece: str, hex: str) -> None:
    mouse = one.page.mouse
    mouse.move(*one.at_piece(piece))
    mouse.down()
    mouse.move(*one.at_hex(hex), steps=6)
    mouse.up()


def test_a_stack_is_dragged_and_marches_on_together(sit: Sit) -> None:
    """Also while another unit has points left; with Shift the counter goes alone."""
    one = sit(record=AT_MOVEMENT)
    length = one.page.locator(".where")
    with one.progress():
        one.type_order("move AL-504 1209")
    one.await_kind("step")
    one.page.locator("#field").focus()
    drag(one, "AL-3US-A", "0909")
    expect(one.page.locator('.pieces [data-at="0909"]')).to_have_count(2)
    assert one.where("AL-3US-B") == "0909"
    expect(one.page.locator(".chosen")).to_contain_text("Stack of 2")
    before = str(length.text_content())
    one.click_hex("0808")
    expect(one.page.locator('.pieces [data-at="0808"]')).to_have_count(2)
    assert one.where("AL-504") == "1209"
    assert length.text_content() != before
    one.press("Escape")
    one.page.keyboard.down("Shift")
    drag(one, "AL-RGR", "0809")
    expect(one.page.locator('.pieces [data-at="0809"]')).to_have_count(1)
    one.page.keyboard.up("Shift")
    assert {one.where("AL-509"), one.where("AL-RGR")} == {"0809", "0910"}


def test_a_counter_lies_where_it_was_dropped_before_the_server_has_said_so(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT)
    one.page.evaluate(
        """() => {
          const { send } = WebSocket.prototype;
          WebSocket.prototype.send = function (text) {
            if (text.includes('"t":"order"')) window.held = () => send.call(this, text);
            else send.call(this, text);
          };
        }"""
    )
    drag(one, "AL-504", "1209")
    one.page.wait_for_function("() => window.held")
    assert one.where("AL-504") == "1209"
    with one.progress():
        one.page.evaluate("() => window.held()")
    assert one.where("AL-504") == "1209"


def test_a_pile_joins_an_attack_as_far_as_it_may(sit: Sit) -> None:
    """Of a pile one counter joined, and who did not was not told of."""
    one = sit(record=PILE)
    one.await_kind("attack")
    with one.progress():
        one.click_hex("2717")
    one.await_kind("join")
    expect(one.page.locator(".piece.fanned")).to_have_count(0)
    one.page.mouse.click(*one.at_hex("2618"))
    joined = one.page.locator(".piece.joined")
    expect(joined).to_have_count(2)
    expect(one.page.locator(".note.why")).to_contain_text("has no Attack Strength")


def test_who_waits_his_turn_is_taken_by_a_click(sit: Sit) -> None:
    """The unit on the move could go where he stands: it stays, as the player thinks of the next."""
    one = sit(record=AT_MOVEMENT)
    selected = one.page.locator(".piece.selected")
    with one.progress():
        one.type_order("move AL-RGR 1010")
    one.await_kind("step")
    expect(one.page.locator('[data-cost="1110"]')).to_be_visible()
    with one.progress():
        one.click_hex("1110")
    expect(selected).to_have_attribute("data-piece", "AL-504")
    assert one.where("AL-RGR") == "1010"
    with one.progress():
        one.click_hex("1010")
    expect(one.page.locator('.pieces [data-at="1010"]')).to_have_count(2)


def test_a_counter_glides_to_its_hex(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT, reduced_motion="no-preference")
    one.page.wait_for_load_state("networkidle")
    one.page.evaluate(
        "() => { Element.prototype.animate = function () { window.glided = this.dataset.piece; }; }"
    )
    with one.progress():
        one.type_order("move AL-504 1209")
    assert one.page.evaluate("window.glided") == "AL-504"


def test_the_odds_are_seen_first(sit: Sit) -> None:
    """Also on a small screen, with the guide; orders keep their room."""
    one = sit(record=BATTLE.format(turn=8, phase="combat german"), viewport=SMALL)
    one.page.evaluate(
        "id => localStorage.setItem(`guide-${id}`, '0')", one.page.url.rpartition("/")[2]
    )
    one.page.reload()
    one.ready()
    for order in ("attack 2717", "with GE-16Pz-I79", "with GE-16Pz-IIb"):
        with one.progress():
            one.type_order(order)
        one.press("Escape")
    context = one.page.locator("#context").bounding_box()
    bars = one.page.locator(".bars dt").first.bounding_box()
    panel = one.page.locator("#panel").bounding_box()
    assert context
    assert bars
    assert panel
    assert bars["y"] + bars["height"] < context["y"] + context["height"]
    assert panel["height"] > 170


def test_the_ledger_of_a_battle_leaves_with_its_phase(sit: Sit) -> None:
    """Nobody points at the map or at the list, which would tell of a hex in its place."""
    one = sit(record=AT_COMBAT)
    with one.progress():
        one.type_order("attack 0908 from 0808")
    one.page.mouse.move(700, 70)
    one.answer("go")
    expect(one.page.locator(".ledger-result")).to_be_visible()
    turn, phase = str(one.page.locator(".where").text_content()).split(" · ")[:2]
    while str(one.page.locator(".where").text_content()).startswith(f"{turn} · {phase}"):
        plain = one.question.locator("[data-order]")
        order = plain.last if plain.count() else one.page.locator("#panel button.order").last
        with one.progress():
            order.dispatch_event("click")
    expect(one.page.locator(".inspector")).to_have_count(0)
    expect(one.page.locator(".ledger")).to_have_count(0)


def test_from_afar_counters_show_what_can_be_seen(sit: Sit) -> None:
    one = sit(record=BATTLE.format(turn=8, phase="combat german"), viewport=SMALL)
    figures = one.page.locator('[data-piece="US-36-141"] .fine')
    one.press("0")
    expect(figures).to_be_hidden()
    one.press("+", "+", "+", "+", "+", "+")
    expect(figures).not_to_be_hidden()


def test_from_afar_the_chief_places_have_names_that_can_be_read(sit: Sit) -> None:
    """What is printed on the whole map was five pixels tall."""
    one = sit(record=BATTLE.format(turn=8, phase="combat german"), viewport=SMALL)
    name = one.page.locator('[data-chief="2707"]')
    one.press("0")
    expect(name).to_be_visible()
    expect(name).to_have_text("Salerno")
    size = one.page.locator(".chief")
    expect(size).to_have_attribute("font-size", re.compile(f"^{int(one.page.evaluate(SIZE))}"))
    box = name.bounding_box()
    assert box
    assert 12 <= box["height"] <= 24
    x, y = one.at_hex("2707")
    assert box["x"] < x < box["x"] + box["width"]
    assert box["y"] < y, "over the counters there"
    corners = one.page.evaluate(NAMED)
    assert len(corners) > 3
    for a, b in combinations(corners, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, "no name lies over another"
    one.press("+", "+", "+", "+", "+", "+")
    expect(name).to_be_hidden()


def test_what_one_of_a_stack_may_do_is_not_offered_for_all_of_it(sit: Sit) -> None:
    """It was an order for the first of them alone."""
    one = sit(record=BATTLE.format(turn=8, phase="movement allied"))
    chosen = one.page.locator(".chosen")
    pick(one, "US-36-142")
    expect(chosen).to_contain_text("Full Retreat")
    chosen.locator("button", has_text="Take all 3").click()
    expect(chosen).to_contain_text("Stack of 3")
    expect(chosen).not_to_contain_text("Full Retreat")


def test_what_it_costs_to_go_where_others_stand_is_seen(sit: Sit) -> None:
    """The counters there covered it; now it lies over them, beside their figures, until they are spread."""
    one = sit(record=AT_MOVEMENT)
    mouse = one.page.mouse
    mouse.click(*one.at_piece("AL-3US-B"))
    cost = one.page.locator('[data-cost="1110"]')
    expect(cost).to_be_visible()
    x = cost.evaluate(
        "n => { const { left, right } = n.getBoundingClientRect(); return (left + right) / 2; }"
    )
    there = one.page.locator('[data-piece="AL-504"]').bounding_box()
    assert there
    assert x < there["x"] + there["width"] / 4
    over = "n => n.compareDocumentPosition(document.querySelector('.pieces')) & Node.DOCUMENT_POSITION_PRECEDING"
    assert cost.evaluate(over)
    one.point("0910")
    expect(one.page.locator(".piece.fanned")).to_have_count(2)
    expect(cost).to_be_hidden()


def test_the_keyboard_goes_through_the_list_and_ends_a_phase(sit: Sit) -> None:
    """The tenth answer had no key, and only Tab led from one to the next."""
    one = sit(record=AT_MOVEMENT)
    focused = one.page.locator("#panel .order:focus")
    one.press("o", "ArrowDown", "ArrowDown", "ArrowUp")
    expect(focused).to_have_attribute("data-n", "1")
    one.press("End", "ArrowDown")
    expect(focused).to_have_attribute("data-order", "done")
    expect(focused.locator("kbd")).to_have_text("e")
    one.press("Home")
    expect(focused).to_have_attribute("data-n", "0")
    one.press("e")
    expect(one.page.locator(".toast")).to_contain_text("Press e again: End the movement")
    one.await_kind("move")
    with one.progress():
        one.press("e")
    expect(one.page.locator(".where")).not_to_contain_text("0/0")
    expect(one.page.locator(".toast")).to_have_count(0)  # it went on asking for what was done


CROWDED = """\
grognard position 1
game anzio
scenario campaign
turn 1
phase movement german
initiative german
weather clear
dice 3
0501 GE-65-A GE-65-B GE-3PZG-A GE-3PZG-B
0307 AL-1UK-A AL-1UK-B
"""


def test_of_a_stack_go_as_many_as_there_is_room_for(sit: Sit) -> None:
    """Four were dragged where two may stand: the reach was lit, and nobody went."""
    one = sit(record=CROWDED)
    mouse = one.page.mouse
    mouse.move(*one.at_hex("0501"))
    mouse.down()
    mouse.move(*one.at_hex("0503"), steps=8)
    with one.progress():
        mouse.up()
    expect(one.page.locator('.pieces [data-at="0503"]')).to_have_count(2)
    expect(one.page.locator('.pieces [data-at="0501"]')).to_have_count(2)
    expect(one.page.locator(".note.why")).to_contain_text("0503 holds two units already")
    # The two are in hand and may go on together.
    expect(one.page.locator(".chosen")).to_contain_text("Stack of 2")
    with one.progress():
        one.click_hex("0504")
    expect(one.page.locator('.pieces [data-at="0504"]')).to_have_count(2)
    expect(one.page.locator('.pieces [data-at="0501"]')).to_have_count(2)
