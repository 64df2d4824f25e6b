"""A private PostgreSQL server for tests and benchmarks."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).parent.parent


def need(program: str, package: str, *places: str) -> str:
    """The path of a program; Debian's package is installed if there is none."""
    for attempt in range(2):
        if found := shutil.which(program):
            return found
        if there := [path for place in places for path in sorted(Path("/").glob(place))]:
            return str(there[-1])
        if attempt == 0:
            subprocess.run([ROOT / "tools" / "need", package], check=True)
    raise AssertionError(f"{package} has no {program}")


def _somebody() -> dict[str, Any]:
    """PostgreSQL does not run as root: who runs it then."""
    if os.geteuid() != 0:
        return {}
    users = {user.pw_name: user for user in pwd.getpwall()}
    user = users.get("postgres") or users["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@contextlib.contextmanager
def postgres(*, fsync: bool = False) -> Iterator[Callable[[], str]]:
    """A private server; each call of what it gives makes a new database: its URL."""
    initdb = need("initdb", "postgresql", "usr/lib/postgresql/*/bin/initdb")
    programs, who = Path(initdb).parent, _somebody()
    home = Path(tempfile.mkdtemp(prefix="pg-"))
    server = None
    try:
        if who:
            os.chown(home, who["user"], who["group"])
        data = home / "data"
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "grognard", "-A", "trust", "-N", "-E", "UTF8"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=home,
            **who,
        )
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        settings = [
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={home}",
            f"fsync={'on' if fsync else 'off'}",
        ]
        command: list[str | Path] = [programs / "postgres", "-D", data, "-p", str(port)]
        for setting in settings:
            command += ["-c", setting]
        with (home / "log").open("wb") as log:
            server = subprocess.Popen(command, stdout=log, stderr=log, cwd=home, **who)
        url = f"postgresql://grognard@127.0.0.1:{port}/"
        _await(url + "postgres")

        def fresh() -> str:
            name = f"t{uuid.uuid4().hex}"
            with psycopg.connect(url + "postgres", autocommit=True) as db:
                db.execute(f"CREATE DATABASE {name}".encode())
            return url + name

        yield fresh
    finally:
        if server is not None:
            server.send_signal(2)
            server.wait(20)
        # Hundreds of databases are tens of thousands of files: nobody waits until they are gone.
        os.spawnlp(os.P_NOWAIT, "rm", "rm", "-rf", str(home))


def _await(url: str) -> None:
    end = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            return
