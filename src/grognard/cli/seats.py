"""Who sits where: people by any name, bots by theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from random import Random
from typing import Any

import grognard

from .. import bots
from ..engine.decision import Event
from ..engine.entries import Played
from ..engine.sight import SPECTATOR, Sight
from ..engine.words import IllegalAction
from ..games import ruleset_class
from ..say import GrognardError

PRINTED = "orders"
"""The bot that plays by a game's own solitaire rules, which are an option of that game."""
SOLITAIRE = "solitaire"

Told = Callable[[str, bots.Choice | None, list[Event]], None]
"""What is done with a bot's choice; None for one that whoever is told may not know."""


class Usage(GrognardError, ValueError):
    """The command was not understood: what to write instead."""


def words_of(text: str) -> list[str]:
    """The words of a list written with commas."""
    return text.replace(",", " ").split()


def parse_players(text: str, game: str, seats: Iterable[str]) -> dict[str, str]:
    """``german=staff,allied=Anna``."""
    players: dict[str, str] = {}
    for pair in words_of(text):
        seat, _, who = pair.partition("=")
        if seat not in seats or not who or "=" in who:
            known = ",".join(f"{seat}=NAME" for seat in seats)
            raise Usage(f"--players {pair!r}: write {known}; a bot is {_bots(game)}")
        players[seat] = who
    return players


def seats_of(game: str, scenario: str | None, options: Iterable[str]) -> dict[str, str]:
    """The seats of a game that is about to begin, each with the side that it serves."""
    rules = ruleset_class(game)
    return rules.seating(scenario or rules.scenarios[0].id, frozenset(options))


def _bots(game: str) -> str:
    return " or ".join(bots.names(game))


def with_solitaire(game: str, options: Iterable[str], players: Container[str]) -> list[str]:
    """The options, and the solitaire rules where the printed orders play."""
    known = {option.id for option in ruleset_class(game).option_list}
    more = {SOLITAIRE} if PRINTED in players and SOLITAIRE in known else set()
    return sorted({*options} | more)


def default_bot(game: str) -> str:
    """The opponent of somebody who names none: the printed one, or else the strongest."""
    names = bots.names(game)
    return PRINTED if PRINTED in names else names[-1]


def seated(game: grognard.Game, kept: Mapping[str, str] | None = None) -> dict[str, bots.Bot]:
    """The seats that a bot sits in, each with the plan that was kept for it."""
    name = game.rules.name
    found = {
        side: bots.make(who, name) for side, who in game.players.items() if who in bots.names(name)
    }
    for side, bot in found.items():
        if isinstance(bot, bots.Remembers):
            bot.note = (kept or {}).get(side, "")
    return found


def plans(seats: Mapping[str, bots.Bot]) -> dict[str, str]:
    """By seat: what its bot wants to remember."""
    return {
        side: bot.note
        for side, bot in seats.items()
        if isinstance(bot, bots.Remembers) and bot.note
    }


def eyes(game: grognard.Game, side: str | None = None) -> Sight[Any]:
    """The game as the people at this terminal may see it: those of one side, or of several.

    Several see what lies open; for a secret choice the one who makes it sees what he hides.
    """
    ask, rules, computers = game.decision, game.rules, bots.names(game.rules.name)
    if side is not None and side not in rules.seats and side not in rules.sides:
        raise Usage(f"{rules.name} has no side {side!r}; there are: {', '.join(rules.seats)}")
    here = [seat for seat in rules.seats if game.players.get(seat) not in computers]
    if side is None and ask is not None and ask.side in here and ask.secret is not None:
        side = ask.side
    if side is None and len({rules.serves(seat) for seat in here}) == 1:
        side = here[0]
    return Sight(game, side or SPECTATOR)


def answer(game: grognard.Game, seats: dict[str, bots.Bot], told: Told) -> None:
    """Let the bots decide until a person must.

    What a bot draws depends on the seed and the moment alone, so that a game that is put away
    and taken up again goes on as it would have.
    """
    again: Counter[int] = Counter()
    while (side := game.side) is not None and side in seats:
        moment = len(game.trail)
        luck = f"{game.seed} {moment}" + f" {again[moment]}" * (again[moment] > 0)
        again[moment] += 1  # a moment comes again where something was begun and called off
        secret = game.decision is not None and game.decision.secret is not None
        choice = seats[side].choose(game, Random(luck))
        events = game.play(choice.order, side)
        told(side, None if secret else choice, events)


def take_back(
    game: grognard.Game, bot_sides: Container[str], *, force: bool
) -> tuple[grognard.Game, str]:
    """The game before the last order of a person and all that bots answered; and that order."""
    game = game.copy()
    taken: list[str] = []
    while True:
        last = next((e for e in reversed(game.trail) if isinstance(e, Played)), None)
        try:
            taken.insert(0, str(game.undo(force=force)))
        except IllegalAction:
            if not taken or game.side in bot_sides:
                raise
            break
        if last is not None and not last.continues:
            if game.side not in bot_sides:
                break
            taken.clear()
    return game, " ".join(taken)
