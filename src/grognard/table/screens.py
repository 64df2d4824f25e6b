"""What the screens at a table show: the view for each seat and language, the log, and what is sent of them."""

from __future__ import annotations

import time
import weakref
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .. import __version__, bots
from ..bots.search import BY_NAME as LEVELS
from ..engine.sight import Sight
from ..locale import languages, translator
from . import offers, show
from .chat import CHATS, chat_line
from .chronicle import MARKED
from .connection import Connection, Letters
from .links import pledges_wanted
from .messages import write
from .room import TAIL
from .seats import BOT
from .written import Log

if TYPE_CHECKING:
    from .sitting import Table

PAGE = 200
"""Entries of the trail whose lines a page is sent when it asks for older ones."""


class Screens:
    """What is made for the screens at one table; what several of them show alike is made once."""

    def __init__(self, table: Table) -> None:
        self._table: Table = weakref.proxy(table)
        """Not held: a table that is forgotten leaves the memory at once, with all that it is made of."""
        self._made_for = table.rev
        self._made: dict[tuple[str, str | None], show.Plain] = {}
        self._shown: dict[tuple[str, str | None], tuple[int, show.Plain]] = {}
        """What pages that see alike have in common, as it was sent to them last, and its revision."""
        self._logs: dict[tuple[str, str | None], Log] = {}

    def rest(self) -> None:
        """Nobody looks any more: forget what was made for those who did, but for the log."""
        self._made, self._shown = {}, {}

    @property
    def bytes(self) -> int:
        """Of the log as it was sent."""
        return sum(log.bytes for log in self._logs.values())

    def view(self, mine: frozenset[str], lang: str) -> show.Plain:
        """The table now, for the player of these sides."""
        sight = self._table.sight(mine)
        return self._own(sight, mine, lang) | self._common(sight, lang)

    def _own(self, sight: Sight[Any], mine: frozenset[str], lang: str) -> show.Plain:
        """What is shown to the player of these sides alone."""
        table = self._table
        return {
            "rev": table.rev,
            "eyes": sight.seat,
            "decision": show.decision(table.room, sight, mine, translator(lang), live=True),
            "undo": table.may_undo(mine),
            "thinking": table.thinking[0] if table.thinking and table.bot() else None,
            "clock": table.times(),
        }

    def view_at(self, at: int, mine: frozenset[str], lang: str) -> show.Plain:
        """The game at an earlier moment."""
        table = self._table
        tr, sight = translator(lang), table.sight(mine, at)
        return {
            "rev": table.rev,
            "eyes": sight.seat,
            "decision": show.decision(table.room, sight, mine, tr, live=False),
            "undo": None,
            "thinking": None,
            "clock": None,
            **show.common(table.room, sight, tr),
        }

    def _common(self, sight: Sight[Any], lang: str) -> show.Plain:
        """What several screens show of one revision is made once."""
        table = self._table
        if self._made_for != table.rev:
            self._made_for, self._made = table.rev, {}
        key = lang, sight.seat
        made = self._made
        if key not in made:
            made[key] = show.common(table.room, sight, translator(lang))
        return made[key]

    def greeting(self, to: Connection, frame: show.Plain) -> list[str]:
        """Everything that a page needs to begin, or to begin again."""
        table = self._table
        room, tr, sight = table.room, translator(to.lang), table.sight(to.mine)
        rules = room.rules
        scenario = next(s for s in rules.scenarios if s.id == rules.scenario)
        board = rules.board
        hello: show.Plain = {
            "t": "hello",
            "version": __version__,
            "table": {
                "id": table.id,
                "name": table.name,
                "game": rules.name,
                "title": rules.title,
                "scenario": rules.scenario,
                "scenario_title": scenario.title.translated(tr),
                "options": [o for o in show.options(rules, tr) if o["id"] in rules.options],
                "created": table.created,
                "watch": f"/t/{table.id}",
            },
            "seats": sorted(to.mine),
            "sides": table.sides(to.lang),
            "board": frame,
            "absent": show.absent(sight, tr),
            "names": {board.label(h): name for h, name in board.names.items()},
            "lang": to.lang,
            "langs": languages(),
            "overlays": [o.name for o in rules.overlays(sight.state)],
            "pace": table.pace,
            "levels": [
                {"name": name, "title": tr(name).capitalize()}
                for name in bots.names(rules.name)
                if name in LEVELS
            ],
            "casual": any(who.startswith(BOT) for who in table.seats.values()),
        }
        to.eyes = sight.seat
        texts = [write(hello), *self._log_anew(sight, to.lang)]
        texts.append(write({"t": "view", "rev": table.rev, "view": self.view(to.mine, to.lang)}))
        self._shown[to.lang, to.eyes] = table.rev, self._common(sight, to.lang)
        to.shown = table.rev
        texts += [write(chat_line(chat, to.lang)) for chat in table.chats[-CHATS:]]
        if table.thinking is not None:
            side, began = table.thinking
            since = round(time.monotonic() - began, 1)
            texts.append(write({"t": "thinking", "side": side, "since": since}))
        if table.offer is not None or offers.seat_asked_of(table, to.mine):
            texts.append(write(offers.shown(table, to)))
        texts += [write(wanted) for wanted in pledges_wanted(table, to)]
        return texts

    def news(self, first: int, to: Iterable[Connection]) -> Letters:
        """The log from this length of the trail on, then the view.

        A page that looks through other eyes than before gets the log anew, then the news.
        """
        table = self._table
        for log in self._logs.values():
            log.cut(first)
        events: dict[Any, list[str]] = {}
        views: dict[Any, str] = {}
        shown: dict[tuple[str, str | None], tuple[int, show.Plain]] = {}
        letters: Letters = []
        for c in to:
            sight = table.sight(c.mine)
            other, c.eyes = c.eyes != sight.seat, sight.seat
            alike, key = (c.lang, c.eyes), (c.lang, other, c.eyes)
            shown[alike] = table.rev, self._common(sight, c.lang)
            if key not in events:
                anew = self._log_anew(sight, c.lang) if other else []
                events[key] = [*anew, *self._news(first, sight, c.lang)]
            since, before = self._shown.get(alike, (None, None))
            if other or c.shown != since:
                since = before = None
            looks = c.lang, c.mine, since
            if looks not in views:
                views[looks] = self._view_message(
                    self._own(sight, c.mine, c.lang), shown[alike][1], since, before
                )
            letters.append((c, [*events[key], views[looks]]))
            c.shown = table.rev
        self._shown = shown
        return letters

    def _view_message(
        self, own: show.Plain, common: show.Plain, since: int | None, before: show.Plain | None
    ) -> str:
        """The view as it is sent; as far as it is as it was to those who have the one before."""
        table = self._table
        if before is None:
            return write({"t": "view", "rev": table.rev, "view": own | common})
        told, changed = show.brief(common, before)
        message = {"t": "view", "rev": table.rev, "since": since, "view": own | told}
        return write(message if changed is None else message | {"changed": changed})

    def _log(
        self, first: int, last: int, sight: Sight[Any], lang: str
    ) -> Iterator[tuple[int, list[Any]]]:
        """The log between these lengths of the trail, in parts."""
        room, tr = self._table.room, translator(lang)
        log = self._logs.setdefault((lang, sight.seat), Log())
        return log.between(first, last, lambda a, b: show.rows(room, a, b, sight, tr))

    def _news(self, first: int, sight: Sight[Any], lang: str) -> list[str]:
        table = self._table
        head = {"t": "events", "rev": table.rev, "news": True, "eyes": sight.seat}
        parts = self._log(first, table.length, sight, lang)
        return [write(head | {"from": begin, "events": part}) for begin, part in parts]

    def _log_anew(self, sight: Sight[Any], lang: str) -> list[str]:
        """The last lines of the log, for a page that knows none: it asks for older ones.

        The first message tells at which moments before it a turn began or an attack was made.
        """
        table = self._table
        head = {"t": "events", "rev": table.rev, "news": False, "eyes": sight.seat}
        first, texts = max(table.length - TAIL, 0), []
        early: show.Plain = {kind: [] for kind in MARKED}
        for at, kind in table.room.moments:
            if at < first:
                early[kind].append(at)
        head["early"] = early
        for begin, part in self._log(first, table.length, sight, lang):
            texts.append(write(head | {"from": begin, "events": part}))
            head.pop("early", None)
        return texts

    def older(self, before: int, mine: frozenset[str], lang: str) -> show.Plain:
        """The lines of the log before this length of the trail, and from where on they are."""
        table = self._table
        first, last = max(before - PAGE, 0), min(before - 1, table.length)
        parts = self._log(first, last, table.sight(mine), lang)
        return {"from": first, "events": [row for _, part in parts for row in part]}
