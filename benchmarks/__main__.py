"""``python -m benchmarks [--json]``: every figure with its goal and its peer."""

from __future__ import annotations

import argparse
import json
import platform
import sys

from . import back, gazala, kernels, normandy, play, salerno
from .clock import Figure


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, allow_abbrev=False
    )
    parser.add_argument("--json", action="store_true", help="plain data instead of a table")
    asked = parser.parse_args()
    figures = [
        *play.figures(),
        *salerno.figures(),
        *back.figures(),
        *gazala.figures(),
        *normandy.figures(),
        *kernels.figures(),
    ]
    if asked.json:
        rows = [{**f._asdict(), "ratio": f.ratio, "met": f.met} for f in figures]
        print(json.dumps({"python": platform.python_version(), "figures": rows}, indent=1))
    else:
        print(f"Python {platform.python_version()}, CPU time, medians\n")
        print(table(figures))
    return 0 if all(figure.met is not False for figure in figures) else 1


def table(figures: list[Figure]) -> str:
    """The figures as a Markdown table."""
    lines = [["figure", "value", "goal", "peer in the same run", "peer's value", "ratio"]]
    for f in figures:
        goal = ""
        if f.goal is not None:
            sign = "≥" if f.more_is_better else "<"
            goal = f"{sign} {_number(f.goal)} {'met' if f.met else 'MISSED'}"
        peer = "" if f.peer_value is None else f"{_number(f.peer_value)} {f.unit}"
        ratio = "" if f.ratio is None else f"{f.ratio:.1f}x"
        lines.append([f.name, f"{_number(f.value)} {f.unit}", goal, f.peer, peer, ratio])
    lines.insert(1, ["---", "---:", "---", "---", "---:", "---:"])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "| " + " | ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)) + " |"
        for line in lines
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
