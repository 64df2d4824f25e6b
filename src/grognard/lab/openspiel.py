"""The games in the shape of OpenSpiel: ``State`` and ``Game``, dice as explicit chance nodes.

    game = Game("anzio")                                # plain Python, nothing to install
    game = pyspiel.load_game("grognard_anzio")          # where OpenSpiel is installed

Players are the seats in their order, actions the numbers of a ``Vocabulary``, chance outcomes the
faces of the die less one, a handful of dice one die after the other; a win is worth 1, a draw 0, a defeat -1, shared by the seats of a side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from ..front import new
from ..games import names, ruleset_class
from .moment import CHANCE, TERMINAL, Moment, Vocabulary

LONGEST = 20_000
"""No game takes more choices and dice; it bounds histories, it does not end games."""


def opening(name: str, options: Iterable[str] = (), scenario: str | None = None) -> Moment:
    """The first moment of a game whose dice are chance nodes."""
    return Moment(new(name, options=options, scenario=scenario, dice="asked"))


class State:
    """OpenSpiel's ``State`` without OpenSpiel."""

    def __init__(self, game: Game, moment: Moment, history: Sequence[int] = ()) -> None:
        self._game, self._moment, self._history = game, moment, [*history]

    def get_game(self) -> Game:
        return self._game

    def history(self) -> list[int]:
        return self._history.copy()

    def num_players(self) -> int:
        return self._game.num_players()

    def current_player(self) -> int:
        return self._moment.player()

    def is_terminal(self) -> bool:
        return self._moment.player() == TERMINAL

    def is_chance_node(self) -> bool:
        return self._moment.player() == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.current_player():
            return []
        return list(self._moment.choices())

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = [0] * self._game.num_distinct_actions()
        if not self.is_chance_node():
            for number in self.legal_actions(player):
                mask[number] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        faces = self._moment.choices()
        return [(face, 1 / len(faces)) for face in faces]

    def apply_action(self, action: int) -> None:
        self._moment.play(action)
        self._history.append(action)

    def child(self, action: int) -> State:
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        return State(self._game, self._moment.__deepcopy__(None), self._history)

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The text of an action; called as OpenSpiel is, with or without the player."""
        number = player if action is None else action
        return str(self._moment.choices()[number])

    def string_to_action(self, text: str) -> int:
        return next(n for n, action in self._moment.choices().items() if str(action) == text)

    def returns(self) -> list[float]:
        return self._moment.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def observation_string(self, player: int = 0) -> str:
        """The position as text: exact, and the same for both, for nothing is hidden."""
        return str(self._moment)

    def observation_tensor(self, player: int = 0) -> list[float]:
        return self._moment.words.features(self._moment.game)

    def serialize(self) -> str:
        return "\n".join(map(str, self._history))

    def __str__(self) -> str:
        return str(self._moment)


class Game:
    """OpenSpiel's ``Game`` without OpenSpiel."""

    def __init__(
        self, name: str = "anzio", options: Iterable[str] = (), scenario: str | None = None
    ) -> None:
        self._opening = opening(name, options, scenario)

    def new_initial_state(self) -> State:
        return State(self, self._opening.__deepcopy__(None))

    def deserialize_state(self, text: str) -> State:
        state = self.new_initial_state()
        for word in text.split():
            state.apply_action(int(word))
        return state

    def num_distinct_actions(self) -> int:
        return len(self._opening.words)

    def max_chance_outcomes(self) -> int:
        return self._opening.game.rules.outcomes

    def num_players(self) -> int:
        return len(self._opening.game.rules.seats)

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def max_game_length(self) -> int:
        return LONGEST

    def observation_tensor_shape(self) -> list[int]:
        return [self._opening.words.shape]


try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import (  # type: ignore[import-untyped]
        IIGObserverForPublicInfoGame,
    )
except ImportError:
    pass
else:

    class SpielState(pyspiel.State):  # type: ignore[misc]
        """A state that OpenSpiel's own algorithms play; it does the bookkeeping."""

        def __init__(self, game: SpielGame, moment: Moment) -> None:
            super().__init__(game)
            self.moment = moment

        def current_player(self) -> int:
            return self.moment.player()

        def is_terminal(self) -> bool:
            return self.moment.player() == TERMINAL

        def _legal_actions(self, player: int) -> list[int]:
            return list(self.moment.choices())

        def chance_outcomes(self) -> list[tuple[int, float]]:
            faces = self.moment.choices()
            return [(face, 1 / len(faces)) for face in faces]

        def _apply_action(self, action: int) -> None:
            self.moment.play(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return str(self.moment.choices()[action])

        def returns(self) -> list[float]:
            return self.moment.returns()

        def __str__(self) -> str:
            return str(self.moment)

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        """A game as OpenSpiel registers it, one class each; ``options`` are joined by '+'."""

        name: ClassVar[str]

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            given = dict(params or {})
            options = [word for word in str(given.get("options", "")).split("+") if word]
            self.opening = opening(self.name, options, given.get("scenario") or None)
            info = pyspiel.GameInfo(
                num_distinct_actions=len(self.opening.words),
                max_chance_outcomes=self.opening.game.rules.outcomes,
                num_players=len(self.opening.game.rules.seats),
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            super().__init__(_type_of(self.name), info, given)

        def new_initial_state(self) -> SpielState:
            return SpielState(self, self.opening.__deepcopy__(None))

        def max_chance_nodes_in_history(self) -> int:
            return LONGEST

        def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
            if kind is None or (kind.public_info and not kind.perfect_recall):
                return Observer(self.opening.words)
            return IIGObserverForPublicInfoGame(kind, params)

    class Observer:
        """What both players see: the digest of the vocabulary, and the position text."""

        def __init__(self, words: Vocabulary) -> None:
            self.words = words
            self.tensor = np.zeros(words.shape, np.float32)
            self.dict = {"situation": self.tensor}

        def set_from(self, state: SpielState, player: int) -> None:
            self.tensor[:] = self.words.features(state.moment.game)

        def string_from(self, state: SpielState, player: int) -> str:
            return str(state.moment)

    def _type_of(name: str) -> Any:
        rules = ruleset_class(name)
        choices: tuple[list[str], ...] = ([], [option.id for option in rules.option_list])
        seats = [len(rules.seating(s.id, chosen)) for s in rules.scenarios for chosen in choices]
        return pyspiel.GameType(
            short_name=f"grognard_{name}",
            long_name=f"Grognard: {ruleset_class(name).title}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=max(seats),
            min_num_players=min(seats),
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={"options": "", "scenario": ""},
        )

    for _name in names():
        pyspiel.register_game(_type_of(_name), type("SpielGame", (SpielGame,), {"name": _name}))
