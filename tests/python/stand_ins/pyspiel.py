"""A stand-in for OpenSpiel 1.5, see README.md: Python games, with `random_sim_test`.

As in OpenSpiel, a state is copied by copying the attributes of its Python object into a new initial
state, and written as a pickle of them; games are loaded again from their texts.
"""

import base64
import copy
import enum
import math
import pickle
import random
import re

import numpy as np


class SpielError(RuntimeError):
    pass


class PlayerId(enum.IntEnum):
    DEFAULT_PLAYER_ID = 0
    INVALID = -3
    TERMINAL = -4
    CHANCE = -1
    SIMULTANEOUS = -2


class PrivateInfoType(enum.Enum):
    ALL_PLAYERS = 0
    NONE = 1
    SINGLE_PLAYER = 2


class IIGObservationType:
    def __init__(
        self, perfect_recall, public_info=True, private_info=PrivateInfoType.SINGLE_PLAYER
    ):
        self.public_info = public_info
        self.perfect_recall = perfect_recall
        self.private_info = private_info


class GameType:
    Dynamics = enum.Enum("Dynamics", "SEQUENTIAL SIMULTANEOUS MEAN_FIELD")
    ChanceMode = enum.Enum("ChanceMode", "DETERMINISTIC EXPLICIT_STOCHASTIC SAMPLED_STOCHASTIC")
    Information = enum.Enum("Information", "ONE_SHOT PERFECT_INFORMATION IMPERFECT_INFORMATION")
    Utility = enum.Enum("Utility", "ZERO_SUM CONSTANT_SUM GENERAL_SUM IDENTICAL")
    RewardModel = enum.Enum("RewardModel", "REWARDS TERMINAL")

    def __init__(
        self,
        short_name,
        long_name,
        dynamics,
        chance_mode,
        information,
        utility,
        reward_model,
        max_num_players,
        min_num_players,
        provides_information_state_string,
        provides_information_state_tensor,
        provides_observation_string,
        provides_observation_tensor,
        parameter_specification=None,
        default_loadable=True,
        provides_factored_observation_string=False,
    ):
        self.__dict__.update(locals())
        del self.self


class GameInfo:
    def __init__(
        self,
        num_distinct_actions,
        max_chance_outcomes,
        num_players,
        min_utility,
        max_utility,
        max_game_length,
        utility_sum=0.0,
    ):
        for value in (num_distinct_actions, max_chance_outcomes, num_players, max_game_length):
            assert isinstance(value, int) and 0 <= value < 2**31
        self.__dict__.update(locals())
        del self.self


def _text_of(value):
    return str(value)  # bools are True and False


class Game:
    __slots__ = ("_pyspiel_type", "_pyspiel_info", "_pyspiel_params", "__dict__", "__weakref__")

    def __init__(self, game_type, game_info, params):
        assert all(isinstance(value, (bool, int, float, str)) for value in params.values())
        self._pyspiel_type, self._pyspiel_info = game_type, game_info
        self._pyspiel_params = dict(params)

    def get_type(self):
        return self._pyspiel_type

    def get_parameters(self):
        return dict(self._pyspiel_params)

    def __getattr__(self, name):
        info = object.__getattribute__(self, "_pyspiel_info")
        if name in vars(info):
            return lambda: getattr(info, name)
        raise AttributeError(name)

    def __str__(self):
        params = sorted(self._pyspiel_params.items())
        inside = ",".join(f"{key}={_text_of(value)}" for key, value in params)
        return f"{self._pyspiel_type.short_name}({inside})"

    def __eq__(self, other):
        return isinstance(other, Game) and str(self) == str(other)

    __hash__ = None

    def max_history_length(self):
        return self.max_game_length() + self.max_chance_nodes_in_history()

    def observation_tensor_shape(self):
        pieces = list(self._observed(self.new_initial_state(), 0).values())
        if len(pieces) == 1:
            return list(pieces[0].shape)
        return [sum(piece.size for piece in pieces)]

    def observation_tensor_size(self):
        return math.prod(self.observation_tensor_shape())

    def _observed(self, state, player):
        observer = self.make_py_observer()
        observer.set_from(state, player)
        return observer.dict

    def __reduce__(self):
        return load_game, (str(self),)


class State:
    __slots__ = ("_pyspiel_game", "_pyspiel_history", "__dict__", "__weakref__")

    def __init__(self, game):
        assert isinstance(game, Game)
        self._pyspiel_game, self._pyspiel_history = game, []

    def get_game(self):
        return self._pyspiel_game

    def num_players(self):
        return self._pyspiel_game.num_players()

    def is_chance_node(self):
        return self.current_player() == PlayerId.CHANCE

    def legal_actions(self, player=None):
        if player is None:
            player = self.current_player()
        if self.is_terminal():
            return []
        if self.is_chance_node():
            return [outcome for outcome, _ in self.chance_outcomes()]
        if player == self.current_player():
            return [int(action) for action in self._legal_actions(player)]
        if player < 0:
            raise SpielError(f"Called LegalActions for pseudo-player {player}")
        return []

    def legal_actions_mask(self, player=None):
        if player is None:
            player = self.current_player()
        game = self._pyspiel_game
        chance = player == PlayerId.CHANCE
        mask = [0] * (game.max_chance_outcomes() if chance else game.num_distinct_actions())
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action):
        player = self.current_player()
        self._apply_action(int(action))
        self._pyspiel_history.append((int(player), int(action)))

    def action_to_string(self, *arguments):
        player, action = (self.current_player(), *arguments)[-2:]
        text = self._action_to_string(player, action)
        assert isinstance(text, str)
        return text

    def string_to_action(self, text):
        for action in self.legal_actions():
            if self.action_to_string(action) == text:
                return action
        raise SpielError(f"Couldn't find an action matching {text}")

    def history(self):
        return [action for _, action in self._pyspiel_history]

    def history_str(self):
        return ", ".join(map(str, self.history()))

    def move_number(self):
        return len(self._pyspiel_history)

    def rewards(self):
        return self.returns() if self.is_terminal() else [0.0] * self.num_players()

    def player_return(self, player):
        return self.returns()[player]

    def clone(self):
        new = self._pyspiel_game.new_initial_state()
        for name, value in self.__dict__.items():
            setattr(new, name, copy.deepcopy(value))
        new._pyspiel_history = list(self._pyspiel_history)
        return new

    def child(self, action):
        new = self.clone()
        new.apply_action(action)
        return new

    def _player(self, player):
        player = self.current_player() if player is None else player
        if not 0 <= player < self.num_players():
            raise SpielError(f"player {player} is out of range")
        return player

    def observation_tensor(self, player=None):
        pieces = self._pyspiel_game._observed(self, self._player(player)).values()
        return [float(value) for piece in pieces for value in piece.ravel()]

    def observation_string(self, player=None):
        return self._pyspiel_game.make_py_observer().string_from(self, self._player(player))

    def information_state_string(self, player=None):
        observer = self._pyspiel_game.make_py_observer(IIGObservationType(perfect_recall=True))
        return observer.string_from(self, self._player(player))

    def serialize(self):
        history = ",".join(f"{player}:{action}" for player, action in self._pyspiel_history)
        attributes = base64.b64encode(pickle.dumps(self.__dict__)).decode()
        return f"history={history}\n__dict__={attributes}"

    def __reduce__(self):
        return _state_of, (serialize_game_and_state(self._pyspiel_game, self),)


def serialize_game_and_state(game, state):
    return f"[Game]\n{game}\n[State]\n{state.serialize()}"


def deserialize_game_and_state(text):
    _, name, _, history, attributes = text.split("\n")
    game = load_game(name)
    state = game.new_initial_state()
    pairs = history[len("history=") :].split(",")
    state._pyspiel_history = [tuple(map(int, pair.split(":"))) for pair in pairs if pair]
    for key, value in pickle.loads(base64.b64decode(attributes[len("__dict__=") :])).items():
        setattr(state, key, value)
    return game, state


def _state_of(text):
    return deserialize_game_and_state(text)[1]


_games = {}


def register_game(game_type, creator):
    _games[game_type.short_name] = (game_type, creator)


def registered_names():
    return sorted(_games)


def registered_games():
    return [game_type for game_type, _ in _games.values()]


def _value_of(text):
    if text in ("True", "true", "False", "false"):
        return text.lower() == "true"
    if re.fullmatch(r"[+\-0-9]+", text):
        return int(text)
    if re.fullmatch(r"[+\-0-9.]+", text):
        return float(text)
    if text.endswith(")"):
        raise SpielError("games within games are not in this stand-in")
    return text


def game_parameters_from_string(text):
    """As OpenSpiel reads them: the last "=" before a comma ends the name."""
    name, _, inside = text.partition("(")
    params = {"name": name}
    if not inside:
        return params
    if not inside.endswith(")"):
        raise SpielError("Missing closing bracket ')'.")
    start, equals, depth = 0, -1, 1
    for i, c in enumerate(inside):
        depth += (c == "(") - (c == ")")
        if c == "=" and depth == 1:
            equals = i
        if (c == "," and depth == 1) or (c == ")" and depth == 0 and i > start + 1):
            params[inside[start:equals]] = _value_of(inside[equals + 1 : i])
            start, equals = i + 1, -1
    return params


def load_game(name, params=None):
    if params is None:
        params = game_parameters_from_string(name)
        name = params.pop("name")
    if name not in _games:
        raise SpielError(f"Unknown game '{name}'")
    game_type, creator = _games[name]
    known = game_type.parameter_specification or {}
    for key, value in params.items():
        if key not in known:
            raise SpielError(f"Unknown parameter '{key}'")
        if type(known[key]) is not type(value):
            raise SpielError(f"Wrong type for parameter {key}")
    return creator({**known, **params})


def _check_copies(game, state, action):
    copied = state.clone()
    state.apply_action(action)
    copied.apply_action(action)
    assert str(state) == str(copied) and state.history() == copied.history()


def _check_observables(game, state):
    for player in range(game.num_players()):
        tensor = state.observation_tensor(player)
        assert len(tensor) == game.observation_tensor_size() and np.isfinite(tensor).all()
        assert isinstance(state.observation_string(player), str)
        assert isinstance(state.information_state_string(player), str)


def _check_mask(state, player, size, actions):
    mask = state.legal_actions_mask(player)
    assert len(mask) == size and [i for i, legal in enumerate(mask) if legal] == actions


def random_sim_test(game, num_sims, serialize, verbose, mask_test=True):
    """Random games, in which all parts of the interface agree."""
    rng = random.Random(1)
    for _ in range(num_sims):
        _random_sim(game, rng, serialize, mask_test)


def _random_sim(game, rng, serialize, mask_test):
    assert game.min_utility() < game.max_utility()
    state, history, moves = game.new_initial_state(), [], 0
    while not state.is_terminal():
        for player in range(game.num_players()):
            actions = state.legal_actions(player)
            if not state.is_chance_node():
                assert (player == state.current_player()) == bool(actions)
                assert all(a < b for a, b in zip(actions, actions[1:]))
        copied = state.clone()
        assert str(state) == str(copied) and state.history() == copied.history() == history
        if serialize and (len(history) < 10 or len(history) & (len(history) - 1) == 0):
            other_game, other = deserialize_game_and_state(serialize_game_and_state(game, state))
            assert str(other_game) == str(game) and str(other) == str(state)
            assert other.legal_actions() == state.legal_actions()
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            actions = state.legal_actions()
            assert [outcome for outcome, _ in outcomes] == actions == sorted(set(actions))
            assert all(0 < chance <= 1 for _, chance in outcomes)
            assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-5
            if mask_test:
                _check_mask(state, PlayerId.CHANCE, game.max_chance_outcomes(), actions)
            action = rng.choices(actions, [chance for _, chance in outcomes])[0]
            assert state.action_to_string(PlayerId.CHANCE, action)
            state.apply_action(action)
        else:
            assert state.rewards() == [0, 0] == state.returns()
            _check_observables(game, state)
            player, actions = state.current_player(), state.legal_actions()
            if mask_test:
                _check_mask(state, player, game.num_distinct_actions(), actions)
            action = rng.choice(actions)
            assert state.action_to_string(player, action)
            _check_copies(game, state, action)
            moves += 1
        history.append(action)
    assert moves <= game.max_game_length() and len(history) <= game.max_history_length()
    assert state.current_player() == PlayerId.TERMINAL
    assert state.history() == history and state.legal_actions() == []
    _check_observables(game, state)
    returns = state.returns()
    assert sum(returns) == game.utility_sum() and state.rewards() == returns
    for player, value in enumerate(returns):
        assert game.min_utility() <= value <= game.max_utility()
        assert value == state.player_return(player)
