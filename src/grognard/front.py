"""The front door: ten lines to a legal game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import games as _games
from .engine import game as engine
from .engine import record
from .engine.decision import Drawn, Event, Rolled
from .engine.dice import commitment, fresh_seed
from .engine.entries import Entry
from .engine.words import IllegalAction
from .say import Say
from .textdata import DataError, in_words

if TYPE_CHECKING:
    from .draw.position import Overlay
    from .draw.style import Theme


class Game(engine.Game[Any]):
    """A game in progress that can draw itself."""

    def svg(
        self,
        *,
        theme: Theme | str = "light",
        overlays: Sequence[Overlay] = (),
        seat: str | None = None,
        legend: bool = True,
        ids: str = "map",
    ) -> str:
        """The position as a picture, an SVG text.

        ``theme`` is a name (``light``, ``dark``, ``high-contrast``, ``print``) or a ``draw.Theme``.
        ``overlays`` are what is drawn over the map: ``draw.Zoc``, ``Reach``, ``Arrow``, ``Path``,
        ``Highlight``.  ``seat`` shows it as that seat may see it (None: as it is).  ``legend`` adds
        the signs of the map.  ``ids`` begins the names of patterns, for several pictures on a page.
        """
        from .draw import game_svg

        return game_svg(self, theme=theme, overlays=overlays, seat=seat, legend=legend, ids=ids)

    def _repr_svg_(self) -> str:
        return self.svg()


def new(
    game: str = "anzio",
    *,
    seed: int | str | None = None,
    scenario: str | None = None,
    options: Iterable[str] = (),
    players: Mapping[str, str] | None = None,
    dice: str = "thrown",
    data: str | Path | None = None,
) -> Game:
    """A new game.

    The same seed and choices give the same game everywhere; without a seed one is drawn.
    ``dice="asked"`` makes every die a decision (of the side ``dice``) to be answered ``roll 4``.
    ``players`` names who sits in each seat, for the record.  ``data`` is a folder of corrected files.
    """
    rules = _games.open_rules(
        game, options=options, scenario=scenario, data=Path(data) if data else None
    )
    return Game(rules, seed=_seed(seed), ask_dice=_asked(dice), players=dict(players or {}))


def _seed(seed: int | str | None) -> str | None:
    if seed is None:
        return None
    text = str(seed)
    if not text or text.split() != [text]:
        raise ValueError("a seed is one word or a number")
    return text


def _asked(dice: str) -> bool:
    if dice not in ("thrown", "asked"):
        raise ValueError("dice are 'thrown' or 'asked'")
    return dice == "asked"


def load(
    text: str | Path,
    *,
    seed: int | str | None = None,
    dice: str = "thrown",
    data: str | Path | None = None,
    move_on: bool = False,
) -> Game:
    """A game from the text of a position or a record, or from a file that holds one.

    A record of an older version of the rules is taken up from the last position that it holds and
    goes on under the rules of now, with a mark in ``moved_on`` and in its record; with ``move_on``
    one of other data too.  What cannot be taken up is refused: nothing is replayed differently.
    ``seed`` gives a position its dice, and a record that does not tell it the seed that it is committed to;
    for a file it may stand in its key (``FILE.key``).
    """
    file = "text"
    if isinstance(text, Path) or "\n" not in text:
        file = str(text)
        text = read_text(file)
        seed = seed if seed is not None else seed_beside(Path(file))
    folder = Path(data) if data else None
    if record.kind_of(text, file) == "position":
        return _position(text, file, _seed(seed), _asked(dice), folder)
    heading = record.Heading(text, file)
    _take_key(heading, _seed(seed))
    rules = open_heading(heading, folder)
    if older(heading, rules) or (move_on and _fault(heading, rules)):
        record.check_end(text, file)
        return _move_on(text, heading, rules)
    return read_record(text, file, folder, heading)[0]


def key_of(path: Path) -> Path:
    """The file with the seed of a game that goes on."""
    return path.with_name(f"{path.name}.key")


def seed_beside(path: Path) -> str | None:
    """The seed in the key of a game file; None if there is none here."""
    key = key_of(path)
    return read_text(str(key)).strip() or None if key.exists() else None


def _take_key(heading: record.Heading, seed: str | None) -> None:
    """Take the seed that a record itself does not tell; DataError if it is another game's."""
    said = heading.said.get("commitment")
    if seed is None or said is None or "seed" in heading.said:
        return
    if commitment(seed) != said[0]:
        told = Say("the seed does not match the commitment made at the start")
        raise DataError(heading.file, None, told)
    heading.said["seed"] = [seed]


def read_text(file: str) -> str:
    """What is in a file; DataError if it cannot be read."""
    try:
        return Path(file).read_text("utf-8")
    except FileNotFoundError:
        raise DataError(file, None, Say("there is no such file")) from None
    except (OSError, ValueError) as bad:
        raise DataError(file, None, Say("cannot be read: {fault}", fault=str(bad))) from None


def older(heading: record.Heading, rules: Any) -> bool:
    """Whether a record was played under an older version of the rules."""
    version = heading.one("ruleset")
    return version.isdigit() and int(version) < rules.version


def _fault(heading: record.Heading, rules: Any) -> Say | None:
    return differs(rules, heading.one("ruleset"), heading.one("data"))


def differs(rules: Any, ruleset: str, data: str) -> Say | None:
    """Why what was played under this version on these data cannot be replayed with the rules of now."""
    if ruleset != str(rules.version):
        return Say(
            "played under ruleset {ruleset}; this program has {version}",
            ruleset=ruleset,
            version=rules.version,
        )
    if data != rules.digest:
        return Say(
            "played on data {data}; the data here are {digest} (name the folder of its data files)",
            data=data,
            digest=rules.digest,
        )
    return None


def _move_on(text: str, heading: record.Heading, rules: Any) -> Game:
    """A game of other rules or data, taken up from its last position and marked so."""
    file, fault = heading.file, _fault(heading, rules)
    lines = [(n, x) for n, x in heading.rest if x.split()[0] not in ("end", "result")]
    over = any(x.startswith("result ") for _, x in heading.rest)
    if over or (lines and heading.stand is None):
        raise DataError(file, None, no_way_on(fault))
    at, here = heading.stand or (0, heading.opening)
    entries = [entry for _, entry in record.read_entries(lines, rules.seats, file)]
    state = taken_up(rules, here, entries, fault, file)
    game = Game(rules, ask_dice=True, players=heading.players(), state=state)
    mark = moved_mark(heading.one("ruleset"), heading.one("data"), at, text.split()[-1])
    game.moved_on = (*heading.moved, mark)
    asked = heading.asked or heading.shared
    game.take_seed(None if asked else heading.one("seed", "") or fresh_seed())
    game.opening_events.insert(0, moved_event(fault))
    return game


def taken_up(
    rules: Any,
    lines: Iterable[tuple[int, str]] | None,
    entries: Sequence[Entry],
    fault: Say | None,
    file: str = "text",
) -> Any:
    """The last situation of a game of other rules or data, by those of now; DataError if they cannot take it.

    ``lines`` tell it (None: the game had not begun), ``entries`` are all that was played: no die falls twice.
    """
    try:
        state = rules.start() if lines is None else rules.read(in_words(lines, file))
        faults = rules.check(state)
    except DataError as bad:
        faults = [bad.said]
    if faults:
        raise DataError(file, None, no_going_on(fault, faults[0]))
    state.die = max(state.die, record.dice_used(entries))
    return state


def moved_mark(ruleset: str, data: str, at: int, end: str = "-") -> str:
    """The mark of a game that was taken up: from which rules and data, after how many entries."""
    return f"ruleset {ruleset} data {data} at {at} end {end}"


def no_way_on(fault: Say | None) -> Say:
    return Say("{fault}: it is over, or has no position to go on from", fault=fault)


def no_going_on(fault: Say | None, why: Say) -> Say:
    return Say("{fault}, which cannot go on from its last position: {why}", fault=fault, why=why)


def moved_event(fault: Say | None) -> Event:
    """What is told when a game is taken up under other rules."""
    return Event(
        "moved on",
        "",
        "{fault}: the game goes on from its last position under the rules of now",
        {"fault": fault},
    )


def open_heading(heading: record.Heading, folder: Path | None = None, scenario: str = "") -> Any:
    """The rules that a position or record was played with; of a scenario, if it names none."""
    name = heading.one("game")
    try:
        own = _games.open_rules(name, data=folder).board
        return _games.open_rules(
            name,
            options=heading.said.get("options", []),
            scenario=heading.one("scenario", scenario) or None,
            data=folder,
            board=record.read_board(heading, own),
            units=in_words(heading.units, heading.file),
        )
    except DataError:
        raise
    except (_games.UnknownGame, _games.UnknownChoice) as unknown:
        raise DataError(heading.file, None, unknown.said) from None
    except (KeyError, ValueError) as bad:
        told = Say("it cannot be read: {fault}", fault=str(bad))
        raise DataError(heading.file, None, told) from None


def _position(text: str, file: str, seed: str | None, asked: bool, folder: Path | None) -> Game:
    heading = record.Heading(text, file)
    rules = open_heading(heading, folder)
    then = [(n, line[5:]) for n, line in heading.rest if line.startswith("then ")]
    here = [(n, line) for n, line in heading.rest if not line.startswith("then ")]
    state = rules.read(in_words(here, file))
    if state.turn > rules.turns and not heading.one("scenario", ""):
        rules, state = _longer(heading, here, folder, state.turn) or (rules, state)
    game = Game(rules, ask_dice=True, state=state)
    _replay(game, then, file)
    if not asked:
        game.take_seed(seed if seed is not None else fresh_seed())
    return game


def _longer(
    heading: record.Heading, here: list[tuple[int, str]], folder: Path | None, turn: int
) -> tuple[Any, Any] | None:
    """A position without a scenario is of the first that lasts as long."""
    for scenario in open_heading(heading, folder).scenarios:
        rules = open_heading(heading, folder, scenario.id)
        if rules.turns >= turn:
            return rules, rules.read(in_words(here, heading.file))
    return None


def _replay(game: Game, lines: list[tuple[int, str]], file: str) -> None:
    numbered = list(record.read_entries(lines, game.rules.seats, file))
    try:
        game.replay([entry for _, entry in numbered])
    except IllegalAction as refusal:
        line = numbered[min(len(game.trail), len(numbered) - 1)][0]
        raise DataError(file, line, refusal.said) from None
    for (line, said), done in zip(numbered, game.trail, strict=False):
        if not isinstance(said, (Rolled, Drawn)):
            continue
        expected = record.write_entries([done])
        if record.write_entries([said]) != expected:
            raise DataError(
                file,
                line,
                Say("the die does not belong here; expected: {expected}", expected=expected[0]),
            )


def read_record(
    text: str,
    file: str = "text",
    folder: Path | None = None,
    heading: record.Heading | None = None,
) -> tuple[Game, record.Heading]:
    """A game from its record, and the heading; DataError where it is cut, altered or illegal."""
    game, heading = _replayed(text, file, folder, heading)
    _check_stand(game, heading)
    return game, heading


def _replayed(
    text: str, file: str, folder: Path | None, heading: record.Heading | None = None
) -> tuple[Game, record.Heading]:
    record.check_end(text, file)
    heading = heading or record.Heading(text, file)
    rules = open_heading(heading, folder)
    if fault := _fault(heading, rules):
        raise DataError(file, None, fault)
    lines = [(n, x) for n, x in heading.rest if x.split()[0] not in ("end", "result")]
    state = None if heading.opening is None else rules.read(in_words(heading.opening, file))
    seed = heading.one("seed", "") or None
    game = Game(rules, seed=seed, ask_dice=True, players=heading.players(), state=state)
    game.moved_on = tuple(heading.moved)
    _replay(game, lines, file)
    game.take_seed(None if heading.asked or (heading.shared and game.outcome is None) else seed)
    result = next((x for _, x in heading.rest if x.startswith("result ")), None)
    told = f"result {game.outcome.winner or 'draw'} [{game.outcome.rule}]" if game.outcome else None
    if result != told:
        raise DataError(
            file, None, Say("the record says {result}, the game {told}", result=result, told=told)
        )
    return game, heading


def _check_stand(game: Game, heading: record.Heading) -> None:
    """The record's own position must be the one that its entries lead to."""
    if heading.stand is None:
        return
    at, lines = heading.stand
    there = game.copy(at) if at <= len(game.trail) else None
    told = [] if there is None else there.rules.write(there.checkpoint()[0])
    if [line for _, line in lines] != [line.strip() for line in told]:
        raise DataError(
            heading.file,
            None,
            Say(
                "its entries lead to another position than it says, after {count} of them", count=at
            ),
        )


def remarks(text: str, file: str = "text") -> list[Say]:
    """What whoever reads the proof of a record should know besides: who gave no secret for some dice."""
    heading = record.Heading(text, file)
    return heading.shared_dice("").remarks() if heading.shared else []


def verify(
    text: str, file: str = "text", folder: Path | None = None, *, seed: int | str | None = None
) -> list[Say]:
    """Everything that does not match in a record: [] if the game and its dice are proven.

    ``seed`` is that of a record that does not tell it.
    """
    heading = record.Heading(text, file)
    if seed is not None:
        heading.said.setdefault("seed", [str(seed)])
    game, heading = _replayed(text, file, folder, heading)
    faults = record.faults(game, heading)
    if not faults:
        _check_stand(game, heading)
    return faults
