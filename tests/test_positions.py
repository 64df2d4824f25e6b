"""A position with a fault in it is refused by its line, or is a game that can be played."""

from __future__ import annotations

import random

import pytest
from tests.playthrough import question

import grognard
from grognard.games import names, ruleset_class
from grognard.textdata import DataError

ODD = ("-1", "0", "99", "9999", "999999999999", "x", "²", "(", "()", "over")


def garbled(text: str, chance: random.Random) -> str:
    """A few words of a position changed, left out, doubled or put on another line."""
    lines = [line.split() for line in text.splitlines()]
    words = [word for line in lines for word in line]
    for _ in range(chance.randint(1, 3)):
        n = chance.randrange(1, len(lines))
        line = lines[n]
        match chance.randrange(5):
            case 0:
                del lines[n]
            case 1:
                line[chance.randrange(len(line))] = chance.choice([*words, *ODD])
            case 2:
                line.append(chance.choice(words))
            case 3 if len(line) > 1:
                line.pop()
            case _:
                lines.insert(n, list(chance.choice(lines)))
    return "\n".join(" ".join(line) for line in lines)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", names())
def test_a_garbled_position_is_refused_or_played(game: str, seed: int) -> None:
    chance = random.Random(f"{game}-{seed}")
    scenario = chance.choice(ruleset_class(game).scenarios).id
    g = grognard.new(game, seed=seed, scenario=scenario)
    for _ in range(chance.randint(0, 800)):
        if g.decision is None:
            break
        g.play(chance.choice(g.legal_actions))
    refused = played = 0
    for _ in range(40):
        text = garbled(g.position, chance)
        try:
            odd = grognard.load(text, seed=1)
        except DataError:
            refused += 1
            continue
        played += 1
        assert odd.rules.check(odd.state) == []
        again = grognard.load(odd.position, seed=1)
        assert (again.position, question(again)) == (odd.position, question(odd))
        for _ in range(25):
            if odd.decision is None:
                break
            odd.play(chance.choice(odd.legal_actions))
            assert odd.rules.check(odd.state) == []
    assert refused
    assert played


@pytest.mark.parametrize(
    ("game", "turn", "scenario"),
    [
        ("normandy44", 7, "seven"),
        ("normandy44", 8, "campaign"),
        ("salerno43", 8, "avalanche"),
        ("salerno43", 9, "campaign"),
        ("anzio", 12, "campaign"),
    ],
)
def test_a_position_without_a_scenario_is_of_the_first_that_has_its_turn(
    game: str, turn: int, scenario: str
) -> None:
    first = "initiative allied\n" if game == "anzio" else ""
    text = f"grognard position 1\ngame {game}\nturn {turn}\nphase movement allied\n{first}"
    assert grognard.load(text, dice="asked").rules.scenario == scenario
