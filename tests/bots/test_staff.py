"""The staff of Anzio: its arithmetic is the rules', its decisions are sensible, it wins."""

from __future__ import annotations

import hashlib
import random
import time
from typing import Any

import pytest
from tests.rulebook.anzio.tabletop import REAL, plain, scene

import grognard
from grognard import Game, bots
from grognard.bots.anzio.appreciation import Appreciation, chances_of
from grognard.engine.game import Game as AnyGame
from grognard.games.anzio import combat

GAMES = 6


def answer(g: Game) -> str:
    return str(bots.make("staff", "anzio").choose(g, random.Random(1)).order)


def why(g: Game) -> str:
    return " ".join(map(str, bots.make("staff", "anzio").choose(g, random.Random(1)).why))


class Timed:
    """A bot on a clock: the processor time of its longest turn."""

    def __init__(self, name: str) -> None:
        self.bot = bots.make(name, "anzio")
        self.name = name
        self.turns: dict[int, float] = {}

    def choose(self, game: AnyGame[Any], rng: random.Random) -> bots.Choice:
        start = time.process_time()
        choice = self.bot.choose(game, rng)
        spent = time.process_time() - start
        self.turns[game.turn] = self.turns.get(game.turn, 0.0) + spent
        return choice


@pytest.mark.slow
@pytest.mark.parametrize("side", ["allied", "german"])
def test_the_staff_beats_random_from_either_side(side: str) -> None:
    won, slowest = 0, 0.0
    for seed in range(1000, 1000 + GAMES):
        g = grognard.new("anzio", seed=seed)
        staff = Timed("staff")
        seats: dict[str, bots.Bot] = dict.fromkeys(
            ("allied", "german"), bots.make("random", "anzio")
        )
        seats[side] = staff
        bots.play(g, seats, random.Random(seed))
        assert g.outcome is not None
        won += g.outcome.winner == side
        slowest = max(slowest, *staff.turns.values())
    assert won >= GAMES - 1
    assert slowest < 1.0


def test_its_odds_are_those_of_the_ledger() -> None:
    """Every attack that comes up in a random game: its quick sum against the exact ledger."""
    seen = 0
    rng = random.Random(4)
    g = grognard.new("anzio", seed=4)
    judge = Appreciation(g.rules)  # type: ignore[arg-type]
    while g.outcome is None:
        if g.decision is not None and g.decision.kind == "attack":
            state = g.state
            judge.look(state)
            for target, origins in combat.attacks(state).items():
                for origin in origins:
                    support = tuple(combat.supporters(state, target, origin))
                    attack = combat.Attack(target, origin, state.at[origin], support)
                    ledger = combat.ledger(state, attack)
                    theirs = judge.group(state, state.at[target])
                    assert judge.modifier(state, attack, theirs) == ledger.modifier
                    exact = chances_of([(c.result, float(c.chance)) for c in ledger.chances])
                    ours = judge.group(state, attack.attackers).strength
                    quick = judge.odds(ours - theirs.strength, ledger.modifier)
                    assert quick == pytest.approx(exact)
                    seen += 1
        g.play(rng.choice(g.legal_actions))
    assert seen > 20


def moved(units: str, side: str, turn: int = 4) -> Game:
    """A position on the real map after the staff's movement, which goes first."""
    g = scene(units, f"movement {side}", turn=turn, initiative=side, board=REAL)
    bot = bots.make("staff", "anzio")
    while g.side == side and g.phase == "movement":
        g.play(bot.choose(g, random.Random(1)).order)
    return g


def held(g: Game, *hexes: str) -> list[str]:
    """The sides that hold hexes ('' for none)."""
    holders = {piece.hex: piece.side for piece in g.rules.pieces(g.state)}
    return [holders.get(hex, "") for hex in hexes]


def test_it_takes_an_empty_port() -> None:
    g = moved("0606 GE-HG-A GE-HG-B; 0501 GE-65-A; 1010 AL-RGR", "german")
    assert "german" in held(g, "0610", "0710")


def test_it_lets_nobody_walk_into_a_port() -> None:
    """By garrison or by zone of control, whichever it likes."""
    germans = "0705 GE-HG-A GE-HG-B; 0505 GE-26PZ-A GE-26PZ-B"
    units = f"{germans}; 1009 AL-1UK-A; 0407 AL-3US-A AL-3US-B; 0609 AL-RGR"
    before = scene(units, "movement german", initiative="german", board=REAL)
    assert ports_open(before)
    assert not ports_open(moved(units, "allied"))


def ports_open(g: Game) -> bool:
    """Whether a German unit could end its movement in a port."""
    return any(
        {"0610", "0710"} & set(g.reach(unit))
        for unit in ("GE-HG-A", "GE-HG-B", "GE-26PZ-A", "GE-26PZ-B")
    )


def test_it_takes_both_towns_at_the_end() -> None:
    units = "0503 AL-1UK-A; 1304 AL-3US-A; 1708 GE-65-A; 0610 AL-RGR; 0710 AL-509"
    assert held(moved(units, "allied", turn=12), "0502", "1303") == ["allied", "allied"]


def test_it_gathers_support_when_it_helps() -> None:
    """5 against 5 alone is a bad attack; with two groups in support it is a good one."""
    alone = scene("0404 GE-3PZG-A; 0403 AL-1UK-A", "combat german")
    assert answer(alone) == "done"
    units = "0404 GE-3PZG-A; 0503 GE-HG-A GE-HG-B; 0303 GE-26PZ-A GE-26PZ-B; 0403 AL-1UK-A"
    order = answer(scene(units, "combat german"))
    assert order.startswith("attack 0403 from ")
    assert "support" in order


def test_it_does_not_attack_uphill() -> None:
    g = scene("0404 GE-65-A; 0403 AL-3US-A AL-3US-B", "combat german", board=plain(h0403="M"))
    assert answer(g) == "done"


def test_it_bombards_where_a_hit_costs_most() -> None:
    g = scene("0101 GE-65-A; 0404 AL-3US-A; 0606 AL-RGR", "bombardment german")
    g.play("bombard")
    g.play("roll 1")
    g.play("roll 6")
    assert answer(g) == "target 0404"


def test_it_loses_the_cheapest_step() -> None:
    g = scene("0404 GE-HG-A GE-HG-B; 0403 AL-3US-A AL-RGR", "combat german")
    g.play("attack 0403 from 0404 go")
    for die in range(6, 0, -1):
        trial = g.copy()
        trial.play(f"roll {die}")
        if trial.decision is not None and trial.decision.kind == "lose":
            assert (trial.side, answer(trial)) == ("allied", "lose AL-RGR")
            return
    raise AssertionError("no die costs the Allies a step")


def test_it_does_not_retreat_into_a_zone_of_control_if_it_need_not() -> None:
    g = scene(
        "0404 GE-65-A; 0403 AL-3US-A AL-3US-B; 0205 AL-1UK-A; 0406 AL-1UK-B",
        "combat allied",
        initiative="allied",
    )
    g.play("attack 0404 from 0403 go")
    g.play("roll 3")
    assert g.decision is not None
    assert g.decision.kind == "retreat"
    assert answer(g) == "retreat 0505"


def test_it_advances_into_a_port() -> None:
    g = scene("0609 GE-HG-A GE-HG-B; 0610 AL-RGR; 1010 AL-3US-A", "combat german", board=REAL)
    g.play("attack 0610 from 0609 go")
    g.play("roll 6")
    assert answer(g) == "advance"


def test_it_says_why() -> None:
    g = scene("0404 GE-HG-A GE-HG-B; 0403 AL-RGR", "combat german")
    assert answer(g) == "attack 0403 from 0404 go"
    assert "column +6 or more, die +1" in why(g)
    assert "[12.5]" in why(g)


def test_the_staff_stays_as_it_is() -> None:
    """The levels are measured against it, so it chooses today what it has always chosen."""
    g = grognard.new("anzio", seed=77)
    bots.play(g, {seat: bots.make("staff", "anzio") for seat in g.rules.seats}, random.Random(77))
    told = "\n".join(map(str, g.trail))
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == "eed079f5337082a6"
