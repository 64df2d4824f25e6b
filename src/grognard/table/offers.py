"""What somebody else has to agree to: a take-back, a draw, a victory, a seat that is to be shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..engine.words import Say
from ..locale import Translate, translator
from . import show
from .connection import Connection
from .keys import hashed
from .rows import Offered

if TYPE_CHECKING:
    from .sitting import Table

UNDO = "undo"


class Offer(NamedTuple):
    """What somebody else has to agree to: whose, of which sides; a take-back, and to where, or an end."""

    browser: str
    mine: frozenset[str]
    side: str
    ref: str
    start: int
    what: str
    """``undo``, ``draw`` or ``win SIDE``."""

    @property
    def key(self) -> str:
        """What an answer to it names: a yes to one thing is none to the next."""
        return hashed(f"offer {self.browser} {self.ref}")[:16]

    @property
    def winner(self) -> str | None:
        """Who is to have won; None for a draw."""
        return self.what.partition(" ")[2] or None


def offer_of(table: Table, offered: Offered) -> Offer | None:
    """What a player offers now; None if he may not."""
    _, browser, ref, sides, what = offered
    room, mine = table.room, frozenset(sides.split())
    back = room.take_back(mine) if what == UNDO else None
    if (what == UNDO and back is None) or room.over:
        return None
    start = 0 if back is None else back.start
    return Offer(browser, mine, show.seat_of(room.game, mine), ref, start, what)


def asked(table: Table, what: str, mine: frozenset[str]) -> frozenset[str]:
    """The seats any of which may agree to what the player of these offers: those of the other side, and
    to a take-back, where the computer plays that, the others of his own."""
    rules, others = table.room.rules, table.others(mine)
    own = {rules.serves(seat) for seat in mine}
    if own >= set(rules.sides):
        return others
    against = frozenset(seat for seat in others if rules.serves(seat) not in own)
    return against or (others if what == UNDO else against)


def seat_asked_of(table: Table, mine: frozenset[str]) -> tuple[str, str] | None:
    """The first who asks the holder of these sides to share one."""
    return next((ask for ask in table.asks if ask[0] in mine), None)


def ask_key(ask: tuple[str, str]) -> str:
    """What the answer to somebody who asks for a seat names."""
    return hashed(f"ask {' '.join(ask)}")[:16]


def shown(table: Table, to: Connection) -> show.Plain:
    """What waits for consent, as a page is told of it."""
    tr, offer = translator(to.lang), table.offer
    if offer is None:
        return _seat_wanted(seat_asked_of(table, to.mine), tr)
    own = to.browser == offer.browser
    return {
        "t": "offer",
        "what": offer.what.partition(" ")[0],
        "by": offer.side,
        "text": said(offer, tr).translated(tr),
        "mine": bool(to.mine & asked(table, offer.what, offer.mine)) and not own,
        "own": own,
        "key": offer.key,
    }


def _seat_wanted(ask: tuple[str, str] | None, tr: Translate) -> show.Plain:
    if ask is None:
        return {"t": "offer", "what": None}
    text = Say(
        "another browser has opened the {side} link and asks to share your seat",
        side=Say(show.side_title(ask[0], tr)),
    )
    told = text.translated(tr)
    whose = {"by": ask[0], "mine": True, "own": False, "key": ask_key(ask)}
    return {"t": "offer", "what": "seat", "text": told} | whose


def said(offer: Offer, tr: Translate) -> Say:
    """An offer in a sentence."""
    who = show.side_title(offer.side, tr)
    if offer.what == UNDO:
        return Say(
            "the {side} player asks to take back a move made before a die roll or before a move of yours",
            side=who,
        )
    if offer.winner is None:
        return Say("the {side} player offers a draw", side=who)
    won = show.side_title(offer.winner, tr)
    return Say("the {side} player proposes to end the game: {winner} victory", side=who, winner=won)
