"""The staff of Anzio, for either side: it plans a movement whole and fights by the ledger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.anzio import Anzio, combat, groups, movement, solitaire, tactics
from ...games.anzio.counters import FOOT, GERMAN, SIDES
from ...games.anzio.situation import Situation
from ...hexes import members
from ...say import figure
from ..seat import Choice, Reason
from .appreciation import Appreciation, Intent, chances_of

SHORT_LIST = 6
"""How many places off the front are weighed for a group."""
ENOUGH = 0.25
"""What an attack must promise before it is made, in strength points."""


class Plan(NamedTuple):
    """A movement: where each unit stood, where it is to go, and the moment it is meant for."""

    moment: tuple[object, ...]
    home: dict[int, int]
    goals: dict[int, int]

    def fits(self, g: Situation) -> bool:
        """Whether the movement has gone by this plan so far."""
        return self.moment == moment(g, g.active) and all(
            g.hex[u] in (h, self.goals[u]) for u, h in self.home.items()
        )


class AnzioStaff:
    """Answers the decisions of Anzio."""

    enough = ENOUGH

    def __init__(self, rules: Anzio) -> None:
        self.rules = rules
        self.judge = Appreciation(rules)
        self._plan: Plan | None = None

    def answer(self, state: Situation, ask: Ask, rng: Random) -> Choice:
        side = SIDES.index(ask.side)
        if side == GERMAN and "solitaire" in state.game.options:
            order, why = solitaire.order(state, ask)
            return Choice(order, [Reason(*reason) for reason in why])
        self.judge.look(state)
        match ask.kind:
            case "set up":
                return self._set_up(ask)
            case "reinforce":
                return Choice(ask.actions[0], [])
            case "set up where" | "reinforce where":
                return self._enter(state, side, ask)
            case "move":
                return self._move(state, side, ask)
            case "step":
                return self._step(state, side, ask)
            case "bombard":
                return Choice(ask.actions[0], [Reason("11.2", Say("the guns have a target"))])
            case "target":
                return self._target(state, side, ask)
            case "hit":
                return self._hit(state, ask)
            case "attack":
                return self._attack(state, side, ask)
            case "attack from" | "support":
                return self._declare(state, side, ask)
            case "lose":
                return self._lose(state, ask)
            case "retreat":
                return self._retreat(state, side, ask)
            case _:
                return self._advance(state, side, ask)

    # -- 4.0, 9.0 coming to the map

    def _set_up(self, ask: Ask) -> Choice:
        last = ask.actions[-1]
        if last.verb == "default":
            return Choice(last, [Reason("4.0", Say("divisions whole, each on its road or beach"))])
        return Choice(ask.actions[0], [])

    def _enter(self, g: Situation, side: int, ask: Ask) -> Choice:
        """Beside the other half of the division, else where the march is short and the road free."""
        judge, counters = self.judge, self.rules.units
        goals = judge.ports if side == GERMAN else judge.towns
        found = counters.find(ask.about.units[0])
        division = found.formation if found else ""

        def march(action: Action) -> float:
            h = action.value
            way = min((judge.march[FOOT][goal][h] for goal in goals), default=0)
            there = g.group(h)
            if division and any(counters[u].formation == division for u in there):
                return way - tactics.FAR
            return way + 1.5 * len(there)

        best = min(ask.actions, key=march)
        return Choice(best, [Reason("9.0", Say("the division stays whole on a short march"))])

    # -- 10.0 movement

    def _move(self, g: Situation, side: int, ask: Ask) -> Choice:
        plan = self._plan_for(g, side)
        movers = {action.value: action for action in ask.actions if action.verb == "move"}
        label = self.rules.board.label
        for unit, goal in plan.goals.items():
            if unit in movers and g.hex[unit] != goal and goal in movement.ends(g, unit):
                order = f"move {self.rules.units[unit].id} {label(goal)}"
                return Choice(order, [self._why_there(g, side, unit, goal)])
        done = self.rules.actions.done
        if done in ask.actions:
            return Choice(done, self._why_held(g, side, plan))
        return self._make_room(g, side, list(movers))

    def _plan_for(self, g: Situation, side: int) -> Plan:
        """The plan of this movement, made anew if things have gone otherwise."""
        plan = self._plan
        if plan is None or not plan.fits(g):
            plan = self._plan = self.movement(g, side)
        return plan

    def _make_room(self, g: Situation, side: int, movers: list[int]) -> Choice:
        """5.0a Somebody must leave an overfull hex: whoever loses least by it."""
        intent = self.judge.intent(g, side)
        best: tuple[float, int, int] | None = None
        for unit in movers:
            if not groups.overfull(g, g.hex[unit]):
                continue
            for goal in movement.ends(g, unit):
                trial = g.copy()
                trial.put(unit, goal)
                score = self.judge.value(trial, side, intent), unit, goal
                if best is None or score > best:
                    best = score
        if best is None:
            return Choice(self.rules.actions.move[movers[0]], [])
        _, unit, goal = best
        order = f"move {self.rules.units[unit].id} {self.rules.board.label(goal)}"
        return Choice(order, [Reason("5.0a", Say("two units are the limit in a hex"))])

    def movement(
        self, g: Situation, side: int, turns: Sequence[tuple[int, ...]] | None = None
    ) -> Plan:
        """Where every unit should go: each group in turn, the foremost first, then once more.

        ``turns`` are the groups to be placed, one after the other, if not these.
        """
        judge = self.judge
        intent = judge.intent(g, side)
        home = {u: g.hex[u] for u in g.on_map(side) if not g.moved >> u & 1}
        trial = g.copy()
        goals = dict(home)
        if turns is None:
            whole = tactics.parties(g, side)
            halves = [(u,) for party in whole if len(party) > 1 for u in party]
            turns = [*whole, *halves, *whole]
        posted = self._posted(g, intent, home)
        for u, h in posted.items():
            trial.put(u, h)
            goals[u] = h
        for party in turns:
            if not any(u in posted for u in party):
                self._place_best(trial, side, intent, party, home, goals)
        return Plan(moment(g, side), home, goals)

    def _posted(self, g: Situation, intent: Intent, home: dict[int, int]) -> dict[int, int]:
        """By unit: a place that is not weighed; the staff has none."""
        return {}

    def _depth(self, side: int, h: int) -> int:
        goals = self.judge.ports if side == GERMAN else self.judge.towns
        return min((self.judge.march[FOOT][goal][h] for goal in goals), default=0)

    def _place_best(
        self,
        trial: Situation,
        side: int,
        intent: Intent,
        party: tuple[int, ...],
        home: dict[int, int],
        goals: dict[int, int],
    ) -> None:
        """Put a group where the whole position is worth most."""
        now = [goals[u] for u in party]
        for u in party:
            trial.put(u, home[u])
        places = self._places(trial, side, intent, party)
        best, chosen = -1e9, now
        for hexes in ([h] * len(party) for h in places):
            for u, h in zip(party, hexes, strict=True):
                trial.put(u, h)
            score = self.judge.value(trial, side, intent)
            if score > best + 1e-9:
                best, chosen = score, hexes
        if now != chosen and len(set(now)) > 1:
            for u, h in zip(party, now, strict=True):
                trial.put(u, h)
            if self.judge.value(trial, side, intent) >= best:
                chosen = now
        for u, h in zip(party, chosen, strict=True):
            trial.put(u, h)
            goals[u] = h

    def _places(self, g: Situation, side: int, intent: Intent, party: tuple[int, ...]) -> list[int]:
        """The places worth weighing: staying, all contact with the enemy, the best of the rest."""
        start = g.hex[party[0]]
        open_ = -1
        for unit in party:
            sure, _, closed = movement.destinations(g, unit)
            mask = 0
            for h in sure:
                mask |= 1 << h
            open_ &= mask & ~closed | 1 << start
        crowd = [h for h in members(open_ & g.occupied[side]) if h != start]
        for h in crowd:
            if len(g.at[h]) + len(party) > groups.LIMIT:
                open_ &= ~(1 << h)
        stay = not groups.overfull(g, start) and len(g.at[start]) <= groups.LIMIT
        open_ &= ~(1 << start)
        front = open_ & g.zoc(1 - side) | open_ & (self.rules.port_mask | self.rules.objective_mask)
        pull = self._pull(g, side, intent, party)
        rest = sorted(members(open_ & ~front), key=pull)[:SHORT_LIST]
        places = members(front) + rest
        return [start, *places] if stay or not places else places

    def _pull(
        self, g: Situation, side: int, intent: Intent, party: tuple[int, ...]
    ) -> Callable[[int], float]:
        """How far a hex is from where a party is wanted."""
        march = self.judge.march[self.judge.group(g, party).klass]
        goal, home = intent.goals.get(party[0]), intent.home.get(party[0])

        def pull(h: int) -> float:
            ahead = march[goal][h] if goal is not None else 0
            behind = march[home][h] if home is not None else 0
            rough = self.rules.tables.rough >> h & 1
            return intent.posture * ahead + (1 - intent.posture) * behind - rough

        return pull

    def _why_there(self, g: Situation, side: int, unit: int, goal: int) -> Reason:
        label, tables = self.rules.board.label, self.rules.tables
        name = self.rules.units[unit].id
        facts = {"unit": name, "hex": label(goal)}
        enemies = members(tables.around[goal] & g.occupied[1 - side])
        if self.rules.port_mask >> goal & 1:
            return Reason("13.0b", Say("{unit} holds the port in {hex}", **facts))
        if self.rules.objective_mask >> goal & 1:
            return Reason("13.0a", Say("{unit} holds the objective in {hex}", **facts))
        if enemies:
            foe = label(enemies[0])
            return Reason("12.1", Say("{unit} goes to {hex} to fight {foe}", foe=foe, **facts))
        if g.zoc(1 - side) >> g.hex[unit] & 1:
            return Reason("10.4", Say("{unit} breaks contact and falls back to {hex}", **facts))
        if self._depth(side, goal) < self._depth(side, g.hex[unit]):
            return Reason("", Say("{unit} moves up to {hex}", **facts))
        return Reason("", Say("{unit} takes its place in the line in {hex}", **facts))

    def _why_held(self, g: Situation, side: int, plan: Plan) -> list[Reason]:
        """One reason for all who stayed where they were."""
        held = [self.rules.units[u].id for u, h in plan.home.items() if g.hex[u] == h]
        if not held:
            return []
        units = ", ".join(held)
        return [Reason("10.1", Say("no better place is in reach of {units}", units=units))]

    def _step(self, g: Situation, side: int, ask: Ask) -> Choice:
        """A unit is on the move already: on by the plan, or to the best place it can reach."""
        stay = self.rules.actions.stay
        plan = self._plan
        arrived = plan is not None and plan.fits(g) and plan.goals.get(g.mover) == g.hex[g.mover]
        if arrived and stay in ask.actions:
            return Choice(stay, [])
        intent = self.judge.intent(g, side)
        found = movement.ends(g, g.mover)
        best, way = -1e9, [g.hex[g.mover]]
        if stay in ask.actions:
            best = self.judge.value(g, side, intent)
        for h, (_, path) in found.items():
            trial = g.copy()
            trial.put(g.mover, h)
            score = self.judge.value(trial, side, intent)
            if score > best:
                best, way = score, path
        if way[0] == g.hex[g.mover]:
            return Choice(ask.actions[-1], [])
        step = self.rules.actions.to[way[0]]
        return Choice(step, [self._why_there(g, side, g.mover, way[-1])])

    # -- 11.0 bombardment

    def _target(self, g: Situation, side: int, ask: Ask) -> Choice:
        """The hex where a hit costs most, and where our attack comes next."""
        aims = {p.target for p in self.judge.prospects(g, side)[:3]}

        def harm(action: Action) -> float:
            group = g.at[action.value]
            full = [u for u in group if g.steps[u] == 2]
            step = max(self.judge.loss(g, u) for u in full or group)
            ground = 1.0 if self._key(action.value) else 0.0
            return step + ground + (1.5 if action.value in aims else 0.0)

        best = max(ask.actions, key=harm)
        return Choice(best, [Reason("11.2d", Say("the hit hurts most in {hex}", hex=best.word))])

    def _key(self, h: int) -> bool:
        return bool((self.rules.port_mask | self.rules.objective_mask) >> h & 1)

    def _hit(self, g: Situation, ask: Ask) -> Choice:
        best = max(ask.actions, key=lambda action: self.judge.loss(g, action.value))
        return Choice(best, [Reason("11.2e", Say("{unit} has most to lose", unit=best.word))])

    # -- 12.0 combat

    def _attack(self, g: Situation, side: int, ask: Ask) -> Choice:
        """12.1-12.5 The attack that promises most by the exact ledger, or none."""
        label = self.rules.board.label
        best, order, ledger = self.enough, "", None
        for prospect in self.judge.prospects(g, side, every=True)[:12]:
            attack = combat.Attack(
                prospect.target, prospect.origin, g.at[prospect.origin], prospect.support
            )
            found = combat.ledger(g, attack)
            exact = chances_of([(c.result, float(c.chance)) for c in found.chances])
            worth = self.judge.worth(g, attack, exact) - 0.2 * len(attack.support)
            if worth > best:
                best, ledger = worth, found
                support = "".join(f" support {label(h)}" for h in attack.support)
                order = f"attack {label(attack.target)} from {label(attack.origin)}{support} go"
        if ledger is None:
            return Choice(
                self.rules.actions.done,
                [Reason("12.1a", Say("no attack that is left promises more than it costs"))],
            )
        why = Say(
            "column {column}, die {modifier}: worth {worth} strength points",
            column=Say(ledger.column),
            modifier=f"{ledger.modifier:+d}",
            worth=figure(best, "+.1f"),
        )
        return Choice(order, [Reason("12.5", why)])

    def _declare(self, g: Situation, side: int, ask: Ask) -> Choice:
        """12.1-12.2 An attack begun by hand: the strongest group, all the support there is."""
        if ask.kind == "support":
            return Choice(ask.actions[0], [])
        best = max(ask.actions, key=lambda a: g.strength(g.at[a.value]))
        return Choice(best, [Reason("12.1", Say("the strongest group attacks"))])

    def _lose(self, g: Situation, ask: Ask) -> Choice:
        """12.5b The cheapest step; among equals a full-strength unit and armor are kept."""

        def cost(action: Action) -> tuple[float, bool]:
            unit = action.value
            return self.judge.loss(g, unit), self.rules.units[unit].armored

        best = min(ask.actions, key=cost)
        return Choice(
            best, [Reason("12.5b", Say("the loss of {unit} costs least", unit=best.word))]
        )

    def _retreat(self, g: Situation, side: int, ask: Ask) -> Choice:
        """12.7 The hex from which the position is worth most."""
        start = g.at[self.rules.board.index(ask.about.hexes[0])]
        intent = self.judge.intent(g, side)

        def worth(action: Action) -> float:
            trial = g.copy()
            for u in start:
                trial.put(u, action.value)
            exposed = 4.0 if g.zoc(1 - side) >> action.value & 1 else 0.0
            return self.judge.value(trial, side, intent) - exposed

        best = max(ask.actions, key=worth)
        return Choice(
            best, [Reason("12.7", Say("the best ground behind us is {hex}", hex=best.word))]
        )

    def _advance(self, g: Situation, side: int, ask: Ask) -> Choice:
        """12.8 Advance if the position is worth more for it."""
        board = self.rules.board
        vacated, start = map(board.index, ask.about.hexes)
        intent = self.judge.intent(g, side)
        stay = self.judge.value(g, side, intent)
        trial = g.copy()
        for u in g.at[start]:
            trial.put(u, vacated)
        go = self.judge.value(trial, side, intent)
        facts = {"start": board.label(start), "hex": board.label(vacated)}
        if go > stay:
            return Choice(
                self.rules.actions.advance,
                [Reason("12.8", Say("{hex} is worth more to us than {start}", **facts))],
            )
        return Choice(
            self.rules.actions.remain,
            [Reason("12.8", Say("the group stands better in {start} than in {hex}", **facts))],
        )


def moment(g: Situation, side: int) -> tuple[object, ...]:
    """What a side's movement plan depends on and the movement itself does not change."""
    low, high = g.game.span[1 - side]
    return g.turn, g.phase, side, g.weather, tuple(g.hex[low:high]), tuple(g.steps)
