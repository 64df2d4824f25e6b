"""What a side may be up to at Salerno: operational designs that compete for every movement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...engine.words import Say
from ...games.salerno43 import Salerno43
from .officer import Design

FOOTHOLD = 0.4
"""11.6.2 The part of a city's worth that a City Battle marker is worth: with it the next attack takes the city as often."""
GUARD, SHORE = 3.0, 0.8
"""What a Beachhead without troops costs, and each hex beside one that lies open: no stack saves it from an EX (10.2.1)."""
ASTRAY = 0.5
"""What each hex counts by which guns land out of range of their troops: guns in Maiori help nobody at Paestum."""
SPAN = 6
"""So far from the beaches a place draws troops: Eboli, Altavilla and Nocera, not Avellino or Sarno."""

ONWARD = Design(
    "onward",
    Say("goes for every place that counts and leaves nobody where no enemy is near"),
    onward=True,
    zeal=1.6,
    foothold=FOOTHOLD,
    enough=0.2,
    risk=0.25,
    fear=0.5,
    guard=GUARD,
    shore=SHORE,
    span=SPAN,
    astray=ASTRAY,
    trophy=1.0,
)
THIN = replace(
    ONWARD,
    key="thin",
    say=Say("goes for every place that counts and leaves only thin guards behind"),
    held=0.25,
)
FEARLESS = Design(
    "fearless",
    Say("fears no attack and strikes wherever the odds are not against it"),
    onward=True,
    zeal=4.0,
    foothold=FOOTHOLD,
    enough=0.0,
    risk=0.0,
    fear=0.0,
    subtlety=1,
)
"""Against an enemy who never attacks, and only against him."""
PASSIVE = Design("passive", Say("never attacks"), peaceful=True)


def allied(rules: Salerno43, beaches: Sequence[int], take: Sequence[int]) -> list[Design]:
    """The designs of the Allies: ``beaches`` are their Beachheads, ``take`` the places to be taken, the nearest first."""
    named = _namer(rules)
    return [
        ONWARD,
        THIN,
        *(
            Design(
                f"take {rules.board.label(h)}",
                Say("takes {place} and keeps the rest of the front quiet", place=named(h)),
                wanted={h: 3.0},
                onward=True,
                zeal=1.6,
                foothold=FOOTHOLD,
                pull=1.3,
                risk=0.35,
                fear=0.7,
                subtlety=1,
                guard=GUARD,
                shore=SHORE,
            )
            for h in take
        ),
        Design(
            "beaches",
            Say("makes the Beachheads safe first"),
            more=dict.fromkeys(beaches, 1.5),
            enough=1.0,
            risk=0.8,
            pull=0.7,
            subtlety=2,
        ),
        Design("strike", Say("attacks wherever the odds are kind"), enough=0.0, risk=0.15),
        Design(
            "sure",
            Say("attacks only at good odds and keeps together"),
            enough=2.0,
            risk=0.8,
            pull=0.8,
        ),
        FEARLESS,
    ]


def german(rules: Salerno43, beaches: Sequence[int]) -> list[Design]:
    """The designs of the Germans: ``beaches`` are the Beachheads, the weakest first."""
    label = rules.board.label
    thrusts = [
        Design(
            f"throw back {label(h)}",
            Say("masses against the Beachhead in {hex}", hex=label(h)),
            more={h: 2.5},
            risk=0.25,
            pull=1.3,
            subtlety=2,
        )
        for h in beaches
    ]
    return [
        Design("staff", Say("covers what counts and strikes where it may")),
        Design("line", Say("holds a line before what counts"), enough=2.0, risk=1.0, pull=0.7),
        *thrusts[:1],
        Design(
            "strike", Say("attacks wherever the odds are kind"), enough=0.0, risk=0.15, pull=1.2
        ),
        *thrusts[1:],
        Design("sure", Say("attacks only at good odds"), enough=1.5, risk=0.6),
        Design(
            "back",
            Say("falls back and spares its troops"),
            enough=3.0,
            risk=1.2,
            pull=0.4,
            subtlety=3,
        ),
        FEARLESS,
    ]


def _namer(rules: Salerno43) -> Callable[[int], str]:
    board = rules.board
    return lambda h: board.names.get(h, board.label(h))
