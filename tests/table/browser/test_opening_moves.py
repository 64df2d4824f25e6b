"""What an evening of Opening Moves on the page brought to light."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

import grognard

from .conftest import Sit
from .positions import AT_MOVEMENT
from .table import JSON, Table
from .test_gazala import ARMOR, ENGAGED, SCREENED, first_day
from .test_touch import touched

LAPTOP = {"width": 1280, "height": 720}
REBUILT = """\
grognard position 1
game gazala1942
scenario aida
turn 4
phase replacements allied
pool Grant 2
0404 AL-9L-1
0808 AL-HQ-1ARM
0101 AX-HQ-XXI
eliminated AL-3Y-1
"""
LAST_IMPULSE = """\
grognard position 1
game gazala1942
scenario opening
turn 1
phase combat axis
impulse AX-HQ-AFRIKA
track axis AX-HQ-AFRIKA
count impulses 1
1111 AX-HQ-AFRIKA
1315 AX-1-21I(e) AX-2-21I(e)
1309 AX-361
0901 AX-HQ-X
0703 AX-65-101
0717 AX-66-101
0622 AX-85-60
0525 AX-86-60
0605 AX-61-102
1316 AL-150-50(e)
1319 AL-HQ-50
"""
COVERED = """() => {
  const box = (node) => node.getBoundingClientRect();
  const card = box(document.querySelector('.battle-card'));
  return [...document.querySelectorAll('.banner-card, .thrown figcaption')].map(box).filter((other) =>
    other.left < card.right && card.left < other.right && other.top < card.bottom && card.top < other.bottom).length;
}"""


def test_a_stack_that_has_marched_says_that_it_may_still_go_elsewhere(sit: Sit) -> None:
    """On a laptop its reach was shown from where it had come, without a word."""
    one = sit(viewport=LAPTOP, record=AT_MOVEMENT)
    one.page.mouse.click(*one.at_piece("AL-3US-A"))
    one.question.get_by_role("button", name="Take all 2").click()
    with one.progress():
        one.click_hex("0908")
    expect(one.page.locator(".chosen-reach")).to_be_visible()
    expect(one.page.locator(".chosen-reach")).to_contain_text("may still go elsewhere")


def test_a_stack_over_the_limit_is_told_so_where_it_stands(sit: Sit) -> None:
    """It was told at the end of the movement, when nobody could go on any more; and beside it "Stack of 5" fits."""
    one = sit(viewport=LAPTOP, record=first_day())
    one.press("0")
    for start in ("0609", "0410"):
        one.press("Escape")
        one.click_hex(start)
        expect(one.page.locator(".chosen")).to_contain_text("Take all 5")
        one.press("w")
        expect(one.page.locator(".chosen")).to_contain_text("Stack of 5")
        with one.progress():
            one.click_hex("0809")
    stay = one.question.locator('[data-order="stay"]')
    expect(stay).to_contain_text("Over the stacking limit, the enemy removes units: 0809")
    expect(one.page.locator(".chosen b")).to_be_visible()
    fits = """n => {
      const words = document.createRange();
      words.selectNodeContents(n);
      return words.getBoundingClientRect().width <= n.getBoundingClientRect().width;
    }"""
    assert one.page.locator(".chosen b").evaluate(fits)


@pytest.mark.parametrize("goal", ["0411", "0410"])
def test_who_waits_under_one_that_may_not_is_taken_and_not_joined(sit: Sit, goal: str) -> None:
    """Rommel lies on top: nobody of the stack could be taken; and next to it who was on the move went there."""
    one = sit(viewport=LAPTOP, record=SCREENED)
    with one.progress():
        one.type_order(f"move AX-1-15T {goal}")
    one.await_kind("step")
    expect(one.page.locator(".chosen")).to_contain_text("I Tank Battalion")
    one.press("Escape", "Escape")
    expect(one.page.locator(".chosen")).to_have_count(0)
    one.click_hex("0409")
    expect(one.page.locator(".chosen")).to_contain_text("II Tank Battalion")
    assert one.where("AX-1-15T") == goal


def test_a_key_that_ends_nothing_says_so(sit: Sit) -> None:
    one = sit(viewport=LAPTOP, record=ARMOR)
    one.await_kind("hit")
    one.press("e")
    expect(one.page.locator(".toast")).to_contain_text("Nothing ends here")
    expect(one.page.locator(".toast")).to_contain_text("takes the hit?")


def test_what_is_dropped_of_an_order_is_told(sit: Sit) -> None:
    """After the dice the rest was possible no longer: it went without a word."""
    one = sit(viewport=LAPTOP, record=ENGAGED)
    with one.progress():
        one.type_order("engage 1316 all go 0101")
    expect(one.page.locator(".toast")).to_contain_text("The rest of the order was dropped")


def test_each_list_begins_at_its_beginning(sit: Sit) -> None:
    """Who had read the tracks to their end found the orders from the sixth on."""
    one = sit(viewport=LAPTOP, record=first_day())
    panel = one.page.locator("#panel")
    one.page.locator("#tab-tracks").click()
    expect(panel.locator("th", has_text="Axis")).to_have_count(1)
    panel.evaluate("n => { n.scrollTop = n.scrollHeight; }")
    one.page.locator("#tab-orders").click()
    assert panel.evaluate("n => n.scrollHeight > n.clientHeight + 50")
    assert panel.evaluate("n => n.scrollTop") == 0


def test_the_map_comes_nearer_to_where_the_keyboard_is(sit: Sit) -> None:
    """It came nearer to its middle, and the hex that was looked at went out of sight."""
    one = sit(viewport=LAPTOP, record=first_day())
    one.press("0", "n")
    hex_ = min(one.where(piece) for piece in one.lit_pieces())
    before = one.at_hex(hex_)
    one.press("+", "+")
    after = one.at_hex(hex_)
    assert before == pytest.approx(after, abs=3)


def test_dice_that_hit_armor_are_marked(sit: Sit) -> None:
    one = sit(viewport=LAPTOP, record=ENGAGED)
    with one.progress():
        one.type_order("engage 1316 all go")
    card = one.page.locator(".battle-card")
    expect(card).to_contain_text("Allied hits")
    said = card.locator(".battle-sum").all_inner_texts()
    hits = [
        sum(int(n) for n in re.findall(f"{of}: (\\d+)", " ".join(said))) for of in ("hits", "only")
    ]
    assert card.locator(".die.hit").count() == hits[0]
    assert card.locator(".die.part").count() == hits[1]
    faces = {each.get_attribute("aria-label") for each in card.locator(".die.hit").all()}
    assert faces <= {"6"}


def test_a_result_that_is_a_word_is_told_in_the_players_language(sit: Sit) -> None:
    """ "repair" stood in a box on the card, in every language."""
    game = grognard.load(ENGAGED, dice="asked")
    one = sit(viewport=LAPTOP, record=game.record)
    card = one.page.locator(".battle-card")
    for order in (
        "engage 1316 all go",
        "roll 6 1 1 1 1 1 1 1 1 1",
        "roll 1 1 1 1 1 1 1 1 1 1",
        "hit AL-2H-1",
        "roll 6",
    ):
        with one.progress():
            one.type_order(order)
        one.page.locator(".order-line").blur()
    expect(card).to_contain_text("is repaired")
    expect(card.locator(".battle-cell")).to_have_text(["1", "0"])


def test_the_battle_lies_beside_the_dice_that_begin_a_turn(sit: Sit) -> None:
    """They fell under the card of the last battle."""
    one = sit(viewport=LAPTOP)
    name = one.open(LAST_IMPULSE)
    seats = {"axis": "me", "allied": "bot:staff"}
    made = one.page.request.post(
        f"{one.url}/api/tables/{name}/branch",
        data=json.dumps({"at": 0, "seats": seats}),
        headers=JSON,
    )
    one.page.goto(f"{one.url}/t/{made.json()['id']}")
    one.ready()
    one.press("0")
    one.type_order("attack 1316 all go")
    one.press("Escape")
    while "1 of" in one.page.locator(".status").inner_text():
        one.await_mine()
        with one.progress():
            one.page.locator("#panel button.order").first.dispatch_event("click")
    one.await_kind("assign")
    expect(one.page.locator(".battle-card")).to_be_visible()
    expect(one.page.locator(".thrown")).not_to_have_count(0)
    assert one.page.evaluate(COVERED) == 0


def test_who_is_rebuilt_is_called_so(sit: Sit) -> None:
    """The question spoke of rebuilding, its answers of replacing; of "the rest" also before anything was used."""
    one = sit(viewport=LAPTOP, record=REBUILT)
    orders = one.page.locator("#panel button.order")
    expect(orders.first).to_contain_text("Bring back")
    expect(orders.last).to_contain_text("Save the replacements")


def begin_normandy(one: Table) -> None:
    body = {"game": "normandy44", "seats": {"allied": "me", "german": "me"}}
    made = one.page.request.post(f"{one.url}/api/tables", data=json.dumps(body), headers=JSON)
    one.page.goto(f"{one.url}/t/{made.json()['id']}")
    one.ready()


def test_dice_before_the_first_decision_leave_the_map_in_sight(sit: Sit) -> None:
    """On a laptop they lay over the boxes of the beaches that are to be chosen."""
    one = sit(viewport=LAPTOP)
    begin_normandy(one)
    told = one.page.locator(".banner-card.opening li")
    expect(told).to_have_count(9)
    expect(told.first).to_be_hidden()
    one.page.locator(".banner-card.opening summary").click()
    expect(told.first).to_be_visible()


def test_chances_that_read_the_same_count_together_on_a_phone(sit: Sit) -> None:
    """A1/D1 stood there twice, with 33 and with 17 percent."""
    one = sit(**touched(390, 844))
    begin_normandy(one)
    one.question.locator('[data-order="beach Hoc"]').tap()
    chances = one.question.locator(".stakes-chance b")
    expect(chances.first).to_be_visible()
    results = chances.all_inner_texts()
    assert len(results) == len(set(results)) > 2


def test_the_ground_of_a_table_is_no_column(sit: Sit) -> None:
    """The chances of a Determined Defense were headed "Column open ground"."""
    one = sit(record=AT_MOVEMENT)
    said = one.page.evaluate(
        """async () => {
          const { stakesSaid } = await import("/client/question.js");
          return [["open ground", true], ["4-1", false]].map(([column, ground]) => stakesSaid({ chances: [], column, ground }));
        }"""
    )
    assert said == ["Open ground", "Column 4-1"]
