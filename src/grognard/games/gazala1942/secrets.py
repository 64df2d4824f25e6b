"""What a seat may not know: the markers in the cup, the one dropped unseen, the note of a landing."""

from __future__ import annotations

from .counters import ALLIED, AXIS, SIDES
from .situation import NOBODY, UNKNOWN, Situation


def public(g: Situation) -> int:
    """10.2a, 13.11b, 13.31a The markers that everybody knows of: Rommel's, and those that the scenario prints for the first day."""
    game = g.game
    known = {game.rommel} | (set(game.setting.first_cup) if g.turn == 1 else set())
    return sum(1 << game.marker_of[u] for u in known)


def seen(g: Situation, seat: str) -> Situation:
    """3.1d, 7.4, 10.4a The situation with blanks for what the seat may not know.

    A seat knows its own choice of markers and how many the other side has in the cup.  The Allies
    see all that they chose as if it were in the cup, less one (``unseen`` -1): which of them was
    dropped nobody knows.  A spectator knows the numbers only.  Seen twice is seen once.
    """
    g = g.copy()
    count = [0, 0]
    shown, known = 0, public(g)
    for side in (AXIS, ALLIED):
        own = g.game.side_markers[side]
        inside = g.cup & own
        if seat == SIDES[side]:
            shown |= inside
            if side == ALLIED and g.dropped != NOBODY:
                shown |= 0 if g.dropped == UNKNOWN else 1 << g.dropped
                count[side] = -1
            continue
        shown |= inside & known
        count[side] = (inside & ~known).bit_count() + max(g.unseen[side], 0)
        g.picked &= ~own | known
    if g.dropped != NOBODY:
        g.dropped = UNKNOWN
    g.cup, g.unseen = shown, (count[0], count[1])
    if seat != SIDES[AXIS]:
        g.landing_note = (0, UNKNOWN) if g.hex[g.game.hecker] == -1 else (0, NOBODY)
    return g
