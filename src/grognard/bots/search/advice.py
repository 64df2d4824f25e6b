"""What would you do here?  The same search answers for anybody who asks, and says who is ahead."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from random import Random
from typing import Any, NamedTuple

from ...engine.game import Game
from ...engine.sight import SPECTATOR
from ...engine.words import Say
from ..seat import Bot, CannotPlay, Choice, Reason
from .bot import SearchBot, value_of
from .brief import Brief
from .note import read
from .value import settled


class Weighed(NamedTuple):
    """A plan or an answer that was weighed: the score it lets hope for, after how many playouts."""

    say: Say
    score: float
    playouts: int


class Advice(NamedTuple):
    """An order with its reasons, and everything that was weighed, the best first."""

    choice: Choice
    weighed: list[Weighed]
    note: str = ""
    """What is to be handed in with the next question of the same seat, so that the plan is kept."""


HEADS = (Say("weighed"), Say("score"), Say("playouts"))
"""What stands above a table of what was weighed."""


def advise(bot: Bot, game: Game[Any], rng: Random, note: str = "") -> Advice:
    """What a bot would do in the place of whoever must decide now; CannotPlay if it is no level.

    Who is asked for advice has his mind on it.  With the note of its last advice it goes on with the plan that it has begun.
    """
    if not isinstance(bot, SearchBot):
        raise CannotPlay("", "{bot} gives no advice: ask one of the levels", bot=bot.name)
    adviser = copy(bot)
    adviser.level, adviser.note = bot.level.attentive(), note
    choice = adviser.choose(game, rng)
    if adviser.note == note:
        choice = choice._replace(why=[*_planned(adviser, game), *choice.why])
    return Advice(
        choice,
        [
            Weighed(
                candidate.say,
                candidate.hope,
                len(candidate.leaves),
            )
            for candidate in adviser.weighed
            if candidate.leaves
        ],
        adviser.note,
    )


def _planned(bot: SearchBot, game: Game[Any]) -> list[Reason]:
    """The plan that an answer follows without weighing it again."""
    ask, kept = game.decision, read(bot.note)
    if ask is None or not kept.aim:
        return []
    aims = bot.aims(game, ask.side)
    return [
        Reason("", Say("as planned: {plan}", plan=aim.say)) for aim in aims if aim.key == kept.aim
    ]


def advantage(brief: Brief[Any], game: Game[Any], seat: str = SPECTATOR) -> dict[str, float]:
    """By side: what it may hope for (1 a win, a half a draw), as far as the seat can tell.

    Read off the position by the fitted value, without a playout: cheap enough for every turn of a record.
    """
    sides = game.rules.sides
    if game.outcome is not None:
        return {side: settled(game.outcome, side) for side in sides}
    state = game.state
    if game.rules.hides:
        state = brief.imagine(game.rules.seen(state, seat), seat, Random(0))
    features, value = brief.features(state), value_of(brief)
    return {side: value.score(features, side) for side in sides}


def standing(ahead: Mapping[str, float]) -> Say:
    """Who is ahead, in a sentence."""
    said = ", ".join(f"{side} {score:.0%}" for side, score in ahead.items())
    return Say("as it stands: {chances}", chances=said)
