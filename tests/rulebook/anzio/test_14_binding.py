"""14.0 The printed orders bind whoever orders for the Germans, not only the bot."""

from __future__ import annotations

import random

import pytest
from tests.rulebook.anzio.tabletop import REAL, plain, play, scene, where
from tests.rulebook.anzio.test_14_solitaire import (
    ALLIES,
    PARA,
    STRUCK,
    SUPPORT,
    at,
    attacked,
    beaten,
)

import grognard
from grognard import Game, bots


def refused(g: Game, order: str) -> tuple[str, str]:
    """The rule and the sentence with which an order by hand is refused."""
    why = g.legal_actions.why_not(order)
    assert why is not None, order
    return why.rule, str(why)


def texts(g: Game) -> list[str]:
    return [str(action) for action in g.legal_actions]


CONTACT = f"{ALLIES}; 0706 GE-71-A; 0501 GE-65-A"


@pytest.mark.rule("anzio:14.1", "anzio:14.4")
def test_a_move_that_the_tactic_does_not_give_is_refused_and_its_own_is_on_offer() -> None:
    g = at(CONTACT, "movement", "A", board=REAL)
    assert texts(g) == ["move GE-65-A"]
    assert [str(a) for a in g.legal_actions.of("GE-65-A")] == ["move GE-65-A 0505"]
    rule, why = refused(g, "move GE-65-A 0502")
    assert rule == "14.3"
    assert "0505" in why
    rule, why = refused(g, "move GE-71-A 0605")
    assert rule == "14.3"
    assert "GE-71-A stay in 0706, next to the enemy" in why
    assert refused(g, "done")[0] == "14.3"
    play(g, "move GE-65-A 0505", "done")
    assert where(g, "GE-65-A", "GE-71-A") == ["0505", "0706"]


@pytest.mark.rule("anzio:14.4")
def test_without_the_option_nothing_binds_the_germans() -> None:
    g = scene(CONTACT, "movement german", initiative="german", board=REAL, options="")
    play(g, "move GE-65-A 0502", "move GE-71-A 0605")
    assert where(g, "GE-65-A", "GE-71-A") == ["0502", "0605"]


@pytest.mark.rule("anzio:14.4")
def test_the_way_to_the_goal_and_the_order_of_the_groups_are_free() -> None:
    units = f"{ALLIES}; 0501 GE-65-A GE-65-B; 1001 GE-HG-A GE-HG-B"
    g = at(units, "movement", "A", board=REAL)
    assert texts(g) == ["move GE-65-A", "move GE-65-B", "move GE-HG-A", "move GE-HG-B"]
    play(g, "move GE-HG-B 0806")
    g.play("move GE-65-B")
    while g.decision is not None and g.decision.kind == "step" and "stay" not in texts(g):
        assert refused(g, "stay")[0] == "14.3"
        g.play(texts(g)[-1])
    play(g, "move GE-65-A 0505", "move GE-HG-A 0806", "done")
    assert where(g, "GE-65-A", "GE-65-B", "GE-HG-A") == ["0505", "0505", "0806"]


@pytest.mark.rule("anzio:14.4")
def test_any_way_to_the_goal_will_do() -> None:
    board = plain("place town 0607 Anzio")
    g = at("0403 GE-65-A; 0101 AL-RGR", "movement", "A", board=board)
    (whole,) = g.legal_actions.of("GE-65-A")
    goal = str(whole).split()[-1]
    g.play("move GE-65-A")
    ways = texts(g)
    assert len(ways) > 1
    for first in ways:
        trial = g.copy()
        trial.play(first)
        while trial.decision is not None and trial.decision.kind == "step":
            trial.play(texts(trial)[0])
        assert where(trial, "GE-65-A") == [goal]


@pytest.mark.rule("anzio:14.4")
def test_a_group_keeps_its_goal_while_only_one_of_it_has_gone() -> None:
    """The mate goes where the group was sent, also from a text taken in between."""
    units = f"{ALLIES}; 0503 GE-65-A GE-65-B; 1204 GE-HG-A GE-HG-B"
    g = at(units, "movement", "D", board=REAL)
    play(g, "move GE-65-A 0502")
    for game in (g, grognard.load(g.position, dice="asked"), g.copy()):
        assert refused(game, "move GE-65-B 0504")[0] == "14.3"
        assert game.legal_actions.why_not("move GE-65-B 0502") is None


@pytest.mark.rule("anzio:12.4b", "anzio:14.3b", "anzio:14.5a")
def test_nobody_attacks_against_the_orders() -> None:
    defend = at(f"0404 {PARA}; 0403 AL-RGR", "combat", "C")
    assert texts(defend) == ["done"]
    assert refused(defend, "attack 0403 from 0404 go")[0] == "14.3b"
    weak = at("0404 GE-HG-A GE-HG-B(r); 0403 AL-3US-A AL-RGR(r)", "combat", "B")
    assert refused(weak, "attack 0403 from 0404 go")[0] == "14.3"
    struck = at(STRUCK, "combat", "A", initiative="allied")
    assert texts(struck) == ["attack 0703"]
    play(struck, "attack 0703 from 0704 go", "roll 1")
    assert refused(struck, "attack 0403 from 0404 go")[0] == "14.5a"


@pytest.mark.rule("anzio:12.2b", "anzio:14.4", "anzio:14.5b")
def test_an_attack_that_is_owed_is_made_with_its_support_on_the_weakest() -> None:
    g = at("0404 GE-HG-A; 0304 GE-3PZG-A; 0504 GE-65-A; 0403 AL-3US-A", "combat", "A")
    assert refused(g, "done")[0] == "14.4"
    assert refused(g, "attack 0403 from 0304 go")[0] == "14.3"
    assert refused(g, "attack 0403 from 0404 go")[0] == "12.2b"
    assert g.legal_actions.why_not("attack 0403 from 0404 support 0304 go") is None
    whole = "attack 0403 from 0404 support 0304 go"
    assert [str(a) for a in g.legal_actions.of("GE-HG-A")] == [whole]
    assert g.legal_actions.of("GE-65-A") == []
    weakest = at(f"0404 {PARA}; 0403 AL-504; 0405 AL-RGR; 0304 AL-1UK-A", "combat", "A")
    assert texts(weakest) == ["attack 0405"]
    assert refused(weakest, "attack 0403 from 0404 go")[0] == "14.5b"


@pytest.mark.rule("anzio:12.4b", "anzio:14.5b")
def test_who_attacks_the_wrong_group_hears_which_is_weaker_or_in_the_way() -> None:
    """Also at the second question: a group that is strong enough is not called too weak."""
    for initiative in ("german", "allied"):
        g = at("0404 GE-HG-A; 0405 AL-509; 0403 AL-504", "combat", "A", initiative=initiative)
        assert refused(g, "attack 0403 from 0404 go") == (
            "14.5b",
            "the printed orders bind the Germans: 0405 is the weakest Allied group within reach [14.5b]",
        )
    two = at("0404 GE-HG-A; 0405 AL-509; 0403 AL-504; 0304 GE-3PZG-A", "combat", "A")
    assert refused(two, "attack 0403 from 0404 go")[0] == "14.5b"
    assert two.legal_actions.why_not("attack 0403 from 0304 go") is None
    port = at(f"0609 {PARA}; 0710 AL-RGR; 0608 AL-509", "combat", "A", board=REAL)
    assert "0710 holds or blocks an objective" in refused(port, "attack 0608 from 0609 go")[1]


@pytest.mark.rule("anzio:12.4b", "anzio:14.5b")
def test_among_equals_that_neither_hold_nor_block_an_objective_the_player_chooses() -> None:
    """Ruling: what the orders leave open is the player's."""
    g = at(f"0404 {PARA}; 0403 AL-RGR; 0405 AL-CDO", "combat", "A")
    assert texts(g) == ["attack 0403", "attack 0405"]
    for order in ("attack 0403 from 0404 go", "attack 0405 from 0404 go"):
        assert g.legal_actions.why_not(order) is None


@pytest.mark.rule("anzio:12.5c", "anzio:12.8c", "anzio:14.2", "anzio:14.6a", "anzio:14.6b")
def test_losses_retreats_advances_and_hits_are_bound() -> None:
    loss = attacked("GE-26PZ-A GE-26PZ-B", SUPPORT, "lose")
    assert refused(loss, "lose GE-26PZ-A")[0] == "12.5c"
    assert refused(beaten(plain(h0505="F")), "retreat 0405")[0] == "14.6b"
    won = at(f"0404 {PARA}; 0403 AL-RGR", "combat", "A")
    play(won, "attack 0403 from 0404 go", "roll 5", "retreat 0402")
    assert refused(won, "remain")[0] == "14.6b"
    north = "0201 GE-65-A; 0302 AL-3US-A(r); 0402 AL-3US-B; 0206 AL-1UK-B"
    guns = at(north, "bombardment", "C")
    play(guns, "bombard", "roll 1", "roll 6")
    assert refused(guns, "target 0206")[0] == "14.2"


@pytest.mark.rule("anzio:14.1", "anzio:14.2")
def test_what_the_orders_leave_open_is_the_players() -> None:
    """Set-up, entry and whether to bombard; of equal retreats any."""
    g = grognard.new("anzio", seed=1, options=["solitaire"])
    g.play("default")
    assert g.side == "german"
    assert len(g.legal_actions) > 1
    guns = at("0201 GE-65-A; 0302 AL-3US-A", "bombardment", "C")
    assert texts(guns) == ["bombard", "pass"]
    assert len(texts(beaten(plain()))) > 1


@pytest.mark.rule("anzio:14.1")
@pytest.mark.parametrize("name", ["staff", "random"])
def test_every_bot_obeys_the_orders(name: str) -> None:
    g = grognard.new("anzio", seed=3, options=["solitaire"])
    seats = {"allied": bots.make("random", "anzio"), "german": bots.make(name, "anzio")}
    bots.play(g, seats, random.Random(3))
    assert g.outcome is not None
    assert grognard.verify(g.record) == []
