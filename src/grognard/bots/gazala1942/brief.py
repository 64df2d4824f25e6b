"""The brief of Gazala 1942: what either side may aim at, its staff as a quick player, how a position is read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import log
from pathlib import Path
from random import Random
from typing import ClassVar
from zlib import crc32

from ...engine.decision import Ask
from ...engine.words import Say
from ...games.gazala1942 import Gazala, command
from ...games.gazala1942.counters import ALLIED, AXIS, SIDES
from ...games.gazala1942.situation import NOBODY, UNKNOWN, Situation
from ..search import Aim, Brief, Draft, Policy
from ..search.brief import AFRESH
from ..seat import Choice
from .country import Country
from .design import PLAIN, Purpose, strength_near
from .design import draft as design_of
from .look import Look
from .plan import Planner
from .reckoning import worth
from .staff import GazalaStaff

WEAKENED = 0.6
"""The part of its steps that a side loses at most when it is weakened for a fit."""
ATTACKS = 4
"""How many attacks beside the staff's own are worth a playout."""
NEAR = 2
"""Hexes around an objective in which strength counts for it."""
IMPULSES = 12
"""More impulses than a turn has."""
WHOLE = ("move", "step", "hold", "enter", "breach across", "breach assist")
"""The questions of a movement, which is planned whole."""

STORM = Purpose(
    "storm",
    Say("storms the objectives and fears nothing"),
    pull=2.0,
    fierce=2.5,
    caution=0.1,
    subtlety=2,
    patient=True,
)
PRESS = Purpose(
    "press",
    Say("presses on whatever it costs"),
    pull=1.4,
    fierce=1.5,
    caution=0.4,
    subtlety=2,
    patient=True,
)
SURE = Purpose("sure", Say("attacks only at good odds and keeps together"), caution=1.6, enough=2.5)
DESTROY = Purpose(
    "destroy", Say("goes for the enemy's armor first"), pull=0.5, enough=0.4, subtlety=3
)
BASTION = Purpose(
    "bastion",
    Say("brings everybody back to the objectives and hits whoever comes near"),
    pull=2.0,
    fierce=1.5,
    caution=0.3,
    enough=0.4,
    back=True,
    garrison=2.0,
    subtlety=3,
    patient=True,
)
STRIKE = Purpose(
    "strike",
    Say("strikes back wherever it can"),
    fierce=1.5,
    caution=0.5,
    enough=0.4,
    subtlety=2,
    patient=True,
)
SIT = Purpose("sit", Say("stands fast and spares its troops"), caution=1.5, enough=3.0)
BACK = Purpose("back", Say("brings the line back to the objectives"), back=True, subtlety=3)


class GazalaBrief(Brief[Situation]):
    """13.0 One side must hold every objective at the end; the other needs a single one."""

    weights: ClassVar[Path | None] = Path(__file__).parent
    frailties: ClassVar[Mapping[str, Mapping[str, float]]] = {
        "regular": {"overlooks": 0.5, "muddles": 0.1},
        "veteran": {"overlooks": 0.45, "slips": 0.9},
        "elite": {"overlooks": 0.1},
    }
    pace: ClassVar[int] = 2
    plenty: ClassVar[float] = 0.3
    ease: ClassVar[float] = 1.7
    hunches: ClassVar[Mapping[str, float]] = {
        "1": 1.0,
        "late objectives": 2.5,
        "decided": 3.0,
        "the hardest": 0.25,
        "strength": 4.0,
    }
    words: ClassVar[Mapping[str, Say]] = {
        "late objectives": Say("the objectives held late in the game"),
        "decided": Say("who would win if the game ended now"),
        "the hardest": Say("the balance of strength where it decides"),
        "strength": Say("the balance of strength"),
    }

    def __init__(self, rules: Gazala) -> None:
        super().__init__(rules)
        self.gazala = rules
        self.country = Country(rules)

    # -- aims

    def aims(self, state: Situation, seat: str) -> Sequence[Aim]:
        """The boldest first, which only a subtle player knows: the staff fears more than the enemy can do.

        Boldness pays at the end: two impulses later there are only its losses.
        """
        side, goals = SIDES.index(seat), self.gazala.setting.objectives
        if side == self.country.attacker():
            take = [
                Purpose(
                    f"take {self._label(h)}",
                    Say("masses against {place}", place=self._named(h)),
                    more={h: 3.0},
                    subtlety=2,
                )
                for h in goals
                if not state.controls(side, h)
            ]
            return [STORM, PRESS, PLAIN, SURE, *take, DESTROY]
        hold = [
            Purpose(
                f"hold {self._label(h)}",
                Say("puts all it has into {place}", place=self._named(h)),
                more={h: 3.0},
                subtlety=2,
            )
            for h in goals
            if state.controls(side, h)
        ]
        return [BASTION, STRIKE, PLAIN, SIT, *hold, BACK]

    def postures(self, state: Situation, seat: str) -> Sequence[Aim]:
        """As expected, bold, cautious."""
        if SIDES.index(seat) == self.country.attacker():
            return PLAIN, PRESS, SURE
        return PLAIN, STRIKE, SIT

    def _label(self, h: int) -> str:
        return self.gazala.board.label(h)

    def _named(self, h: int) -> str:
        return self.gazala.board.names.get(h, self._label(h))

    def policy(self, seat: str, aim: Aim, draft: Draft | None = None) -> Policy:
        assert isinstance(aim, Purpose)
        return GazalaStaff(self.gazala, aim, self.country, draft)

    # -- a movement planned whole

    def tick(self, state: Situation) -> int:
        return (state.turn - 1) * IMPULSES + min(state.impulses, IMPULSES - 1)

    def left(self, state: Situation) -> int | None:
        """As many impulses as there may be."""
        return self.gazala.setting.turns * IMPULSES - self.tick(state)

    def moment(self, state: Situation, ask: Ask) -> str:
        """10.3, 10.84 After a breach, and where cars of the enemy have stepped aside, the ways are others."""
        if ask.kind not in WHOLE or state.phase != "movement":
            return ""
        low, high = self.gazala.span[1 - state.active]
        foes = crc32(repr(state.hex[low:high]).encode())
        return f"{state.turn} {state.impulses}{AFRESH}{state.breached:x} {foes:x}"

    def draft(self, state: Situation, ask: Ask, aim: Aim) -> Draft | None:
        assert isinstance(aim, Purpose)
        if ask.kind != "move":
            return None
        side = SIDES.index(ask.side)
        look = Look(self.country, state, side, design_of(self.country, state, side, aim))
        plan = Planner(look, state).plan()
        return Draft(aim, plan.goals, plan.why)

    def regions(self, state: Situation, draft: Draft) -> Sequence[Collection[int]]:
        """Those who go to the south, the middle and the north."""
        line = sorted(draft.goals, key=lambda u: (draft.goals[u], u))
        third = max(1, len(line) // 3)
        return [part for part in (line[:third], line[third:-third], line[-third:]) if part]

    def options(self, state: Situation, ask: Ask, policy: Policy, rng: Random) -> Sequence[Choice]:
        """9.0 Whom to attack, or nobody; 9.32 to give way or to stand."""
        own = policy.answer(state, ask, rng)
        if ask.kind not in ("attack", "engage", "retreat or stand"):
            return [own]
        others = [Choice(a, []) for a in ask.actions if str(a) != str(own.order)]
        return [own, *others[:ATTACKS]]

    # -- how a position is read

    def features(self, state: Situation) -> Mapping[str, float]:
        """As the Axis sees it: ratios are logarithms.

        What is held decides only at the end; one side must hold all, the other a single objective.
        """
        g, setting = state, self.gazala.setting
        late = min(g.turn / setting.turns, 1.0)
        goals = setting.objectives
        held = [g.controls(AXIS, h) for h in goals]
        pick = min if setting.winner == AXIS else max
        total = [sum(worth(g, u) for u in g.on_map(side)) for side in (AXIS, ALLIED)]
        return {
            "late objectives": late * (sum(held) / max(len(goals), 1) - 0.5),
            "decided": late**2 * (pick(held, default=False) - 0.5),
            "the hardest": pick((self._balance(g, h) for h in goals), default=0.0),
            "strength": log((total[AXIS] + 1) / (total[ALLIED] + 1)),
        }

    def _balance(self, g: Situation, h: int) -> float:
        """The ratio of strength around an objective, and who holds it."""
        ours, theirs = (strength_near(g, side, h, NEAR) + 2 for side in (AXIS, ALLIED))
        return log(ours / theirs) + (0.5 if g.controls(AXIS, h) else -0.5)

    # -- what is hidden

    def imagine(self, seen: Situation, seat: str, rng: Random) -> Situation:
        """3.1d, 7.4, 10.4a Markers of the enemy at random, one of the own dropped, no landing."""
        g, game = seen.copy(), self.gazala
        drawn = sum(1 << m for track in g.tracks for m in track)
        for side in (AXIS, ALLIED):
            free = [m for m in command.candidates(g, side) if not (drawn | g.cup) >> m & 1]
            if seat != SIDES[side]:
                count = g.unseen[side]
                if g.phase == "markers" and side == AXIS:
                    count = g.limit[AXIS]
                for m in rng.sample(free, min(max(count, 0), len(free))):
                    g.picked |= 1 << m
                    if g.phase != "markers":
                        g.cup |= 1 << m
        british = [m for m in range(len(game.markers)) if game.side_markers[ALLIED] >> m & 1]
        if g.dropped == UNKNOWN:
            own = g.unseen[ALLIED] < 0
            able = [m for m in british if not drawn >> m & 1 and bool(g.cup >> m & 1) == own]
            g.dropped = rng.choice(able) if able else NOBODY
            if own and g.dropped != NOBODY:
                g.cup &= ~(1 << g.dropped)
        if g.landing_note[1] == UNKNOWN:
            g.landing_note = (0, NOBODY)
        g.unseen = (0, 0)
        return g

    # -- training and measuring

    def handicap(self, state: Situation, rng: Random) -> None:
        """Units of one side lose a step while they have another."""
        part = rng.uniform(0.0, WEAKENED)
        for u in state.on_map(rng.choice((AXIS, ALLIED))):
            if rng.random() < part and state.steps[u] == 2:
                counter = self.gazala.units.units[u]
                if counter.steps == 2:
                    state.steps[u] = 1

    def passive(self, state: Situation, seat: str) -> Aim | None:
        return Purpose("passive", Say("never attacks"), peaceful=True)
