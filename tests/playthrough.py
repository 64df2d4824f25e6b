"""Random games to the end, for the tests of every game: what must hold and what must be possible at any moment."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from itertools import combinations

import pytest

import grognard
from grognard import Action, Game, IllegalAction
from grognard.engine.decision import Ask, Event
from grognard.engine.rulebook import Rulebook
from grognard.games import ruleset_class

LIMIT = 60_000
VERBS = ("move", "attack", "from", "to", "with", "truck", "normal", "tactical", "strategic", "stay")


def option_sets(game: str) -> list[tuple[str, ...]]:
    """Every combination of a game's options, none first, all last."""
    options = [option.id for option in ruleset_class(game).option_list]
    return [c for n in range(len(options) + 1) for c in combinations(options, n)]


@cache
def cited(game: str, rule: str) -> str:
    """The text of a rule; UnknownRule if it is not in the book."""
    return Rulebook.of(game).text(rule)


def texts(g: Game) -> list[str]:
    return [action.text for action in g.legal_actions]


def question(g: Game) -> tuple[str, str, str, list[str]] | None:
    ask = g.decision
    return (ask.side, ask.kind, ask.rule, texts(g)) if ask else None


class Watch:
    """What must hold from one action to the next; a game adds its own, judged without its rules' helpers."""

    odd: Sequence[str] = ("", "9999", "0000", "XX-NOBODY", "0", "-", "+", "move move", "à")
    """Words of this game, or of none, that fit nowhere."""

    def __init__(self, g: Game) -> None:
        self.g = g
        self.dice = g.state.die

    def after(self, events: Iterable[Event]) -> None:
        g = self.g
        assert g.rules.check(g.state) == []
        assert (g.decision is None) == (g.outcome is not None)
        if g.decision is not None:
            listed = texts(g)
            assert listed, "a decision without an answer"
            assert len(set(listed)) == len(listed)
            assert g.decision.side in g.rules.seats
            assert cited(g.rules.name, g.decision.rule)
        for event in events:
            assert cited(g.rules.name, event.rule)
            assert str(event)
            assert event.kind != "choice", "what was ordered is told by the table"
        assert g.state.die >= self.dice
        self.dice = g.state.die

    def same(self, again: Game) -> None:
        """What a game read back from its position must share beyond its question."""


class Mortal(Watch):
    """Over a game of the ZOC-bond series, whose units may be lost for good."""

    dead_place: int
    """Where those are that do not come back."""

    def __init__(self, g: Game) -> None:
        super().__init__(g)
        self.dead: set[int] = set()

    def after(self, events: Iterable[Event]) -> None:
        super().after(events)
        dead = {u for u, place in enumerate(self.g.state.hex) if place == self.dead_place}
        assert dead >= self.dead, "what is lost for good does not come back"
        self.dead = dead


def probe(watch: Watch, chance: random.Random, *, size: int) -> None:
    """What must be possible at any moment."""
    g = watch.g
    position, asked = g.position, question(g)
    twin = g.copy()
    assert (twin.position, question(twin)) == (position, asked)
    assert twin.state == g.state
    again = grognard.load(position, seed=g.seed)
    assert (again.position, question(again)) == (position, asked)
    watch.same(again)
    assert len(position.encode()) < size
    from_the_checkpoint(g)
    action = chance.choice(g.legal_actions)
    other = next(seat for seat in g.rules.seats if seat != g.side)
    with pytest.raises(IllegalAction) as refused:
        g.play(action, side=other)
    assert cited(g.rules.name, refused.value.rule)
    listed = list(g.legal_actions)
    for each in chance.sample(listed, min(len(listed), 12)):
        assert each.text in g.legal_actions, each
    for _ in range(4):
        order = nonsense(watch, chance)
        refused_or_done(g, order)
        answered_or_refused(g, order, chance)
    assert (g.position, question(g)) == (position, asked), "a question must not change the game"
    undone(twin, action)
    assert (g.position, question(g)) == (position, asked), "the twin is not independent"


def from_the_checkpoint(g: Game) -> None:
    """The phases are re-entrant: afresh on the state of a checkpoint, the same is asked."""
    base, since = g.checkpoint()
    fresh = base.copy()
    wants = next(g.rules.procedure(fresh))
    if not since:
        assert isinstance(wants, Ask)
        assert g.decision is not None
        assert wants.top or not g.trail, "but for the start of a game a checkpoint asks afresh"
        assert (wants.side, wants.kind, [a.text for a in wants.actions]) == (
            g.side,
            g.decision.kind,
            texts(g),
        )
        assert fresh == base


def undone(twin: Game, action: Action) -> None:
    """A choice taken back leaves everything as it was, but that dice once thrown stay thrown.

    Over a die, or over what was shown (the end of a game with secrets shows all), only with force.
    """
    before, asked, entries = twin.position, question(twin), len(twin.trail)
    fallen = twin.state.die
    twin.play(action)
    if len(twin.trail) <= entries:
        return  # What was begun has been called off: nothing is left to take back.
    if twin.state.die == fallen and not twin.revealed_since(entries):
        assert twin.undo() == action
        assert twin.position == before
    else:
        with pytest.raises(IllegalAction):
            twin.undo()
        thrown = twin.state.die
        assert twin.undo(force=True) == action
        assert twin.state.die == thrown
    assert question(twin) == asked


def cut_short(g: Game) -> None:
    """An order of every verb that is asked for, broken off after any word."""
    for said in {action.verb: action.text.split() for action in g.legal_actions}.values():
        for end in range(1, len(said)):
            refused_or_done(g, " ".join(said[:end]))


def nonsense(watch: Watch, chance: random.Random) -> str:
    """An order of real verbs, units, hexes and numbers, hardly ever a sensible one."""
    g = watch.g
    verbs = sorted({action.verb for action in g.legal_actions} | set(VERBS))
    units = [piece.id for piece in g.rules.pieces(g.state)]
    hexes = [g.rules.board.label(h) for h in g.rules.board.hexes]
    near = [word for action in g.legal_actions for word in action.text.split()]
    words = [chance.choice(verbs)] if chance.random() < 0.8 else []
    for _ in range(chance.randint(0, 3)):
        words.append(chance.choice(chance.choice((units, hexes, watch.odd, near, verbs))))
    if chance.random() < 0.3:
        words.append(wandering(g, chance.choice(hexes if chance.random() < 0.5 else near), chance))
    return " ".join(words)


def wandering(g: Game, start: str, chance: random.Random) -> str:
    """A path from a hex; what is no hex stays as it is."""
    board, path = g.rules.board, [start]
    for _ in range(chance.randint(1, 3) if board.has(start) else 0):
        around = board.grid.neighbours[board.index(path[-1])]
        near = [h for h in around if h >= 0 and board.terrain[h]]
        path.append(board.label(chance.choice(near)))
    return "-".join(path)


def answered_or_refused(g: Game, order: str, chance: random.Random) -> None:
    """What is asked at the front door has an answer, or is refused."""
    unit = chance.choice(g.pieces()).id
    last = (order.split() or [""])[-1]
    for question in (
        lambda: g.odds(order),
        lambda: g.reach(unit),
        lambda: g.cost(unit, last),
        lambda: g.unit(unit),
        lambda: g.facts(last),
        lambda: g.lines(last),
    ):
        with suppress(IllegalAction):
            question()


def refused_or_done(g: Game, order: str) -> bool:
    """An order is refused with its reason and changes nothing, or it is done; True if it was done."""
    before, asked, trail = g.position, question(g), list(g.trail)
    why = g.legal_actions.why_not(order)
    assert (order in g.legal_actions) == (why is None)
    twin = g.copy()
    if why is None:
        twin.play(order)
        assert list(twin.trail) != trail
        return True
    with pytest.raises(IllegalAction) as refusal:
        twin.play(order)
    assert str(refusal.value) == str(why)
    assert not why.rule or cited(g.rules.name, why.rule)
    assert (twin.position, question(twin)) == (before, asked)
    assert list(twin.trail) == trail
    return False


def whole_game(
    watch: type[Watch],
    game: str,
    scenario: str,
    options: tuple[str, ...],
    seed: str,
    *,
    probes: float = 0.0,
    size: int = 4096,
) -> Game:
    """A game to its end; ``probes`` is the share of its moments that are looked at closely."""
    chance = random.Random(seed)
    g = grognard.new(game, seed=seed, scenario=scenario, options=options)
    eye = watch(g)
    asked: set[str] = set()
    for _ in range(LIMIT):
        if g.decision is None:
            break
        if g.decision.kind not in asked:
            asked.add(g.decision.kind)
            cut_short(g)
        if chance.random() < probes:
            probe(eye, chance, size=size)
        eye.after(g.play(chance.choice(g.legal_actions)))
    assert g.outcome is not None
    assert cited(game, g.outcome.rule)
    record = g.record
    back = grognard.load(record)
    assert (back.position, back.outcome, back.record) == (g.position, g.outcome, record)
    assert grognard.verify(record) == []
    assert grognard.load(g.position).outcome == g.outcome
    return g
