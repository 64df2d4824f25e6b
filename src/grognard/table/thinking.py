"""Work for other processes: bots, reports, pictures and imports never hold up the table."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, ParamSpec, TypeVar

import grognard

from .. import bots
from ..bots import search
from ..games import CORRECTED
from .sentences import reasons_out, say_out

FIRST_DECISION = 300
"""So many choices at most before a side decides for the first time."""

LONGEST_THOUGHT = 90.0
"""Seconds of the processor after which a bot takes what is best by then: only a guard, no level needs it."""

NICE = 5
"""How far the workers step back behind the server itself."""

WATCH_SECONDS = 0.1

ACTIVE_SECONDS = 300.0
"""So long after his last question somebody is reckoned with."""

P = ParamSpec("P")
T = TypeVar("T")


def think(
    bot: str, game: str, position: str, luck: str, data: str | None = None, note: str = ""
) -> tuple[str, list[Any], str]:
    """A bot's order for the decision of a position, its reasons as plain data, and its note.

    The note is what the bot wants to remember; it is handed back with its next decision.

    The position tells nothing of the seed, so a bot cannot know the dice to come.
    """
    player = _guarded(bot, game)
    if isinstance(player, bots.Remembers):
        player.note = note
    choice = player.choose(grognard.load(position, data=data), Random(luck))
    kept = player.note if isinstance(player, bots.Remembers) else ""
    return str(choice.order), reasons_out(choice.why), kept


def advise(
    level: str, game: str, position: str, luck: str, data: str | None = None
) -> dict[str, Any]:
    """What a level would do in a position, as plain data: order, reasons, what was weighed, who is ahead."""
    played = grognard.load(position, data=data)
    advice = search.advise(_guarded(level, game), played, Random(luck))
    return {
        "order": str(advice.choice.order),
        "why": reasons_out(advice.choice.why),
        "weighed": [[say_out(w.say), round(w.score, 3), w.playouts] for w in advice.weighed],
        "advantage": advantage(position, data),
    }


def advantage(position: str, data: str | None = None) -> dict[str, float]:
    """By side: what it may hope for in a position (1 a win, a half a draw), read off without playouts."""
    game = grognard.load(position, data=data)
    found = search.advantage(_brief(game.rules), game)
    return {side: round(score, 3) for side, score in found.items()}


@lru_cache(maxsize=8)
def _brief(rules: Any) -> Any:
    return bots.brief(rules)


def refuses(bot: str, game: str, position: str, side: str) -> Any:
    """Why a bot will not play a side of this game, as plain data; None if it will.

    It is asked at the first decision of that side, whatever the others do before.
    """
    trial = grognard.load(position, seed=0)
    for _ in range(FIRST_DECISION):
        ask = trial.decision
        if ask is None:
            break
        if ask.side == side:
            player = _bot(bot, game)
            if isinstance(player, search.SearchBot):
                player.called_off = lambda: True  # whether it plays, not what
            try:
                player.choose(trial, Random(0))
            except bots.CannotPlay as no:
                return say_out(no.reason)
            break
        trial.play(ask.actions[-1])
    return None


def _guarded(name: str, game: str) -> bots.Bot:
    """A bot that begins to think now, and does not for ever."""
    player = _bot(name, game)
    if isinstance(player, search.SearchBot):
        began = time.process_time()
        player.called_off = lambda: time.process_time() - began > LONGEST_THOUGHT
    return player


@lru_cache(maxsize=32)
def _bot(name: str, game: str) -> bots.Bot:
    return bots.make(name, game)


def _begin(memory: int, corrected: Mapping[str, Path]) -> None:
    """A worker yields to the server, takes no more memory than it may, and ends with the server."""
    CORRECTED.update(corrected)
    if hasattr(os, "nice"):
        os.nice(NICE)
    if memory and sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


class TooLong(BaseException):
    """A piece of work was given up: it took more of the processor than it may.

    Nothing that the work itself catches may hide it.
    """


def within(seconds: float, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do work of which nobody knows how long it takes, in a worker; TooLong when it has had so many
    seconds of the processor.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        return watched(seconds, work, *args, **kwargs)

    def up(*_: Any) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return work(*args, **kwargs)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def watched(seconds: float, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same where a process cannot interrupt itself (Windows): it ends, and is begun anew."""
    done, limit = threading.Event(), time.process_time() + seconds

    def watch() -> None:
        while not done.wait(WATCH_SECONDS):
            if time.process_time() > limit:
                os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    try:
        return work(*args, **kwargs)
    finally:
        done.set()


class Pool:
    """A few processes, started when they are first needed and again when one has died.

    Those who ask are served in turn, whoever asks for much after one piece each of the others'; and where others
    ask too, nobody has all processes at once: however long his pieces are, theirs begin soon.
    """

    def __init__(self, workers: int, memory: int = 0) -> None:
        self._workers, self._memory = workers, memory
        self._pool: ProcessPoolExecutor | None = None
        self._busy: Counter[str] = Counter()
        """Pieces under way, by who asked for them."""
        self._asked: dict[str, float] = {}
        """When somebody has asked last."""
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        return sum(map(len, self._lines.values()))

    async def run(self, who: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have a piece of work done for somebody."""
        await self._turn(who)
        try:
            limited = work in (within, watched)
            for _ in range(1 if limited else 2):
                pool = self._open()
                try:
                    return await asyncio.wrap_future(pool.submit(work, *args, **kwargs))
                except BrokenProcessPool:
                    if self._pool is pool:
                        self._pool = None
            if limited:
                raise TooLong
            raise BrokenProcessPool("the workers died twice")
        finally:
            self._done(who)

    async def _turn(self, who: str) -> None:
        now = time.monotonic()
        self._asked = {w: at for w, at in self._asked.items() if now - at < ACTIVE_SECONDS}
        self._asked[who] = now
        if self._may(who):
            self._busy[who] += 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # the turn had come
                self._done(who)
            raise

    def _may(self, who: str) -> bool:
        """Whether a process is free for somebody: the last one only for who has none, or where nobody else asks."""
        free = self._workers - self._busy.total()
        return free > 1 or (free == 1 and (not self._busy[who] or len(self._asked) == 1))

    def _done(self, who: str) -> None:
        self._busy[who] -= 1
        if not self._busy[who]:
            del self._busy[who]
        while next_ := next((w for w in self._lines if self._may(w)), None):
            line = self._lines.pop(next_)
            first = line.popleft()
            if line:
                self._lines[next_] = line
            if not first.done():
                self._busy[next_] += 1
                first.set_result(None)

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers,
                multiprocessing.get_context("spawn"),
                _begin,
                (self._memory, CORRECTED),
            )
        return self._pool

    async def close(self, seconds: float) -> None:
        """End the processes; one that thinks for longer than so many seconds is ended."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((pool._processes or {}).values())
        ending = asyncio.ensure_future(asyncio.to_thread(pool.shutdown, cancel_futures=True))
        done, _ = await asyncio.wait([ending], timeout=seconds)
        if not done:
            for process in processes:
                process.kill()
            await ending
