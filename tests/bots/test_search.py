"""The search: reproducible, blind to what is hidden and to the dice to come, and it can be called off."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from typing import Any, ClassVar

import pytest
from tests.engine import fog
from tests.rulebook.anzio.tabletop import REAL, scene

import grognard
from grognard import Game, bots
from grognard.bots.anzio.brief import AnzioBrief
from grognard.bots.anzio.designs import DRILL
from grognard.bots.search import BY_NAME, LEVELS, Aim, Brief, Draft, Level, Policy, SearchBot
from grognard.bots.search.belief import deeds
from grognard.bots.search.bot import clearly_better, reasons
from grognard.bots.search.brief import AFRESH
from grognard.bots.search.clock import Clock
from grognard.bots.search.contest import contest
from grognard.bots.search.note import Note, read
from grognard.bots.search.playout import Candidate, Leaf, Playouts
from grognard.bots.search.value import Value, by_hunch
from grognard.bots.seat import Choice
from grognard.engine.decision import Ask
from grognard.engine.entries import Played
from grognard.engine.game import Game as AnyGame
from grognard.engine.words import Action, Say

PAGE = Path(__file__).parents[2] / "docs" / "opponents.md"
QUICK = BY_NAME["grognard"]._replace(playouts=48, choices=32, children=1)


class Impatient(AnzioBrief):
    """Every plan competes with every other."""

    def aims(self, state: Any, seat: str) -> Sequence[Aim]:
        return [replace(aim, patient=False) for aim in super().aims(state, seat)]


@pytest.fixture(scope="module")
def opened() -> Game:
    """A game of Anzio at the first movement."""
    g = grognard.new("anzio", seed=5)
    staff = {side: bots.make("staff", "anzio") for side in ("allied", "german")}
    rng = random.Random(5)
    while g.phase != "movement":
        g.play(staff[str(g.side)].choose(g, rng).order)
    return g


def test_every_level_plays_and_is_described() -> None:
    assert [level.name for level in LEVELS] == list(bots.names("anzio"))[1 : 1 + len(LEVELS)]
    for level in LEVELS:
        assert bots.make(level.name, "anzio").name == level.name
        assert len(str(level.say)) > 20
    for weak, strong in pairwise(LEVELS):
        assert weak.playouts <= strong.playouts
        assert weak.imagination <= strong.imagination
        assert weak.horizon <= strong.horizon
        assert weak.overlooks > strong.overlooks or not strong.overlooks
        assert weak.slips > strong.slips or not strong.slips
    assert [level.name for level in LEVELS if not level.overlooks] == ["grognard", "postal"]


def percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")


def test_the_page_on_opponents_tells_the_levels_as_they_are() -> None:
    for level in LEVELS:
        cells = [
            f"`{level.name}`",
            percent(level.overlooks),
            level.grasps if level.overlooks else "-",
            percent(level.slips),
            percent(level.muddles),
            level.imagination,
            level.playouts,
            level.choices,
            level.horizon,
        ]
        assert f"| {' | '.join(map(str, cells))} |" in PAGE.read_text()


@pytest.mark.parametrize("game", ["anzio", "salerno43", "gazala1942", "normandy44"])
def test_a_game_may_have_levels_overlook_and_muddle_more_or_less(game: str) -> None:
    """Weaker levels are weaker there too, the page says how, and the bots are made so."""
    brief = type(bots.brief(grognard.new(game, seed=0).rules))
    found = [brief.weakened(level) for level in LEVELS]
    for weak, strong in pairwise(found):
        assert weak.overlooks >= strong.overlooks
        assert weak.slips >= strong.slips
        assert weak.muddles >= strong.muddles
    for level in found:
        bot = bots.make(level.name, game)
        assert isinstance(bot, SearchBot)
        assert bot.level == level
    for name in brief.frailties:
        level = brief.weakened(BY_NAME[name])
        shares = [percent(level.overlooks), percent(level.slips), percent(level.muddles)]
        assert f"| `{name}` | {' | '.join(shares)} |" in PAGE.read_text()


def orders(g: Game, bot: SearchBot, count: int) -> list[str]:
    g = g.copy()
    rng = random.Random(3)
    found: list[str] = []
    while len(found) < count:
        found.append(str(bot.choose(g, rng).order))
        g.play(found[-1])
    return found


def test_the_same_seed_and_level_give_the_same_orders_whatever_the_dice_to_come(
    opened: Game,
) -> None:
    g = opened.copy()
    first = orders(g, SearchBot(QUICK, AnzioBrief), 4)
    again = grognard.load(g.position, seed="other-dice")
    assert again.side == g.side
    assert orders(again, SearchBot(QUICK, AnzioBrief), 4) == first


def test_a_plan_is_explained_and_remembered_by_its_note(opened: Game) -> None:
    g = opened.copy()
    bot = SearchBot(QUICK, Impatient)
    choice = bot.choose(g, random.Random(1))
    said = [str(reason) for reason in choice.why]
    assert said[0].startswith("the plan: ")
    assert "playouts" in said[1]
    assert said[2].startswith(("rejected: ", "not clearly better: "))
    kept = read(bot.note)
    assert kept.aim in {aim.key for aim in bot.brief(g).aims(g.state, str(g.side))}
    g.play(choice.order)
    other = SearchBot(QUICK._replace(playouts=0), Impatient)
    other.note = bot.note
    goals = dict(kept.goals or ())
    while g.decision is not None and g.decision.kind == "move" and len(g.decision.actions) > 1:
        order = str(other.choose(g, random.Random(9)).order).split()
        if order[0] != "move":
            break
        unit = g.rules.units.find(order[1])
        assert unit is not None
        assert goals[unit.index] == g.rules.board.index(order[2])
        g.play(" ".join(order))
    assert read("") == read("no note") == read('["a"]')
    assert read('["a", "b", [], 1, 0, [[1, "", ["{unit} goes", {}]]]]') == read("")


# -- what a level overlooks


def goals_of(g: Game, **facts: Any) -> dict[int, int]:
    """Where a level without playouts means to go."""
    bot = SearchBot(BY_NAME["recruit"]._replace(muddles=0.0, **facts), AnzioBrief)
    bot.choose(g, random.Random(2))
    return dict(read(bot.note).goals or ())


def test_of_many_places_some_are_overlooked_and_nobody_goes_there(opened: Game) -> None:
    whole = goals_of(opened, overlooks=0.0)
    assert len(set(whole.values())) > 4
    part = goals_of(opened, overlooks=1.0, grasps=3)
    assert len(set(part.values())) == 3
    assert part.items() <= whole.items()
    assert goals_of(opened, overlooks=1.0, grasps=len(whole)) == whole
    assert goals_of(opened, overlooks=0.5) == goals_of(opened, overlooks=0.5)


def test_what_is_overlooked_is_in_no_plan(opened: Game) -> None:
    bot = SearchBot(QUICK._replace(overlooks=1.0, grasps=3), Impatient)
    bot.choose(opened, random.Random(2))
    drafted = [set(c.draft.goals.values()) for c in bot.weighed if c.draft is not None]
    assert len(drafted) > 1
    assert len(set().union(*drafted)) < 3 + len(drafted)  # an empty plan keeps its first march


class Wide(AnzioBrief):
    """Four answers come to mind, the best first."""

    def options(self, state: Any, ask: Ask, policy: Policy, rng: random.Random) -> Sequence[Choice]:
        return [Choice(str(n), []) for n in range(4)]


def in_combat(opened: Game) -> Game:
    """The same game when an attack can be chosen."""
    g = opened.copy()
    staff = {side: bots.make("staff", "anzio") for side in ("allied", "german")}
    while g.phase != "combat" or len(g.legal_actions) < 2:
        g.play(staff[str(g.side)].choose(g, random.Random(1)).order)
    return g


def test_who_slips_takes_any_answer_that_comes_to_mind_but_not_of_a_few(opened: Game) -> None:
    g = in_combat(opened)

    def answers(**facts: Any) -> set[str]:
        bot = SearchBot(BY_NAME["recruit"]._replace(muddles=0.0, **facts), Wide)
        return {str(bot.choose(g, random.Random(n)).order) for n in range(40)}

    assert answers(slips=1.0, grasps=1) == {"0", "1", "2", "3"}
    assert answers(slips=1.0, grasps=8) == {"0"}


def test_who_muddles_gives_any_order_that_is_allowed(opened: Game) -> None:
    bot = SearchBot(BY_NAME["recruit"]._replace(muddles=1.0), AnzioBrief)
    given = [bot.choose(opened, random.Random(n)) for n in range(200)]
    assert {str(choice.order) for choice in given} == {str(a) for a in opened.legal_actions}
    assert {str(reason) for choice in given for reason in choice.why} == {"without a thought"}


def test_no_two_plans_that_compete_bear_the_same_name(opened: Game) -> None:
    bot = SearchBot(QUICK._replace(playouts=160, children=3), Impatient)
    bot.choose(opened, random.Random(1))
    said = [str(candidate.say) for candidate in bot.weighed]
    assert any("part 1 of 3 of the force" in text for text in said)
    assert len(set(said)) == len(said)


def test_a_thought_can_be_called_off(opened: Game) -> None:
    g = opened.copy()
    asked = count()
    bot = SearchBot(BY_NAME["postal"], AnzioBrief)
    bot.called_off = lambda: next(asked) >= 3
    choice = bot.choose(g, random.Random(1))
    assert next(asked) < 8
    assert choice.order in g.legal_actions


def test_the_clock_counts_playouts() -> None:
    clock = Clock(2)
    assert [clock.spend() for _ in range(3)] == [True, True, False]
    assert not Clock(5, lambda: True).spend()


class Fixed:
    """Playouts whose ends are known: the score of a candidate is in the key of its aim."""

    postures: ClassVar[Sequence[Any]] = ({}, {})

    def play(self, number: int, candidate: Candidate) -> Leaf:
        return Leaf(float(candidate.aim.key) + (0.02, -0.02)[number % 2], {})


def test_the_contest_finds_the_best_and_keeps_to_its_budget() -> None:
    runners = [Candidate(Aim(f"{n / 10}", Say("plan"))) for n in (3, 1, 7, 2, 5)]
    order = contest(runners, Fixed(), Clock(30))  # type: ignore[arg-type]
    assert [c.aim.key for c in order[:2]] == ["0.7", "0.5"]
    assert sum(len(c.leaves) for c in order) <= 30
    assert len(order[0].leaves) > len(order[-1].leaves)
    assert len(order) == 5


def test_a_plan_is_kept_unless_another_is_clearly_better() -> None:
    def played(*scores: float) -> Candidate:
        return Candidate(Aim("x", Say("plan")), leaves=[Leaf(score, {}) for score in scores])

    kept = played(0.5, 0.6, 0.4)
    assert clearly_better(played(0.6, 0.7, 0.5), kept)
    assert not clearly_better(played(0.51, 0.61, 0.41), kept)
    assert not clearly_better(played(0.9, 0.6, 0.35), kept)
    assert clearly_better(played(0.7), kept)
    assert not clearly_better(played(0.6), kept)


def test_the_value_is_a_score() -> None:
    value = Value(("a", "b"), {"a": {"1": -1.0, "x": 2.0}, "b": {"1": -1.0, "x": -2.0}})
    assert value.score({"x": 0.0}, "a") == pytest.approx(0.5)
    assert value.score({"x": 1.0}, "a") + value.score({"x": 1.0}, "b") == pytest.approx(1.0)
    assert value.score({"x": 1.0}, "a") > 0.7
    sure = by_hunch(("a", "b"), {"x": 5.0}).chances({"x": 3.0})
    assert sum(sure.values()) <= 1.0


# -- what a seat may not know


class Guess:
    """A quick player for the game of fog: as the numbers fall."""

    def answer(self, state: Any, ask: Ask, rng: random.Random) -> Choice:
        return Choice(rng.choice(ask.actions), [])


class FogBrief(Brief[fog.Fog]):
    """Counters that are not known are dealt at random among those that are left."""

    hunches: ClassVar[Mapping[str, float]] = {"counters": 1.0}

    def aims(self, state: fog.Fog, seat: str) -> Sequence[Aim]:
        return [Aim("grope", Say("gropes about")), Aim("wander", Say("wanders about"))]

    def policy(self, seat: str, aim: Aim, draft: Draft | None = None) -> Policy:
        return Guess()

    def options(
        self, state: fog.Fog, ask: Ask, policy: Policy, rng: random.Random
    ) -> Sequence[Choice]:
        return [Choice(action, []) for action in ask.actions]

    def features(self, state: fog.Fog) -> Mapping[str, float]:
        return {"counters": float(len(state.own(0)) - len(state.own(1)))}

    def imagine(self, seen: fog.Fog, seat: str, rng: random.Random) -> fog.Fog:
        g = seen.copy()
        left = [name for name in fog.COUNTERS if name not in g.who]
        for n, name in enumerate(g.who):
            if name == fog.BLANK:
                fits = [c for c in left if fog.COUNTERS[c][0] == fog.SIDES[n // 2]]
                g.who[n] = rng.choice(fits)
                left.remove(g.who[n])
        if g.mine == fog.BLANK:
            g.mine = rng.choice(fog.MINES)
        if g.dud == fog.BLANK:
            g.dud = rng.choice(("dud", "live"))
        return g


def test_a_choice_does_not_depend_on_what_the_seat_may_not_know() -> None:
    """Two games that differ only in what is hidden from blue get the same orders from blue."""
    with fog.in_the_box():
        found = []
        for hidden, mine in (("WOLF", "0301"), ("MOUSE", "0303")):
            g: AnyGame[Any] = grognard.new("fog", seed=4)
            for order in ("first LION", f"first {hidden}", f"mine {mine}"):
                g.play(order)
            bot = SearchBot(BY_NAME["elite"], FogBrief)
            choice = bot.choose(g, random.Random(2))
            found.append((str(choice.order), [str(reason) for reason in choice.why], bot.note))
            g.play("pass")
            g.play("pass")
            choice = bot.choose(g, random.Random(2))
            found.append((str(choice.order), [str(reason) for reason in choice.why], bot.note))
        assert found[:2] == found[2:]
        assert "playouts" in found[0][1][-1]


FOUR = [
    ("anzio", "allied", "veteran", 1),
    ("anzio", "german", "elite", 2),
    ("salerno43", "allied", "recruit", 3),
    ("salerno43", "german", "recruit", 4),
]


@pytest.mark.parametrize(("game", "side", "level", "seed"), FOUR)
def test_four_games_on_fixed_seeds(game: str, side: str, level: str, seed: int) -> None:
    """A level wins from either side against chance, by legal orders, in time."""
    g = grognard.new(game, seed=seed)
    seats: dict[str, bots.Bot] = {s: bots.make("random", game) for s in g.rules.seats}
    seats[side] = bots.make(level, game)
    began = time.process_time()
    bots.play(g, seats, random.Random(seed))
    assert g.outcome is not None
    assert g.outcome.winner == side
    assert (time.process_time() - began) / g.turn < 5


CARRIED_OUT = [
    ("anzio", None),
    ("salerno43", "avalanche"),
    ("normandy44", "seven"),
]


@pytest.mark.parametrize(("game", "scenario"), CARRIED_OUT)
def test_a_movement_that_was_planned_is_carried_out(game: str, scenario: str | None) -> None:
    """Order by order from its note alone, the bot arrives where its plan says."""
    g = grognard.new(game, seed=3, scenario=scenario)
    staff = {seat: bots.make("staff", game) for seat in g.rules.seats}
    bot = SearchBot(BY_NAME["grognard"]._replace(playouts=0, choices=0), bots.brief)
    brief = bot.brief(g)

    def planned() -> str:
        ask = g.decision
        return brief.moment(g.state, ask) if ask is not None and len(ask.actions) > 1 else ""

    while g.turn < 2 or not planned():
        assert g.side is not None
        g.play(staff[g.side].choose(g, random.Random(1)).order)
    seat, moment = g.side, planned()
    while g.side == seat and (planned() in (moment, "")) and g.decision is not None:
        if not planned() and g.decision.top:
            break
        g.play(bot.choose(g, random.Random(1)).order)
    goals = dict(read(bot.note).goals or ())
    moving = {unit: place for unit, place in goals.items() if place >= 0}
    arrived = sum(g.state.hex[unit] == place for unit, place in moving.items())
    assert moving
    assert arrived >= 0.8 * len(moving), (arrived, len(moving))


@pytest.mark.parametrize(("game", "scenario"), [*CARRIED_OUT, ("gazala1942", "opening")])
def test_a_movement_in_which_nobody_is_to_move_ends(game: str, scenario: str | None) -> None:
    """A draft without goals is a draft: who has it does not plan afresh with each order, nor sends somebody for ever."""
    g = grognard.new(game, seed=3, scenario=scenario)
    staff = {seat: bots.make("staff", game) for seat in g.rules.seats}

    def idle(rules: Any) -> Any:
        brief = bots.brief(rules)
        brief.draft = lambda state, ask, aim: Draft(aim, {})  # type: ignore[method-assign]
        return brief

    bot = SearchBot(BY_NAME["grognard"]._replace(playouts=0, choices=0), idle)
    brief = bot.brief(g)

    def planned() -> str:
        ask = g.decision
        return brief.moment(g.state, ask) if ask is not None and len(ask.actions) > 1 else ""

    def sends(order: object) -> bool:
        """Whether an order has somebody on the map march."""
        verb, name, *_ = [*str(order).split(), ""]
        unit = g.rules.units.find(name)
        return verb == "move" and unit is not None and g.state.hex[unit.index] >= 0

    def afresh() -> object:
        assert g.decision is not None
        assert g.side is not None
        policy = brief.policy(g.side, brief.aims(g.state, g.side)[0])
        return policy.answer(g.state, g.decision, random.Random(1)).order

    while g.turn < 2 or not planned() or not sends(afresh()):
        assert g.side is not None
        g.play(staff[g.side].choose(g, random.Random(1)).order)
    moment = planned()
    for _ in range(300):  # who comes onto the map may still march
        orders = [bot.choose(g, random.Random(1)).order for _ in range(2)]
        assert not any(map(sends, orders)), orders
        assert read(bot.note).goals == ()
        g.play(orders[0])
        if planned() != moment:
            return
    raise AssertionError(f"{g.side} goes on with the movement for ever")


# -- an enemy who never attacks


def test_an_enemy_who_never_attacks_is_taken_for_one(opened: Game) -> None:
    """From the fourth turn on, and only as long as he has not attacked: then the playouts reckon with it."""
    brief = AnzioBrief(opened.rules)  # type: ignore[arg-type]
    state = opened.state.copy()
    march, attack = Action("done", "done"), Action("attack", "attack 0807 from 0806 go")

    def postures(*deeds: Action) -> list[str]:
        playouts = Playouts(
            [Game(opened.rules, ask_dice=True, state=state)],
            "allied",
            brief,
            by_hunch(("allied", "german"), {}),
            1,
            "luck",
            {"german": list(deeds)},
        )
        return [found["german"].key for found in playouts.postures]

    state.turn = 3
    assert "passive" not in postures(march, march)
    state.turn = 4
    assert postures(march, march).count("passive") == 3
    assert "passive" not in postures(march, attack, march)


def test_against_an_enemy_who_never_attacks_plans_are_played_to_the_end() -> None:
    """From the fourth turn on; against others a turn ahead, where the value must do."""
    game = scene(
        "0610 AL-3US-A AL-3US-B; 0710 AL-45US-A AL-45US-B; 1110 AL-RGR; 1210 AL-509; 0607 GE-71-A GE-71-B",
        "movement allied",
        board=REAL,
        turn=4,
    )

    def ends() -> set[bool]:
        bot: Any = bots.make("grognard", "anzio")
        bot.choose(game, random.Random(1))
        return {leaf.hope in (0.0, 0.5, 1.0) for c in bot.weighed for leaf in c.leaves}

    assert ends() == {True}
    game.state.turn = 3
    assert ends() == {False}


# -- which aims a level weighs


class Subtle(AnzioBrief):
    """An aim of each subtlety, the subtlest first; the ``answer`` alone is apt, or all."""

    answer: ClassVar[int | None] = None

    def aims(self, state: Any, seat: str) -> Sequence[Aim]:
        return [replace(DRILL, key=f"{n}", subtlety=n) for n in (3, 2, 1, 0)]

    def apt(self, state: Any, seat: str, aim: Aim, deeds: Sequence[Action]) -> bool:
        return self.answer in (None, aim.subtlety)


class Third(Subtle):
    answer = 2


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_level_knows_no_aim_above_its_imagination(opened: Game, level: Level) -> None:
    """Neither does it weigh one, nor does it go on with one that somebody else has begun."""
    bot, seat = SearchBot(level._replace(muddles=0.0), Subtle), str(opened.side)
    known = [str(n) for n in range(level.imagination, -1, -1)]
    assert [aim.key for aim in bot.aims(opened, seat)] == known
    bot.note = str(Note("3"))
    bot.called_off = lambda: True
    bot.choose(opened, random.Random(1))
    assert read(bot.note).aim == ("3" if "3" in known else known[0])


class Patient(AnzioBrief):
    """One plan that bears fruit at the end, one that does not, and one more that does."""

    keys = ("long", "short", "longer")

    def aims(self, state: Any, seat: str) -> Sequence[Aim]:
        return [replace(DRILL, key=key, patient=key != "short") for key in self.keys]

    def draft(self, state: Any, ask: Ask, aim: Aim) -> Draft | None:
        whole = super().draft(state, ask, aim)
        assert whole is not None
        return replace(whole, goals=dict([*whole.goals.items()][self.keys.index(aim.key) :]))

    def apt(self, state: Any, seat: str, aim: Aim, deeds: Sequence[Action]) -> bool:
        return True


@pytest.mark.parametrize(
    ("kept", "left", "weighed"),
    [
        ("long", 12, set()),
        ("", 12, set()),
        ("short", 12, {"long", "short", "longer"}),
        ("long", 1, {"long", "short", "longer"}),
    ],
)
def test_a_patient_plan_is_weighed_only_where_playouts_go_to_the_end(
    opened: Game, kept: str, left: int, weighed: set[str]
) -> None:
    class Near(Patient):
        def left(self, state: Any) -> int | None:
            return left

    bot = SearchBot(QUICK._replace(children=0), Near)
    bot.note = str(Note(kept))
    bot.choose(opened, random.Random(1))
    assert {candidate.aim.key for candidate in bot.weighed} == weighed


@pytest.mark.parametrize(
    ("other", "said"),
    [(0.38, "rejected: goes (38%)"), (0.4, "not clearly better: goes (40%)")],
)
def test_a_plan_that_is_kept_against_a_little_better_one_says_so(
    opened: Game, other: float, said: str
) -> None:
    stays, goes = Aim("stays", Say("stays")), Aim("goes", Say("goes"))
    order = [
        Candidate(stays, kept=True, leaves=[Leaf(0.4, {}, 0.39)]),
        Candidate(goes, leaves=[Leaf(0.4, {}, other)]),
    ]
    brief = AnzioBrief(opened.rules)  # type: ignore[arg-type]
    assert str(reasons(brief, "german", order)[-1]) == said


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("anzio", "campaign"),
        ("salerno43", "avalanche"),
        ("gazala1942", "opening"),
        ("normandy44", "cherbourg"),
    ],
)
def test_every_unit_that_is_sent_somewhere_has_its_reason(game: str, scenario: str) -> None:
    """Not only the first of a movement: the others go by the draft that is kept."""
    g = grognard.new(game, scenario=scenario, seed="reasons")
    seats = {seat: bots.make("elite", game) for seat in g.rules.seats}
    rng = random.Random(1)
    sent: dict[str, list[str]] = {}
    while g.turn < 2 and g.decision is not None and len(sent) < 8:
        choice = seats[g.decision.side].choose(g, rng)
        words = str(choice.order).split()
        if g.decision.kind == "move" and words[0] == "move":
            sent[words[1]] = [str(why) for why in choice.why if "the plan: " not in str(why)]
        g.play(choice.order)
    assert len(sent) >= 8
    assert [unit for unit, why in sent.items() if not any(unit in each for each in why)] == []


class Shifting(Impatient):
    """What a draft counts on changes with the wind."""

    wind = "west"

    def moment(self, state: Any, ask: Ask) -> str:
        found = super().moment(state, ask)
        return found and f"{found}{AFRESH}{self.wind}"


def test_a_draft_is_made_afresh_when_what_it_counts_on_has_changed(
    opened: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The aim is the same, is not weighed again and not told twice."""
    bot = SearchBot(QUICK._replace(playouts=12, children=0), Shifting)
    choice = bot.choose(opened, random.Random(1))
    first = read(bot.note)
    assert bot.weighed
    assert str(choice.why[0]).startswith("the plan: ")
    monkeypatch.setattr(Shifting, "wind", "south")
    choice = bot.choose(opened, random.Random(1))
    again = read(bot.note)
    assert not bot.weighed
    assert not any("the plan: " in str(why) for why in choice.why)
    assert again.aim == first.aim
    assert (first.moment[-4:], again.moment[-5:]) == ("west", "south")
    assert again.goals


def test_the_first_two_levels_know_the_obvious_alone_and_the_highest_know_all() -> None:
    assert [level.imagination for level in LEVELS] == [0, 0, 1, 2, 3, 3]


def test_an_aim_that_is_no_answer_is_not_weighed(opened: Game) -> None:
    """Who knows no answer has what he knows."""
    seat = str(opened.side)
    found = {
        level.name: [aim.key for aim in SearchBot(level, Third).aims(opened, seat)]
        for level in LEVELS
    }
    assert found["grognard"] == found["elite"] == ["2"]
    assert found["veteran"] == ["1", "0"]


# -- the budget of a turn


class Asked(Wide, Impatient):
    """Two answers, both allowed."""

    def options(self, state: Any, ask: Ask, policy: Policy, rng: random.Random) -> Sequence[Choice]:
        return [Choice(action, []) for action in ask.actions[:2]]


def test_the_single_questions_of_a_turn_have_no_more_time_than_a_movement(opened: Game) -> None:
    """The first have what the level says, the last what is left; the next turn has it all again."""
    g = in_combat(opened)
    bot = SearchBot(QUICK._replace(playouts=20, choices=8), Asked)
    spent = []
    for _ in range(4):
        bot.choose(g, random.Random(1))
        spent.append(sum(len(c.leaves) for c in bot.weighed))
    assert spent == [8, 8, 4, 0]
    kept = read(bot.note)
    bot.note = str(kept._replace(tick=kept.tick - 1))
    bot.choose(g, random.Random(1))
    assert sum(len(c.leaves) for c in bot.weighed) == 8


def test_what_the_others_have_done_is_read_from_the_trail(opened: Game) -> None:
    """Every order of either seat in a game without secrets."""
    found = deeds(opened, "allied")
    assert set(found) == {"allied", "german"}
    assert sum(map(len, found.values())) == sum(isinstance(e, Played) for e in opened.trail)
