"""Translations: gettext catalogues in ``<lang>/LC_MESSAGES/grognard.po``; English is the key itself.

The catalogues are read as they are, with Babel: there is nothing to compile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

HERE = Path(__file__).parent
ENGLISH = "en"

Translate = Callable[[str], str]


def path(lang: str) -> Path:
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

    with path(lang).open("rb") as file:
        messages = read_po(file, locale=lang)
    return {
        str(message.id): str(message.string)
        for message in messages
        if message.id and message.string and not message.fuzzy
    }


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
