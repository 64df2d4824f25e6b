"""A game in words and letters: where it stands, what is asked, who is where, as a seat sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..board import Board
from ..engine.decision import Event
from ..engine.game import Game
from ..engine.ledger import Ledger
from ..engine.sight import Sight
from ..engine.view import Piece
from ..engine.words import Say
from ..say import figure
from .screen import BAD, GOOD, HEAD, QUIET, RULE, SIDES, Part, Screen


def name_of(side: str) -> Say:
    return Say(side.replace("_", " ").title())


def style_of(sight: Sight[Any], side: str) -> str:
    sides, side = sight.rules.sides, sight.rules.serves(side or "")
    return SIDES[sides.index(side) % len(SIDES)] if side in sides else HEAD


def heading(screen: Screen, sight: Sight[Any]) -> None:
    """One line: the game, the phase, the markers on the tracks."""
    parts: list[Part] = [
        (sight.rules.title, HEAD),
        ": ",
        Say(sight.rules.phase_title(sight.game.phase)),
    ]
    for label, value in sight.rules.status(sight.state):
        parts += ["; ", label, " ", value]
    screen.line(*parts)


def question(screen: Screen, sight: Sight[Any]) -> None:
    """Who is asked what, or how the game ended."""
    ask, prompt = sight.game.decision, sight.prompt
    if ask is not None and prompt is not None:
        owner = (name_of(ask.side), style_of(sight, ask.side))
        screen.line(owner, ": ", prompt, " ", (f"[{ask.rule}]", RULE))
        return
    ended = sight.game.outcome
    assert ended is not None
    who = Say("{side} victory", side=name_of(ended.winner)) if ended.winner else Say("a draw")
    screen.line((who, GOOD), ": ", ended.reason, (_cited(ended.rule), RULE))


def _cited(rule: str) -> str:
    """The rule behind a sentence; nothing where none is."""
    return f" [{rule}]" if rule else ""


def events(screen: Screen, sight: Sight[Any], told: Iterable[Event], *, indent: str = "  ") -> None:
    for event in joined(filter(None, map(sight.told, told))):
        style = HEAD if event.kind in ("turn", "roll", "result", "eliminated", "tactic") else ""
        screen.line(indent, (event.say, style), (_cited(event.rule), RULE))


def joined(told: Iterable[Event]) -> list[Event]:
    """The steps of one unit as one move along a path."""
    out: list[Event] = []
    for event in told:
        last = out[-1] if out else None
        if (
            last is not None
            and event.kind == last.kind == "move"
            and event.facts.get("unit") == last.facts.get("unit")
            and event.facts.get("start") == last.facts.get("hex")
            and isinstance(event.facts.get("cost"), int)
        ):
            path = last.facts.get("path", last.facts["start"] + "-" + last.facts["hex"])
            facts = {
                **event.facts,
                "path": path + "-" + event.facts["hex"],
                "cost": last.facts["cost"] + event.facts["cost"],
            }
            out[-1] = Event("move", event.rule, "{unit} moves by {path} for {cost}", facts)
        else:
            out.append(event)
    return out


def choices(screen: Screen, sight: Sight[Any]) -> None:
    """Everything that may be answered, verb by verb."""
    by_verb: dict[str, list[str]] = {}
    for action in sight.game.legal_actions:
        by_verb.setdefault(action.verb, []).append(action.word)
    for verb, words in by_verb.items():
        screen.line("  ", (verb, HEAD), " ", " ".join(words))


def stacks(screen: Screen, sight: Sight[Any]) -> None:
    """The units by hex, then those in boxes."""
    board = sight.rules.board
    by_place: dict[str, list[Piece]] = {}
    for piece in sight.rules.pieces(sight.state):
        by_place.setdefault(piece.hex, []).append(piece)
    for place in sorted(by_place, key=lambda p: (not board.grid.has(p), len(p), p)):
        pieces = by_place[place]
        name = board.names.get(board.index(place), "") if board.grid.has(place) else ""
        parts: list[Part] = [(place, HEAD), (f" {name}" if name else "", QUIET), ":"]
        for piece in pieces:
            figures = " " + "-".join(piece.factors)
            marks = _marks(screen, piece)
            parts += [" ", (piece.id, style_of(sight, piece.side)), (figures, QUIET)]
            parts += [(f" ({marks})", QUIET)] if marks else []
        screen.line(*parts)


def _marks(screen: Screen, piece: Piece) -> str:
    """What lies on the counter."""
    marks = [*(["reduced"] if piece.reduced else []), *piece.marks]
    return ", ".join(screen.words(Say(mark)) for mark in marks)


def units(screen: Screen, sight: Sight[Any]) -> None:
    screen.table(
        [Say("unit"), Say("side"), Say("where"), Say("factors"), Say("marks"), Say("name")],
        [
            [
                (piece.id, style_of(sight, piece.side)),
                name_of(piece.side),
                piece.hex,
                "-".join(piece.factors),
                _marks(screen, piece),
                piece.name,
            ]
            for piece in sight.rules.pieces(sight.state)
        ],
    )


def ledger(screen: Screen, entry: Ledger) -> None:
    """Every factor and modifier with its rule, the chart's column, the exact chances."""
    screen.line((entry.title, HEAD))
    screen.table(
        [Say("amount"), Say("rule"), Say("what")],
        [[line.amount, (line.rule, RULE), line.what] for line in entry.lines],
    )
    screen.line(
        Say("{ground}, die {modifier}", ground=entry.column, modifier=f"{entry.modifier:+d}")
        if entry.ground
        else Say(
            "column {column}, die {modifier}",
            column=entry.column,
            modifier=f"{entry.modifier:+d}",
        )
    )
    screen.table(
        [Say("chance"), Say("dice"), Say("result"), Say("meaning")],
        [
            [
                figure(float(chance.chance), ".1%"),
                " ".join(str(die) for die, code in entry.table if code == chance.result),
                (chance.result, HEAD),
                chance.meaning,
            ]
            for chance in entry.chances
        ],
    )
    for branch in entry.branches:
        screen.line(
            (figure(float(branch.chance), ".1%"), HEAD),
            " ",
            branch.what,
            " ",
            (f"[{branch.rule}]", RULE),
        )
        if branch.sheet is not None:
            ledger(screen, branch.sheet)
    for note in entry.notes:
        screen.line(Say("note:"), " ", note.what, " ", (f"[{note.rule}]", RULE))


def rule_text(screen: Screen, game: Game[Any], citation: str) -> None:
    for line in game.rules.rulebook.text(citation, screen.lang).splitlines():
        number, _, text = line.partition(" ")
        screen.line((number, RULE), " ", text)


# -- the map in letters


def text_map(screen: Screen, sight: Sight[Any]) -> bool:
    """The map in letters, closer together on a narrow screen; False if it does not fit."""
    board = sight.rules.board
    for step in (5, 4) if board.grid.orientation == "flat" else (6,):
        cells, size = _layout(board, step)
        if size[0] <= screen.width:
            _draw_letters(screen, sight, cells, size[1], " " if step > 4 else "")
            return True
    return False


def _draw_letters(
    screen: Screen, sight: Sight[Any], cells: dict[int, tuple[int, int]], height: int, gap: str
) -> None:
    board = sight.rules.board
    letters = _letters(sight.rules.sides)
    stack_in: dict[str, list[Piece]] = {}
    for piece in sight.rules.pieces(sight.state):
        stack_in.setdefault(piece.hex, []).append(piece)
    rows: dict[int, list[tuple[int, str, str]]] = {}
    for h, (column, row) in cells.items():
        label, letter = board.label(h), board.letters[board.terrain[h]]
        if letter != "~":
            rows.setdefault(row, []).append((column, label, QUIET))
        what, style = letter, ""
        if stack := stack_in.get(label):
            side = stack[0].side
            what, style = f"{letter}{gap}{letters[side]}{len(stack)}", style_of(sight, side)
        rows.setdefault(row + 1, []).append((column, what, style))
    for row in range(height):
        parts: list[Part] = []
        at = 0
        for column, text, style in sorted(rows.get(row, [])):
            parts += [" " * (column - at), (text, style)]
            at = column + len(text)
        screen.line(*parts)
    terrain = ", ".join(f"{letter} {name}" for name, letter in board.letters.items())
    stacks = ", ".join(f"{letter}2 = 2 {side}" for side, letter in letters.items())
    screen.line((f"{terrain}; {stacks}", QUIET))


def _layout(board: Board, step: int) -> tuple[dict[int, tuple[int, int]], tuple[int, int]]:
    """Column and row of each hex, two rows high, and the size of the whole."""
    centres = {h: board.grid.centre(h) for h in board.hexes}
    left, top = (min(c[i] for c in centres.values()) for i in (0, 1))
    slant = 0.8660254037844386
    flat = board.grid.orientation == "flat"
    across, down = (step / slant, 2.0) if flat else (step, 2 / slant)
    cells = {
        h: (round((x - left) * across), round((y - top) * down)) for h, (x, y) in centres.items()
    }
    return cells, (max(c[0] for c in cells.values()) + 4, max(c[1] for c in cells.values()) + 2)


def _letters(sides: Sequence[str]) -> dict[str, str]:
    """A capital for each side: its first letter that no other has taken."""
    taken: dict[str, str] = {}
    for side in sides:
        taken[side] = next(c for c in side.upper() if c not in taken.values())
    return taken


def show(screen: Screen, sight: Sight[Any]) -> None:
    """Where the game stands: heading, map or stacks, question."""
    heading(screen, sight)
    text_map(screen, sight)
    stacks(screen, sight)
    question(screen, sight)


def history(game: Game[Any]) -> list[Event]:
    """Everything that has happened, told again from the first choice."""
    past = game.copy()
    past.take_seed(None)
    past = past.copy(0)
    return [*game.opening_events, *past.replay(game.trail)]


def verdict(screen: Screen, file: str, wrong: Sequence[Say]) -> None:
    for fault in wrong:
        screen.complain((Say("does not hold:"), BAD), " ", fault)
    if not wrong:
        screen.line(
            (Say("proven:"), GOOD), " ", Say("{file}: rules, dice and seed agree", file=file)
        )
