"""English, Polish and Italian, complete: every sentence of the library, every rule, every word."""

from __future__ import annotations

import ast
import json
import random
import re
import string
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from tools.catalogues import HOUSE, KEYWORDS, SOURCE, extract, home, homes, in_the_making, read

import grognard
from grognard import bots, locale
from grognard.engine.decision import DICE
from grognard.engine.rulebook import Rulebook, UnknownRule
from grognard.engine.words import IllegalAction, Say
from grognard.locale import words
from grognard.say import figure
from grognard.textdata import DataError, Folder

FOREIGN = ("it", "pl")
ODDS = re.compile(r"\d+-\d+")
FIGURES = re.compile(r"\d{4}|\d-\d|(?<![a-z])[+-]\d")
GAMES = grognard.games()
HOMES = homes()

BY_VALUE = {
    "bots/seat.py: Say(template)": "CannotPlay is a keyword itself",
    "engine/course.py: Event(reason.template)": "the reasons beside it",
    "cli/views.py: Say(sight.rules.phase_title(sight.game.phase))": "words.PHASES",
    "cli/views.py: Say(mark)": "a mark of a counter: English, unless the catalogue has the word",
    "cli/views.py: Say(side.replace('_', ' ').title())": "words.SIDES",
    "engine/chance.py: Say(chance.purpose)": "Roll and Draw are keywords themselves",
    "engine/chance.py: Say(fell.purpose)": "Roll and Draw are keywords themselves",
    "engine/chance.py: Say(fell.thing)": "the words of the game: what is drawn",
    "engine/decision.py: Say(self.template)": "Event is a keyword itself",
    "engine/record.py: Say(fell.purpose)": "Roll and Draw are keywords themselves",
    "engine/ruleset.py: Say(self.phase_title(said.phases[-1]))": "words.PHASES",
    "engine/ruleset.py: Say(self.phase_title(state.phase))": "words.PHASES",
    "engine/state.py: Event(template)": "tell is a keyword itself",
    "engine/words.py: Say(template)": "IllegalAction is a keyword itself",
    "table/chat.py: Say(said.template)": "a sentence read back from the store",
    "table/offers.py: Say(show.side_title(ask[0], tr))": "words.SIDES",
    "table/report.py: tr": "words.UNITS",
    "table/sentences.py: Say(template)": "a sentence read back from the store",
    "table/show.py: Say(say.template)": "a sentence made elsewhere",
    "table/show.py: tr": "words of sides, phases, boxes, overlays, verbs, columns, units",
    "table/screens.py: tr": "the names of the levels",
    "table/web.py: tr": "words.BOTS",
}
"""The calls of the house whose template is not written in them, and where it comes from; ``tr`` by file.

What a game says so is in its ``words.py``; ``test_a_game_is_told_in_every_language`` hears it.
"""


@pytest.fixture(scope="module")
def templates() -> dict[str, Catalog]:
    return extract()


def fields(template: str) -> Counter[tuple[str, str]]:
    """The named fields of a template with their formats."""
    return Counter(
        (name, how or "") for _, name, how, _ in string.Formatter().parse(template) if name
    )


# -- the catalogues


def test_the_languages() -> None:
    assert locale.languages() == ("en", *FOREIGN)
    assert [locale.known(tag) for tag in ("pl", "it-IT", "PL_pl", "de", "")] == [
        "pl",
        "it",
        "pl",
        "en",
        "en",
    ]


@pytest.mark.parametrize("lang", FOREIGN)
@pytest.mark.parametrize("home", HOMES, ids=lambda home: home or "house")
def test_every_sentence_is_translated(home: str, lang: str, templates: dict[str, Catalog]) -> None:
    """If this fails: ``python tools/catalogues.py``, then fill in what is empty."""
    catalog = read(lang, home)
    sentences = {m.id: m for m in catalog if m.id}
    wanted = {m.id for m in templates[home] if m.id}
    assert wanted - sentences.keys() == set(), "missing"
    assert sentences.keys() - wanted == set(), "no longer said"
    assert [m.id for m in sentences.values() if not m.string] == []
    assert [m.id for m in sentences.values() if m.fuzzy] == []
    assert catalog.obsolete == {}


@pytest.mark.parametrize("lang", FOREIGN)
def test_fields_match(lang: str) -> None:
    every = [m for home in HOMES for m in read(lang, home) if m.id]
    assert [(m.id, m.string) for m in every if fields(str(m.id)) != fields(str(m.string))] == []


@pytest.mark.parametrize("lang", FOREIGN)
def test_a_sentence_in_two_catalogues_reads_the_same(lang: str) -> None:
    found: dict[str, set[str]] = {}
    for each in HOMES:
        for message in read(lang, each):
            found.setdefault(str(message.id), set()).add(str(message.string))
    del found[""]
    assert {id: said for id, said in found.items() if len(said) > 1} == {}


def test_a_game_in_the_making_has_its_catalogues_later() -> None:
    assert HOUSE in HOMES
    assert set(GAMES) <= set(HOMES)
    assert not any(map(in_the_making, HOMES))
    assert home(SOURCE / "bots" / "anzio" / "orders.py") == "anzio"
    assert home(SOURCE / "games" / "__init__.py") == home(SOURCE / "bots" / "staff.py") == HOUSE
    assert home(SOURCE / "lab" / "sim.py") is None


def test_translating() -> None:
    polish = locale.translator("pl-PL")
    assert polish("{unit} has moved already") == "jednostka {unit} już się poruszyła"
    assert polish("no such sentence") == "no such sentence"
    assert polish("") == ""
    assert locale.translator("de")("the weather") == "the weather"
    said = Say("{side} roll for {purpose}: {face}", side="X", face=3, purpose=Say("the weather"))
    assert said.translated(locale.translator("it")) == "X: esce 3 (tempo)"


def test_numbers_have_the_form_of_the_language() -> None:
    worth = Say("{a} {b} {c}", a=figure(1.25, "+.1f"), b=figure(0.125, ".1%"), c=figure(3))
    assert str(worth) == "+1.2 12.5% 3"
    for lang in FOREIGN:
        assert worth.translated(locale.translator(lang)) == "+1,2 12,5% 3"


BRITISH = re.compile(
    r"defence|armour|colour|harbour|neighbour|favour|\bgrey|centre\b|towards|cancelled|judgement|learnt|licence",
    re.IGNORECASE,
)
NAMES_OF_THEIR_OWN = re.compile(
    r"Armoured (Brigade|Division|Regiment|Car)|(1st|7th) Armoured|Royal Scots Greys"
)
"""British formations are spelled as they spelled themselves."""


def test_english_is_spelled_the_american_way(templates: dict[str, Catalog]) -> None:
    said = [str(message.id) for catalog in templates.values() for message in catalog]
    for rules in SOURCE.glob("games/*/data/rules.tsv"):
        said += rules.read_text(encoding="utf-8").splitlines()
    page = (SOURCE / "table" / "client" / "words" / "en.js").read_text(encoding="utf-8")
    for data in SOURCE.glob("games/*/data/page.json"):
        said += re.findall(r'"en": "([^"]*)"', data.read_text(encoding="utf-8"))
    for text in (*said, *page.splitlines()):
        bare = NAMES_OF_THEIR_OWN.sub("", re.sub(r"\{\w+\}", "", text))
        assert not BRITISH.search(bare), text


OTHER_NAMES = {
    "it": re.compile(
        r"pedin[ae]|gradin[oi]\b|testa di sbarco|fuori rifornimento|\bin pila\b", re.I
    ),
    "pl": re.compile(r"zgrupowan|\bw heksie\b|padnie kostk", re.I),
}
"""What the wargamers' words of docs/translating.md call otherwise: counter, step, beachhead, out of supply, stack, group."""


@pytest.mark.parametrize("lang", FOREIGN)
def test_a_thing_has_one_name(lang: str) -> None:
    """A guide spoke of pedine, gradini and a testa di sbarco, the questions of other things."""
    files = [*SOURCE.glob(f"**/{lang}.po"), *SOURCE.glob(f"**/{lang}/LC_MESSAGES/*.po")]
    texts = [path.read_text("utf-8") for path in files]
    texts.append((SOURCE / "table" / "client" / "words" / f"{lang}.js").read_text("utf-8"))
    for data in SOURCE.glob("games/*/data/page.json"):
        texts += re.findall(rf'"{lang}": "([^"]*)"', data.read_text("utf-8"))
    assert len(files) > 5
    assert [found.group() for text in texts for found in OTHER_NAMES[lang].finditer(text)] == []


def test_a_question_is_asked_of_one_and_of_many(templates: dict[str, Catalog]) -> None:
    """It said "where does Commandos go?": units bear names in the plural too."""
    asked = [str(message.id) for catalog in templates.values() for message in catalog]
    assert any("{unit}" in each for each in asked)
    assert [each for each in asked if re.search(r"\bdoes \{units?\}", each)] == []


PLURAL = re.compile(r"\b([a-z]+s|Cars|Commandos|Groups|Battalions|Pioneers|Rangers)$")
SINGULAR = {"headquarters"}


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_bears_a_name_in_the_singular(game: str) -> None:
    """The log said "RCM armored cars loses a step"; a regiment of Hussars is one."""
    rules = grognard.new(game).rules
    names = {
        rules.called.get(unit.id, unit.name).split(", ")[0].split(" (")[0] for unit in rules.units
    }
    plural = {name for name in names if (last := PLURAL.search(name)) and last[1] not in SINGULAR}
    assert plural == set()


def test_a_doubtful_sentence_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "xx" / "LC_MESSAGES" / "grognard.po"
    file.parent.mkdir(parents=True)
    file.write_text(
        '#, fuzzy\nmsgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr "d"\n\nmsgid "e"\nmsgstr ""\n'
    )
    monkeypatch.setattr(locale, "HERE", tmp_path)
    monkeypatch.setattr(locale, "GAMES", tmp_path)
    locale.catalogue.cache_clear()
    assert locale.catalogue("xx") == {"c": "d"}
    locale.catalogue.cache_clear()


# -- the source


def sentence_calls() -> Iterator[tuple[str, ast.Call, ast.expr]]:
    """File, call and template of every call in the source that makes a sentence."""
    for path in sorted(SOURCE.rglob("*.py")):
        if (where := home(path)) is None or in_the_making(where):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name not in KEYWORDS:
                continue
            at = (KEYWORDS[name] or (1,))[0] - 1
            if len(node.args) > at:
                yield str(path.relative_to(SOURCE)), node, node.args[at]


def test_extraction_misses_nothing(templates: dict[str, Catalog]) -> None:
    known = {m.id for home in HOMES for m in templates[home]}
    written, by_value = set(), set()
    for file, call, said in sentence_calls():
        if isinstance(said, ast.Constant):
            written.add(said.value)
        elif home(SOURCE / file) == HOUSE:
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            what = f"{file}: {name}"
            by_value.add(what if name == "tr" else f"{what}({ast.unparse(said)})")
    assert written - known == set(), "Babel does not see them"
    names = {
        name for game in GAMES for name in getattr(grognard.new(game).rules, "called", {}).values()
    }
    assert names - known == set(), "names.csv is not read"
    assert known - written - names - {""} == set(), "Babel takes them for sentences"
    assert by_value - BY_VALUE.keys() == set(), "write the template in the call, or list it"
    assert BY_VALUE.keys() - by_value == set(), "listed but gone"


def test_the_words_of_the_house_that_are_looked_up_by_value() -> None:
    assert (DICE.capitalize(),) == words.SIDES
    assert bots.names("no game") == words.BOTS
    assert set(words.VERBS) == {"roll", "draw"}


@pytest.mark.parametrize("lang", FOREIGN)
@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_a_game_that_are_looked_up_by_value(game: str, lang: str) -> None:
    """What any game has: sides, bots, overlays, the boxes at the start."""
    rules = grognard.new(game).rules
    state = rules.start()
    places = (piece.hex for piece in rules.pieces(state))
    said = {
        *(side.capitalize() for side in rules.sides),
        *bots.names(game),
        *(overlay.kind for overlay in rules.overlays(state)),
        *(re.sub(r" \d+$", "", place) for place in places if re.search("[a-z]", place)),
    }
    assert said - locale.catalogue(lang).keys() == set()


# -- the rules


@pytest.mark.parametrize("lang", FOREIGN)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_translated(game: str, lang: str) -> None:
    english = Rulebook.of(game)
    other = english.in_language(lang)
    assert [rule.id for rule in other] == [rule.id for rule in english]
    for rule in english:
        text = other[rule.id]
        assert text.summary, rule.id
        assert text.summary != rule.summary, rule.id
        chapters = [re.match(r"S?\d+ ", each.section) for each in (rule, text)]
        assert str(chapters[0] and chapters[0][0]) == str(chapters[1] and chapters[1][0]), rule.id
        assert text.section != rule.section, rule.id
        assert bool(text.ambiguity) == bool(rule.ambiguity), rule.id
        assert not rule.ambiguity or text.ambiguity != rule.ambiguity, rule.id
        # Figures and hexes are the same in every language.
        numbers = [sorted(FIGURES.findall(t.summary)) for t in (rule, text)]
        assert numbers[0] == numbers[1], rule.id
        assert (text.kind, text.testable, text.example) == (rule.kind, rule.testable, rule.example)


def test_the_text_of_a_rule_in_a_language() -> None:
    book = Rulebook.of("anzio")
    assert book.text("12.7d", "it") == "12.7d Un gruppo che non può ritirarsi è eliminato."
    assert book.text("12.7", "pl").count("\n") == book.text("12.7").count("\n") == 5
    assert book.text("12.7d", "de") == book.text("12.7d", "../pl") == book.text("12.7d")
    with pytest.raises(UnknownRule):
        book.text("99.9", "pl")


def test_a_translated_rule_that_is_none(tmp_path: Path) -> None:
    header = "rule\tsection\tsummary\tkind\ttestable\tambiguity\texample\n"
    (tmp_path / "rules.tsv").write_text(header + "1.0\tS\tT\tnote\ty\t\t\n2.0\tS\tU\tnote\ty\t\t\n")
    book = Rulebook.read(Folder(tmp_path))
    (tmp_path / "rules.it.tsv").write_text("rule\tsection\tsummary\tambiguity\n1.0\tA\tB\t\n")
    assert book.text("1.0", "it") == "1.0 B"
    assert book.text("2.0", "it") == "2.0 U"
    (tmp_path / "rules.pl.tsv").write_text("rule\tsection\tsummary\tambiguity\n3.0\tA\tB\t\n")
    with pytest.raises(DataError, match=r"rules\.pl\.tsv:2: rule: there is no '3\.0'"):
        book.in_language("pl")


def test_translations_are_no_part_of_what_a_game_is_played_on(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id\n")
    before = Folder(tmp_path).digest()
    (tmp_path / "rules.pl.tsv").write_text("rule\n")
    assert Folder(tmp_path).digest() == before
    (tmp_path / "units.csv").write_text("id\nA\n")
    assert Folder(tmp_path).digest() != before


def test_what_a_game_tells_the_page_is_there_in_every_language() -> None:
    """The texts of ``page.json`` are given by language."""

    def texts(value: Any) -> Iterator[dict[str, Any]]:
        if isinstance(value, dict) and "en" in value:
            yield value
        elif isinstance(value, (dict, list)):
            for each in value.values() if isinstance(value, dict) else value:
                yield from texts(each)

    pages = [SOURCE / "games" / name / "data" / "page.json" for name in GAMES]
    written = [json.loads(page.read_text("utf-8")) for page in pages if page.is_file()]
    found = [text for page in written for text in texts(page)]
    assert len(found) > 10
    for text in found:
        assert set(text) == {"en", *FOREIGN}, text
        assert all(text.values()), text


# -- a game in every language


class Listener:
    """Asks for everything that is said in every language."""

    SPOKEN: frozenset[str] = frozenset({"order", "rest", "word", "example"})
    """Fields that repeat what a player typed, or could type."""

    def __init__(self, sides: tuple[str, ...]) -> None:
        self.sides = {*sides, "dice"}
        self.heard: set[str] = set()
        self.untranslated: set[str] = set()

    def __call__(self, said: Say) -> None:
        for lang in FOREIGN:
            assert said.translated(partial(self.look_up, lang))
        self._fields(said)

    def look_up(self, lang: str, template: str) -> str:
        self.heard.add(template)
        found = locale.catalogue(lang).get(template)
        if found is None and not ODDS.fullmatch(template):
            self.untranslated.add(template)
        return found or template

    def _fields(self, said: Say) -> None:
        """A word in a field must be a sentence itself; ids, figures and names may stand."""
        for name, _ in fields(said.template):
            value = said.params[name]
            if isinstance(value, Say):
                self._fields(value)
            elif isinstance(value, str) and name not in self.SPOKEN and value not in self.sides:
                assert not re.search(r"(?<![\w/-])[a-z]{3,}", value), (
                    f"{said.template}: {name}={value}"
                )


def nonsense(game: Any, rng: random.Random) -> str:
    """An order that will usually be refused."""
    unit = rng.choice(game.rules.units.units)
    places = [p.hex for p in game.rules.pieces(game.state) if game.rules.is_hex(p.hex)]
    labels = [game.rules.board.label(h) for h in game.rules.board.hexes]
    near = rng.choice(places or labels)
    far = rng.choice(labels)
    forms = (
        f"{unit.id}",
        f"move {unit.id} {near}",
        f"move {unit.id} {far}",
        f"to {far}",
        f"place {unit.id} {near}",
        f"attack {near} from {far} go",
        f"attack {near} support {far}",
        f"support {near}",
        f"target {near}",
        f"retreat {far}",
        f"lose {unit.id}",
        f"hit {unit.id}",
        f"stay {near}",
        f"truck {unit.id}",
        f"flee {unit.id}",
        f"autods {near}",
        f"with {unit.id}",
        f"attach {unit.id}",
        f"asu {unit.id}",
        f"lead {unit.id}",
        f"advance {unit.id} to {far}",
        f"sail {far}",
        f"ready {unit.id}",
        f"replace {unit.id}",
        f"dig {unit.id}",
        f"reserve {unit.id}",
        f"mobilize {unit.id}",
        f"land {near}",
        "done",
        "xyz",
        "",
    )
    return rng.choice(forms)


@pytest.mark.parametrize(
    ("name", "scenario", "options"),
    [
        ("anzio", None, ()),
        ("anzio", None, ("solitaire", "8.2")),
        ("anzio", None, ("6.2", "10.5", "12.3")),
        ("salerno43", "tournament", ("25.1", "25.2", "25.3")),
        ("salerno43", "campaign", ()),
        ("normandy44", "seven", ("25.2", "25.3")),
        ("normandy44", "cherbourg", ("25.1",)),
    ],
)
def test_a_game_is_told_in_every_language(
    name: str, scenario: str | None, options: tuple[str, ...]
) -> None:
    rng = random.Random(f"{options}")
    game = grognard.new(name, scenario=scenario, seed=11, options=options)
    listen = Listener(game.rules.sides)
    for event in game.opening_events:
        listen(event.say)
    for _ in range(600):
        ask = game.decision
        if ask is None:
            break
        listen(ask.prompt)
        listen(Say(game.rules.phase_title(game.phase)))
        for label, value in game.rules.status(game.state):
            listen(label)
            listen(value)
        refusal = game.legal_actions.why_not(nonsense(game, rng))
        if refusal is not None:
            listen(refusal.reason)
        action = rng.choice(game.legal_actions)
        if ask.kind == "attack" and action.verb == "attack":
            tell_ledgers(game, action.word, listen)
        for event in game.play(action):
            listen(event.say)
    for h in game.rules.board.hexes:
        for _, fact in game.rules.hex_facts(game.state, game.rules.board.label(h)):
            listen(fact)
    if game.outcome is not None:
        listen(game.outcome.reason)
    assert listen.untranslated == set()
    assert len(listen.heard) > 90


def tell_ledgers(game: Any, target: str, listen: Listener) -> None:
    for piece in game.rules.pieces(game.state):
        try:
            ledger = game.odds(f"attack {target} from {piece.hex}")
        except IllegalAction as refusal:
            listen(refusal.reason)
            continue
        said = [ledger.title, Say(ledger.column), *(chance.meaning for chance in ledger.chances)]
        for each in (*said, *(line.what for line in (*ledger.lines, *ledger.notes))):
            listen(each)


def test_options_scenarios_and_seats_in_every_language() -> None:
    listen = Listener(())
    for name in GAMES:
        rules = grognard.new(name).rules
        for option in rules.option_list:
            listen(option.summary)
        for scenario in rules.scenarios:
            listen(scenario.title)
            listen(scenario.summary)
    assert listen.untranslated == set()
    assert len(listen.heard) > 5


@pytest.mark.parametrize(
    ("name", "options", "german", "turns"),
    [("anzio", ["solitaire"], "orders", 4), ("salerno43", [], "staff", 2)],
)
def test_bots_give_their_reasons_in_every_language(
    name: str, options: list[str], german: str, turns: int
) -> None:
    game = grognard.new(name, seed=5, options=options)
    listen = Listener(game.rules.sides)
    seats = {"allied": bots.make("staff", name), "german": bots.make(german, name)}
    rng, reasons = random.Random(5), 0
    while game.side is not None and game.turn < turns:
        choice = seats[game.side].choose(game, rng)
        for reason in choice.why:
            listen(reason.say)
            reasons += 1
        for event in game.play(choice.order):
            listen(event.say)
    assert listen.untranslated == set()
    assert reasons > 30
