"""The brief of Normandy '44: what either side may aim at, its staff as a quick player, how a position is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import ClassVar

from ...engine.decision import Ask
from ...engine.words import Say
from ...games.normandy44 import Normandy44, supply, victory
from ...games.normandy44.counters import ALLIED, GERMAN, SIDES
from ...games.normandy44.situation import BRITAIN, CW, SEA, Situation
from ...games.zocbond import attacks, reach
from ...hexes import members
from ..search import Aim, Draft, Policy
from ..seat import Choice, Reason
from ..zocbond import reading
from ..zocbond.brief import SeriesBrief, alternatives
from . import assault
from .country import Country
from .headquarters import Headquarters
from .look import BOLD, CAREFUL, PLAIN, Posture, expected
from .officer import Command, Design, Quick
from .plan import Planner
from .staff import NormandyStaff

HERE = Path(__file__).parent
LEAST = -2.0
"""What an attack must promise at least to come to mind."""
NEVER = 1e9
"""What an attack must promise for a side that never attacks."""
PLACES = 2
"""How many places to be taken are worth an aim of their own, the nearest first."""
ON_THE_WAY = 9
"""How near the Allies must be to Cherbourg, in hexes, before it is an aim of its own."""
AT_FIRST = {"campaign": -38.0}
"""S1.3.1 The Victory Points with which the Allies begin: what the Germans hold behind the line."""
HALF_WAY = 0.35
"""S3.3.1 What Carentan or a foot within the perimeter counts alone: both are needed."""
HURRY = Posture(0.2, 4.0, 0.3)
"""S3.3 At Cherbourg the Allies need the ground: the march counts more than to the staff, danger less."""
SUBTLEST = 3
"""How subtle a plan is that the enemy is not expected to follow."""
WEIGHT = 3.0
"""How much more a place counts that is an aim of its own."""


class Officer(NormandyStaff):
    """The staff with a draft, which it also follows with a unit that is on the move already."""

    def __init__(self, hq: Headquarters, draft: Draft | None) -> None:
        super().__init__(hq)
        self.hq = hq
        self._goals = {} if draft is None else draft.goals

    def answer(self, state: Situation, ask: Ask, rng: Random) -> Choice:
        if ask.kind == "step" and (goal := self._goals.get(state.mover)) is not None:
            acts = state.game.actions
            if state.hex[state.mover] == goal and acts.stay in ask.actions:
                return Choice(acts.stay, [])
            way = reach.ends(state, state.mover).get(goal)
            if way is not None and acts.to[way[1][0]] in ask.actions:
                return Choice(acts.to[way[1][0]], [])
        return super().answer(state, ask, rng)


class NormandyBrief(SeriesBrief[Situation]):
    """23.0 The Allies want Victory Points, whole divisions and open beaches."""

    weights: ClassVar[Path | None] = HERE
    plenty: ClassVar[float] = 0.11
    cheap: ClassVar[Mapping[str, float]] = {"cherbourg": 9.0, "seven": 2.0}
    ease: ClassVar[float] = 0.12
    hunches: ClassVar[Mapping[str, float]] = {
        "1": 0.85,
        "points": 0.7,
        "late points": 1.4,
        "strength": 0.7,
        "worn out": -1.0,
        "beaches": 0.5,
        "places to take": 0.3,
        "places held": 0.2,
        "march": -0.2,
    }
    words: ClassVar[Mapping[str, Say]] = {
        "points": Say("the Victory Points"),
        "late points": Say("the Victory Points late in the game"),
        "strength": Say("the balance of strength"),
        "late strength": Say("the balance of strength late in the game"),
        "worn out": Say("the divisions that are worn out"),
        "beaches": Say("the open beaches"),
        "places to take": Say("the balance of strength around the places to be taken"),
        "places held": Say("the balance of strength around the places held"),
        "fortress": Say("whether Cherbourg is supplied"),
        "ashore": Say("the troops that are ashore"),
        "march": Say("the Allied march to the places to be taken"),
        "late": Say("the time that is left"),
    }

    def __init__(self, rules: Normandy44) -> None:
        super().__init__(rules)
        self.normandy = rules
        self.country = Country(rules)
        self._shut = self.country.closed(ALLIED, CW)

    def _side(self, seat: str) -> int:
        return SIDES.index(self.normandy.serves(seat))

    # -- aims

    def aims(self, state: Situation, seat: str) -> Sequence[Aim]:
        return self._allied(state) if self._side(seat) == ALLIED else self._german(state)

    def postures(self, state: Situation, seat: str) -> Sequence[Aim]:
        """As expected, bolder, more careful; nobody is taken for the subtlest."""
        return [aim for aim in self.aims(state, seat) if aim.subtlety < SUBTLEST][:3]

    def left(self, state: Situation) -> int | None:
        return 2 * (self.normandy.turns - state.turn) + 1 + (state.active == GERMAN)

    def _named(self, h: int) -> str:
        return self.normandy.board.names.get(h, self.normandy.board.label(h))

    def _allied(self, g: Situation) -> list[Aim]:
        found: list[Aim] = [
            Design("staff", Say("goes for what is near and counts"), PLAIN),
            Design("press", Say("presses inland on all roads"), BOLD),
            Design("sure", Say("attacks only at good odds and keeps together"), CAREFUL),
        ]
        if far := self._far(g):
            wanted = dict.fromkeys(far, WEIGHT)
            found.append(Design("cherbourg", Say("drives on Cherbourg"), PLAIN, wanted, subtlety=1))
        elif caen := members(self.normandy.tables.caen & ~g.control & ~self._shut):
            wanted = dict.fromkeys(caen, WEIGHT)
            found.append(Design("caen", Say("masses against Caen"), PLAIN, wanted, subtlety=1))
        elif near := self._to_take(g)[:1]:
            found.append(self._take(near[0]))
        first = self._carentan(g)
        if first is not None and all(aim.key != self._take(first).key for aim in found):
            found.append(self._take(first))
        if self.normandy.scenario == "cherbourg":
            say = Say("marches on Carentan and Cherbourg and lets nothing hold it up")
            found.insert(0, Design("hurry", say, HURRY, subtlety=SUBTLEST, patient=True))
        return found

    def _take(self, h: int) -> Design:
        """A place as an aim of its own."""
        say = Say("takes {place} and keeps the rest of the front quiet", place=self._named(h))
        return Design(f"take {self.normandy.board.label(h)}", say, PLAIN, {h: WEIGHT}, subtlety=2)

    def _carentan(self, g: Situation) -> int | None:
        """S3.3.1 Carentan as long as the Allies need it at Cherbourg and do not have it."""
        if self.normandy.scenario != "cherbourg":
            return None
        place = self.normandy.board.index(self.normandy.setting["carentan"])
        return None if self.country.holds(g, ALLIED, place) else place

    def _german(self, g: Situation) -> list[Aim]:
        usual = expected(self.normandy)[GERMAN]
        found: list[Aim] = [
            Design("staff", Say("holds a line before what counts"), usual),
            Design("counter", Say("holds, and strikes back where it may"), PLAIN),
            Design(
                "back", Say("falls back and spares its troops"), Posture(3.0, 0.5, 1.2), subtlety=2
            ),
        ]
        if far := self._far(g):
            wanted = dict.fromkeys(far, WEIGHT)
            found.append(
                Design("fortress", Say("mans Fortress Cherbourg"), usual, wanted, subtlety=1)
            )
        elif g.open_beaches():
            name = max(g.open_beaches(), key=lambda name: self._grip(g, name))
            h = g.hex[self.normandy.beaches[name].engineer]
            say = Say("masses against {beach}", beach=name)
            found.append(Design(f"throw back {name}", say, PLAIN, {h: WEIGHT}, subtlety=2))
        return found

    def _far(self, g: Situation) -> list[int]:
        """The hexes of Cherbourg that are still German, once the Allies are on their way there."""
        tables, grid = self.normandy.tables, self.normandy.board.grid
        near = tables.cherbourg
        for _ in range(ON_THE_WAY):
            near |= grid.spread(near)
        return members(tables.cherbourg & ~g.control) if near & g.occupied[ALLIED] else []

    def _grip(self, g: Situation, name: str) -> float:
        """How strong the Germans are around a beach."""
        h = g.hex[self.normandy.beaches[name].engineer]
        return reading.balance(g, h, GERMAN)

    def _to_take(self, g: Situation) -> list[int]:
        """The places that count and are not ours, the nearest to our troops first."""
        held = [u for u in g.on_map(ALLIED) if self.normandy.units.units[u].move]
        found = []
        for h in self.country.prizes:
            if self.country.holds(g, ALLIED, h):
                continue
            near = min((self.country.turns(u, g.hex[u], h) for u in held), default=9.0)
            found.append((near / max(self.country.due(g, h), 0.1), h))
        return [h for _, h in sorted(found)[:PLACES]]

    def policy(self, seat: str, aim: Aim, draft: Draft | None = None) -> Policy:
        assert isinstance(aim, Design)
        return Officer(Command(self.country, aim, self._side(seat), draft, Quick), draft)

    # -- 9.0 a movement planned whole

    def draft(self, state: Situation, ask: Ask, aim: Aim) -> Draft | None:
        assert isinstance(aim, Design)
        if ask.kind != "move":
            return None
        side = self._side(ask.side)
        hq = Command(self.country, aim, side, None, Planner)
        movers = sorted({a.value for a in ask.actions if a.verb == "move"})
        plan = hq.plan(state, side, movers)
        return Draft(aim, plan.goals, plan.why)

    # -- 10.0 single questions

    def options(self, state: Situation, ask: Ask, policy: Policy, rng: Random) -> Sequence[Choice]:
        """The attacks that promise most by the exact table, and none; to stand or to give way."""
        own = policy.answer(state, ask, rng)
        match ask.kind:
            case "attack":
                assert isinstance(policy, Officer)
                return self._attacks(state, ask, policy, own)
            case "stand":
                return [own, *(Choice(a, []) for a in ask.actions if str(a) != str(own.order))]
        return [own]

    def _attacks(self, g: Situation, ask: Ask, policy: Officer, own: Choice) -> Sequence[Choice]:
        look = policy.hq.look(g, self._side(ask.side))
        found = []
        for target, able in attacks.targets(g).items():
            prospect = assault.best(g, look, target, able)
            if prospect is not None and prospect.worth > LEAST:
                found.append((prospect.worth, target, prospect))
        why = Say("no attack that is left promises more than it costs")
        none = Choice(self.normandy.actions.done, [Reason("10.1", why)])
        return alternatives(own, found, partial(assault.ordered, g), none)

    # -- 23.0 how a position is read

    def features(self, state: Situation) -> Mapping[str, float]:
        g, rules = state, self.normandy
        late = min(g.turn / rules.turns, 1.0)
        points = self._points(g)
        near = self._to_take(g)
        held = [(h, w) for h, w in self.country.prizes.items() if self.country.holds(g, ALLIED, h)]
        waiting = reading.total(
            g, [u for u in range(*rules.span[ALLIED]) if g.hex[u] in (BRITAIN, *SEA.values())]
        )
        ashore = reading.total(g, g.on_map(ALLIED))
        ratio = reading.ratio(ashore, reading.total(g, g.on_map(GERMAN)))
        worn, limits = victory.worn(g), rules.automatic
        return {
            "points": points,
            "late points": points * late,
            "strength": ratio,
            "late strength": ratio * late,
            "worn out": max(worn["US"] / limits["us"], worn["CW"] / limits["british"]),
            "beaches": self._shut_beaches(g),
            "places to take": reading.balances(g, [(h, 1.0) for h in near], ALLIED),
            "places held": reading.balances(g, held, ALLIED),
            "fortress": float(supply.fortress_fed(g)),
            "ashore": ashore / (ashore + waiting + 1.0),
            "march": self._march(g, near),
            "late": late,
        }

    def _shut_beaches(self, g: Situation) -> float:
        """21.1.4 The share of the beaches that are closed, below 0; on the first day they are still to be opened."""
        rules = self.normandy
        count = sum(beach.engineer >= 0 for beach in rules.beaches.values())
        if rules.scenario == "cherbourg":
            count = 1
        if g.turn == 1 or not count:
            return 0.0
        return min(len(g.open_beaches()) / count - 1.0, 0.0)

    def _points(self, g: Situation) -> float:
        """S1.3, S2.2, S3.3 How far the Allies are beyond what they need in the end and should have by now."""
        rules = self.normandy
        late = min(g.turn / rules.turns, 1.0)
        if rules.scenario == "cherbourg":
            held, inside, cut = victory.siege(g)
            has = held + (inside or cut)
            return (1.0 if has == 2 else HALF_WAY * has) - 0.75 * late
        start = AT_FIRST.get(rules.scenario, 0.0)
        due = start + (rules.needed - start) * late
        return (victory.points(g) - due) / max(10.0, (rules.needed - start) / 2)

    def _march(self, g: Situation, places: Sequence[int]) -> float:
        """How far the places to be taken are from the nearest troops, in turns on average."""
        troops = [u for u in g.on_map(ALLIED) if self.normandy.units.units[u].move]
        if not troops or not places:
            return 0.0
        far = (min(self.country.turns(u, g.hex[u], h) for u in troops) for h in places)
        return sum(min(way, 5.0) for way in far) / len(places) / 2

    # -- training and measuring

    def passive(self, state: Situation, seat: str) -> Aim | None:
        return Design("passive", Say("never attacks"), Posture(NEVER, PLAIN.pull, 1.0))
