"""What the page shows of Gazala 1942."""

from __future__ import annotations

import json
import random

from tests.rulebook.gazala1942.tabletop import plain, play, rules, scene

import grognard
from grognard.engine.sight import Sight
from grognard.engine.view import Account, Chart, Track
from grognard.table import show
from grognard.table.room import Room

STRIP = {f"h{r:02d}{c:02d}": "~" for r in (4, 6) for c in range(1, 10)}


def test_a_supply_line_is_shown_with_the_reason_where_it_breaks() -> None:
    source = "feature axis_source 0501"
    g = scene(
        "0505 AX-HQ-XX; 0508 AX-65-101; 0101 AL-KDG",
        impulse="AX-HQ-XX",
        board=plain(source, **STRIP),
    )
    lines = g.rules.traces(g.state, "0508")
    assert [line.whole for line in lines] == [True, True]
    assert (lines[0].path[0], lines[0].path[-1], lines[1].path[-1]) == ("0508", "0505", "0501")
    mined = plain(source, "side minefield 0503/0504", **STRIP)
    g = scene("0505 AX-HQ-XX; 0508 AX-65-101; 0101 AL-KDG", impulse="AX-HQ-XX", board=mined)
    line = g.rules.traces(g.state, "0505")[0]
    assert (line.whole, line.rule, line.path) == (False, "10.82", ("0505", "0504"))
    g = scene(
        "0505 AX-HQ-XX; 0507 AL-KDG; 0508 AX-65-101",
        impulse="AX-HQ-XX",
        board=plain(source, **STRIP),
    )
    line = g.rules.traces(g.state, "0508")[0]
    assert (line.whole, line.rule) == (False, "6.13a")
    assert "0507" in str(line.text)


def test_a_line_that_is_too_long_says_so() -> None:
    wide = "\n".join(["map pointy even 0101 0140 upwards", *["  ."] * 40])
    g = scene("0125 AX-HQ-X", impulse="AX-HQ-X", turn=10, board=wide + "\nfeature axis_source 0101")
    line = g.rules.traces(g.state, "0125")[0]
    assert (line.whole, line.rule, len(line.path)) == (False, "6.15", 21)


def test_the_cup_shows_each_seat_what_it_knows() -> None:
    g = scene(
        "0101 AX-HQ-XX; 0102 AX-HQ-X; 0801 AL-HQ-50; 0802 AL-HQ-1SA; 0803 AL-HQ-7ARM",
        impulse="AX-HQ-XX",
        lines=[
            "picked AX-HQ-XX AX-HQ-X AL-HQ-50 AL-HQ-1SA",
            "cup AX-HQ-X AL-HQ-50",
            "dropped AL-HQ-1SA",
        ],
    )

    def cup(seat: str) -> str:
        state = Sight(g, seat).state
        found = [d for d in g.rules.tracks(state) if isinstance(d, Account) and d.rule == "3.1d"]
        return " ".join(f"{line.what} {line.amount}" for line in found[0].lines)

    assert "X Italian Corps" in cup("axis")
    assert "50th" not in cup("axis")
    assert "Allied: hidden markers 1" in cup("axis")
    assert "50th Division, 1st South African Division" in cup("allied").replace(
        "1st South African Division, 50th Division", "50th Division, 1st South African Division"
    )
    assert "left out" in cup("allied")
    assert "Italian" not in cup("allied")
    assert "Division" not in cup("spectator")


def test_tracks_and_charts() -> None:
    g = grognard.new("gazala1942", scenario="aida", seed="1")
    play(g, "default", "default")
    shown = g.rules.tracks(g.state)
    charts = [d for d in shown if isinstance(d, Chart)]
    crt = next(c for c in charts if c.results)
    assert (len(crt.rows), len(crt.columns), crt.rows[0][0]) == (6, 12, "4/-")
    tracks = [d for d in shown if isinstance(d, Track)]
    assert [len(t.boxes) for t in tracks] == [5, 6, 28]
    days = tracks[-1].boxes
    assert days[0].now
    assert "AL-4T" in {str(note) for note in days[2].notes}


def test_facts_of_a_hex_and_overlays() -> None:
    g = grognard.new("gazala1942", scenario="opening", seed="1")
    play(g, "default", "default")
    said = " | ".join(str(fact.text) for fact in g.rules.hex_facts(g.state, "0912"))
    for text in (
        "open desert",
        "Allied control",
        "minefields toward",
        "Axis objective",
    ):
        assert text in said, said
    assert any(f.rule == "6.11a" for f in g.rules.hex_facts(g.state, "2905"))
    shown = {o.name: o for o in g.rules.overlays(g.state)}
    assert "2905" in shown["control axis"].hexes
    assert "2422" in shown["control allied"].hexes
    assert "1012" in shown["zoc allied"].hexes
    assert "2403" in shown["range axis"].hexes
    assert shown["breaches"].lines == ()
    sides = rules(g).ground.mines
    g.state.breach(*sides[0])
    shown = {o.name: o for o in g.rules.overlays(g.state)}
    assert len(shown["breaches"].lines) == 1


def test_counters_show_their_steps_and_marks() -> None:
    g = scene("0303 AX-HQ-AFRIKA AX-1-15T(r) AX-2-15I(n); 0909 AL-69-50(r)", impulse="AX-HQ-AFRIKA")
    found = {p.id: p for p in g.rules.pieces(g.state)}
    assert (found["AX-1-15T"].steps, found["AX-1-15T"].factors) == ((1, 2), ("2", "3", "10"))
    assert found["AL-69-50"].steps == (2, 3)
    assert "active" in found["AX-1-15T"].marks
    assert "unsupplied" in found["AX-2-15I"].marks
    assert found["AX-HQ-AFRIKA"].factors == ("8", "10")
    assert found["AX-HQ-AFRIKA"].symbol == "headquarters"


def test_what_the_table_sends_tells_no_marker_before_it_is_drawn() -> None:
    """The view and the log of a table, by seat, at the moment when the cup has been filled."""
    g = grognard.new("gazala1942", scenario="opening", seed="table")
    chance = random.Random(4)
    looked = 0
    while g.decision is not None and looked < 12:
        kind = g.decision.kind
        g.play(chance.choice(g.legal_actions))
        if g.turn < 2 or g.decision is None or kind not in ("markers", "note"):
            continue
        looked += 1
        room = Room(g.record)
        game, state = rules(g), g.state
        drawn = {m for track in state.tracks for m in track}
        for seat, own in (("axis", 0), ("allied", 1), ("spectator", 2)):
            sight = Sight(room.game, seat)
            sent = json.dumps(
                show.rows(room, room.length // 2, room.length, sight, str), default=str
            )
            today = sent.rsplit(f"turn {g.turn}:", 1)[-1]
            view = show.common(room, sight, str)
            cup = json.dumps(next(t for t in view["tracks"] if t["title"] == "The cup"))
            for m, unit in enumerate(game.markers):
                name = game.units[unit]
                if name.side == own or m in drawn or name.rommel:
                    continue
                assert f"{name.id} goes into the cup" not in today
                assert f'"{name.name}' not in cup
                assert f", {name.name}" not in cup
            if state.dropped >= 0:
                assert f"left out: {game.marker_names[state.dropped]}" not in sent
                assert '"left out"' not in cup
    assert looked == 12
