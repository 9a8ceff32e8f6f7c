"""tavlab.gymnasium: what check_env checks; opponents, sides, seeds, drawings; batches equal games.

Debian does not package Gymnasium. Unless it is installed, these tests use the stand-in for it in
stand_ins/, whose check_env was written from the documentation and the original's checks.
"""

import importlib.util
import os
import pickle
import random
import subprocess
import sys
import warnings

import numpy as np
import pytest
import tavlab
from conftest import ADAPTED, STAND_INS, adapter_examples, outcome, use_stand_ins

use_stand_ins("gymnasium")

import gymnasium
import tavlab.gymnasium
from gymnasium.utils.env_checker import check_env, data_equivalence

EXAMPLES = adapter_examples("tavlab.gymnasium")

rules = pytest.mark.parametrize("rules", ADAPTED)
needs_cairosvg = pytest.mark.skipif(
    importlib.util.find_spec("cairosvg") is None, reason="python3-cairosvg is not installed"
)


def random_legal(mask, rng):
    return rng.choice(np.flatnonzero(mask))


def play(env, seed, rng, **options):
    """What an environment tells in a game of random actions."""
    told = [env.reset(seed=seed, options=options)]
    while len(told) == 1 or not (told[-1][2] or told[-1][3]):
        mask = told[-1][0]["action_mask"]
        assert (told[-1][-1]["action_mask"] == mask).all() and mask.any()
        assert told[-1][0] in env.observation_space
        told.append(env.step(random_legal(mask, rng)))
    assert told[-1][0] in env.observation_space
    return told


@rules
@pytest.mark.parametrize("opponent", ["random", None])
def test_environments_pass_the_checks_of_gymnasium(rules, opponent):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(tavlab.gymnasium.Env(rules, opponent), skip_render_check=True)
        check_env(tavlab.gymnasium.Env(tavlab.load(rules), opponent, render_mode="ansi"))


@pytest.mark.parametrize("seed", [2416, 4795, 4876])
def test_a_game_that_ends_before_the_learner_moves_is_followed_by_another(seed):
    # The dice let the opponent alone move until the position has occurred three times.
    env = tavlab.gymnasium.Env("helmfrid-9{dice.kind=parity}", "random")
    _, info = env.reset(seed=seed)
    assert info["player"] == env.learner and info["action_mask"].any()


@pytest.mark.parametrize("id", tavlab.rule_set_ids())
def test_all_rule_sets_are_registered(id):
    env = gymnasium.make(f"tavlab/{id}-v0", opponent="random").unwrapped
    assert isinstance(env, tavlab.gymnasium.Env) and env.game == tavlab.load(id)
    rng = random.Random(1)
    observation, _ = env.reset(seed=1)
    for _ in range(10):
        assert observation in env.observation_space
        observation, _, terminated, truncated, _ = env.step(
            random_legal(observation["action_mask"], rng)
        )
        if terminated or truncated:
            break


@needs_cairosvg
def test_a_registered_environment_passes_with_all_ways_to_draw():
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        check_env(gymnasium.make("tavlab/ur-finkel-v0", opponent="greedy").unwrapped)


def test_an_environment_is_found_by_the_name_of_the_module():
    code = (
        "import gymnasium; env = gymnasium.make('tavlab.gymnasium:tavlab/brandubh-7-v0')\n"
        "print(env.reset(seed=1)[0]['observation'].shape)"
    )
    path = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), STAND_INS])
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert run.stdout == "(13, 7, 7)\n", run.stderr


@rules
def test_both_sides_are_played_without_an_opponent(rules):
    """The same game as that of the states, in which the chance of the environment is replayed."""
    env, rng = tavlab.gymnasium.Env(rules, None, seed=2), random.Random(2)
    observation, info = env.reset()
    state = env.game_state
    assert env.learner is None
    for _ in range(200):
        player = state.current_player()
        assert info["player"] == player >= 0
        assert (observation["observation"] == state.observation()).all()
        assert (observation["globals"] == state.globals()).all()
        assert (observation["action_mask"] == state.legal_actions_mask()).all()
        assert (env.action_masks() == state.legal_actions_mask()).all()
        action = rng.choice(state.legal_actions())
        observation, reward, terminated, truncated, info = env.step(action)
        state.apply_action(action)
        for event in env.game_state.history()[len(state.history()) :]:
            assert state.is_chance_node()
            state.apply_action(event)
        assert state == env.game_state and terminated == state.is_terminal() and not truncated
        assert reward == (state.player_return(player) if terminated else 0)
        if terminated:
            assert (info["result"], info["reason"]) == (state.result, state.reason)
            assert not info["action_mask"].any()
            observation, info = env.reset()
            state = env.game_state
    assert not terminated or reward in (-1, 0, 1)


@rules
def test_an_opponent_plays_the_other_side(rules):
    env = tavlab.gymnasium.Env(tavlab.load(rules, max_game_length=150), "alphabeta:depth=1")
    rng, sides, rewards = random.Random(3), [], []
    for _ in range(4):
        told = play(env, 3 if not sides else None, rng)
        sides.append(env.learner)
        assert all(info["player"] == env.learner for *_, info in told[:-1])
        assert all(step[1] == 0 for step in told[1:-1])
        _, reward, terminated, truncated, info = told[-1]
        assert terminated != truncated
        if terminated:
            winner = {1: env.learner, -1: 1 - env.learner}.get(reward)
            assert info["result"] == ("draw" if winner is None else env.game.players[winner])
        rewards.append(reward)
    assert sides == [sides[0], 1 - sides[0]] * (len(sides) // 2)
    if rules == "brandubh-7":
        assert sum(rewards) < 0  # a random player loses


def test_the_opponent_is_the_agent():
    env = tavlab.gymnasium.Env("brandubh-7", "alphabeta:depth=3", learner="attackers")
    env.reset(seed=1)
    state = tavlab.load("brandubh-7").new_initial_state()
    state.apply_text("d1-c1")
    env.step(state.history()[0])
    answer = tavlab.Agent("alphabeta:depth=3").play(state)
    assert env.game_state.history() == [state.history()[0], answer]


@pytest.mark.parametrize("learner, side", [(0, 0), (1, 1), ("attackers", 0), ("defenders", 1)])
def test_a_side_can_be_chosen(learner, side):
    env = tavlab.gymnasium.Env("brandubh-7", "greedy", learner)
    for _ in range(3):
        observation, info = env.reset()
        assert env.learner == info["player"] == side
        assert len(env.game_state.history()) == side


def test_seeds_decide_who_begins_and_then_sides_alternate():
    env = tavlab.gymnasium.Env("brandubh-7", "random")
    first = []
    for seed in range(20):
        env.reset(seed=seed)
        side = env.learner
        first.append(side)
        env.reset()
        assert env.learner == 1 - side
    assert set(first) == {0, 1}


@rules
@pytest.mark.parametrize("opponent", ["random", None])
def test_the_seed_determines_the_game(rules, opponent):
    game = tavlab.load(rules, max_game_length=12)
    told = [
        play(tavlab.gymnasium.Env(game, opponent, seed=seed), reset, random.Random(4))
        for seed, reset in ((5, None), (None, 5), (6, 5), (6, None))
    ]
    assert data_equivalence(told[0], told[1]) and data_equivalence(told[0], told[2])
    if opponent == "random" or game.max_chance_outcomes > 0:
        assert not data_equivalence(told[0], told[3])


def test_games_are_cut_off():
    game = tavlab.load("helmfrid-9", max_game_length=20)
    for opponent, steps in ((None, 20), ("random", 10)):
        told = play(tavlab.gymnasium.Env(game, opponent, learner=0), 1, random.Random(5))
        _, reward, terminated, truncated, info = told[-1]
        assert len(told) == steps + 1
        assert (reward, terminated, truncated) == (0, False, True)
        assert info["result"] == "unfinished"


def test_a_game_can_begin_at_a_position():
    state = tavlab.load("helmfrid-9").new_initial_state()
    state.apply_text("a4-b4 e4-d4")
    env = tavlab.gymnasium.Env("helmfrid-9", None)
    observation, _ = env.reset(options={"position": state.to_text()})
    assert (observation["observation"] == state.observation()).all()
    assert env.game_state.history() == []


def test_an_illegal_action_loses_or_raises():
    for opponent in ("random", None):
        env = tavlab.gymnasium.Env("brandubh-7", opponent, seed=7)
        observation, info = env.reset()
        before = env.game_state
        illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
        after, reward, terminated, truncated, told = env.step(illegal)
        assert (reward, terminated, truncated) == (-1, True, False)
        assert told["result"] == env.game.players[1 - info["player"]]
        assert f"action {illegal} is not legal here" in told["reason"]
        assert env.game_state == before and data_equivalence(after, observation)
        with pytest.raises(gymnasium.error.ResetNeeded, match="over"):
            env.step(illegal)
        env.reset()
        assert env.step(10**6)[1:3] == (-1, True)
        with pytest.raises(TypeError):
            env.reset()
            env.step(1.5)
    env = tavlab.gymnasium.Env("brandubh-7", illegal="raise")
    env.reset()
    with pytest.raises(ValueError, match="not legal"):
        env.step(illegal)
    with pytest.raises(IndexError, match="out of range"):
        env.step(-1)
    assert not env.game_state.is_terminal()
    env.step(env.game_state.legal_actions()[0])  # goes on


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"game": "brandub"}, "brandub"),
        ({"opponent": "deepblue"}, "deepblue"),
        ({"learner": 2}, "learner: is 2, but must be 0, 1, 'attackers' or 'defenders'"),
        ({"learner": "white"}, "learner: is 'white'"),
        ({"render_mode": "human"}, "render_mode: is 'human'"),
        ({"illegal": "pass"}, "illegal: is 'pass'"),
    ],
)
def test_bad_arguments_raise_an_exception(arguments, message):
    with pytest.raises(ValueError, match=message) as raised:
        tavlab.gymnasium.Env(**{"game": "brandubh-7", **arguments})
    assert "\n" not in str(raised.value)
    if "illegal" not in arguments:
        with pytest.raises(ValueError, match=message):
            tavlab.gymnasium.VectorEnv(**{"game": "brandubh-7", **arguments})


def test_an_environment_is_reset_first():
    env = tavlab.gymnasium.Env("brandubh-7", render_mode="ansi")
    for call in (lambda: env.step(0), env.render, lambda: env.game_state, env.action_masks):
        with pytest.raises(gymnasium.error.ResetNeeded):
            call()


@needs_cairosvg
@rules
def test_boards_are_drawn_as_pixels(rules):
    env = tavlab.gymnasium.Env(rules, "random", seed=8, render_mode="rgb_array")
    observation, _ = env.reset()
    before = env.render()
    assert before.dtype == np.uint8 and before.ndim == 3 and before.shape[2] == 3
    assert min(before.shape[:2]) > 150 and before.std() > 20
    env.step(random_legal(observation["action_mask"], random.Random(8)))
    after = env.render()
    assert after.shape == before.shape and (after != before).any()


@needs_cairosvg
def test_pixels_have_the_colours_of_the_drawing():
    """A cell, a black piece on it and a white one, at the places where the drawing has them."""
    env = tavlab.gymnasium.Env("brandubh-7", None, render_mode="rgb_array")
    env.reset()
    pixels = env.render()
    assert pixels.shape == (460, 456, 3)

    def at(file, rank):
        return pixels[2 + 60 * (7 - rank) + 30, 32 + 60 * file + 30].tolist()

    assert at(1, 7) == [0xF3, 0xEA, 0xD6]
    assert at(3, 7) == [0x2B, 0x27, 0x23]
    assert at(3, 5) == [0xFF, 0xFD, 0xF6]


def test_boards_are_drawn_as_text_and_svg():
    text = tavlab.gymnasium.Env("brandubh-7", None, render_mode="ansi")
    text.reset()
    assert text.render() == str(tavlab.load("brandubh-7").new_initial_state())
    svg = tavlab.gymnasium.Env("brandubh-7", None, render_mode="svg")
    svg.reset()
    assert svg.render() == tavlab.load("brandubh-7").new_initial_state().svg()
    none = tavlab.gymnasium.Env("brandubh-7", None)
    none.reset()
    with warnings.catch_warnings(record=True):
        assert none.render() is None


def vector(rules, n=6, opponent=None, **options):
    return tavlab.gymnasium.VectorEnv(rules, n, opponent, **options)


def check_told(env, observation, info, n):
    assert observation in env.observation_space
    assert all(info[f"_{key}"].all() for key in ("action_mask", "player"))
    assert (info["action_mask"] == observation["action_mask"]).all()
    assert info["player"].shape == (n,)


@rules
@pytest.mark.parametrize("opponent", ["random", None])
def test_a_vector_environment_is_a_batch(rules, opponent):
    game = tavlab.load(rules, max_game_length=40)
    n, rng = 6, random.Random(9)
    env = vector(game, n, opponent, threads=2)
    batch_env = tavlab.BatchEnv(game, n, threads=1, opponent=opponent)
    observation, info = env.reset(seed=9)
    batch = batch_env.reset(9)
    ends = 0
    for _ in range(60):
        check_told(env, observation, info, n)
        for key, array in (("observation", batch.observation), ("globals", batch.globals)):
            assert (observation[key] == array).all()
        assert (observation["action_mask"] == batch.mask).all()
        assert (info["player"] == batch.player).all()
        actions = np.array([random_legal(row, rng) for row in batch.mask])
        observation, reward, terminated, truncated, info = env.step(actions)
        batch = batch_env.step(actions)
        assert reward.dtype == np.float64 and (reward == batch.reward).all()
        assert (terminated == batch.done).all() and (truncated == batch.truncated).all()
        ended = terminated | truncated
        assert ("final_obs" in info) == ended.any()
        for i in np.flatnonzero(ended):
            assert info["_final_obs"][i] and info["_final_info"][i]
            last = info["final_obs"][i]
            assert last in env.single_observation_space and not last["action_mask"].any()
            assert (last["observation"] == batch.final_observation[i]).all()
            assert (last["globals"] == batch.final_globals[i]).all()
            ends += 1
        if ended.any():
            assert (info["_final_obs"] == ended).all()
            assert all((row is None) != end for row, end in zip(info["final_obs"], ended))
    assert ends > 0


def test_vector_environments_are_registered():
    env = gymnasium.make_vec("tavlab/brandubh-7-v0", num_envs=4, opponent="greedy")
    assert isinstance(env, tavlab.gymnasium.VectorEnv) and env.num_envs == 4
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    observation, info = env.reset(seed=1)
    check_told(env, observation, info, 4)
    assert env.action_space.sample().shape == (4,)
    env.close()


def test_arrays_of_a_vector_environment_are_copies_unless_not_wanted():
    for copy in (True, False):
        env = vector("brandubh-7", copy=copy)
        first, info = env.reset(seed=1)
        kept = first["observation"].copy()
        actions = info["action_mask"].argmax(axis=1)
        second, *_ = env.step(actions)
        assert (second["observation"] != kept).any()
        assert (first["observation"] == kept).all() == copy
        assert (second["observation"] is first["observation"]) != copy


def test_seeds_of_vector_environments():
    def first(env, seed=None):
        return env.reset(seed=seed)[0]["observation"]

    given = first(vector("ur-finkel", 30), 5)
    assert (first(vector("ur-finkel", 30, seed=5)) == given).all()
    env = vector("ur-finkel", 30, seed=5)
    assert (first(env, 6) != given).any() and (first(env) != given).any()
    assert (first(env, 5) == given).all()
    assert (first(vector("ur-finkel", 30)) != first(vector("ur-finkel", 30))).any()


def test_an_illegal_action_of_a_vector_environment_raises():
    env = vector("brandubh-7", 3)
    _, info = env.reset(seed=1)
    legal = info["action_mask"].argmax(axis=1)
    with pytest.raises(ValueError, match="game 1: action 0 is not legal here"):
        env.step([legal[0], 0, legal[2]])
    assert all(env.game_state(i).history() == [] for i in range(3))
    env.step(legal)
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": np.array([True, False, False])})


def test_vector_environments_are_drawn():
    env = vector("brandubh-7", 2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == (str(env.game_state(0)), str(env.game_state(1)))
    assert vector("brandubh-7").render() is None


def test_chance_has_its_probabilities():
    """Rolls of 2,000 states: chi-square with 4 degrees of freedom."""
    state = tavlab.load("ur-finkel").new_initial_state()
    generator = np.random.default_rng(1)
    rolls = [tavlab.gymnasium.roll(state, generator) for _ in range(2000)]
    expected = {roll: 2000 * chance for roll, chance in state.chance_outcomes()}
    assert sum((rolls.count(r) - e) ** 2 / e for r, e in expected.items()) < 23.5  # p = 1e-4
    assert outcome(state, random.Random(1)) in expected


def test_rules_travel_in_specs():
    """Games as arguments are copied by gymnasium.make."""
    game = tavlab.load("helmfrid-9", {"king.armed": "none"}, max_game_length=30)
    env = gymnasium.make("tavlab/helmfrid-9-v0", game=game, opponent=None)
    assert env.unwrapped.game == game
    assert pickle.loads(pickle.dumps(env.spec)).kwargs["game"] == game


def test_missing_packages_are_named():
    """tavlab itself needs none of them."""
    code = """
import sys
for name in ("gymnasium", "pettingzoo", "pyspiel", "cairosvg"):
    sys.modules[name] = None
import tavlab
for name in ("gymnasium", "pettingzoo", "openspiel"):
    assert f"tavlab.{name}" not in sys.modules
    try:
        __import__(f"tavlab.{name}")
    except ImportError as error:
        print(str(error).split(":")[0])
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stderr == ""
    assert run.stdout.splitlines() == [
        "tavlab.gymnasium needs Gymnasium 1.1 or later (pip install gymnasium)",
        "tavlab.pettingzoo needs PettingZoo 1.24 or later (pip install pettingzoo)",
        "tavlab.openspiel needs OpenSpiel 1.5 or later (pip install open_spiel)",
    ]


def test_without_cairosvg_pixels_are_refused_at_once(monkeypatch):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(ImportError, match="'rgb_array' needs CairoSVG.*python3-cairosvg"):
        tavlab.gymnasium.Env("brandubh-7", render_mode="rgb_array")
    tavlab.gymnasium.Env("brandubh-7", render_mode="svg")


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


def test_an_interrupted_step_needs_a_reset():
    """Else the next action would be taken for the opponent's."""
    env = tavlab.gymnasium.Env("brandubh-7", "greedy", learner=0)
    env.reset(seed=1)

    class Interrupted:
        def play(self, state):
            raise KeyboardInterrupt

        def restart(self):
            pass

    agent, env._agent = env._agent, Interrupted()
    action = env.game_state.legal_actions()[0]
    with pytest.raises(KeyboardInterrupt):
        env.step(action)
    env._agent = agent
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(env.game_state.legal_actions()[0])
    env.reset()
    with pytest.raises(ValueError, match="position"):
        env.reset(options={"position": "1k5/7/7/7/7/7/a6 a"})
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
