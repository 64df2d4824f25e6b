"""The page says what has just happened, and of what the question speaks."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Sit
from .positions import AT_COMBAT, AT_MOVEMENT
from .salerno import BATTLE
from .test_bot import SLOW, against_the_printed_german
from .test_touch import touched


def test_while_the_computer_decides_its_last_deed_is_the_headline(sit: Sit) -> None:
    one = against_the_printed_german(sit, SLOW)
    page = one.page
    with one.progress():
        pass
    last = page.locator("#panel .log .event:not(.event-choice) .log-text").last
    expect(last).to_be_visible()
    expect(page.locator('[role="tab"][aria-selected="true"]')).to_have_text("Orders")
    said, headline = (
        node.evaluate("""node => [...node.childNodes]
          .filter((each) => !each.matches?.('.rule, .flag, .die, .legs')).map((each) => each.textContent)
          .join('').trim()""")
        for node in (last, page.locator(".prompt"))
    )
    assert headline == said


def test_a_hex_that_is_looked_at_is_told_anew_when_somebody_comes(sit: Sit) -> None:
    one = sit()
    one.bring(AT_MOVEMENT)
    one.page.mouse.click(*one.at_piece("AL-504"))
    expect(one.page.locator(".piece.selected")).to_have_count(1)
    one.point("1209")
    expect(one.page.locator(".inspector")).to_contain_text("Nobody is here")
    with one.progress():
        one.click_hex("1209")
    expect(one.page.locator(".inspector")).to_contain_text("504")
    expect(one.page.locator(".inspector .roster .counter .branch")).to_have_count(1)


def test_the_target_is_marked_before_anybody_has_joined(sit: Sit) -> None:
    one = sit()
    one.bring(BATTLE.format(turn=8, phase="combat allied"))
    one.type_order("attack 2618")
    one.await_kind("join")
    expect(one.page.locator('.lit.target[data-lit="2618"]')).to_have_count(1)


COUNTED = """() => [...document.querySelectorAll('.sign')]
  .reduce((sum, sign) => sum + Number(sign.textContent.split(' ')[1]), 0)"""
UNSEEN = """() => {
  const field = document.querySelector('#field').getBoundingClientRect();
  const places = [...document.querySelectorAll('.pieces .piece.lit')].map(({ dataset }) => dataset.at);
  return [...new Set(places)].filter((place) => {
    const {x, y} = document.querySelector('#field').whereIs(place);
    return x < field.left || x > field.right || y < field.top || y > field.bottom;
  }).length;
}"""


def test_what_can_be_chosen_beyond_the_edge_is_counted_and_one_press_away(sit: Sit) -> None:
    one = sit()
    one.bring(BATTLE.format(turn=8, phase="movement german"))
    page = one.page
    one.press("0")
    signs = page.locator(".sign")
    expect(signs).to_have_count(0)
    one.press("+", "+", "+", "+", "+", "+")
    expect(signs).not_to_have_count(0)
    before = page.evaluate(UNSEEN)
    page.wait_for_function(f"n => ({COUNTED})() === n", arg=before)
    signs.first.click()
    page.wait_for_function(f"n => ({COUNTED})() < n", arg=before)
    assert page.evaluate(COUNTED) == page.evaluate(UNSEEN) < before


THROW = """async ([kind, facts, text]) => {
  const {href} = [...document.querySelectorAll('link[rel=modulepreload]')].find((link) => link.href.endsWith('/table/tray.js'));
  const {throwDice} = await import(href);
  throwDice(document.querySelector('#app'), [{kind, facts, text, rule: '', battle: false, side: 'axis'}], ['axis']);
}"""
COVERED = """async () => {
  const [thing, caption] = ['.thrown .drawn', '.thrown figcaption'].map((each) => document.querySelector(each));
  let most = 0;
  for (const end = performance.now() + 900; performance.now() < end; ) {
    await new Promise(requestAnimationFrame);
    const [a, b] = [thing, caption].map((each) => each.getBoundingClientRect());
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    most = Math.max(most, Math.min(high, wide));
  }
  return most;
}"""


def test_a_thing_drawn_never_lies_across_its_caption(sit: Sit) -> None:
    one = sit(record=BATTLE.format(turn=8, phase="combat allied"), reduced_motion="no-preference")
    one.page.evaluate(THROW, ["draw", {"thing": "Rommel"}, "Drawn for the next impulse: Rommel"])
    assert one.page.evaluate(COVERED) <= 0


def test_on_a_phone_the_words_stand_under_a_thing_that_is_drawn(sit: Sit) -> None:
    """Beside it they were six short lines; beside a die there is room."""
    one = sit(record=BATTLE.format(turn=8, phase="combat allied"), **touched(390, 844))
    name = "1st Armoured Division"
    one.page.evaluate(THROW, ["draw", {"thing": name}, f"Drawn for the next impulse: {name}"])
    one.page.evaluate(THROW, ["roll", {"face": 5}, "Allied roll for the command limit: 5"])
    under = """() => [...document.querySelectorAll('.thrown')].map((each) => {
      const [thing, words] = [...each.children].map((child) => child.getBoundingClientRect());
      return words.top >= thing.bottom;
    })"""  # once the die lies still
    one.page.wait_for_function(f"() => String(({under})()) === 'true,false'")


def test_dice_are_seen_by_those_who_want_no_motion(sit: Sit) -> None:
    one = sit(record=BATTLE.format(turn=8, phase="combat allied"))
    one.page.evaluate(THROW, ["roll", {"face": 5}, "German roll for the combat: 5"])
    one.page.wait_for_timeout(300)
    seen = "() => getComputedStyle(document.querySelector('.thrown')).opacity"
    assert one.page.evaluate(seen) == "1"


def test_all_dice_since_my_last_order_are_told_the_first_of_many_without_words(sit: Sit) -> None:
    """Gazala: that Rommel did not come was only in the log, behind the draws of what came after."""
    one = sit(record=BATTLE.format(turn=8, phase="combat allied"))
    words = one.page.locator(".thrown:not(.earlier) figcaption")
    folded = one.page.locator(".earlier .die, .earlier .drawn")
    one.page.evaluate(THROW, ["draw", {"thing": "Rommel"}, "drawn: Rommel"])
    for n in range(2, 6):
        one.page.evaluate(THROW, ["roll", {"face": n}, f"roll {n}"])
    expect(words).to_have_text(["Drawn: Rommel", *(f"Roll {n}" for n in range(2, 6))])
    expect(folded).to_have_count(0)
    for n in (1, 6, 1):
        one.page.evaluate(THROW, ["roll", {"face": n}, f"roll {n}"])
    expect(words).to_have_text([f"Roll {n}" for n in (3, 4, 5, 1, 6, 1)])
    expect(folded).to_have_count(2)
    one.page.evaluate(THROW, ["choice", {"order": "done"}, "done"])
    expect(words).to_have_count(0)
    expect(folded).to_have_count(0)


LISTEN = """() => {
  window.heard = 0;
  const {start} = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
}"""


def test_dice_sound_only_for_those_who_asked_for_it(sit: Sit) -> None:
    one = sit(record=AT_COMBAT)
    page = one.page
    page.evaluate(LISTEN)
    with one.progress():
        one.type_order("attack 0908 from 0808 go")
    expect(page.locator(".battle-card")).to_be_visible()
    assert page.evaluate("window.heard") == 0
    again = sit(record=AT_COMBAT)
    page = again.page
    page.evaluate(LISTEN)
    page.locator(".settings-button").click()
    page.get_by_label("Sounds").check()
    again.press("Escape")
    with again.progress():
        again.type_order("attack 0908 from 0808 go")
    expect(page.locator(".battle-card")).to_be_visible()
    page.wait_for_function("() => window.heard > 0")
