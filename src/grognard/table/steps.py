"""The steps of a table: each changes the trail of its game, and is kept as text in the store."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ..engine.decision import Drawn, Rolled
from ..engine.entries import Ended, Entry, Played, Skip
from ..engine.shared import Asked, Given, Pledge, Share, Throw
from ..engine.words import Action
from .sentences import Reason, reasons_in, reasons_out


class Frame(NamedTuple):
    """An order in the trail: where it begins, whose it is, and the reasons given for it."""

    start: int
    side: str
    why: tuple[Reason, ...] = ()


Moment = tuple[int, str]
"""At which length of the trail something of a marked kind happened."""


class Stand(NamedTuple):
    """The situation after ``at`` entries, packed; '' when the game was over then.

    ``moments`` are those since the stand before; None where nobody noted them.
    """

    at: int
    packed: str
    moments: Sequence[Moment] | None = None


class Moved(NamedTuple):
    """The game was taken up under other rules or data: the mark of its record, and how it stood."""

    mark: str
    ruleset: str
    data: str
    opening: str


class Step(NamedTuple):
    """A change of the trail: from ``start`` on it reads ``entries``; ``side`` gave the order.

    Every so often it tells how the game stands, so that a table is opened from there.  With ``moved``
    the trail began anew before it.
    """

    start: int
    entries: tuple[Entry, ...]
    side: str
    why: tuple[Reason, ...] = ()
    stand: Stand | None = None
    moved: Moved | None = None
    share: Share | None = None
    """What this step tells of dice that several secrets make."""


def step_out(step: Step) -> str:
    """A step as text, for the store."""
    entries: list[list[Any]] = []
    for entry in step.entries:
        if isinstance(entry, Played):
            action, hidden = entry.action, [True] * entry.secret
            entries.append(
                ["played", entry.side, action.verb, action.word, entry.continues, *hidden]
            )
        else:
            entries.append([type(entry).__name__.lower(), *entry])
    body = {"start": step.start, "entries": entries, "side": step.side}
    if step.why:
        body["why"] = reasons_out(step.why)
    if step.stand is not None:
        body["stand"] = step.stand
    if step.moved is not None:
        body["moved"] = step.moved
    if step.share is not None:
        body["share"] = [type(step.share).__name__.lower(), *step.share]
    return msgspec.json.encode(body).decode()


_PLAIN: Mapping[str, type[Drawn | Skip | Ended]] = {"drawn": Drawn, "skip": Skip, "ended": Ended}


def step_in(text: str) -> Step:
    body = msgspec.json.decode(text)
    entries: list[Entry] = []
    for word, *rest in body["entries"]:
        if word == "played":
            side, verb, name, *flags = rest
            entries.append(Played(side, Action(verb, name), *flags))
        elif word == "rolled":
            entries.append(Rolled(*rest[:7])._replace(others=tuple(*rest[7:])))
        else:
            entries.append(_PLAIN[word](*rest))
    why = reasons_in(body.get("why", ()))
    stand = _stand_in(*body["stand"]) if "stand" in body else None
    moved = Moved(*body["moved"]) if "moved" in body else None
    share = _share_in(*body["share"]) if "share" in body else None
    return Step(body["start"], tuple(entries), body["side"], why, stand, moved, share)


def _stand_in(at: int, packed: str, moments: list[list[Any]] | None = None) -> Stand:
    noted = None if moments is None else [(length, kind) for length, kind in moments]
    return Stand(at, packed, noted)


def _share_in(word: str, *rest: Any) -> Share:
    if word == "pledge":
        return Pledge(*rest)
    if word == "asked":
        return Asked(*rest)
    number, die, bound, links = rest
    return Throw(number, die, bound, {s: g and Given(*g) for s, g in links.items()})


def pack(lines: Iterable[str]) -> str:
    """Lines of text, small."""
    return b64encode(zlib.compress("\n".join(lines).encode(), 6)).decode()


def unpack(packed: str) -> list[str]:
    return zlib.decompress(b64decode(packed)).decode().split("\n")
