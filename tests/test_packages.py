"""Wheel and sdist are built and tried outside the clone: what is installed plays a game."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TRY = """
import random, grognard
from grognard import bots
assert "site" in grognard.__file__, grognard.__file__
for name in grognard.games():
    g = grognard.new(name, seed=1)
    for _ in range(40):
        if g.decision is None:
            break
        g.play(random.Random(1).choice(g.decision.actions))
    assert grognard.load(g.record).position == g.position
    assert g.svg().startswith("<svg")
print(*grognard.games())
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path]]:
    """The sdist, and the wheel that is made from it."""
    backend = pytest.importorskip("hatchling.build")
    out = tmp_path_factory.mktemp("dist")
    before = Path.cwd()
    try:
        os.chdir(ROOT)
        sdist = out / backend.build_sdist(str(out))
        with tarfile.open(sdist) as packed:
            packed.extractall(out, filter="data")
        os.chdir(out / sdist.name.removesuffix(".tar.gz"))
        yield sdist, out / backend.build_wheel(str(out))
    finally:
        os.chdir(before)


def test_the_wheel_plays_outside_the_clone(built: tuple[Path, Path], tmp_path: Path) -> None:
    site = tmp_path / "site"
    with zipfile.ZipFile(built[1]) as wheel:
        wheel.extractall(site)
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(site)!r}){TRY}"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert {"anzio", "salerno43"} <= set(done.stdout.split())
    said = subprocess.run(
        [sys.executable, "-c", "from grognard.cli import main; main(['games', '-q'])"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
    )
    assert said.stdout.split() == done.stdout.split(), said.stderr


def test_the_sdist_holds_what_it_takes_to_build_and_test(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[0]) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    for wanted in ("pyproject.toml", "README.md", "LICENSE", "Makefile", "tests/conftest.py"):
        assert wanted in names
    assert not any("node_modules" in name or ".venv" in name for name in names)
