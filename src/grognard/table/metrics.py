"""Figures of a running server in Prometheus' text form, at ``/metrics``."""

from __future__ import annotations

import os
from collections.abc import Callable
from ipaddress import ip_address

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..engine.words import Say
from .answers import Fault
from .hall import Hall

SETTING = "GROGNARD_METRICS"
"""``on`` opens the figures to everybody who reaches the server; else only to this machine itself."""

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class Metrics:
    """The figures of one server; each is counted where it happens or read when it is asked for."""

    def __init__(self, hall: Hall) -> None:
        self._registry = CollectorRegistry()
        counter, registry = Counter, self._registry
        self.answers = Histogram(
            "grognard_message_seconds",
            "Time from a page's message to its answer",
            ["kind"],
            buckets=BUCKETS,
            registry=registry,
        )
        self.refusals = counter(
            "grognard_refusals", "What was refused, by kind", ["kind"], registry=registry
        )
        self.requests = Histogram(
            "grognard_request_seconds",
            "Time of an HTTP request",
            ["status"],
            buckets=BUCKETS,
            registry=registry,
        )
        self._gauge("grognard_tables_in_memory", "Tables in memory", lambda: len(hall.tables))
        self._gauge("grognard_live_tables", "Tables that somebody is at", lambda: _live(hall))
        self._gauge("grognard_connections", "Pages at tables", lambda: _pages(hall))
        self._gauge(
            "grognard_backlog_bytes", "Bytes waiting for slow pages", lambda: _backlog(hall)
        )
        self._gauge("grognard_memory_bytes", "Tables in memory, estimated", lambda: _weight(hall))
        pools = {"bots": hall.pool, "errands": hall.errands, "reports": hall.reports}
        for name, pool in pools.items():
            text = "Work that waits for a process"
            self._gauge(f"grognard_{name}_waiting", text, lambda pool=pool: pool.waiting)  # type: ignore[misc]

        self._hall = hall
        self._jobs = Gauge(
            "grognard_jobs_waiting",
            "Bots' turns of all processes on the database that are due and not done",
            registry=registry if hall.store.shared else None,
        )

    def _gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        Gauge(name, text, registry=self._registry).set_function(read)

    def routes(self) -> list[BaseRoute]:
        return [Route("/metrics", self.show, methods=["GET"])]

    async def show(self, request: Request) -> Response:
        if not (os.environ.get(SETTING) == "on" or _here(request)):
            raise Fault(404, "missing", Say("there is nothing here"))
        if self._hall.store.shared:
            self._jobs.set(await self._hall.store.waiting_jobs())
        return Response(generate_latest(self._registry), media_type=CONTENT_TYPE_LATEST)


def _here(request: Request) -> bool:
    """Whether somebody at this machine asks, and not a proxy here for somebody else."""
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    try:
        return ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False


def _live(hall: Hall) -> int:
    return sum(bool(table.connections) for table in hall.tables)


def _pages(hall: Hall) -> int:
    return sum(len(table.connections) for table in hall.tables)


def _backlog(hall: Hall) -> int:
    return sum(c.waiting for table in hall.tables for c in table.connections)


def _weight(hall: Hall) -> int:
    return sum(table.weight for table in hall.tables)
