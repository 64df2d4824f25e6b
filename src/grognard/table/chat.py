"""What is said at a table, as it is sent."""

from __future__ import annotations

import msgspec

from ..engine.words import Say
from ..locale import translator
from . import show
from .rows import Chat
from .seats import HOUSE
from .sentences import say_in

CHATS = 200
"""Lines of chat that a page is sent when it comes."""


def chat_line(chat: Chat, lang: str) -> show.Plain:
    """A line of chat; what the house itself says is kept as a sentence and told in any language."""
    tr = translator(lang)
    who, text, by = show.side_title(chat.side, tr), chat.body, "seat"
    if chat.who == HOUSE:
        by = "table"
        said = say_in(msgspec.json.decode(chat.body))
        words = said.params.items()
        named = {k: show.side_title(v, tr) if isinstance(v, str) else v for k, v in words}
        who, text = tr("the table"), Say(said.template, **named).translated(tr)
    line = {"t": "chat", "who": who, "from": by, "side": chat.side, "text": text}
    return line | {"when": chat.made}
