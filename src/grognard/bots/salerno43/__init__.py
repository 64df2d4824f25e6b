"""The staff of Salerno '43, for either side: it plans a movement whole and fights by the exact table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.salerno43 import Salerno43, combat, movement, naval, retreat, stacking
from ...games.salerno43.counters import GERMAN, SIDES
from ...games.salerno43.modifiers import Attack, reckon
from ...games.salerno43.situation import RESERVE, SEA, Situation
from ...games.zocbond import odds
from ...hexes import members, ring
from ..seat import Choice, Reason
from . import assault
from .country import Country
from .lines import step_worth, worth
from .look import ENOUGH, Look
from .plan import Plan, Planner, landing, moment

QUIET = ("done", "none", "stay", "halt", "stop", "go")
"""Answers that end a question, in the order in which they are taken where nothing else is known."""
LANDING = 0.5
"""What a landing must be worth by Landing Point."""


class SalernoStaff:
    """Answers the decisions of Salerno '43."""

    def __init__(self, rules: Salerno43) -> None:
        self.rules = rules
        self.acts = rules.actions
        self.country = Country(rules)
        self._plan: Plan | None = None
        self._looks: dict[int, tuple[tuple[object, ...], Look]] = {}
        self._target = -1
        """The hex attacked last."""
        self._group: tuple[int, ...] = ()
        """15.2.2 Who is to form the Breakthrough Group."""
        self._answers: dict[str, Callable[[Situation, int, Ask], Choice]] = {
            "invade": self._invade,
            "storm": self._storm,
            "initial": self._initial,
            "refit": self._refit,
            "reinforce": self._reinforce,
            "return": self._reinforce,
            "airdrop": self._airdrop,
            "withdraw": self._withdraw,
            "move": self._move,
            "step": self._step,
            "attack": self._attack,
            "join": self._join,
            "support": self._support,
            "defensive air": self._defensive_air,
            "lose": self._lose,
            "remnant": self._remnant,
            "overstacked": self._remove,
            "boundary": self._remove,
            "stand": self._stand,
            "lead": self._lead,
            "defensive support": self._defensive_support,
            "battleships": self._battleships,
            "hold or delay": self._hold,
            "retreat": self._retreat,
            "advance": self._advance,
            "advance to": self._advance_to,
            "breakthrough group": self._breakthrough_group,
            "breakthrough": self._breakthrough,
            "main assault force": self._main_force,
            "follow": self._follow,
        }

    def answer(self, state: Situation, ask: Ask, rng: Random) -> Choice:
        side = SIDES.index(ask.side)
        known = self._answers.get(ask.kind)
        if known is not None:
            return known(state, side, ask)
        return Choice(_quiet(ask), [])

    def _look(self, g: Situation, side: int) -> Look:
        """The side's look at this phase, taken once."""
        key = g.turn, g.phase, g.active
        known = self._looks.get(side)
        if known is None or known[0] != key:
            known = self._looks[side] = key, Look(self.rules, self.country, g, side)
        return known[1]

    # -- 24.2 the invasion

    def _invade(self, g: Situation, side: int, ask: Ask) -> Choice:
        first = [a for a in ask.actions if a.word == "Commandos"]
        best = (first or list(ask.actions))[0]
        return Choice(best, [Reason("24.2.1", Say("{beach} next", beach=best.word))])

    def _storm(self, g: Situation, side: int, ask: Ask) -> Choice:
        why = Say("both Commandos together take Salerno more often")
        return Choice(self.acts.go, [Reason("24.2.4", why)])

    # -- 3.0c, 17.5, 20.0, 21.0 the Initial Phase

    def _initial(self, g: Situation, side: int, ask: Ask) -> Choice:
        by_verb: dict[str, list[Action]] = {}
        for action in ask.actions:
            by_verb.setdefault(action.verb, []).append(action)
        for verb in ("place", "drop"):
            if verb in by_verb:
                return Choice(by_verb[verb][0], [])
        if "replace" in by_verb:
            best = max(by_verb["replace"], key=lambda a: self._gain(g, a.value))
            why = Say("{unit} gains most by the Replacement", unit=best.word)
            return Choice(best, [Reason("20.1.1", why)])
        if "ready" in by_verb:
            return self._ready(g, side, by_verb["ready"])
        return Choice(self.acts.done, [])

    def _gain(self, g: Situation, unit: int) -> float:
        """20.1 What one more step adds; a unit that comes back is of use only later."""
        counter, steps = self.rules.units[unit], g.steps[unit]
        more = counter.attack[steps + 1] + counter.defense[steps + 1]
        more -= counter.attack[steps] + counter.defense[steps]
        contact = g.hex[unit] >= 0 and g.zoc(1 - counter.side) >> g.hex[unit] & 1
        return more / 2 + 2.0 * counter.asu - 0.5 * (not steps) - 0.3 * bool(contact)

    def _ready(self, g: Situation, side: int, actions: list[Action]) -> Choice:
        """17.5 The guns with most of the enemy in range first."""
        grid, units = self.rules.board.grid, self.rules.units
        foes = members(g.occupied[1 - side])

        def use(action: Action) -> int:
            place, reach = g.hex[action.value], units[action.value].range + 1
            if g.is_area(place):
                return 0
            return sum(grid.distance(place, f) <= reach for f in foes)

        best = max(actions, key=use)
        return Choice(best, [Reason("17.5", Say("{unit} will be needed again", unit=best.word))])

    def _refit(self, g: Situation, side: int, ask: Ask) -> Choice:
        ready = [a for a in ask.actions if a.verb == "ready"]
        if ready:
            return self._ready(g, side, ready)
        if self.acts.abandon in ask.actions and self._lost_east(g):
            why = Say("nothing is left to hold against the 8th Army")
            return Choice(self.acts.abandon, [Reason("S2.3.7", why)])
        return Choice(self.acts.done, [])

    def _lost_east(self, g: Situation) -> bool:
        """S2.3.7 Whether the sector of the 8th Army has nothing more to lose."""
        tables = self.rules.tables
        troops = [u for u in g.on_map(GERMAN) if tables.sector8 >> g.hex[u] & 1]
        prizes = [h for h in tables.vp if tables.sector8 >> h & 1]
        return not troops and all(g.control >> h & 1 for h in prizes)

    def _reinforce(self, g: Situation, side: int, ask: Ask) -> Choice:
        """21.1.1, 20.3.1 Where the march to the unit's aim is shortest."""
        unit = self._named(ask)
        aims = self.country.aims(g, side, self.rules.units[unit].army)

        def march(action: Action) -> float:
            if action.value == RESERVE:
                return 2.5
            crowd = 0.05 * len(g.group(action.value))
            turns = self.country.turns
            ways = (turns(unit, action.value, aim) - 0.5 * aims[aim] for aim in aims)
            return min(ways, default=0.0) + crowd

        best = min(ask.actions, key=march)
        facts = {"unit": self.rules.units[unit].id, "area": best.word}
        return Choice(
            best, [Reason("21.1.1", Say("{unit}: from {area} is the way short", **facts))]
        )

    def _airdrop(self, g: Situation, side: int, ask: Ask) -> Choice:
        """21.6.2 On open ground out of reach of the enemy, near the fighting."""
        unit, look = self._named(ask), self._look(g, side)
        tables = self.rules.tables
        aims = self.country.aims(g, side)
        bad = tables.full_mountain | tables.marsh

        def merit(action: Action) -> float:
            h = action.value
            risk = 3.0 * (bad >> h & 1) + 3.0 * (g.zoc(GERMAN) >> h & 1)
            risk += 3.0 * (not look.front.supplied >> h & 1) + look.front.threat[h] / 10
            ways = (self.country.turns(unit, h, aim) - aims[aim] for aim in aims)
            march = min(ways, default=0.0)
            return -march - risk + 2.0 * bool(look.prize(g, h)) - 9.0 * (not look.room(g, unit, h))

        best = max(ask.actions, key=merit)
        why = Say("{hex} is open ground near the fighting", hex=best.word)
        return Choice(best, [Reason("21.6.2", why)])

    def _withdraw(self, g: Situation, side: int, ask: Ask) -> Choice:
        best = min(ask.actions, key=lambda a: worth(g, a.value) - 0.5 * g.defense(a.value))
        why = Say("{unit} can be spared most easily", unit=best.word)
        return Choice(best, [Reason("S2.2", why)])

    def _named(self, ask: Ask) -> int:
        found = self.rules.units.find(str(ask.prompt.params["unit"]))
        assert found is not None
        return found.index

    # -- 5.0 movement

    def _move(self, g: Situation, side: int, ask: Ask) -> Choice:
        overrun = self._overrun(g, ask)
        if overrun is not None:
            return overrun
        movers = {a.value for a in ask.actions if a.verb == "move"}
        plan = self._plan
        if plan is None or plan.moment != moment(g):
            self._looks.pop(side, None)
            planner = Planner(self._look(g, side), g, sorted(movers))
            plan = self._plan = planner.plan()
        for unit, goal in plan.goals.items():
            if unit not in movers or g.hex[unit] == goal:
                continue
            way = movement.ends(g, unit).get(goal)
            if way is None:
                continue
            why = [plan.why[unit]] if unit in plan.why else []
            return Choice(self._order(g, unit, way[1]), why)
        landed = self._land(g, movers)
        if landed is not None:
            return landed
        return self._make_room(g, side, movers) or Choice(self.acts.done, [])

    def _order(self, g: Situation, unit: int, way: list[int]) -> Action | str:
        """The whole march, or only its beginning where enemies in Full Retreat may interrupt it."""
        if g.routed[g.enemy]:
            return self.acts.move[unit]
        return f"move {self.rules.units[unit].id} {'-'.join(g.word(h) for h in way)}"

    def _overrun(self, g: Situation, ask: Ask) -> Choice | None:
        """8.7 An Automatic DS is taken where it is offered."""
        offered = [a.value for a in ask.actions if a.verb == "autods"]
        marked = {u for group in g.automatic for u in group[1:]}
        for target in offered:
            able = [u for u in combat.targets(g).get(target, []) if u not in marked]
            for attack in assault.options(g, target, able):
                done = Attack(target, attack.units, attack.maf, attack.attached, kind="automatic")
                if reckon(g, done).column >= odds.TEN_TO_ONE:
                    why = Say("{hex} is overrun at 10-1", hex=g.word(target))
                    return Choice(self._words("autods", g, done), [Reason("8.7.1", why)])
        return None

    def _words(self, verb: str, g: Situation, attack: Attack) -> str:
        """An attack as an order."""
        units = self.rules.units
        core = [u for u in attack.maf if u != attack.attached]
        force = units[core[0]].formation or units[core[0]].id
        if len(core) == 1 and sum(units[u].formation == force for u in attack.units) > 1:
            force = units[core[0]].id
        words = [verb, g.word(attack.target)]
        for u in attack.units:
            words += ["with", units[u].id]
        words += ["maf", force]
        if attack.attached >= 0:
            words += ["attach", units[attack.attached].id]
        if attack.air:
            words += ["air", attack.air]
        for u in attack.asus:
            words += ["asu", units[u].id]
        if attack.naval:
            words += ["naval", attack.naval]
        if attack.valiant:
            words.append("valiant")
        return " ".join([*words, "go"])

    def _land(self, g: Situation, movers: Iterable[int]) -> Choice | None:
        """18.4 The unit that is needed most, at the harbour of its nation."""
        best: tuple[float, int, int] | None = None
        for unit in movers:
            if g.hex[unit] not in (RESERVE, SEA):
                continue
            nation = self.rules.units[unit].nation
            for harbour in naval.sailings(g, unit):
                if harbour == RESERVE or not self._free(g, unit, harbour):
                    continue
                value = landing(g, self.country, unit, harbour)
                if naval.beachhead_nation(g, harbour) not in ("", nation):
                    value -= 4.0
                if value > LANDING and (best is None or value > best[0]):
                    best = value, unit, harbour
        if best is None:
            return None
        _, unit, harbour = best
        facts = {"unit": g.id(unit), "hex": g.word(harbour)}
        order = f"move {g.id(unit)} sail {g.word(harbour)}"
        return Choice(order, [Reason("18.4.3", Say("{unit} lands in {hex}", **facts))])

    def _free(self, g: Situation, unit: int, h: int) -> bool:
        return stacking.points(g, [*g.group(h), unit]) <= stacking.LIMIT

    def _make_room(self, g: Situation, side: int, movers: set[int]) -> Choice | None:
        """4.4 Somebody must leave an overfull hex before the movement ends."""
        look = self._look(g, side)
        for h in members(g.occupied[side]):
            if not stacking.over(g, h):
                continue
            best: tuple[float, int, list[int]] | None = None
            for unit in g.at[h]:
                if unit not in movers:
                    continue
                for goal, (_, way) in movement.ends(g, unit).items():
                    if look.room(g, unit, goal):
                        value = look.merit(g, g, unit, goal)
                        if best is None or value > best[0]:
                            best = value, unit, way
            if best is not None:
                why = Say("six Stacking Points are the limit in {hex}", hex=g.word(h))
                return Choice(self._order(g, best[1], best[2]), [Reason("4.1", why)])
        return None

    def _step(self, g: Situation, side: int, ask: Ask) -> Choice:
        """A unit is on the move: on by the plan, or to the best place it can reach."""
        unit, plan = g.mover, self._plan
        stay = self.acts.stay
        here = g.hex[unit]
        if plan is not None and plan.moment[:3] == moment(g)[:3] and unit in plan.goals:
            goal = plan.goals[unit]
            way = movement.ends(g, unit).get(goal)
            if here == goal or way is None:
                if here < 0 or self._look(g, side).room(g, unit, here):
                    return Choice(stay, [])
            else:
                return Choice(self.acts.to[way[1][0]], [])
        return self._best_step(g, side, unit, ask)

    def _best_step(self, g: Situation, side: int, unit: int, ask: Ask) -> Choice:
        look = self._look(g, side)
        here = g.hex[unit]
        if here < 0:
            harbours = [a for a in ask.actions if a.verb == "sail" and a.value >= 0]
            free = [a for a in harbours if self._free(g, unit, a.value)]
            if not free:
                return Choice(self.acts.stay, [])
            return Choice(max(free, key=lambda a: landing(g, self.country, unit, a.value)), [])
        best, first = -1e9, self.acts.stay
        if look.room(g, unit, here):
            best = look.value(g, unit, here)
        ends = movement.ends(g, unit)
        near = sorted(ends, key=lambda h: (look.turns(unit, h), h))[:12]
        for h in near:
            if not look.room(g, unit, h):
                continue
            value = look.value(g, unit, h)
            if value > best:
                best, first = value, self.acts.to[ends[h][1][0]]
        return Choice(first if first in ask.actions else self.acts.stay, [])

    # -- 8.0 combat

    def _attack(self, g: Situation, side: int, ask: Ask) -> Choice:
        """8.1-8.6 The attack that promises most by the exact table, or none."""
        found: assault.Prospect | None = None
        for target, able in combat.targets(g).items():
            prospect = assault.best(g, target, able)
            if prospect is not None and (found is None or prospect.worth > found.worth):
                found = prospect
        if found is None or found.worth < self._look(g, side).enough:
            why = Say("no attack that is left promises more than it costs")
            return Choice(self.acts.done, [Reason("8.1", why)])
        attack = found.attack
        self._target, self._group = attack.target, ()
        ledger = combat.ledger(g, attack)
        why = Say(
            "{hex} at {column}: worth {worth} strength points",
            hex=g.word(attack.target),
            column=ledger.column,
            worth=f"{found.worth:+.1f}",
        )
        return Choice(self._words("attack", g, attack), [Reason("8.3", why)])

    def _join(self, g: Situation, side: int, ask: Ask) -> Choice:
        """8.4 An attack begun by hand: everybody joins, the strongest force leads."""
        more = [a for a in ask.actions if a.verb == "with"]
        if more:
            return Choice(max(more, key=lambda a: g.attack(a.value)), [])
        return self._main_force(g, side, ask)

    def _main_force(self, g: Situation, side: int, ask: Ask) -> Choice:
        """8.4.1 The formation, or the unit, that brings most strength."""
        units = self.rules.units
        near = set()
        if "hex" in ask.prompt.params:
            target = self.rules.board.index(str(ask.prompt.params["hex"]))
            near = set(ring(self.rules.board.grid, target))

        def strength(action: Action) -> int:
            if action.value >= 0:
                return g.attack(action.value)
            return sum(
                g.attack(u)
                for u in g.in_play(side)
                if units[u].formation == action.word and g.hex[u] in near
            )

        forces = [a for a in ask.actions if a.verb == "maf"]
        best = max(forces, key=strength) if forces else _quiet(ask)
        return Choice(best, [Reason("8.4.1", Say("{force} is the strongest", force=best.word))])

    def _support(self, g: Situation, side: int, ask: Ask) -> Choice:
        for verb in ("attach", "air", "naval", "go"):
            found = [a for a in ask.actions if a.verb == verb]
            if found:
                return Choice(found[0], [])
        return Choice(ask.actions[-1], [])

    def _lose(self, g: Situation, side: int, ask: Ask) -> Choice:
        """10.2.1 Our cheapest step, the enemy's dearest."""
        ours = self.rules.units[ask.actions[0].value].side == side
        pick = min if ours else max
        best = pick(ask.actions, key=lambda a: step_worth(g, a.value))
        if ours:
            return Choice(best, [Reason("10.2", Say("{unit} costs least", unit=best.word))])
        return Choice(best, [Reason("10.2", Say("{unit} hurts most", unit=best.word))])

    def _remnant(self, g: Situation, side: int, ask: Ask) -> Choice:
        return Choice(self.acts.remnant, [Reason("10.4.2", Say("a Remnant can still hold ground"))])

    def _remove(self, g: Situation, side: int, ask: Ask) -> Choice:
        best = min(ask.actions, key=lambda a: worth(g, a.value) + 9.0 * (g.steps[a.value] == 0))
        return Choice(best, [Reason(ask.rule, Say("{unit} costs least", unit=best.word))])

    # -- 11.0 defence

    def _hex(self, ask: Ask) -> int:
        return self.rules.board.index(str(ask.prompt.params["hex"]))

    def _dear(self, g: Situation, side: int, h: int) -> bool:
        """Whether a hex is one that must be held."""
        return h in self.country.keys(g, side) or bool(self.rules.tables.city >> h & 1)

    def _defensive_air(self, g: Situation, side: int, ask: Ask) -> Choice:
        """9.4 The Allies keep their aircraft for their own attacks unless much is at stake."""
        h = self._hex(ask)
        stake = sum(worth(g, u) for u in g.at[h])
        if side == GERMAN or self._dear(g, side, h) or stake > 8.0:
            why = Say("{hex} is worth the aircraft", hex=g.word(h))
            return Choice(ask.actions[0], [Reason("9.4", why)])
        return Choice(self.acts.none, [Reason("9.4", Say("the aircraft are kept for our attacks"))])

    def _stand(self, g: Situation, side: int, ask: Ask) -> Choice:
        """11.1 A stand costs little; only poor troops who can get away are spared it."""
        h = self._hex(ask)
        group = g.at[h]
        steady = any(g.quality(u) != "low" for u in group if not self.rules.units[u].asu)
        trapped = any(not retreat.can_retreat(g, u, 2, group) for u in group)
        if steady or trapped or self._dear(g, side, h):
            return Choice(self.acts.stand, [Reason("11.1", Say("{hex} is held", hex=g.word(h)))])
        return Choice(self.acts.yield_, [Reason("11.1", Say("{hex} is given up", hex=g.word(h)))])

    def _lead(self, g: Situation, side: int, ask: Ask) -> Choice:
        """11.2.3 The best troops, and among them those that a step costs least."""
        rank = {"elite": 2.0, "normal": 0.0, "low": -2.0}
        best = max(
            ask.actions, key=lambda a: rank[g.quality(a.value)] - 0.5 * step_worth(g, a.value)
        )
        return Choice(best, [Reason("11.2.4", Say("{unit} leads the defence", unit=best.word))])

    def _defensive_support(self, g: Situation, side: int, ask: Ask) -> Choice:
        """11.3 Guns that a Supply Point readies again, else ships and aircraft where it matters."""
        guns = [a for a in ask.actions if a.verb == "asu"]
        others = [a for a in ask.actions if a.verb in ("naval", "air")]
        h = self._hex(ask)
        stake = sum(worth(g, u) for u in g.at[h])
        if guns and (g.sp[side] or not others):
            return Choice(guns[0], [Reason("11.3", Say("the guns help to hold"))])
        if others and (side == GERMAN or self._dear(g, side, h) or stake > 5.0):
            return Choice(others[0], [Reason("11.3", Say("{hex} is worth it", hex=g.word(h)))])
        return Choice(self.acts.none, [])

    def _battleships(self, g: Situation, side: int, ask: Ask) -> Choice:
        near = g.beachheads() if g.battleships < 2 else [*g.beachheads(), *self.rules.tables.vp]
        struck = [h for h in near if any(g.struck >> u & 1 for u in g.group(h))]
        if struck:
            why = Say("{hex} must not fall", hex=g.word(struck[0]))
            return Choice(self.acts.valiant, [Reason("19.4", why)])
        return Choice(self.acts.none, [])

    def _hold(self, g: Situation, side: int, ask: Ask) -> Choice:
        """11.4.3 A city that need not pay does not; dear ground is worth a step."""
        h = self._hex(ask)
        if self.acts.partial in ask.actions and not g.city_battles >> h & 1:
            why = Say("the fight for {hex} goes on without loss", hex=g.word(h))
            return Choice(self.acts.partial, [Reason("11.6.2", why)])
        group = g.at[h]
        trapped = any(not retreat.open_ways(g, u, 1, 3, group) for u in group)
        if trapped or self._dear(g, side, h):
            why = Say("{hex} is worth a step", hex=g.word(h))
            return Choice(self.acts.hold, [Reason("11.4.3", why)])
        give = [a for a in ask.actions if a is not self.acts.hold]
        return Choice(give[0], [Reason("11.4.3", Say("{hex} is not worth a step", hex=g.word(h)))])

    def _retreat(self, g: Situation, side: int, ask: Ask) -> Choice:
        """12.1.3 The way that leaves the position worth most."""
        unit, look = self._named(ask), self._look(g, side)
        here = g.hex[unit]

        def merit(action: Action) -> float:
            h = action.value if action.verb == "retreat" else here
            crowd = 2.0 * (not look.room(g, unit, h))
            exposed = 2.0 * bool(h < self.rules.tables.size and g.zoc(1 - side) >> h & 1)
            return look.value(g, unit, h) - crowd - exposed

        best = max(ask.actions, key=merit)
        facts = {"unit": self.rules.units[unit].id, "hex": best.word or g.word(here)}
        return Choice(best, [Reason("12.1.3", Say("{unit} is best off in {hex}", **facts))])

    # -- 14.0, 15.0 advance and breakthrough

    def _advance(self, g: Situation, side: int, ask: Ask) -> Choice:
        """14.1 Whoever stands better in front goes there, the strongest first."""
        storm = [a for a in ask.actions if a.verb == "assault"]
        if storm:
            why = Say("{hex} can be stormed from the sea", hex=storm[0].word)
            return Choice(storm[0], [Reason("24.2.4", why)])
        look = self._look(g, side)
        units = [a for a in ask.actions if a.verb == "advance"]
        for action in sorted(units, key=lambda a: -worth(g, a.value)):
            unit = action.value
            stay = look.value(g, unit, g.hex[unit])
            if any(look.value(g, unit, h) > stay for h in self._ahead(g, side, unit)):
                why = Say("{unit} follows up", unit=action.word)
                return Choice(action, [Reason("14.1", why)])
        return Choice(self.acts.done, [])

    def _ahead(self, g: Situation, side: int, unit: int) -> list[int]:
        """The hexes next to a unit that an advance might lead to."""
        here, tables, look = g.hex[unit], self.rules.tables, self._look(g, side)
        if g.is_area(here):
            near = tables.touch[here - tables.size]
        else:
            near = tables.ground.around[here] & tables.land
        closed = g.occupied[1 - side] | g.bonds(1 - side).hexes
        if 0 <= self._target < tables.size:
            closed &= ~(1 << self._target) | g.occupied[1 - side]
        return [h for h in members(near & ~closed) if look.room(g, unit, h)]

    def _advance_to(self, g: Situation, side: int, ask: Ask) -> Choice:
        """14.2 Hex by hex, as long as the position gains."""
        unit, look = self._named(ask), self._look(g, side)

        def merit(action: Action) -> float:
            h = action.value if action.verb == "to" else g.hex[unit]
            return look.value(g, unit, h) - 3.0 * (not look.room(g, unit, h))

        best = max(ask.actions, key=merit)
        if best.verb != "to":
            return Choice(best, [])
        facts = {"unit": self.rules.units[unit].id, "hex": best.word}
        return Choice(best, [Reason("14.2", Say("{unit} is worth more in {hex}", **facts))])

    def _breakthrough_group(self, g: Situation, side: int, ask: Ask) -> Choice:
        """15.2.2 A group is formed where a second attack from the hex just won promises something."""
        able = [a.value for a in ask.actions if a.verb == "group"]
        if not self._group and self.acts.go not in ask.actions:
            self._group = self._exploit(g, side, able)
        for u in able:
            if u in self._group:
                why = Say("{unit} goes on to attack", unit=g.id(u))
                return Choice(self.acts.group[u], [Reason("15.2.2", why)])
        return Choice(self.acts.go if self.acts.go in ask.actions else self.acts.none, [])

    def _exploit(self, g: Situation, side: int, able: list[int]) -> tuple[int, ...]:
        """Who should attack again from the vacated hex; () if nobody."""
        vacated = self._target
        tables = self.rules.tables
        if not 0 <= vacated < tables.size or vacated in g.at:
            return ()
        scratch = g.copy()
        group: list[int] = []
        for u in sorted(able, key=lambda u: -g.attack(u)):
            near = g.is_area(g.hex[u]) or tables.ground.around[vacated] >> g.hex[u] & 1
            if near and stacking.points(g, [*group, u]) <= stacking.LIMIT:
                group.append(u)
                scratch.put(u, vacated)
        best: tuple[float, tuple[int, ...]] = ENOUGH, ()
        for foe in members(tables.ground.around[vacated] & g.occupied[1 - side]):
            if self._hard(vacated, foe):
                continue
            value, units = self._second(scratch, foe, group)
            if value > best[0]:
                best = value, units
        return best[1]

    def _hard(self, here: int, foe: int) -> bool:
        """15.2.6 Whether mountains or rivers keep a Breakthrough Combat from the hex."""
        ground = self.rules.tables.ground
        d = ground.deltas.index(foe - here)
        barrier = (ground.mountain[d] | ground.river[d]) >> here & 1
        return bool(barrier and not ground.road[d] >> here & 1)

    def _second(self, g: Situation, foe: int, group: list[int]) -> tuple[float, tuple[int, ...]]:
        """15.3 The best Breakthrough Combat of a group against a hex."""
        best: tuple[float, tuple[int, ...]] = -9.0, ()
        if not group:
            return best
        units = self.rules.units
        first = units[group[0]]
        same = [u for u in group if (units[u].nation, units[u].army) == (first.nation, first.army)]
        for choice in combat.forces(g, same):
            maf = combat.force(g, same, choice)
            attack = Attack(foe, tuple(same), maf, kind="breakthrough")
            value = assault.appraise(g, attack)
            if value > best[0]:
                best = value, tuple(same)
        return best

    def _breakthrough(self, g: Situation, side: int, ask: Ask) -> Choice:
        """15.2.4 Into the hex just won, then against whoever promises most."""
        here = self._hex_or_area(ask)
        present = [u for u in g.group(here) if u in self._group] or [
            u for u in g.group(here) if self.rules.units[u].side == side and g.attack(u)
        ]
        best: tuple[float, Action] | None = None
        for action in ask.actions:
            if action.verb == "assault" and present:
                value, _ = self._second(g, action.value, present)
                if value > ENOUGH / 2 and (best is None or value > best[0]):
                    best = value, action
        if best is not None:
            why = Say("the breakthrough goes on against {hex}", hex=best[1].word)
            return Choice(best[1], [Reason("15.2.6", why)])
        for action in ask.actions:
            if action.verb == "to" and action.value == self._target and here != self._target:
                return Choice(action, [Reason("15.2.4", Say("into the breach"))])
        return Choice(self.acts.halt, [])

    def _hex_or_area(self, ask: Ask) -> int:
        place = self.rules.place(str(ask.prompt.params["hex"]))
        assert place is not None
        return place

    def _follow(self, g: Situation, side: int, ask: Ask) -> Choice:
        """15.2.1 Ground that was won is occupied."""
        goals = [a for a in ask.actions if a.verb == "to"]
        best = goals[0] if goals else _quiet(ask)
        return Choice(best, [Reason("15.2.1", Say("{hex} is taken", hex=best.word))])


def _quiet(ask: Ask) -> Action:
    """What to answer where nothing better is known."""
    for verb in QUIET:
        for action in ask.actions:
            if action.verb == verb:
                return action
    return ask.actions[0]
