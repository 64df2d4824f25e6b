"""The seats' secrets behind the dice: who has pledged one, who is asked for the next link, what they give.

The others are asked first and whoever gives the order last: so nobody who sees the links of others can still
choose whether to give his own unnoticed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..engine.shared import Asked, Given
from ..engine.words import Say
from .connection import Connection
from .messages import write

if TYPE_CHECKING:
    from .hall import Hall
    from .sitting import Table

PATIENCE = 5.0
"""Seconds in which a page that is there has to give its link."""
AFTER_MISS, REGAINED = 1.0, 0.5
"""Once a seat has not answered: seconds that are left to it the next time it is waited for, and what each answer adds."""
PLEDGES = 20
"""Chains that a seat may begin between two throws."""


class Throwing:
    """A throw that waits for the seats' links."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.waits: dict[str, asyncio.Future[Given]] = {}


def _elsewhere(table: Table, seat: str) -> bool:
    """Whether a seat's page is at the table by another process."""
    return any(seat in there.sides for there in table.elsewhere.values())


def _held(table: Table, seat: str) -> bool:
    """Whether somebody is there who may give a seat's links."""
    dice = table.room.dice
    pledge = dice.pledge(seat) if dice else None
    if pledge is None:
        return False
    here = any(seat in c.mine and c.browser == pledge.holder for c in table.connections)
    return here or _elsewhere(table, seat)


def pledges_wanted(table: Table, to: Connection) -> list[dict[str, Any]]:
    """What a page that has come is asked: to pledge a chain for its seats unless it has the one named."""
    dice = table.room.dice
    if dice is None or table.over:
        return []
    wanted = []
    for seat in sorted(to.mine):
        pledge = dice.pledge(seat)
        if pledge is None or pledge.holder == to.browser or not _held(table, seat):
            wanted.append({"t": "pledge", "side": seat, "top": pledge.top if pledge else None})
    return wanted


def unpledged(table: Table) -> list[str]:
    """The seats of people without whose secret no die falls yet."""
    dice = table.room.dice
    return [] if dice is None else [s for s in sorted(table.humans) if dice.pledge(s) is None]


def may_pledge(table: Table, by: Connection, seat: str) -> bool:
    dice = table.room.dice
    if dice is None or table.over or table.throwing is not None or seat not in by.mine:
        return False
    pledge = dice.pledge(seat)
    if pledge is not None and pledge.holder != by.browser and _held(table, seat):
        return False
    return sum(p.seat == seat and p.first == dice.next for p in dice.pledges) < PLEDGES


def take(table: Table, seat: str, number: int, given: Given) -> None:
    """A link that somebody who may has given."""
    throwing, dice = table.throwing, table.room.dice
    if throwing is None or dice is None or throwing.asked.number != number:
        return
    wait = throwing.waits.get(seat)
    if wait is not None and not wait.done() and dice.fits(seat, given):
        wait.set_result(given)


async def gather(
    hall: Hall, table: Table, asked: Asked, actor: str
) -> dict[str, Given | None] | None:
    """What the seats give for a throw; None if whose order it is gives nothing.

    A seat whose page is not there, or does not answer in time, has given none.
    """
    table.throwing = throwing = Throwing(asked)
    table.last_throw = asked.number
    seats = sorted(table.humans)
    try:
        others = [seat for seat in seats if seat != actor]
        links = dict(zip(others, await _ask(hall, table, throwing, others), strict=True))
        if actor in seats:
            table.mute.discard(actor)  # his page has just spoken
            (last,) = await _ask(hall, table, throwing, [actor])
            if last is None:
                return None
            links[actor] = last
        return links
    finally:
        table.throwing = None


def _pages(table: Table, seat: str, holder: str) -> list[Connection]:
    return [c for c in table.connections if seat in c.mine and c.browser == holder]


def ask_here(table: Table, ask: dict[str, Any], holder: str) -> bool:
    """Ask the pages of whoever keeps a seat's chain for a link; False if none is here."""
    pages = _pages(table, ask["side"], holder)
    for page in pages:
        page.send(write(ask))
    return bool(pages)


def heard(table: Table, seat: str, number: int) -> None:
    """A seat has given something for a throw, in time or late: if it was for the last one, it is waited for again."""
    if number == table.last_throw:
        table.mute.discard(seat)


async def _ask(
    hall: Hall, table: Table, throwing: Throwing, seats: Iterable[str]
) -> list[Given | None]:
    number, bind = throwing.asked
    dice = table.room.dice
    assert dice is not None
    waits: dict[str, asyncio.Future[Given]] = {}
    for seat in seats:
        pledge = dice.pledge(seat)
        if pledge is None:
            continue
        ask = {"t": "throw", "n": number, "bind": bind, "side": seat, "top": pledge.top}
        throwing.waits[seat] = asyncio.get_running_loop().create_future()
        if not ask_here(table, ask, pledge.holder):
            if not _elsewhere(table, seat):
                continue
            hall.tell(table.id, "ask", ask=ask, holder=pledge.holder)
        if seat not in table.mute:
            waits[seat] = throwing.waits[seat]
    patience = {seat: table.patience.get(seat, PATIENCE) for seat in waits}
    waiting = (asyncio.wait([wait], timeout=patience[seat]) for seat, wait in waits.items())
    await asyncio.gather(*waiting)
    for seat, wait in waits.items():
        left = patience[seat]
        table.patience[seat] = min(left + REGAINED, PATIENCE) if wait.done() else AFTER_MISS
        if not wait.done():
            table.mute.add(seat)
            if left >= PATIENCE:  # else everybody knows
                said = Say(
                    "the page of the {side} player gives no secret for the dice: nobody waits for it until it does",
                    side=seat,
                )
                async with table.lock:
                    await hall.announce(table, said, seat)
    return [waits[s].result() if s in waits and waits[s].done() else None for s in seats]
