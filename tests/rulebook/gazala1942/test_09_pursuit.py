"""9.4-9.5 Retreat of both sides and pursuit, with a table that gives the result wanted; 10.81b, 12.2."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.gazala1942.battlefield import (
    always,
    plain,
    play,
    refused,
    scene,
    texts,
    where,
    words,
)

AWAY = "0101 AX-HQ-XXI; 0909 AL-HQ-50"


def islands(*land: str) -> str:
    """A board of sea with these hexes of desert, and the corners."""
    hexes = (f"{row:02d}{col:02d}" for row in range(1, 10) for col in range(1, 10))
    return plain(**{f"h{h}": "~" for h in hexes if h not in (*land, "0101", "0909")})


@pytest.mark.rule("gazala1942:9.5", "gazala1942:9.4")
def test_attackers_driven_back_do_not_advance_though_they_are_still_next_to_the_hex(
    tmp_path: Path,
) -> None:
    """Both sides lose a step and retreat a hex; the attacker's ways lead along the hex attacked."""
    g = scene(
        f"0504 AX-61-102(e); 0404 AX-7B; 0505 AL-1SF AL-KDG; {AWAY}",
        hq="AX-HQ-XXI",
        board=islands("0504", "0505", "0604", "0404", "0506"),
        data=always("2/2", tmp_path),
    )
    play(g, "attack 0505 with AX-61-102 go", "roll 1", "retire", "retreat 0604")
    play(g, "lose AL-1SF", "retire")
    assert where(g, "AX-61-102", "AL-KDG") == ["0604", "0506"]
    assert words(g, "send") == {"AX-7B"}
    assert refused(g, "send AX-61-102") == "9.5"


@pytest.mark.rule("gazala1942:9.54")
def test_foot_follow_the_retreat_from_its_first_hex_on_and_do_not_cut_its_corner(
    tmp_path: Path,
) -> None:
    """The defender goes 0506, 0605, 0705: the second hex of his way is next to the hex attacked too."""
    g = scene(
        f"0504 AX-61-102(e) AX-7B(e); 0505 AL-150-50 AL-1SF; {AWAY}",
        hq="AX-HQ-XXI",
        board=islands("0504", "0505", "0506", "0605", "0705"),
        data=always("-/6", tmp_path),
    )
    play(g, "attack 0505 all go", "roll 1", "lose AL-1SF", "retreat 0506")
    assert where(g, "AL-150-50-BN") == ["0705"]
    assert refused(g, "send AX-61-102 advance 0505-0605") == "9.54"
    play(g, "send AX-61-102")
    assert words(g, "advance") == {"0506"}
    play(g, "advance 0506", "send AX-7B")
    assert words(g, "advance") == {"0506", "0605"}


@pytest.mark.rule("gazala1942:12.2")
@pytest.mark.parametrize(
    ("foe", "open_"),
    [
        ("0304 AL-150-50", {"0404", "0505", "0604"}),
        ("0403 AL-150-50", {"0505", "0604"}),
    ],
)
def test_fullers_advance_may_begin_or_end_in_a_zone_but_not_both(foe: str, open_: set[str]) -> None:
    """The brigade in 0304 reaches 0404 and not the start; the one in 0403 both."""
    g = scene(f"0504 AX-200(e); 0505 AL-1SF; {foe}; {AWAY}", hq="AX-HQ-XXI", options="12.2")
    play(g, "attack 0505 with AX-200 go", "result 1/1", "send AX-200")
    assert words(g, "advance") == open_


MINED = plain("side minefield 0504/0505")


@pytest.mark.rule("gazala1942:10.81b", "gazala1942:10.85b")
@pytest.mark.parametrize(("who", "breached"), [("from 0504", True), ("with AX-65-101", False)])
def test_engineers_help_a_breach_before_an_advance_only_if_they_attacked(
    tmp_path: Path, who: str, breached: bool
) -> None:
    g = scene(
        "0504 AX-65-101(e) AX-34E(e); 0505 AL-1SF; 0101 AX-HQ-XX; 0909 AL-HQ-50",
        hq="AX-HQ-XX",
        board=MINED,
        data=always("-/1", tmp_path),
    )
    play(g, f"attack 0505 {who} go", "roll 1", "breach AX-65-101", "roll 5")
    assert ("send AX-65-101" in texts(g)) == breached
