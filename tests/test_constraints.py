"""What the server needs is pinned by hash, all of it."""

from __future__ import annotations

import re
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PIN = re.compile(r"([A-Za-z0-9_.-]+)==(\S+)((?: --hash=sha256:[0-9a-f]{64})+)")


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(file: str) -> dict[str, str]:
    """Versions by name; every line is a pin with its hashes."""
    lines = (ROOT / file).read_text("utf-8").splitlines()
    found = [PIN.fullmatch(line) for line in lines if line and not line.startswith("#")]
    assert None not in found
    return {plain(match[1]): match[2] for match in found if match}


def needed(name: str, extras: tuple[str, ...], found: set[str]) -> set[str]:
    """All that a package needs here, directly or not."""
    for text in requires(name) or []:
        wanted = Requirement(text)
        marker = wanted.marker
        if marker is not None and not any(marker.evaluate({"extra": e}) for e in ("", *extras)):
            continue
        if plain(wanted.name) not in found:
            found.add(plain(wanted.name))
            needed(wanted.name, tuple(wanted.extras), found)
        elif wanted.extras:
            needed(wanted.name, tuple(wanted.extras), found)
    return found


@pytest.mark.skipif(
    sys.platform != "linux" or sys.version_info[:2] != (3, 11), reason="pinned for another system"
)
def test_what_the_server_needs_is_pinned_by_hash() -> None:
    pins = pinned("constraints-server.txt")
    found = needed("grognard", ("table", "postgres"), set())
    assert found == pins.keys()
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    tested = dict(line.split("==") for line in lines if "==" in line)
    assert pins.items() <= {plain(name): version for name, version in tested.items()}.items()
