"""Work for other processes: bots and reports never hold up the table."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from random import Random
from typing import Any, ParamSpec, TypeVar

import grognard

from .. import bots
from .room import reasons_out, say_out

FIRST_DECISION = 300
"""So many choices at most before a side decides for the first time."""

P = ParamSpec("P")
T = TypeVar("T")


def think(bot: str, game: str, position: str, luck: str) -> tuple[str, list[Any]]:
    """A bot's order for the decision of a position, and its reasons as plain data.

    The position tells nothing of the seed, so a bot cannot know the dice to come.
    """
    choice = _bot(bot, game).choose(grognard.load(position), Random(luck))
    return str(choice.order), reasons_out(choice.why)


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
            try:
                _bot(bot, game).choose(trial, Random(0))
            except bots.CannotPlay as no:
                return say_out(no.reason)
            break
        trial.play(ask.actions[-1])
    return None


@lru_cache(maxsize=32)
def _bot(name: str, game: str) -> bots.Bot:
    return bots.make(name, game)


def _leave_with_parent() -> None:
    """A worker whose server was killed must not linger."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


class Pool:
    """A few processes, started when they are first needed and again when one has died."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(2):
            pool = self._open()
            try:
                return await asyncio.wrap_future(pool.submit(work, *args, **kwargs))
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
        raise BrokenProcessPool("the workers died twice")

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers, multiprocessing.get_context("spawn"), _leave_with_parent
            )
        return self._pool

    async def close(self, seconds: float) -> None:
        """End the processes; one that thinks for longer ends with the server."""
        pool, self._pool = self._pool, None
        if pool is not None:
            ending = asyncio.to_thread(pool.shutdown, cancel_futures=True)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ending, seconds)
