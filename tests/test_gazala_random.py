"""Random games of Gazala 1942 to the end under the options, all invariants checked at every action.

``GROGNARD_GAMES=300`` plays that many games of each scenario instead of the few of an ordinary run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable

import pytest
from tests import playthrough
from tests.playthrough import option_sets, whole_game
from tests.rulebook.gazala1942.tabletop import rules

import grognard
from grognard import Game
from grognard.engine.decision import Event
from grognard.engine.sight import Sight
from grognard.games.gazala1942.situation import GONE

COMBINATIONS = option_sets("gazala1942")
GAMES = int(os.environ.get("GROGNARD_GAMES", 1))
SCENARIOS = ("opening", "aida", "british")
PRINTED = ("13.11b", "13.31a")
"""The cup of the first day is in the book, and no secret."""
TURNS = {"opening": 11, "aida": 28, "british": 31}


class Watch(playthrough.Watch):
    odd = (*playthrough.Watch.odd, "0912-1011", "AL-NOBODY", "across", "AX-HQ-AFRIKA")

    def __init__(self, g: Game) -> None:
        super().__init__(g)
        self.turn = self.fallen = self.breached = 0

    def after(self, events: Iterable[Event]) -> None:
        super().after(events)
        g = self.g.state
        if g.turn != self.turn:
            self.turn = g.turn
        assert not self.fallen & ~g.fallen, "a fortification once fallen stands no more"
        assert not self.breached & ~g.breached, "a breach stays"
        self.fallen, self.breached = g.fallen, g.breached
        assert not g.cup & sum(1 << m for track in g.tracks for m in track)
        orphans = sum(1 << u for u, hq in enumerate(g.command) if hq >= 0 and g.hex[hq] == GONE)
        assert not g.acted & ~(g.eligible | orphans), "only activated units act"
        assert not g.eligible & orphans, "units of a lost HQ act no more (10.13)"
        assert len(set(g.tracks[0] + g.tracks[1])) == len(g.tracks[0] + g.tracks[1])
        if g.phase in ("armor", "combat"):
            self.stacking()

    def stacking(self) -> None:
        """5.1 In combat no hex of the active side is over the limit."""
        g, counters = self.g.state, rules(self.g).units
        for stack in g.at.values():
            units = [counters[u] for u in stack]
            if units[0].side != g.active:
                continue
            heads = sum(unit.hq for unit in units)
            big = [unit for unit in units if unit.big]
            small = len(units) - heads - len(big) + max(heads - 1, 0)
            if len(big) == 2:
                bosses = {g.command[unit.index] for unit in big}
                assert small <= 1
                assert len(bosses) == 1
            else:
                assert len(big) < 2
                assert len(big) + small <= 5


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_end_and_every_invariant_holds(scenario: str) -> None:
    for n in range(GAMES):
        options = COMBINATIONS[(n * 37 + SCENARIOS.index(scenario) * 11) % len(COMBINATIONS)]
        g = whole_game(
            Watch, "gazala1942", scenario, options, f"random-{n}", probes=0.004, size=12_000
        )
        assert g.turn == TURNS[scenario]


RISKY = """grognard position 1
game gazala1942
scenario aida
turn 4
phase activation axis
impulse AX-HQ-AFRIKA
track axis AX-HQ-AFRIKA
cup AX-ROMMEL AL-HQ-1SA
count impulses 1
pool German 2 Italian 1 Crusader 1
2306 AX-HQ-AFRIKA AX-ROMMEL AX-1-15I AX-2-15I
2405 AX-1-15T AX-33-15A AX-7B AX-53-15E
2303 AX-HQ-XXI AX-33E
2307 AL-1-1SA
2406 AL-HQ-1SA AL-6A
2508 AL-2-1SA
later AX-HECKER
"""
"""An HQ that a minefield may cost its owner in its own impulse, which goes on (for Group Hecker)."""


def test_the_invariants_hold_where_headquarters_are_lost() -> None:
    lost = 0
    for n in range(30):
        chance, g = random.Random(n), grognard.load(RISKY, seed=f"risky-{n}")
        eye = Watch(g)
        while g.decision is not None and g.state.impulses == 1:
            wanted = [a for a in g.legal_actions if a.verb in ("breach", "across")]
            eye.after(g.play(chance.choice(wanted or g.legal_actions)))
            lost += g.state.hex[rules(g).afrika] == GONE and g.state.acted > 0
    assert lost, "an HQ was lost while its impulse went on"


def test_the_same_seed_and_choices_give_the_same_game() -> None:
    """The whole games above are replayed; here the first decisions, played anew."""

    def begun(seed: str) -> str:
        g, chance = grognard.new("gazala1942", scenario="opening", seed=seed), random.Random(4)
        for _ in range(300):
            g.play(chance.choice(g.legal_actions))
        return g.record

    assert begun("a") == begun("a") != begun("b")


# -- what a seat may not know


def shown(g: Game, seat: str) -> list[str]:
    """All that is shown to a seat of the situation as it is."""
    sight = Sight(g, seat)
    state, game = sight.state, g.rules
    lines = game.write(state)
    lines += [repr(piece) for piece in game.pieces(state)]
    lines += [f"{label}: {value}" for label, value in game.status(state)]
    lines += [repr(track) for track in game.tracks(state)]
    lines += [repr(game.overlays(state))]
    for label in ("2129", "0912", "2422"):
        lines += [str(text) for _, text in game.hex_facts(state, label)]
        lines += [repr(trace) for trace in game.traces(state, label)]
    lines += [str(sight.prompt), str(sight.about), sight.pending]
    if g.side == seat and g.decision is not None:
        lines += [action.text for action in g.decision.actions]
    return lines


def otherwise(g: Game, seat: str, chance: random.Random) -> Game | None:
    """The same game, had been chosen what the seat cannot know; None if there is nothing such."""
    base, since = g.checkpoint()
    if since:
        return None
    state, game = base.copy(), rules(g)
    printed = game.setting.first_cup if state.turn == 1 else []
    known = sum({1 << game.marker_of[u] for u in (game.rommel, *printed)})
    for side, name in enumerate(("axis", "allied")):
        own: int = game.side_markers[side]
        seen = sum(1 << m for m in state.tracks[side])
        free = [m for m in range(11) if (own & ~known & ~seen) >> m & 1]
        if seat == name:
            if side and state.dropped >= 0 and state.cup & own:
                # Another of the markers chosen lies outside the cup.
                inside = [m for m in free if state.cup >> m & 1]
                other = chance.choice(inside)
                state.cup ^= 1 << other | 1 << state.dropped
                state.dropped = other
            continue
        for field in ("picked", "cup"):
            count = (getattr(state, field) & own & ~known & ~seen).bit_count()
            state_mask = getattr(state, field) & ~(own & ~known & ~seen)
            chosen = sum(1 << m for m in chance.sample(free, min(count, len(free))))
            setattr(state, field, state_mask | chosen)
        if side and state.dropped >= 0:
            state.dropped = chance.choice(free)
    if seat != "axis" and state.hex[game.hecker] == -1:
        landing = [h for h in range(game.landing.bit_length()) if game.landing >> h & 1]
        state.landing_note = chance.choice([(0, -1), (state.turn + 1, chance.choice(landing))])
    return Game(game, seed=g.seed, state=state)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_hidden_is_shown_to_a_seat(scenario: str) -> None:
    chance = random.Random(scenario)
    g = grognard.new("gazala1942", scenario=scenario, seed=f"leak-{scenario}")
    compared = 0
    for n in range(600):
        if g.decision is None:
            break
        for seat in ("axis", "allied", "spectator"):
            if n % 12 or (seat == g.side and g.phase in ("markers", "note")):
                continue
            other = otherwise(g, seat, chance)
            if other is not None and other.decision is not None:
                assert shown(other, seat) == shown(g, seat), (n, seat, g.phase)
                compared += 1
        before, secret = g.side, g.decision.secret
        events = g.play(chance.choice(g.legal_actions))
        if secret is not None:
            for seat in ("axis", "allied", "spectator"):
                if seat == before:
                    continue
                sight = Sight(g, seat)
                heard = [e for e in map(sight.told, events) if e is not None]
                told = [str(e) for e in heard if e.rule not in PRINTED]
                hidden = [u.id for u in rules(g).units if u.hq and before in ("axis", "allied")]
                drawn = {
                    name for text in told if "drawn for " in text for name in hidden if name in text
                }
                for text in told:
                    assert (
                        not any(name in text for name in set(hidden) - drawn) or "may act" in text
                    )
    assert compared > 50


def test_a_seat_can_carry_on_from_what_it_sees() -> None:
    """What a seat sees, written and read, asks its side the same question."""
    chance = random.Random(5)
    g = grognard.new("gazala1942", scenario="opening", seed="seen")
    asked = 0
    for n in range(450):
        if g.decision is None:
            break
        if n % 5 == 0 and g.decision.top and g.side in g.rules.sides:
            text = Sight(g, g.side).position
            again = grognard.load(text, seed="x")
            assert again.decision is not None
            assert (again.side, again.decision.kind) == (g.side, g.decision.kind)
            assert [a.text for a in again.legal_actions] == [a.text for a in g.legal_actions]
            asked += 1
        g.play(chance.choice(g.legal_actions))
    assert asked > 40
