"""The page of a study: its plots and tables in one file of HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from ..board import Board
from . import plots
from .report import Table, front_axis, remark, tables, title

TINTS = {"first": "#2f6690", "second": "#b4532f", "third": "#4f772d", "fourth": "#7b4b94"}
DRAW = "draw"

STYLE = """
:root { --paper: #f6f0de; --sheet: #fffdf6; --ink: #2e2a24; --soft: #6d6350; --line: #d8cdb2 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1d1c19; --sheet: #282621; --ink: #ece4d0; --soft: #b3a88f; --line: #4a4437 }
  .way, .band { filter: brightness(1.5) }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 Georgia, "Source Serif 4", serif }
main { max-width: 1080px; margin: 0 auto; padding: 40px 24px 64px }
h1 { margin: 0; font-size: 34px; line-height: 1.15 }
header p { margin: 6px 0 28px; color: var(--soft) }
.sheets { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 20px }
@media (max-width: 860px) { .sheets { grid-template-columns: minmax(0, 1fr) } }
figure, section { margin: 0; padding: 18px 22px; background: var(--sheet);
  border: 1px solid var(--line); border-radius: 6px; overflow-x: auto }
.wide { grid-column: 1 / -1 }
figcaption, h2 { margin: 0 0 10px; font-size: 19px; font-weight: 600 }
figure p { margin: 6px 0 0; color: var(--soft); font-size: 14px }
figure > svg { display: block; width: 100%; height: auto }
table { width: 100%; border-collapse: collapse; font-size: 15px }
th, td { padding: 5px 8px; border-bottom: 1px solid var(--line); text-align: right;
  font-variant-numeric: tabular-nums }
th { color: var(--soft); font-weight: 400 }
th:first-child, td:first-child { text-align: left }
text { fill: var(--ink); font: 15px Georgia, serif }
text.tick { fill: var(--soft); font-size: 13px }
text.label, text.figure { font-weight: 600 }
text.held { font: 600 11px sans-serif; fill: #2e2a24 }
text.strong { fill: #fff }
text.place { font: italic 9px Georgia, serif; fill: #2e2a24; paint-order: stroke;
  stroke: #f7f1df; stroke-width: 2px; stroke-linejoin: round }
.rule { stroke: var(--line) }
.axis { stroke: var(--soft) }
.whisker { stroke: var(--ink); stroke-width: 2 }
.draw { fill: #9a8f78 }
.way { fill: none; stroke-width: 3; stroke-linejoin: round }
.band { fill-opacity: .16 }
.land { fill: #f7f1df; stroke: #cfc4a5; stroke-width: .8 }
.sea { fill: #cfe0e3; stroke: #b5ccd1; stroke-width: .8 }
footer { margin-top: 28px; color: var(--soft); font-size: 14px }
"""


def page(found: Mapping[str, Any], board: Board, translate: Callable[[str], str] = str) -> str:
    """The whole page of a summary; ``board`` is the map it was played on."""
    t = translate
    sides = found["study"]["sides"]
    tint = dict(zip(sides, TINTS, strict=False))
    games = found["study"]["games"]
    won, ended, figures, stood = tables(found, t)
    axis = front_axis(found)
    where = t("rows from the north") if axis == "row" else t("columns from the west")
    sheets = [
        _figure(
            won.title,
            plots.shares(
                won.title,
                [
                    (t(e["winner"] or "draw"), tint.get(e["winner"], DRAW), e)
                    for e in found["outcomes"]
                ],
            ),
            t("The whiskers are 95% Wilson intervals."),
        ),
        _figure(
            t("How long it took"),
            plots.columns(
                t("How long it took"),
                [(t("all games"), DRAW, found["turns"]["histogram"])],
                t("turns"),
            ),
        ),
        _figure(
            t("Where the sides stood"),
            plots.lines(
                t("Where the sides stood"),
                [(t(side), tint[side], plots.points(found["front"], side, axis)) for side in sides],
                t("after turn"),
                where,
                downwards=axis == "row",
            ),
            t(
                "The middle of each side's units, in the games that lasted so long;"
                " the bands hold half of them."
            ),
        ),
        _figure(
            t("Steps lost"),
            plots.columns(
                t("Steps lost"),
                [(t(side), tint[side], found["losses"][side]["histogram"]) for side in sides],
                t("steps"),
            ),
        ),
        _figure(
            t("Who held what at the end"),
            plots.hexes(
                t("Who held what at the end"),
                board,
                [(t(side), tint[side], found["held"][side]) for side in sides],
                games,
            ),
            t("Percent of games in which the side had a unit in the hex; from 10 percent."),
            wide=True,
        ),
        _section(won),
        _section(ended),
        _section(figures, wide=True),
        _section(stood, wide=True),
    ]
    heading = title(found, t)
    ruleset = found["study"]
    foot = f"grognard {found['program']}, ruleset {ruleset['ruleset']}, data {ruleset['data']}"
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(heading)}</title>",
            f"<style>{STYLE}{_tints(tint)}</style></head><body><main>",
            plots.textures({tint[side]: TINTS[tint[side]] for side in sides}),
            f"<header><h1>{escape(_headline(found, t))}</h1><p>{escape(heading)}</p></header>",
            f'<div class="sheets">{"".join(sheets)}</div>',
            f"<footer><p>{escape(remark(found, t))}</p><p>{escape(foot)}</p></footer>",
            "</main></body></html>",
        ]
    )


def _headline(found: Mapping[str, Any], t: Callable[[str], str]) -> str:
    parts = [f"{t(e['winner'] or 'draw')} {e['share']:.0%}" for e in found["outcomes"]]
    return f"{found['study']['game'].capitalize()}: {', '.join(parts)}"


def _tints(tint: Mapping[str, str]) -> str:
    """The colours of the sides; every second side is hatched where it fills an area."""
    rules = []
    for place, name in enumerate(tint.values()):
        colour = TINTS[name]
        fill = f"url(#hatch-{name})" if place % 2 else colour
        rules.append(f".fill.{name} {{ fill: {fill} }} .way.{name} {{ stroke: {colour} }}")
        rules.append(f".band.{name} {{ fill: {colour} }}")
    return "\n".join(rules)


def _figure(caption: str, svg: str, note: str = "", *, wide: bool = False) -> str:
    below = f"<p>{escape(note)}</p>" if note else ""
    kind = ' class="wide"' if wide else ""
    return f"<figure{kind}><figcaption>{escape(caption)}</figcaption>{svg}{below}</figure>"


def _section(table: Table, *, wide: bool = False) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in table.heads)
    lines = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>"
        for line in table.lines
    )
    kind = ' class="wide"' if wide else ""
    return (
        f"<section{kind}><h2>{escape(table.title)}</h2>"
        f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></section>"
    )
