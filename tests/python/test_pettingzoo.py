"""tavlab.pettingzoo: what api_test and seed_test check; turns, rewards, illegal actions, drawings.

Debian does not package PettingZoo. Unless it is installed, these tests use the stand-in for it in
stand_ins/, whose wrappers, api_test and seed_test were written from the documentation and the
originals' checks.
"""

import os
import pickle
import random
import subprocess
import sys
import warnings

import numpy as np
import pytest
import tavlab
from conftest import ADAPTED, STAND_INS, adapter_examples, use_stand_ins

use_stand_ins("gymnasium", "pettingzoo")

import tavlab.pettingzoo
from pettingzoo.test import api_test, seed_test

EXAMPLES = adapter_examples("tavlab.pettingzoo")

rules = pytest.mark.parametrize("rules", ADAPTED)


def short(rules, plies=60):
    return tavlab.load(rules, max_game_length=plies)


@rules
def test_environments_pass_the_api_test(rules):
    for make in (tavlab.pettingzoo.env, tavlab.pettingzoo.raw_env):
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*(Observation|action mask|agents)")
            api_test(make(short(rules, 40)), num_cycles=60)


@rules
def test_environments_pass_the_seed_test(rules):
    seed_test(lambda: tavlab.pettingzoo.env(short(rules, 30)), num_cycles=5)


def test_every_rule_set_can_be_played():
    rng = random.Random(1)
    for id in tavlab.rule_set_ids():
        env = tavlab.pettingzoo.env(id)
        env.reset(seed=1)
        for agent in env.agent_iter(6):
            observation, _, terminated, truncated, _ = env.last()
            assert env.observation_space(agent).contains(observation)
            over = terminated or truncated
            env.step(None if over else rng.choice(np.flatnonzero(observation["action_mask"])))


@rules
def test_an_environment_is_its_game(rules):
    env, rng = tavlab.pettingzoo.raw_env(rules), random.Random(2)
    game = env.game
    assert env.possible_agents == list(game.players)
    assert str(env) == f"tavlab/{game.id}-v0"
    env.reset(seed=2)
    state = env.game_state
    in_a_row = 0
    for _ in range(300):
        agent, player = env.agent_selection, state.current_player()
        assert agent == game.players[player] and env.agents == list(game.players)
        for other in env.agents:
            seen = env.observe(other)
            assert (seen["observation"] == state.observation()).all()
            assert (seen["globals"] == state.globals()).all()
            mask = state.legal_actions_mask() if other == agent else 0
            assert (seen["action_mask"] == mask).all() and seen["action_mask"].dtype == np.int8
        action = rng.choice(state.legal_actions())
        env.step(action)
        state.apply_action(action)
        for event in env.game_state.history()[len(state.history()) :]:
            assert state.is_chance_node()
            state.apply_action(event)
        assert state == env.game_state
        if state.is_terminal():
            break
        in_a_row += env.agent_selection == agent
        assert not any(env.rewards.values()) and not any(env.terminations.values())
    assert (in_a_row > 0) == (rules in ("ur-finkel", "helmfrid-9{dice.kind=parity}"))
    if state.is_terminal():
        assert env.rewards == dict(zip(game.players, state.returns()))
        assert all(env.terminations.values()) and not any(env.truncations.values())
        told = {"result": state.result, "reason": state.reason}
        assert env.infos == {player: told for player in game.players}


def test_the_end_of_a_game():
    """Both agents are told their rewards, step with None, and are gone."""
    env = tavlab.pettingzoo.env("brandubh-7")
    for seed in range(3):
        rng = random.Random(seed)
        env.reset(seed=seed)
        rewards, last_mover = {}, None
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            if terminated or truncated:
                assert not observation["action_mask"].any()
                rewards[agent] = (reward, info["result"])
                with pytest.raises((ValueError, AssertionError)):
                    env.step(0)
                env.step(None)
                assert env.observation_space(agent).contains(env.observe(agent))
                continue
            assert reward == 0 and info == {}
            last_mover = agent
            env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
        assert list(rewards)[0] != last_mover and env.agents == []
        (one, result), (other, _) = rewards.values()
        assert one == -other != 0
        assert rewards[result] == (1, result)


def test_games_are_cut_off():
    env, rng = tavlab.pettingzoo.env(short("helmfrid-9", 7)), random.Random(3)
    env.reset(seed=3)
    for move in range(7):
        assert not any(env.truncations.values())
        env.step(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert not any(env.rewards.values())
    assert env.last()[4]["result"] == "unfinished"


def test_chance_depends_on_the_seed():
    def first(seed, env=None):
        env = env or tavlab.pettingzoo.raw_env("ur-finkel")
        env.reset(seed=seed)
        return env.game_state.history()

    assert first(1) == first(1)
    assert len({tuple(first(seed)) for seed in range(20)}) > 2
    env = tavlab.pettingzoo.raw_env("ur-finkel")
    assert first(1, env) == first(1)
    assert len({tuple(first(None, env)) for _ in range(20)}) > 2


def test_an_illegal_action_loses():
    env = tavlab.pettingzoo.env("brandubh-7")
    for _ in range(2):  # and the environment can be used again
        env.reset(seed=4)
        agent = env.agent_selection
        mask = env.last()[0]["action_mask"]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env.step(int(np.flatnonzero(mask == 0)[0]))
        rewards = {}
        for agent_now in env.agent_iter():
            _, reward, terminated, _, _ = env.last()
            assert terminated
            rewards[agent_now] = reward
            env.step(None)
        assert rewards == {agent: -1, "defenders": 0}
    env.reset(seed=4)
    with pytest.raises(AssertionError):
        env.step(10**6)


def test_an_illegal_action_of_the_raw_environment_raises():
    env = tavlab.pettingzoo.raw_env("brandubh-7")
    env.reset(seed=5)
    before = env.game_state
    for action, kind in ((0, ValueError), (-1, IndexError), (10**6, IndexError), (1.5, TypeError)):
        with pytest.raises(kind):
            env.step(action)
    assert env.game_state == before and env.agent_selection == "attackers"
    env.step(before.legal_actions()[0])
    assert env.agent_selection == "defenders"


def test_a_game_can_begin_at_a_position():
    state = tavlab.load("helmfrid-9").new_initial_state()
    state.apply_text("a4-b4")
    env = tavlab.pettingzoo.env("helmfrid-9")
    env.reset(options={"position": state.to_text()})
    assert env.agent_selection == "defenders"
    assert (env.last()[0]["observation"] == state.observation()).all()


def test_environments_are_pickled_by_their_arguments():
    env = tavlab.pettingzoo.raw_env(tavlab.load("brandubh-7", {"king.armed": "none"}), "ansi")
    again = pickle.loads(pickle.dumps(env))
    assert again.game == env.game and again.render_mode == "ansi"
    again.reset(seed=1)


def test_boards_are_drawn():
    start = tavlab.load("brandubh-7").new_initial_state()
    for mode, drawing in (("ansi", str(start)), ("svg", start.svg())):
        env = tavlab.pettingzoo.env("brandubh-7", render_mode=mode)
        env.reset(seed=6)
        assert env.render() == drawing
        env.close()
    with pytest.raises(ValueError, match="render_mode: is 'human'"):
        tavlab.pettingzoo.env("brandubh-7", "human")


def test_boards_are_drawn_as_pixels():
    pytest.importorskip("cairosvg", reason="python3-cairosvg is not installed")
    env = tavlab.pettingzoo.env("ur-finkel", "rgb_array")
    env.reset(seed=7)
    pixels = env.render()
    assert pixels.dtype == np.uint8 and pixels.shape == (220, 516, 3) and pixels.std() > 10


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_run(number):
    path = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), STAND_INS])
    run = subprocess.run(
        [sys.executable, "-c", EXAMPLES[number]],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert run.returncode == 0 and run.stderr == "", run.stderr
