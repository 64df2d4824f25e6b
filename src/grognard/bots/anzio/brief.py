"""The brief of Anzio: what either side may aim at, its staff as a quick player, how a position is read."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import ClassVar

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.anzio import Anzio, combat
from ...games.anzio.counters import ALLIED, GERMAN, SIDES
from ...games.anzio.situation import GONE, LATER, Situation
from ...hexes import members
from ...say import figure
from ..search import Aim, Brief, Draft, Policy
from ..seat import Choice, Reason
from .appreciation import Appreciation, chances_of
from .designs import DRILL, GUARDS, RINGS, SLIPS, WALK, designs
from .judge import GUARDED, Design, Judge, Memory, backwards
from .officer import Officer
from .reading import WORDS, figures, raided

ATTACKS = 5
"""How many attacks are worth a playout."""
SHY_FROM = 4
"""An enemy who has not attacked before this turn seems never to attack."""
NEAR, PRESSED = 4, 0.7
"""So near the ports, in hexes, the Germans press; and with so much strength for that of all Allies."""
AT_ONCE = 2
"""From this turn on the Germans come near, whether they mean to attack or not."""
HERE = Path(__file__).parent


class AnzioBrief(Brief[Situation]):
    """13.0 The Allies want both towns at the end, the Germans one port for a whole turn."""

    weights: ClassVar[Path | None] = HERE
    frailties: ClassVar[Mapping[str, Mapping[str, float]]] = {
        "recruit": {"overlooks": 0.6, "muddles": 0.98},
        "regular": {"overlooks": 0.45, "muddles": 0.68},
        "veteran": {"overlooks": 0.3, "slips": 0.9, "muddles": 0.3},
        "elite": {"overlooks": 0.2, "slips": 0.8},
    }
    calm: ClassVar[float] = 4.0
    hunches: ClassVar[Mapping[str, float]] = {
        "strength": 2.0,
        "late strength": 1.0,
        "late towns": 0.8,
        "both towns": 2.5,
        "ports": 1.5,
        "late way to the towns": -0.3,
        "way to the ports": 0.2,
        "at the ports": 0.5,
        "approaches": -0.4,
        "late raiders": 1.0,
        "late guards": -0.5,
    }
    words: ClassVar[Mapping[str, Say]] = WORDS

    def __init__(self, rules: Anzio) -> None:
        super().__init__(rules)
        self.anzio = rules
        self.tables = Appreciation(rules)
        self.memory: OrderedDict[tuple[object, ...], Memory] = OrderedDict()
        foot, armored = map(backwards, rules.tables.sure)
        self.back = foot, armored
        self._designs = [designs(rules, goals) for goals in (self.tables.towns, self.tables.ports)]
        self._designs[ALLIED] = [WALK, *SLIPS, *self._designs[ALLIED], *RINGS]
        self._designs[GERMAN] += GUARDS
        self._reader = self._judge(DRILL)

    def _judge(self, design: Design) -> Judge:
        return Judge(self.tables, design, self.memory, self.back)

    # -- aims

    def aims(self, state: Situation, seat: str) -> Sequence[Aim]:
        return self._designs[SIDES.index(seat)]

    def postures(self, state: Situation, seat: str) -> Sequence[Aim]:
        """As expected; the Germans with dash, the Allies with caution; a task force for each objective."""
        found = {design.key: design for design in self._designs[SIDES.index(seat)]}
        forces = next(design for design in found.values() if design.take)
        return DRILL, found["press" if seat == SIDES[GERMAN] else "careful"], forces

    def shy(self, state: Situation, deeds: Sequence[Action]) -> bool:
        return state.turn >= SHY_FROM and not any(deed.verb == "attack" for deed in deeds)

    def apt(self, state: Situation, seat: str, aim: Aim, deeds: Sequence[Action]) -> bool:
        """Against a stronger enemy the Allies close the ring: on turn 2 at once, from turn 4 on if he has attacked and is near.

        Raiders who are out stay out as long as he is stronger and attacks, near or not; they hide no longer if he is shy.
        Late in the game the Germans have their towns guarded if raiders are about.
        """
        assert isinstance(aim, Design)
        if seat != SIDES[ALLIED]:
            return aim.guard == self._raided(state)
        ours, theirs = (state.strength(tuple(state.on_map(side))) for side in (ALLIED, GERMAN))
        fights = any(deed.verb == "attack" for deed in deeds)
        pressed = AT_ONCE <= state.turn < SHY_FROM or (
            fights and self._near(state) >= PRESSED * ours
        )
        if aim.openly:
            return self.shy(state, deeds)
        if aim.raid and not aim.ring:
            return ours < theirs and not pressed and not self.shy(state, deeds)
        if aim.raid and (fights or pressed):
            return ours < theirs
        return aim.ring == (ours < theirs and pressed)

    def _raided(self, g: Situation) -> bool:
        """Whether not much time is left and the Allies can still walk into both towns."""
        self._reader.look(g)
        return self.anzio.turns - g.turn < GUARDED and raided(self._reader, g) > 1

    def _near(self, g: Situation) -> int:
        """The strength of the Germans near the ports."""
        within, where = self.anzio.board.grid.within, 0
        for port in self.tables.ports:
            where |= within(port, NEAR)
        return sum(g.strength(g.at[h]) for h in members(g.occupied[GERMAN] & where))

    def policy(self, seat: str, aim: Aim, draft: Draft | None = None) -> Policy:
        assert isinstance(aim, Design)
        return Officer(self.anzio, self._judge(aim), draft)

    # -- 10.0 a movement planned whole

    def moment(self, state: Situation, ask: Ask) -> str:
        if ask.kind not in ("move", "step"):
            return ""
        return f"{state.turn} {state.phase} {state.active}"

    def draft(self, state: Situation, ask: Ask, aim: Aim) -> Draft | None:
        assert isinstance(aim, Design)
        if ask.kind != "move":
            return None
        officer = Officer(self.anzio, self._judge(aim))
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
        return figures(self._reader, state)

    # -- training and measuring

    def handicap(self, state: Situation, rng: Random) -> None:
        """One side, more often the stronger one, loses steps on the map and units that are to come."""
        g, part = state, rng.uniform(0.0, 0.9)
        side = rng.choice((ALLIED, *[GERMAN] * 5))
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
