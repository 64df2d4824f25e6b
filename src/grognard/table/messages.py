"""What a page may send over its WebSocket; anything else is malformed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ..engine.shared import LINKS

Ref = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,64}\Z")]
Rev = Annotated[int, Meta(ge=0, le=2**40)]
Order = Annotated[str, Meta(min_length=1, max_length=1000)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
PlayerName = Annotated[str, Meta(max_length=40)]
"""What a player calls himself."""
Word = Annotated[str, Meta(min_length=1, max_length=100)]


class _Message(Struct, tag_field="t", forbid_unknown_fields=True):
    pass


class GiveOrder(_Message, tag="order"):
    id: Ref
    rev: Rev
    text: Order
    side: Annotated[str, Meta(max_length=40)] | None = None
    careful: bool = False
    """Nothing is done if a die falls by it: the page asks first."""


class Undo(_Message, tag="undo"):
    id: Ref
    rev: Rev
    order: bool = False
    """Call off the order that is begun, instead of taking back the last one."""


class Resign(_Message, tag="resign"):
    id: Ref
    rev: Rev


class Propose(_Message, tag="propose"):
    """That the game ends: a draw, or a side has won."""

    id: Ref
    rev: Rev
    what: Literal["draw", "win"]
    side: Word | None = None


class Withdraw(_Message, tag="withdraw"):
    """Take back what I have offered."""

    id: Ref


class Claim(_Message, tag="claim"):
    """The victory, because the other side's time has run out."""

    id: Ref
    rev: Rev


class Give(_Message, tag="give"):
    """The other side a day more."""

    id: Ref
    rev: Rev


class Consent(_Message, tag="consent"):
    id: Ref
    to: Ref
    """The key of the offer that is answered."""
    yes: bool


class Say(_Message, tag="chat"):
    id: Ref
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Name(_Message, tag="name"):
    id: Ref
    side: Word
    name: PlayerName


class Question(_Message, tag="ask"):
    id: Ref
    what: Literal["of", "reach", "why", "odds", "hex", "at", "overlay", "log", "report", "advice"]
    unit: Word | None = None
    text: Order | None = None
    hex: Word | None = None
    at: Rev | None = None
    name: Word | None = None


class Pledge(_Message, tag="pledge"):
    side: Word
    top: Hash


class Link(_Message, tag="link"):
    n: Rev
    side: Word
    place: Annotated[int, Meta(ge=0, lt=LINKS)]
    link: Hash


class Pace(_Message, tag="pace"):
    ms: Annotated[int, Meta(ge=0, le=10_000)]


class Look(_Message, tag="look"):
    on: bool
    """Whether the page is in sight and somebody is at it."""


class SkipPause(_Message, tag="skip"):
    turn: bool = False
    """Only to the next turn, where no person plays."""


class Lang(_Message, tag="lang"):
    lang: Annotated[str, Meta(max_length=20)]


class Ping(_Message, tag="ping"):
    pass


Message = (
    GiveOrder
    | Undo
    | Resign
    | Propose
    | Withdraw
    | Claim
    | Give
    | Consent
    | Say
    | Name
    | Question
    | Pledge
    | Link
    | Pace
    | Look
    | SkipPause
    | Lang
    | Ping
)

_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def read(text: str) -> Message:
    """The message; msgspec.DecodeError or ValidationError if it is none."""
    return _decoder.decode(text)


def write(message: dict[str, Any]) -> str:
    return msgspec.json.encode(message).decode()
