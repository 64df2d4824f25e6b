"""Several server processes and workers on one database, behind a plain round-robin proxy (HAProxy)."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import subprocess
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from grognard.table import company
from grognard.table.databases import is_url
from grognard.table.limits import Limits
from grognard.table.server import config, create_app
from grognard.table.work import steady

from .postgres import need

PRELOADED = [
    __name__,
    "benchmarks.ready",
    "psycopg",
    "uvicorn.protocols.http.h11_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
]
"""All that a server imports: once, not at each of its starts."""

LAX = Limits(
    requests=(1e6, 10**6),
    tables=(1e6, 10**6),
    seats=(1e6, 10**6),
    messages=(1e6, 10**6),
    own_tables=10**6,
    own_bytes=10**12,
    work=(1e6, 1e6),
    at_once=1000,
    in_line=10**6,
    per_address=10**5,
    in_all=10**5,
)

PROXY = """
global
    maxconn 4000
defaults
    mode http
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    timeout tunnel 1h
    timeout check 10s
    option redispatch
    retries 3
frontend all
    bind 127.0.0.1:{port}
    default_backend tables
backend tables
    balance roundrobin
    option httpchk GET /healthz
    http-check send hdr Host 127.0.0.1
    default-server check inter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
"""


def serve(database: str, port: int, limits: Limits, bots: bool, workers: int) -> None:
    import uvicorn

    how = config(create_app(database, limits=limits, workers=workers, bots=bots))
    how.host, how.port = "127.0.0.1", port
    steady()
    uvicorn.Server(how).run()


def free_port() -> int:
    """A port below those that the system gives to clients: one of them, knocking at a server that is down,
    could else be given the server's own."""
    while True:
        port = Random().randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def await_port(port: int, process: BaseProcess | None = None, seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if process is not None and not process.is_alive():
            raise RuntimeError(f"the server for port {port} has ended: {process.exitcode}")
        if time.monotonic() > end:
            raise TimeoutError(f"nobody listens on port {port}")
        time.sleep(0.02)


class Fleet:
    """Servers, workers and, where there is more than one server, a proxy before them."""

    def __init__(
        self, database: str, folder: Path, servers: int = 1, workers: int = 0, limits: Limits = LAX
    ) -> None:
        self._database, self._limits, self._workers = database, limits, workers
        self._context: Any = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(PRELOADED)
        self.ports = [free_port() for _ in range(servers)]
        self.processes: list[BaseProcess] = [
            self._start(n) for n in range(len(self.ports) + workers)
        ]
        self._proxy: subprocess.Popen[bytes] | None = None
        self.port = self.ports[0]
        try:
            for port, process in zip(self.ports, self.processes, strict=False):
                await_port(port, process)
            if servers > 1:
                self.port = free_port()
                self._begin_proxy(folder / "haproxy.cfg")
                await_port(self.port)
        except BaseException:
            self.close()
            raise

    def _begin_proxy(self, file: Path) -> None:
        lines = [f"    server s{n} 127.0.0.1:{port}" for n, port in enumerate(self.ports)]
        file.write_text(PROXY.format(port=self.port) + "\n".join(lines) + "\n")
        program = need("haproxy", "haproxy", "usr/sbin/haproxy")
        subprocess.run([program, "-c", "-q", "-f", file], check=True)
        self._proxy = subprocess.Popen([program, "-q", "-f", file])

    def _start(self, n: int) -> BaseProcess:
        process: BaseProcess
        if n < len(self.ports):
            bots = self._workers == 0
            args = (self._database, self.ports[n], self._limits, bots, 1)
            process = self._context.Process(target=serve, args=args)
        else:
            process = self._context.Process(target=company.work, args=(self._database, 1))
        process.start()
        return process

    def kill(self, n: int) -> None:
        """Kill a process as hard as can be."""
        self.processes[n].kill()
        self.processes[n].join()
        assert self.processes[n].exitcode == -signal.SIGKILL

    def start(self, n: int) -> None:
        self.processes[n] = self._start(n)
        if n < len(self.ports):
            await_port(self.ports[n], self.processes[n])

    def database_pids(self) -> list[int]:
        """The processes of PostgreSQL; none with SQLite."""
        if not is_url(self._database):
            return []
        with psycopg.connect(self._database) as db:
            backend = db.info.backend_pid
        parent = int(Path(f"/proc/{backend}/stat").read_text().rpartition(")")[2].split()[1])
        return [parent, *below(parent)]

    def pids(self) -> list[int]:
        return [process.pid or 0 for process in self.processes]

    def close(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join(20)
        if self._proxy is not None:
            self._proxy.terminate()
            self._proxy.wait(10)


def below(pid: int) -> list[int]:
    """The processes that a process has begun, and theirs."""
    found: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, file.read_text().split()):
                found += [child, *below(child)]
    return found


def resident(pid: int) -> float:
    """Resident megabytes of a process."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


def cpu_seconds(pid: int) -> float:
    """Seconds of the processor that a process and its dead children have used."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")
