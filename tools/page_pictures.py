"""The pictures of the page in docs/images, taken anew: ``python -m tools.page_pictures``."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.page import FLAGS, serving
from playwright.sync_api import Browser, sync_playwright
from tests.table.browser.positions import AT_COMBAT, AT_MOVEMENT, whole_game
from tests.table.browser.salerno import BATTLE
from tests.table.browser.table import Table

import grognard
from grognard.bots.random import RandomBot

IMAGES = Path(__file__).parents[1] / "docs" / "images"
DESK = {"viewport": {"width": 1280, "height": 800}}
WIDE = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1.5,
}
TABLET: dict[str, Any] = {"viewport": {"width": 1180, "height": 820}, "has_touch": True}
GERMAN_COMBAT = BATTLE.format(turn=8, phase="combat german")

Pose = Callable[[Table], None]
SCENES: dict[str, tuple[str, dict[str, Any], Pose]] = {}


def scene(name: str, record: str, how: dict[str, Any]) -> Callable[[Pose], Pose]:
    """What a picture shows: a record or position ('' for the lobby), a screen, and what is done first."""

    def keep(pose: Pose) -> Pose:
        SCENES[name] = record, how, pose
        return pose

    return keep


def orders(one: Table, *texts: str) -> None:
    for text in texts:
        with one.progress():
            one.type_order(text)
        one.press("Escape")


@scene("lobby", "", DESK)
def lobby(one: Table) -> None:
    one.page.wait_for_selector(".start")


@scene("movement", AT_MOVEMENT, DESK)
def movement(one: Table) -> None:
    one.click_hex("1110")
    one.point("0908")


@scene("dark", AT_MOVEMENT, {**DESK, "color_scheme": "dark"})
def dark(one: Table) -> None:
    movement(one)


@scene("ledger", AT_COMBAT, DESK)
def ledger(one: Table) -> None:
    orders(one, "attack 0606 from 0507")
    one.page.get_by_text("Keep to compare").click()
    orders(one, "support 0607")
    one.page.evaluate("() => { document.querySelector('#context').scrollTop = 0; }")


@scene("log", whole_game(), DESK)
def log(one: Table) -> None:
    one.press("l", "(", "(")


@scene("report", whole_game(), DESK)
def report(one: Table) -> None:
    one.question.get_by_text("Report").click()
    one.page.wait_for_selector("dialog.report")


@scene("phone", AT_MOVEMENT, PHONE)
def phone(one: Table) -> None:
    one.page.touchscreen.tap(*one.at_hex("1110"))
    one.page.wait_for_selector(".piece.selected")


@scene("tablet", GERMAN_COMBAT, TABLET)
def tablet(one: Table) -> None:
    orders(one, "attack 2717", "with GE-16Pz-I79", "with GE-16Pz-IIb")


@scene("salerno-ledger", GERMAN_COMBAT, WIDE)
def salerno_ledger(one: Table) -> None:
    orders(one, "attack 2717", "with GE-16Pz-I79", "with GE-16Pz-IIb")


@scene("salerno-stand", grognard.load(GERMAN_COMBAT, dice="asked").record, WIDE)
def salerno_stand(one: Table) -> None:
    orders(one, "attack 2717 with GE-16Pz-I79 with GE-16Pz-IIb maf 16Pz go", "none", "roll 6")
    one.page.wait_for_selector('.question[data-kind="stand"]')


@scene("salerno-invasion", grognard.new("salerno43", seed=3).position, DESK)
def salerno_invasion(one: Table) -> None:
    one.page.wait_for_timeout(500)


@scene("salerno-bonds", GERMAN_COMBAT, WIDE)
def salerno_bonds(one: Table) -> None:
    one.page.locator(".overlays-button").click()
    for name in ("Line of supply of the unit pointed at",):
        one.page.get_by_label(name).check()
    for box in one.page.get_by_label("ZOC Bonds").all():
        box.check()
    one.page.keyboard.press("Escape")
    one.point("2719")


def german_move() -> str:
    """The Germans move for the first time on the third day."""
    game, bot, chance = grognard.new("normandy44", seed=3), RandomBot(), Random(2)
    while game.decision is not None:
        ask = game.decision
        if game.turn >= 3 and (ask.kind, ask.side) == ("move", "german"):
            return game.position
        game.play(bot.choose(game, chance).order)
    raise AssertionError("the game ended before its third turn")


@scene("normandy-dday", grognard.new("normandy44", seed=3).position, WIDE)
def normandy_dday(one: Table) -> None:
    one.page.get_by_label("No, thanks").click()
    one.page.mouse.click(*one.at_box("Omaha"))
    one.page.wait_for_selector("[data-named]")


@scene("normandy-german", german_move(), WIDE)
def normandy_german(one: Table) -> None:
    one.page.wait_for_timeout(500)


@contextmanager
def browsing() -> Iterator[tuple[Browser, str]]:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "this needs Chromium"
    with serving() as url, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=FLAGS)
        yield browser, url.rstrip("/")
        browser.close()


def main(wanted: list[str]) -> None:
    with browsing() as (browser, url):
        for name in wanted or SCENES:
            record, how, pose = SCENES[name]
            context = browser.new_context(locale="en-GB", reduced_motion="reduce", **how)
            one = Table(context.new_page(), url)
            if record:
                one.open(record)
            else:
                one.page.goto(f"{url}/")
            pose(one)
            one.page.wait_for_load_state("networkidle")
            one.page.wait_for_timeout(700)
            one.page.screenshot(path=str(IMAGES / f"table-{name}.png"))
            context.close()
            print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
