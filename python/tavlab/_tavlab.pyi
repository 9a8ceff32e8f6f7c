"""The native part of tavlab."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple, Union, overload

import numpy as np
from numpy.typing import NDArray

CHANCE: int
TERMINAL: int
__version__: str

def rule_set_ids() -> List[str]:
    """The ids of the rule sets that come with tavlab, sorted."""

def load(rules: str, overrides: Sequence[str], max_size: int, side_heads: bool, max_game_length: int) -> Game:
    """Loads rules; see tavlab.load."""

class Game:
    """The rules of a game. Immutable; made by tavlab.load."""

    @property
    def id(self) -> str:
        """The id of the rule set with its overrides: 'helmfrid-9{king.armed=none}'."""

    @property
    def title(self) -> str:
        """The name of the rule set for people."""

    @property
    def family(self) -> str:
        """The family of games whose rules these are."""

    @property
    def source(self) -> str:
        """The text that the rules are from, and where it is silent."""

    @property
    def content_hash(self) -> str:
        """A hash of all that affects play: rule sets that share it are the same game."""

    @property
    def parameters(self) -> Dict[str, Union[bool, int, str, List[str]]]:
        """All parameters of the rules by their keys."""

    @property
    def players(self) -> Tuple[str, str]:
        """The names of players 0 and 1. Which of them begins is part of the rules."""

    @property
    def num_players(self) -> int:
        """2."""

    @property
    def num_distinct_actions(self) -> int:
        """Actions are numbers from 0 to this, exclusive."""

    @property
    def policy_size(self) -> int:
        """The number of logits of a net's policy. An action below it is the index of its logit if it has a single one."""

    @property
    def max_chance_outcomes(self) -> int:
        """Outcomes of chance are numbers from 0 to this, exclusive; 0 in games without chance."""

    @property
    def max_game_length(self) -> int:
        """The plies after which BatchEnv cuts games off. States are not cut off."""

    @property
    def max_size(self) -> int:
        """The largest board that the actions cover."""

    @property
    def side_heads(self) -> bool:
        """Whether each player has actions of their own."""

    @property
    def observation_shape(self) -> Tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""

    @property
    def globals_shape(self) -> Tuple[int]:
        """The shape of the numbers that accompany the planes: the side to move, limits, the rules."""

    @property
    def binary_observation(self) -> bool:
        """Whether all planes are 0 or 1, so that uint8 can hold them."""

    @property
    def rule_inputs(self) -> List[str]:
        """The names of the last of the globals, which tell nets the rules."""

    @property
    def mover_relative(self) -> bool:
        """Whether observations, actions and the values of tavlab's nets are from the view of the player to move; else from that of player 0."""

    @property
    def min_utility(self) -> float:
        """The return of a lost game, -1."""

    @property
    def max_utility(self) -> float:
        """The return of a won game, 1."""

    @property
    def utility_sum(self) -> float:
        """The sum of both players' returns, 0."""

    def rules_text(self, lang: str = "en") -> str:
        """The rules as sentences, generated from the parameters, in English ('en') or Russian ('ru')."""

    def to_toml(self, id: Optional[str] = None) -> str:
        """The rule set as a file that tavlab.load reads. With overrides it is another game, whose id is by default that of the rule set with '-variant' behind it."""

    def new_initial_state(self, position: Optional[str] = None) -> State:
        """A new game, at the start of the rules or at a position as State.to_text writes it."""

    def __eq__(self, other: object) -> bool:
        """Whether rules and options are the same, whatever their ids."""

    def __hash__(self) -> int:
        """Equal games have equal hashes."""

    def __repr__(self) -> str:
        """The game as it is loaded."""

class State:
    """A game in progress: the position, and all that was played before it. Made by Game.new_initial_state."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def result(self) -> str:
        """The name of the winner, 'draw', or 'unfinished'."""

    @property
    def reason(self) -> str:
        """Why the game is over, such as 'king captured'; empty before the end."""

    @property
    def plies(self) -> int:
        """Moves since the start, without outcomes of chance."""

    @property
    def occurrences(self) -> int:
        """How often the position has occurred since the last irreversible move, this time included; 1 if the rules ignore repetition."""

    def current_player(self) -> int:
        """The player to move, 0 or 1; tavlab.CHANCE (-1) before an outcome of chance, tavlab.TERMINAL (-4) at the end."""

    def is_chance_node(self) -> bool:
        """Whether chance is next."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """The legal actions, sorted; the outcomes at a chance node, none at the end. With a player, none if another one is to move."""

    def legal_actions_mask(self, player: Optional[int] = None) -> NDArray[np.bool_]:
        """The same as an array of bools with one element for each action (or outcome of chance)."""

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """The outcomes of chance that can come next, each with its probability."""

    def apply_action(self, action: int) -> None:
        """Plays an action, or an outcome at a chance node."""

    def apply_text(self, moves: str) -> None:
        """Plays moves and outcomes written as text, separated by spaces: all of them, or none if one is illegal."""

    def undo_action(self, player: Optional[int] = None, action: Optional[int] = None) -> None:
        """Takes back the last action. Player and action, as OpenSpiel passes them, are checked if given."""

    def clone(self) -> State:
        """An independent copy."""

    def child(self, action: int) -> State:
        """A copy in which the action has been played."""

    def __copy__(self) -> State:
        """An independent copy."""

    def __deepcopy__(self, memo: Dict[int, Any]) -> State:
        """An independent copy; the game, which is immutable, is shared."""

    def returns(self) -> List[float]:
        """1 for the winner and -1 for the loser; 0 for both in a draw and before the end."""

    def player_return(self, player: int) -> float:
        """The return of one player."""

    def observation(self, out: Optional[NDArray[Any]] = None) -> NDArray[Any]:
        """The planes of the position, as nets of tavlab see it: float32 of Game.observation_shape, or written to `out`, a float32 or uint8 array."""

    def globals(self) -> NDArray[np.float32]:
        """The numbers that accompany the planes: float32 of Game.globals_shape."""

    @overload
    def action_to_string(self, action: int) -> str:
        """An action that is legal here, as text."""

    @overload
    def action_to_string(self, player: int, action: int) -> str:
        """The same with the player, as OpenSpiel passes it."""

    def string_to_action(self, text: str) -> int:
        """The action of a legal move, or outcome of chance, written as text."""

    def policy_places(self, action: int) -> List[int]:
        """Indices into a net's policy of Game.policy_size logits; their sum is the action's logit."""

    def captured(self, action: int) -> List[str]:
        """The names of the squares whose pieces the action captures, sorted."""

    def to_text(self) -> str:
        """The position as text, from which Game.new_initial_state makes it again, without what was played before."""

    def history(self) -> List[int]:
        """All actions and outcomes of chance since the start."""

    def moves_text(self) -> str:
        """The same as text, separated by spaces, for apply_text and `tavlab trace`."""

    def key(self) -> int:
        """A 64-bit key of the position and how often it has occurred, for tables."""

    def svg(self) -> str:
        """The board as an SVG drawing, with the last move marked."""

    def _repr_svg_(self) -> str:
        """The board in a notebook."""

    def __str__(self) -> str:
        """The board as text, for people."""

    def __repr__(self) -> str:
        """The game, the ply, and the player to move or the result."""

    def __eq__(self, other: object) -> bool:
        """Whether the game, its start and all that was played are the same."""

    def __hash__(self) -> int:
        """Equal states have equal hashes. A state that is a key must not be changed; clone it."""

class BatchEnv:
    """The games of a tavlab.BatchEnv."""

    def __init__(self, game: Game, n: int, threads: int, sampled_chance: bool, opponent: Optional[str], learner: str) -> None:
        """Games that must be reset before the first step."""

    def reset(self, seed: int, out: Any) -> None:
        """Begins new games; `out` has the arrays of a tavlab.Batch."""

    def step(self, actions: Any, out: Any) -> None:
        """Plays one action in each game; `out` has the arrays of a tavlab.Batch."""

    def sample_actions(self, out: NDArray[np.int64]) -> None:
        """Writes a random legal action of each game to an int64 array."""

    def state(self, game: int) -> State:
        """A copy of one of the games."""

class Agent:
    """The native part of tavlab.Agent."""

    def __init__(self, text: str, seed: int) -> None:
        """An agent from its text."""

    @property
    def text(self) -> str:
        """The agent's text, in its standard form."""

    def play(self, state: State) -> int:
        """Chooses an action."""

    def analyze(self, state: State) -> Dict[str, Any]:
        """The fields of a tavlab.Analysis."""

    def restart(self) -> None:
        """Forgets the last game."""

def search_batch(
    states: Sequence[State], evaluate: Any, sims: int, gumbel: int, gumbel_scale: float, gumbel_rescaled: bool,
    cpuct: float, noise: float, noise_alpha: float, leaves: int, symmetry: bool, seed: int,
) -> List[Dict[str, Any]]:
    """The fields of a tavlab.Analysis of each state; see tavlab.search_batch."""

def selfplay(
    game: Game, evaluate: Any, games: int, out: str, seed: int, games_per_shard: int, name: str,
    options: Dict[str, Any], progress: Any,
) -> int:
    """Plays games into shards; see tavlab.selfplay."""

class Dataset:
    """A file of a tavlab.Dataset."""

    def __init__(self, path: Any, max_size: int, side_heads: bool) -> None:
        """Reads a shard and replays its games."""

    def __len__(self) -> int:
        """The number of games."""

    @property
    def agent(self) -> str:
        """How games were searched."""

    @property
    def net(self) -> str:
        """The net that played."""

    @property
    def seed(self) -> int:
        """The seed of the run."""

    @property
    def games(self) -> List[Game]:
        """The rule sets of the games."""

    @property
    def decisions(self) -> Dict[str, NDArray[Any]]:
        """Columns of all searched decisions."""

    def game(self, i: int) -> Dict[str, Any]:
        """The fields of a tavlab.StoredGame."""

    def state(self, i: int, events: int) -> State:
        """A game after so many actions and outcomes of chance."""

    def encode(self, decisions: Any, value_lambda: float, symmetry: bool, seed: int) -> Dict[str, NDArray[Any]]:
        """The fields of a tavlab.TrainingBatch."""

def match(
    game: Game, first: str, second: str, games: int, swap: bool, opening_plies: Optional[int],
    openings: Optional[str], max_plies: int, threads: int, seed: int,
) -> Dict[str, Any]:
    """Columns of games; see tavlab.match."""

def run_experiment(config: str, out: str, games: Optional[int], threads: int) -> None:
    """Runs an experiment; see tavlab.run_experiment."""

def run_claim(
    claim: str, out: str, games: Optional[int], agents: Sequence[str], calibration: Optional[str],
    minutes: float, threads: int,
) -> None:
    """Runs a claim; see tavlab.run_claim."""

def calibrate(
    rules: str, overrides: Sequence[str], agents: Sequence[str], out: str, games: int, opening_plies: int,
    max_plies: int, threads: int, seed: int,
) -> None:
    """Calibrates agents; see tavlab.calibrate."""

class Store:
    """The native part of tavlab.Store."""

    def __init__(self, folder: Any) -> None:
        """Opens the games of a run."""

    def experiment(self) -> Dict[str, Any]:
        """What the run is."""

    def cells(self) -> List[Dict[str, Any]]:
        """Its cells."""

    def games(self, cell: int) -> Dict[str, Any]:
        """Columns of the games of a cell."""

def check_net(path: Any) -> None:
    """Raises ValueError unless agents can read the net in this file."""

def confidence_sequence(counts: Any, alpha: float) -> Tuple[float, float]:
    """See tavlab.stats.confidence_sequence."""

def wilson(successes: float, trials: float) -> Tuple[float, float]:
    """See tavlab.stats.wilson."""

def elo(counts: Any) -> Dict[str, Any]:
    """See tavlab.stats.elo."""
def sprt(pairs: Any, elo0: float, elo1: float, normalized: bool, alpha: float, beta: float) -> Dict[str, Any]:
    """See tavlab.stats.sprt."""

def bradley_terry(games: Any, advantage: bool, prior_games: float) -> Dict[str, Any]:
    """See tavlab.stats.bradley_terry."""

def matrix_game(payoff: Any) -> Dict[str, Any]:
    """See tavlab.stats.matrix_game."""

def holm(p_values: Any) -> List[float]:
    """See tavlab.stats.holm."""
