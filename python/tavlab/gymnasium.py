"""Gymnasium environments of all games, for one learner. They need Gymnasium 1.1 or later.

`Env` is a game against an agent of tavlab, `VectorEnv` is many of them on a `tavlab.BatchEnv`.
Importing this module registers both as "tavlab/RULES-v0", for each rule set that comes with tavlab:
`gymnasium.make("tavlab/helmfrid-9-v0", opponent="greedy")`, and the same with `make_vec`.
"""

from __future__ import annotations

import io
import operator
import re
from typing import Any, Dict, Literal, Mapping, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

import tavlab

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as _error:
    raise ImportError(
        f"tavlab.gymnasium needs Gymnasium 1.1 or later (pip install gymnasium): {_error}"
    ) from _error

Observation = Dict[str, NDArray[Any]]

#: No plane has larger numbers: a tower has at most 32 pieces.
_MOST_IN_PLANES = 32
#: Nor have the globals: the largest limit is 9999 plies, in hundreds.
_MOST_IN_GLOBALS = 100
#: Pixels for each unit of a drawing.
_SCALE = 2
#: Games that are begun for one in which the learner moves.
_MOST_BEGINNINGS = 100


class Env(gymnasium.Env[Observation, np.int64]):
    """A game against an opponent, or of both sides.

    An observation has the planes and numbers of the nets, `observation` and `globals`, and
    `action_mask`, which is 1 for each legal action. The mask is in `info`, too, with the `player`
    to move and, at the end, the `result` and its `reason`. The reward is 1, 0 or -1 when the game
    ends. A game is cut off (`truncated`) after `game.max_game_length` plies.

    With an opponent, a step is an action of the learner and all that follows until the next one.
    Without one (`opponent=None`), the caller plays both sides: the observation is that of the
    player to move, and the reward that of the player who acted. The other one has the opposite.

    At the end of a game, the observation is that of the player who would have moved, which
    `info["player"]` tells if the game was cut off.

    Args:
        game: the rules, or the id of a rule set or a path, as for `tavlab.load`.
        opponent: an agent such as "alphabeta:depth=2", as on the command line (`tavlab help
            agents`), or None.
        learner: the player that the caller plays against the opponent: 0, 1, a name out of
            `game.players`, or "alternate", by game; the seed determines with which one it begins.
        seed: for the first `reset`, if that has none.
        illegal: what an illegal action does: it may "lose" the game, or "raise" an exception.
        render_mode: "rgb_array" (needs CairoSVG), "ansi" (text) or "svg".

    Raises:
        ValueError: there are no such rules, or no such opponent.
    """

    metadata = {"render_modes": ["rgb_array", "ansi", "svg"], "render_fps": 2}

    def __init__(
        self,
        game: Union[tavlab.Game, str],
        opponent: Optional[str] = "alphabeta:depth=2",
        learner: Union[int, str] = "alternate",
        *,
        seed: Optional[int] = None,
        illegal: Literal["lose", "raise"] = "lose",
        render_mode: Optional[str] = None,
    ) -> None:
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal: is {illegal!r}, but must be 'lose' or 'raise'")
        self._game = load(game)
        self._opponent = opponent
        self._learner = player_of(self._game, learner)
        self._seed = seed
        self._illegal = illegal
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observation_space(self._game)
        self.action_space = spaces.Discrete(self._game.num_distinct_actions)
        self._agent = None if opponent is None else tavlab.Agent(opponent)
        self._state: Optional[tavlab.State] = None
        self._over = True
        self._next_learner: Optional[int] = None  # if they alternate
        self._side: Optional[int] = None  # of the learner in this game

    @property
    def game(self) -> tavlab.Game:
        """The rules."""
        return self._game

    @property
    def game_state(self) -> tavlab.State:
        """A copy of the game that is played."""
        return self._playing().clone()

    @property
    def learner(self) -> Optional[int]:
        """The player that the caller plays in this game; None without an opponent."""
        return self._side

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Observation, Dict[str, Any]]:
        """Begin a game.

        Args:
            seed: of chance, the opponent, and who begins with the first side.
            options: `position` is a position as `State.to_text` writes it, to begin with.
        """
        if seed is None:
            seed = self._seed
        self._seed = None
        super().reset(seed=seed)
        if seed is not None or self._next_learner is None:
            self._next_learner = int(self.np_random.integers(2))
            if self._opponent is not None:
                self._agent = tavlab.Agent(self._opponent, int(self.np_random.integers(2**63)))
        elif self._agent is not None:
            self._agent.restart()
        if self._agent is not None:
            self._side = self._next_learner if self._learner is None else self._learner
            self._next_learner = 1 - self._next_learner
        if options is not None and not isinstance(options, dict):
            raise TypeError(f"options: must be a dict or None, not {type(options).__name__}")
        position = (options or {}).get("position")
        self._over = True  # until the new game has begun
        # Dice may end a game before the learner moves, say by a repetition: then another one begins.
        for _ in range(_MOST_BEGINNINGS):
            self._state = self._game.new_initial_state(position)
            self._go_on()
            turn = self._state.current_player()
            if not self._state.is_terminal() and self._side in (None, turn):
                break
            if self._agent is not None:
                self._agent.restart()
        else:
            raise ValueError("the game is over before the first move of the learner")
        self._over = False
        return self._observe(), self._info()

    def step(self, action: Any) -> Tuple[Observation, float, bool, bool, Dict[str, Any]]:
        """Play an action, and what follows."""
        state = self._playing()
        if self._over:
            raise gymnasium.error.ResetNeeded("the game is over, or was interrupted: call reset()")
        player = state.current_player()
        try:
            state.apply_action(operator.index(action))
        except (ValueError, IndexError) as error:
            if self._illegal == "raise":
                raise
            self._over = True
            info = {**self._info(), "result": self._game.players[1 - player], "reason": str(error)}
            return self._observe(), -1.0, True, False, info
        self._over = True  # if the opponent's search is interrupted, it is not the learner's turn
        self._go_on()
        done = state.is_terminal()
        cut = not done and self._is_too_long()
        self._over = done or cut
        info = self._info()
        if self._over:
            info.update(result=state.result, reason=state.reason)
        reward = state.player_return(player) if done else 0.0
        return self._observe(), reward, done, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as bools, as the MaskablePPO of sb3-contrib asks for them."""
        return self._playing().legal_actions_mask()

    def render(self) -> Any:
        """Draw the position in the render mode."""
        return render(self._playing(), self.render_mode)

    def _playing(self) -> tavlab.State:
        if self._state is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self._state

    def _is_too_long(self) -> bool:
        return self._playing().plies >= self._game.max_game_length

    def _go_on(self) -> None:
        """Play chance and the opponent until the caller is to act or the game ends."""
        state = self._playing()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(roll(state, self.np_random))
            elif self._agent is None or state.current_player() == self._side or self._is_too_long():
                return
            else:
                state.apply_action(self._agent.play(state))

    def _observe(self) -> Observation:
        state = self._playing()
        return observe(state, not state.is_terminal())

    def _info(self) -> Dict[str, Any]:
        state = self._playing()
        return {
            "action_mask": state.legal_actions_mask().astype(np.int8),
            "player": state.current_player(),
        }


class VectorEnv(gymnasium.vector.VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games that are stepped together in C++, on several threads.

    Each is like an `Env`, except that an illegal action raises a ValueError, and no game is
    stepped. A game that ends is replaced by a new one in the same step (`AutoresetMode.SAME_STEP`):
    `info["final_obs"]` has the last observation of the games that ended, whose mask is 0.

    Args:
        game, opponent, learner, render_mode: as for `Env`.
        num_envs: the number of games.
        seed: for the first `reset`, if that has none.
        threads: by default the number of cores.
        copy: whether each step returns arrays of its own; else the next step overwrites them.
    """

    metadata = {**Env.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: Union[tavlab.Game, str],
        num_envs: int = 1,
        opponent: Optional[str] = "alphabeta:depth=2",
        learner: Union[int, str] = "alternate",
        *,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        copy: bool = True,
        render_mode: Optional[str] = None,
    ) -> None:
        self._game = load(game)
        side = player_of(self._game, learner)
        self._games = tavlab.BatchEnv(
            self._game,
            num_envs,
            threads,
            mask=False,
            opponent=opponent,
            learner="alternate" if side is None else side,  # type: ignore[arg-type]
        )
        self.num_envs = num_envs
        self.render_mode = check_render_mode(render_mode)
        self.single_observation_space = observation_space(self._game)
        self.single_action_space = spaces.Discrete(self._game.num_distinct_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seed = seed
        self._own = None if copy else self._new_batch()
        self._all = np.ones(num_envs, np.bool_)

    @property
    def game(self) -> tavlab.Game:
        """The rules."""
        return self._game

    def game_state(self, i: int) -> tavlab.State:
        """Copy game i, with its history."""
        return self._games.state(i)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Observation, Dict[str, Any]]:
        """Begin all games anew. One seed determines all of them."""
        if options and "reset_mask" in options:
            raise ValueError("reset_mask: is not supported, as games begin anew by themselves")
        if options and "position" in options:
            raise ValueError("position: is not supported, as games begin anew by themselves")
        if seed is None:
            seed = self._seed
        self._seed = None
        super().reset(seed=seed)
        if seed is None:
            seed = int(self.np_random.integers(2**63))
        batch = self._games.reset(seed, self._batch())
        return self._observation(batch), self._info(batch)

    def step(
        self, actions: Any
    ) -> Tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Dict[str, Any]]:
        """Play an action in each game."""
        batch = self._batch()
        self._games.step(np.ascontiguousarray(actions), batch)
        info = self._info(batch)
        ended = batch.done | batch.truncated
        if ended.any():
            last = np.full(self.num_envs, None, object)
            for i in np.flatnonzero(ended):
                last[i] = {
                    "observation": batch.final_observation[i].copy(),
                    "globals": batch.final_globals[i].copy(),
                    "action_mask": np.zeros(self._game.num_distinct_actions, np.int8),
                }
            info.update(final_obs=last, _final_obs=ended, final_info={}, _final_info=ended.copy())
        reward = batch.reward.astype(np.float64)
        return self._observation(batch), reward, batch.done, batch.truncated, info

    def render(self) -> Any:
        """Draw all positions in the render mode."""
        if self.render_mode is None:
            return None
        return tuple(render(self.game_state(i), self.render_mode) for i in range(self.num_envs))

    def _batch(self) -> tavlab.Batch:
        return self._new_batch() if self._own is None else self._own

    def _new_batch(self) -> tavlab.Batch:
        batch = self._games.new_batch()
        batch.mask = np.zeros((len(self._games), self._game.num_distinct_actions), np.int8)
        return batch

    @staticmethod
    def _observation(batch: tavlab.Batch) -> Observation:
        return {
            "observation": batch.observation,
            "globals": batch.globals,
            "action_mask": batch.mask,
        }

    def _info(self, batch: tavlab.Batch) -> Dict[str, Any]:
        return {
            "action_mask": batch.mask,
            "_action_mask": self._all.copy(),
            "player": batch.player,
            "_player": self._all.copy(),
        }


def register() -> None:
    """Register the rule sets that come with tavlab, which importing this module does."""
    for rules in tavlab.rule_set_ids():
        if f"tavlab/{rules}-v0" not in gymnasium.registry:
            gymnasium.register(
                f"tavlab/{rules}-v0",
                entry_point="tavlab.gymnasium:Env",
                vector_entry_point="tavlab.gymnasium:VectorEnv",
                kwargs={"game": rules},
            )


# What tavlab.pettingzoo uses, too.


def load(game: Union[tavlab.Game, str]) -> tavlab.Game:
    """The rules, or those with this id."""
    return game if isinstance(game, tavlab.Game) else tavlab.load(game)


def player_of(game: tavlab.Game, learner: Union[int, str]) -> Optional[int]:
    """The number of a player, by number or name; None for "alternate"."""
    if learner == "alternate":
        return None
    if learner in game.players:
        return game.players.index(str(learner))
    if learner in (0, 1):
        return int(learner)
    names = " or ".join(repr(name) for name in game.players)
    raise ValueError(f"learner: is {learner!r}, but must be 0, 1, {names}, or 'alternate'")


def observation_space(game: tavlab.Game) -> spaces.Dict:
    """The space of what `observe` makes."""
    most = 1 if game.binary_observation else _MOST_IN_PLANES
    return spaces.Dict(
        {
            "observation": spaces.Box(0, most, game.observation_shape, np.float32),
            "globals": spaces.Box(0, _MOST_IN_GLOBALS, game.globals_shape, np.float32),
            "action_mask": spaces.Box(0, 1, (game.num_distinct_actions,), np.int8),
        }
    )


def observe(state: tavlab.State, masked: bool) -> Observation:
    """What the player to move sees; `masked` is whether there are legal actions."""
    if masked:
        mask = state.legal_actions_mask().astype(np.int8)
    else:
        mask = np.zeros(state.game.num_distinct_actions, np.int8)
    return {"observation": state.observation(), "globals": state.globals(), "action_mask": mask}


def roll(state: tavlab.State, random: np.random.Generator) -> int:
    """An outcome of chance, by its probability."""
    outcomes, chances = zip(*state.chance_outcomes())
    return int(random.choice(outcomes, p=np.array(chances) / sum(chances)))


def check_render_mode(mode: Optional[str]) -> Optional[str]:
    """The mode, if it is one."""
    if mode not in (None, "rgb_array", "ansi", "svg"):
        modes = "'rgb_array', 'ansi', 'svg' or None"
        raise ValueError(f"render_mode: is {mode!r}, but must be {modes}")
    if mode == "rgb_array":
        _cairosvg()
    return mode


def render(state: tavlab.State, mode: Optional[str]) -> Any:
    """Draw a position: a uint8 array (rows, columns, 3), text, or SVG."""
    if mode is None:
        gymnasium.logger.warn("render() draws nothing: the environment has no render_mode")
        return None
    if mode == "ansi":
        return str(state)
    return state.svg() if mode == "svg" else _pixels(state.svg())


def _cairosvg() -> Any:
    try:
        import cairosvg
    except ImportError as error:
        raise ImportError(
            "render_mode 'rgb_array' needs CairoSVG: pip install cairosvg, or on Debian: apt-get "
            "install python3-cairosvg"
        ) from error
    return cairosvg


def _pixels(svg: str) -> NDArray[np.uint8]:
    from PIL import Image  # CairoSVG needs it, too

    png = _cairosvg().svg2png(
        bytestring=_without_variables(svg).encode(), scale=_SCALE, background_color="#ffffff"
    )
    return np.array(Image.open(io.BytesIO(png)).convert("RGB"))


def _without_variables(svg: str) -> str:
    """The drawing in light colours, in the part of CSS that CairoSVG knows."""
    svg = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", svg)
    svg = re.sub(r"(?:(?<=\n)|(?<=<style>))svg \{[^{}]*\}", "", svg)  # the size on a page
    values: Mapping[str, str] = dict(re.findall(r"--([\w-]+):\s*([^;}]+)", svg))
    return re.sub(r"var\(--([\w-]+)\)", lambda match: values[match[1]].strip(), svg)


register()
