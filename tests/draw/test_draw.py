"""Pictures: well-formed, complete, safe, the same every time, and never by hue alone."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from grognard import board as boards
from grognard.board import Board, Place, drawn
from grognard.draw import style, terrain
from grognard.draw.counters import MARKS, SYMBOLS, branch_of, counter_svg, counters_svg
from grognard.draw.geometry import layout
from grognard.draw.map import Coast, board_svg, draw_board, read_coast
from grognard.draw.position import (
    Arrow,
    Highlight,
    Overlay,
    Reach,
    Zoc,
    pieces_svg,
    position_svg,
)
from grognard.draw.position import Path as Way
from grognard.engine.view import Piece
from grognard.textdata import Folder

DATA = Path(boards.__file__).parent / "games" / "anzio" / "data"
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('\"&x')</script> & ]]> \x00\x0b\ufffe"

WORDS = ("clear", "sea", "forest", "hill", "town", "city", "desert", "bocage", "mixed", "flooded")
LETTERS = dict(zip(WORDS, ".~FhTCdbmf", strict=True))
POINTY = """map pointy odd 0101 0505 upwards
. ~ F h T
C d b m f
. . ~ ~ .
. h h . .
. F . T .
side major_river 0101/0102
side cliff 0202/0203
side minefield 0303/0304
side fortification 0303/0403
side mountain 0404/0405
side pass 0404/0405
side boundary 0301/0302
side unheard_of 0501/0502
road track 0101-0201-0301
road rail 0501-0502
road secondary 0401-0402-0403
feature airfield 0401
feature hilltop 0402
place peak 0404 Monte Prova
place city 0102 Big City
"""


@pytest.fixture(scope="module")
def anzio() -> Board:
    return boards.load(Folder(DATA))


@pytest.fixture(scope="module")
def coast() -> Coast:
    return read_coast((DATA / "coast.json").read_text("utf-8"))


def small() -> Board:
    return drawn(enumerate(POINTY.splitlines(), 1), LETTERS)


def piece(**but: object) -> Piece:
    plain = Piece(
        "GE-65-A", "0403", "german", "german", "inf", "XX det", "65 A", "65th, A", ("4", "4")
    )
    return replace(plain, **but)  # type: ignore[arg-type]


def hexes(root: ET.Element) -> list[str]:
    return [e.attrib["data-hex"] for e in root.iter(SVG + "path") if e.get("class") == "hex"]


@pytest.mark.parametrize("theme", sorted(style.THEMES))
def test_each_theme_draws_every_hex_once(anzio: Board, coast: Coast, theme: str) -> None:
    root = ET.fromstring(board_svg(anzio, theme, coast))
    assert sorted(hexes(root)) == sorted(anzio.label(h) for h in anzio.hexes)
    assert root.find(SVG + "title") is not None
    account = root.findtext(SVG + "desc") or ""
    assert "187" in account
    assert "Cisterna 1303" in account


def test_the_number_of_each_hex_and_the_name_of_each_place_is_written(
    anzio: Board, coast: Coast
) -> None:
    root = ET.fromstring(board_svg(anzio, "light", coast))
    written = [" ".join("".join(t.itertext()).split()) for t in root.iter(SVG + "text")]
    for h in anzio.hexes:
        assert written.count(anzio.label(h)) == 1
    bare = {text.replace(" ", "") for text in written}
    assert {p.name.replace(" ", "") for p in anzio.places} <= bare
    assert any("OpenStreetMap" in text for text in written)


def test_the_middle_of_a_land_hex_is_land_and_of_a_sea_hex_sea(anzio: Board, coast: Coast) -> None:
    def dry(x: float, y: float) -> bool:
        inside = False
        for ring in coast.land:
            for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
                if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                    inside = not inside
        return inside

    wrong = [
        anzio.label(h)
        for h in anzio.hexes
        if dry(*anzio.grid.centre(h)) == (anzio.terrain[h] == "sea")
    ]
    assert wrong == []


def test_the_same_data_give_the_same_bytes(anzio: Board, coast: Coast) -> None:
    again = boards.load(Folder(DATA))
    assert board_svg(anzio, "light", coast) == board_svg(again, "light", coast)
    overlays: list[Overlay] = [Zoc("german", ["0403"]), Reach({"0504": "2"})]
    pieces = [piece(), piece(id="x", hex="turn 3")]
    first = position_svg(anzio, pieces, overlays=overlays)
    assert first == position_svg(again, list(pieces), overlays=list(overlays))


def test_size_and_speed(anzio: Board, coast: Coast) -> None:
    assert len(board_svg(anzio, "light", coast).encode()) < 200_000
    lay = draw_board(anzio, "light", coast).lay
    stacks = {
        anzio.label(h): [piece(id=str(h)), piece(id=f"{h}b", steps=(1, 2))]
        for h in anzio.hexes[:20]
    }

    def best(work: object) -> float:
        times = []
        for _ in range(5):
            start = time.process_time()
            work()  # type: ignore[operator]
            times.append(time.process_time() - start)
        return min(times)

    # Aims: 50 ms and 10 ms; the test leaves room for a slow machine.
    assert best(lambda: board_svg(anzio, "light", coast)) < 0.25
    assert best(lambda: pieces_svg(anzio, lay, stacks)) < 0.05


def test_no_coordinate_has_more_than_one_decimal(anzio: Board, coast: Coast) -> None:
    paths = re.findall(r' d="([^"]*)"', board_svg(anzio, "light", coast))
    assert not [d for d in paths if re.search(r"\d\.\d\d", d)]
    assert not [d for d in paths if "nan" in d or "e" in d.lower()]


def test_hostile_names_stay_text(anzio: Board) -> None:
    hostile = replace(
        anzio,
        name=HOSTILE,
        licence=HOSTILE,
        places=(Place(HOSTILE, anzio.index("0101"), "town"),),
        side_names=dict.fromkeys(anzio.sides, HOSTILE),
    )
    bad = piece(id=HOSTILE, name=HOSTILE, label=HOSTILE, symbol=HOSTILE, size=HOSTILE)
    bad = replace(bad, factors=(HOSTILE,), marks=(HOSTILE,), side=HOSTILE, palette=HOSTILE)
    overlays: list[Overlay] = [
        Zoc(HOSTILE, ["0101"]),
        Reach({"0101": HOSTILE}),
        Highlight(["0101"], HOSTILE),
    ]
    svg = position_svg(
        hostile,
        [bad, replace(bad, hex=HOSTILE)],
        overlays=[*overlays, Arrow("0101", "0102", HOSTILE)],
        boxes={HOSTILE: HOSTILE},
        title=HOSTILE,
        subtitle=HOSTILE,
    )
    for text in (svg, counter_svg(bad), counters_svg([bad])):
        root = ET.fromstring(text)
        assert not [e for e in root.iter() if e.tag.endswith("script")]
        assert not [k for e in root.iter() for k in e.attrib if k.startswith("on")]
    with pytest.raises(ValueError, match="ids"):
        board_svg(anzio, ids='"><script')


def test_each_terrain_has_marks_of_its_own() -> None:
    for theme in style.THEMES.values():
        for variant in range(terrain.VARIANTS):
            bare = {
                texture: re.sub(r"#[0-9a-f]{6}", "", terrain.marks(texture, theme, variant))
                for texture in terrain.MARKS
            }
            assert len(set(bare.values())) == len(bare), "two terrains differ by hue alone"
        assert terrain.MARKS.keys() <= theme.ground.keys() & theme.mark.keys()


def test_canal_and_river_differ_by_pattern(anzio: Board) -> None:
    root = ET.fromstring(board_svg(anzio))
    dashes = {}
    for group in root.iter(SVG + "g"):
        kind = group.get("class", "")
        if kind.startswith("side "):
            dashes[kind] = [p.get("stroke-dasharray") for p in group.iter(SVG + "path")]
    assert any(dashes["side canal"])
    assert not any(dashes["side river"])


def test_a_pointy_board_with_every_kind_of_line() -> None:
    board = small()
    for theme in style.THEMES:
        svg = board_svg(board, theme)
        root = ET.fromstring(svg)
        assert sorted(hexes(root)) == sorted(board.label(h) for h in board.hexes)
        assert "Unheard of" in svg
    lay = layout(board, 0, 0)
    south, north = lay.centres[board.index("0101")], lay.centres[board.index("0201")]
    assert north[1] < south[1], "rows of this map grow upwards"


def test_neighbours_of_the_picture_are_those_of_the_grid(anzio: Board) -> None:
    for board in (anzio, small()):
        lay = layout(board, 0, 0)
        for h in board.hexes:
            want = {n for n in board.grid.neighbours[h] if n >= 0 and board.terrain[n]}
            assert {n for n in lay.near[h] if n >= 0} == want


def test_a_board_with_holes_and_a_board_without_sea() -> None:
    text = "map flat even 0101 0303\n. _ .\n. . .\n_ . ."
    board = drawn(enumerate(text.splitlines(), 1), {"clear": "."})
    root = ET.fromstring(board_svg(board))
    assert sorted(hexes(root)) == sorted(board.label(h) for h in board.hexes)
    assert len(hexes(root)) == 7


def test_labels_do_not_lie_on_numbers(anzio: Board, coast: Coast) -> None:
    from grognard.draw.labels import text_width

    root = ET.fromstring(board_svg(anzio, "light", coast))
    groups = {g.get("class"): g for g in root.iter(SVG + "g")}
    numbers = [
        (float(t.attrib["x"]), float(t.attrib["y"])) for t in groups["numbers"].iter(SVG + "text")
    ]
    hits = 0
    for group in groups["names"]:
        size = float(group.attrib["font-size"])
        for text in group.findall(SVG + "text"):
            if "x" not in text.attrib or text.find(SVG + "tspan") is not None:
                continue
            wide = text_width(text.text or "", size) * 0.9
            x, y = float(text.attrib["x"]), float(text.attrib["y"])
            left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.attrib["text-anchor"]]
            hits += sum(
                left < a + 9 and left + wide > a - 9 and y - size < b - 1 and y > b - 6
                for a, b in numbers
            )
    assert hits == 0


# ------------------------------------------------------------------ counters


@pytest.mark.parametrize("symbol", [*SYMBOLS, "no such branch"])
@pytest.mark.parametrize("reduced", [False, True])
def test_each_branch_is_drawn(symbol: str, reduced: bool) -> None:
    root = ET.fromstring(counter_svg(piece(symbol=symbol, steps=(1, 2) if reduced else (2, 2)), 60))
    assert root.attrib["width"] == "60"
    assert "4-4" in "".join(root.itertext())
    account = root.findtext(SVG + "desc") or ""
    assert ("reduced" in account) == reduced


def test_branches_differ_and_anzio_knows_all_its_own() -> None:
    assert len(set(SYMBOLS.values())) >= len(SYMBOLS) - 2
    rows = list(Folder(DATA).rows("units.csv", "type", "nationality"))
    assert {branch_of(row["type"]) for row in rows} <= SYMBOLS.keys()
    for row in rows:
        assert style.palette_of(row["nationality"]) is not style.PLAIN_PALETTE


def test_the_reduced_side_shows_a_stripe_and_nationality_a_code() -> None:
    full, reduced = counter_svg(piece()), counter_svg(piece(steps=(1, 2)))
    assert full.count("stroke-dasharray") == 0
    assert reduced.count("stroke-dasharray") == 1
    codes = [p.code for p in style.PALETTES.values() if p.code != "G"]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("mark", ["star", "attacked", "moved", "hold the line"])
def test_marks_are_drawn_and_told(mark: str) -> None:
    root = ET.fromstring(counter_svg(piece(marks=(mark,))))
    assert [e.get("data-mark") for e in root.iter() if e.get("data-mark")] == [mark]
    assert mark in (root.findtext(SVG + "desc") or "")


def test_no_mark_lies_on_the_factors() -> None:
    """They are printed between 67 and 88 of the height; the signs at the edges have a radius of 10."""
    at_edges = {name: y for name, (x, y, _) in MARKS.items() if x < 10 or x > 90}
    at_edges = {name: y for name, y in at_edges.items() if not name.startswith("cost")}
    assert {name for name, y in at_edges.items() if 57 < y < 95} == set()


@pytest.mark.parametrize(
    "size", ["", "-", "I", "II", "III", "X", "XX", "XXX", "KG", "XX det", "[III]", "III(-)", "CC"]
)
def test_every_echelon(size: str) -> None:
    ET.fromstring(counter_svg(piece(size=size)))


# ------------------------------------------------------------------ positions


def test_stacks_boxes_and_overlays(anzio: Board, coast: Coast) -> None:
    pieces = [piece(id=str(i)) for i in range(5)]
    pieces += [piece(id="late", hex="turn 10"), piece(id="soon", hex="turn 9")]
    svg = position_svg(
        anzio,
        pieces,
        theme="dark",
        coast=coast,
        overlays=[
            Reach({"0404": "1", "0503": "1½"}),
            Zoc("german", ["0402"]),
            Zoc("allied", ["0504"]),
            Arrow("0403", "0404"),
            Arrow("0403", "0404", "retreat"),
            Way(["0403", "0404", "0405"]),
            Highlight(["0403"], "target"),
        ],
        boxes={"eliminated": "Eliminated"},
    )
    root = ET.fromstring(svg)
    drawn_pieces = [e.get("data-piece") for e in root.iter() if e.get("data-piece")]
    assert sorted(map(str, drawn_pieces)) == sorted(p.id for p in pieces)
    assert [e.get("data-box") for e in root.iter() if e.get("data-box")] == [
        "eliminated",
        "turn 9",
        "turn 10",
    ]
    hatchings = re.findall(r'id="map-o-zoc\d".*?rotate\((-?\d+)\)', svg)
    assert len(set(hatchings)) == 2, "the two sides' zones differ by pattern"
    assert "1½" in svg
    assert "0403: 65th, A" in (root.findtext(SVG + "desc") or "")


def test_the_top_counter_of_a_stack_comes_last(anzio: Board) -> None:
    svg = position_svg(anzio, [piece(id="below"), piece(id="above")])
    assert svg.index('data-piece="below"') < svg.index('data-piece="above"')


def test_an_overlay_off_the_map_is_refused(anzio: Board) -> None:
    with pytest.raises(ValueError, match="9999"):
        position_svg(anzio, [], overlays=[Highlight(["9999"])])


def test_many_boxes_stay_within_the_picture(anzio: Board) -> None:
    pieces = [piece(id=str(i), hex=f"turn {i % 12}") for i in range(150)]
    root = ET.fromstring(position_svg(anzio, pieces))
    wide, tall = float(root.attrib["width"]), float(root.attrib["height"])
    for rect in root.iter(SVG + "rect"):
        if "x" in rect.attrib:
            assert float(rect.attrib["x"]) + float(rect.attrib["width"]) <= wide
            assert float(rect.attrib["y"]) + float(rect.attrib["height"]) <= tall + 7


def test_ids_are_unique_and_every_reference_leads_somewhere(anzio: Board, coast: Coast) -> None:
    svg = position_svg(anzio, [piece()], coast=coast, overlays=[Zoc("german", ["0402"])], ids="a1")
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert all(name.startswith("a1-") for name in ids)
    used = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    assert used <= set(ids)


def test_unknown_theme_and_bad_coast_are_named() -> None:
    with pytest.raises(ValueError, match="high-contrast"):
        board_svg(small(), "pink")
    for text in ("", "[]", '{"land": 3}', '{"land": [[[1]]]}', '{"hex_km": "far"}'):
        with pytest.raises(ValueError, match="coast"):
            read_coast(text)


# ------------------------------------------------------------------ PNG


def test_png(anzio: Board) -> None:
    pytest.importorskip("resvg_py")
    from grognard.draw.png import png

    small_one = png(counter_svg(piece(), 50), 2)
    assert small_one.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(small_one[16:20], "big") == 100
    with pytest.raises(ValueError, match="scale"):
        png("<svg/>", 0)
    with pytest.raises(ValueError, match="wide"):
        png("<svg/>")


def test_without_the_library_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import grognard.draw.png as module

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(module, "import_module", missing)
    with pytest.raises(ImportError, match="grognard\\[png\\]"):
        module.png("<svg/>")


def test_figures_are_all_of_one_width() -> None:
    """Usual fonts have them so: "1-1-12" went over the edges of its counter."""
    from grognard.draw.labels import text_width

    assert text_width("1-1-12", 10, bold=True) == text_width("2-3-45", 10, bold=True)
