"""What a map means to the shared rules, built once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ...board import Board, hexside
from ...hexes import OFF, mask_of, members
from .ground import Ground, Roles
from .march import Step


class Tables:
    """A game derives its own and says what a step costs; places from ``size`` on are areas beside the map."""

    ROLES: ClassVar[Roles]
    ROADS: ClassVar[tuple[str, ...]]
    """Its classes of road, the best first."""
    watched: int
    """The hexes whose control lasts when units have gone."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ground = Ground(board, self.ROLES)
        self.size = board.grid.size
        self.land = self.ground.land
        self.vp = self.figures("vp")
        """By hex: Victory Points."""
        self.roadside = mask_of(h for pair in board.road_between for h in pair)
        self.best_road: dict[int, str] = {}
        """The best class of road through each hex."""
        for pair, road in sorted(
            board.road_between.items(), key=lambda item: self.ROADS.index(item[1])
        ):
            for h in pair:
                self.best_road.setdefault(h, road)

    def figures(self, word: str) -> dict[int, int]:
        """By hex: the figure after a word among its features, as in ``vp2``."""
        return {
            h: int(feature[len(word) :])
            for feature, mask in self.board.where.items()
            if feature.startswith(word) and feature[len(word) :].isdigit()
            for h in members(mask)
        }

    def step(
        self, side: int, klass: int, here: int, d: int, there: int, road: str | None
    ) -> tuple[int, int] | None:
        """What a step between neighbours costs and which kinds of movement may make it; None if none may."""
        raise NotImplementedError

    def steps_of(self, side: int, klass: int) -> list[tuple[Step, ...]]:
        """By hex: the neighbours that units of a side and class can go to."""
        roads, found = self.board.road_between, []
        for h, ahead in enumerate(self.ground.neighbours):
            steps: list[Step] = []
            if self.land >> h & 1:
                for d, n in enumerate(ahead):
                    if n == OFF or not self.ground.zoc_foot[d] >> h & 1:
                        continue
                    step = self.step(side, klass, h, d, n, roads.get(hexside(h, n)))
                    if step is not None:
                        steps.append((n, d, *step))
            found.append(tuple(steps))
        return found


def union(masks: Sequence[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
