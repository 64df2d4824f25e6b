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
    steps,
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


@pytest.mark.rule("gazala1942:9.34")
def test_both_reliefs_are_found_from_the_result_as_rolled(tmp_path: Path) -> None:
    """An engineer cannot take 2, two battalions cannot take 3: each side has one hit less."""
    g = scene(
        "0504 AX-53-15E(e); 0505 AL-1SF AL-1R-1; 0101 AX-HQ-AFRIKA",
        hq="AX-HQ-AFRIKA",
        data=always("2/3", tmp_path),
    )
    told = play(g, "attack 0505 with AX-53-15E go", "roll 1")
    assert [e.kind for e in told].count("relief") == 2
    play(g, "lose AL-1SF", "retire", "retreat 0506")
    assert where(g, "AX-53-15E", "AL-1R-1") == ["", "0506"]


@pytest.mark.rule("gazala1942:9.34", "gazala1942:9.43")
@pytest.mark.parametrize(("land", "reliefs"), [(("0506",), 0), ((), 1)])
def test_a_hex_of_retreat_and_a_step_for_the_other_are_all_its_losses(
    tmp_path: Path, land: tuple[str, ...], reliefs: int
) -> None:
    """Three steps against four hits: two are lost, one hex is open, and the last step is the fourth."""
    g = scene(
        f"0504 AX-200(e); 0505 AL-150-50; {AWAY}",
        hq="AX-HQ-XXI",
        board=islands("0504", "0505", *land),
        data=always("1/4", tmp_path),
    )
    told = play(g, "attack 0505 with AX-200 go", "roll 1")
    assert [e.kind for e in told].count("relief") == reliefs
    assert steps(g, "AX-200") == [1 + reliefs]


@pytest.mark.rule("gazala1942:9.5", "gazala1942:12.3", "gazala1942:9.31b")
def test_a_battalion_that_was_driven_back_as_a_brigade_does_not_advance(tmp_path: Path) -> None:
    g = scene(
        "0504 AL-150-50(e); 0505 AX-200; 0101 AL-HQ-50; 0909 AX-HQ-XXI",
        "combat allied",
        hq="AL-HQ-50",
        options="12.3",
        board=islands("0504", "0505", "0604", "0506"),
        data=always("2/2", tmp_path),
    )
    play(g, "attack 0505 with AL-150-50 go", "roll 1", "retire")
    assert where(g, "AL-150-50-BN") == ["0604"]
    told = play(g, "retire")
    assert where(g, "AX-200") == ["0506"]
    assert "advance" not in [e.kind for e in told]
    assert g.decision is None or g.decision.kind != "advance"


@pytest.mark.rule("gazala1942:9.51")
def test_the_advance_is_as_long_as_the_longest_retreat(tmp_path: Path) -> None:
    """The first battalion goes two hexes; the second finds the second hex full."""
    full = "AL-1KR-7 AL-3A AL-4A AL-6A"
    g = scene(
        f"0504 AX-7B(e); 0505 AL-1SF AL-1R-1 AL-50-1 AL-KDG(r); 0507 {full}; {AWAY}",
        hq="AX-HQ-XXI",
        board=islands("0504", "0505", "0506", "0507"),
        data=always("-/4", tmp_path),
    )
    play(g, "attack 0505 with AX-7B go", "roll 1", "lose AL-1SF", "lose AL-KDG")
    play(g, "retire", "send AL-1R-1")
    assert where(g, "AL-1R-1", "AL-50-1") == ["0507", ""]
    play(g, "send AX-7B")
    assert words(g, "advance") == {"0506"}


@pytest.mark.rule("gazala1942:9.34", "gazala1942:9.43")
@pytest.mark.parametrize(("way", "lost"), [(("0506",), 0), (("0506", "0507", "0508"), 1)])
def test_who_can_go_only_a_part_of_the_way_has_not_taken_all_his_losses(
    way: tuple[str, ...], lost: int, tmp_path: Path
) -> None:
    """Three steps and three hexes for four battalions: the last one cannot pay for two hexes."""
    g = scene(
        f"0504 AX-200(e); 0505 AL-1SF AL-1KR-7 AL-1R-1 AL-50-1; {AWAY}",
        hq="AX-HQ-XXI",
        board=islands("0504", "0505", *way),
        data=always("1/6", tmp_path),
    )
    play(g, "attack 0505 all go", "roll 6")
    assert steps(g, "AX-200") == [2 - lost]
