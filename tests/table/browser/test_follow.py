"""The map of somebody who looks on goes where the others move, calmly and not against the hand."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Sit
from .salerno import BATTLE
from .table import Table

PHONE = {"width": 390, "height": 844}
APART = (
    BATTLE.format(turn=8, phase="movement german")
    .replace("2911 GE-HG-rec\n", "4411 GE-HG-rec\n")
    .replace("3014 GE-16Pz-Dor\n", "4412 GE-16Pz-Dor\n")
    .replace("GE-16Pz-StuG GE-16Pz-IIa\n", "GE-16Pz-IIa\n4413 GE-16Pz-StuG\n")
    .replace("2914 GE-29PG-II15\n", "2206 GE-29PG-II15\n")
)
"""German units in the east and in the west, which a narrow page does not show together."""

VIEW = "() => document.querySelector('.world').style.transform"
SEEN = """(hex) => {
  const host = document.querySelector('#field');
  const field = host.getBoundingClientRect();
  const {x, y} = host.whereIs(hex);
  return x > field.left + 8 && x < field.right - 8 && y > field.top + 8 && y < field.bottom - 8;
}"""


def watching(sit: Sit, **how: object) -> tuple[Table, Table]:
    """One who plays, and one who looks on at a narrow page."""
    player = sit()
    table = player.bring(APART)
    watcher = sit(viewport=PHONE, **how)
    watcher.page.clock.install()
    watcher.page.goto(f"{watcher.url}/t/{table}")
    watcher.ready()
    watcher.press("+", "+", "+", "+", "+")
    time_passes(watcher)
    return player, watcher


def time_passes(watcher: Table) -> None:
    """So much that a map which a hand has moved may go elsewhere."""
    watcher.page.clock.fast_forward(4300)


def moved(player: Table, watcher: Table, unit: str, to: str) -> None:
    watcher.page.clock.fast_forward(400)  # what follows faster is not followed
    player.type_order(f"move {unit} {to}")
    player.press("Escape")
    counter = watcher.page.locator(f'.pieces [data-piece="{unit}"]')
    expect(counter).to_have_attribute("data-at", to)


def drag(watcher: Table, dx: int) -> None:
    mouse = watcher.page.mouse
    mouse.move(200, 300)
    mouse.down()
    mouse.move(200 + dx, 300, steps=3)


def sees(watcher: Table, *hexes: str) -> bool:
    return all(watcher.page.evaluate(SEEN, hex_) for hex_ in hexes)


def test_the_map_goes_where_somebody_moves_and_stays_while_that_is_in_sight(sit: Sit) -> None:
    player, watcher = watching(sit)
    assert not sees(watcher, "4411")
    moved(player, watcher, "GE-HG-rec", "4311")
    assert sees(watcher, "4411", "4311")
    here = watcher.page.evaluate(VIEW)
    moved(player, watcher, "GE-16Pz-Dor", "4312")
    assert watcher.page.evaluate(VIEW) == here
    moved(player, watcher, "GE-29PG-II15", "2306")
    assert sees(watcher, "2206", "2306")
    assert not sees(watcher, "4312")


def test_the_map_stays_in_the_hand(sit: Sit) -> None:
    player, watcher = watching(sit)
    drag(watcher, -40)
    held = watcher.page.evaluate(VIEW)
    time_passes(watcher)
    moved(player, watcher, "GE-HG-rec", "4311")
    assert watcher.page.evaluate(VIEW) == held, "a button is down"
    watcher.page.mouse.move(150, 300)
    watcher.page.mouse.up()
    put = watcher.page.evaluate(VIEW)
    moved(player, watcher, "GE-16Pz-Dor", "4312")
    assert watcher.page.evaluate(VIEW) == put, "it was moved by hand just now"
    time_passes(watcher)
    moved(player, watcher, "GE-16Pz-StuG", "4313")
    assert sees(watcher, "4413", "4313")


def test_who_does_not_want_it_says_so_once(sit: Sit) -> None:
    player, watcher = watching(sit)
    page = watcher.page
    page.locator(".tools-more").click()
    page.locator('.tools [aria-label="Settings"]').click()
    switch = page.get_by_label("Follow the moves of the others")
    expect(switch).to_be_checked()
    switch.uncheck()
    watcher.press("Escape")
    before = page.evaluate(VIEW)
    moved(player, watcher, "GE-HG-rec", "4311")
    assert page.evaluate(VIEW) == before
    page.reload()
    watcher.ready()
    page.locator(".tools-more").click()
    page.locator('.tools [aria-label="Settings"]').click()
    expect(switch).not_to_be_checked()


def test_the_map_glides_unless_motion_is_unwelcome(sit: Sit) -> None:
    for motion, glides in (("no-preference", True), ("reduce", False)):
        player, watcher = watching(sit, reduced_motion=motion)
        watcher.page.evaluate(
            """() => {
              window.glides = 0;
              document.querySelector('.world').addEventListener('transitionstart', (event) => {
                if (event.target === event.currentTarget) window.glides += 1;
              });
            }"""
        )
        moved(player, watcher, "GE-HG-rec", "4311")
        watcher.page.wait_for_function(SEEN, arg="4411", polling=50)
        if glides:
            watcher.page.wait_for_function("() => window.glides", polling=50)
        assert bool(watcher.page.evaluate("window.glides")) is glides
