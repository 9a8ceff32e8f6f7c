"""What pettingzoo.test checks. All that is a warning there is an error here, except for the names
of agents and that observations are not plain arrays."""

from collections import defaultdict

import numpy as np
from gymnasium import spaces
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import BaseWrapper


def _action(env, agent, observation, over):
    return None if over else env.action_space(agent).sample(observation["action_mask"])


def _check_observation(observation, first, to_move):
    planes, mask = observation["observation"], observation["action_mask"]
    assert isinstance(planes, np.ndarray) and planes.shape == first.shape and planes.ndim <= 3
    assert np.isfinite(planes).all() and planes.any() and planes.size > 1
    assert mask.ndim == 1 and np.isin(mask, (0, 1)).all() and mask.any() == to_move


def _check_spaces(env):
    for agent in env.agents:
        assert isinstance(agent, str)
        assert isinstance(env.observation_space(agent), spaces.Space)
        assert isinstance(env.action_space(agent), spaces.Space)
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) == env.observation_space(env.agents[0])
        assert env.action_space(agent) == env.action_space(env.agents[0])


def _play(env, first, num_cycles):
    env.reset()
    live, finished, seen = set(env.agents), set(), set()
    accumulated = defaultdict(int)
    for agent in env.agent_iter(env.num_agents * num_cycles):
        seen.add(agent)
        assert agent not in finished and isinstance(env.infos[agent], dict)
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        action = _action(env, agent, observation, over)
        assert live <= set(env.agents)
        if over:
            live.remove(agent)
            finished.add(agent)
        assert accumulated[agent] == reward
        accumulated[agent] = 0
        assert env.step(action) is None
        for other, value in env.rewards.items():
            accumulated[other] += value
        assert env.num_agents == len(env.agents) and set(env.agents) <= set(env.possible_agents)
        for values in (env.rewards, env.terminations, env.truncations, env.infos):
            assert set(values) == set(env.agents)
        assert env.observation_space(agent).contains(observation)
        assert observation["observation"].dtype == env.observation_space(agent)["observation"].dtype
        _check_observation(observation, first, not over)
        if not env.agents:
            break
    if not env.agents:
        assert finished == seen


def _check_values(env):
    env.reset()
    for agent in env.agent_iter(env.num_agents * 2):
        observation, reward, terminated, truncated, info = env.last()
        assert isinstance(terminated, bool) and isinstance(truncated, bool)
        assert terminated == env.terminations[agent] and truncated == env.truncations[agent]
        assert info == env.infos[agent]
        assert np.isfinite(float(reward)) and np.isfinite(float(env.rewards[agent]))
        env.step(_action(env, agent, observation, terminated or truncated))
    for values in (env.rewards, env.terminations, env.truncations, env.infos):
        assert isinstance(values, dict) and len(values) == len(env.agents)
    assert all(isinstance(v, bool) for v in (*env.terminations.values(), *env.truncations.values()))


def _check_types_of_actions(env):
    env.reset(seed=0)
    agent = env.agent_selection
    action = _action(env, agent, env.last()[0], False)
    env.step(action)
    env.reset(seed=0)
    env.step(np.int32(action))


def api_test(env, num_cycles=1000, verbose_progress=False):
    assert isinstance(env, AECEnv)
    env.reset(seed=0, options={"options": 1})
    env.reset()
    assert not any(env.terminations.values()) and not any(env.truncations.values())
    assert isinstance(env.num_agents, int) and env.num_agents > 0
    first = env.last()[0]["observation"]
    assert env.last(observe=False)[0] is None
    _check_spaces(env)
    _play(env, first, num_cycles)
    _check_values(env)
    _check_types_of_actions(env)
    assert not isinstance(env.unwrapped, BaseWrapper)
    assert type(env).render is not AECEnv.render and type(env).close is not AECEnv.close


def seed_test(env_constructor, num_cycles=500):
    """Two environments with the same seed tell the same."""
    envs = [env_constructor(), env_constructor()]
    for env in envs:
        env.reset(seed=42)
        for i, agent in enumerate(env.agents):
            env.action_space(agent).seed(42 + i)
    for agents in zip(*(env.agent_iter(num_cycles * 2) for env in envs)):
        assert agents[0] == agents[1]
        told = [env.last() for env in envs]
        assert data_equivalence(*told)
        if told[0][2] or told[0][3]:
            break
        actions = [_action(env, agents[0], t[0], False) for env, t in zip(envs, told)]
        assert actions[0] == actions[1]
        for env, action in zip(envs, actions):
            env.step(action)
