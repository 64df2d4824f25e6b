"""The report of a game: losses, the front, and how lucky the dice were; all from the record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..engine.chance import AskChance
from ..engine.decision import DICE, Drawn, Fell, Rolled
from ..engine.entries import Ended, Entry, Skip
from ..engine.game import Game
from ..engine.ruleset import ELIMINATED, Ruleset
from ..engine.view import Piece
from ..engine.words import Say
from ..hexes import mask_of
from ..locale import Translate
from ..say import figure
from . import analysis
from .room import Room
from .show import Plain, outcome, seats, side_title

FEW = 40
"""After a die that did not fall, so many choices at most are played out to see what it does."""

THROWS = 216
"""Dice that can fall in more ways than this are not weighed."""


def figures(record: str, data: str | None = None) -> Plain:
    """The figures of a report, as plain data."""
    room = Room(record, data=data)
    game = room.game
    sides = game.rules.sides
    losses: dict[str, list[Plain]] = {side: [] for side in sides}
    front = []
    first = room.at(0)
    before = first.rules.pieces(first.state)
    for turn, moment in _turns(room):
        pieces = moment.rules.pieces(moment.state)
        for side in sides:
            losses[side].append({"turn": turn} | _lost(moment.rules, side, before, pieces))
        front.append({"turn": turn} | _front(moment.rules, pieces))
        before = pieces
    return {
        "turns": [row["turn"] for row in front],
        "losses": losses,
        "front": front,
        "dice": _dice(room.game.trail, game.rules),
        "taken_back": _taken_back(room.game.trail),
        "luck": _luck(room),
        **analysis.figures(room),
    }


def _turns(room: Room) -> Iterable[tuple[int, Game[Any]]]:
    """The last moment of each turn."""
    last: dict[int, int] = {}
    for row in room.rows:
        last[row.turn] = row.at
    for turn, at in last.items():
        yield turn, room.at(at)


def _on_map(rules: Ruleset[Any], piece: Piece) -> bool:
    """Whether a unit is on the map; a marker is none."""
    return piece.kind == "unit" and rules.board.grid.has(piece.hex)


def _steps(rules: Ruleset[Any], pieces: Iterable[Piece]) -> dict[str, tuple[str, int]]:
    """By unit on the map: its side and the steps it has left."""
    return {p.id: (p.side, p.steps[0]) for p in pieces if _on_map(rules, p)}


def _lost(rules: Ruleset[Any], side: str, before: Sequence[Piece], after: Sequence[Piece]) -> Plain:
    """What a side has lost since: units reduced, and units that have left the map or were lost at sea."""
    now = {piece.id: piece for piece in after}
    reduced, gone = [], []
    for old in before:
        new = now.get(old.id)
        if old.side != side or old.kind != "unit":
            continue
        if new is None or not _on_map(rules, new):
            lost = new is not None and old.hex != new.hex == ELIMINATED
            if lost or _on_map(rules, old):
                gone.append(old.name)
        elif new.steps[0] < old.steps[0]:
            reduced.append(old.name)
    return {"reduced": len(reduced), "eliminated": len(gone), "units": gone}


def _front(rules: Ruleset[Any], pieces: Iterable[Piece]) -> Plain:
    """The hexes from which each side faces the other at two hexes or less, and the share of the
    map that lies nearer to each side."""
    board, grid = rules.board, rules.board.grid
    held: dict[str, set[int]] = {side: set() for side in rules.sides}
    for piece in pieces:
        if _on_map(rules, piece) and piece.side in held:
            held[piece.side].add(board.index(piece.hex))
    hexes = {}
    for side, own in held.items():
        foes = [h for other, theirs in held.items() if other != side for h in theirs]
        near = 0
        for h in foes:
            near |= grid.within(h, 2)
        hexes[side] = board.labels(mask_of(own) & near)
    return {"hexes": hexes, "share": _share(rules, held)}


def _share(rules: Ruleset[Any], held: Mapping[str, set[int]]) -> dict[str, float]:
    """The part of the map that is nearer to each side than to any other; ties are shared."""
    grid, hexes = rules.board.grid, rules.board.hexes
    reach = dict.fromkeys(hexes, frozenset[str]())
    ring: dict[int, frozenset[str]] = {}
    for side, own in held.items():
        for h in own:
            ring[h] = ring.get(h, frozenset()) | {side}
    while ring:
        reach.update(ring)
        nearer: dict[int, frozenset[str]] = {}
        for h, who in ring.items():
            for n in grid.neighbours[h]:
                if n in reach and not reach[n]:
                    nearer[n] = nearer.get(n, frozenset()) | who
        ring = nearer
    total = max(1, len(hexes))
    return {
        side: round(sum(1 / len(w) for w in reach.values() if side in w) / total, 4)
        for side in held
    }


def _dice(trail: Iterable[Entry], rules: Ruleset[Any]) -> dict[str, Plain]:
    faces: dict[str, dict[str, int]] = {side: defaultdict(int) for side in rules.sides}
    for entry in trail:
        if isinstance(entry, Rolled) and (side := rules.serves(entry.side)) in faces:
            for face in entry.shown:
                faces[side][str(face)] += 1
    counts = {}
    for side, seen in faces.items():
        rolls = sum(seen.values())
        mean = sum(int(face) * n for face, n in seen.items()) / rolls if rolls else 0.0
        counts[side] = {"rolls": rolls, "mean": round(mean, 3), "faces": dict(sorted(seen.items()))}
    return counts


def _taken_back(trail: Iterable[Entry]) -> int:
    """How many dice were taken back and thrown anew."""
    following, found = 0, 0
    for entry in trail:
        if isinstance(entry, Skip):
            found += entry.die - following
            following = entry.die
        elif isinstance(entry, Rolled):
            following = entry.number + len(entry.shown)
        elif isinstance(entry, Drawn):
            following = entry.number + 1
    return found


# -- luck


def _luck(room: Room) -> dict[str, Plain]:
    """For each side: the steps that its dice gained, against all that they might have.

    A die is worth what it costs at once, up to the next die or the next free decision: enemy
    steps lost less own steps lost.  The faces are equally likely and the dice independent, so
    the chance of every total is exact.  A handful that can fall in more than THROWS ways is left out.
    """
    rules = room.rules
    walker = room.at(0)
    rolls: dict[str, list[tuple[int, list[int]]]] = {side: [] for side in rules.sides}
    gains: dict[str, dict[int, float]] = {side: {} for side in rules.sides}
    for index, entry in enumerate(room.game.trail):
        if isinstance(entry, (Rolled, Drawn)) and _ways(entry) <= THROWS:
            side = rules.serves(entry.side)
            if side in rolls:
                worth, actual = _worths(walker, entry, room.game.trail, index)
                rolls[side].append((actual, worth))
                gain = actual - sum(worth) / len(worth)
                gains[side][walker.turn] = gains[side].get(walker.turn, 0.0) + gain
        walker.follow(entry)
    return {side: _verdict(dice) | {"course": _course(gains[side])} for side, dice in rolls.items()}


def _ways(fell: Fell) -> int:
    return fell.of if isinstance(fell, Drawn) else int(fell.faces ** len(fell.shown))


def _worths(
    walker: Game[Any], fell: Fell, trail: Sequence[Entry], index: int
) -> tuple[list[int], int]:
    """What each way to fall is worth to the side that threw, and what the real one was."""
    ask = walker.decision
    assert isinstance(ask, AskChance)
    before = _steps(walker.rules, walker.rules.pieces(walker.state))
    worth, actual = [], 0
    for action in ask.actions:
        might = ask.fell(fell.number, action)
        real = might == fell
        worth.append(_worth(walker, might, before, trail[index + 1 :] if real else ()))
        actual = worth[-1] if real else actual
    return worth, actual


def _worth(
    walker: Game[Any], fell: Fell, before: dict[str, tuple[str, int]], really: Iterable[Entry]
) -> int:
    """What this costs the enemies of its side at once, less what it costs the side."""
    game = walker.copy()
    game.follow(fell)
    follows = iter(really)
    for _ in range(FEW):
        ask = game.decision
        if ask is None or ask.top or ask.side == DICE:
            break
        entry = next(follows, None)
        if entry is not None and not isinstance(entry, (Skip, Ended)):
            game.follow(entry)
        else:
            game.play(ask.otherwise or ask.actions[0], ask.side)
    after = _steps(game.rules, game.rules.pieces(game.state))
    worth = 0
    for piece, (side, steps) in before.items():
        lost = steps - after.get(piece, (side, 0))[1]
        worth += lost if side != game.rules.serves(fell.side) else -lost
    return worth


def _verdict(dice: Sequence[tuple[int, list[int]]]) -> Plain:
    """Actual against expected; the range of four games in five; the share of luckier games."""
    telling = [(actual, worth) for actual, worth in dice if len(set(worth)) > 1]
    chances: dict[int, float] = {0: 1.0}
    for _, worth in telling:
        grown: dict[int, float] = defaultdict(float)
        for total, chance in chances.items():
            for value in worth:
                grown[total + value] += chance / len(worth)
        chances = grown
    actual = sum(a for a, _ in telling)
    expected = sum(total * chance for total, chance in chances.items())
    above = sum(chance for total, chance in chances.items() if total > actual)
    same = chances.get(actual, 0.0)
    return {
        "rolls": len(telling),
        "actual": actual,
        "expected": round(expected, 2),
        "low": _quantile(chances, 0.1),
        "high": _quantile(chances, 0.9),
        "luckier": round(above + same / 2, 4),
    }


def _course(gains: Mapping[int, float]) -> list[Plain]:
    """The steps gained against expectation, summed up turn by turn."""
    total, found = 0.0, []
    for turn, gain in sorted(gains.items()):
        total += gain
        found.append({"turn": turn, "gained": round(total, 2)})
    return found


def _quantile(chances: Mapping[int, float], share: float) -> int:
    below = 0.0
    for total in sorted(chances):
        below += chances[total]
        if below >= share - 1e-12:
            return total
    return max(chances)


# -- words


def told(data: Plain, rules: Ruleset[Any], end: Any, tr: Translate) -> Plain:
    """The report in a language."""
    sides = [{"id": side, "title": side_title(side, tr)} for side in rules.sides]
    luck = {
        side: row | {"text": _luck_text(side_title(side, tr), row).translated(tr)}
        for side, row in data["luck"].items()
    }
    finish = outcome(end, rules, tr)
    sentences = [row["text"] for row in luck.values()]
    for side in rules.sides:
        lost = data["losses"][side]
        counted = Say(
            "{side}: units eliminated {gone}, reduced {reduced}",
            side=side_title(side, tr),
            gone=sum(row["eliminated"] for row in lost),
            reduced=sum(row["reduced"] for row in lost),
        )
        sentences.append(counted.translated(tr))
    losses = {
        side: [row | {"units": [tr(name) for name in row["units"]]} for row in data["losses"][side]]
        for side in rules.sides
    }
    return data | {
        "over": finish is not None,
        "losses": losses,
        "outcome": finish,
        "sides": sides,
        "seats": seats(rules.seats, tr),
        "luck": luck,
        "swings": analysis.told(data["swings"], rules, tr),
        "text": sentences,
    }


def _luck_text(side: str, row: Plain) -> Say:
    if not row["rolls"]:
        return Say("{side}: no roll cost anyone a step", side=side)
    facts = {
        "side": side,
        "rolls": row["rolls"],
        "gained": figure(row["actual"] - row["expected"], "+.1f"),
    }
    if row["luckier"] < 0.5:
        return Say(
            "{side}: {gained} steps against expectation, luckier than {games} games in 100 (rolls that mattered: {rolls})",
            games=_in_hundred(1 - row["luckier"]),
            **facts,
        )
    return Say(
        "{side}: {gained} steps against expectation, unluckier than {games} games in 100 (rolls that mattered: {rolls})",
        games=_in_hundred(row["luckier"]),
        **facts,
    )


def _in_hundred(share: float) -> int:
    return min(round(100 * share), 99)
