"""Situations of Anzio as text, so that they stay as they are whatever the bots learn."""

from __future__ import annotations

from functools import cache
from random import Random

import grognard
from grognard.bots.random import RandomBot

AT_MOVEMENT = """\
grognard position 1
game anzio
scenario campaign
turn 1
phase movement allied
initiative allied
weather clear
dice 3
0101 GE-4PARA-A GE-4PARA-B
0307 AL-1UK-A AL-1UK-B
0407 AL-46RTR AL-CDO
0501 GE-65-A GE-65-B
0910 AL-RGR AL-509
1001 GE-71-A GE-71-B
1009 AL-3US-A AL-3US-B
1101 GE-HG-A GE-HG-B
1110 AL-504
later GE-114-A GE-114-B GE-362-A GE-362-B GE-715-A GE-715-B GE-16SS-A GE-16SS-B GE-29PZG-A GE-29PZG-B AL-56UK-A AL-56UK-B AL-34US-A AL-34US-B AL-36US-A AL-36US-B AL-45US-A AL-45US-B AL-1ARM
"""
"""The first movement of the Allies."""

AT_COMBAT = """\
grognard position 1
game anzio
scenario campaign
turn 2
phase combat allied
initiative german
weather rainy
dice 7
0306 GE-4PARA-A GE-4PARA-B
0408 AL-1UK-A AL-1UK-B
0505 GE-3PZG-A GE-3PZG-B
0507 AL-46RTR
0606 GE-65-A GE-65-B
0607 AL-45US-A(e) AL-45US-B(e)
0610 AL-CDO
0708 AL-RGR
0710 AL-509
0806 GE-71-A GE-71-B
0807 GE-HG-A(a) GE-HG-B(a)
0808 AL-1ARM(res)
0908 GE-26PZ-A(a) GE-26PZ-B(a)
0909 AL-3US-A AL-3US-B
1007 AL-504
later GE-114-A GE-114-B GE-362-A GE-362-B GE-715-A GE-715-B GE-16SS-A GE-16SS-B GE-29PZG-A GE-29PZG-B AL-56UK-A AL-56UK-B AL-34US-A AL-34US-B AL-36US-A AL-36US-B
"""
"""Three German groups can be attacked, one of them with support."""


@cache
def whole_game() -> str:
    """A record from the set-up to the end."""
    game, bot, chance = grognard.new("anzio", seed=5), RandomBot(), Random(1)
    while game.decision is not None:
        game.play(bot.choose(game, chance).order)
    return game.record
