"""Boards: loaded, drawn, written, and faults named."""

from __future__ import annotations

import pytest

from grognard.board import Board, drawn, hexside, load
from grognard.games.anzio import Anzio
from grognard.textdata import DataError, Folder

LETTERS = {"clear": ".", "town": "T", "sea": "~"}
SMALL = """\
map flat even 0101 0302
  . T ~
  . . _
side river 0101/0102
side canal 0101/0102
road road 0102-0202
feature port 0201
place town 0201 Old Port
"""


def draw(text: str) -> Board:
    return drawn(enumerate(text.splitlines(), 1), LETTERS)


@pytest.fixture(scope="module")
def anzio() -> Board:
    return load(Folder(Anzio.data))


def test_a_drawn_board_says_what_was_drawn() -> None:
    board = draw(SMALL)
    a, b, c, d = (board.index(label) for label in ("0101", "0102", "0201", "0202"))
    assert len(board.hexes) == 5
    assert [board.terrain[h] for h in (a, b, c)] == ["clear", "clear", "town"]
    assert board.side(a, b) == board.side(b, a) == {"river", "canal"}
    assert board.side(a, c) == frozenset()
    assert board.road_between == {hexside(b, d): "road"}
    assert board.where["port"] == board.where["town"] == 1 << c
    assert board.labels(board.where["clear"]) == ["0101", "0102", "0202"]
    assert (board.place("Old Port"), board.place("New Port")) == (c, None)
    assert board.names == {c: "Old Port"}
    with pytest.raises(KeyError):
        board.index("0302")  # a hole in the map
    with pytest.raises(KeyError):
        board.index("0901")


def test_a_board_as_text_is_the_same_board(anzio: Board) -> None:
    for board in (draw(SMALL), draw(SMALL.replace("flat even", "pointy odd"))):
        assert draw(board.text()).text() == board.text()
    again = drawn(enumerate(anzio.text().splitlines(), 1), anzio.letters)
    assert again.terrain == anzio.terrain
    assert again.sides == anzio.sides
    assert again.road_between == anzio.road_between
    assert again.features == anzio.features
    assert again.names == anzio.names
    upwards = SMALL.replace("flat even 0101 0302", "pointy odd 0101 0302 upwards")
    assert draw(upwards).text() == draw(draw(upwards).text()).text()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("map flat even 0101 0302", "map 3 by 2", "board:1: a board begins"),
        (
            "map flat even 0101 0302",
            "map flat even 0301 0102",
            "board:1: the last hex comes before",
        ),
        ("  . T ~", "  . T", "board:2: 2 terrain letters, not 3"),
        ("  . T ~", "  . X ~", "board:2: no terrain has the letter 'X'"),
        ("0101/0102\n", "0101/0301\n", "board:4: 0101 and 0301 are not neighbors"),
        ("0101/0102\n", "0101/0909\n", "board:4: hex '0909' is not on the drawn board"),
        ("0101/0102\n", "0101/0302\n", "board:4: hex '0302' is not on the drawn board"),
        ("0102-0202", "0102-0301", "board:6: 0102 and 0301 are not neighbors"),
        ("feature port 0201", "feature 0201", "board:7: not a line of a board"),
        ("place town 0201 Old Port", "place town 0201", "board:8: not a line of a board"),
    ],
)
def test_a_fault_in_a_drawing_is_named_with_its_line(old: str, new: str, fault: str) -> None:
    assert old in SMALL
    with pytest.raises(DataError) as bad:
        draw(SMALL.replace(old, new, 1))
    assert fault in str(bad.value)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "river",
            "rivver",
            "board:4: 'rivver' is not on the map of this game; there are: canal, river",
        ),
        (
            "road road",
            "road rail",
            "board:6: 'rail' is not on the map of this game; there are: road",
        ),
        ("feature port", "feature harbor", "board:7: 'harbor' is not on the map of this game"),
    ],
)
def test_what_a_games_map_does_not_know_is_not_drawn(
    anzio: Board, old: str, new: str, fault: str
) -> None:
    def drawing(text: str) -> Board:
        return drawn(enumerate(text.splitlines(), 1), anzio.letters, kinds=anzio.kinds)

    assert drawing(SMALL).kinds == anzio.kinds
    with pytest.raises(DataError) as bad:
        drawing(SMALL.replace(old, new, 1))
    assert fault in str(bad.value)


def test_a_drawing_cut_short_says_so() -> None:
    with pytest.raises(DataError, match="lacks 1 rows"):
        draw("map flat even 0101 0302\n  . T ~\n")


def test_the_map_of_anzio(anzio: Board) -> None:
    assert len(anzio.hexes) == 17 * 11
    assert anzio.name == "Anzio"
    assert "OpenStreetMap" in anzio.licence
    towns = {"Anzio": "0610", "Nettuno": "0710", "Cisterna": "1303", "Campoleone": "0502"}
    for name, label in towns.items():
        assert anzio.place(name) == anzio.index(label)
        assert anzio.terrain[anzio.index(label)] == "town"
    for label in ("0308", "1010"):
        assert anzio.terrain[anzio.index(label)] != "sea"
    assert anzio.side_names[hexside(anzio.index("1308"), anzio.index("1408"))] == "Mussolini Canal"
    land = {h for h in anzio.hexes if anzio.terrain[h] != "sea"}
    assert all(h in land for road in anzio.roads for h in road.hexes)
    assert set(anzio.elevation) == land
