"""What a seat may not know: the markers in the cup, the one dropped unseen, the note of a landing."""

from __future__ import annotations

from .counters import ALLIED, AXIS, SIDES
from .situation import NOBODY, UNKNOWN, Situation


def seen(g: Situation, seat: str) -> Situation:
    """3.1d, 7.4, 10.4a The situation with blanks for what the seat may not know.

    A seat knows its own choice of markers and how many the other side has in the cup.  The Allies
    see all that they chose as if it were in the cup, less one (``unseen`` -1): which of them was
    dropped nobody knows.  A spectator knows the numbers only.  Seen twice is seen once.
    """
    g = g.copy()
    count = [0, 0]
    shown = 0
    for side in (AXIS, ALLIED):
        own = g.game.side_markers[side]
        inside = g.cup & own
        rommel = 1 << g.game.marker_of[g.game.rommel]
        if seat == SIDES[side]:
            shown |= inside
            if side == ALLIED and g.dropped != NOBODY:
                shown |= 0 if g.dropped == UNKNOWN else 1 << g.dropped
                count[side] = -1
            continue
        shown |= inside & rommel
        count[side] = (inside & ~rommel).bit_count() + max(g.unseen[side], 0)
        g.picked &= ~own | rommel
    if g.dropped != NOBODY:
        g.dropped = UNKNOWN
    g.cup, g.unseen = shown, (count[0], count[1])
    if seat != SIDES[AXIS]:
        g.landing_note = (0, UNKNOWN) if g.hex[g.game.hecker] == -1 else (0, NOBODY)
    return g
