"""``grognard train``: the weights of a game's value, fitted on many games of its quick players.

Players with random aims, or two staffs, one side weakened at random, are played to the end; the
position at the beginning of every turn is noted with the result.  A logistic head for each side is
fitted on them, and the report says how well heads fitted on four games of five foretell the fifth,
and how well the hunches do.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from .. import bots
from ..bots.search import PolicyBot, belief
from ..bots.search.value import BIAS, fingerprint, logistic
from ..engine.game import Game
from ..front import new
from . import interrupts
from .batch import Progress, StudyError, workers
from .sim import count_of, game_of, progress_bar, write_whole

FOLDS = 5
"""For the report every fifth game is foretold by the four others, five times over."""
RIDGE = 2.0
"""How much the weights are held near the hunches."""
WEAKENED = 8
"""A side is weakened in one of the first so many turns."""
KEPT = 0.75
"""How likely a quick player stays with its aim for another turn."""
LIFE = 3000
"""So many decisions at most in a turn of a game."""


@dataclass(frozen=True)
class Course:
    """What is played for the fit."""

    game: str
    scenario: str | None
    seed: str
    data: str | None = None
    staff: bool = False
    """Whether the staff of the game plays both sides, not quick players with random aims."""


class Note(NamedTuple):
    """A position of a game: its features, and who won in the end."""

    game: int
    tick: int
    winner: str | None
    features: Mapping[str, float]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``train`` to a parser."""
    parser.add_argument("game", metavar="GAME", type=game_of)
    parser.add_argument("--scenario", metavar="NAME", help="default: the game's first")
    parser.add_argument(
        "--games", metavar="N", type=count_of, default=400, help="default: %(default)s"
    )
    parser.add_argument("--seed", metavar="S", default="1", help="the same seed, the same games")
    parser.add_argument(
        "--notes",
        metavar="FILE",
        help="the games played so far; taken up again where they end (default: train-GAME-SCENARIO.jsonl)",
    )
    parser.add_argument(
        "--out", metavar="FILE", help="the weights (default: where the game's bots look for them)"
    )
    parser.add_argument(
        "--staff",
        action="store_true",
        help="games of two staffs: where the quick players of the two sides are no match",
    )
    parser.add_argument("--data", metavar="DIR", help="folder of corrected data files")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", metavar="K", type=count_of, help="processes (default: all)")
    where.add_argument("--scheduler", metavar="ADDRESS", help="a Dask cluster instead")


def execute(args: argparse.Namespace) -> int:
    """Play what is missing, fit, report, write the weights: 0, or 1 if it cannot be."""
    course = Course(args.game, args.scenario, args.seed, args.data, args.staff)
    try:
        rules = new(course.game, scenario=course.scenario, data=course.data, seed=0).rules
        brief = bots.brief(rules)
        file = Path(args.notes or f"train-{rules.name}-{rules.scenario}.jsonl")
        began = time.process_time()
        with workers(args.workers, args.scheduler) as executor, progress_bar() as bar:
            notes = gather(course, args.games, file, fingerprint(rules), executor, bar)
        heads, report = fit(notes, rules.sides, brief.hunches)
        out = (
            Path(args.out)
            if args.out
            else brief.weights and brief.weights / f"weights-{rules.scenario}.json"
        )
        if not out:
            raise StudyError("{game} says nowhere where its weights lie", game=rules.name)
        made = {
            "games": args.games,
            "seed": args.seed,
            "staff": args.staff,
            "positions": len(notes),
            "report": report,
        }
        weights = {"fingerprint": fingerprint(rules), "heads": heads, "made": made}
        write_whole(out, json.dumps(weights, indent=1) + "\n")
    except (StudyError, OSError, ValueError) as fault:
        print(f"grognard train: {fault}", file=sys.stderr)
        return 1
    print(told(report, heads), end="")
    print(f"{out}: {len(notes)} positions, {time.process_time() - began:.0f} s of this process")
    return 0


# -- the games


def gather(
    course: Course,
    games: int,
    file: Path,
    mark: str,
    executor: Executor | None,
    progress: Progress | None = None,
) -> list[Note]:
    """The notes of all games: those in the file, and those that are still to be played."""
    head = f"{mark} seed {course.seed}" + " staff" * course.staff
    notes = _read(file, head)
    done = {note.game for note in notes}
    missing = [n for n in range(games) if n not in done]
    with file.open("a", encoding="utf-8") as out:
        if not notes and not out.tell():
            out.write(json.dumps(head) + "\n")
        for count, found in enumerate(_played(course, missing, executor), 1):
            out.writelines(json.dumps(note) + "\n" for note in found)
            out.flush()
            notes += found
            if progress is not None:
                progress(games - len(missing) + count, games)
    return [note for note in notes if note.game < games]


def _read(file: Path, head: str) -> list[Note]:
    if not file.is_file() or not file.stat().st_size:
        return []
    first, *lines = file.read_text("utf-8").splitlines()
    if json.loads(first) != head:
        raise StudyError("{file} belongs to other rules, data or another seed", file=str(file))
    return [Note(*json.loads(line)) for line in lines]


def _played(
    course: Course, numbers: Sequence[int], executor: Executor | None
) -> Iterator[list[Note]]:
    if executor is None:
        yield from (play(course, number) for number in numbers)
    else:
        yield from executor.map(play, [course] * len(numbers), numbers)


def play(course: Course, number: int) -> list[Note]:
    """One game: random aims or staffs, one side weakened at random, every turn noted."""
    rng = random.Random(f"{course.seed} {number} train")
    game: Game[Any] = new(
        course.game, seed=f"{course.seed}-{number}", scenario=course.scenario, data=course.data
    )
    brief = bots.brief(game.rules)

    kept: dict[str, str] = {}

    def aim(state: Any, seat: str, rng: random.Random) -> Any:
        """The aim of the turn before as a rule: who has another every turn arrives nowhere."""
        rules, deeds = game.rules, belief.deeds(game, seat)
        enemies = [s for s in rules.seats if rules.serves(s) != rules.serves(seat)]
        done = [deed for enemy in enemies for deed in deeds.get(enemy, ())]
        known = brief.aims(state, seat)
        aims = [a for a in known if brief.apt(state, seat, a, done)] or known
        same = next((a for a in aims if a.key == kept.get(seat)), None)
        if same is not None and rng.random() < KEPT:
            return same
        found = aims[0] if rng.random() < 0.4 else rng.choice(aims)
        kept[seat] = found.key
        return found

    seats: dict[str, bots.Bot] = {
        seat: bots.make("staff", course.game) if course.staff else PolicyBot("quick", brief, aim)
        for seat in game.rules.seats
    }
    weakened = rng.randint(1, WEAKENED)
    found: dict[int, Mapping[str, float]] = {}
    spent = 0
    while (side := game.side) is not None and spent < LIFE * (len(found) + 1):
        interrupts.check()
        spent += 1
        tick = brief.tick(game.state)
        if tick not in found and game.turn:  # what is set up is no position yet
            ask = game.decision
            if ask is not None and ask.top and tick == weakened:
                state = game.state.copy()
                brief.handicap(state, rng)
                game = Game(game.rules, seed=f"{course.seed}-{number}-on", state=state)
            found[tick] = brief.features(game.state)
            continue
        game.play(seats[side].choose(game, rng).order, side)
    outcome = game.outcome
    if outcome is None:
        raise StudyError("game {number} does not end", number=number)
    return [Note(number, tick, outcome.winner, features) for tick, features in found.items()]


# -- the fit


def fit(
    notes: Sequence[Note], sides: Sequence[str], hunches: Mapping[str, float] | None = None
) -> tuple[dict[str, dict[str, float]], dict[str, Any]]:
    """A head for each side, and how well it foretells the games that it has not seen.

    Where the games say little the hunches stand, which speak for the first side.
    """
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise StudyError("a fit needs numpy: pip install 'grognard[research]'") from None
    names = list(notes[0].features)
    games = sorted({note.game for note in notes})
    part = {game: n % FOLDS for n, game in enumerate(games)}
    heads, report = {}, {}
    for side in sides:
        sign = 1 if side == sides[0] else -1
        prior = {name: sign * weight for name, weight in (hunches or {}).items()}
        foretold: list[tuple[float, bool]] = []
        for number in range(min(FOLDS, len(games))):
            learned = [note for note in notes if part[note.game] != number]
            held = [note for note in notes if part[note.game] == number]
            foretold += forecasts(_head(names, learned or held, side, prior), held, side)
        report[side] = {"games": len(games), **judged(foretold)}
        if hunches:
            report[side]["hunches"] = judged(forecasts(prior, notes, side))
        heads[side] = {name: round(w, 4) for name, w in _head(names, notes, side, prior).items()}
    return heads, report


def _head(
    names: Sequence[str], notes: Sequence[Note], side: str, prior: Mapping[str, float]
) -> dict[str, float]:
    """Newton's method on the likelihood, held near the prior; a game counts once however long it is."""
    import numpy as np

    x = np.array([[note.features[name] for name in names] for note in notes])
    y = np.array([float(note.winner == side) for note in notes])
    lengths: dict[int, int] = {}
    for note in notes:
        lengths[note.game] = lengths.get(note.game, 0) + 1
    mean_length = len(notes) / len(lengths)
    weight = np.array([mean_length / lengths[note.game] for note in notes])
    middle, scale = x.mean(axis=0), x.std(axis=0)
    scale[scale < 1e-9] = 1.0
    z = np.column_stack([np.ones(len(notes)), (x - middle) / scale])
    ridge = np.diag([1e-6, *([RIDGE * mean_length] * len(names))])
    near = np.concatenate([[0.0], scale * [prior.get(name, 0.0) for name in names]])
    w = np.zeros(z.shape[1])
    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(z @ w, -30, 30)))
        gradient = z.T @ (weight * (y - p)) - ridge @ (w - near)
        curve = (z * (weight * p * (1 - p))[:, None]).T @ z + ridge
        step = np.linalg.solve(curve, gradient)
        step *= min(1.0, 1 / max(np.abs(step).max(), 1e-9))  # a longer one may overshoot
        w += step
        if np.abs(step).max() < 1e-8:
            break
    raw = w[1:] / scale
    return {BIAS: float(w[0] - raw @ middle), **dict(zip(names, map(float, raw), strict=True))}


def forecasts(
    head: Mapping[str, float], notes: Sequence[Note], side: str
) -> list[tuple[float, bool]]:
    """What a head foretells of each position, and what happened."""
    return [(logistic(head, note.features), note.winner == side) for note in notes]


def judged(found: Sequence[tuple[float, bool]]) -> dict[str, Any]:
    """How good forecasts are: the area under the curve, the mean square error, and by fifths."""
    pairs = sorted(found)
    won = sum(y for _, y in pairs)
    lost = len(pairs) - won
    area = _area(pairs, won, lost) if won and lost else None
    fifth = max(1, -(-len(pairs) // 5))
    bins = [pairs[n : n + fifth] for n in range(0, len(pairs), fifth)]
    return {
        "auc": None if area is None else round(area, 3),
        "brier": round(sum((p - y) ** 2 for p, y in pairs) / len(pairs), 4),
        "calibration": [
            [
                round(sum(p for p, _ in part) / len(part), 3),
                round(sum(y for _, y in part) / len(part), 3),
                len(part),
            ]
            for part in bins
        ],
    }


def _area(pairs: Sequence[tuple[float, bool]], won: int, lost: int) -> float:
    """How often a position that was won is foretold higher than one that was not; a tie counts a half."""
    below, area = 0, 0.0
    for _, same in groupby(pairs, key=lambda pair: pair[0]):
        results = [y for _, y in same]
        wins = sum(results)
        area += wins * (below + (len(results) - wins) / 2)
        below += len(results) - wins
    return area / (won * lost)


def told(report: Mapping[str, Any], heads: Mapping[str, Mapping[str, float]]) -> str:
    """The report in words and figures."""
    lines = []
    for side, found in report.items():
        lines.append(
            f"{side} wins: area under the curve {found['auc']}, mean square error {found['brier']},"
            f" {found['games']} games, each foretold by others"
        )
        if "hunches" in found:
            hunch = found["hunches"]
            lines.append(f"  by the hunches alone: {hunch['auc']}, {hunch['brier']}")
        lines += [
            f"  foretold {foretold:6.1%}   happened {happened:6.1%}   ({count} positions)"
            for foretold, happened, count in found["calibration"]
        ]
        head = sorted(heads[side].items(), key=lambda each: -abs(each[1]))
        lines.append("  weights: " + ", ".join(f"{name} {w:+.2f}" for name, w in head))
    return "\n".join(lines) + "\n"
