"""Situations of Salerno '43, and a mouse that gives any answer to any question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from playwright.sync_api import TimeoutError, expect

import grognard
from grognard.bots.random import RandomBot
from grognard.engine.game import Game
from grognard.engine.words import Action

from .table import PAINTED, Table

WIDE = {"width": 1700, "height": 1250}
RECORD = "async (id) => (await fetch(`/api/tables/${id}/record`)).text()"

TIMID = {"done", "cancel", "none", "fallback", "halt", "stop", "stay"}
BATTLE = """\
grognard position 1
game salerno43
scenario avalanche
turn {turn}
phase {phase}
weather A
supply 6 6
air CW US GE
naval CW US
2618 GE-16Pz-I79 GE-16Pz-IIb
2719 GE-16Pz-II79 GE-16Pz-II64 GE-16Pz-I64
2717 US-36-142 US-36-1-142 US-Tk-191
2818 US-36-141 US-36-bn141 US-36-143
2819 GE-29PG-I15
2716 US-Tk-751 US-45-179
2616 US-BH-Red US-36-ASU
2914 GE-29PG-II15
3014 GE-16Pz-Dor
3013 GE-16Pz-ASU GE-16Pz-StuG GE-16Pz-IIa
2712 BR-BH-Roger BR-56-167 BR-Greys BR-56-ASU
2812 BR-56-201G BR-56-169
2817 GE-29PG-ASU
2911 GE-HG-rec
eliminated US-Tk-753 GE-26Pz-I9
later US-82-505 US-2-509
reserve US-45-157
"""
"""Two fronts with something of everything: divisions, tanks, guns, beachheads, markers."""


def course(record: str) -> str:
    """The last orders of a record, before it says where the game stands."""
    return " ".join(record.partition("\nstand ")[0].splitlines()[-3:])


def choose(one: Table, place: str) -> None:
    """Click a hex, or the corner of a box beside the map."""
    if place.isdigit():
        one.click_hex(place)
    else:
        one.page.mouse.click(*one.at_box(place))


def pick(one: Table, piece: str) -> None:
    """Point at a stack until it fans out, then click a counter of it."""
    one.page.evaluate(PAINTED)  # cards that go make room for the map
    place = one.where(piece)
    if place.isdigit() and one.page.locator(f'.pieces [data-at="{place}"]').count() > 1:
        one.page.mouse.move(3, WIDE["height"] / 2)
        expect(one.page.locator(".piece.fanned")).to_have_count(0)
        for _ in range(20):
            one.point(place)
            with suppress(TimeoutError):  # on a slow machine the map may still be on the move
                one.page.wait_for_selector(f'.fanned[data-at="{place}"]', timeout=1000)
                break
        one.page.evaluate(PAINTED)
    one.page.mouse.click(*one.at_piece(piece))


def goal(one: Table) -> str:
    """A place in reach of the selected unit: lit, or with its cost written in it."""
    found = one.page.evaluate(
        """() => {
          const lit = document.querySelector('.lit-hexes [data-lit]:not(.target)');
          if (lit) return lit.dataset.lit;
          return document.querySelector('.cost')?.dataset.cost ?? '';
        }"""
    )
    assert found, "the selected unit reaches nothing"
    return str(found)


def give(one: Table, action: Action) -> None:
    """Give an answer with the mouse: a button, a place, a card, a counter, or what a counter offers."""
    page, word = one.page, action.word
    button = one.question.locator(f'[data-order="{action.text}"]')
    if button.count():
        button.click()
        return
    twice = page.locator(f'.piece.joined[data-piece="{word}"]').count() > 0
    if page.locator(f'.hand [data-unit="{word}"]').count():
        page.locator(f'.hand [data-unit="{word}"]').click()
    elif page.locator(f'.pieces [data-piece="{word}"]').count():
        pick(one, word)
    else:
        choose(one, word)
    if action.verb in ("move", "truck", "flee", "disengage"):
        expect(page.locator(f'.piece.selected[data-piece="{word}"]')).to_have_count(1)
        if button.count():
            button.click()
        else:
            choose(one, goal(one))
        return
    if twice:  # it takes part already: what else it could do is asked
        page.locator(f'.note [data-order="{action.text}"]').click()


def open_asked(one: Table, record: str) -> str:
    """Sit down at a game in which dice are entered by hand, and see all of the map."""
    name = one.open(record)
    one.press("0")
    one.page.evaluate(PAINTED)
    return name


def _playouts() -> Iterator[Game[Any]]:
    """Games of every kind of moment, each to be played on by chance."""
    for seed in range(400):
        what = ("combat", "combat", "combat", "movement", "initial")[seed % 5]
        side = ("german", "allied")[seed % 2]
        battle = BATTLE.format(turn=6 if what == "initial" else 8, phase=f"{what} {side}")
        yield grognard.load(battle, dice="asked")
        if seed % 40 == 39:
            yield grognard.load(grognard.new("salerno43", seed=seed).position, dice="asked")


@cache
def moments() -> Mapping[str, tuple[str, tuple[Action, ...]]]:
    """For each kind of question a record that ends with it, and one answer of each verb."""
    found: dict[str, tuple[str, tuple[Action, ...]]] = {}
    bot, chance = RandomBot(), Random(1)
    for game in _playouts():
        for _ in range(60):
            ask = game.decision
            if ask is None:
                break
            answers = {action.verb: action for action in ask.actions}
            if len(answers) > len(found.get(ask.kind, ("", ()))[1]):
                record = grognard.load(game.position, dice="asked").record
                found[ask.kind] = record, tuple(answers.values())
            # Chance alone calls most things off.
            bold = [action for action in ask.actions if action.verb not in TIMID]
            if bold and ask.kind not in ("move", "step"):
                game.play(chance.choice(bold))
            else:
                game.play(bot.choose(game, chance).order)
    return found
