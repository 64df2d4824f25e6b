"""``grognard ladder``: how strong the opponents of a game are, measured against one another.

Every pairing is played in pairs of games: the same dice from both seats.  It ends when a sequential
test of the score has decided, or when the pairs are used up.  Games are kept in a file and are
not played again; the table is made from all of them.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from .. import bots
from ..bots.search import LEVELS, PolicyBot
from ..bots.search.value import fingerprint
from ..engine.game import Game
from ..engine.ruleset import Ruleset
from ..front import new
from . import interrupts
from .batch import StudyError, workers
from .sim import count_of, game_of, progress_bar, write_whole
from .statistics import Z, spread

PASSIVE = "passive"
"""The gauge: somebody who never attacks."""
EVEN, BETTER = 0.5, 0.65
"""The two scores that the sequential test tells apart."""
SURE = math.log(19)
"""The log of the ratio of likelihoods at which it has decided: one error in twenty."""
ELO = 400 / math.log(10)
LEAST = 3
"""A pairing is not decided by fewer pairs, unless somebody asks for more."""


@dataclass(frozen=True)
class Fixture:
    """One game: who plays each side, on which dice."""

    game: str
    scenario: str
    players: tuple[str, ...]
    seed: str
    number: int


@dataclass(frozen=True)
class Played:
    """A game of the ladder, as plain values."""

    players: tuple[str, ...]
    seed: str
    number: int
    winner: str | None
    turn: int
    mark: str
    """The fingerprint of rules and data."""
    mean: tuple[float, ...]
    """By player: seconds of the processor for a turn, on average."""
    most: tuple[float, ...]
    hand: str = ""
    """Which bots these were, by a digest of their code and weights: games of others do not count."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ladder`` to a parser."""
    parser.add_argument("game", metavar="GAME", type=game_of)
    parser.add_argument("--scenario", metavar="NAME", help="default: the game's first")
    parser.add_argument(
        "--pool",
        metavar="A,B",
        help="who plays, weakest first (default: the levels that need no minute, and staff)",
    )
    parser.add_argument(
        "--pairs", metavar="N", type=count_of, default=20, help="at most (default: %(default)s)"
    )
    parser.add_argument(
        "--least",
        metavar="N",
        type=count_of,
        default=LEAST,
        help="pairs before the test may decide (default: %(default)s)",
    )
    parser.add_argument("--seed", metavar="S", default="ladder", help="default: %(default)s")
    parser.add_argument(
        "--gauge",
        metavar="NAME",
        help="only this one against an enemy who never attacks, from each side",
    )
    parser.add_argument("--side", metavar="SIDE", help="with --gauge: only from this side")
    parser.add_argument(
        "--file", metavar="FILE", help="the games so far (default: ladder-GAME-SCENARIO.jsonl)"
    )
    parser.add_argument("--table", metavar="FILE", help="a page of documentation to write it into")
    parser.add_argument("--workers", metavar="K", type=count_of, help="processes (default: all)")


def execute(args: argparse.Namespace) -> int:
    """Play what is missing and report: 0, or 1 if it cannot be."""
    try:
        rules = new(args.game, scenario=args.scenario, seed=0).rules
        pool = _pool(args.pool, rules.name)
        pairings = [(args.gauge, PASSIVE)] if args.gauge else pairings_of(pool)
        if args.side and (not args.gauge or args.side not in rules.sides):
            raise StudyError("--side is one of {sides}, with --gauge", sides=", ".join(rules.sides))
        file = Path(args.file or f"ladder-{rules.name}-{rules.scenario}.jsonl")
        kept = read(file)
        hand = bots.digest(rules.name)
        games = [game for game in kept if game.hand == hand]
        with workers(args.workers) as executor, progress_bar() as bar:
            for done, (strong, weak) in enumerate(pairings):
                if bar is not None:
                    bar(done, len(pairings))
                match(rules, strong, weak, args, games, file, executor)
        table = told(rules, games, others=len(kept) - sum(game.hand == hand for game in kept))
        if args.table:
            into(Path(args.table), f"{rules.name} {rules.scenario}", table)
    except (StudyError, OSError, ValueError) as fault:
        print(f"grognard ladder: {fault}", file=sys.stderr)
        return 1
    print(table, end="")
    return 0


def _pool(text: str | None, game: str) -> list[str]:
    known = bots.names(game)
    if text is None:
        levels = [level.name for level in LEVELS[:-1] if level.name in known]
        return [*levels, *(["staff"] if "staff" in known else [])]
    pool = [word.strip() for word in text.split(",") if word.strip()]
    for name in pool:
        if name not in known and name != PASSIVE:
            raise StudyError(
                "{game} has no bot {name}; there are: {known}",
                game=game,
                name=name,
                known=", ".join(known),
            )
    if len(pool) < 2:
        raise StudyError("a ladder needs two players at least")
    return pool


def pairings_of(pool: Sequence[str]) -> list[tuple[str, str]]:
    """Each against the next weaker one, and all against the staff."""
    levels = [name for name in pool if name != "staff"]
    found = [(strong, weak) for weak, strong in pairwise(levels)]
    return found + [(name, "staff") for name in levels if "staff" in pool]


# -- the games


def match(
    rules: Ruleset[Any],
    strong: str,
    weak: str,
    args: argparse.Namespace,
    games: list[Played],
    file: Path,
    executor: Executor | None,
) -> None:
    """Pairs of games between two until it is decided."""
    mark = fingerprint(rules)
    known = {(game.players, game.number) for game in games if game.seed == args.seed}
    for number in range(args.pairs):
        scores = pair_scores(games, rules.sides, strong, weak)
        if weak != PASSIVE and len(scores) >= args.least and abs(likelihood(scores)) >= SURE:
            return
        seatings = [(strong, weak), (weak, strong)]
        if args.side:
            seatings = [s for s in seatings if s[rules.sides.index(args.side)] == strong]
        fixtures = [
            Fixture(rules.name, rules.scenario, players, args.seed, number)
            for players in seatings
            if (players, number) not in known
        ]
        for played in _played(fixtures, mark, executor):
            games.append(played)
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(asdict(played)) + "\n")


def _played(fixtures: Sequence[Fixture], mark: str, executor: Executor | None) -> Iterator[Played]:
    if executor is None:
        yield from (play(fixture, mark) for fixture in fixtures)
    else:
        yield from executor.map(play, fixtures, [mark] * len(fixtures))


def play(fixture: Fixture, mark: str) -> Played:
    """One game to its end, with the processor time of each turn."""
    seed = f"{fixture.seed}-{fixture.number}"
    game: Game[Any] = new(fixture.game, seed=seed, scenario=fixture.scenario)
    rules = game.rules
    sides = dict(zip(rules.sides, fixture.players, strict=True))
    seats = {seat: _seated(sides[side], rules) for seat, side in rules.seats.items()}
    rng = random.Random(f"{seed} {' '.join(fixture.players)}")
    spent: dict[str, dict[int, float]] = {side: {} for side in rules.sides}
    while (seat := game.side) is not None:
        interrupts.check()
        began, turn = time.process_time(), game.turn
        choice = seats[seat].choose(game, rng)
        clock = spent[rules.serves(seat)]
        clock[turn] = clock.get(turn, 0.0) + time.process_time() - began
        game.play(choice.order, seat)
    outcome = game.outcome
    assert outcome is not None
    turns = [list(spent[side].values()) or [0.0] for side in rules.sides]
    return Played(
        fixture.players,
        fixture.seed,
        fixture.number,
        outcome.winner,
        game.turn,
        mark,
        tuple(round(sum(t) / len(t), 2) for t in turns),
        tuple(round(max(t), 2) for t in turns),
        bots.digest(rules.name),
    )


def _seated(name: str, rules: Ruleset[Any]) -> bots.Bot:
    if name != PASSIVE:
        return bots.make(name, rules.name)
    brief = bots.brief(rules)

    def aim(state: Any, seat: str, rng: random.Random) -> Any:
        found = brief.passive(state, seat)
        if found is None:
            raise StudyError("{game} has no gauge", game=rules.name)
        return found

    return PolicyBot(PASSIVE, brief, aim)


def read(file: Path) -> list[Played]:
    """The games of a file; a last line that was cut off is played again."""
    if not file.is_file():
        return []
    text = file.read_text("utf-8")
    if text and not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
        write_whole(file, text)
    lines = [json.loads(line) for line in text.splitlines()]
    return [
        Played(**line | {name: tuple(line[name]) for name in ("players", "mean", "most")})
        for line in lines
    ]


# -- the figures


def score(played: Played, sides: Sequence[str], name: str) -> float:
    """What a player got from a game: 1, a half or 0."""
    if played.winner is None:
        return 0.5
    return float(played.players[sides.index(played.winner)] == name)


def pair_scores(
    games: Sequence[Played], sides: Sequence[str], strong: str, weak: str
) -> list[float]:
    """The score of the first for each pair of games on the same dice."""
    found: dict[tuple[str, int], list[float]] = {}
    for game in games:
        if set(game.players) == {strong, weak}:
            found.setdefault((game.seed, game.number), []).append(score(game, sides, strong))
    return [sum(pair) / 2 for pair in found.values() if len(pair) == 2]


def likelihood(scores: Sequence[float]) -> float:
    """The log of the ratio of likelihoods: above 0 the first player is better, below 0 it is not."""
    count = len(scores)
    mean = sum(scores) / count
    variance = max(sum((s - mean) ** 2 for s in scores) / count, 0.02)
    return count * (BETTER - EVEN) * (2 * mean - EVEN - BETTER) / (2 * variance)


def interval(scores: Sequence[float]) -> tuple[float, float, float]:
    """The mean with its 95 % interval, within 0 and 1."""
    found = spread(scores)
    if len(scores) < 2:
        return found["mean"], 0.0, 1.0
    least = 0.5 / len(scores)  # a few equal results prove no certainty
    low, high = min(found["low"], found["mean"] - least), max(found["high"], found["mean"] + least)
    return found["mean"], max(low, 0.0), min(high, 1.0)


def ratings(games: Sequence[Played], sides: Sequence[str]) -> dict[str, tuple[float, float]]:
    """By player: the rating (the first named is 0) and half of its 95 % interval."""
    names = sorted({name for game in games for name in game.players})
    strength = dict.fromkeys(names, 0.0)
    curve = dict.fromkeys(names, 0.0)
    for _ in range(400):
        slope = {name: -0.02 * strength[name] for name in names}  # holds who won everything
        curve = dict.fromkeys(names, 0.02)
        for game in games:
            a, b = game.players
            if a == b:
                continue
            expected = 1 / (1 + math.exp(strength[b] - strength[a]))
            got = score(game, sides, a)
            for name, sign in ((a, 1), (b, -1)):
                slope[name] += sign * (got - expected)
                curve[name] += expected * (1 - expected)
        for name in names:
            strength[name] += 0.5 * slope[name] / curve[name]
    return {name: (ELO * strength[name], ELO * Z / math.sqrt(curve[name])) for name in names}


# -- the table


def told(rules: Ruleset[Any], games: Sequence[Played], others: int = 0) -> str:
    """Ratings and pairings as tables in Markdown; ``others`` are games of earlier bots that do not count."""
    sides = rules.sides
    mark = fingerprint(rules)
    rated = [game for game in games if PASSIVE not in game.players]
    lines = []
    if rated:
        found = ratings(rated, sides)
        base = found["staff"][0] if "staff" in found else 0.0
        lines += [
            "| player | rating | games | processor time a turn, mean and most |",
            "|---|---|---|---|",
        ]
        for name, (rating, half) in sorted(found.items(), key=lambda each: -each[1][0]):
            mine = [(g, n) for g in rated for n, who in enumerate(g.players) if who == name]
            mean = sum(g.mean[n] for g, n in mine) / len(mine)
            most = max(g.most[n] for g, n in mine)
            lines.append(
                f"| `{name}` | {rating - base:+.0f} ± {half:.0f} | {len(mine)} | {mean:.1f} s, {most:.1f} s |"
            )
        lines.append("")
    first, second = sides
    lines += [
        f"| players | pairs | score of the first (95 %) | as {first} | as {second} | won, drawn, lost |",
        "|---|---|---|---|---|---|",
    ]
    for strong, weak in _pairings(games):
        scores = pair_scores(games, sides, strong, weak)
        between = [g for g in games if set(g.players) == {strong, weak}]
        by_seat = [
            [score(g, sides, strong) for g in between if g.players[seat] == strong]
            for seat in range(2)
        ]
        results = [score(g, sides, strong) for g in between]
        mean, low, high = interval(scores or results)
        lines.append(
            f"| `{strong}` v `{weak}` | {len(scores)} | {mean:.0%} ({low:.0%} to {high:.0%}) | "
            + " | ".join(f"{sum(s) / len(s):.0%} of {len(s)}" if s else "-" for s in by_seat)
            + f" | {results.count(1.0)}, {results.count(0.5)}, {results.count(0.0)} |"
        )
    old = sum(game.mark != mark for game in games)
    lines += ["", f"Rules and data: `{mark}`" + (f"; {old} games on older ones." if old else ".")]
    if others:
        lines.append(f"{others} games of earlier bots are not counted.")
    return "\n".join(lines) + "\n"


def _pairings(games: Sequence[Played]) -> list[tuple[str, str]]:
    """Who met whom, the first named first in the first game of theirs."""
    found: dict[frozenset[str], tuple[str, str]] = {}
    for game in games:
        a, b = game.players
        found.setdefault(frozenset(game.players), (a, b))
    return list(found.values())


def into(page: Path, name: str, table: str) -> None:
    """Put a table in its place in a page: between two marks, which are added if they are not there."""
    begin, end = f"<!-- ladder {name} -->", "<!-- end of ladder -->"
    text = page.read_text("utf-8")
    if begin not in text:
        text = text.rstrip() + f"\n\n{begin}\n{end}\n"
    head, _, rest = text.partition(begin)
    _, _, tail = rest.partition(end)
    write_whole(page, f"{head}{begin}\n{table}{end}{tail}")
