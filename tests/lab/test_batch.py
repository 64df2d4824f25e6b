"""A study gives the same rows wherever it is played."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

import grognard
from grognard import bots
from grognard.lab import batch, measures
from grognard.lab.batch import Row, Study, StudyError, play_one, run, workers

STUDY = Study("anzio", ("random", "random"), 4, "lab")


@pytest.fixture(scope="module")
def rows() -> tuple[Row, ...]:
    return run(STUDY).rows


def test_games_are_numbered_and_have_their_own_seeds(rows: tuple[Row, ...]) -> None:
    assert [row.number for row in rows] == [0, 1, 2, 3]
    assert len({row.seed for row in rows}) == 4
    assert len({row.decisions for row in rows}) > 1


def test_what_a_game_ended_by_is_told_with_and_without_its_particulars() -> None:
    row = run(Study("anzio", ("random", "random"), 1, "lab")).rows[0]
    assert (row.rule, row.reason) == ("13.0d", "neither side holds its objectives")
    assert row.kind == row.reason
    assert batch.PARTICULAR.sub("...", "took {town} on turn {turn}") == "took ... on turn ..."


def test_a_game_of_a_study_can_be_played_alone(rows: tuple[Row, ...]) -> None:
    assert play_one(STUDY, 2) == rows[2]


def test_the_number_of_games_changes_none_of_them(rows: tuple[Row, ...]) -> None:
    assert run(Study("anzio", ("random", "random"), 2, "lab")).rows == rows[:2]


def test_another_seed_gives_other_games(rows: tuple[Row, ...]) -> None:
    assert run(Study("anzio", ("random", "random"), 1, "other")).rows[0] != rows[0]


class Backwards(Executor):
    """Does the last task first, and remembers which process did it."""

    def __init__(self) -> None:
        self.waiting: list[Any] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        if len(self.waiting) == STUDY.games:
            for each, call, given in reversed(self.waiting):
                each.set_result(call(*given))
        return future


def test_the_order_of_the_work_does_not_matter(rows: tuple[Row, ...]) -> None:
    told: list[tuple[int, int]] = []
    assert run(STUDY, Backwards(), lambda done, total: told.append((done, total))).rows == rows
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_processes_give_the_same_rows(rows: tuple[Row, ...]) -> None:
    with workers(2) as pool:
        assert pool is not None
        assert pool.submit(os.getpid).result() != os.getpid()
        assert run(STUDY, pool).rows == rows


LONG = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts jobs in the background without it
from grognard.lab.batch import Study, run, workers
study = Study("anzio", ("random", "random"), 600)
with workers(2) as pool:
    print(0, flush=True)
    run(study, pool, lambda done, total: print(done, flush=True))
"""


@pytest.mark.flaky(reruns=2)  # Python itself loses an interrupt that falls into an import
@pytest.mark.parametrize("send", [os.killpg, os.kill], ids=["all", "the study alone"])
@pytest.mark.parametrize("moment", [0, 0.1, 0.3, None])
def test_an_interrupt_ends_the_workers_without_a_word(
    send: Callable[[int, int], None], moment: float | None
) -> None:
    """While they are born, as after so many seconds; or (None) at work."""
    with subprocess.Popen(
        [sys.executable, "-c", LONG],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as played:
        assert played.stdout is not None
        assert int(played.stdout.readline()) == 0
        if moment is None:
            assert int(played.stdout.readline()) > 0
        else:
            time.sleep(moment)
        send(played.pid, signal.SIGINT)
        try:
            _, said = played.communicate(timeout=20)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(played.pid, signal.SIGKILL)
    assert said.count("Traceback") == 1
    assert said.rstrip().endswith("KeyboardInterrupt")


def test_one_worker_is_this_process() -> None:
    with workers(1) as pool:
        assert pool is None


def test_a_dask_cluster_gives_the_same_rows(rows: tuple[Row, ...]) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
        workers(scheduler=cluster.scheduler_address) as pool,
    ):
        assert pool is not None
        assert pool.submit(os.getpid).result() != os.getpid()
        assert run(STUDY, pool).rows == rows


@pytest.mark.parametrize(
    ("study", "said"),
    [
        (Study("waterloo", ("random", "random")), "no game is called 'waterloo'"),
        (Study("anzio", ("random",) * 3), "anzio needs 2 bots, one for each of allied, german"),
        (Study("anzio", ("random", "rommel")), "anzio has no bot 'rommel'"),
        (Study("anzio", ("random", "random"), options=("99",)), "anzio has no option '99'"),
        (Study("anzio", ("random", "random"), 0), "at least one game"),
    ],
)
def test_what_does_not_exist_is_refused_before_the_first_game(study: Study, said: str) -> None:
    with pytest.raises(StudyError, match=said):
        run(study)


class Broken:
    name = "broken"

    def choose(self, game: Any, rng: Any) -> Any:
        raise RuntimeError("lost the map")


def test_a_failure_names_its_game_and_calls_off_the_rest(monkeypatch: Any) -> None:
    monkeypatch.setattr("grognard.bots.make", lambda name, game: Broken())
    with ThreadPoolExecutor(1) as pool, pytest.raises(StudyError) as caught:
        run(STUDY, pool)
    assert str(caught.value) == (
        f"game 0 (seed {STUDY.seed_of(0)}) failed: RuntimeError: lost the map"
    )


def die(*args: object) -> None:
    os._exit(1)


def test_a_worker_that_dies_is_told_of(monkeypatch: Any) -> None:
    monkeypatch.setattr(batch, "play_chunk", die)
    with ProcessPoolExecutor(1) as pool, pytest.raises(StudyError, match="a worker has died"):
        run(STUDY, pool)


def test_a_failure_survives_the_way_from_a_worker() -> None:
    fault = StudyError("game {number} failed", number=3)
    make, args = fault.__reduce__()
    assert str(make(*args)) == "game 3 failed"


POSITION = """grognard position 1
game anzio
turn 3
phase combat allied
weather cloudy
1010 AL-3US-A AL-3US-B(r)
1208 AL-504
0401 GE-65-A(r)
later GE-26PZ-A AL-45US-A
"""


def test_where_the_sides_stand() -> None:
    game = grognard.load(POSITION)
    grid = game.rules.board.grid
    standing = measures.standing(game)
    assert set(standing) == {"allied", "german"}
    x, y = grid.centre(grid.index("0401"))
    assert standing["german"] == pytest.approx((x, y, 1), abs=1e-4)
    far, near = (grid.centre(grid.index(label))[1] for label in ("1010", "1208"))
    assert standing["allied"].row == pytest.approx((2 * far + near) / 3, abs=1e-4)
    assert standing["allied"].units == 3
    assert measures.held(game) == {"allied": ("1010", "1208"), "german": ("0401",)}


def test_every_step_lost_is_counted_and_arrivals_are_not() -> None:
    game = grognard.load(POSITION)
    losses = measures.Losses(game)
    units: Any = game.rules
    steps = game.state.steps
    places = {name: units.units.find(name).index for name in ("AL-504", "GE-65-A", "AL-RGR")}
    for changes in ({"AL-504": 1, "AL-RGR": 2}, {"AL-504": 2, "GE-65-A": 0}, {"AL-504": 0}):
        for name, left in changes.items():
            steps[places[name]] = left
        losses.look(game)
    assert losses.by_side == {"allied": 1 + 2, "german": 1}


def test_losses_are_the_steps_that_are_gone(rows: tuple[Row, ...]) -> None:
    game = grognard.new("anzio", seed=rows[0].seed)
    sides = dict.fromkeys(game.rules.sides, bots.make("random", "anzio"))
    bots.play(game, sides, random.Random("lab 0 bots"))
    units: Any = game.rules
    gone = dict.fromkeys(game.rules.sides, 0)
    for unit in units.units:
        gone[game.rules.sides[unit.side]] += unit.steps - game.state.steps[unit.index]
    assert sum(gone.values()) > 0
    assert rows[0].losses == gone


def test_luck_is_pips_above_the_average(rows: tuple[Row, ...]) -> None:
    game = grognard.new("anzio", dice="asked")
    for order in ("default", "default", "roll 1", "roll 6"):
        game.play(order)
    assert [roll.side for roll in game.rolls] == ["allied", "german"]
    assert measures.dice(game) == ({"allied": 1, "german": 1}, {"allied": -2.5, "german": 2.5})


def test_the_front_is_measured_once_a_turn(rows: tuple[Row, ...]) -> None:
    for row in rows:
        assert len(row.front) == row.turns + 1
        assert row.front[0]["allied"].units == 9
        assert all(place.units for place in row.front[-1].values())
