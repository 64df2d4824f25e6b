"""What a side may be up to at Anzio: operational designs that compete for every movement."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words import Say
from ...games.anzio import Anzio
from .judge import Design

RINGS = (
    Design(
        "raid",
        Say(
            "crowds into the ports, while small groups wait for their chance to walk into the towns"
        ),
        ring=True,
        raid=True,
        subtlety=2,
        patient=True,
    ),
    Design(
        "wary raid",
        Say(
            "spares its troops in the ports, while small groups wait for their chance to walk into the towns"
        ),
        ring=True,
        raid=True,
        boldness=0.7,
        enough=1.0,
        subtlety=3,
        patient=True,
    ),
    Design(
        "bold raid",
        Say(
            "strikes out from the ports, while small groups wait for their chance to walk into the towns"
        ),
        ring=True,
        raid=True,
        boldness=1.4,
        enough=0.0,
        subtlety=3,
        patient=True,
    ),
    Design(
        "ring",
        Say("crowds into the ports and the hexes beside them and strikes back from there"),
        ring=True,
        subtlety=2,
    ),
    Design(
        "wary ring",
        Say("crowds into the ports and the hexes beside them and spares its troops"),
        ring=True,
        boldness=0.7,
        enough=1.0,
        subtlety=2,
    ),
    Design(
        "bold ring",
        Say("crowds into the ports and the hexes beside them and hits whoever comes near"),
        ring=True,
        boldness=1.4,
        enough=0.0,
        subtlety=2,
    ),
)
"""The stronghold of the Allies against an enemy who is stronger."""
SLIPS = (
    Design(
        "slip",
        Say("goes by the ratio of strengths, while small groups slip away to raid the towns"),
        raid=True,
        subtlety=3,
        patient=True,
    ),
    Design(
        "hold and slip",
        Say("holds what it has, while small groups slip away to raid the towns"),
        press=0.0,
        boldness=0.7,
        raid=True,
        subtlety=3,
        patient=True,
    ),
)
"""Raiders leave before the enemy is there."""
WALK = Design(
    "walk",
    Say("goes by the ratio of strengths, while small groups walk straight into the towns"),
    raid=True,
    openly=True,
    subtlety=2,
    patient=True,
)
"""Raiders who need not hide from an enemy who never attacks."""
DRILL = Design("as the ratio has it", Say("goes by the ratio of strengths all along the front"))
GUARDS = (
    Design(
        "guard",
        Say("goes by the ratio of strengths and has somebody go back to guard each town"),
        guard=True,
        subtlety=3,
    ),
    Design(
        "press and guard",
        Say("presses on all along the front and has somebody go back to guard each town"),
        press=1.0,
        boldness=1.3,
        guard=True,
        subtlety=3,
    ),
)
"""The Germans' answer to raiders."""


def designs(rules: Anzio, goals: Sequence[int]) -> list[Design]:
    """The designs of the side that wants these places, the one that needs no imagination first."""
    board = rules.board
    names = {place.hex: place.name for place in board.places}
    last, *others = [_forces(rules, h, goals, names) for h in reversed(goals)] or [[]]
    found = [
        DRILL,
        Design("press", Say("presses on all along the front"), press=1.0, boldness=1.3),
        *last,
        Design(
            "careful",
            Say("goes forward with an eye on the enemy's reply"),
            press=0.6,
            boldness=0.5,
        ),
    ]
    for designs in others:
        found += designs
    found.append(
        Design("hold", Say("holds what it has and lets the enemy come"), press=0.0, boldness=0.7)
    )
    for h in reversed(goals):
        found.append(
            Design(
                f"only {board.label(h)}",
                Say("masses for {place} alone", place=names.get(h, board.label(h))),
                press=1.0,
                boldness=1.2,
                take=(h,),
                share=0.75,
            )
        )
    found += [
        Design(
            "spare",
            Say("holds and attacks only where it costs nothing"),
            press=0.2,
            enough=1.0,
        ),
        Design(
            "bold",
            Say("attacks wherever it may"),
            press=1.0,
            boldness=1.8,
            enough=-0.5,
        ),
    ]
    return found


def _forces(rules: Anzio, h: int, goals: Sequence[int], names: dict[int, str]) -> list[Design]:
    """A task force to each of the places, the main effort at one of them: warily, or with all that can be spared."""
    take = (h, *(other for other in goals if other != h))
    place = names.get(h, rules.board.label(h))
    return [
        Design(
            f"seize {rules.board.label(h)}",
            Say(
                "sends a task force to each objective, half of its strength to {place}, and is wary",
                place=place,
            ),
            press=0.4,
            boldness=0.5,
            take=take,
            share=0.5,
        ),
        Design(
            f"storm {rules.board.label(h)}",
            Say(
                "sends a task force to each objective and most of its strength to {place}",
                place=place,
            ),
            press=1.0,
            take=take,
            share=0.7,
        ),
    ]
