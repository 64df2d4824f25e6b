"""The house has one-way rooms: what each part of the source may import and do."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"

# A room imports from itself and from earlier lines; rooms of one line do not know each other.
HOUSE = (
    {"__about__", "say"},
    {"hexes", "textdata"},
    {"board", "units"},
    {"engine"},
    {"games"},
    {"bots", "draw", "locale"},
    {"front"},
    {"__init__"},
    {"table", "lab"},
    {"cli"},
    {"__main__"},
)
FLOOR = {room: floor for floor, rooms in enumerate(HOUSE) for room in rooms}
QUIET = {"hexes", "textdata", "board", "units", "engine", "games"}
NETWORK = {"aiohttp", "asyncio", "ftplib", "http", "httpx", "requests", "smtplib", "socket"}
NETWORK |= {"socketserver", "ssl", "starlette", "urllib", "urllib3", "uvicorn", "websockets"}
UNSAFE = {"pickle", "cloudpickle", "dill", "marshal", "shelve"}

Import = tuple[int, str]


def imports(tree: ast.AST, package: tuple[str, ...]) -> Iterator[Import]:
    """Line and full name of everything imported, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join((*base, *filter(None, [node.module])))
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


def room_of(name: str) -> str:
    """The room that a full name of ours lies in; names of the package itself are its door."""
    second = name.split(".")[1:2]
    return second[0] if second and second[0] in FLOOR else "__init__"


def faults(path: Path, source: Path = SOURCE) -> list[str]:
    """What a source file does that its room forbids."""
    inside = path.relative_to(source).with_suffix("")
    room = inside.parts[1]
    if room not in FLOOR:
        return [f"{inside}: {room} is no room of the house"]
    tree = ast.parse(path.read_text("utf-8"))
    found = []
    for line, name in imports(tree, inside.parts[:-1]):
        top = name.partition(".")[0]
        if top == "grognard":
            target = room_of(name)
            if target != room and FLOOR[target] >= FLOOR[room]:
                found.append(f"{inside}:{line}: {room} imports {name}")
        elif top in UNSAFE or name == "copy.deepcopy" or (room in QUIET and top in NETWORK):
            found.append(f"{inside}:{line}: {room} imports {name}")
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="print")) if room in QUIET:
                found.append(f"{inside}:{node.lineno}: {room} prints")
            case ast.Attribute(attr="deepcopy"):
                found.append(f"{inside}:{node.lineno}: deepcopy")
    return found


def test_every_room_keeps_to_its_place() -> None:
    assert [fault for path in SOURCE.rglob("*.py") for fault in faults(path)] == []


GAMES = SOURCE / "grognard" / "games"
FAMILIES = {"zocbond"}
"""Not games, but what several of them share."""


def game_imports(path: Path) -> Iterator[tuple[str, str]]:
    """The games, and modules in them, that a module of a game imports when it is run."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    package = path.relative_to(SOURCE).parts[:-1]
    for _, name in imports(tree, package):
        parts = name.split(".")
        if parts[:2] == ["grognard", "games"] and len(parts) > 2:
            yield parts[2], parts[3] if len(parts) > 3 else ""


def circles(graph: dict[str, set[str]]) -> list[str]:
    """The modules that import themselves by way of others."""

    def reached(start: str) -> set[str]:
        found: set[str] = set()
        edge = [start]
        while edge:
            for name in graph.get(edge.pop(), set()) - found:
                found.add(name)
                edge.append(name)
        return found

    return sorted(name for name in graph if name in reached(name))


@pytest.mark.parametrize("game", sorted(p.parent.name for p in GAMES.glob("*/__init__.py")))
def test_a_game_imports_no_other_and_goes_in_no_circles(game: str) -> None:
    graph: dict[str, set[str]] = {}
    for path in (GAMES / game).rglob("*.py"):
        for other, module in game_imports(path):
            assert other == game or (other in FAMILIES and game not in FAMILIES), (path, other)
            if other == game and path.parent == GAMES / game:
                graph.setdefault(path.stem, set()).add(module)
    assert circles(graph) == []


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("file", "line", "fault"),
    [
        ("hexes.py", "from .board import Board", "hexes imports grognard.board.Board"),
        ("engine/game.py", "from ..games import anzio", "engine imports grognard.games.anzio"),
        ("engine/game.py", "from .. import draw", "engine imports grognard.draw"),
        ("engine/game.py", "from grognard import new", "engine imports grognard.new"),
        ("draw/map.py", "def f():\n import grognard.bots", "draw imports grognard.bots"),
        ("games/anzio/combat.py", "import http.client", "games imports http.client"),
        ("games/anzio/combat.py", "print(1)", "games prints"),
        ("lab/batch.py", "import pickle", "lab imports pickle"),
        ("lab/batch.py", "import copy\ncopy.deepcopy([])", "deepcopy"),
        ("attic.py", "", "attic is no room of the house"),
    ],
)
def test_a_fault_is_found(tmp_path: Path, file: str, line: str, fault: str) -> None:
    path = tmp_path / "grognard" / file
    path.parent.mkdir(parents=True)
    path.write_text(line)
    (found,) = faults(path, tmp_path)
    assert found.endswith(fault)


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("board.py", "from .hexes import Grid"),
        ("games/anzio/__init__.py", "from . import combat\nfrom ...engine import game"),
        ("__init__.py", "from .draw import position\nfrom .engine.game import Game"),
        ("cli/play.py", "import socket\nfrom .. import new\nfrom ..table import server\nprint(1)"),
    ],
)
def test_what_is_allowed(tmp_path: Path, file: str, line: str) -> None:
    path = tmp_path / "grognard" / file
    path.parent.mkdir(parents=True)
    path.write_text(line)
    assert faults(path, tmp_path) == []


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    folder = re.compile(rb"(?<![\w.~-])/(?:work|root|home)/")
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    files = (ROOT / name for name in tracked if name)
    assert [str(f) for f in files if f.is_file() and folder.search(f.read_bytes())] == []
