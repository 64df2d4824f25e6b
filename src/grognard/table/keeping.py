"""Housekeeping: abandoned tables are given a day of grace, then their records go to the archive."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta

from . import clock
from .hall import Hall
from .logs import note
from .schema import StoreFault
from .sitting import Table

EVERY_SECONDS = 3600.0
ANSWER_SECONDS = 1.0
"""In which other processes say who is at a table."""
NEVER = datetime(1, 1, 1, tzinfo=UTC)


def _stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


async def keep_house(hall: Hall) -> None:
    """Tidy up every hour until cancelled."""
    while True:
        try:
            await tidy_up(hall, clock.moment())
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
            if await _put_away(hall, id, now):
                gone.append(id)
                note("archived", table=id)
        except StoreFault:
            raise
        except Exception as bad:  # kept as it is, and out of the way of the others
            note("cannot be archived", logging.WARNING, table=id, why=str(bad))
            await hall.store.discard(id, None)
    return gone


async def _put_away(hall: Hall, id: str, now: datetime) -> bool:
    """Put a table's record into the archive and the table away; False if somebody is there."""
    table = await hall.table(id)
    if table is None:
        return False
    if hall.store.shared:
        hall.tell(id, "who")
        await asyncio.sleep(ANSWER_SECONDS)
    if table.connections or table.elsewhere:  # as long again, and others' turn meanwhile
        await hall.store.discard(id, _stamp(now + timedelta(days=hall.limits.grace_days)))
        return False
    async with table.lock:
        record = await hall.desk.order(_whole_record, table)
        if not await hall.store.archive(id, _stamp(now), record):
            return False
        hall.forget(table)
    return True


def _whole_record(table: Table) -> str:
    return table.room.record(reveal=True)
