"""Dice of several secrets: nobody who gives only one of them can know or choose a die beforehand.

A *throw* is all the dice that fall by one order.  Each seat that takes part holds a chain of links, every
link the hash of the next, and has pledged its top before the first throw; for a throw it gives its next link.
The dice of a throw follow from the seed, which whoever keeps the game has committed to, and from these links.
A seat that is away gives none, and its place says so.  What was asked for and never thrown is void, and said too.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..textdata import DataError
from .dice import Dice
from .words import Say

LINKS = 4096
"""Links of a chain."""
WORDS = ("pledge", "throw", "void")


class Given(NamedTuple):
    """A link of a seat's chain: which one, counted from the top, and the link itself."""

    place: int
    link: str


class Pledge(NamedTuple):
    """A seat's chain from this throw on; ``holder`` is who keeps it, where somebody knows."""

    first: int
    seat: str
    top: str
    holder: str = ""


class Asked(NamedTuple):
    """A throw that the seats were asked for: its number, and what it was bound to."""

    number: int
    bind: str


class Throw(NamedTuple):
    """A throw: its number, its first die, what it was bound to, and what each seat gave."""

    number: int
    die: int
    bind: str
    links: Mapping[str, Given | None]


Share = Pledge | Asked | Throw


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def above(link: str) -> str:
    """The link before this one in its chain."""
    return _hash(f"grognard link {link}")


def chain(tip: str, length: int = LINKS) -> list[str]:
    """A chain from its secret end: its top, then the links in the order in which they are given."""
    links = [tip]
    for _ in range(length):
        links.append(above(links[-1]))
    return links[::-1]


def leads_to(given: Given, top: str, since: Given | None = None) -> bool:
    """Whether a link is of the chain with this top and comes after the last one that was given."""
    place, end = (since.place, since.link) if since else (-1, top)
    if not place < given.place < LINKS:
        return False
    link = given.link
    for _ in range(given.place - place):
        link = above(link)
    return link == end


def bind(seed: str, number: int, die: int, order: Sequence[str]) -> str:
    """What a throw is bound to: the order, as a record has it, so that none can be put in its place.

    Nobody can guess the order from it before the seed is known.
    """
    nonce = _hash(f"grognard nonce {number} {seed}")
    return _hash("\n".join([f"grognard order {number} {die} {nonce}", *order]))


class SharedDice:
    """The dice of a game with several secrets, as far as they have been thrown."""

    def __init__(self, seed: str, shares: Iterable[Share] = ()) -> None:
        self.seed = seed
        self.pledges: list[Pledge] = []
        self.throws: list[Throw] = []
        self._asked: dict[int, str] = {}
        self._now: dict[str, Pledge] = {}
        self._last: dict[str, Given] = {}
        self._shares: list[Share] = []
        for share in shares:
            self.add(share)

    def plus(self, share: Share) -> SharedDice:
        """The same with one share more."""
        return SharedDice(self.seed, [*self._shares, share])

    def add(self, share: Share) -> None:
        self._shares.append(share)
        if isinstance(share, Pledge):
            self.pledges.append(share)
            self._now[share.seat] = share
            self._last.pop(share.seat, None)
        elif isinstance(share, Asked):
            self._asked[share.number] = share.bind
        else:
            self._asked[share.number] = share.bind
            self.throws.append(share)
            self._last |= {seat: given for seat, given in share.links.items() if given}

    @property
    def next(self) -> int:
        """The number of the next throw."""
        return max(self._asked, default=0) + 1

    @property
    def voids(self) -> list[Asked]:
        """What was asked for and not thrown."""
        thrown = {throw.number for throw in self.throws}
        return [Asked(n, bind) for n, bind in sorted(self._asked.items()) if n not in thrown]

    def pledge(self, seat: str) -> Pledge | None:
        """The chain that a seat gives links of."""
        return self._now.get(seat)

    def fits(self, seat: str, given: Given) -> bool:
        """Whether this may be the seat's next link."""
        pledge = self._now.get(seat)
        return pledge is not None and leads_to(given, pledge.top, self._last.get(seat))

    def face(self, number: int, faces: int = 6) -> int:
        """The face of die ``number``; before the first throw the seed alone decides."""
        at = bisect_right(self.throws, number, key=lambda throw: throw.die)
        key = self._key(self.throws[at - 1]) if at else self.seed
        return _dice(key).face(number, faces)

    def _key(self, throw: Throw) -> str:
        links = (f"{seat}={given.link if given else '-'}" for seat, given in _sorted(throw.links))
        return _hash(" ".join([f"grognard throw {throw.number} {self.seed}", *links]))

    # -- as text

    def lines(self) -> list[str]:
        """The shares as the lines of a record."""
        found = [(p.first, 0, f"pledge {p.seat} {p.first} {p.top}") for p in self.pledges]
        found += [(t.number, 1, _line(t)) for t in self.throws]
        found += [(v.number, 1, f"void {v.number} {v.bind}") for v in self.voids]
        return [line for _, _, line in sorted(found)]

    # -- proof

    def faults(self) -> list[Say]:
        """What does not fit in the chains and numbers of the throws."""
        wrong: list[Say] = []
        if sorted(self._asked) != list(range(1, len(self._asked) + 1)):
            wrong.append(Say("the numbers of the throws have gaps"))
        pledges = sorted(self.pledges, key=lambda pledge: pledge.first)
        now: dict[str, Pledge] = {}
        last: dict[str, Given] = {}
        for throw in self.throws:
            while pledges and pledges[0].first <= throw.number:
                new = pledges.pop(0)
                now[new.seat] = new
                last.pop(new.seat, None)
            if set(throw.links) != set(now):
                text = Say("throw {number} leaves out a seat that has pledged", number=throw.number)
                wrong.append(text)
            for seat, given in throw.links.items():
                if given is None:
                    continue
                if seat not in now or not leads_to(given, now[seat].top, last.get(seat)):
                    text = Say(
                        "throw {number}: the secret of {seat} is not the one that was pledged",
                        number=throw.number,
                        seat=seat,
                    )
                    wrong.append(text)
                else:
                    last[seat] = given
        return wrong

    def absences(self) -> dict[str, int]:
        """How many throws fell without each seat's secret, where any did."""
        missed = Counter(s for t in self.throws for s, given in t.links.items() if given is None)
        return dict(sorted(missed.items()))

    def remarks(self) -> list[Say]:
        """What whoever reads the proof should know: who was away, what was begun and never thrown."""
        told = [
            Say(
                "{count} of {all} throws fell without a secret of {seat}, who was away",
                count=count,
                all=len(self.throws),
                seat=seat,
            )
            for seat, count in self.absences().items()
        ]
        if self.voids:
            numbers = " ".join(str(void.number) for void in self.voids)
            told.append(Say("begun and never thrown: {numbers}", numbers=numbers))
        return told


@lru_cache(maxsize=256)
def _dice(key: str) -> Dice:
    return Dice(key)


def _sorted(links: Mapping[str, Given | None]) -> list[tuple[str, Given | None]]:
    return sorted(links.items(), key=lambda pair: pair[0])


def _line(throw: Throw) -> str:
    links = (f"{s}={f'{g.place}:{g.link}' if g else '-'}" for s, g in _sorted(throw.links))
    return " ".join([f"throw {throw.number} {throw.die} {throw.bind}", *links])


def read(lines: Iterable[tuple[int, str]], file: str) -> list[Share]:
    """The shares from the lines of a record."""
    found: list[Share] = []
    for number, line in lines:
        word, *rest = line.split()
        try:
            if word == "pledge":
                seat, first, top = rest
                found.append(Pledge(int(first), seat, top))
            elif word == "void":
                asked, bound = rest
                found.append(Asked(int(asked), bound))
            else:
                thrown, die, bound, *links = rest
                found.append(Throw(int(thrown), int(die), bound, dict(map(_given, links))))
        except ValueError:
            text = Say("not a line of a record: '{line}'", line=line)
            raise DataError(file, number, text) from None
    return found


def _given(word: str) -> tuple[str, Given | None]:
    seat, _, told = word.partition("=")
    if told == "-":
        return seat, None
    place, link = told.split(":")
    return seat, Given(int(place), link)
