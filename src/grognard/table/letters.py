"""What is written to a player: that it is his turn or he is asked for his consent, or whether he wants to be told so.

A letter says nothing that only one seat may know, and who has not agreed to it yet reads nothing that a
visitor wrote.
"""

from __future__ import annotations

import hmac
from typing import NamedTuple

from ..engine.words import Say
from ..locale import translator
from . import offers, show
from .carriers import Letter
from .keys import secret_of
from .mailbox import CONFIRM, OFFER, TURN, Call
from .office import Office
from .sitting import Table


class Ticket(NamedTuple):
    """What a link in a letter says: which call is meant, and that we wrote the link."""

    table: str
    side: str
    kind: str
    mark: str


def link(office: Office, secret: str, what: str, call: Call) -> str:
    """The address that confirms a call, or stops it."""
    ticket = ".".join((call.table, call.side, call.kind, _mark(secret, what, call)))
    return f"{office.url}/call#{what}={ticket}"


def ticket(text: str) -> Ticket | None:
    parts = text.split(".")
    return Ticket(*parts) if len(parts) == 4 and text.isascii() and text.isprintable() else None


def fits(secret: str, what: str, call: Call, found: Ticket) -> bool:
    """Whether we wrote the link for this call."""
    return hmac.compare_digest(_mark(secret, what, call), found.mark)


def _mark(secret: str, what: str, call: Call) -> str:
    return secret_of(secret, f"call {what} {call.table} {call.side} {call.kind} {call.target}")[:32]


def confirm_letter(office: Office, secret: str, call: Call, table: Table) -> Letter:
    """Does he want to be told when it is his turn?"""
    tr, game = translator(call.lang), table.room.rules.title
    url = link(office, secret, "confirm", call)
    lines = (
        Say(
            "Somebody, probably you, asked to be told here whenever it is their turn in {game}.",
            game=game,
        ),
        Say("If it was you, open this link:"),
        url,
        Say("If it was not, do nothing: no other message will come."),
    )
    subject = Say("Grognard: shall we tell you when it is your turn?").translated(tr)
    facts = {"what": CONFIRM, "table": call.table, "seat": call.side, "url": url}
    id = f"confirm.{_mark(secret, 'confirm', call)}"
    return Letter(id, subject, _text(lines, call.lang), facts)


def turn_letter(office: Office, secret: str, call: Call, table: Table) -> Letter:
    """It is his turn; the caller has the table's lock."""
    tr, title = translator(call.lang), table.room.rules.title
    side = show.side_title(call.side, tr)
    subject = (
        Say("Your turn: {game}, turn {turn}", game=title, turn=table.turn)
        if table.turn
        else Say("Your turn: {game}", game=title)
    )
    said = Say("It is your turn in {game} ({side}).", game=title, side=side)
    return _told(office, secret, call, table, subject, said, {"what": TURN})


def offer_letter(office: Office, secret: str, call: Call, table: Table) -> Letter | None:
    """A draw, a victory or a take-back waits for his answer; the caller has the table's lock."""
    tr, offer = translator(call.lang), table.offer
    if offer is None:
        return None
    subject = Say(
        "You are asked: {game}, turn {turn}", game=table.room.rules.title, turn=table.turn
    )
    said = offers.said(offer, tr).translated(tr)
    facts = {"what": OFFER, "offer": offer.what}
    return _told(office, secret, call, table, subject, f"{said[:1].upper()}{said[1:]}.", facts)


def _told(
    office: Office,
    secret: str,
    call: Call,
    table: Table,
    subject: Say,
    said: Say | str,
    facts: show.Plain,
) -> Letter:
    """A letter to a player who has agreed to be told."""
    tr, room = translator(call.lang), table.room
    game, stop = room.game, link(office, secret, "stop", call)
    url = f"{office.url}/t/{table.id}"
    others = [
        f"{table.names[seat]} ({show.side_title(seat, tr)})"
        for seat in room.rules.seats
        if seat != call.side and table.names.get(seat)
    ]
    phase = show.words(room.rules.phase_title(game.phase), tr)
    lines = (
        said,
        Say("Turn {turn}, {phase}.", turn=game.turn, phase=phase)
        if game.turn
        else f"{phase[:1].upper()}{phase[1:]}.",
        Say("At the table: {others}.", others=", ".join(others)) if others else "",
        url,
        Say("You asked to be told. No more messages about this game:"),
        stop,
    )
    of = " ".join(map(str, facts.values()))
    id = secret_of(secret, f"letter {table.id} {call.side} {call.kind} {table.rev} {of}")[:32]
    facts |= {
        "table": table.id,
        "game": room.rules.name,
        "turn": game.turn,
        "phase": game.phase,
        "seat": call.side,
        "url": url,
        "stop": stop,
    }
    return Letter(id, subject.translated(tr), _text(lines, call.lang), facts, stop)


def _text(lines: tuple[Say | str, ...], lang: str) -> str:
    tr = translator(lang)
    said = [line.translated(tr) if isinstance(line, Say) else line for line in lines]
    return "\n\n".join(line for line in said if line) + "\n"
