"""Translations: gettext catalogues, read as they are with Babel; English is the key itself.

The house has its own in ``<lang>/LC_MESSAGES/grognard.po``, each game in ``games/<game>/locale/<lang>.po``,
the search of the bots in ``bots/search/locale``; a sentence that stands in two of them reads the same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

HERE = Path(__file__).parent
GAMES, BOTS = HERE.parent / "games", HERE.parent / "bots"
ENGLISH = "en"

Translate = Callable[[str], str]


def path(lang: str, home: str = "") -> Path:
    """The catalogue of a game, of a folder of the bots that is no game's, or of the house."""
    if home:
        room = GAMES if (GAMES / home).is_dir() else BOTS
        return room / home / "locale" / f"{lang}.po"
    return HERE / lang / "LC_MESSAGES" / "grognard.po"


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """English, and every language that has a catalogue."""
    found = HERE.glob("*/LC_MESSAGES/grognard.po")
    return (ENGLISH, *sorted(file.parent.parent.name for file in found))


@lru_cache(maxsize=16)
def catalogue(lang: str) -> Mapping[str, str]:
    """The sentences of a language by their English templates; those in doubt (fuzzy) are left out."""
    if lang == ENGLISH:
        return {}
    from babel.messages.pofile import read_po

    found: dict[str, str] = {}
    own = [file for room in (GAMES, BOTS) for file in sorted(room.glob(f"*/locale/{lang}.po"))]
    for catalog in (*own, path(lang)):
        with catalog.open("rb") as file:
            messages = read_po(file, locale=lang)
        for message in messages:
            if message.id and message.string and not message.fuzzy:
                found[str(message.id)] = str(message.string)
    return found


def known(lang: str) -> str:
    """The language itself if there is a catalogue for it (``pl`` for ``pl-PL``), else English."""
    short = lang.replace("_", "-").partition("-")[0].lower()
    return short if short in languages() else ENGLISH


def translator(lang: str) -> Translate:
    """The function that gives a sentence's template in a language."""
    sentences = catalogue(known(lang))

    def translate(template: str) -> str:
        return sentences.get(template, template)

    return translate
