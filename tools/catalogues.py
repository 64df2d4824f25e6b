"""Bring the catalogues of translations up to date with the source: ``python tools/catalogues.py``.

Babel collects the templates from the source and merges them into every catalogue; a new sentence
arrives there empty, one that is gone is dropped.  ``python tools/catalogues.py de`` begins
another language.  See docs/translating.md.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from grognard import locale

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

NOT_TRANSLATED = ("lab", "games/normandy44")
"""The laboratory speaks English; a game stands here until it is translated."""


def translated(file: Path) -> bool:
    """Whether the sentences of a source file are translated."""
    inside = file.relative_to(SOURCE)
    return not any(inside.is_relative_to(part) for part in NOT_TRANSLATED)


def extract() -> Catalog:
    """Every template of the source."""
    found = Catalog(project="Grognard", charset="utf-8")
    for name, line, message, comments, context in extract_from_dir(
        SOURCE, [("**.py", "python")], keywords=KEYWORDS
    ):
        if translated(SOURCE / name):
            found.add(message, locations=[(name, line)], auto_comments=comments, context=context)
    return found


def update(lang: str, template: Catalog) -> Catalog:
    """The catalogue of a language with the templates of now."""
    file = locale.path(lang)
    if file.is_file():
        with file.open("rb") as old:
            catalog = read_po(old, locale=lang)
    else:
        file.parent.mkdir(parents=True)
        catalog = Catalog(locale=lang, project="Grognard", charset="utf-8", fuzzy=False)
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    with file.open("wb") as new:
        write_po(new, catalog, width=100, include_lineno=False, sort_by_file=True)
    return catalog


def main(begin: list[str]) -> None:
    template = extract()
    for lang in dict.fromkeys([*locale.languages(), *begin]):
        if lang != locale.ENGLISH:
            catalog = update(lang, template)
            missing = [m.id for m in catalog if m.id and (m.fuzzy or not m.string)]
            print(f"{lang}: {len(catalog)} sentences, {len(missing)} to translate")
            for sentence in missing:
                print(f"  {sentence}")


if __name__ == "__main__":
    main(sys.argv[1:])
