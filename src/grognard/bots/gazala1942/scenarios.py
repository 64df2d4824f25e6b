"""What the staff knows of the scenarios beforehand: by scenario and side."""

from __future__ import annotations

from collections.abc import Mapping

from ...games.gazala1942.counters import ALLIED, AXIS

ALL_OUT: Mapping[tuple[str, int], int] = {
    ("british", ALLIED): 24,
}
"""How many days before the end an attacker begins to stake what he holds elsewhere on what he misses: by scenario
and side."""
DARING: Mapping[tuple[str, int], float] = {
    ("british", ALLIED): 0.8,
}
"""What is left of an attacker's caution, who fears more than the enemy can do to him: by scenario and side."""
STAGES: Mapping[tuple[str, int], tuple[tuple[float, tuple[str, ...]], ...]] = {
    ("aida", AXIS): ((0.4, ("0912", "1411", "1715")), (0.75, ("1934",))),
}
"""What must be taken before the objectives themselves can be, one stage after another, each with the part of the
game after which the side goes on whatever was taken: by scenario and side."""
PATIENCE = 0.25
"""The part of a game with stages that the first of them takes at least."""
OPENED: Mapping[tuple[str, int], str] = {
    ("opening", AXIS): "1411",
    ("aida", AXIS): "1611",
}
"""Where those on foot open the belt, so that the line of supply need not lead around it (6.15)."""
HURRY: Mapping[tuple[str, int], float] = {
    ("aida", AXIS): 2.0,
}
"""How much the work at that gap counts when a formation is chosen for the cup: by scenario and side."""
RINGS: Mapping[tuple[str, int], Mapping[str, tuple[str, ...]]] = {
    ("aida", ALLIED): {"2422": ("2419", "2121", "2123", "2422", "2321")},
}
"""By objective: where brigades stand so that nobody walks through between their zones, the first posts first."""
ESCORTS: Mapping[tuple[str, int], Mapping[str, int]] = {
    ("aida", AXIS): {"AX-HQ-AFRIKA": 5},
}
"""6.15 The HQ that stays where it has a line of supply, and how many units go there with it: by scenario and side."""
FORWARD: Mapping[tuple[str, int], tuple[float, tuple[str, ...]]] = {
    ("aida", ALLIED): (0.5, ("0912", "1411", "1715")),
}
"""What a defender holds in front of the objectives, and for what part of the game: by scenario and side."""
DETACHED: Mapping[tuple[str, int], Mapping[str, tuple[str, ...]]] = {
    ("opening", AXIS): {"0912": ("AX-HQ-XX",)},
    ("aida", AXIS): {"0912": ("AX-HQ-XX",)},
}
"""What one formation besieges while the others go around it, as long as there is something else to take."""
LATER: Mapping[tuple[str, int], Mapping[str, float]] = {
    ("aida", AXIS): {"0912": 0.4, "2422": 0.5},
}
"""What is left alone at first, and for what part of the game: by scenario and side."""
SIEGE = {"opening": 0.6, "aida": 0.58}
"""The part of the game after which everybody may take part in that, by scenario."""
VACATED: Mapping[tuple[str, int], tuple[str, ...]] = {
    ("aida", AXIS): ("0912",),
}
"""What somebody walks into once the enemy has left it: by scenario and side."""
