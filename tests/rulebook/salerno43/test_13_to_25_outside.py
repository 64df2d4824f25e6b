"""Chapters 13 to 25 as somebody from outside tries them: where rules meet, and why an order is refused."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebook.salerno43.field import (
    field,
    kind,
    marked,
    offers,
    refused,
    run,
)

TANK, ELITE, MOTOR = "GE-16Pz-IIa", "GE-16Pz-I64", "GE-16Pz-II64"
FIST = f"{TANK} {ELITE} {MOTOR}"
SEA = {"~": "0101 0201 0301 0401 0501 0601 0701"}
FAR = {"0908": "US-BH-Red"}


def scattered(units, *, die=5, **how):
    """0504 falls to the fist in 0404; 5 is a DS."""
    g = field({"0404": FIST, **units, **FAR}, phase="combat german", **how)
    return run(g, "attack 0504 from 0404 maf 16Pz go", f"roll {die}")


@pytest.mark.rule("salerno43:20.4b", "salerno43:15.2.6a")
def test_no_breakthrough_combat_out_of_a_hex_with_a_replacement():
    beside = {"0504": "US-45-2-157", "0302": "US-36-142"}
    g = run(scattered({**beside, "0403": "GE-26Pz-I9(p)"}), f"group {TANK} go", "to 0403")
    assert kind(g) == "advance"
    g = run(scattered({**beside, "0403": "GE-26Pz-I9"}), f"group {TANK} go", "to 0403")
    assert "assault 0302" in offers(g)


@pytest.mark.rule("salerno43:25.1.3", "salerno43:20.4b")
def test_why_a_unit_may_not_disengage():
    near = {"0504": "US-36-142", **FAR}
    g = field(
        {"0404": f"{ELITE}(p) {TANK}", "0403": "GE-G-A", "0301": MOTOR, **near},
        phase="combat german",
        options="25.1",
    )
    assert refused(g, f"disengage {ELITE}") == "20.4"
    assert refused(g, "disengage 0404") == "20.4"
    assert refused(g, "disengage GE-G-A") == "19.3"
    run(g, f"disengage {TANK}", "roll 1")
    assert refused(g, f"disengage {TANK}") == "25.1.3"
    trapped = {"0404": ELITE, "0504": "US-36-142", "0303": "US-36-141", "0305": "US-45-157"}
    g = field(
        {**trapped, "0503": "US-36-143", "0304": "US-45-180"}, phase="combat german", options="25.1"
    )
    assert refused(g, f"disengage {ELITE}") == "25.1.4"
    g = field({"0404": ELITE, **near}, phase="combat german")
    assert refused(g, f"disengage {ELITE}") == "25.1"


@pytest.mark.rule("salerno43:20.3.4")
def test_a_regiment_without_a_remnant_does_not_come_back():
    used = {"0505": "US-45-179(rr) US-45-180(rr)", "0506": "US-3-30(rr) US-3-7(rr)", **FAR}
    lines = "replacements UI\neliminated US-36-143"
    g = field(used, phase="initial allied", lines=lines)
    assert refused(g, "replace US-36-143") == "20.3.4"


@pytest.mark.rule("salerno43:18.4.3a", "salerno43:18.4.4a")
def test_why_a_unit_cannot_land():
    beaches = {"0202": "US-BH-Red", "0302": "US-BH-Blue", "0502": "BR-BH-Uncle"}
    later = {"0602": "BR-BH-Roger", "0908": ELITE}
    waiting = "reserve US-36-143 US-45-179 BR-46-138 BR-46-139 US-Tk-191"
    how: dict[str, Any] = {
        "phase": "movement allied",
        "turn": 4,
        "terrain": SEA,
        "features": {"port3": "0702"},
    }
    lands = ("move US-36-143 0202", "move US-45-179 0302", "move BR-46-138 0502")
    g = field({**beaches, **later}, lines=f"control 0702\n{waiting}", **how)
    run(g, *lands, "move BR-46-139 0602")
    assert refused(g, "move US-Tk-191 0702") == "18.4.3"
    g = field({**beaches, "0908": ELITE}, lines=waiting, **how)
    run(g, *lands)
    assert refused(g, "move US-Tk-191 0202") == "18.4.4"


@pytest.mark.rule("salerno43:5.7e", "salerno43:18.4.5b")
def test_why_a_unit_cannot_sail_after_its_march():
    ports = {"0202": "US-BH-Red", "0502": "US-BH-Blue", "0908": ELITE}
    how: dict[str, Any] = {"phase": "movement allied", "turn": 4, "terrain": SEA}
    g = field({**ports, "0203": "US-36-1-142 US-Rgr-1"}, sides={"mountain": "0202/0203"}, **how)
    assert refused(run(g.copy(), "move US-36-1-142 to 0202"), "sail 0502") == "5.7e"
    assert "sail 0502" in offers(run(g.copy(), "move US-Rgr-1 to 0202"))
    g = field({**ports, "0204": "US-36-1-142"}, **how)
    assert refused(run(g, "move US-36-1-142 0203-0202"), "sail 0502") == "18.4.5"


@pytest.mark.rule("salerno43:23.1.4b")
def test_why_a_german_cannot_leave_the_north_past_the_allies():
    g = field(
        {"N1": f"{TANK} US-36-142", "0102": "US-36-1-142", **FAR},
        features={"N1": "0101", "N2": "0401"},
    )
    assert refused(g, f"move {TANK} 0101") == "23.1.4"


@pytest.mark.rule("salerno43:S2.3.7a")
def test_why_a_german_cannot_enter_the_abandoned_sector():
    g = field(
        {"0404": ELITE, "0405": MOTOR, "0908": "US-36-142"},
        scenario="campaign",
        turn=17,
        features={"army8": "0406 0506 0306"},
        lines="abandoned",
    )
    assert refused(g, f"move {ELITE} 0406") == refused(g, f"move {MOTOR} 0406") == "S2.3.7"


@pytest.mark.rule("salerno43:22.4b", "salerno43:7.2a")
def test_a_unit_that_can_go_nowhere_is_told_why():
    rivers = {"river": "0404/0504 0404/0304 0404/0503 0404/0303 0404/0403 0404/0405"}
    g = field({"0404": TANK, "0804": "US-36-142"}, lines="weather F", sides=rivers)
    assert refused(g, f"move {TANK} 0504") == "22.4"
    assert not marked(run(g, f"move {TANK}"), TANK, "moved")
    assert offers(g) == {"stay"}
