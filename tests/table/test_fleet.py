"""Three server processes and two workers behind a round-robin proxy, and kills of any of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from benchmarks.fleet import Fleet
from benchmarks.kills import lost, under_kills

KILLS = 6


@pytest.mark.slow
def test_any_process_may_die_and_nothing_acknowledged_is_lost(
    postgres: Callable[[], str], tmp_path: Path
) -> None:
    database = postgres()
    fleet = Fleet(database, tmp_path, servers=3, workers=2)
    try:
        with ThreadPoolExecutor(1) as thread:  # tests of the page leave a loop in this one
            play = thread.submit(asyncio.run, under_kills(fleet, KILLS, 3, 2, Random(8)))
            told = play.result()
    finally:
        fleet.close()
    assert told.wrong == []
    assert len(told.acked) >= KILLS
    assert lost(database, told)[0] == []
