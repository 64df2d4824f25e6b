"""Chance as a question: what can fall, how it is answered by hand, and what did fall."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import overload

from .decision import DICE, Ask, Draw, Drawn, Event, Fell, Roll, Rolled
from .dice import Faces
from .words import Action, IllegalAction, Say

Chance = Roll | Draw


class Throws(Sequence[Action]):
    """Every throw of a handful of dice, in order: made only when it is looked at."""

    def __init__(self, faces: int, dice: int) -> None:
        self.faces, self.dice = faces, dice

    def __len__(self) -> int:
        """How many there are, as far as Python's ``len`` can count."""
        return min(int(self.faces**self.dice), sys.maxsize)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        count = self.faces**self.dice
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(count))]
        if not -count <= index < count:
            raise IndexError(index)
        rest, shown = index % count, []
        for _ in range(self.dice):
            rest, face = divmod(rest, self.faces)
            shown.append(face + 1)
        return throw(shown[::-1])

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action) or action.verb != "roll":
            return False
        shown = faces_of(action.word)
        return len(shown) == self.dice and all(1 <= face <= self.faces for face in shown)

    def index(self, action: Action, start: int = 0, stop: int | None = None) -> int:
        if action not in self:
            raise ValueError(f"{action} is no throw of {self.dice} dice")
        place = 0
        for face in faces_of(action.word):
            place = place * self.faces + face - 1
        return place


def throw(shown: Sequence[int]) -> Action:
    """The answer that names these faces."""
    return Action("roll", ",".join(map(str, shown)), shown[0])


def faces_of(word: str) -> tuple[int, ...]:
    """The faces that the word of an answer names; () if it names none."""
    parts = word.split(",")
    return tuple(map(int, parts)) if all(map(_figure, parts)) else ()


def _figure(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 10


@lru_cache(maxsize=64)
def _single(faces: int) -> tuple[Action, ...]:
    return tuple(Throws(faces, 1))


class AskChance(Ask):
    """Dice or a draw that is asked for instead of thrown."""

    __slots__ = ("chance",)

    def __init__(self, chance: Chance) -> None:
        purpose = Say(chance.purpose)
        actions: Sequence[Action]
        if isinstance(chance, Draw):
            prompt = Say("what is drawn for {purpose}?", purpose=purpose)
            actions = [Action("draw", thing, i) for i, thing in enumerate(chance.things)]
        elif chance.dice == 1:
            prompt = Say("what is rolled for {purpose}?", purpose=purpose)
            actions = _single(chance.faces)
        else:
            prompt = Say(
                "what do the {dice} dice show for {purpose}?", dice=chance.dice, purpose=purpose
            )
            actions = Throws(chance.faces, chance.dice)
        verb = "draw" if isinstance(chance, Draw) else "roll"
        ledger = chance.ledger if isinstance(chance, Roll) else None
        super().__init__(DICE, verb, chance.rule, prompt, actions, ledger=ledger)
        self.chance = chance

    def match(self, words: Sequence[str]) -> tuple[Action | None, int]:
        """The answer that the first words name, and how many words it takes."""
        verb = int(words[0].lower() == self.kind)
        if isinstance(self.chance, Draw):
            for action in self.actions:
                name = action.word.casefold().split()
                if [word.casefold() for word in words[verb : verb + len(name)]] == name:
                    return action, verb + len(name)
            return None, 0
        shown: list[int] = []
        used = verb
        while used < len(words) and len(shown) < self.chance.dice:
            faces = faces_of(words[used].strip(","))
            if not faces:
                break
            shown += faces
            used += 1
        answer = throw(shown) if shown else None
        return (answer, used) if answer in self.actions else (None, 0)

    def samples(self) -> Iterator[Action]:
        """Answers among which every result is found soon: of a handful each set of faces once.

        First the sets of ones and one other face, for results mostly count faces.
        """
        if isinstance(self.chance, Draw) or self.chance.dice == 1:
            yield from self.actions
            return
        faces, dice = range(1, self.chance.faces + 1), self.chance.dice
        for face in faces:
            for count in range(1, dice + 1):
                yield throw([1] * (dice - count) + [face] * count)
        yield from map(throw, combinations_with_replacement(faces, dice))

    def refusal(self, words: Sequence[str]) -> IllegalAction:
        """What an answer should look like."""
        chance = self.chance
        if isinstance(chance, Draw):
            things = ", ".join(dict.fromkeys(chance.things))
            return IllegalAction(
                self.rule,
                "'{order}' cannot be drawn; what can: {things}",
                order=" ".join(words),
                things=things,
            )
        if chance.dice == 1:
            return IllegalAction(
                self.rule,
                "'{order}' is not a throw of a die with {faces} faces: say 'roll 1'",
                order=" ".join(words),
                faces=chance.faces,
            )
        return IllegalAction(
            self.rule,
            "'{order}' is not a throw of {dice} dice with {faces} faces: say '{example}'",
            order=" ".join(words),
            dice=chance.dice,
            faces=chance.faces,
            example=throw([1] * chance.dice),
        )

    def fell(self, number: int, action: Action) -> Fell:
        """What an answer says has fallen."""
        chance = self.chance
        rule, purpose, side, secret = chance.rule, chance.purpose, chance.side, chance.secret
        if isinstance(chance, Draw):
            count, thing = len(chance.things), action.word
            return Drawn(number, action.value + 1, count, thing, rule, purpose, side, secret)
        face, *others = faces_of(action.word)
        return Rolled(number, face, chance.faces, rule, purpose, side, secret, tuple(others))

    def again(self, fell: Fell) -> Action | None:
        """The answer that this has fallen; None if it cannot have."""
        if isinstance(fell, Drawn) and isinstance(self.chance, Draw):
            place = fell.place - 1
            return self.actions[place] if 0 <= place < len(self.actions) else None
        if isinstance(fell, Rolled) and isinstance(self.chance, Roll):
            answer = throw(fell.shown)
            return answer if answer in self.actions else None
        return None


def cast(chance: Chance, dice: Faces, number: int) -> Fell:
    """What the dice of a seed decide at this number of their sequence."""
    if isinstance(chance, Draw):
        rule, purpose, side, things, secret = chance
        place = dice.face(number, len(things))
        return Drawn(number, place, len(things), things[place - 1], rule, purpose, side, secret)
    rule, purpose, side, faces, secret, count, _ = chance
    face = dice.face(number, faces)
    others = tuple(dice.face(number + i, faces) for i in range(1, count)) if count > 1 else ()
    return Rolled(number, face, faces, rule, purpose, side, secret, others)


def answer(fell: Fell) -> int | tuple[int, ...]:
    """What the procedure is sent."""
    if isinstance(fell, Drawn):
        return fell.place - 1
    return fell.shown if fell.others else fell.face


def words(fell: Fell) -> list[str]:
    """The answer by hand that this has fallen."""
    if isinstance(fell, Drawn):
        return ["draw", fell.thing]
    return ["roll", ",".join(map(str, fell.shown))]


def event(fell: Fell) -> Event:
    """What is told of it; ``dice`` are the faces of a handful, ``place`` that of a thing drawn."""
    facts = {"side": fell.side, "purpose": Say(fell.purpose)}
    if isinstance(fell, Drawn):
        drawn = {**facts, "thing": Say(fell.thing), "place": fell.place}
        return Event("draw", fell.rule, "drawn for {purpose}: {thing}", drawn)
    if fell.others:
        shown = {**facts, "shown": " ".join(map(str, fell.shown)), "dice": list(fell.shown)}
        return Event("roll", fell.rule, "{side} roll for {purpose}: {shown}", shown)
    single = {**facts, "face": fell.face}
    if fell.side in fell.purpose.lower().split():  # a purpose that names the side says it once
        return Event("roll", fell.rule, "roll for {purpose}: {face}", single)
    return Event("roll", fell.rule, "{side} roll for {purpose}: {face}", single)


def figures(fell: Fell) -> tuple[int, ...]:
    """The faces of dice, the place of a thing drawn."""
    return (fell.place,) if isinstance(fell, Drawn) else fell.shown


def truth(fell: Fell, dice: Faces) -> tuple[int, ...]:
    """The figures that the dice of a seed give where this has fallen."""
    sort = fell.of if isinstance(fell, Drawn) else fell.faces
    count = len(figures(fell))
    return tuple(dice.face(fell.number + i, sort) for i in range(count))
