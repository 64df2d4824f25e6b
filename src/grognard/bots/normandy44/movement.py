"""9.0, 15.0 A movement by its plan: marches, landings, entries, positions, trucks and Reserves."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.normandy44 import reach as ground
from ...games.normandy44 import reserves
from ...games.normandy44.counters import ALLIED, GERMAN
from ...games.normandy44.situation import BRITAIN, FORTRESS, Situation
from ...games.zocbond import reach, stacking
from ...hexes import mask_of, members
from ..seat import Choice, Reason
from ..zocbond.movements import Plan
from .headquarters import Headquarters, Section
from .look import SPEARHEAD
from .plan import in_reserve, moment
from .worth import worth

CONTACT = 3
"""How near the enemy must be for his attacks to be weighed, in hexes."""
CANDIDATES = 10
"""How many ends of a march are weighed for a unit on its own."""
CLOSE_UP = 6
"""How far behind the enemy's line a Reserve is of use, in hexes."""
TRUCKED = 3.0
"""What a unit must be worth that is given trucks."""
WHOLE = 2.0
"""What it is worth that a division comes ashore whole."""
SPARE = 0.3
"""What is left of the worth of a battalion when every division ashore has one to be attached."""
LONG_WAY = 1.5
"""The march, in turns, from which trucks are worth sending."""


class Movement(Section):
    """9.0 Who moves, by the plan of the phase."""

    def __init__(self, hq: Headquarters) -> None:
        super().__init__(hq)
        self._plan: Plan | None = None
        self.answers = {"move": self._move, "step": self._step, "return": self._return}

    def _move(self, g: Situation, side: int, ask: Ask) -> Choice:
        movers = {a.value for a in ask.actions if a.verb == "move"}
        plan = self._planned(g, side, movers)
        next_ = (
            self._march(g, plan, movers)
            or self._make_room(g, side, movers)
            or self._arrive(g, side, movers)
            or self._make_room(g, side, movers)
        )
        if next_ is not None or self.hq.hasty:
            return next_ or Choice(self.acts.done, [])
        return (
            self._fortress(g, ask)
            or self._trucks(g, side, ask)
            or self._dig(g, side, ask, plan)
            or self._reserve(g, side, ask, plan)
            or Choice(self.acts.done, [])
        )

    def _planned(self, g: Situation, side: int, movers: set[int]) -> Plan:
        plan = self._plan
        if plan is None or plan.moment != moment(g):
            plan = self._plan = self.hq.plan(g, side, sorted(movers))
        return plan

    def _march(self, g: Situation, plan: Plan, movers: set[int]) -> Choice | None:
        """The next unit of the plan that can still come where it is wanted."""
        for unit, goal in list(plan.goals.items()):
            if unit not in movers or g.hex[unit] in (goal, -1):
                continue
            way = reach.ends(g, unit).get(goal)
            if way is None:
                del plan.goals[unit]
                continue
            path = "-".join(g.word(h) for h in way[1])
            why = [plan.why[unit]] if unit in plan.why else []
            return Choice(f"move {g.id(unit)} {path}", why)
        return None

    # -- 6.5, 6.6 troops from the sea and from the edge

    def _arrive(self, g: Situation, side: int, movers: set[int]) -> Choice | None:
        """Who comes onto the map next."""
        waiting = [u for u in sorted(movers) if g.hex[u] < 0]
        if not waiting:
            return None
        if side == GERMAN:
            best = max(waiting, key=lambda u: (worth(g, u), -u))
            why = Say("{unit} comes as soon as it can", unit=g.id(best))
            return Choice(self.acts.move[best], [Reason("6.6", why)])
        value, best = max((self._landing(g, u), -u) for u in waiting)
        if value <= 0:
            return None
        why = Say("{unit} is needed most ashore", unit=g.id(-best))
        return Choice(self.acts.move[-best], [Reason("6.5.1", why)])

    def _landing(self, g: Situation, unit: int) -> float:
        """6.5.1 What it is worth to land a unit, by reinforcement point."""
        counter = self.rules.units.units[unit]
        cost = counter.cost if g.hex[unit] == BRITAIN else 1
        if counter.type == "engineer":
            return 99.0
        ashore = [u for u in g.on_map(ALLIED) if g.army(u) == g.army(unit)]
        if counter.hq:
            have = sum(self.rules.units.units[u].hq for u in ashore)
            return (9.0 if have < 2 else 2.0) / max(cost, 1)
        units = self.rules.units.units
        value, formations = worth(g, unit), {units[u].formation for u in ashore} - {""}
        if counter.formation in formations:
            value += WHOLE
        elif not counter.formation:
            alone = sum(not units[u].formation and not units[u].hq for u in ashore)
            value *= 1.0 if alone < len(formations) else SPARE
        return value / max(cost, 1)

    def _sites(self, g: Situation, side: int, unit: int, ask: Ask) -> Choice:
        """6.5.2, 6.6 Where a unit comes onto the map: near its aim, where there is room."""
        look = self.hq.look(g, side)
        open_ = [a for a in ask.actions if a.verb in ("land", "enter")]
        free = [a for a in open_ if look.room(g, unit, a.value)] or open_
        if not free:
            return Choice(self.acts.stay, [])
        best = min(free, key=lambda a: (look.turns(unit, a.value), len(g.group(a.value)), a.value))
        facts = {"unit": g.id(unit), "hex": best.word}
        rule = "6.5.2" if side == ALLIED else "6.6"
        return Choice(best, [Reason(rule, Say("{unit}: from {hex} the way is short", **facts))])

    # -- what else belongs to the phase

    def _make_room(self, g: Situation, side: int, movers: set[int]) -> Choice | None:
        """7.2 Somebody must leave an overfull hex before the movement ends."""
        for h in members(g.occupied[side]):
            if not stacking.over(g, g.group(h)):
                continue
            look = self.hq.look(g, side)
            best: tuple[float, int, list[int]] | None = None
            for unit in g.at[h]:
                if unit not in movers:
                    continue
                for goal, (_, way) in reach.ends(g, unit).items():
                    if look.room(g, unit, goal) and not ground.blocked(g, unit) >> goal & 1:
                        value = look.merit(g, g, unit, goal) - 0.1 * look.front.threat[goal]
                        if best is None or value > best[0]:
                            best = value, unit, way
            if best is not None:
                _, unit, way = best
                path = "-".join(g.word(n) for n in way)
                why = Say("there are too many in {hex}", hex=g.word(h))
                return Choice(f"move {g.id(unit)} {path}", [Reason("7.2", why)])
        return None

    def _fortress(self, g: Situation, ask: Ask) -> Choice | None:
        """17.4b The Cotentin HQ goes into the fortress when the enemy comes near it."""
        hexes = [a for a in ask.actions if a.verb == "cotentin"]
        if not hexes or not g.sp[FORTRESS]:
            return None
        here = g.hex[self.rules.cotentin]
        if not self.rules.board.grid.within(here, 3) & g.occupied[ALLIED]:
            return None
        best = min(hexes, key=lambda a: len(g.group(a.value)) == 0)
        why = Say("the guns of the Cotentin are safest in {hex}", hex=best.word)
        return Choice(best, [Reason("17.4", why)])

    def _trucks(self, g: Situation, side: int, ask: Ask) -> Choice | None:
        """9.8.6 The trucks go to the strongest of those who have far to go."""
        look = self.hq.look(g, side)
        far = [
            a
            for a in ask.actions
            if a.verb == "truck"
            and worth(g, a.value) >= TRUCKED
            and not (g.hex[a.value] >= 0 and self._close(g, side, g.hex[a.value]))
            and look.way(g, a.value) > LONG_WAY
        ]
        if not far:
            return None
        best = max(far, key=lambda a: (worth(g, a.value), -a.value))
        why = Say("{unit} has the longest way", unit=best.word)
        return Choice(best, [Reason("9.8.6", why)])

    def _dig(self, g: Situation, side: int, ask: Ask, plan: Plan) -> Choice | None:
        """16.1 Improved Positions where the enemy can strike and we mean to stay."""
        keep = [
            a
            for a in ask.actions
            if a.verb == "dig" and a.value not in plan.goals and g.near_enemy(g.hex[a.value], side)
        ]
        if not keep:
            return None
        keys = self.country.keys(g, side)

        def merit(action: Action) -> float:
            h = g.hex[action.value]
            return keys.get(h, 0.0) + sum(worth(g, u) for u in g.at[h])

        best = max(keep, key=merit)
        why = Say("{unit} digs in", unit=best.word)
        return Choice(best, [Reason("16.1.3", why)])

    def _reserve(self, g: Situation, side: int, ask: Ask, plan: Plan) -> Choice | None:
        """15.1 Strong troops that nothing ties to their place wait for what the combats bring, those first who could strike then."""
        tied = self.hq.look(g, side).guards(g)
        offered = [
            a
            for a in ask.actions
            if a.verb == "reserve"
            and g.attack(a.value) >= SPEARHEAD
            and a.value not in tied
            and not g.near_enemy(g.hex[a.value], side)
            and self._close(g, side, g.hex[a.value])
        ]
        if not offered:
            return None
        units, facing = self.rules.units.units, self.rules.board.grid.spread(g.occupied[1 - side])

        def merit(action: Action) -> tuple[bool, bool, int, int]:
            unit = action.value
            ends = mask_of(reach.ends(in_reserve(g, [unit]), unit))
            return bool(ends & facing), units[unit].mechanized, g.attack(unit), -unit

        best = max(offered, key=merit)
        if reserves.refuse(g, best.value) is not None:
            return None
        why = Say("{unit} waits in Reserve", unit=best.word)
        return Choice(best, [Reason("15.1", why)])

    def _close(self, g: Situation, side: int, h: int) -> bool:
        return bool(self.rules.board.grid.within(h, CLOSE_UP) & g.occupied[1 - side])

    def _contact(self, g: Situation, side: int, hexes: Sequence[int]) -> bool:
        """Whether one of these hexes is near the enemy."""
        near, spread = g.occupied[1 - side], self.rules.board.grid.spread
        for _ in range(CONTACT):
            near |= spread(near)
        return any(near >> h & 1 for h in hexes)

    # -- one unit on the move

    def _step(self, g: Situation, side: int, ask: Ask) -> Choice:
        """A unit is on the move: on by the plan, or to the best place it can reach."""
        unit, plan, here = g.mover, self._plan, g.hex[g.mover]
        if here < 0:
            return self._sites(g, side, unit, ask)
        if plan is not None and plan.moment[:3] == moment(g)[:3] and unit in plan.goals:
            goal = plan.goals[unit]
            way = reach.ends(g, unit).get(goal)
            if here == goal and self.acts.stay in ask.actions:
                return Choice(self.acts.stay, [])
            if way is not None:
                return Choice(self.acts.to[way[1][0]], [])
        return self._best_step(g, side, unit, ask.actions)

    def _best_step(self, g: Situation, side: int, unit: int, actions: Sequence[Action]) -> Choice:
        look, here = self.hq.look(g, side), g.hex[unit]
        ends = reach.ends(g, unit)
        free = [h for h in ends if look.room(g, unit, h)]
        near = self._contact(g, side, [here, *free])

        def value_of(h: int) -> float:
            """Out of reach of the enemy only the march counts."""
            return look.value(g, unit, h) if near else look.merit(g, g, unit, h)

        best, first = -1e9, self.acts.stay
        if look.room(g, unit, here):
            best = value_of(here)
        for h in sorted(free, key=lambda h: (look.turns(unit, h), h))[:CANDIDATES]:
            value = value_of(h)
            if value > best:
                best, first = value, self.acts.to[ends[h][1][0]]
        if first not in actions:
            first = self.acts.stay if self.acts.stay in actions else actions[0]
        return Choice(first, [])

    def _return(self, g: Situation, side: int, ask: Ask) -> Choice:
        """22.1.2 Back over the boundary to where the unit is worth most."""
        unit, look = self.hq.named(ask), self.hq.look(g, side)
        best = max(ask.actions, key=lambda a: look.merit(g, g, unit, a.value))
        facts = {"unit": g.id(unit), "hex": best.word}
        return Choice(best, [Reason("22.1.2", Say("{unit} is worth more in {hex}", **facts))])
