"""Salerno '43 at the page: the invasion and its first turn by mouse, another turn by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import grognard

from .conftest import Sit
from .table import Table

WIDE = {"width": 1700, "height": 1250}
BOX = """(id) => {
  const box = document.querySelector(`.place[data-hex="${id}"] rect`).getBoundingClientRect();
  return [box.x + box.width - 4, box.y + 4];
}"""

AT_COMBAT = """\
grognard position 1
game salerno43
scenario avalanche
turn 2
phase combat german
weather A
supply 1 3
air CW US
2618 GE-16Pz-I79
2818 GE-16Pz-IIb
2717 US-36-142 US-Tk-191
2719 GE-16Pz-II79
2616 US-BH-Red
2914 GE-16Pz-I64
reserve US-45-179
"""
"""Germans two hexes apart bond; an American stack next to them can be attacked."""


def choose(one: Table, place: str) -> None:
    """Click a hex, or the corner of a box beside the map."""
    if place.isdigit():
        one.click_hex(place)
    else:
        one.page.mouse.click(*one.page.evaluate(BOX, place))


def pick(one: Table, piece: str) -> None:
    """Point at a stack until it fans out, then click a counter of it."""
    place = one.where(piece)
    if place.isdigit() and one.page.locator(f'.pieces [data-at="{place}"]').count() > 1:
        one.page.mouse.move(3, WIDE["height"] / 2)
        expect(one.page.locator(".piece.fanned")).to_have_count(0)
        one.point(place)
        one.page.wait_for_selector(f'.fanned[data-at="{place}"]', state="attached")
    one.page.mouse.click(*one.at_piece(piece))


class Hands:
    """A player who moves one unit, attacks once, and otherwise takes the first answer."""

    def __init__(self, one: Table) -> None:
        self.one = one
        self.moved: set[str] = set()
        self.fought: set[str] = set()
        self.kinds: set[str] = set()

    @property
    def phase(self) -> str:
        return self.one.page.locator(".who").first.inner_text()

    def turn(self, number: int) -> None:
        """Play while this turn lasts."""
        while f"{number} of" in self.one.page.locator(".status").inner_text():
            self.kinds.add(self.one.kind)
            with self.one.progress():
                self.answer()

    def answer(self) -> None:
        one, page = self.one, self.one.page
        lit, pieces = one.lit(), one.lit_pieces()
        free = [place for place in lit if not page.locator(f'.target[data-lit="{place}"]').count()]
        done = one.question.locator('[data-order="done"]')
        if one.kind == "move":
            self.move(pieces)
        elif one.kind == "attack" and self.phase in self.fought:
            done.click()
        elif one.kind == "attack":
            self.fought.add(self.phase)
            choose(one, lit[0])
        elif one.kind == "join":
            force = one.question.locator('[data-order^="maf"]')
            if force.count():
                force.first.click()
            else:
                pick(one, pieces[0])
        elif free:
            choose(one, free[0])
        elif page.locator(".hand .card").count():
            page.locator(".hand .card").first.click()
        elif one.kind == "advance" and len(pieces) < 2 and done.count():
            done.click()
        elif pieces:
            pick(one, pieces[0])
        elif one.question.locator(".answer").count():
            one.question.locator(".answer").first.click()
        else:
            choose(one, lit[0])

    def move(self, pieces: list[str]) -> None:
        """One unit goes where it can; then the movement is over."""
        one, page = self.one, self.one.page
        if self.phase in self.moved:
            one.question.locator('[data-order="done"]').click()
            return
        self.moved.add(self.phase)
        pick(one, pieces[-1])
        expect(page.locator(".piece.selected")).to_have_count(1)
        choose(one, goal(one))


def goal(one: Table) -> str:
    """A place in reach of the selected unit: lit, or with its cost written in it."""
    found = one.page.evaluate(
        """() => {
          const lit = document.querySelector('.lit-hexes [data-lit]:not(.target)');
          if (lit) return lit.dataset.lit;
          for (const node of document.querySelectorAll('.cost')) {
            const box = node.getBoundingClientRect();
            const under = document.elementsFromPoint(box.x + box.width / 2, box.y - 4)
              .find((each) => each.matches('path.hex'));
            if (under) return under.dataset.hex;
          }
          return '';
        }"""
    )
    assert found, "the selected unit reaches nothing"
    return str(found)


def test_the_first_turn_by_mouse_and_a_further_one_by_keyboard(sit: Sit) -> None:
    one = sit(viewport=WIDE)
    one.page.locator(".setup select").first.select_option("salerno43")
    one.begin(allied="me", german="me")
    one.ready()
    one.await_kind("invade")
    assert set(one.lit()) == {"Rangers", "Commandos", "Uncle", "Sugar", "Roger", "Red", "Blue"}
    one.press("0")
    hands = Hands(one)
    hands.turn(1)
    assert {"invade", "initial", "reinforce", "move"} <= hands.kinds
    assert len(hands.moved) == 2
    expect(one.page.locator(".places [data-hex=Rangers]")).to_have_count(0)
    by_keyboard(one, 2)


def by_keyboard(one: Table, number: int) -> None:
    """A turn without the mouse: a unit moved from hex to hex, orders by their figures and typed."""
    moved: set[str] = set()
    page = one.page
    while f"{number} of" in page.locator(".status").inner_text():
        phase = page.locator(".who").first.inner_text()
        with one.progress():
            if one.kind == "move" and phase not in moved:
                moved.add(phase)
                one.press("m", "n", "Enter")
                expect(page.locator(".piece.selected")).to_have_count(1)
                one.press("n", "Enter")
            elif one.kind in ("move", "attack"):
                one.type_order("done")
                one.press("Escape")
            else:
                one.press("1")
    assert len(moved) == 2


def test_bonds_lines_of_supply_and_tracks(sit: Sit) -> None:
    one = sit(viewport=WIDE)
    one.bring(AT_COMBAT)
    game = grognard.load(AT_COMBAT)
    page = one.page
    one.press("0")
    shown = game.rules.overlays(game.state)
    page.locator(".overlays-button").click()
    page.get_by_label("ZOC Bonds: German").check()
    page.get_by_label("Line of supply of the unit pointed at").check()
    one.press("Escape")
    lines = [line for line in shown["bonds german"] if "-" in line]
    assert lines
    drawn = page.locator(".bond").get_attribute("d") or ""
    assert drawn.count("M") == len(lines)
    for label in ("2914", "2717"):
        (trace,) = game.rules.traces(game.state, label)
        one.point(label)
        fact = page.locator(".trace-fact")
        expect(fact).to_contain_text(str(trace.text)[1:])
        expect(page.locator(".trace-end")).to_have_count(1 if trace.whole else 0)
        way = page.locator("path.trace").get_attribute("d") or ""
        assert way.count("L") == len(trace.path) - 1
    one.press("k")
    tracks = page.locator(".tracks")
    expect(tracks.locator(".track .now")).to_have_count(2)
    expect(tracks).to_contain_text("Weather Track")
    expect(tracks).to_contain_text("benchmark 6")
    expect(page.locator('.pieces [data-piece="US-45-179"]')).to_have_attribute("data-at", "Reserve")


def test_the_ledger_names_the_force_and_the_determined_defence(sit: Sit) -> None:
    one = sit(viewport=WIDE)
    one.bring(AT_COMBAT)
    game = grognard.load(AT_COMBAT)
    one.press("0")
    one.click_hex("2717")
    one.await_kind("join")
    for unit in ("GE-16Pz-I79", "GE-16Pz-IIb"):
        with one.progress():
            pick(one, unit)
    with one.progress():
        one.question.locator('[data-order="maf 16Pz"]').click()
    sheet = game.odds("attack 2717 with GE-16Pz-I79 with GE-16Pz-IIb maf 16Pz")
    ledger = one.page.locator(".ledger")
    notes = ledger.locator(".ledger-note")
    expect(notes).to_have_count(len(sheet.notes))
    expect(notes.first).to_contain_text("Main Assault Force")
    expect(ledger).to_contain_text(re.compile(r"stands with [+-]\d: \d+% holds"))
    expect(ledger.locator(".chart thead .on")).to_have_text(sheet.column)
    expect(ledger.locator(".chart .shade-red").first).to_be_attached()
