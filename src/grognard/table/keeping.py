"""Housekeeping: abandoned tables are given a day of grace, then their records go to the archive."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta

from ..textdata import DataError
from .hall import Hall
from .logs import note
from .sitting import Table

EVERY_SECONDS = 3600.0
NEVER = datetime(1, 1, 1, tzinfo=UTC)


def _stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


async def keep_house(hall: Hall) -> None:
    """Tidy up every hour until cancelled."""
    while True:
        try:
            await tidy_up(hall, datetime.now(UTC))
        except Exception:
            note("housekeeping failed", logging.ERROR, fault=True)
        await asyncio.sleep(EVERY_SECONDS)


async def tidy_up(hall: Hall, now: datetime) -> list[str]:
    """Archive what was abandoned long enough; the names of these tables."""
    limits = hall.limits
    played = now - timedelta(days=limits.keep_days) if limits.keep_days else NEVER
    due = await hall.store.doom(
        _stamp(now),
        _stamp(now + timedelta(days=limits.grace_days)),
        _stamp(now - timedelta(days=limits.unplayed_days)),
        _stamp(played),
    )
    if limits.archive_days:
        await hall.store.clear_archive(_stamp(now - timedelta(days=limits.archive_days)))
    gone = []
    for id in due:
        try:
            table = await hall.table(id)
        except DataError as bad:  # kept as it is, and out of the way of the others
            note("cannot be archived", logging.WARNING, table=id, why=str(bad))
            await hall.store.discard(id, None)
            continue
        if table is None or table.connections or table.elsewhere:
            continue
        async with table.lock:
            record = await hall.desk.order(_whole_record, table)
            if await hall.store.archive(id, _stamp(now), record):
                hall.forget(table)
                gone.append(id)
                note("archived", table=id)
    return gone


def _whole_record(table: Table) -> str:
    return table.room.record(reveal=True)
