"""All games as Python games of OpenSpiel. They need OpenSpiel 1.5 or later.

Importing this module registers the game "python_tavlab", whose parameter `rules` names the rules:

    import pyspiel
    import tavlab.openspiel

    game = pyspiel.load_game("python_tavlab(rules=helmfrid-9)")
    game = pyspiel.load_game("python_tavlab", {"rules": "helmfrid-9{dice.kind=parity}"})
    game = tavlab.openspiel.load_game(tavlab.load("helmfrid-9", {"king.armed": "none"}))
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

import tavlab

try:
    import pyspiel
except ImportError as _error:
    raise ImportError(
        f"tavlab.openspiel needs OpenSpiel 1.5 or later (pip install open_spiel): {_error}"
    ) from _error

NAME = "python_tavlab"

#: The parameters of the game, as OpenSpiel writes them: name and default.
_PARAMETERS: Dict[str, Union[bool, int, str]] = {
    "rules": "brandubh-7",
    "max_game_length": 1000,
    "max_size": 0,
    "side_heads": False,
    "globals": True,
}

#: A game is cut off after so many outcomes of chance for each ply. None comes near.
_MOST_ROLLS_FOR_A_PLY = 10


class Game(pyspiel.Game):
    """The rules, made by `pyspiel.load_game` or `load_game`.

    Parameters:
        rules: the id of a rule set or a path, as for `tavlab.load`. In the texts of OpenSpiel's
            games, overrides have ":" and ";" for "=" and ",": "helmfrid-9{dice.kind:parity}".
        max_game_length: the plies after which a game is a draw.
        max_size, side_heads: as for `tavlab.load`; `max_size` 0 is the board of the rules.
        globals: whether tensors have the globals after the planes. Without them their shape is
            (planes, rows, columns), for convolutions, but limits and repetitions are not seen.
    """

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        params = {**_PARAMETERS, **(params or {})}
        params["rules"] = _quoted(params["rules"])
        rules = tavlab.load(
            _unquoted(params["rules"]),
            max_size=params["max_size"] or None,
            side_heads=params["side_heads"],
            max_game_length=params["max_game_length"],
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.num_distinct_actions,
            max_chance_outcomes=rules.max_chance_outcomes,
            num_players=2,
            min_utility=rules.min_utility,
            max_utility=rules.max_utility,
            utility_sum=rules.utility_sum,
            max_game_length=rules.max_game_length,
        )
        super().__init__(_type(rules.title, rules.max_chance_outcomes > 0), info, params)
        self.rules = rules
        self.with_globals: bool = params["globals"]

    def new_initial_state(self, position: Optional[str] = None) -> State:
        """A new game, at the start of the rules or at a position as `tavlab.State` writes it."""
        return State(self, position)

    def max_chance_nodes_in_history(self) -> int:
        """The most outcomes of chance in a game."""
        if self.rules.max_chance_outcomes == 0:
            return 0
        return _MOST_ROLLS_FOR_A_PLY * self.rules.max_game_length

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Make an observer; all information is public."""
        if params:
            raise ValueError(f"observers have no parameters, but were given {params}")
        return Observer(self, iig_obs_type)


class State(pyspiel.State):
    """A game in progress; `game_state` is the same as a `tavlab.State`."""

    def __init__(self, game: Game, position: Optional[str] = None) -> None:
        super().__init__(game)
        # OpenSpiel copies and pickles what is here.
        self.game_state = game.rules.new_initial_state(position)
        self._rolls_left = game.max_chance_nodes_in_history()

    def current_player(self) -> int:
        """The player to move, or the id of chance or of the end."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        if self.game_state.is_chance_node():
            return pyspiel.PlayerId.CHANCE
        return self.game_state.current_player()

    def _legal_actions(self, player: int) -> List[int]:
        return self.game_state.legal_actions()

    def _apply_action(self, action: int) -> None:
        self._rolls_left -= self.game_state.is_chance_node()
        self.game_state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game_state.action_to_string(action)

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """The outcomes of chance, each with its probability."""
        return self.game_state.chance_outcomes()

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut off."""
        state = self.game_state
        return (
            state.is_terminal()
            or state.plies >= state.game.max_game_length
            or (self._rolls_left <= 0 and state.is_chance_node())
        )

    def returns(self) -> List[float]:
        """1 for the winner and -1 for the loser at the end, else 0."""
        return self.game_state.returns()

    def __str__(self) -> str:
        """The board as text."""
        return str(self.game_state)


class Observer:
    """What players see, in the way of `open_spiel.python.observation`.

    The tensor has the planes and numbers of the nets as the player to move sees them, whoever
    looks. With perfect recall there is no tensor, and the text is the history.
    """

    def __init__(self, game: Game, iig_obs_type: Any) -> None:
        self._public = iig_obs_type is None or iig_obs_type.public_info
        self._recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor: Optional[NDArray[np.float32]] = None
        self.dict: Dict[str, NDArray[np.float32]] = {}
        if self._recalls or not self._public:
            return
        shapes: Dict[str, Tuple[int, ...]] = {"observation": game.rules.observation_shape}
        if game.with_globals:
            shapes["globals"] = game.rules.globals_shape
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        begin = 0
        for name, shape in shapes.items():
            end = begin + int(np.prod(shape))
            self.dict[name] = self.tensor[begin:end].reshape(shape)
            begin = end

    def set_from(self, state: State, player: int) -> None:
        """Write what a player sees to `tensor`, of which the arrays in `dict` are parts."""
        if "observation" in self.dict:
            state.game_state.observation(self.dict["observation"])
        if "globals" in self.dict:
            self.dict["globals"][:] = state.game_state.globals()

    def string_from(self, state: State, player: int) -> str:
        """What a player sees, as text."""
        if not self._public:
            return ""
        return state.history_str() if self._recalls else str(state)


def load_game(
    game: Union[tavlab.Game, str], globals: bool = True, **parameters: Union[bool, int]
) -> pyspiel.Game:
    """Load a game of tavlab in OpenSpiel.

    Args:
        game: the rules, or the id of a rule set or a path.
        globals: whether tensors have the globals, see `Game`.
        parameters: other parameters, if the rules are not a `tavlab.Game`.

    Raises:
        ValueError: there are no such rules, or OpenSpiel could not load them again by their id.
    """
    if isinstance(game, tavlab.Game):
        options = {
            "max_game_length": game.max_game_length,
            "max_size": game.max_size,
            "side_heads": game.side_heads,
        }
        try:
            known = tavlab.load(game.id, **options) == game  # type: ignore[arg-type]
        except ValueError:
            known = False
        if not known:
            raise ValueError(f"{game.id} is not the id of these rules: give the path of their file")
        parameters = {**options, **parameters}
        game = game.id
    else:
        tavlab.load(game)  # says what is wrong with it
    return pyspiel.load_game(NAME, {"rules": _quoted(game), "globals": globals, **parameters})


def register() -> None:
    """Register the game "python_tavlab", which importing this module does."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_type("tavlab", True), Game)


def _type(title: str, chance: bool) -> pyspiel.GameType:
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=NAME,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


def _quoted(rules: str) -> str:
    """An id without the characters that have a meaning in the texts of OpenSpiel's games."""
    return rules if "{" not in rules else rules.replace("=", ":").replace(",", ";")


def _unquoted(rules: str) -> str:
    return rules if "{" not in rules else rules.replace(":", "=").replace(";", ",")


register()
