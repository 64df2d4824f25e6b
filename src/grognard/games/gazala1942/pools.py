"""8.13 A handful of dice against armor: the exact chances of its hits.

A 6 hits a tank or an armored car; so does a 5 thrown for anti-aircraft guns.  Any other 5 hits
an armored car or nothing.  Counted in ways of 6 ** dice, so that nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple


class Hits(NamedTuple):
    """8.13 Hits on any vehicle, and hits on armored cars only."""

    any: int
    cars: int


class Least(NamedTuple):
    """8.13 The least face that hits: a vehicle, an armored car, either if flak throws it."""

    hit: int
    car: int
    flak: int


def count(dice: Sequence[int], flak: Sequence[int], least: Least) -> Hits:
    """8.13 The hits of dice as they fell, those of the anti-aircraft guns apart."""
    return Hits(
        sum(face >= least.hit for face in dice) + sum(face >= least.flak for face in flak),
        sum(least.car <= face < least.hit for face in dice),
    )


def marks(dice: Sequence[int], flak: Sequence[int], least: Least) -> list[str]:
    """8.13 What each die did: a hit on any vehicle, part of one (on an armored car only), or nothing."""
    return [
        *("hit" if face >= least.hit else "part" if face >= least.car else "" for face in dice),
        *("hit" if face >= least.flak else "" for face in flak),
    ]


@lru_cache(maxsize=1024)
def ways(dice: int, flak: int, least: Least) -> tuple[tuple[Hits, int], ...]:
    """8.13 In how many ways of 6 ** (dice + flak) each count of hits comes up."""
    found: dict[Hits, int] = {}
    gun, hit, car = 7 - least.flak, 7 - least.hit, least.hit - least.car
    guns = [comb(flak, n) * gun**n * (6 - gun) ** (flak - n) for n in range(flak + 1)]
    for cars in range(dice + 1):
        for sixes in range(dice - cars + 1):
            rest = dice - cars - sixes
            plain = comb(dice, cars) * comb(dice - cars, sixes)
            plain *= car**cars * hit**sixes * (6 - hit - car) ** rest
            for hits, of_guns in enumerate(guns):
                key = Hits(sixes + hits, cars)
                found[key] = found.get(key, 0) + plain * of_guns
    return tuple(sorted(found.items()))


class Target(NamedTuple):
    """8.2, 8.4 What can be hit: steps of armored cars, of Matildas, of other tanks."""

    cars: int
    matildas: int
    tanks: int


def steps_lost(hits: Hits, target: Target, heavy: int) -> tuple[int, int]:
    """8.2, 8.4 The fewest and the most steps that so many hits can cost, by what is chosen.

    Hits on cars alone come first.  A step of Matildas takes ``heavy`` hits, so the more of them
    are chosen, the fewer steps are lost; hits too few for the only Matilda left are ignored.
    """
    cars = min(hits.cars, target.cars)
    others = target.cars - cars + target.tanks
    most = min(hits.any, others)
    most += min((hits.any - most) // heavy, target.matildas)
    slow = min(hits.any // heavy, target.matildas)
    least = slow + min(hits.any - heavy * slow, others)
    return cars + least, cars + most


def losses(
    dice: int, flak: int, target: Target, least: Least, heavy: int
) -> dict[tuple[int, int], Fraction]:
    """8.13, 8.2 The chance of each (fewest, most) steps lost."""
    whole = 6 ** (dice + flak)
    found: dict[tuple[int, int], int] = {}
    for hits, many in ways(dice, flak, least):
        key = steps_lost(hits, target, heavy)
        found[key] = found.get(key, 0) + many
    return {key: Fraction(many, whole) for key, many in sorted(found.items())}
