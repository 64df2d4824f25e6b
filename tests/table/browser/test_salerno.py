"""Salerno '43 at the page: the invasion and its first turn by mouse, another turn by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import grognard
from grognard.engine.game import Game

from ..conftest import Fate
from .conftest import Sit
from .salerno import RECORD, WIDE, choose, goal, pick
from .table import PAINTED, Table

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
        card = page.locator(".battle-card header > .icon-button")
        if card.count():  # it may lie over what is asked for
            card.click()
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
    one = sit(viewport=WIDE, record=AT_COMBAT)
    game = grognard.load(AT_COMBAT)
    page = one.page
    one.press("0")
    shown = {o.name: o for o in game.rules.overlays(game.state)}
    page.locator(".overlays-button").click()
    page.get_by_label("ZOC Bonds: German").check()
    page.get_by_label("Line of supply of the unit pointed at").check()
    one.press("Escape")
    lines = shown["bonds german"].lines
    assert lines
    drawn = page.locator(".bond").get_attribute("d") or ""
    assert drawn.count("M") == len(lines)
    for label in ("2914", "2717"):
        trace, *_ = game.rules.traces(game.state, label)
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


def test_every_overlay_is_drawn(sit: Sit) -> None:
    one = sit(viewport=WIDE)
    stranded = AT_COMBAT.replace("2914 GE-16Pz-I64", "2914 GE-16Pz-I64\n3309 US-36-143")
    one.bring(stranded)
    page = one.page
    game = grognard.load(stranded)
    titles = {"allied": "Allied", "german": "German"}
    names = {
        "zoc": "Zones of control",
        "bonds": "ZOC Bonds",
        "supply": "In supply",
        "control": "Control of ports, cities and VP hexes",
        "vp": "Victory Point hexes",
    }
    page.locator(".overlays-button").click()
    for shown in game.rules.overlays(game.state):
        kind, side = shown.kind, shown.side
        page.get_by_label(f"{names[kind]}: {titles[side]}").check()
        order = game.rules.sides.index(side)
        area = page.locator(f".area-{kind}.side-{order}")
        hexes = len(shown.hexes)
        expect(area).to_have_attribute("d", re.compile(f"^(M[^M]*){{{hexes}}}$"))
        written = page.locator(f".badge-{kind}.side-{order}")
        expect(written).to_have_text(list(shown.figures.values()))
    page.get_by_label("Line of supply of the unit pointed at").check()
    one.press("Escape")
    trace, *_ = game.rules.traces(game.state, "3309")
    assert not trace.whole
    one.point("3309")
    expect(page.locator(".trace-break")).to_have_count(1)
    expect(page.locator(".trace-fact.broken")).to_contain_text(str(trace.text)[1:])


def test_the_ledger_names_the_force_and_the_determined_defence(sit: Sit) -> None:
    one = sit(viewport=WIDE, record=AT_COMBAT)
    game = grognard.load(AT_COMBAT)
    one.press("0")
    one.click_hex("2717")
    one.await_kind("join")
    for unit in ("GE-16Pz-I79", "GE-16Pz-IIb"):
        with one.progress():
            pick(one, unit)
    force = one.question.locator('[data-order="maf 16Pz"]')
    expect(force).to_contain_text("16th Panzer Division")
    with one.progress():
        force.click()
    sheet = game.odds("attack 2717 with GE-16Pz-I79 with GE-16Pz-IIb maf 16Pz")
    ledger = one.page.locator(".ledger")
    notes = ledger.locator(".ledger-note")
    expect(notes).to_have_count(len(sheet.notes))
    expect(notes.first).to_contain_text("Main Assault Force")
    expect(ledger).to_contain_text(re.compile(r"stands with [+-]\d: \d+% holds"))
    expect(ledger.locator(".chart thead .on")).to_have_text(sheet.column)
    expect(ledger.locator(".chart .shade-red").first).to_be_attached()


def test_the_ledger_is_that_of_the_die_about_to_fall(sit: Sit) -> None:
    """While the die waits to be rolled the ledger showed the odds without the answer that rolls it."""
    one = sit(viewport=WIDE, record=AT_COMBAT)
    attack = "attack 2717 with GE-16Pz-I79 with GE-16Pz-IIb maf 16Pz go"
    with one.progress():
        one.type_order(attack)
    one.await_kind("defensive air")
    column = one.page.locator(".ledger .chart thead .on")
    button = one.question.locator('[data-order="air US"]')
    told = re.search(r"the column is (\S+)", button.inner_text())
    assert told
    expect(column).not_to_have_text(told[1])
    button.click()
    expect(one.page.locator(".question .throw-die")).to_be_visible()
    for place in ("2716", "2717"):
        one.point(place)
        expect(column).to_have_text(told[1])
    one.question.get_by_role("button", name="Not yet").click()
    expect(column).not_to_have_text(told[1])


def test_the_landing_on_a_phone(sit: Sit) -> None:
    one = sit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = one.page
    page.locator(".setup select").first.select_option("salerno43")
    one.begin(allied="me", german="me")
    one.ready()
    one.await_kind("invade")
    page.wait_for_selector(".place", state="attached")
    page.evaluate(PAINTED)
    with one.progress():
        page.touchscreen.tap(*one.at_box("Uncle"))
    assert one.where("BR-46-128") == "2710"
    while one.kind == "lose":  # all in one stack: they lie as cards below the map
        with one.progress():
            page.locator(".hand .card").first.tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def conquests(game: Game[Any]) -> list[str]:
    """Moves of the Allies onto what is worth Victory Points, then ashore with who waits."""
    game, rules = game.copy(), game.rules
    shown = {o.name: o for o in rules.overlays(game.state)}
    held, wanted = (set(shown[f"vp {side}"].figures) for side in rules.sides)
    free = [
        piece
        for piece in rules.pieces(game.state)
        if piece.side == "allied" and piece.hex not in held and "asu" not in piece.symbol
    ]
    orders: list[str] = []
    for piece in free:
        goals = wanted & game.reach(piece.id).keys() if rules.is_hex(piece.hex) else set()
        ashore = game.legal_actions.of(piece.id) if piece.hex == "Reserve" else []
        order = next(
            (
                text
                for text in [
                    *(f"move {piece.id} {hex}" for hex in sorted(goals)),
                    *map(str, ashore),
                ]
                if game.legal_actions.why_not(text) is None
            ),
            None,
        )
        if order is not None and len(orders) < 7:
            game.play(order)
            orders.append(order)
            wanted -= set(order.split())
    return orders


def test_the_last_turn_ends_the_game(sit: Sit) -> None:
    one = sit(viewport=WIDE, record=AT_COMBAT.replace("turn 2", "turn 8"))
    one.press("0")
    to_the_end(one)


@pytest.mark.soak
def test_a_whole_game_against_chance(sit: Sit, fate: Fate) -> None:
    fate("fate-13")
    one = sit(viewport=WIDE)
    page = one.page
    page.locator(".setup select").first.select_option("salerno43")
    one.begin(allied="me", german="bot:random")
    one.ready()
    one.await_kind("invade")
    page.locator('.tools [aria-label="Settings"]').click()
    page.locator('.settings input[type="range"]').focus()
    one.press("Home", "Escape", "0")
    assert to_the_end(one) >= 4  # the first benchmark at which the Allies may win


def to_the_end(one: Table) -> int:
    """Each turn an Allied unit moved with the mouse, the others by typed orders, the rest by keys; how many turns."""
    page = one.page
    table = page.url.rpartition("/")[2]
    moved: set[str] = set()
    for _ in range(200):
        one.await_mine()
        if one.kind == "over":
            break
        turn = page.locator(".where").inner_text().partition("·")[0]
        game = grognard.load(page.evaluate(RECORD, table))
        if (one.kind, game.side) == ("move", "allied") and turn not in moved:
            moved.add(turn)
            march(one, conquests(game))
            continue
        with one.progress():
            if one.question.locator('[data-order="done"]').count():
                one.type_order("done")
                one.press("Escape")
            else:
                one.press("1")
    expect(one.question).to_contain_text("Victory Points")
    sheet = page.locator("dialog.report")
    expect(sheet).to_be_visible()
    sheet.locator(".proof button").click()
    expect(sheet.locator(".verified.ok")).to_contain_text("Verified")
    return len(moved)


def march(one: Table, orders: list[str]) -> None:
    """The first with the mouse, the others typed."""
    for i, order in enumerate(orders):
        unit, place = order.split()[1], order.split()[-1]
        with one.progress():
            if i == 0:
                pick(one, unit)
                expect(one.page.locator(f'.piece.selected[data-piece="{unit}"]')).to_have_count(1)
                choose(one, place)
            else:
                one.type_order(order)
                one.press("Escape")
