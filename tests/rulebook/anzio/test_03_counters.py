"""3.0 The counters."""

from __future__ import annotations

import colorsys

import pytest
from tests.rulebook.anzio.tabletop import counters, play, scene, where

import grognard
from grognard.draw import style

GERMAN = "combat german"


@pytest.mark.rule("anzio:3.0a")
def test_divisions_are_detachments_a_and_b_but_for_the_1st_armored() -> None:
    units = counters(grognard.new(seed=1))
    divisions: dict[str, list[str]] = {}
    for unit in units:
        if unit.formation:
            divisions.setdefault(unit.formation, []).append(unit.id)
    single = [ids for ids in divisions.values() if len(ids) == 1]
    assert single == [["AL-1ARM"]]
    for ids in divisions.values():
        if len(ids) > 1:
            a, b = ids
            assert (a[-2:], b[-2:], a[:-2]) == ("-A", "-B", b[:-2])
    assert len(divisions) == 18


@pytest.mark.rule("anzio:3.0a")
def test_every_counter_has_a_weaker_back_that_a_loss_shows() -> None:
    units = counters(grognard.new(seed=1))
    for unit in units:
        none, back, front = unit.strength
        assert (none, unit.steps) == (0, 2)
        assert 0 < back < front, unit.id
    front = scene("0404 GE-65-A; 0403 AL-RGR", GERMAN).odds("attack 0403 from 0404")
    back = scene("0404 GE-65-A(r); 0403 AL-RGR", GERMAN).odds("attack 0403 from 0404")
    assert [line.amount for line in front.lines[:3]] == ["4", "2", "+2"]
    assert [line.amount for line in back.lines[:3]] == ["2", "2", "+0"]


@pytest.mark.rule("anzio:3.0a")
def test_the_back_is_the_last_side() -> None:
    g = scene("0404 GE-65-A(r); 0403 AL-3US-A", GERMAN)
    play(g, "attack 0403 go", "roll 4")  # -4: AL
    assert where(g, "GE-65-A") == ["eliminated"]


@pytest.mark.rule("anzio:3.0b")
def test_grey_germans_brown_british_green_us() -> None:
    g = grognard.new(seed=1)
    palettes = {piece.id: piece.palette for piece in g.rules.pieces(g.state)}
    assert {palettes[u.id] for u in counters(g) if u.id.startswith("GE")} == {"german"}
    assert palettes["AL-1UK-A"] == palettes["AL-CDO"] == palettes["AL-46RTR"] == "british"
    assert palettes["AL-3US-A"] == palettes["AL-RGR"] == palettes["AL-1ARM"] == "us"
    assert set(palettes.values()) == {"german", "british", "us"}

    def hue_and_saturation(palette: str) -> tuple[float, float]:
        face = style.palette_of(palette).body.lstrip("#")
        r, g, b = (int(face[i : i + 2], 16) / 255 for i in (0, 2, 4))
        hue, _, saturation = colorsys.rgb_to_hls(r, g, b)
        return hue * 360, saturation

    assert hue_and_saturation("german")[1] < 0.15
    assert 20 <= hue_and_saturation("british")[0] <= 50
    assert 60 <= hue_and_saturation("us")[0] <= 150
