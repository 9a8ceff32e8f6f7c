"""Many games at once, in NumPy arrays."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Literal, Optional, Sequence, Union, cast

import numpy as np
from numpy.typing import NDArray

from tavlab import _tavlab
from tavlab.arguments import Rules, game_of, seed_of

Actions = Union[NDArray[np.int64], NDArray[np.int32], Sequence[int]]


#: In place of an array. (Fields are not optional in their types, so that reading one needs no check.)
_NOT_WANTED = cast(Any, None)


@dataclass
class Batch:
    """What a step tells about each of n games: arrays with one row for each, or None.

    What is None is not computed. The arrays may be the caller's own, of these shapes and dtypes,
    writable and contiguous; `BatchEnv.new_batch` makes such arrays.
    """

    #: Planes, float32 or uint8 (n, planes, rows, columns), of the position to move in.
    observation: NDArray[Any] = _NOT_WANTED
    #: float32 (n, globals), the numbers that accompany the planes.
    globals: NDArray[np.float32] = _NOT_WANTED
    #: bool, uint8 or int8 (n, num_distinct_actions), true for each legal action.
    mask: NDArray[Any] = _NOT_WANTED
    #: int8 (n), the player to move: 0 or 1, or `CHANCE` if outcomes are the caller's.
    player: NDArray[np.int8] = _NOT_WANTED
    #: float32 (n), of the player who acted: 1, 0 or -1 when the game ends, else 0.
    reward: NDArray[np.float32] = _NOT_WANTED
    #: bool, uint8 or int8 (n), whether the game ended by the rules, and a new one was begun.
    done: NDArray[Any] = _NOT_WANTED
    #: bool, uint8 or int8 (n), whether it was cut off, and a new one was begun.
    truncated: NDArray[Any] = _NOT_WANTED
    #: Like `observation`, at the end of the games that are done or truncated; other rows are left.
    final_observation: NDArray[Any] = _NOT_WANTED
    #: Like `globals`, in the same way.
    final_globals: NDArray[np.float32] = _NOT_WANTED


class BatchEnv:
    """n games that are stepped together, in C++, on several threads and without the GIL.

    Each step plays one action in each game. A game that ends is replaced by a new one in the same
    step (as with Gymnasium's `AutoresetMode.SAME_STEP`): `reward`, `done` and `truncated` are of the
    game that ended, everything else is of the new one, except what begins with `final_`.

    The caller plays both sides, or one side against an `opponent`. Rewards are those of the player
    who acted; the other one has the opposite. What is played depends on the seed and the actions
    only, not on the number of threads.

    Args:
        game: the rules, or their id or path.
        n: the number of games.
        threads: by default the number of cores.
        seed: of chance and opponents.
        observation: the dtype of the planes in arrays that this environment makes, "float32" or
            "uint8", or None for no observations.
        mask: whether those arrays have a mask.
        chance: "sampled", or "explicit" if outcomes of chance are actions of the caller: `player` is
            then `CHANCE`, and the mask tells which outcomes are possible.
        opponent: an agent such as "alphabeta:depth=2", as on the command line (`tavlab help
            agents`). Each game has an agent of its own, with memory of its own: "alphabeta" takes 18
            MB for each game, of which its option `table` is 16; "mcts" at most its option `memory`.
            They are made when the environment is, which takes a while for many; Ctrl-C ends it.
        learner: the player that the caller plays against an opponent: 0, 1, or "alternate", by game.
    """

    def __init__(
        self,
        game: Rules,
        n: int,
        threads: Optional[int] = None,
        seed: int = 0,
        *,
        observation: Optional[Literal["float32", "uint8"]] = "float32",
        mask: bool = True,
        chance: Literal["sampled", "explicit"] = "sampled",
        opponent: Optional[str] = None,
        learner: Literal[0, 1, "alternate"] = "alternate",
    ) -> None:
        if observation not in ("float32", "uint8", None):
            raise ValueError(
                f"observation: is {observation!r}, but must be 'float32', 'uint8' or None"
            )
        if chance not in ("sampled", "explicit"):
            raise ValueError(f"chance: is {chance!r}, but must be 'sampled' or 'explicit'")
        game = game_of(game, "BatchEnv")
        if observation == "uint8" and not game.binary_observation:
            raise ValueError("observations of these rules have fractions: use float32, not uint8")
        if threads is None:
            threads = len(os.sched_getaffinity(0))
        self._game = game
        self._n = n
        self._dtype = observation
        self._mask = mask
        seed = seed_of(seed, "BatchEnv")
        self._seed = seed
        self._games = _tavlab.BatchEnv(
            game, n, threads, chance == "sampled", opponent, str(learner)
        )
        self._own: Optional[Batch] = None

    @property
    def game(self) -> _tavlab.Game:
        """The rules."""
        return self._game

    def __len__(self) -> int:
        return self._n

    def new_batch(self) -> Batch:
        """Make arrays for the results of this environment, to pass as `out`."""
        n = self._n
        batch = Batch(
            player=np.zeros(n, np.int8),
            reward=np.zeros(n, np.float32),
            done=np.zeros(n, np.bool_),
            truncated=np.zeros(n, np.bool_),
        )
        if self._mask:
            batch.mask = np.zeros((n, self._game.num_distinct_actions), np.bool_)
        if self._dtype is not None:
            planes = (n, *self._game.observation_shape)
            numbers = (n, *self._game.globals_shape)
            batch.observation = np.zeros(planes, self._dtype)
            batch.final_observation = np.zeros(planes, self._dtype)
            batch.globals = np.zeros(numbers, np.float32)
            batch.final_globals = np.zeros(numbers, np.float32)
        return batch

    def reset(self, seed: Optional[int] = None, out: Optional[Batch] = None) -> Batch:
        """Begin n new games; with a seed, the same as every time with that seed.

        Without a seed, the games are those of the seed that the environment was made with the first
        time, and others each time after that.
        """
        if seed is None:
            seed = self._seed
        seed = seed_of(seed, "BatchEnv.reset")
        batch = self._batch(out, "reset")
        self._games.reset(seed, batch)
        self._seed = (seed + 1) % 2**64
        return batch

    def step(self, actions: Actions, out: Optional[Batch] = None) -> Batch:
        """Play one action in each game.

        Args:
            actions: int64 or int32 (n).
            out: the arrays in which the results are written. Without it they are this environment's,
                which the next step overwrites.

        Raises:
            IndexError: an action is out of range.
            ValueError: an action is not legal, or an array does not fit. No game was stepped.
        """
        batch = self._batch(out, "step")
        self._games.step(actions, batch)
        return batch

    def sample_actions(self, out: Optional[NDArray[np.int64]] = None) -> NDArray[np.int64]:
        """Draw a random legal action for each game: a policy to begin with.

        Moves are drawn uniformly, outcomes of chance by their probability. Which ones depends on
        the seed.
        """
        actions = np.empty(self._n, np.int64) if out is None else out
        self._games.sample_actions(actions)
        return actions

    def state(self, i: int) -> _tavlab.State:
        """Copy game i as a State, with its history."""
        return self._games.state(i)

    def _batch(self, out: Optional[Batch], method: str) -> Batch:
        if isinstance(out, Batch):
            return out
        if out is not None:
            raise TypeError(f"BatchEnv.{method}(): out must be a Batch or None, not {type(out).__name__}")
        if self._own is None:
            self._own = self.new_batch()
        return self._own
