"""Odd corners: what one pays for all, what is asked where nobody else can answer."""

from __future__ import annotations

import pytest

from grognard import IllegalAction
from grognard.games.normandy44.situation import GONE, Situation

from .field import clear, field, index, ledger, offers, opened, put, refused, run, where


@pytest.mark.rule("normandy44:12.5a", "normandy44:13.2.1c")
def test_no_desperate_defense_while_one_unit_can_pay_for_the_other() -> None:
    """Over the flooded hex the stack loses one step in all: of two units of one step one comes through."""
    g = field(
        {
            "0505": "GE-352-1-914 GE-352-2-914",
            "0605": "US-1-16",
            "0606": "US-1-18",
        },
        terrain={"sea": "0504 0506 0406 0404", "flooded": "0405"},
    )
    run(g, "attack 0505 from 0605 from 0606 maf US1 go", 3, "stand", "lead GE-352-1-914", 1)
    assert "desperate" not in offers(g)
    run(g, "retreat 0405", "retreat 0304")
    assert {where(g, "GE-352-1-914"), where(g, "GE-352-2-914")} == {"eliminated", "0304"}


@pytest.mark.rule("normandy44:21.1.5")
@pytest.mark.parametrize(("retaken", "due"), [(False, 0), (True, 17)])
def test_a_lost_mulberry_is_begun_again_only_once_omaha_is_retaken(retaken: bool, due: int) -> None:
    """That the Germans have left the hex again is not enough."""

    def begin(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.active = 12, "initial", 1
        state.harbours_lost = 1
        for h in state.game.mulberries[0].hexes:
            state.take(h, 0 if retaken else 1)
        put(state, "US-1-16", "2716")
        put(state, "GE-352-1-914", "1020")

    g = run(opened(begin, "campaign"), 4)
    assert g.state.due[0] == due
    assert g.state.harbours_lost == (not retaken)


@pytest.mark.rule("normandy44:21.2a", "normandy44:16.1.3a")
def test_why_units_that_have_not_moved_are_not_evacuated() -> None:
    def begin(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.active = 9, "movement", 0
        state.positions = [1, 1, 1]
        put(state, "US-Eng-1S", "2814")
        put(state, "US-4-8", "2814")
        put(state, "US-4-12", "2814")
        put(state, "GE-352-1-914", "1020")

    g = run(opened(begin, "campaign"), "reserve US-4-8", "dig US-4-12")
    assert refused(g, "evacuate US-4-8") == "15.1"
    assert refused(g, "evacuate US-4-12") == "16.1.3"


@pytest.mark.rule("normandy44:10.3.4")
def test_a_battalion_on_its_own_is_a_battle_group_by_its_own_name_too() -> None:
    g = field({"0505": "GE-352-1-914", "0605": "US-Rgr-2", "0606": "US-1-16 US-Tk-712"})
    attack = "attack 0505 with US-Rgr-2 with US-1-16 with US-Tk-712"
    assert ledger(run(g.copy(), f"{attack} maf Rgr-2")).strengths == (8, 2)
    assert refused(g, f"{attack} maf US-Tk-712") == "10.3.2"
    with pytest.raises(IllegalAction, match="US1"):
        g.copy().play(f"{attack} maf")


@pytest.mark.rule("normandy44:6.2.2a")
def test_a_hex_that_the_enemy_holds_is_not_called_a_zone_of_control() -> None:
    """A headquarters has none."""

    def begin(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.active = 9, "replacement", 1
        state.stock[7] = 1
        put(state, "US-HQ-7", "2322")
        put(state, "GE-352-1-914", "2223")
        state.hex[index(state, "GE-352-2-914")] = GONE

    with pytest.raises(IllegalAction, match="2322 is held by the enemy"):
        opened(begin, "campaign").play("rebuild GE-352-2-914 at 2322")


@pytest.mark.rule("normandy44:9.9", "normandy44:9.1a")
def test_the_order_of_one_unit_is_not_answered_for_the_one_on_the_move() -> None:
    g = field(
        {"0505": "GE-352-1-914", "0303": "GE-352-Fus", "0909": "US-1-16"},
        phase="movement",
        side="german",
        roads=["secondary 0303-0304-0305-0306-0307-0308-0309"],
    )
    run(g, "move GE-352-1-914 0504", "cycling GE-352-Fus 0309")
    assert where(g, "GE-352-1-914") == "0504"
    assert where(g, "GE-352-Fus") == "0309"


@pytest.mark.rule("normandy44:6.5.1b", "normandy44:21.2a")
def test_why_nobody_lands_and_no_german_is_shipped_away() -> None:
    def begin(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.active = 9, "movement", 0
        state.points = [3, 3]
        put(state, "US-Eng-5S", "2719")
        put(state, "GE-352-1-914", "1020")

    g = opened(begin, "campaign")
    assert refused(g, "move US-2A-CCA 2719") == "6.5.1"
    g = field({"0505": "GE-21-125", "0909": "US-1-16"}, phase="movement", side="german")
    run(g, "move GE-21-125 0504 stay")
    with pytest.raises(IllegalAction, match="GE-21-125 cannot leave"):
        g.play("evacuate GE-21-125")


@pytest.mark.rule("normandy44:12.4.2", "normandy44:13.1.2a")
def test_a_lead_that_is_named_needlessly_and_a_way_through_a_zone() -> None:
    g = field({"0505": "GE-91-1057 GE-HQ-84", "0605": "US-1-16", "0606": "US-1-18"})
    run(g, "attack 0505 from 0605 from 0606 maf US1 go", 5)
    with pytest.raises(IllegalAction, match="GE-HQ-84 is not a fighting unit"):
        g.copy().play("stand lead GE-HQ-84")
    assert refused(g, "stand lead US-1-16") == "12.4.2"
    run(g, "stand lead GE-91-1057", 1)
    with pytest.raises(IllegalAction, match="the way to 0503 leads through") as caught:
        g.play("retreat 0503")
    assert caught.value.rule == "13.1.2"
