"""Studies: many games of one match, played anywhere, with the same results everywhere.

The seed of each game comes from the study's seed and the game's number alone, and the work is
given to a ``concurrent.futures.Executor`` in chunks of whole games: how many workers there are,
and where, changes nothing but the time it takes.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import random
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from .. import bots
from ..engine.entries import Played
from ..engine.ruleset import Ruleset
from ..engine.words import Say
from ..front import new
from ..games import open_rules
from ..say import GrognardError
from . import interrupts, measures
from .measures import Standing

Progress = Callable[[int, int], None]
"""Called with the number of games played so far and the number in all."""

CHUNK = 25
"""At most so many games a task: long enough to hide the cost of sending it."""


PARTICULAR = re.compile(r"\{\w+\}")


class StudyError(GrognardError, ValueError):
    """A study that cannot be played; the message is a sentence for people."""

    def __init__(self, template: str, **params: Any) -> None:
        super().__init__(template, params)
        self.say = Say(template, **params)

    def __str__(self) -> str:
        return str(self.say)

    def __reduce__(self) -> tuple[Any, ...]:
        return _study_error, (self.say.template, self.say.params)


def _study_error(template: str, params: dict[str, Any]) -> StudyError:
    return StudyError(template, **params)


@dataclass(frozen=True)
class Study:
    """What is played: a game, who sits in each seat (in the order of the game's seats; one
    bot alone sits in all of them), how often."""

    game: str
    bots: tuple[str, ...]
    games: int = 100
    seed: str = "1"
    scenario: str | None = None
    options: tuple[str, ...] = ()
    data: str | None = None
    """Folder of corrected data files, which every worker must be able to read."""

    def check(self) -> None:
        """StudyError where the study asks for what does not exist."""
        try:
            seats = self.rules().seats
        except (KeyError, ValueError) as fault:
            raise StudyError("{fault}", fault=str(fault)) from None
        if self.games < 1:
            raise StudyError("a study needs at least one game")
        if len(self.bots) not in (1, len(seats)):
            raise StudyError(
                "{game} needs {count} bots, one for each of {sides}",
                game=self.game,
                count=len(seats),
                sides=", ".join(seats),
            )
        for name in self.bots:
            try:
                bots.make(name, self.game)
            except (KeyError, ValueError) as fault:
                raise StudyError("{fault}", fault=str(fault)) from None

    def rules(self) -> Ruleset[Any]:
        """The ruleset that is played."""
        return open_rules(
            self.game,
            options=self.options,
            scenario=self.scenario,
            data=Path(self.data) if self.data else None,
        )

    def seated(self, rules: Ruleset[Any]) -> dict[str, str]:
        """Who sits where; one bot alone sits everywhere."""
        names = self.bots * len(rules.seats) if len(self.bots) == 1 else self.bots
        return dict(zip(rules.seats, names, strict=True))

    def seed_of(self, number: int) -> str:
        """The seed of the dice of one game of the study."""
        return hashlib.sha256(f"{self.seed} {number}".encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Row:
    """One game of a study, as plain values; mappings are by side."""

    number: int
    seed: str
    winner: str | None
    rule: str
    reason: str
    kind: str
    """The reason without its particulars, the same for all games that ended in this way."""
    turns: int
    decisions: int
    losses: Mapping[str, int]
    """Steps lost."""
    front: tuple[Mapping[str, Standing], ...]
    """Where each side stood on the average: after the set-up, after each turn, at the end."""
    last: Mapping[str, tuple[str, ...]]
    """The hexes each side held at the end."""
    rolls: Mapping[str, int]
    luck: Mapping[str, float]
    """Pips thrown above the average, over all dice of the side."""


@dataclass(frozen=True)
class Results:
    """A study and its games, in the order of their numbers."""

    study: Study
    rows: tuple[Row, ...]


def play_one(study: Study, number: int) -> Row:
    """Play one game of a study to its end."""
    seed = study.seed_of(number)
    game = new(
        study.game, seed=seed, scenario=study.scenario, options=study.options, data=study.data
    )
    seats = {seat: bots.make(name, study.game) for seat, name in study.seated(game.rules).items()}
    rng = random.Random(f"{study.seed} {number} bots")
    losses = measures.Losses(game)
    front: list[Mapping[str, Standing]] = []
    while (side := game.side) is not None:
        interrupts.check()
        if game.turn > len(front):
            front.append(measures.standing(game))
        game.play(seats[side].choose(game, rng).order, side)
        losses.look(game)
    front.append(measures.standing(game))
    outcome = game.outcome
    assert outcome is not None
    rolls, luck = measures.dice(game)
    return Row(
        number,
        seed,
        outcome.winner,
        outcome.rule,
        str(outcome.reason),
        PARTICULAR.sub("...", outcome.reason.template),
        game.turn,
        sum(isinstance(entry, Played) for entry in game.trail),
        losses.by_side,
        tuple(front),
        measures.held(game),
        rolls,
        luck,
    )


def play_chunk(study: Study, numbers: range) -> list[Row]:
    """Play some games of a study; a failure names the game, so that it can be played again."""
    rows = []
    for number in numbers:
        try:
            rows.append(play_one(study, number))
        except Exception as fault:
            raise StudyError(
                "game {number} (seed {seed}) failed: {fault}",
                number=number,
                seed=study.seed_of(number),
                fault=f"{type(fault).__name__}: {fault}",
            ) from fault
    return rows


def run(
    study: Study, executor: Executor | None = None, progress: Progress | None = None
) -> Results:
    """Play a study on an executor; without one, here and now."""
    study.check()
    size = max(1, min(CHUNK, study.games // 100))
    chunks = [range(n, min(n + size, study.games)) for n in range(0, study.games, size)]
    rows: list[Row] = []
    for done in _finished(study, chunks, executor):
        rows += done
        if progress is not None:
            progress(len(rows), study.games)
    return Results(study, tuple(sorted(rows, key=lambda row: row.number)))


def _finished(study: Study, chunks: list[range], executor: Executor | None) -> Iterator[list[Row]]:
    """The chunks as they are ready; if one fails the rest is called off."""
    if executor is None:
        for chunk in chunks:
            yield play_chunk(study, chunk)
        return
    # Not as_completed: interrupted, it leaves tasks locked, and the executor waits for them.
    ready: SimpleQueue[Future[list[Row]]] = SimpleQueue()
    with interrupts.held():
        tasks = [executor.submit(play_chunk, study, chunk) for chunk in chunks]
        for task in tasks:
            task.add_done_callback(ready.put)
    try:
        for _ in tasks:
            yield ready.get().result()
    except StudyError:
        for task in tasks:
            task.cancel()
        raise
    except BrokenExecutor:
        raise StudyError("a worker has died, perhaps for want of memory") from None


@contextmanager
def workers(count: int | None = None, scheduler: str | None = None) -> Iterator[Executor | None]:
    """An executor: so many processes of this machine (None: one a core), or a Dask cluster."""
    if scheduler is not None:
        try:
            from distributed import Client
        except ImportError:
            raise StudyError("--scheduler needs Dask: pip install 'grognard[lab]'") from None
        with Client(scheduler) as client:  # type: ignore[no-untyped-call]
            yield client.get_executor()
        return
    count = count or os.cpu_count() or 1
    if count == 1:
        yield None
        return
    spawn = multiprocessing.get_context("spawn")
    called_off = spawn.RawValue("b", 0)
    pool = ProcessPoolExecutor(count, spawn, interrupts.attend, (called_off,))
    try:
        yield pool
    finally:
        called_off.value = 1
        pool.shutdown(cancel_futures=True)
