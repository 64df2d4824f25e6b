"""12.7 Retreat and 12.8 advance after combat.

0404 attacks 0403 (or the other way round): 0402, 0303 and 0503 are away from the attacker, 0304 and
0504 lie in his zone of control.
"""

from __future__ import annotations

import pytest
from tests.rulebook.anzio.tabletop import plain, play, reduced, refused, scene, texts, where, words

from grognard import Game

GERMAN = "combat german"
ALLIED = "combat allied"
PARA = "GE-4PARA-A GE-4PARA-B"
DR, DL, DLR, AR = 3, 4, 5, 1
"""The dice for these results with 8 points and no modifier against 2."""
ELSEWHERE = "0101 AL-1UK-A; 0707 GE-362-A"


def beaten(
    units: str,
    die: int = DR,
    order: str = "attack 0403 from 0404 go",
    *,
    options: str = "",
    board: str = plain(),
) -> Game:
    """After the Germans in 0404 have rolled against 0403."""
    g = scene(units, GERMAN, board=board, options=options)
    play(g, order, f"roll {die}")
    return g


@pytest.mark.rule("anzio:12.7a")
def test_a_group_retreats_together_one_hex_away_from_the_attacker() -> None:
    g = beaten(f"0404 {PARA}; 0403 AL-RGR(r) AL-509(r)")
    assert (g.side, words(g, "retreat")) == ("allied", {"0402", "0303", "0503"})
    assert refused(g, "retreat 0304") == "12.7b"
    assert refused(g, "retreat 0401") == "12.7a"  # two hexes
    assert refused(g, "retreat 0403") == "12.7a"
    assert refused(g, "retreat 0404") == "12.7b"
    g.play("retreat 0303")
    assert where(g, "AL-RGR", "AL-509") == ["0303", "0303"]


@pytest.mark.rule("anzio:12.7a")
def test_the_attacker_retreats_by_the_same_rule() -> None:
    g = beaten(f"0404 {PARA}; 0403 AL-RGR", AR)
    assert (g.side, words(g, "retreat")) == ("german", {"0305", "0405", "0505"})
    assert refused(g, "retreat 0504") == "12.7b"
    g.play("retreat 0405")
    assert where(g, "GE-4PARA-A", "GE-4PARA-B") == ["0405", "0405"]


@pytest.mark.rule("anzio:12.7b")
def test_the_owner_chooses_among_free_hexes_first() -> None:
    """Ruling: hexes with friends are open only if no free one is left."""
    g = beaten(f"0404 {PARA}; 0403 AL-RGR; 0402 AL-509; 0303 AL-504")
    assert where(g, "AL-RGR") == ["0503"]  # the only one free: nothing to choose
    g = beaten(f"0404 {PARA}; 0403 AL-RGR; 0402 AL-509")
    assert words(g, "retreat") == {"0303", "0503"}
    assert refused(g, "retreat 0402") == "12.7b"
    assert refused(g, "retreat 0303", side="german") == "12.7"


@pytest.mark.rule("anzio:12.7b", "anzio:5.0a")
def test_if_none_is_free_friends_make_room_within_the_stacking_rule() -> None:
    g = beaten(f"0404 {PARA}; 0403 AL-RGR; 0402 AL-509; 0303 AL-504; 0503 AL-3US-A AL-3US-B")
    assert words(g, "retreat") == {"0402", "0303"}
    assert refused(g, "retreat 0503") == "5.0a"
    g.play("retreat 0402")
    assert where(g, "AL-RGR", "AL-509") == ["0402", "0402"]
    two = beaten(f"0404 {PARA}; 0403 AL-RGR(r) AL-CDO(r); 0402 AL-509; 0303 AL-504; 0503 AL-3US-A")
    assert where(two, "AL-RGR", "AL-CDO") == ["eliminated", "eliminated"]


@pytest.mark.rule("anzio:12.7b")
def test_never_into_the_zone_of_a_supporter() -> None:
    units = f"0404 {PARA}; 0304 GE-HG-A; 0403 AL-RGR; 0102 AL-1UK-A"
    g = beaten(units, 2, "attack 0403 from 0404 support 0304 go")  # support +1
    assert words(g, "retreat") == {"0402", "0503"}  # 0303 is next to 0304
    assert refused(g, "retreat 0303") == "12.7b"
    g = beaten(units, 3)  # the same group not supporting: its zone costs a loss but is open
    assert words(g, "retreat") == {"0402", "0303", "0503"}


@pytest.mark.rule("anzio:12.7c")
def test_terrain_costs_do_not_matter_sea_and_enemies_do() -> None:
    g = beaten(f"0404 {PARA}; 0403 AL-RGR", board=plain(h0402="M", h0303="w", h0503="~"))
    assert words(g, "retreat") == {"0402", "0303"}
    assert refused(g, "retreat 0503") == "12.7c"
    g = beaten(f"0404 {PARA}; 0403 AL-RGR; 0402 GE-71-A")
    assert words(g, "retreat") == {"0303", "0503"}
    assert refused(g, "retreat 0402") == "12.7b"


@pytest.mark.rule("anzio:12.7c")
@pytest.mark.parametrize("water", ["river", "canal"])
@pytest.mark.parametrize("options", ["", "10.5 12.3"])
def test_armor_does_not_retreat_across_water_but_by_road(water: str, options: str) -> None:
    board = plain(
        f"side {water} 0402/0403", f"side {water} 0303/0403", "road road 0403-0303", h0303="w"
    )
    g = beaten(f"0404 {PARA}; 0403 AL-46RTR(r)", 4, board=board, options=options)  # armor -1
    assert words(g, "retreat") == {"0303", "0503"}
    assert refused(g, "retreat 0402") == "12.7c"
    g = beaten(f"0404 {PARA}; 0403 AL-46RTR(r) AL-RGR(r)", 5, board=board, options=options)
    assert words(g, "retreat") == {"0303", "0503"}  # the group stays together
    g = beaten(f"0404 {PARA}; 0403 AL-RGR", board=board, options=options)
    assert words(g, "retreat") == {"0402", "0303", "0503"}  # infantry wades


@pytest.mark.rule("anzio:12.7c")
def test_marsh_off_the_road_is_closed_to_armor_in_retreat() -> None:
    """Ruling."""
    g = beaten(f"0404 {PARA}; 0403 AL-46RTR(r)", 4, board=plain(h0402="w"))
    assert words(g, "retreat") == {"0303", "0503"}
    assert refused(g, "retreat 0402") == "12.7c"


@pytest.mark.rule("anzio:12.7d")
def test_a_group_that_cannot_retreat_is_eliminated_whole() -> None:
    sea = plain(h0402="~", h0303="~", h0503="~")
    g = beaten(f"0404 {PARA}; 0403 AL-RGR(r) AL-509(r); {ELSEWHERE}", board=sea)
    assert where(g, "AL-RGR", "AL-509") == ["eliminated", "eliminated"]
    assert (g.side, texts(g)) == ("german", {"advance", "remain"})
    g = beaten(f"0404 {PARA}; 0403 AL-RGR; {ELSEWHERE}", board=plain(h0402="~", h0303="~"))
    assert where(g, "AL-RGR") == ["0503"]


@pytest.mark.rule("anzio:12.7e")
def test_retreating_into_another_enemys_zone_costs_a_loss_of_the_owners_choice() -> None:
    units = f"0404 {PARA}; 0403 AL-RGR(r) AL-504(r); 0502 GE-71-A; {ELSEWHERE}"
    g = beaten(units)  # 8 - 3 = +5: a 3 has no effect
    assert where(g, "AL-RGR") == ["0403"]
    g = beaten(units.replace("AL-504(r)", "AL-509(r)"))  # +6
    assert words(g, "retreat") == {"0402", "0303", "0503"}
    free, zone = g.copy(), g.copy()
    free.play("retreat 0303")
    assert "eliminated" not in where(free, "AL-RGR", "AL-509")
    zone.play("retreat 0402")
    assert (zone.side, words(zone, "lose")) == ("allied", {"AL-RGR", "AL-509"})
    assert refused(zone, "lose GE-71-A") == "12.7e"
    zone.play("lose AL-509")
    assert where(zone, "AL-RGR", "AL-509") == ["0402", "eliminated"]


@pytest.mark.rule("anzio:12.7e")
def test_the_loss_may_be_a_flip_or_the_end() -> None:
    units = f"0404 {PARA}; 0403 AL-RGR; 0502 GE-71-A; {ELSEWHERE}"
    g = beaten(units)
    g.play("retreat 0402")
    assert (where(g, "AL-RGR"), reduced(g)) == (["0402"], {"AL-RGR"})
    g = beaten(units.replace("AL-RGR", "AL-RGR(r)"))
    g.play("retreat 0503")
    assert where(g, "AL-RGR") == ["eliminated"]
    assert texts(g) == {"advance", "remain"}


@pytest.mark.rule("anzio:12.5b", "anzio:12.7a")
def test_loss_then_retreat() -> None:
    g = beaten(f"0404 {PARA}; 0403 AL-RGR; {ELSEWHERE}", DLR)
    assert reduced(g) == {"AL-RGR"}
    assert words(g, "retreat") == {"0402", "0303", "0503"}
    g = beaten(f"0404 {PARA}; 0403 AL-RGR(r); {ELSEWHERE}", DLR)
    assert where(g, "AL-RGR") == ["eliminated"]
    assert texts(g) == {"advance", "remain"}


@pytest.mark.rule("anzio:12.8a")
def test_the_winner_may_advance_whole_or_stay() -> None:
    g = beaten(f"0404 {PARA}; 0403 AL-RGR")
    g.play("retreat 0402")
    assert (g.side, texts(g)) == ("german", {"advance", "remain"})
    assert refused(g, "advance", side="allied") == "12.8"
    gone, stayed = g.copy(), g.copy()
    gone.play("advance")
    assert where(gone, "GE-4PARA-A", "GE-4PARA-B") == ["0403", "0403"]
    stayed.play("remain")
    assert where(stayed, "GE-4PARA-A", "GE-4PARA-B") == ["0404", "0404"]


@pytest.mark.rule("anzio:12.8a")
def test_the_supporters_do_not_advance() -> None:
    g = beaten(
        f"0404 {PARA}; 0304 GE-HG-A; 0403 AL-RGR", 2, "attack 0403 from 0404 support 0304 go"
    )
    play(g, "retreat 0402", "advance")
    assert where(g, "GE-4PARA-A", "GE-HG-A") == ["0403", "0304"]


@pytest.mark.rule("anzio:12.8a")
def test_the_defender_may_advance_when_the_attacker_falls_back() -> None:
    """Ruling: 'one of the sides' is either."""
    g = beaten(f"0404 {PARA}; 0403 AL-RGR", AR)
    g.play("retreat 0405")
    assert (g.side, texts(g)) == ("allied", {"advance", "remain"})
    g.play("advance")
    assert where(g, "AL-RGR") == ["0404"]


@pytest.mark.rule("anzio:12.8a")
def test_an_advance_follows_an_elimination_by_loss_too() -> None:
    g = beaten(f"0404 {PARA}; 0403 AL-RGR(r); {ELSEWHERE}", DL)
    assert (where(g, "AL-RGR"), texts(g)) == (["eliminated"], {"advance", "remain"})
    g = beaten(f"0404 {PARA}; 0403 AL-RGR; {ELSEWHERE}", DL)
    assert where(g, "AL-RGR") == ["0403"]
    assert g.decision is None or g.decision.kind != "advance"


@pytest.mark.rule("anzio:12.8b")
def test_advancing_into_a_zone_costs_nothing() -> None:
    g = beaten(f"0404 {PARA}; 0403 AL-RGR; 0503 AL-1UK-A; 0504 AL-3US-A", 4)  # 12.6e -1
    play(g, "retreat 0402", "advance")
    assert where(g, "GE-4PARA-A") == ["0403"]
    assert reduced(g) == set()


RIVER = plain("side river 0403/0404")


@pytest.mark.rule("anzio:12.8b")
def test_with_option_12_3_armor_advances_across_the_water() -> None:
    g = scene("0404 GE-HG-A GE-HG-B; 0403 AL-RGR", GERMAN, board=RIVER, options="12.3")
    play(g, "attack 0403 go", "roll 6", "roll 3", "retreat 0402", "advance")
    assert where(g, "GE-HG-A", "GE-HG-B") == ["0403", "0403"]


@pytest.mark.rule("anzio:12.8b")
@pytest.mark.parametrize("options", ["", "12.3"])
def test_defending_armor_advances_across_water_only_with_the_option(options: str) -> None:
    g = scene("0404 GE-65-A GE-65-B; 0403 AL-46RTR", GERMAN, board=RIVER, options=options)
    play(g, "attack 0403 go", "roll 4", "retreat 0405")  # 8 - 3; 4 - 2 = 2: AR
    if options:
        assert (g.side, texts(g)) == ("allied", {"advance", "remain"})
    else:
        assert g.phase != "combat" or g.decision is None or g.decision.kind != "advance"
        assert where(g, "AL-46RTR") == ["0403"]


@pytest.mark.rule("anzio:12.8a")
def test_marsh_off_the_road_is_closed_to_armor_in_an_advance() -> None:
    """Ruling."""
    g = scene("0404 GE-HG-A GE-HG-B; 0403 AL-RGR", GERMAN, board=plain(h0403="w"))
    play(g, "attack 0403 go", "roll 2", "retreat 0402")
    assert where(g, "GE-HG-A") == ["0404"]
    assert g.decision is None or g.decision.kind != "advance"


@pytest.mark.rule("anzio:12.7a", "anzio:12.8a")
def test_an_overfull_entry_hex_fights_falls_back_and_advances_as_one() -> None:
    """Ruling."""
    crowd = "AL-RGR(er) AL-509(er) AL-504(er)"  # 4
    g = beaten(f"0404 {PARA}; 0403 {crowd}", 4)  # 8 - 4: DR
    g.play("retreat 0303")
    assert where(g, "AL-RGR", "AL-509", "AL-504") == ["0303"] * 3
    g = scene("0404 GE-HG-A(e) GE-HG-B(e) GE-65-A(e); 0403 AL-RGR", GERMAN)
    assert g.odds("attack 0403").lines[0].amount == "16"
    play(g, "attack 0403 go", "roll 2", "retreat 0402", "advance")
    assert where(g, "GE-HG-A", "GE-HG-B", "GE-65-A") == ["0403"] * 3


@pytest.mark.rule("anzio:12.1c", "anzio:12.7b")
def test_a_group_joined_by_one_that_has_attacked_attacks_no_more() -> None:
    """Ruling: the marker counts for the whole hex."""
    units = "0404 GE-65-B; 0403 AL-RGR AL-509; 0405 GE-65-A; 0506 AL-3US-A; 0507 GE-HG-A"
    g = scene(units, GERMAN, board=plain(h0305="~", h0505="~"))
    play(g, "attack 0403 go", "roll 4")  # 4 - 4: AR; beside its twin is the only room
    assert (where(g, "GE-65-B"), reduced(g)) == (["0405"], {"GE-65-B"})
    g.play("remain")
    assert texts(g) == {"attack 0506", "done"}
    assert refused(g, "attack 0506 from 0405") == "12.1c"


@pytest.mark.rule("anzio:12.7e", "anzio:12.5b")
def test_each_answer_says_what_it_costs() -> None:
    g = beaten(f"0404 {PARA}; 0403 AL-RGR(r) AL-509(r); 0302 GE-362-A; 0101 AL-1UK-A", DLR)
    ask = g.decision
    assert ask is not None
    assert ask.outcome is not None
    said = {action.word: [str(say) for say in ask.outcome(action)] for action in ask.actions}
    assert said == {"AL-RGR": ["it is eliminated"], "AL-509": ["it is eliminated"]}
    g.play("lose AL-RGR")
    ask = g.decision
    assert ask is not None
    assert ask.outcome is not None
    said = {action.word: [str(say) for say in ask.outcome(action)] for action in ask.actions}
    assert said["0503"] == ["no further loss"]
    assert said["0402"] == ["in an enemy zone of control: costs a loss"]
