"""3.1, 7.0, 11.2 The Initial Segment: the cup, withdrawals, replacements, headquarters, Group Hecker."""

from __future__ import annotations

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.gazala1942 import activation
from ...games.gazala1942.counters import AXIS
from ...games.gazala1942.situation import UNSUPPLIED, Situation
from ..seat import Choice, Reason
from .design import LONG
from .movement import Movement
from .papers import Papers, Section, quiet

IDLE = 0.6
"""A marker whose impulse promises less is left out: it would only wear out the luck of the draw."""
CUT_OFF = 3
"""7.6 So many units out of supply make a withdrawal worth its price."""


class Cup(Section):
    """What is decided before the first impulse of a turn."""

    def __init__(self, papers: Papers, movement: Movement) -> None:
        super().__init__(papers)
        self._movement = movement
        self._known: tuple[tuple[object, ...], dict[int, float]] | None = None
        self.answers = {
            "markers": self._markers,
            "withdrawal": self._withdrawal,
            "replacements": self._replacements,
            "strength": self._strength,
            "return": self._return,
            "note": self._note,
            "join": self._join,
        }

    def _markers(self, g: Situation, side: int, ask: Ask) -> Choice:
        """7.1 The formation whose impulse promises most."""
        values = self.values(g, side, [a.value for a in ask.actions if a.verb == "put"])
        puts = [a for a in ask.actions if a.verb == "put"]
        best = max(puts, key=lambda a: (values[a.value], -a.value))
        if values[best.value] < IDLE and len(puts) < len(ask.actions) and g.picked:
            return Choice(quiet(ask), [])
        why = Say("{unit} can do most now", unit=best.word)
        return Choice(best, [Reason("7.1", why)])

    def values(self, g: Situation, side: int, heads: list[int]) -> dict[int, float]:
        """What the impulse of each HQ promises, as the table stands now."""
        key = (g.turn, side, tuple(g.hex), g.breached)
        if self._known is None or self._known[0] != key:
            self._known = key, {}
        known = self._known[1]
        for hq in heads:
            if hq in known:
                continue
            if g.hex[hq] < 0:
                known[hq] = 1.0
                continue
            trial = g.copy()
            trial.marker, trial.active = self.rules.marker_of[hq], side
            trial.impulses += 1
            trial.phase = "movement"
            trial.attacks = trial.armor_targets = trial.marched = trial.tried = 0
            activation.activate(trial)
            known[hq] = self._movement.plan(trial).value + self._movement.work(trial)
        return known

    def _withdrawal(self, g: Situation, side: int, ask: Ask) -> Choice:
        """7.6 When a good part of the line is cut off."""
        cut = sum(g.supply[u] >= UNSUPPLIED and not self.units[u].hq for u in g.on_map(side))
        setting = self.rules.setting
        late = setting.turns >= LONG and g.turn > setting.turns / 3
        if late and cut >= CUT_OFF and side != self.papers.country.attacker():
            for action in ask.actions:
                if action.verb == "declare":
                    why = Say("units without supply, {count}, must be brought back", count=cut)
                    return Choice(action, [Reason("7.6", why)])
        return Choice(quiet(ask), [])

    def _replacements(self, g: Situation, side: int, ask: Ask) -> Choice:
        """11.2 The dearest unit first: those on the map before those that are lost."""

        def value(action: Action) -> tuple[float, int]:
            unit = self.units[action.value]
            full = unit.strength[unit.steps] + unit.armor[unit.steps]
            return (full + (3.0 if action.verb == "replace" else 0.0), -action.value)

        offers = [a for a in ask.actions if a.verb in ("replace", "restore")]
        if not offers:
            return Choice(quiet(ask), [])
        best = max(offers, key=value)
        return Choice(
            best, [Reason("11.2", Say("{unit} is brought up to strength", unit=best.word))]
        )

    def _strength(self, g: Situation, side: int, ask: Ask) -> Choice:
        return Choice(next(a for a in ask.actions if a.verb == "two"), [])

    def _return(self, g: Situation, side: int, ask: Ask) -> Choice:
        """10.13b, 11.23 Where it is safest, and near its own."""
        look, unit = self.papers.look(g, side), self.named(ask)
        grid = self.rules.board.grid
        mine = [g.hex[u] for u in g.on_map(side) if g.command[u] in (unit, g.command[unit])]

        def value(action: Action) -> tuple[float, int]:
            far = sum(grid.distance(action.value, h) for h in mine) / max(len(mine), 1)
            blow, _ = look.threat.at(action.value)
            holds = sum(self.units[u].strength[g.steps[u]] for u in g.stack(action.value))
            return (-0.2 * far - max(blow - 2 * holds, 0.0), -action.value)

        return Choice(max(ask.actions, key=value), [])

    def _note(self, g: Situation, side: int, ask: Ask) -> Choice:
        """10.4a Group Hecker comes on the last days, next to an objective that is not ours."""
        setting = self.rules.setting
        notes = [a for a in ask.actions if a.verb == "note"]
        wanted = [h for h in setting.objectives if not g.controls(AXIS, h)]
        due = setting.turns - self.rules.charts.landing_ahead
        if not notes or not wanted or side != setting.winner or not due - 1 <= g.turn <= due:
            return Choice(quiet(ask), [])
        distance = self.rules.board.grid.distance
        best = min(notes, key=lambda a: (min(distance(a.value, h) for h in wanted), a.value))
        why = Say("a landing in {hex} threatens an objective from the sea", hex=best.word)
        return Choice(best, [Reason("10.4a", why)])

    def _join(self, g: Situation, side: int, ask: Ask) -> Choice:
        """10.6b Parts of a brigade that meet become one."""
        for action in ask.actions:
            if action.verb == "join":
                return Choice(action, [])
        return Choice(quiet(ask), [])
