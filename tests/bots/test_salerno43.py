"""The staff of Salerno '43: only legal orders, to the end, in time, sensible, and better than chance."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from tests.rulebook.salerno43.field import field, real, rules, run, state, unit, where

import grognard
from grognard import Game, bots
from grognard.bots.salerno43 import assault
from grognard.bots.salerno43.country import Country
from grognard.bots.salerno43.look import Look
from grognard.bots.salerno43.massing import Massing
from grognard.bots.salerno43.reply import Reply
from grognard.bots.search import LEVELS
from grognard.engine.game import Game as AnyGame
from grognard.games.salerno43 import victory
from grognard.games.salerno43.charts import Cell
from grognard.games.zocbond import attacks, reach, sheets

OPTIONS = ["25.1", "25.2", "25.3"]
GAMES = 3
SECONDS = 5.0


class Timed:
    """A bot on a clock: the processor time that it takes in each player turn."""

    def __init__(self, name: str) -> None:
        self.bot = bots.make(name, "salerno43")
        self.name = name
        self.turns: dict[tuple[int, int], float] = {}

    def choose(self, game: AnyGame[Any], rng: random.Random) -> bots.Choice:
        start = time.process_time()
        choice = self.bot.choose(game, rng)
        spent = time.process_time() - start
        key = game.turn, game.state.active
        self.turns[key] = self.turns.get(key, 0.0) + spent
        return choice


def match(allied: str, german: str, seed: int, **how: Any) -> tuple[Game, dict[str, Timed]]:
    g = grognard.new("salerno43", seed=seed, **how)
    seats = {"allied": Timed(allied), "german": Timed(german)}
    bots.play(g, dict(seats), random.Random(seed))
    return g, seats


def choice(g: Game) -> bots.Choice:
    return bots.make("staff", "salerno43").choose(g, random.Random(1))


def answer(g: Game) -> str:
    return str(choice(g).order)


def moved(g: Game) -> Game:
    """The position after the staff's movement."""
    side, bot = g.side, bots.make("staff", "salerno43")
    while g.side == side and g.phase == "movement":
        g.play(bot.choose(g, random.Random(1)).order)
    return g


def comers(g: Game, side: int, place: str) -> set[str]:
    """The units of a side that could end their next movement beside a hex."""
    s = state(g).copy()
    s.active, s.phase, s.moved, s.far = side, "movement", 0, 0
    tables = rules(g).tables
    near = tables.ground.around[rules(g).board.index(place)]
    return {
        s.id(u)
        for u in s.on_map(side)
        if any(h < tables.size and near >> h & 1 for h in reach.ends(s, u))
    }


def test_the_bots_by_name() -> None:
    levels = tuple(level.name for level in LEVELS)
    assert bots.names("salerno43") == ("random", *levels, "staff")


@pytest.mark.slow
@pytest.mark.parametrize("side", ["allied", "german"])
def test_the_staff_beats_random_from_either_side_in_time(side: str) -> None:
    other = {"allied": "german", "german": "allied"}[side]
    for seed in range(3000, 3000 + GAMES):
        g, seats = match(**{side: "staff", other: "random"}, seed=seed)
        assert g.outcome is not None
        assert g.outcome.winner == side
        assert max(seats[side].turns.values()) < SECONDS


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["avalanche", "campaign", "tournament"])
def test_every_scenario_with_every_option_to_the_end(scenario: str) -> None:
    """Against chance, which leads into corners that two staffs never see."""
    for allied, german in (("staff", "random"), ("random", "staff")):
        g, _ = match(allied, german, 5, scenario=scenario, options=OPTIONS)
        assert g.outcome is not None
        assert rules(g).check(g.state) == []


@pytest.mark.slow
def test_staff_against_staff_is_one_game_for_one_seed() -> None:
    one, two = (match("staff", "staff", 27)[0] for _ in range(2))
    assert one.outcome is not None
    assert [str(entry) for entry in one.trail] == [str(entry) for entry in two.trail]


def test_it_can_take_over_anywhere() -> None:
    """In the middle of a move, of a declared attack, of a battle: each kind of question."""
    asked: dict[str, int] = {}
    for seed in range(5):
        rng = random.Random(seed)
        g = grognard.new("salerno43", seed=seed, options=OPTIONS)
        while g.decision is not None:
            kind, side = g.decision.kind, g.decision.side
            if asked.setdefault(kind, 0) < 2 and len(g.legal_actions) > 1:
                asked[kind] += 1
                g.copy().play(choice(g).order, side)
            eager = [a for a in g.legal_actions if a.verb in ("attack", "with", "maf", "go")]
            g.play(rng.choice(eager if eager and rng.random() < 0.7 else g.legal_actions))
    kinds = {"invade", "initial", "reinforce", "airdrop", "move", "step", "attack", "join"}
    kinds |= {"support", "lose", "stand", "retreat", "advance", "advance to"}
    assert kinds <= {kind for kind, count in asked.items() if count}


def test_it_changes_nothing_but_by_its_order() -> None:
    rng = random.Random(4)
    g = grognard.new("salerno43", seed=4)
    while g.decision is not None and g.decision.kind != "attack":
        g.play(rng.choice(g.legal_actions))
    before = g.position
    choice(g)
    assert g.position == before


class Counting(assault.Stakes):
    """Stakes in which only one result is worth anything: the promise is then its chance."""

    code = ""
    long_odds = 0.0

    def cell(self, cell: Cell) -> float:
        return float(cell.result.code == self.code)


def test_its_odds_are_those_of_the_ledger() -> None:
    """Every attack that comes up in a random game: its sum against the exact ledger."""
    seen = 0
    rng = random.Random(8)
    g = grognard.new("salerno43", seed=8)
    while g.decision is not None:
        if g.decision.kind == "attack":
            s = state(g)
            for target, able in attacks.targets(s).items():
                if any(rules(g).units[u].variable for u in s.at[target]):
                    continue
                for attack in assault.options(s, target, able):
                    if s.forbidden(attack):
                        continue
                    for chance in sheets.ledger(s, attack).chances:
                        stakes = Counting(s, attack, deep=False)
                        stakes.code = chance.result
                        assert assault.appraise(s, attack, stakes) == pytest.approx(
                            float(chance.chance)
                        )
                        seen += 1
        g.play(rng.choice(g.legal_actions))
    assert seen > 40


BEACH = {"0101": "US-BH-Red"}


def test_it_attacks_at_good_odds_and_says_why() -> None:
    g = field(
        BEACH | {"0404": "US-36-143 US-Tk-191", "0504": "GE-15PG-I115(r)"}, phase="combat allied"
    )
    found = choice(g)
    assert str(found.order).startswith("attack 0504 with US-36-143")
    assert "[8.3]" in str(found.why[0])


def test_it_does_not_attack_uphill_at_bad_odds() -> None:
    units = BEACH | {"0404": "US-36-1-142", "0504": "GE-29PG-71 GE-29PG-I15 GE-29PG-129Pz"}
    g = field(units, phase="combat allied", terrain={"h": "0504"})
    assert answer(g) == "done"


def test_it_uses_support_that_helps() -> None:
    units = BEACH | {"0404": "US-36-143 US-36-142", "0304": "US-36-ASU", "0504": "GE-29PG-71(r)"}
    g = field(units, phase="combat allied", lines="air US")
    assert "air US" in answer(g)


def test_it_gathers_a_division_for_the_main_assault_force() -> None:
    """Each regiment alone is too weak; together, from where they can get to, they attack."""
    units = BEACH | {"0203": "US-36-143", "0205": "US-36-142 US-36-141", "0504": "GE-29PG-71(r)"}
    g = moved(field(units, phase="movement allied"))
    target = rules(g).board.index("0504")
    near = set(attacks.targets(state(g)).get(target, ()))
    assert {unit(g, "US-36-143"), unit(g, "US-36-142"), unit(g, "US-36-141")} <= near


def test_it_overruns_what_it_can() -> None:
    units = BEACH | {"0404": "US-36-143 US-36-142 US-Tk-191", "0504": "GE-29PG-ASU"}
    g = field(units, phase="movement allied")
    assert answer(g).startswith("autods 0504 ")


def test_it_loses_its_cheapest_step_and_takes_the_dearest() -> None:
    units = BEACH | {"0404": "US-36-143 US-36-142 US-36-1-142", "0504": "GE-29PG-71 GE-29PG-I15"}
    g = field(units, phase="combat allied")
    g.play("attack 0504 from 0404 maf 36 go")
    seen = set()
    for face in range(1, 7):
        trial = g.copy()
        trial.play(f"roll {face}")
        if trial.decision is not None and trial.decision.kind == "lose":
            mine = trial.decision.side == "allied"
            ours = trial.legal_actions[0].word.startswith("US") == mine
            words = {a.word for a in trial.legal_actions}
            if words == {"US-36-143", "US-36-142", "US-36-1-142"}:
                seen.add(ours)
                dearest = answer(trial) == "lose US-36-1-142"
                assert dearest != ours
    assert seen


def test_it_stands_where_it_is_trapped() -> None:
    units = BEACH | {"0404": "US-36-143 US-36-142", "0504": "GE-29PG-I15"}
    g = field(units, phase="combat allied")
    g.play("attack 0504 from 0404 maf 36 go")
    for face in range(1, 7):
        trial = g.copy()
        trial.play(f"roll {face}")
        if trial.decision is not None and trial.decision.kind == "stand":
            assert answer(trial) == "stand"
            return
    raise AssertionError("no die asks for a stand")


def test_the_best_troops_lead_the_defence() -> None:
    units = BEACH | {"0404": "US-36-143 US-36-142", "0504": "GE-29PG-I15 GE-16Pz-I79"}
    g = field(units, phase="combat allied")
    g.play("attack 0504 from 0404 maf 36 go")
    for face in range(1, 7):
        trial = g.copy()
        trial.play(f"roll {face}")
        if trial.decision is not None and trial.decision.kind == "stand":
            trial.play("stand")
            assert trial.decision is not None
            assert trial.decision.kind == "lead"
            assert answer(trial) == "lead GE-16Pz-I79"
            trial.play("lead GE-16Pz-I79")
            trial.play("roll 4")
            assert trial.decision is not None
            assert trial.decision.kind == "hold or delay"
            assert answer(trial) == "delay"
            return
    raise AssertionError("no die asks for a stand")


def test_it_takes_an_open_victory_hex() -> None:
    """Salerno and Montecorvino lie open and in reach."""
    units = {"2710": "BR-BH-Uncle BR-46-138 BR-46-139", "3203": "GE-29PG-I15"}
    g = moved(real(units, phase="movement allied", lines="control 2710"))
    assert victory.points(state(g)) >= 1


def test_it_lands_infantry_at_its_own_beach() -> None:
    units = {"2710": "BR-BH-Uncle", "2616": "US-BH-Red", "3203": "GE-29PG-I15"}
    lines = "reserve US-36-143 BR-46-139"
    g = moved(real(units, phase="movement allied", lines=lines))
    north = {
        "2616",
        *(rules(g).board.labels(rules(g).board.grid.around[rules(g).board.index("2616")])),
    }
    assert where(g, "US-36-143") in north
    assert where(g, "BR-46-139") not in ("reserve", "2616")


def test_it_covers_its_beachheads_before_it_rests() -> None:
    """Germans who could reach both beaches find the way closed by zones of control and bonds."""
    units = {
        "2710": "BR-BH-Uncle BR-46-138",
        "2711": "BR-46-139 BR-56-201G",
        "2712": "BR-BH-Roger",
        "3010": "GE-29PG-I15 GE-29PG-II15",
        "2806": "GE-HG-I1",
    }
    g = real(units, phase="movement allied", lines="control 2710")
    assert comers(g, 1, "2710")
    assert comers(g, 1, "2712")
    moved(g)
    assert not comers(g, 1, "2710") | comers(g, 1, "2712")


def test_the_invasion_leaves_no_beachhead_alone_in_the_enemys_way() -> None:
    """24.2.3 Each is held by troops or lies behind those who went inland."""
    for seed in (2000, 2004, 2007):
        g = grognard.new("salerno43", seed=seed)
        bot = bots.make("staff", "salerno43")
        while g.phase == "invasion":
            g.play(bot.choose(g, random.Random(seed)).order)
        s = state(g)
        for h in s.beachheads():
            troops = [u for u in s.at[h] if rules(g).units[u].move]
            assert troops or not comers(g, 1, s.word(h))


def test_with_good_landings_no_german_comes_next_to_an_american_beachhead() -> None:
    """7.2 Four units cannot stand everywhere: bonds close the rest, and Blue has a garrison of its own."""
    g = grognard.new("salerno43", seed=3, dice="asked")
    bot = bots.make("staff", "salerno43")
    while g.phase == "invasion":
        if g.side == "dice":
            g.play("roll 6")
        else:
            g.play(bot.choose(g, random.Random(3)).order)
    s = state(g)
    assert comers(g, 1, "2717")
    assert not comers(g, 1, "2616")
    troops = [u for u in s.at[rules(g).board.index("2617")] if rules(g).units[u].move]
    assert troops or not comers(g, 1, "2617")


def test_it_foresees_the_enemys_attack_by_the_exact_table() -> None:
    """8.3, 11.2 8 against 4 is 2-1: four results of six drive back, and a stand without support fails at 1 to 4."""
    units = {"0404": "US-36-142", "0504": "GE-29PG-71 GE-29PG-I15 GE-29PG-II15"}
    g = field(units, phase="movement allied")
    s = state(g)
    (blow,) = Reply(Country(rules(g)), s, 0).blows(s)
    assert s.word(blow.target) == "0404"
    assert blow.falls == pytest.approx(4 / 6 * 4 / 6)


def test_it_foresees_the_breakthrough_onto_a_beachhead() -> None:
    """15.3 A battalion in front of a Beachhead costs more than one that covers only troops."""
    costs = []
    for beach in ("", "US-BH-Blue"):
        units = {
            "2617": f"US-36-142 {beach}",
            "2618": "US-36-141",
            "2715": "US-36-1-142",
            "2717": "US-36-bn141",
            "2817": "GE-16Pz-I79 GE-16Pz-II79 GE-16Pz-IIb",
            "2816": "GE-16Pz-I64 GE-16Pz-IIa",
        }
        g = real(units, phase="movement allied", turn=2)
        blows = Reply(Country(rules(g)), state(g), 0).blows(state(g))
        costs += [blow.cost for blow in blows if state(g).word(blow.target) == "2717"]
    without, with_beach = costs
    assert with_beach > without + 10.0


def test_a_plan_counts_an_air_marker_for_one_attack_only() -> None:
    """9.4 Of two attacks the second is planned as if there had been no aircraft."""
    units = {"0303": "US-3-30", "0403": "GE-HG-Pi", "0706": "US-3-7", "0806": "GE-1FJ-I3"}
    promised = []
    for lines in ("air US", ""):
        g = field(units, phase="movement allied", lines=lines)
        s, able = state(g), [unit(g, "US-3-30"), unit(g, "US-3-7")]
        look = Look(rules(g), Country(rules(g)), s, 0)
        strikes = Massing(look, s, s.copy(), able, {}).attacks()
        promised.append({s.word(strike.attack.target): strike.value for strike in strikes})
    assert promised[0]["0806"] > promised[1]["0806"] + 0.5
    assert promised[0]["0403"] == promised[1]["0403"]


def test_brigades_land_before_tanks_and_guns_and_where_they_need_no_second_turn() -> None:
    """18.4.4 A beach takes three Landing Points; the small port of Vietri would take two turns."""
    units = {"2710": "BR-BH-Uncle", "2712": "BR-BH-Roger", "3010": "GE-29PG-I15"}
    lines = "control 2710 2607\nreserve BR-46-139 BR-40RTR BR-Greys BR-56-201G BR-46-ASU"
    g = moved(real(units, phase="movement allied", lines=lines))
    for brigade in ("BR-46-139", "BR-56-201G"):
        assert where(g, brigade) not in ("reserve", "sea", "2607")
    assert {where(g, name) for name in ("BR-Greys", "BR-46-ASU")} == {"reserve"}


def test_guns_are_not_left_alone_in_the_enemys_way() -> None:
    """17.0, 23.1.2 An ASU that is lost costs a Victory Point."""
    units = {
        "2710": "BR-BH-Uncle BR-46-ASU",
        "2809": "BR-46-138 BR-46-139",
        "3010": "GE-29PG-I15 GE-29PG-II15",
    }
    g = moved(real(units, phase="movement allied", lines="control 2710"))
    s = state(g)
    place = where(g, "BR-46-ASU")
    company = [u for u in s.at[rules(g).board.index(place)] if rules(g).units[u].attack[-1]]
    assert company or not comers(g, 1, place)


def test_it_closes_the_road_to_a_place_that_counts() -> None:
    """Eboli lies open to a motorised brigade until the Germans stand before it."""
    units = {
        "2707": "BR-46-138 BR-46-139",
        "3012": "BR-7A-131 BR-7A-11H",
        "3215": "GE-29PG-I15 GE-29PG-II15 GE-29PG-71",
    }
    lines = "control 2707 3012 2811 2716 2605"
    g = real(units, phase="movement german", turn=6, lines=lines)
    eboli = rules(g).board.index("3213")

    def driven(g: Game) -> bool:
        s = state(g).copy()
        s.active, s.phase, s.moved, s.far = 0, "movement", 0, 0
        return any(eboli in reach.ends(s, unit(g, n)) for n in ("BR-7A-131", "BR-7A-11H"))

    assert driven(g)
    assert not driven(moved(g))


def test_every_reason_cites_a_rule_that_the_book_has() -> None:
    g = grognard.new("salerno43", seed=11)
    bot, book = bots.make("staff", "salerno43"), rules(g).rulebook
    cited = set()
    while g.turn < 2:
        found = bot.choose(g, random.Random(1))
        if str(found.order).startswith(("attack", "autods", "move")):
            assert found.why
        for reason in found.why:
            if reason.rule:
                assert book.text(reason.rule)
                cited.add(reason.rule)
        g.play(found.order)
    assert {"24.2.1", "18.4.3", "8.3"} <= cited


def test_the_outnumbered_germans_of_the_campaign_go_north() -> None:
    """In Avalanche, which ends on turn 8, they stay with the fight."""
    units = {
        "2710": "BR-BH-Uncle BR-46-138 BR-46-139",
        "2811": "BR-56-201G BR-56-169",
        "2707": "BR-56-167 BR-46-128",
        "2616": "US-BH-Red US-36-143 US-45-179",
        "3115": "GE-29PG-I15",
        "3214": "GE-29PG-II15",
    }
    lines = "control 2707 2605 2710 2811 2616"
    north = {}
    for scenario, turn in (("campaign", 12), ("avalanche", 7)):
        g = real(units, phase="movement german", scenario=scenario, turn=turn, lines=lines)
        bot = bots.make("staff", "salerno43")
        while g.phase == "movement" and g.side == "german":
            g.play(bot.choose(g, random.Random(1)).order)
        rows = [where(g, name)[2:] for name in ("GE-29PG-I15", "GE-29PG-II15")]
        north[scenario] = max(map(int, rows))
    assert north["campaign"] < 8 < north["avalanche"]


def test_it_leaves_no_hex_overstacked() -> None:
    from grognard.games.zocbond import stacking

    rng = random.Random(3)
    g = grognard.new("salerno43", seed=3)
    bot = bots.make("staff", "salerno43")
    turns = 0
    while g.decision is not None and turns < 4:
        if g.phase == "movement" and g.decision.kind == "move":
            side = g.side
            while g.phase == "movement" and g.side == side:
                last = g.copy()
                g.play(bot.choose(g, rng).order)
            s = state(last)
            assert not any(stacking.over(s, s.group(h)) for h in s.at if not s.is_area(h))
            turns += 1
        else:
            g.play(bot.choose(g, rng).order)


def test_a_question_it_does_not_know_gets_a_quiet_answer() -> None:
    from grognard.bots.salerno43.staff import SalernoStaff
    from grognard.engine.decision import Ask
    from grognard.engine.words import Action, Say

    g = grognard.new("salerno43", seed=1)
    staff = SalernoStaff(rules(g))
    actions = [Action("leap", "0101"), rules(g).actions.none]
    ask = Ask("german", "a new question", "1.0", Say("?"), actions)
    assert staff.answer(state(g), ask, random.Random(1)).order is actions[1]


def test_it_fights_to_the_last_for_the_port_it_lives_by() -> None:
    """11.5.2b The stand is declared a Desperate Defense."""
    g = field(
        {"0505": "US-36-142", "0504": "GE-16Pz-IIa GE-16Pz-I64 GE-16Pz-Dor"},
        phase="combat german",
        features={"port1": "0505"},
    )
    run(g, "attack 0505 with GE-16Pz-IIa+GE-16Pz-I64+GE-16Pz-Dor maf 16Pz go", "roll 2")
    assert answer(g) == "desperate"


SALERNO = {"2710": "BR-BH-Uncle", "2712": "BR-BH-Roger"}


def fought(g: Game, *faces: int) -> Game:
    """The position after the battles of this phase, the staff on both sides; after ``faces`` come sixes."""
    dice, phase, active = list(faces), g.phase, state(g).active
    seats = {name: bots.make("staff", "salerno43") for name in ("allied", "german")}
    while g.decision is not None and (g.phase, state(g).active) == (phase, active):
        side = g.decision.side
        if side == "dice":
            g.play(f"roll {dice.pop(0) if dice else 6}")
        else:
            g.play(seats[side].choose(g, random.Random(1)).order, side)
    return g


def test_a_breakthrough_leaves_a_city_held() -> None:
    """15.2.2 Of two units that win at Vietri by an attack out of Salerno only one goes on."""
    units = SALERNO | {
        "2707": "BR-46-138 BR-46-139",
        "2607": "GE-15PG-I115(r)",
        "2506": "GE-G-E",
        "2606": "GE-HG-I1(r)",
        "2605": "GE-15PG-II115 GE-15PG-III115",
    }
    g = real(units, phase="combat allied", lines="control 2707 2710\nair CW\nnaval CW")
    run(g, "attack 2607 with BR-46-138+BR-46-139 maf 46 go")
    fought(g)
    assert where(g, "GE-15PG-I115") == "eliminated"
    assert "2707" in (where(g, "BR-46-138"), where(g, "BR-46-139"))


def test_a_limited_advance_overfills_no_hex() -> None:
    """4.4, 14.2.2 Seven Stacking Points attacked; six go into the hex and nobody is lost."""
    names = ("US-36-143", "US-45-157", "US-82-504")
    units = BEACH | {
        "0404": "US-36-143 US-45-157",
        "0405": "US-82-504",
        "0504": "GE-1FJ-I3",
        "0703": "GE-29PG-I15",
    }
    g = fought(field(units, phase="combat allied"), 1, 5)
    assert where(g, "GE-1FJ-I3") == "eliminated"
    assert "0504" in {where(g, name) for name in names}
    assert "eliminated" not in {where(g, name) for name in names}


@pytest.mark.parametrize(("turn", "attacks_it"), [(5, True), (8, False)])
def test_on_the_last_turn_only_victory_points_are_worth_an_attack(
    turn: int, attacks_it: bool
) -> None:
    """S1.2 The troops are kept for places that count."""
    units = BEACH | {"0404": "US-36-143 US-Tk-191", "0504": "GE-15PG-I115(r)"}
    g = field(units, phase="combat allied", turn=turn)
    assert answer(g).startswith("attack 0504") == attacks_it


@pytest.mark.parametrize(("source", "worth"), [(SALERNO, True), ({}, False)])
def test_victory_points_without_a_line_of_supply_are_no_prize(
    source: dict[str, str], worth: bool
) -> None:
    """23.1.1 Battipaglia counts for the Allies only where a Beachhead or a port supplies it."""
    g = real(source | {"2911": "BR-46-138", "3203": "GE-HG-I1"}, phase="movement allied")
    look = Look(rules(g), Country(rules(g)), state(g), 0)
    assert bool(look.prize(state(g), rules(g).board.index("3012"))) == worth


PURSUIT = ("breakthrough group", "breakthrough", "follow")


def test_who_comes_to_the_board_after_a_battle_goes_on_as_who_fought_it() -> None:
    """15.2 A level answers every question anew: what was attacked and who goes on it reads from the question."""
    asked: set[str] = set()
    g = grognard.new("salerno43", seed="pursuit", scenario="avalanche")
    seats = {name: bots.make("staff", "salerno43") for name in ("allied", "german")}
    while (ask := g.decision) is not None and g.turn < 4:
        order = seats[ask.side].choose(g, random.Random(1)).order
        if ask.kind in PURSUIT and len(ask.actions) > 1:
            asked.add(str(order).split()[0])
            fresh = bots.make("staff", "salerno43").choose(g, random.Random(1)).order
            assert str(fresh) == str(order), ask.prompt
        g.play(order)
    assert {"group", "go", "to", "assault"} <= asked
