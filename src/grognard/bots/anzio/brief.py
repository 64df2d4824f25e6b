"""The brief of Anzio: what either side may aim at, its staff as a quick player, how a position is read."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

from ...engine.decision import Ask
from ...engine.words import Say
from ...games.anzio import Anzio, combat, tactics
from ...games.anzio.counters import ALLIED, FOOT, GERMAN, SIDES
from ...games.anzio.situation import GONE, LATER, Situation
from ...hexes import members
from ...say import figure
from ..search import Aim, Brief, Draft, Policy
from ..seat import Choice, Reason
from .appreciation import SHOVED, Appreciation, Group, Intent, chances_of
from .staff import AnzioStaff, Plan, moment

ATTACKS = 5
"""How many attacks are worth a playout."""
HERE = Path(__file__).parent
KEPT = 64
"""So many situations are remembered that differ in losses."""


class Fears(NamedTuple):
    """The groups of an enemy where they stand, and what each group of ours has to fear of them."""

    foes: list[tuple[int, Group]]
    known: dict[tuple[object, ...], float]


class Memory(NamedTuple):
    """What was reckoned of situations with the same losses: groups, attacks, what the enemy could do."""

    groups: dict[tuple[int, ...], Group]
    local: dict[tuple[object, ...], Any]
    feared: dict[tuple[int, ...], Fears]


@dataclass(frozen=True)
class Design(Aim):
    """An aim at Anzio: how hard to press, where, and how much risk is taken."""

    press: float | None = None
    """0 to hold, 1 to press on all along the front; None as the ratio of strengths has it."""
    effort: int = -1
    """The hex of the main effort: three quarters of the force look to it."""
    boldness: float = 1.0
    """How much one's own attacks count beside the enemy's."""
    enough: float = 0.25
    """What an attack must promise before it is made, in strength points."""


class Judge(Appreciation):
    """The staff's judgement with a design in mind; what it has reckoned is shared by all playouts."""

    design: Design
    memory: OrderedDict[tuple[object, ...], Memory]

    def __init__(self, tables: Appreciation, design: Design, memory: Any) -> None:
        self.__dict__.update(tables.__dict__)
        self.design, self.memory = design, memory

    def look(self, g: Situation) -> None:
        key = g.turn, g.attacked, tuple(g.steps)
        found = self.memory.get(key)
        if found is None:
            found = self.memory[key] = Memory({}, {}, {})
            if len(self.memory) > KEPT:
                self.memory.popitem(last=False)
        self._groups, self._local, self._feared = found

    def intent(self, g: Situation, side: int) -> Intent:
        design = self.design
        found = super().intent(g, side)
        if design.press is not None:
            found = found._replace(posture=design.press)
        return found

    def _sectors(
        self, g: Situation, side: int, strength: list[dict[int, int]], places: list[int]
    ) -> dict[int, int]:
        """The main effort has three quarters of the force, those who are nearest to it."""
        effort = self.design.effort
        if effort not in places or len(places) != 2:
            return super()._sectors(g, side, strength, places)
        other = places[1 - places.index(effort)]
        far = {h: self.march[FOOT][other][h] - self.march[FOOT][effort][h] for h in strength[side]}
        found, used = {}, 0.0
        total = sum(strength[side].values())
        for h in sorted(far, key=lambda h: (-far[h], h)):
            place = effort if used <= 0.75 * total else other
            used += strength[side][h]
            found.update(dict.fromkeys(g.at[h], place))
        return found

    def value(self, g: Situation, side: int, intent: Intent) -> float:
        bold = self.design.boldness
        total = self._position(g, side, intent)
        flood = self.flood(g, 1 - side)
        mine = self.combat(g, side)
        if g.active == side == g.first and g.phase in ("movement", "beachhead"):
            total += 0.7 * bold * mine - 0.6 / bold * self.threats(g, side, flood)
        elif g.phase in ("movement", "bombardment") or g.active == side:
            total += 0.8 * bold * mine - self.combat(g, 1 - side) / bold
            total -= 0.4 / bold * self.threats(g, side, flood)
        else:
            total += 0.6 * bold * mine - self.combat(g, 1 - side) / bold
        return total + self._guard(g, side, flood)

    def threats(self, g: Situation, side: int, flood: int) -> float:
        """As the staff reckons it; the enemy stands still while a side is moved about."""
        tables = self.rules.tables
        low, high = self.rules.span[1 - side]
        enemy = tuple(g.hex[low:high])
        fears = self._feared.get(enemy)
        if fears is None:
            standing = [(h, self.group(g, g.at[h])) for h in members(g.occupied[1 - side])]
            fears = self._feared[enemy] = Fears(standing, {})
        foes, memo = fears
        mine = g.occupied[side]
        full = 0
        for h in members(mine):
            if self.group(g, g.at[h]).full:
                full |= 1 << h
        found = []
        for h in members(mine):
            near = tables.around[h] & flood
            if not near:
                continue
            me = self.group(g, g.at[h])
            away = (self._away(g, h, me, side) & ~flood).bit_count()
            helped = bool(self._next_but_one[h] & full)
            key = h, g.at[h], near, min(away, 2), helped, g.turn
            fear = memo.get(key)
            if fear is None:
                fear = memo[key] = self._fear(g, side, h, near, away, helped, foes)
            if fear > 0:
                found.append(fear)
        found.sort(reverse=True)
        return sum(found[: max(len(foes) // 2, 1)])

    def _fear(
        self,
        g: Situation,
        side: int,
        h: int,
        open_: int,
        away: int,
        helped: bool,
        foes: list[tuple[int, Group]],
    ) -> float:
        """What the enemy could do to one group."""
        tables = self.rules.tables
        far, me, spots = self.distance[h], self.group(g, g.at[h]), open_.bit_count()
        near = sorted((f for e, f in foes if far[e] <= (6 if f.armored else 4)), reverse=True)
        if not near:
            return 0.0
        best = near[0]
        helpers = sum(foe.strength >= self.rules.charts.support for foe in near[1:spots])
        bonus = min(helpers, 2) + best.armored - me.armored - (tables.rough >> h & 1) - helped
        if (tables.water[h] & open_).bit_count() * 2 >= spots:
            bonus -= 1
        odds = self.odds(best.strength - me.strength, bonus)
        trapped = 0.15 if away > 1 else 0.45 if away or spots < 3 else 0.7
        return (
            odds.defender_loses * me.step
            + odds.defender_retreats * (trapped * me.value + SHOVED + self.ground(g, 1 - side, h))
            - odds.attacker_loses * best.step * 0.5
        )


class Officer(AnzioStaff):
    """The staff with a design, and with a movement that is drafted already.

    In a playout it looks at every group once and not twice, which takes a third of the time.
    """

    judge: Judge

    def __init__(self, rules: Anzio, judge: Judge, draft: Draft | None = None) -> None:
        self.rules, self.judge = rules, judge
        self.enough = judge.design.enough
        self._draft = draft
        self._plan = None

    def _step(self, g: Situation, side: int, ask: Ask) -> Choice:
        if self._draft is not None:
            self._plan_for(g, side)
        return super()._step(g, side, ask)

    def _plan_for(self, g: Situation, side: int) -> Plan:
        draft, self._draft = self._draft, None
        if draft is not None:
            goals = dict(draft.goals)
            home = {u: g.hex[u] for u in goals if not g.moved >> u & 1}
            self._plan = Plan(moment(g, side), home, goals)
        elif self._plan is None or not self._plan.fits(g):
            self._plan = self.movement(g, side, tactics.parties(g, side))
        assert self._plan is not None
        return self._plan


class AnzioBrief(Brief[Situation]):
    """13.0 The Allies want both towns at the end, the Germans one port for a whole turn."""

    weights: ClassVar[Path | None] = HERE
    plenty: ClassVar[float] = 4.0
    ease: ClassVar[float] = 3.0
    hunches: ClassVar[Mapping[str, float]] = {
        "strength": 4.0,
        "towns": 1.0,
        "ports": 2.0,
        "march to the towns": -0.8,
        "march to the ports": 0.8,
    }
    words: ClassVar[Mapping[str, Say]] = {
        "strength": Say("the balance of strength"),
        "late strength": Say("the balance of strength late in the game"),
        "towns": Say("the towns in Allied hands"),
        "late towns": Say("the towns in Allied hands late in the game"),
        "both towns": Say("both towns in Allied hands"),
        "ports": Say("the ports that the Germans do not hold"),
        "march to the towns": Say("the Allied march to the towns"),
        "march to the ports": Say("the German march to the ports"),
        "late": Say("the time that is left"),
    }

    def __init__(self, rules: Anzio) -> None:
        super().__init__(rules)
        self.anzio = rules
        self.tables = Appreciation(rules)
        self.memory: OrderedDict[tuple[object, ...], Memory] = OrderedDict()

    # -- aims

    def aims(self, state: Situation, seat: str) -> Sequence[Aim]:
        side = SIDES.index(seat)
        goals = self.tables.ports if side == GERMAN else self.tables.towns
        board = self.anzio.board

        def named(h: int) -> str:
            return next((p.name for p in board.places if p.hex == h), board.label(h))

        found = [
            Design(
                "as the ratio has it",
                Say("goes by the ratio of strengths all along the front"),
            ),
            Design("press", Say("presses on all along the front"), press=1.0, boldness=1.3),
            Design("hold", Say("holds what it has and lets the enemy come"), press=0.0),
        ]
        for h in goals:
            found.append(
                Design(
                    f"take {board.label(h)}",
                    Say("masses three quarters of its force for {place}", place=named(h)),
                    press=1.0,
                    effort=h,
                )
            )
        found += [
            Design("steady", Say("goes forward without haste"), press=0.5),
            Design(
                "bold",
                Say("attacks wherever it may"),
                press=1.0,
                boldness=1.8,
                enough=-0.5,
            ),
            Design(
                "careful",
                Say("goes forward with an eye on the enemy's reply"),
                press=0.6,
                boldness=0.7,
            ),
            Design(
                "spare",
                Say("holds and attacks only where it costs nothing"),
                press=0.2,
                enough=1.0,
            ),
        ]
        for h in goals:
            found.append(
                Design(
                    f"storm {board.label(h)}",
                    Say(
                        "storms {place} with three quarters of its force",
                        place=named(h),
                    ),
                    press=1.0,
                    effort=h,
                    boldness=1.6,
                    enough=-0.3,
                )
            )
        return found

    def postures(self, state: Situation, seat: str) -> Sequence[Aim]:
        return self.aims(state, seat)[:3]

    def policy(self, seat: str, aim: Aim, draft: Draft | None = None) -> Policy:
        assert isinstance(aim, Design)
        return Officer(self.anzio, Judge(self.tables, aim, self.memory), draft)

    # -- 10.0 a movement planned whole

    def moment(self, state: Situation, ask: Ask) -> str:
        if ask.kind not in ("move", "step"):
            return ""
        return f"{state.turn} {state.phase} {state.active}"

    def draft(self, state: Situation, ask: Ask, aim: Aim) -> Draft | None:
        assert isinstance(aim, Design)
        if ask.kind != "move":
            return None
        officer = Officer(self.anzio, Judge(self.tables, aim, self.memory))
        officer.judge.look(state)
        return Draft(aim, officer.movement(state, SIDES.index(ask.side)).goals)

    def regions(self, state: Situation, draft: Draft) -> Sequence[Collection[int]]:
        """West and east, front and rear."""
        units = sorted(
            draft.goals,
            key=lambda u: (self.anzio.board.grid.centre(state.hex[u])[0], u),
        )
        third = max(1, len(units) // 3)
        return [units[:third], units[third:-third], units[-third:]]

    def left(self, state: Situation) -> int | None:
        return self.anzio.turns - state.turn + 1

    # -- 12.0 single questions

    def options(self, state: Situation, ask: Ask, policy: Policy, rng: Random) -> Sequence[Choice]:
        own = policy.answer(state, ask, rng)
        match ask.kind:
            case "attack":
                return self._attacks(state, SIDES.index(ask.side), ask, own)
            case "retreat" | "advance" | "lose":
                others = [Choice(a, []) for a in ask.actions if str(a) != str(own.order)]
                return [own, *others[:ATTACKS]]
        return [own]

    def _attacks(self, g: Situation, side: int, ask: Ask, own: Choice) -> Sequence[Choice]:
        """The attacks that promise most by the ledger, and none."""
        label = self.anzio.board.label
        tables = self.tables
        tables.look(g)
        found = []
        for prospect in tables.prospects(g, side, every=True)[:12]:
            attack = combat.Attack(
                prospect.target,
                prospect.origin,
                g.at[prospect.origin],
                prospect.support,
            )
            sheet = combat.ledger(g, attack)
            exact = chances_of([(c.result, float(c.chance)) for c in sheet.chances])
            worth = tables.worth(g, attack, exact)
            support = "".join(f" support {label(h)}" for h in attack.support)
            order = f"attack {label(attack.target)} from {label(attack.origin)}{support} go"
            why = Say(
                "column {column}, die {modifier}: worth {worth} strength points",
                column=Say(sheet.column),
                modifier=f"{sheet.modifier:+d}",
                worth=figure(worth, "+.1f"),
            )
            found.append((worth, order, why))
        found.sort(key=lambda each: -each[0])
        choices = [Choice(order, [Reason("12.5", why)]) for _, order, why in found[:ATTACKS]]
        done = Choice(
            self.anzio.actions.done,
            [Reason("12.1a", Say("no attack that is left promises more than it costs"))],
        )
        rest = [c for c in [*choices, done] if str(c.order) != str(own.order)]
        return [own, *rest]

    # -- 13.0 how a position is read

    def features(self, state: Situation) -> Mapping[str, float]:
        g, tables, rules = state, self.tables, self.anzio
        tables.look(g)
        left = max(rules.turns - g.turn, 0) / rules.turns
        strength = [0.0, 0.0]
        for side in (ALLIED, GERMAN):
            low, high = rules.span[side]
            for u in range(low, high):
                if g.hex[u] >= 0 or g.hex[u] == LATER:
                    strength[side] += rules.units[u].strength[g.steps[u] or 2]
        ratio = math.log((strength[ALLIED] + 4) / (strength[GERMAN] + 4))
        towns = sum(g.occupied[ALLIED] >> h & 1 for h in tables.towns)
        ports = sum(not g.occupied[GERMAN] >> h & 1 for h in tables.ports)
        late = 1 - left
        return {
            "strength": ratio,
            "late strength": ratio * late,
            "towns": float(towns),
            "late towns": towns * late,
            "both towns": (towns == 2) * late * late,
            "ports": float(ports),
            "march to the towns": self._march(g, ALLIED, tables.towns),
            "march to the ports": self._march(g, GERMAN, tables.ports),
            "late": late,
        }

    def _march(self, g: Situation, side: int, goals: Sequence[int]) -> float:
        """How far the places are from the nearest group, in marches, on average."""
        held = members(g.occupied[side])
        march = self.tables.march[FOOT]
        if not held or not goals:
            return 3.0
        return sum(min(min(march[goal][h] for h in held), 12) for goal in goals) / 4 / len(goals)

    # -- training and measuring

    def handicap(self, state: Situation, rng: Random) -> None:
        """One side, more often the stronger one, loses steps on the map and units that are to come."""
        g, part = state, rng.uniform(0.0, 0.9)
        side = rng.choice((ALLIED, GERMAN, GERMAN, GERMAN))
        for u in range(*self.anzio.span[side]):
            if g.hex[u] == LATER and g.turn and rng.random() < part / 2:
                g.hex[u], g.steps[u] = GONE, 0
        for u in g.on_map(side):
            if rng.random() < part:
                if g.steps[u] == 2:
                    g.steps[u] = 1
                elif rng.random() < 0.5:
                    g.remove(u)

    def passive(self, state: Situation, seat: str) -> Aim | None:
        return Design("passive", Say("never attacks"), enough=math.inf)
