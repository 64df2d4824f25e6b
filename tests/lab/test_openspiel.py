"""The OpenSpiel shape: with OpenSpiel's own tests, and without it."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from typing import Any

import pytest
from tests.engine.cup import Cup

import grognard
from grognard.engine import game as engine
from grognard.engine.decision import Ask
from grognard.engine.words import Action, Say
from grognard.games import ruleset_class
from grognard.lab.moment import CHANCE, FIGURES, TERMINAL, Moment, vocabulary
from grognard.lab.openspiel import LONGEST, Game, State

SCENARIOS = [
    (name, scenario.id) for name in grognard.games() for scenario in ruleset_class(name).scenarios
]
SHORT = {("gazala1942", "opening"), ("normandy44", "cherbourg"), ("salerno43", "avalanche")}
"""What OpenSpiel plays out in an ordinary run, beside Anzio; the longer scenarios soak."""
ALL = ("6.2", "8.2", "10.5", "12.3", "solitaire")


def play_on(state: Any, rng: random.Random, steps: int = LONGEST) -> int:
    """Random choices and dice; how many it took."""
    for step in range(steps):
        if state.is_terminal():
            return step
        state.apply_action(rng.choice(state.legal_actions()))
    return steps


# -- chance


def test_a_handful_of_dice_is_a_chain_of_single_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.lab.moment.vocabulary", lambda rules: None)
    game: Any = engine.Game(Cup(), ask_dice=True)
    for answer in ("draw red", "draw blue", "throw 40"):
        game.play(answer)
    moment = Moment(game)
    for die in range(40):
        assert moment.player() == CHANCE
        assert list(moment.choices()) == list(range(6))
        assert str(moment.choices()[2]).startswith("roll 6,6" if die > 1 else "roll")
        moment = copy.deepcopy(moment)
        moment.play(5)
    assert moment.verb == ""
    assert game.side == "dice"
    assert moment.game.state.score == [0, 40]


# -- the numbers


def test_every_word_has_one_number_the_same_each_time() -> None:
    words = vocabulary(grognard.new("anzio").rules).words
    assert len(words) == len(set(words)) < 1_600
    assert words[0] == "GE-4PARA-A"
    assert words.index("0101") == 40
    assert words[-3:] == ("support", "target", "to")


@pytest.mark.parametrize("options", [(), ALL])
def test_numbers_tell_the_actions_of_each_decision_apart(options: tuple[str, ...]) -> None:
    game = grognard.new("anzio", seed=5, options=options)
    words, rng = vocabulary(game.rules), random.Random(5)
    while (ask := game.decision) is not None:
        choices = words.choices(ask)
        assert set(choices.values()) == set(ask.actions)
        assert list(choices) == sorted(choices)
        game.play(rng.choice(ask.actions))


def test_where_two_actions_share_a_word_the_verb_comes_first() -> None:
    words = vocabulary(grognard.new("anzio").rules)
    both = [Action(verb, unit) for unit in ("AL-504", "AL-509") for verb in ("move", "hit")]
    ask = Ask("allied", "test", "0", Say("which?"), [*both, Action("lose", "AL-504"), Action("go")])
    first = words.choices(ask)
    named = {words.words[number]: choice for number, choice in first.items()}
    assert named == {"move": "move", "hit": "hit", "lose": ask.actions[4], "go": ask.actions[5]}
    then = words.choices(ask, "hit")
    assert {words.words[n]: str(choice) for n, choice in then.items()} == {
        "AL-504": "hit AL-504",
        "AL-509": "hit AL-509",
    }


def test_the_digest_shows_where_units_are() -> None:
    game = grognard.load(
        "grognard position 1\ngame anzio\nturn 3\nphase movement german\n"
        "0101 GE-4PARA-A\n1711 AL-504(r)\nlater GE-4PARA-B\n"
    )
    words = vocabulary(game.rules)
    figures = words.features(game)
    assert len(figures) == words.shape
    each = FIGURES + len(game.rules.marks(game.state))
    assert figures[0:FIGURES] == [0, pytest.approx(0, abs=0.05), 1, 0, 1]
    assert figures[each : each + FIGURES] == [0, 0, 0, 1, 1]
    last = words.units.index("AL-504") * each
    assert figures[last : last + FIGURES] == [1, pytest.approx(1, abs=0.05), 1, 0, 0.5]
    gone = words.units.index("AL-509") * each
    assert figures[gone : gone + FIGURES] == [0, 0, 0, 0, 0]
    assert figures[-3:] == [0.03, 0, 1]
    assert all(0 <= figure <= 1 for figure in figures)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_digest_has_its_shape_and_every_action_a_number(name: str, scenario: str) -> None:
    game = grognard.new(name, seed=6, scenario=scenario)
    words, rng = vocabulary(game.rules), random.Random(6)
    for _ in range(1500):
        ask = game.decision
        if ask is None:
            break
        choices = words.choices(ask)
        for choice in choices.values():
            if isinstance(choice, str):
                same = [action for action in ask.actions if action.verb == choice]
                assert set(words.choices(ask, choice).values()) == set(same)
        if rng.random() < 0.05:
            figures = words.features(game)
            assert len(figures) == words.shape
            assert all(0 <= figure <= 1 for figure in figures)
        game.play(rng.choice(ask.actions))


@pytest.mark.parametrize("name", grognard.games())
def test_the_contract_agrees_with_the_pieces(name: str) -> None:
    """What programs read is what people are shown."""
    game = grognard.new(name, seed=9)
    rules, rng = game.rules, random.Random(9)
    for step in range(3000):
        if game.decision is None:
            break
        if step % 300 == 0:
            state = game.state
            where, steps = rules.where(state), rules.steps(state)
            shown = {piece.id: piece for piece in rules.pieces(state)}
            for unit in rules.units:
                piece, h = shown.get(unit.id), where[unit.index]
                on_map = piece is not None and rules.is_hex(piece.hex)
                assert on_map == (h >= 0)
                if piece is not None and h >= 0:
                    assert (rules.board.label(h), steps[unit.index]) == (piece.hex, piece.steps[0])
                    assert piece.steps[1] == unit.steps
        game.play(rng.choice(game.decision.actions))


# -- without OpenSpiel


def test_dice_are_chance_nodes_with_exact_chances() -> None:
    state = Game("anzio").new_initial_state()
    for text in ("default", "default"):
        state.apply_action(state.string_to_action(text))
    assert state.is_chance_node()
    assert state.current_player() == CHANCE
    assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
    assert sum(state.legal_actions_mask()) == 0
    assert "die 0: 6 of 6 [7.0 allied]" in state.child(5).observation_string()
    assert "die 0: 1 of 6 [7.0 allied]" in state.child(0).observation_string()
    assert "die" not in state.observation_string()


def test_a_game_runs_to_its_end_and_returns_sum_to_nothing() -> None:
    game = Game("anzio", options=ALL)
    state = game.new_initial_state()
    assert state.current_player() == 0
    assert game.new_initial_state().returns() == [0, 0]
    assert play_on(state, random.Random(3)) > 300
    assert state.current_player() == TERMINAL
    assert state.legal_actions() == []
    assert sum(state.returns()) == 0


def test_the_winner_gets_one() -> None:
    game = grognard.load(
        "grognard position 1\ngame anzio\nturn 12\nphase combat allied\ninitiative german\n"
        "weather rainy\n0502 AL-504\n1303 AL-509\n0101 GE-65-A\n"
    )
    assert game.outcome is not None
    assert Moment(game).returns() == [1, -1]


def test_a_clone_goes_its_own_way() -> None:
    state = Game("anzio").new_initial_state()
    play_on(state, random.Random(1), 200)
    before = str(state)
    for twin in (state.clone(), copy.deepcopy(state)):
        assert str(twin) == before
        play_on(twin, random.Random(2), 50)
        assert str(twin) != before
        assert len(twin.history()) == 250
    assert str(state) == before
    assert len(state.history()) == 200


def test_only_the_player_to_move_has_actions_and_others_are_refused() -> None:
    state = Game("anzio").new_initial_state()
    assert state.legal_actions(1) == []
    mine = state.legal_actions(0)
    assert mine == [n for n, on in enumerate(state.legal_actions_mask()) if on]
    wrong = next(n for n in range(40) if n not in mine)
    with pytest.raises(ValueError, match=f"action {wrong} is not legal"):
        state.apply_action(wrong)


def test_a_state_is_written_down_and_read_back() -> None:
    game = Game("anzio", options=("6.2",))
    state = game.new_initial_state()
    play_on(state, random.Random(4), 300)
    twin: State = game.deserialize_state(state.serialize())
    assert (str(twin), twin.history()) == (str(state), state.history())


def test_it_works_where_openspiel_is_not_installed() -> None:
    code = (
        "import sys; sys.modules['pyspiel'] = sys.modules['numpy'] = None\n"
        "from grognard.lab.openspiel import Game\n"
        "state = Game('anzio').new_initial_state()\n"
        "state.apply_action(state.legal_actions()[0])\n"
        "print(state.action_to_string(0, state.legal_actions()[0]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("at ")


# -- with OpenSpiel


@pytest.fixture(scope="module")
def spiel() -> Any:
    return pytest.importorskip("pyspiel")


def test_openspiel_tests_the_game_itself(spiel: Any) -> None:
    game = spiel.load_game("grognard_anzio")
    assert game.num_distinct_actions() == Game("anzio").num_distinct_actions()
    spiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("name", "scenario"),
    [each if each in SHORT else pytest.param(*each, marks=pytest.mark.soak) for each in SCENARIOS],
)
def test_openspiel_tests_every_scenario_itself(spiel: Any, name: str, scenario: str) -> None:
    game = spiel.load_game(f"grognard_{name}", {"scenario": scenario})
    spiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_openspiel_plays_it_with_options(spiel: Any) -> None:
    game = spiel.load_game("grognard_anzio", {"options": "+".join(ALL)})
    spiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_both_shapes_play_the_same_game(spiel: Any) -> None:
    theirs = spiel.load_game("grognard_anzio").new_initial_state()
    ours = Game("anzio").new_initial_state()
    rng = random.Random(8)
    for _ in range(400):
        assert ours.legal_actions() == theirs.legal_actions()
        assert ours.current_player() == theirs.current_player()
        action = rng.choice(ours.legal_actions())
        assert ours.action_to_string(action) == theirs.action_to_string(action)
        ours.apply_action(action)
        theirs.apply_action(action)
    assert str(ours) == str(theirs)
    assert theirs.observation_tensor(0) == pytest.approx(ours.observation_tensor())
    assert theirs.clone().history() == ours.history()


def test_openspiel_clones_without_copying_the_game_piece_by_piece(spiel: Any) -> None:
    state = spiel.load_game("grognard_anzio").new_initial_state()
    play_on(state, random.Random(1), 200)
    twin = state.clone()
    assert twin.moment.game is not state.moment.game
    assert twin.moment.game.rules is state.moment.game.rules
    assert str(twin) == str(state)


@pytest.mark.slow
def test_openspiel_writes_the_same_playthrough_twice(spiel: Any) -> None:
    from open_spiel.python.algorithms import (  # type: ignore[import-untyped]
        generate_playthrough,
    )

    first, second = (generate_playthrough.playthrough("grognard_anzio", [], seed=3) for _ in "ab")
    assert first == second
    assert "IsTerminal() = True" in first
