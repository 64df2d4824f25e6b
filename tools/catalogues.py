"""Bring the catalogues of translations up to date with the source: ``python tools/catalogues.py``.

Babel collects the templates from the source, to which come the names of units in ``names.csv``, and
merges them into the catalogue of the house or of the game that says them; a new sentence arrives there
empty unless another catalogue knows it, one that is gone is dropped.  ``python tools/catalogues.py de`` begins another language,
``python tools/catalogues.py patrol`` the catalogues of a game in the making.  See docs/translating.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from grognard import locale
from grognard.games import IN_THE_MAKING
from grognard.textdata import Folder

SOURCE = Path(locale.__file__).parent.parent

KEYWORDS = {
    "CannotPlay": (2,),
    "Draw": (2,),
    "Event": (3,),
    "IllegalAction": (2,),
    "N_": None,
    "Roll": (2,),
    "Say": None,
    "tell": (3,),
    "tr": None,
}
"""The calls that make a sentence, and which of their arguments is its template (None: the first)."""

NOT_TRANSLATED = ("lab",)
"""The laboratory speaks English."""

NAMES = "names.csv"
"""The file of a game that gives units their names in full."""

HOUSE = ""
"""The home of what no game says."""


def home(file: Path) -> str | None:
    """Whose catalogue the sentences of a source file are in; None if they are not translated.

    A game, what several share (a folder of ``games`` too, or of ``bots``), or the house.  Its bots
    speak as the game does.
    """
    room, *rest = file.relative_to(SOURCE).parts
    if room in NOT_TRANSLATED:
        return None
    return rest[0] if room in ("games", "bots") and len(rest) > 1 else HOUSE


def in_the_making(home: str) -> bool:
    """Whether a home is a game that is not yet held to be translated."""
    return (SOURCE / "games" / home / IN_THE_MAKING).exists() if home else False


def homes() -> list[str]:
    """The house and every folder of games that says something, but for what is in the making."""
    return [each for each in extract() if not in_the_making(each)]


def extract() -> dict[str, Catalog]:
    """Every template of the source, by its home."""
    found: dict[str, Catalog] = {HOUSE: Catalog(project="Grognard", charset="utf-8")}
    for name, line, message, comments, context in extract_from_dir(
        SOURCE, [("**.py", "python")], keywords=KEYWORDS
    ):
        where = home(SOURCE / name)
        if where is not None:
            catalog = found.setdefault(where, Catalog(project="Grognard", charset="utf-8"))
            catalog.add(message, locations=[(name, line)], auto_comments=comments, context=context)
    for file in sorted(SOURCE.glob(f"games/*/data/{NAMES}")):
        catalog = found.setdefault(
            home(file) or HOUSE, Catalog(project="Grognard", charset="utf-8")
        )
        for row in Folder(file.parent).rows(NAMES, "id", "name"):
            catalog.add(row["name"], locations=[(str(file.relative_to(SOURCE)), row.line)])
    return found


def read(lang: str, home: str) -> Catalog:
    """A catalogue; an empty one if it is not there yet."""
    file = locale.path(lang, home)
    if not file.is_file():
        return Catalog(locale=lang, project="Grognard", charset="utf-8", fuzzy=False)
    with file.open("rb") as old:
        return read_po(old, locale=lang)


def update(lang: str, home: str, template: Catalog, known: dict[str, str]) -> Catalog:
    """The catalogue of a language with the templates of now, and what is known of them."""
    catalog, file = read(lang, home), locale.path(lang, home)
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    for message in catalog:
        if message.id and not message.string:
            message.string = known.get(str(message.id), "")
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as new:
        write_po(new, catalog, width=100, include_lineno=False, sort_by_file=True)
    return catalog


def known(lang: str) -> Iterator[tuple[str, str]]:
    """Every translation of a language, in whichever catalogue."""
    own = [
        file for room in (locale.GAMES, locale.BOTS) for file in room.glob(f"*/locale/{lang}.po")
    ]
    files = [*own, locale.path(lang)]
    for file in files:
        if file.is_file():
            with file.open("rb") as old:
                messages = read_po(old, locale=lang)
            yield from ((str(m.id), str(m.string)) for m in messages if m.id and m.string)


def main(begin: list[str]) -> None:
    found = extract()
    wanted = [each for each in found if not in_the_making(each) or each in begin]
    languages = [word for word in begin if word not in found]
    for lang in dict.fromkeys([*locale.languages(), *languages]):
        if lang == locale.ENGLISH:
            continue
        already, templates = dict(known(lang)), extract()  # Babel puts the templates themselves in
        for each in wanted:
            catalog = update(lang, each, templates[each], already)
            missing = [m.id for m in catalog if m.id and (m.fuzzy or not m.string)]
            print(
                f"{lang} {each or 'house'}: {len(catalog)} sentences, {len(missing)} to translate"
            )
            for sentence in missing:
                print(f"  {sentence}")


if __name__ == "__main__":
    main(sys.argv[1:])
