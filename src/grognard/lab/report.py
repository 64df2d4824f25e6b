"""What a study found, as plain data, as JSON, as text tables and as one page with plots."""

from __future__ import annotations

import json as _json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from ..__about__ import __version__
from ..engine.words import Say
from .batch import Results, Row
from .statistics import share, spread

SCHEMA = "grognard study 1"
AXES = ("column", "row")

Translate = Callable[[str], str]


def summary(results: Results) -> dict[str, Any]:
    """The figures of a study as plain data; the keys are documented in docs/laboratory.md."""
    study, rows = results.study, results.rows
    rules = study.rules()
    sides = rules.sides
    won = Counter(row.winner for row in rows)
    return {
        "schema": SCHEMA,
        "program": __version__,
        "study": {
            "game": study.game,
            "scenario": rules.scenario,
            "options": sorted(study.options),
            "sides": list(sides),
            "seats": dict(rules.seats),
            "bots": study.seated(rules),
            "games": study.games,
            "seed": study.seed,
            "ruleset": rules.version,
            "data": rules.digest,
        },
        "outcomes": [
            {"winner": winner, **share(won[winner], len(rows))} for winner in (*sides, None)
        ],
        "endings": _endings(rows),
        "turns": {
            **spread([row.turns for row in rows]),
            "histogram": _histogram([row.turns for row in rows]),
        },
        "decisions": spread([row.decisions for row in rows]),
        "losses": {
            side: {
                **spread([row.losses[side] for row in rows]),
                "histogram": _histogram([row.losses[side] for row in rows]),
            }
            for side in sides
        },
        "luck": {
            "sides": {
                side: {
                    "rolls": spread([row.rolls[side] for row in rows]),
                    "pips": spread([row.luck[side] for row in rows]),
                }
                for side in sides
            },
            "luckier_won": _luckier_won(rows, sides),
        },
        "front": _front(rows, sides),
        "held": {side: _held(rows, side) for side in sides},
    }


def _endings(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """How games ended, most frequent first."""
    kinds = Counter((row.winner, row.rule, row.kind) for row in rows)
    ordered = sorted(kinds.items(), key=lambda item: (-item[1], str(item[0])))
    return [
        {"winner": winner, "rule": rule, "reason": kind, **share(count, len(rows))}
        for (winner, rule, kind), count in ordered
    ]


def _histogram(values: Sequence[int]) -> dict[str, int]:
    return {str(value): count for value, count in sorted(Counter(values).items())}


def _luckier_won(rows: Sequence[Row], sides: Sequence[str]) -> dict[str, Any]:
    """Of the games somebody won with unequal luck: how many the side with more pips won."""
    won = decided = 0
    for row in rows:
        best = max(row.luck[side] for side in sides)
        lucky = [side for side in sides if row.luck[side] == best]
        if row.winner is not None and len(lucky) == 1:
            decided += 1
            won += row.winner == lucky[0]
    return {"of": decided, **share(won, decided)}


def _front(rows: Sequence[Row], sides: Sequence[str]) -> list[dict[str, Any]]:
    """By turn: where the middle of each side lay, over the games that lasted so long."""
    found = []
    for turn in range(max(len(row.front) for row in rows)):
        entry: dict[str, Any] = {"after_turn": turn}
        for side in sides:
            places = [
                row.front[turn][side]
                for row in rows
                if turn < len(row.front) and side in row.front[turn]
            ]
            if places:
                entry[side] = {
                    "games": len(places),
                    **{axis: spread([getattr(p, axis) for p in places]) for axis in AXES},
                }
        found.append(entry)
    return found


def _held(rows: Sequence[Row], side: str) -> dict[str, int]:
    """By hex: in how many games the side had a unit there at the end."""
    counts = Counter(label for row in rows for label in row.last.get(side, ()))
    return dict(sorted(counts.items()))


def json(results: Results) -> str:
    """The figures and every game; the same study gives the same text wherever it ran."""
    return _json.dumps({**summary(results), "rows": [_plain(r) for r in results.rows]}, indent=1)


def _plain(row: Row) -> dict[str, Any]:
    plain = asdict(row)
    plain["front"] = [
        {side: place._asdict() for side, place in standing.items()} for standing in row.front
    ]
    return plain


# -- tables


class Table(NamedTuple):
    """A table of a report: its title, the heads of its columns, and its lines."""

    title: str
    heads: tuple[str, ...]
    lines: list[tuple[str, ...]]


def tables(found: Mapping[str, Any], translate: Translate = str) -> list[Table]:
    """The figures as tables of words, first column left, the others right."""
    t = translate
    study = found["study"]
    bots: dict[str, list[str]] = {}
    for seat, bot in study["bots"].items():
        bots.setdefault(study["seats"][seat], []).append(bot)
    return [
        Table(
            t("Who won"),
            (t("winner"), t("bot"), t("games"), t("share"), t("95% interval")),
            [
                (
                    t(entry["winner"] or "draw"),
                    ", ".join(bots.get(entry["winner"], ())),
                    str(entry["games"]),
                    f"{entry['share']:.1%}",
                    f"{entry['low']:.1%} to {entry['high']:.1%}",
                )
                for entry in found["outcomes"]
            ],
        ),
        Table(
            t("How it ended"),
            (t("reason"), t("winner"), t("rule"), t("games"), t("share")),
            [
                (
                    t(entry["reason"]),
                    t(entry["winner"] or "draw"),
                    entry["rule"],
                    str(entry["games"]),
                    f"{entry['share']:.1%}",
                )
                for entry in found["endings"]
            ],
        ),
        Table(
            t("Figures per game"),
            (t("figure"), t("mean"), t("95% interval"), t("median"), t("least"), t("most")),
            [
                _figures(t("turns"), found["turns"]),
                _figures(t("decisions"), found["decisions"]),
                *(
                    _figures(_say(t, "steps lost, {side}", side=t(side)), figures)
                    for side, figures in found["losses"].items()
                ),
                *(
                    _figures(_say(t, "dice thrown, {side}", side=t(side)), figures["rolls"])
                    for side, figures in found["luck"]["sides"].items()
                ),
                *(
                    _figures(_say(t, "pips above average, {side}", side=t(side)), figures["pips"])
                    for side, figures in found["luck"]["sides"].items()
                ),
            ],
        ),
        _front_table(found, t),
    ]


def _figures(name: str, figures: Mapping[str, float]) -> tuple[str, ...]:
    return (
        name,
        f"{figures['mean']:.1f}",
        f"{figures['low']:.1f} to {figures['high']:.1f}",
        *(f"{figures[key]:g}" for key in ("median", "least", "most")),
    )


def _front_table(found: Mapping[str, Any], t: Translate) -> Table:
    sides = found["study"]["sides"]
    axis = front_axis(found)
    where = t("rows from the north") if axis == "row" else t("columns from the west")
    lines = []
    for entry in found["front"]:
        cells = [str(entry["after_turn"])]
        for side in sides:
            figures = entry.get(side)
            cells.append(f"{figures[axis]['mean']:.2f}" if figures else "-")
        cells.append(str(max(entry[side]["games"] for side in sides if side in entry)))
        lines.append(tuple(cells))
    return Table(
        _say(t, "Where the sides stood, {where}", where=where),
        (t("after turn"), *(t(side) for side in sides), t("games")),
        lines,
    )


def front_axis(found: Mapping[str, Any]) -> str:
    """The axis along which the two sides face each other: where they are further apart."""
    sides = found["study"]["sides"]

    def gap(axis: str) -> float:
        both = [entry for entry in found["front"] if all(side in entry for side in sides)]
        means = [[float(entry[side][axis]["mean"]) for side in sides] for entry in both]
        return sum(max(pair) - min(pair) for pair in means)

    return max(AXES, key=gap)


def _say(translate: Translate, template: str, **fields: object) -> str:
    return Say(template, **fields).translated(translate)


def title(found: Mapping[str, Any], translate: Translate = str) -> str:
    """The study in one line."""
    study = found["study"]
    line = _say(
        translate,
        "{game}: {seats}; games {games}; seed {seed}",
        game=study["game"],
        games=study["games"],
        seats=", ".join(f"{translate(side)} {bot}" for side, bot in study["bots"].items()),
        seed=study["seed"],
    )
    if study["options"]:
        line += _say(translate, "; options {options}", options=" ".join(study["options"]))
    return line


def remark(found: Mapping[str, Any], translate: Translate = str) -> str:
    """What the dice had to do with it, in one sentence; '' if nobody won."""
    luck = found["luck"]["luckier_won"]
    if not luck["of"]:
        return ""
    return _say(
        translate,
        "The side with the luckier dice won {won} of {of} decided games ({low} to {high}).",
        won=luck["games"],
        of=luck["of"],
        low=f"{luck['low']:.0%}",
        high=f"{luck['high']:.0%}",
    )


def text(results: Results, translate: Translate = str, colour: bool = False) -> str:
    """The report as text tables: Rich's if it is installed, else plain columns."""
    found = summary(results)
    parts = [title(found, translate)]
    parts += [f"{table.title}\n{_rich(table, colour)}" for table in tables(found, translate)]
    parts += filter(None, [remark(found, translate)])
    return "\n\n".join(parts) + "\n"


def _rich(table: Table, colour: bool) -> str:
    try:
        from rich import box
        from rich.console import Console
        from rich.table import Table as RichTable
    except ImportError:
        return _columns(table)
    shown = RichTable(box=box.SIMPLE_HEAD)
    for place, head in enumerate(table.heads):
        shown.add_column(head, justify="right" if place else "left", no_wrap=bool(place))
    for line in table.lines:
        shown.add_row(*line)
    console = Console(width=100, force_terminal=colour, no_color=not colour, highlight=False)
    with console.capture() as captured:
        console.print(shown)
    return "\n".join(
        line.rstrip() for line in captured.get().strip("\n").splitlines() if line.strip()
    )


def _columns(table: Table) -> str:
    widths = [max(map(len, column)) for column in zip(table.heads, *table.lines, strict=True)]

    def line(cells: Sequence[str]) -> str:
        first, *rest = zip(cells, widths, strict=True)
        return "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)])

    return "\n".join([line(table.heads), *map(line, table.lines)])


def html(results: Results, translate: Translate = str) -> str:
    """The report as one page with its plots inside: no other file, no script, no network."""
    from .page import page

    found = summary(results)
    return page(found, results.study.rules().board, translate)
