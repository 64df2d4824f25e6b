"""Figures of going back: undo, copies, earlier moments, and opening a table of a very long game."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import cache

import grognard
from grognard import bots
from grognard.engine.entries import Played
from grognard.engine.words import Action
from grognard.front import Game
from grognard.table import show
from grognard.table.room import TAIL, Room
from grognard.table.steps import Stand, Step, pack, step_in, step_out

from .clock import Figure

LONG = 10_000


@cache
def campaign() -> Game:
    """A campaign of Salerno '43 played by the staff, some thousands of entries long."""
    game = grognard.new("salerno43", scenario="campaign", seed="back")
    staff = bots.make("staff", "salerno43")
    bots.play(game, dict.fromkeys(game.rules.seats, staff), random.Random("back"))
    game.take_seed(None)
    return game


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _undone(game: Game) -> float:
    trial = game.copy()
    assert trial.state
    return _timed(lambda: trial.undo(force=True))


def undo(every: int = 37) -> Iterator[Figure]:
    """Taking back the last choice, at moments all over the campaign as it is played."""
    whole = campaign()
    game, times = whole.copy(0), []
    for n, entry in enumerate(whole.trail):
        game.follow(entry)
        if n % every == 0 and any(hasattr(e, "action") for e in game.trail):
            times.append(min(_undone(game) for _ in range(3)))
    yield Figure("undo in a campaign, median", statistics.median(times) * 1e3, "ms", 1)
    yield Figure("undo in a campaign, longest", max(times) * 1e3, "ms", 1)


def copies(rounds: int = 2_000) -> Figure:
    """A copy at the end of the campaign, beside one at its beginning."""
    end = campaign()
    start = end.copy(0)

    def per_copy(game: Game) -> float:
        return _timed(lambda: [game.copy() for _ in range(rounds)]) / rounds * 1e6

    late, early = (statistics.median(per_copy(g) for _ in range(5)) for g in (end, start))
    return Figure("copy at the end of a campaign", late, "µs", 10, False, "at its beginning", early)


def earlier(moments: int = 60) -> Figure:
    """The game at an earlier moment, ready to be shown."""
    game, rng = campaign(), random.Random(1)
    lengths = [rng.randrange(len(game.trail)) for _ in range(moments)]
    times = [_timed(lambda n=n: game.copy(n).state) for n in lengths]  # type: ignore[misc]
    return Figure("an earlier moment of a campaign", statistics.median(times) * 1e3, "ms")


def stored(entries: int = LONG) -> tuple[str, list[str]]:
    """A table of so many entries as the store keeps it: an attack begun and called off, again and again."""
    game, rng = grognard.new("salerno43", seed=1), random.Random(1)
    while True:
        ask = game.decision
        assert ask is not None
        attack = next((a for a in ask.actions if ask.top and a.verb == "attack"), None)
        if attack is not None:
            break
        game.play(rng.choice(ask.actions))
    base, stands = game.record, pack(game.rules.write(game.state))
    loop = (Played(ask.side, attack), Played(ask.side, Action("cancel"), continues=True))
    first, steps = len(game.trail), []
    for n in range((entries - first) // 2):
        at = first + 2 * n
        stand = Stand(at + 2, stands, ()) if n % 12 == 11 else None
        steps.append(step_out(Step(at, loop, ask.side, (), stand)))
    return base, steps


def opening(rounds: int = 5) -> Iterator[Figure]:
    """A stored table of 10,000 entries opened, and beside it as if nothing told how it stood."""
    base, bodies = stored()
    bare = [step_out(step_in(body)._replace(stand=None)) for body in bodies[: len(bodies) // 10]]

    def opened(texts: list[str]) -> float:
        return _timed(lambda: Room(base, map(step_in, texts))) * 1e3

    quick = statistics.median(opened(bodies) for _ in range(rounds))
    slow = opened(bare) * len(bodies) / len(bare)
    peer = "played again entry by entry"
    yield Figure("a stored table of 10,000 entries, opened", quick, "ms", 100, False, peer, slow)
    room = Room(base, map(step_in, bodies))

    def joined() -> None:
        assert room.moments is not None
        assert show.rows(room, room.length - TAIL, room.length, room.sight("spectator"), str)

    yield Figure("its last lines, for who joins", _timed(joined) * 1e3, "ms", 100)
    yield Figure(
        "older lines of it, 200 entries",
        _timed(lambda: room.told(room.length - TAIL - 200)) * 1e3,
        "ms",
    )
    moments = [random.Random(n).randrange(room.length) for n in range(20)]
    times = [_timed(lambda n=n: room.at(n).state) for n in moments]  # type: ignore[misc]
    yield Figure("an earlier moment of it", statistics.median(times) * 1e3, "ms", 50)


def figures() -> list[Figure]:
    return [*undo(), copies(), earlier(), *opening()]
