"""Played by touch, on a phone and on a tablet held either way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import grognard

from .conftest import Sit
from .fingers import Fingers, Spot
from .positions import AT_COMBAT, AT_MOVEMENT
from .salerno import moments
from .table import PAINTED, Table
from .test_salerno import AT_COMBAT as SALERNO
from .test_together import by_link

SCREENS = {"phone": (390, 844), "tablet": (820, 1180), "tablet across": (1180, 820)}
HELD_UPRIGHT = pytest.mark.parametrize("screen", ["phone", "tablet"], indirect=True)
WIDTH = """([a, b]) => {
  const at = (hex) => document.querySelector('#field').whereIs(hex);
  return Math.hypot(at(a).x - at(b).x, at(a).y - at(b).y);
}"""
CLEAR = """(hex) => {
  const {x, y} = document.querySelector('#field').whereIs(hex);
  const {top, bottom} = document.querySelector('.battle-folded').getBoundingClientRect();
  return y < top || y > bottom;
}"""
UNDER = "([x, y]) => document.querySelector('#field').hexAt(x, y)"
SMALL = """() => [...document.querySelectorAll('button, a[href], select, input, textarea, summary')]
  .filter((node) => node.offsetParent && !node.closest('.hidden, .rail'))
  .map((node) => {
    const {width, height} = (node.closest('label') ?? node).getBoundingClientRect();
    const field = getComputedStyle(node, '::after');
    const grown = field.position === 'absolute' ? 2 * -parseFloat(field.top) : 0;
    return [`${node.className} ${node.textContent.trim().slice(0, 30)}`, width, height, grown];
  })
  .filter(([name, width, height, grown]) => grown ? height + grown < 32 : width < 44 || height < 44)"""


def touched(width: int, height: int) -> dict[str, Any]:
    return {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest, sit: Sit) -> Callable[[str], Table]:
    """A table on a touch screen."""
    size = SCREENS[request.param]

    def at(position: str) -> Table:
        return sit(record=position, **touched(*size))

    return at


def fitting(one: Table) -> list[Any]:
    """What does not fit a finger or the width of the screen."""
    assert one.page.viewport_size
    wide = one.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= one.page.viewport_size["width"]
    if one.page.locator(".play").count():
        tall = one.page.evaluate("document.documentElement.scrollHeight")
        assert tall <= one.page.viewport_size["height"]
    small: list[Any] = one.page.evaluate(SMALL)
    return small


def middle(one: Table) -> Spot:
    box = one.page.locator("#field").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def nearer(one: Table, times: int = 1) -> None:
    for _ in range(times):
        one.page.locator("#field").press("+")
    one.page.evaluate(PAINTED)


Screen = Callable[[str], Table]


@HELD_UPRIGHT
def test_two_fingers_zoom_where_they_are(screen: Screen) -> None:
    one = screen(AT_MOVEMENT)
    x, y = middle(one)
    before = one.page.evaluate(WIDTH, ["0708", "0808"])
    where = one.page.evaluate(UNDER, [x, y])
    with Fingers(one.page) as hand:
        hand.put(0, (x - 40, y))
        hand.put(1, (x + 40, y))
        hand.move((0, (x - 100, y)), (1, (x + 100, y)))
        hand.lift()
    apart = one.page.evaluate(WIDTH, ["0708", "0808"])
    assert apart == pytest.approx(2.5 * before, rel=0.05)
    centre = one.at_hex(where)
    assert max(abs(centre[0] - x), abs(centre[1] - y)) < apart
    with Fingers(one.page) as hand:
        hand.put(0, (x - 100, y))
        hand.put(1, (x + 100, y))
        hand.move((0, (x - 50, y)), (1, (x + 50, y)))
        hand.lift()
    assert one.page.evaluate(WIDTH, ["0708", "0808"]) == pytest.approx(1.25 * before, rel=0.05)
    expect(one.page.locator(".piece.selected")).to_have_count(0)
    expect(one.page.locator(".note")).to_have_count(0)


@HELD_UPRIGHT
def test_two_fingers_push_the_map(screen: Screen) -> None:
    one = screen(AT_MOVEMENT)
    nearer(one, 2)
    x, y = middle(one)
    before, wide = one.at_hex("0708"), one.page.evaluate(WIDTH, ["0708", "0808"])
    with Fingers(one.page) as hand:
        hand.put(0, (x - 50, y))
        hand.put(1, (x + 50, y))
        hand.move((0, (x - 20, y + 40)), (1, (x + 80, y + 40)))
        hand.lift()
    after = one.at_hex("0708")
    assert after[0] - before[0] == pytest.approx(30, abs=3)
    assert after[1] - before[1] == pytest.approx(40, abs=3)
    assert one.page.evaluate(WIDTH, ["0708", "0808"]) == pytest.approx(wide, rel=0.03)


@HELD_UPRIGHT
def test_a_finger_on_open_ground_pushes_the_map(screen: Screen) -> None:
    one = screen(AT_MOVEMENT)
    nearer(one)
    x, y = middle(one)
    where = one.page.evaluate(UNDER, [x, y])
    before = one.at_hex(where)
    with Fingers(one.page) as hand:
        hand.drag((x, y), (x - 30, y + 45))
    after = one.at_hex(where)
    assert after[0] - before[0] == pytest.approx(-30, abs=8)
    assert after[1] - before[1] == pytest.approx(45, abs=8)


def test_tap_and_tap_is_an_order(screen: Screen) -> None:
    one = screen(AT_MOVEMENT)
    with Fingers(one.page) as hand:
        hand.tap(one.at_hex("1110"))
        expect(one.page.locator(".piece.selected")).to_have_count(1)
        assert fitting(one) == []
        with one.progress():
            hand.tap(one.at_hex("1209"))
    assert one.where("AL-504") == "1209"


@HELD_UPRIGHT
def test_a_tap_on_a_stack_spreads_it(screen: Screen) -> None:
    one = screen(AT_MOVEMENT)
    with Fingers(one.page) as hand:
        hand.tap(one.at_hex("1009"))
        expect(one.page.locator(".fanned")).to_have_count(2)
        hand.tap(one.at_piece("AL-3US-B"))
        expect(one.question).to_contain_text("3rd Infantry Division, B")


@HELD_UPRIGHT
def test_a_counter_is_dragged(screen: Screen) -> None:
    one = screen(AT_MOVEMENT)
    here = one.at_hex("1110")
    with Fingers(one.page) as hand:
        with one.progress():
            hand.drag(here, one.at_hex("1209"))
        assert one.where("AL-504") == "1209"
        expect(one.page.locator(".ghost")).to_have_count(0)


@HELD_UPRIGHT
def test_a_second_finger_calls_a_drag_off(screen: Screen) -> None:
    one = screen(AT_MOVEMENT)
    there = one.at_hex("1209")
    with Fingers(one.page) as hand:
        hand.put(0, one.at_hex("1110"))
        hand.move((0, there))
        expect(one.page.locator(".ghost")).to_have_count(1)
        hand.put(1, (there[0] - 60, there[1]))
        expect(one.page.locator(".ghost")).to_have_count(0)
        hand.lift()
    assert one.where("AL-504") == "1110"
    expect(one.page.locator(".where")).to_contain_text("0/0")


@HELD_UPRIGHT
def test_a_long_press_looks_closely(screen: Screen) -> None:
    """Also in the middle of a battle, when the dock shows the ledger; the tap that follows is not an order."""
    one = screen(AT_COMBAT)
    with Fingers(one.page) as hand:
        with one.progress():
            hand.tap(one.at_hex("0606"))
        expect(one.question).to_contain_text("0606")
        hand.rest(one.at_hex("0607"), 700)
        look = one.page.locator(".note.glance")
        expect(look).to_contain_text("45th Infantry Division, A")
        expect(look).to_contain_text("strength 5")
        expect(look.locator(".rule").first).to_be_visible()
        box = look.bounding_box()
        assert box
        assert one.page.viewport_size
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= one.page.viewport_size["width"]
        one.await_kind("attack from")
        hand.tap(one.at_hex("0610"))
        expect(look).to_have_count(0)


def test_a_battle_by_touch(screen: Screen) -> None:
    one = screen(AT_COMBAT)
    with Fingers(one.page) as hand:
        for hex in ("0606", "0607"):
            with one.progress():
                hand.tap(one.at_hex(hex))
    one.await_kind("support")
    if one.page.locator(".stakes").is_visible():
        one.page.locator(".stakes").tap()
    elif one.page.locator("#tab-hex").is_visible():
        one.page.locator("#tab-hex").tap()
    expect(one.page.locator(".ledger")).to_be_visible()
    assert fitting(one) == []
    with one.progress():
        one.question.locator('[data-order="go"]').tap()
    expect(one.page.locator(".log, .die").first).to_be_attached()


@pytest.mark.parametrize("size", SCREENS.values(), ids=list(SCREENS))
def test_the_lobby_fits_the_screen(sit: Sit, size: tuple[int, int]) -> None:
    one = sit(**touched(*size))
    expect(one.page.locator(".start")).to_be_visible()
    assert fitting(one) == []


def test_salerno_fits_the_screen(screen: Screen) -> None:
    one = screen(SALERNO)
    with Fingers(one.page) as hand, one.progress():
        hand.tap(one.at_hex("2717"))
    one.await_kind("join")
    if one.page.locator(".sheet-handle").is_visible():
        one.page.locator(".sheet-handle").tap()
    for tab in ("log", "forces", "tracks", "talk", "orders"):
        one.page.locator(f"#tab-{tab}").tap()
        assert fitting(one) == [], tab


REACHED = """(nodes) => nodes.map((node) => {
  const {x, y, width, height} = node.getBoundingClientRect();
  const at = document.elementFromPoint(x + width / 2, y + height / 2);
  return node === at || node.contains(at) ? '' : `${node.className} ${node.textContent}`;
}).filter(Boolean)"""
"""Which of some buttons a finger would miss: they lie under something, or off the screen."""


def test_on_a_phone_the_map_comes_first_and_every_answer_is_in_reach(sit: Sit) -> None:
    """With a stack in hand too, and with the sheet up; counters are as large as a finger."""
    one = sit(record=AT_MOVEMENT, **touched(*SCREENS["phone"]))
    field = one.page.locator("#field").bounding_box()
    assert field
    assert field["height"] > 0.7 * SCREENS["phone"][1]
    counter = one.page.locator(".piece.lit").first.bounding_box()
    assert counter
    assert counter["width"] > 40
    with Fingers(one.page) as hand:
        hand.tap(one.at_hex("1009"))
        hand.tap(one.at_piece("AL-3US-B"))
    expect(one.page.locator(".chosen")).to_be_visible()
    buttons = one.page.locator(".question button:visible")
    assert {"Take all 2", "End the movement"} <= set(buttons.all_inner_texts())
    assert buttons.evaluate_all(REACHED) == []
    assert (
        one.page.locator(".dock .tabs").evaluate("node => getComputedStyle(node).visibility")
        == "hidden"
    )
    one.page.locator(".sheet-handle").tap()
    assert one.page.locator(".tabs [role=tab]:visible").evaluate_all(REACHED) == []
    assert buttons.evaluate_all(REACHED) == []
    one.page.locator(".sheet-handle").tap()
    buttons.get_by_text("Take all 2").tap()
    expect(one.page.locator(".chosen")).to_contain_text("Stack of 2")
    one.page.locator(".chosen").get_by_role("button", name="Let go").tap()
    expect(one.page.locator(".chosen")).to_have_count(0)


def test_a_phone_held_across_has_the_question_beside_the_map(sit: Sit) -> None:
    """The question lay over the map and the list beside both: a strip of the map was left."""
    one = sit(record=AT_COMBAT, **touched(844, 390))
    with Fingers(one.page) as hand:
        for hex in ("0606", "0607"):
            with one.progress():
                hand.tap(one.at_hex(hex))
    one.await_kind("support")
    field = one.page.locator("#field").bounding_box()
    assert field
    assert field["width"] > 0.55 * 844
    assert field["height"] > 0.85 * 390
    buttons = one.page.locator(".question button:visible")
    assert {"Roll the die: attack!", "Call it off"} <= set(buttons.all_inner_texts())
    assert buttons.evaluate_all(REACHED) == []
    one.page.locator(".stakes").tap()
    expect(one.page.locator(".ledger")).to_be_visible()
    assert fitting(one) == []


def test_no_sign_lies_on_the_counters_of_an_open_stack(sit: Sit) -> None:
    """The sign of what lies beyond the edge took the tap that was meant for a counter under it."""
    one = sit(record=AT_MOVEMENT, **touched(360, 640))
    one.await_kind("move")
    nearer(one, 3)
    signs = one.page.locator(".sign")
    expect(signs.first).to_be_visible()
    with Fingers(one.page) as hand:
        hand.tap(one.at_hex("1009"))
        expect(one.page.locator(".fanned").first).to_be_visible()
        expect(signs.first).to_be_hidden()
        hand.tap(one.at_piece("AL-3US-B"))
    expect(signs.first).to_be_visible()


def test_a_whole_turn_of_anzio_on_a_phone(sit: Sit) -> None:
    """With the thumb alone: a march, then every question by the buttons of the bar, to the next turn."""
    one = sit(record=AT_MOVEMENT, **touched(*SCREENS["phone"]))
    with Fingers(one.page) as hand:
        hand.tap(one.at_hex("1110"))
        expect(one.page.locator(".piece.selected")).to_have_count(1)
        with one.progress():
            hand.tap(one.at_hex("1209"))
    status = one.page.locator(".status")
    for _ in range(30):
        if "2 of 12" in status.inner_text():
            break
        answers = one.page.locator(".question .answer")
        if not answers.count():
            one.page.locator(".sheet-handle").tap()
            answers = one.page.locator("#panel button.order:visible")
        one.page.wait_for_function(
            f"() => ({REACHED})([...document.querySelectorAll('.question .answer')]).length === 0"
        )
        with one.progress():
            answers.last.tap()
    expect(status).to_contain_text("2 of 12")


@pytest.mark.parametrize("size", [SCREENS["phone"], SCREENS["tablet"]])
def test_the_offer_of_a_guide_leaves_the_orders_their_room(sit: Sit, size: tuple[int, int]) -> None:
    """On a tablet held upright its buttons were cut off by the tabs, which were twice as tall."""
    one = sit(record=grognard.new("normandy44", seed="dday").position, **touched(*size))
    page = one.page
    if page.locator(".sheet-handle").is_visible():
        page.locator(".sheet-handle").tap()
    page.locator("#tab-orders").tap()
    expect(page.locator(".guide.welcome")).to_be_visible()
    tall = "(node) => [node.clientHeight, node.scrollHeight]"
    shown, whole = page.locator(".guide-host").evaluate(tall)
    assert shown == whole, "the offer is seen whole"
    assert page.locator("#panel").evaluate("(node) => node.clientHeight") > 200


def test_on_a_phone_the_tools_are_named_and_one_leads_to_the_lobby(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT, **touched(*SCREENS["phone"]))
    page = one.page
    home = page.locator(".tools .home")
    expect(home).to_be_hidden()
    page.locator(".tools-more").tap()
    name = "(node) => getComputedStyle(node, '::after').content"
    tools = page.locator(".tools > :not(.undo, .tools-more)")
    assert [node.evaluate(name).strip('"') for node in tools.all()] == [
        *("To the lobby", "Overlays", "How do I win?", "Rules", "Find a unit", "Settings", "Help"),
        "Report, resign, copy",
    ]
    assert fitting(one) == []
    page.locator("#field").tap(position={"x": 20, "y": 500})
    expect(home).to_be_hidden()
    page.locator(".tools-more").tap()
    home.tap()
    # Who has a game comes for it: it stands above all else.
    row = page.locator(".tables a")
    expect(row).to_have_count(1)
    box = row.bounding_box()
    assert box
    assert box["y"] < 250


def test_on_a_phone_the_sheets_fit_a_finger(sit: Sit) -> None:
    """The field of the finder and the overlays of a side were too small, the rules found ran into their chapter."""
    one = sit(record=AT_MOVEMENT, **touched(*SCREENS["phone"]))
    page = one.page

    def tool(name: str) -> None:
        page.locator(".tools-more").tap()
        page.locator(".tools").get_by_role("button", name=name).tap()

    for name in ("Overlays", "Find a unit", "Rules"):
        tool(name)
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        assert fitting(one) == [], name
        if name != "Rules":
            page.keyboard.press("Escape")
    page.locator(".book-search").fill("retreat")
    chapter = page.locator(".chapter summary").first
    gap = """(node) => {
      const text = document.createRange();
      text.selectNode(node.firstChild);
      return node.querySelector('small').getBoundingClientRect().left - text.getBoundingClientRect().right;
    }"""
    assert chapter.evaluate(gap) > 3


def test_the_shelf_of_a_phone_tells_who_plays_and_how_it_ended(sit: Sit) -> None:
    """A game at one screen said of nobody that he plays; to resign was hidden below the copies, beside the log."""
    one = sit(record=AT_MOVEMENT, **touched(*SCREENS["phone"]))
    page = one.page
    page.locator(".tools-more").tap()
    page.locator(".tools .game-button").tap()
    resign = page.get_by_role("button", name="Resign", exact=True)
    expect(resign).to_be_in_viewport()
    resign.tap()
    page.get_by_role("button", name="Yes, resign").tap()
    report = page.locator("dialog.report-sheet, dialog").last
    expect(report).to_contain_text("German victory")
    expect(report).not_to_contain_text("0 dice")
    page.goto(one.url)
    row = page.locator(".tables a")
    expect(row).to_contain_text("Finished")
    expect(row).to_contain_text("You play both sides")
    expect(row).to_contain_text("German victory: the Allied player resigns")
    for _ in range(7):
        one.open(AT_MOVEMENT)
    page.goto(one.url)
    expect(row).to_have_count(6)
    assert fitting(one) == []
    page.get_by_role("button", name="All 8 games").tap()
    expect(row).to_have_count(8)


def test_the_first_question_is_near_on_a_phone(sit: Sit) -> None:
    """Also one about boxes that are there only while counters lie in them."""
    start = grognard.new("salerno43", scenario="avalanche", seed=1).position
    one = sit(record=start, **touched(*SCREENS["phone"]))
    one.await_kind("invade")
    rangers = one.page.locator('.place[data-hex="Rangers"] rect').bounding_box()
    assert rangers
    assert rangers["height"] > 60


def test_the_forces_are_called_by_their_division(sit: Sit) -> None:
    """Each was called A, by the letter that tells its halves apart."""
    one = sit(record=AT_MOVEMENT, **touched(*SCREENS["phone"]))
    one.page.locator(".sheet-handle").tap()
    one.page.locator("#tab-forces").tap()
    titles = one.page.locator(".forces details details > summary")
    expect(titles.filter(has_text="3rd Infantry Division")).to_have_count(1)
    expect(titles.filter(has_text="65th Infantry Division")).to_have_count(1)


def test_a_refusal_on_a_phone_leaves_the_map_in_sight(sit: Sit) -> None:
    """It lay over the hexes in reach, as tall as four of them."""
    one = sit(record=AT_MOVEMENT, **touched(*SCREENS["phone"]))
    with Fingers(one.page) as hand:
        hand.tap(one.at_hex("1110"))
        for hex in ("1104", "0909"):
            x, y = one.at_hex(hex)
            hand.tap((x, y))
            card = one.page.locator(".note.why")
            expect(card).to_be_visible()
            box = card.bounding_box()
            assert box
            assert box["height"] < 110
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= SCREENS["phone"][0]
            assert not box["y"] < y < box["y"] + box["height"]
            assert one.page.locator(".question button:visible").evaluate_all(REACHED) == []
            card.get_by_role("button", name="Close").tap()
            expect(card).to_have_count(0)


def test_an_attack_on_a_phone_tells_its_chances_before_it_is_made(sit: Sit) -> None:
    """They were in the sheet alone, one press away and over the map."""
    one = sit(record=AT_COMBAT, **touched(*SCREENS["phone"]))
    with Fingers(one.page) as hand:
        for hex in ("0606", "0607"):
            with one.progress():
                hand.tap(one.at_hex(hex))
    one.await_kind("support")
    stakes = one.page.locator(".stakes")
    chances = stakes.locator(".stakes-chance").all_inner_texts()
    assert len(chances) > 1
    assert sum(int(each.split()[-1].strip("%")) for each in chances) == pytest.approx(100, abs=3)
    buttons = one.page.locator(".question button:visible")
    assert buttons.evaluate_all(REACHED) == []
    assert fitting(one) == []


def test_three_answers_with_what_they_cost_fit_the_bar_of_a_phone(sit: Sit) -> None:
    """The last was cut off, the first stood in a column beside a button."""
    one = sit(record=moments()["stand"][0], **touched(*SCREENS["phone"]))
    one.await_kind("stand")
    bar = one.question
    tells = bar.locator(".tells")
    expect(tells).to_have_count(3)
    expect(bar.locator(".stakes-chance")).to_have_count(0)
    assert tells.evaluate_all("(nodes) => nodes.every((n) => n.clientWidth > 340)")
    shown, whole = bar.evaluate("(node) => [node.clientHeight, node.scrollHeight]")
    assert shown == whole
    assert tells.evaluate_all(REACHED) == []
    field = one.page.locator("#field").bounding_box()
    assert field
    assert field["height"] > 0.4 * SCREENS["phone"][1]


def test_coming_back_on_a_phone_shows_every_arrow(sit: Sit) -> None:
    """Half of them lay beyond the edges; the first who moved were told of, and not those who came far."""
    one = sit(**touched(*SCREENS["phone"]))
    one.begin(allied="me", german="bot:staff")
    one.ready()
    page = one.page
    for _ in range(8):
        one.await_mine()
        if page.locator(".where").text_content().startswith("Turn 2"):  # type: ignore[union-attr]
            break
        with one.progress():
            page.locator(".question .answer").last.tap()
        one.press("s")
    page.evaluate("(key) => localStorage.setItem(key, '9')", f"seen-{page.url.rpartition('/')[2]}")
    page.reload()
    sheet = page.locator("dialog.absence-sheet")
    expect(sheet.locator("li")).to_have_count(5)
    assert fitting(one) == []
    sheet.get_by_role("button", name="Arrows on the map").tap()
    arrows = page.locator(".arrows .arrow")
    expect(arrows).not_to_have_count(0)
    expect(page.locator(".gliding")).to_have_count(0)
    field = page.locator("#field").bounding_box()
    assert field
    for x, y, width, height in arrows.evaluate_all(BOXES):
        assert x >= 0
        assert x + width <= field["width"]
        assert y >= field["y"]
        assert y + height <= field["y"] + field["height"]


BOXES = """(nodes) => nodes.map((node) => {
  const {x, y, width, height} = node.getBoundingClientRect();
  return [x, y, width, height];
})"""


def test_what_a_friend_says_covers_no_answer_of_a_phone_and_leaves_a_mark(sit: Sit) -> None:
    """It lay over the cards and the question; afterwards nothing told that it was unread."""
    one, friend, _ = by_link(sit, **touched(*SCREENS["phone"]))
    page = one.page
    friend.page.locator("#tab-talk").click()
    friend.page.get_by_placeholder("Say something").fill("Shall we play on tomorrow?")
    friend.press("Enter")
    toast = page.locator(".toast")
    expect(toast).to_contain_text("Shall we play on tomorrow?")
    assert (
        page.locator(".question .answer, .hand .card:nth-child(-n + 4)").evaluate_all(REACHED) == []
    )
    toast.tap()
    expect(toast).to_have_count(0)
    mark = "(node) => getComputedStyle(node, '::before').content"
    handle = page.locator(".sheet-handle")
    assert handle.evaluate(mark) == '""'
    handle.tap()
    page.locator("#tab-talk").tap()
    assert handle.evaluate(mark) == "none"


def test_a_question_that_grows_does_not_shrink_the_map_of_a_phone(sit: Sit) -> None:
    one = sit(record=AT_COMBAT, **touched(390, 844))
    with Fingers(one.page) as hand:
        with one.progress():
            hand.tap(one.at_hex("0606"))
        hexes, bar = one.page.evaluate(WIDTH, ["0606", "0607"]), one.question.bounding_box()
        with one.progress():
            hand.tap(one.at_hex("0607"))
    one.await_kind("support")
    grown = one.question.bounding_box()
    assert bar
    assert grown
    assert grown["height"] > bar["height"] + 60
    assert one.at_hex("0606")
    assert one.page.evaluate(WIDTH, ["0606", "0607"]) == pytest.approx(hexes)


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "across"])
def test_on_a_phone_what_happened_covers_little_of_the_map(sit: Sit, size: tuple[int, int]) -> None:
    """Dice fallen before the first decision are folded; a battle lies beside what is asked, and not over all of the map."""
    one = sit(**touched(*size))
    page = one.page
    page.locator(".setup select").first.select_option("normandy44")
    one.begin(allied="me", german="me")
    one.ready()
    told = page.locator(".banner-card.opening li")
    expect(told).to_have_count(9)
    expect(told.first).not_to_be_visible()
    page.locator(".banner-card.opening summary").tap()
    expect(told.first).to_be_visible()
    page.locator(".banner-card.opening .icon-button").tap()
    with one.progress():
        one.question.locator('[data-order="beach Hoc"]').tap()
    card, area = (
        page.locator(".battle-card").bounding_box(),
        page.locator(".map-area").bounding_box(),
    )
    assert card
    assert area
    assert card["width"] * card["height"] < 0.45 * area["width"] * area["height"]
    page.locator(".sheet-handle").tap()
    with one.progress():
        page.locator('#panel [data-order="beach Gold"]').tap()
    expect(page.locator(".battle-folded")).to_be_visible()
    one.await_kind("assault")
    page.wait_for_function(
        CLEAR, arg=one.page.evaluate("document.querySelector('.prompt .named').dataset.atHex")
    )


def test_on_a_tablet_held_upright_the_odds_stand_beside_the_orders(sit: Sit) -> None:
    """They were behind a tab that nobody had opened when the die fell."""
    one = sit(record=AT_COMBAT, **touched(*SCREENS["tablet"]))
    with Fingers(one.page) as hand:
        for hex in ("0606", "0607"):
            with one.progress():
                hand.tap(one.at_hex(hex))
    one.await_kind("support")
    expect(one.page.locator("#panel .order").first).to_be_in_viewport()
    chances = one.page.locator(".ledger .bars dt")
    expect(chances).to_have_count(5)
    for chance in chances.all():
        expect(chance).to_be_in_viewport()
    assert fitting(one) == []


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "across"])
def test_on_a_phone_goal_and_guide_are_offered_over_the_map(
    sit: Sit, size: tuple[int, int]
) -> None:
    """They lay in the sheet, where nobody saw them; and a guide that was taken could not be read while one followed it."""
    one = sit(record=grognard.new("normandy44", seed="dday").position, **touched(*size))
    page = one.page
    offer = page.locator(".guide.welcome")
    offer.get_by_text("How do I win?").tap()
    page.locator("dialog.goal-sheet").get_by_label("Close").tap()
    assert fitting(one) == []
    with one.progress():
        one.question.locator('[data-order="beach Hoc"]').tap()
    expect(offer).not_to_be_visible()
    one.open(grognard.new("salerno43", seed=4).position)
    offer.get_by_text("Guide me").tap()
    step = page.locator(".guide small")
    expect(step).to_contain_text("1 /")
    box, area = page.locator(".guide").bounding_box(), page.locator(".map-area").bounding_box()
    assert box
    assert area
    assert box["y"] >= area["y"]
    assert box["height"] < 0.6 * area["height"]
    page.locator(".sheet-handle").tap()
    with one.progress():
        page.locator("#panel .order").first.tap()
    expect(step).to_be_in_viewport()
