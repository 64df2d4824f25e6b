"""The contest of candidates: successive halving on common dice, the best drafts crossed on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .clock import Clock
from .playout import Candidate, Playouts

Cross = Callable[[Candidate, Candidate], Iterable[Candidate]]


def contest(
    candidates: Sequence[Candidate],
    playouts: Playouts,
    clock: Clock,
    cross: Cross | None = None,
) -> list[Candidate]:
    """All candidates, best first.  Each round plays the better half of the one before."""
    postures = len(playouts.postures)

    def rank(found: Iterable[Candidate]) -> list[Candidate]:
        return sorted(found, key=lambda c: -c.score(postures))

    alive, out = list(candidates), []
    rounds = max(1, (len(alive) - 1).bit_length()) + (cross is not None)
    for number in range(rounds):
        share = clock.left // (rounds - number)
        each = max(1, share // max(len(alive), 1))
        done = max((len(c.leaves) for c in alive), default=0)
        for candidate in alive:
            if not _play(candidate, playouts, clock, done + each):
                break
        alive = rank(alive)
        if number == rounds - 1 or not clock.left:
            break
        half = max(2, (len(alive) + 1) // 2)
        stay = [c for n, c in enumerate(alive) if n < half or c.kept]
        out += [c for c in alive if c not in stay]
        if cross is not None and number == 0 and len(alive) > 1:
            stay += cross(alive[0], alive[1])
        alive = stay
    played = [c for c in alive if c.leaves]
    return [*rank(played), *rank(out), *(c for c in alive if not c.leaves)]


def _play(candidate: Candidate, playouts: Playouts, clock: Clock, until: int) -> bool:
    """Play a candidate out up to this number of playouts; False when the time is up."""
    while len(candidate.leaves) < until:
        if not clock.spend():
            return False
        candidate.leaves.append(playouts.play(len(candidate.leaves), candidate))
    return True
