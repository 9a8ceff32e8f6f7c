"""PettingZoo environments of all games. They need PettingZoo 1.24 or later.

`env("helmfrid-9")` is an AEC environment like those of `pettingzoo.classic`: the agents are named
as the players of the rules, observations have an action mask, and an illegal action loses.
"""

from __future__ import annotations

import operator
from typing import Any, Dict, List, Optional, Union

import tavlab

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as _error:
    raise ImportError(
        f"tavlab.pettingzoo needs PettingZoo 1.24 or later (pip install pettingzoo): {_error}"
    ) from _error

from tavlab.gymnasium import (
    Observation,
    check_render_mode,
    load,
    observation_space,
    observe,
    render,
    roll,
)


def env(game: Union[tavlab.Game, str], render_mode: Optional[str] = None) -> AECEnv:
    """Make a `raw_env` with the wrappers of PettingZoo's classic games.

    An illegal action ends the game with a reward of -1 for the agent who tried it, and 0 for the
    other one.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv, EzPickle):  # noqa: N801 (its name in PettingZoo)
    """A game of two agents, in which an illegal action raises a ValueError.

    An observation has the planes and numbers of the nets, `observation` and `globals`, as the
    player to move sees them, and `action_mask`, which is 1 for each legal action of the agent, and
    0 for the agent that is not to move. The winner's reward is 1, the loser's -1. A game is cut off
    (both agents are truncated) after `game.max_game_length` plies. Chance is sampled; an agent may
    have several turns in a row. At the end, `infos` have the `result` and its `reason`.

    Args:
        game: the rules, or the id of a rule set or a path, as for `tavlab.load`.
        render_mode: "rgb_array" (needs CairoSVG), "ansi" (text) or "svg".
    """

    metadata = {
        "render_modes": ["rgb_array", "ansi", "svg"],
        "name": "tavlab_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: Union[tavlab.Game, str], render_mode: Optional[str] = None) -> None:
        EzPickle.__init__(self, game, render_mode)
        AECEnv.__init__(self)
        self._game = load(game)
        self.metadata = {**self.metadata, "name": f"tavlab/{self._game.id}-v0"}
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents: List[str] = list(self._game.players)
        self.agents: List[str] = []
        self.observation_spaces = {a: observation_space(self._game) for a in self.possible_agents}
        self.action_spaces = {
            a: spaces.Discrete(self._game.num_distinct_actions) for a in self.possible_agents
        }
        self._random: Any = None
        self._state = self._game.new_initial_state()

    @property
    def game(self) -> tavlab.Game:
        """The rules."""
        return self._game

    @property
    def game_state(self) -> tavlab.State:
        """A copy of the game that is played."""
        return self._state.clone()

    def observation_space(self, agent: str) -> spaces.Space:
        """The space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begin a game.

        Args:
            seed: of chance.
            options: `position` is a position as `State.to_text` writes it, to begin with.
        """
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        state = self._game.new_initial_state((options or {}).get("position"))
        self._go_on(state)
        if state.is_terminal():
            raise ValueError("position: the game is over")
        self._state = state
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[state.current_player()]

    def step(self, action: Any) -> None:
        """Play an action of the agent that is selected; None after the end."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._state
        state.apply_action(operator.index(action))
        self._go_on(state)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        done = state.is_terminal()
        cut = not done and state.plies >= self._game.max_game_length
        if done or cut:
            self.rewards = dict(zip(self.possible_agents, state.returns()))
            self.terminations = {a: done for a in self.agents}
            self.truncations = {a: cut for a in self.agents}
            self.infos = {
                a: {"result": state.result, "reason": state.reason} for a in self.agents
            }
            self.agent_selection = self.agents[1 - self.agents.index(agent)]
        else:
            self.agent_selection = self.agents[state.current_player()]
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What an agent sees."""
        over = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        return observe(self._state, agent == self.agent_selection and not over)

    def render(self) -> Any:
        """Draw the position in the render mode."""
        return render(self._state, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _go_on(self, state: tavlab.State) -> None:
        while state.is_chance_node():
            state.apply_action(roll(state, self._random))
