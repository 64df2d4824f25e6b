"""What would you do here: the search answers for anybody, and says who is ahead."""

from __future__ import annotations

import random

import pytest
from tests.rulebook.anzio.tabletop import REAL, scene

import grognard
from grognard import Game, bots
from grognard.bots import search
from grognard.table import thinking

LAST = "0502 AL-1UK-A; 1304 AL-3US-A AL-3US-B; 1303 GE-65-A; 0610 AL-RGR; 0710 AL-509"


def last_combat(units: str = LAST) -> Game:
    """The last combat is the Allies': without Cisterna it is a draw."""
    return scene(units, "combat allied", initiative="german", turn=12, board=REAL)


def test_the_advice_lists_what_was_weighed_best_first() -> None:
    bot = bots.make("veteran", "anzio")
    assert isinstance(bot, search.SearchBot)
    advice = search.advise(bot, last_combat(), random.Random(1))
    assert str(advice.choice.order).startswith("attack 1303 ")
    assert str(advice.weighed[0].say) == str(advice.choice.order)
    rest = {str(each.say): each.score for each in advice.weighed[1:]}
    assert rest["done"] == pytest.approx(0.5)
    assert advice.weighed[0].score > 0.5
    assert all(each.playouts > 0 for each in advice.weighed)


def test_who_is_asked_for_advice_has_his_mind_on_it() -> None:
    """A recruit gives most orders without a thought; his advice is the drill."""
    bot, g = bots.make("recruit", "anzio"), last_combat()
    assert isinstance(bot, search.SearchBot)
    played = {str(bot.choose(g, random.Random(n)).order) for n in range(12)}
    advised = {str(search.advise(bot, g, random.Random(n)).choice.order) for n in range(12)}
    assert len(played) > 1
    assert len(advised) == 1
    assert bot.level.muddles


def test_the_advantage_follows_the_position() -> None:
    g = last_combat()
    brief = bots.brief(g.rules)
    ahead = search.advantage(brief, g)
    assert sum(ahead.values()) == pytest.approx(1.0)
    lost = scene(
        "0710 GE-HG-A GE-HG-B; 0609 GE-65-A; 1010 AL-RGR(r)",
        "movement german",
        board=REAL,
    )
    assert ahead["allied"] > search.advantage(brief, lost)["allied"] + 0.2
    g = last_combat(
        LAST.replace("1303 GE-65-A", "1303 AL-504").replace("AL-509", "AL-45US-A; 0402 GE-71-A")
    )
    g.play("done")
    assert search.advantage(brief, g) == {"allied": 1.0, "german": 0.0}


def test_the_table_gets_it_as_plain_data() -> None:
    position = last_combat().position
    found = thinking.advise("veteran", "anzio", position, "luck")
    assert found["order"].startswith("attack 1303 ")
    assert found["weighed"][0][1] >= 0.5
    assert found["advantage"] == thinking.advantage(position)
    with pytest.raises(bots.CannotPlay, match="staff gives no advice: ask one of the levels"):
        thinking.advise("staff", "anzio", position, "luck")


def test_advice_is_thought_out_whatever_was_thought_before_in_that_process() -> None:
    """A bot that was only asked whether it plays has not been told to make an end of it for good."""
    position = last_combat().position
    found = thinking.advise("veteran", "anzio", position, "luck")
    side = str(grognard.load(position).side)
    assert thinking.refuses("veteran", "anzio", position, side) is None
    again = thinking.advise("veteran", "anzio", position, "luck")
    assert again["weighed"] == found["weighed"]


def test_a_game_without_a_brief_says_so() -> None:
    class Nameless:
        name = "chess"

    with pytest.raises(ValueError, match="chess has no brief"):
        bots.brief(Nameless())  # type: ignore[arg-type]
    assert bots.brief(grognard.new("salerno43").rules).rules.name == "salerno43"
