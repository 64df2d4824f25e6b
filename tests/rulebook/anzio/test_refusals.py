"""Every refusal names its rule, and nothing is refused that is offered, nor the other way round."""

from __future__ import annotations

import random
from functools import cache

import pytest
from tests.rulebook.anzio.tabletop import PLAIN, counters, plain, play, refused, scene, where

import grognard
from grognard import Game
from grognard.engine.orders import SAME

BY_UNIT = {"place", "move", "hit", "lose"}
BY_HEX = {"at", "to", "target", "attack", "from", "support", "retreat"}
ALONE = {"done", "stay", "go", "bombard", "pass", "advance", "remain", "default"}
KINDS = (
    "set up",
    "set up where",
    "reinforce",
    "reinforce where",
    "move",
    "step",
    "bombard",
    "target",
    "hit",
    "attack",
    "attack from",
    "support",
    "lose",
    "retreat",
    "advance",
)
RARE = {"hit", "lose", "retreat", "advance", "target"}
EACH = 5


@cache
def moments() -> dict[str, list[Game]]:
    """Moments of random games, some for every kind of question."""
    found: dict[str, list[Game]] = {kind: [] for kind in KINDS}
    for seed in range(100):
        chance = random.Random(seed)
        options = ["10.5", "12.3"] if seed % 2 else []
        g = grognard.new("anzio", seed=seed, options=options)
        while g.decision is not None:
            kept = found[g.decision.kind]
            if len(kept) < EACH and (g.decision.kind in RARE or chance.random() < 0.1):
                kept.append(g.copy())
            g.play(chance.choice(g.legal_actions))
        if all(len(kept) == EACH for kept in found.values()):
            break
    return found


def test_every_kind_of_question_is_met() -> None:
    assert {kind: len(kept) for kind, kept in moments().items()} == dict.fromkeys(KINDS, EACH)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_listed_is_legal_and_the_rest_is_refused_by_a_rule(kind: str) -> None:
    for g in moments()[kind]:
        book = g.rules.rulebook
        listed = {action.text for action in g.legal_actions}
        verbs = {action.verb for action in g.legal_actions}
        units = [f"{v} {unit.id}" for v in sorted(verbs & BY_UNIT) for unit in counters(g)]
        hexes = [
            f"{v} {g.rules.board.label(h)}" for v in verbs & BY_HEX for h in g.rules.board.hexes
        ]
        far = set()
        if kind == "step":  # a hex further away is an order of several steps
            mover = counters(g)[g.state.mover].id
            far = {f"to {hex}" for hex in g.reach(mover)}
        for order in [*units, *hexes, *sorted(ALONE)]:
            why = g.legal_actions.why_not(order)
            if order in listed or order in far or SAME.get(order) in listed:
                assert why is None, order
            elif order in ALONE and kind == "step":
                pass  # another order makes the unit stay where it is
            else:
                assert why is not None, order
                assert book.text(why.rule), order
                assert "{" not in str(why.reason)


@pytest.mark.parametrize("kind", KINDS)
def test_the_question_itself_cites_a_rule(kind: str) -> None:
    for g in moments()[kind]:
        assert g.decision is not None
        assert g.rules.rulebook.text(g.decision.rule)
        assert str(g.decision.prompt)


def test_whole_orders_of_a_unit_are_legal_and_complete() -> None:
    """``of(unit)`` lists what a unit can do, and each of it can be played."""
    for kind in ("set up", "reinforce", "move", "step", "attack"):
        for g in moments()[kind]:
            for unit in counters(g):
                orders = g.legal_actions.of(unit.id)
                for order in random.Random(unit.id).sample(orders, min(3, len(orders))):
                    assert g.legal_actions.why_not(order) is None, (kind, order)
                if kind == "move":
                    assert bool(orders) == (f"move {unit.id}" in {a.text for a in g.legal_actions})


def test_options_cite_their_rules() -> None:
    g = grognard.new("anzio", seed=1)
    for option in g.rules.option_list:
        assert g.rules.rulebook.text(option.rule)


def test_a_die_is_entered_within_its_faces() -> None:
    g = scene("0404 AL-RGR; 0401 GE-65-A", "weather")
    assert refused(g, "roll 7") == "7.0"
    assert refused(g, "roll 0") == "7.0"
    assert refused(g, "roll 3", side="allied") == "7.0"
    g.play("roll 3", side="dice")
    assert g.state.weather == "cloudy"


def test_an_order_is_done_whole_or_not_at_all() -> None:
    g = scene("0404 AL-3US-A AL-3US-B; 0707 AL-RGR", "movement allied")
    assert refused(g, "move 0404 0402 nonsense") == ""
    assert refused(g, "move AL-3US-A 0402 0101") == "10.1b"
    assert where(g, "AL-3US-A", "AL-3US-B") == ["0404", "0404"]
    g = scene("0404 GE-4PARA-A GE-4PARA-B; 0403 AL-RGR", "combat german")
    assert refused(g, "attack 0403 from 0404 support 0304 go") == "12.2a"
    play(g, "attack 0403 from 0404 go")
    assert g.side == "dice"


@pytest.mark.rule("anzio:12.4a")
def test_a_hex_after_another_verb_is_not_taken_for_a_target() -> None:
    g = scene("0404 AL-504; 0403 GE-65-A", "combat allied", initiative="allied")
    assert refused(g, "attack 0405") == "12.1a"
    assert refused(g, "retreat 0405") == "12.7a"
    assert refused(g, "support 0405") == "12.2a"


@pytest.mark.rule("anzio:10.1b")
def test_a_stack_that_is_not_there_is_not_moved() -> None:
    g = scene("0404 AL-504; 0101 GE-65-A", "movement allied", initiative="allied")
    for hex_, rule, why in (
        ("0606", "10.1", "there is no group of yours"),
        ("0101", "10.1a", "GE-65-A belongs"),
    ):
        refusal = g.legal_actions.why_not(f"move {hex_} 0505")
        assert refusal is not None
        assert (refusal.rule, str(refusal.reason).startswith(why)) == (rule, True)


ISLE = plain(*(f"side river 0404/{h}" for h in ("0403", "0304", "0405", "0504", "0305", "0505")))
WET = plain("side river 0404/0403")


@pytest.mark.rule("anzio:12.1a", "anzio:12.1c", "anzio:12.2a", "anzio:12.3a", "anzio:11.2b")
@pytest.mark.parametrize(
    ("units", "phase", "board", "order", "rule"),
    [
        ("0404 AL-RGR; 0402 GE-65-A", "combat", PLAIN, "attack 0402 from 0404", "12.1a"),
        ("0404 AL-RGR; 0402 GE-65-A", "combat", PLAIN, "attack 0402", "12.1a"),
        ("0404 AL-RGR; 0402 GE-65-A", "combat", PLAIN, "attack 0403 from 0404 go", "12.1a"),
        ("0404 AL-RGR(a); 0403 GE-65-A", "combat", PLAIN, "attack 0403 from 0404", "12.1c"),
        ("0404 AL-RGR(a); 0403 GE-65-A(a)", "combat", PLAIN, "attack 0403", "12.1c"),
        ("0404 AL-RGR(p); 0403 GE-65-A(a)", "combat", PLAIN, "attack 0403", "12.2a"),
        ("0404 AL-1ARM; 0403 GE-65-A", "combat", WET, "attack 0403 from 0404", "12.3a"),
        ("0404 AL-RGR; 0402 GE-65-A", "bombardment", PLAIN, "bombard", "11.2b"),
        ("0404 AL-RGR; 0402 GE-65-A", "bombardment", PLAIN, "target 0402", "11.2b"),
        ("0404 AL-1ARM; 0402 GE-65-A", "movement", ISLE, "move AL-1ARM 0403", "10.5"),
        ("0404 AL-1ARM; 0402 GE-65-A", "movement", ISLE, "move AL-1ARM 0404-0405", "10.5"),
        (
            "0404 AL-1ARM; 0101 AL-RGR; 0402 GE-65-A",
            "movement",
            ISLE,
            "move AL-1ARM to 0405",
            "10.5",
        ),
        ("0404 AL-1ARM(m); 0402 GE-65-A", "movement", PLAIN, "move AL-1ARM 0405", "10.1"),
        ("0404 AL-RGR; 0402 GE-65-A", "reinforcements", PLAIN, "place AL-RGR", "9.0"),
    ],
)
def test_where_nothing_can_be_done_the_order_is_refused_by_what_forbids_it(
    units: str, phase: str, board: str, order: str, rule: str
) -> None:
    """Also where the part passes by itself, so that somebody else, or a die, is next."""
    g = scene(units, f"{phase} allied", initiative="allied", weather="rainy", board=board)
    assert refused(g, order) == rule
    said = g.legal_actions.why_not(order)
    assert said is not None
    assert g.rules.rulebook.text(said.rule)


@pytest.mark.rule("anzio:10.3c", "anzio:10.4b")
def test_a_unit_that_is_stuck_is_told_what_closes_the_hex_it_asks_for() -> None:
    g = scene("0404 AL-RGR; 0403 GE-65-A; 0405 GE-65-B; 0606 AL-509", "movement allied")
    assert refused(g, "move AL-RGR 0403") == "10.3c"
    assert refused(g, "move AL-RGR 0504") == "10.4b"
    assert refused(g, "move AL-RGR 0101") == "10.4b"
    assert refused(g, "move AL-RGR") == "10.4b"
