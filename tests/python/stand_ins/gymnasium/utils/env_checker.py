"""What gymnasium.utils.env_checker checks. All that is a warning there, except for what it calls
unusual, is an error here."""

import inspect
from copy import deepcopy

import numpy as np
from gymnasium import Env, spaces


def data_equivalence(a, b):
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(data_equivalence(a[key], b[key]) for key in a)
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(map(data_equivalence, a, b))
    if isinstance(a, np.ndarray):
        return a.shape == b.shape and a.dtype == b.dtype and bool(np.allclose(a, b, atol=1e-5))
    return a == b


def _check_space(space):
    assert isinstance(space, spaces.Space)
    if isinstance(space, spaces.Dict):
        assert space.spaces
        for part in space.values():
            _check_space(part)
    elif isinstance(space, spaces.Discrete):
        assert space.n > 0 and space.shape == ()
    elif isinstance(space, spaces.Box):
        assert space.low.shape == space.high.shape == space.shape
        assert (space.low < space.high).all() and np.isfinite([space.low, space.high]).all()


def _check_observation(observation, space):
    assert isinstance(observation, dict) and observation.keys() == space.spaces.keys()
    for key, part in space.spaces.items():
        assert isinstance(observation[key], np.ndarray) and observation[key].dtype == part.dtype
    assert observation in space


def _check_render(env):
    modes, fps = env.metadata["render_modes"], env.metadata["render_fps"]
    assert all(isinstance(mode, str) for mode in modes) and fps > 0
    assert env.render_mode in (None, *modes)
    drawn = env.render()
    if env.render_mode == "rgb_array":
        assert isinstance(drawn, np.ndarray) and drawn.dtype == np.uint8
        assert drawn.ndim == 3 and drawn.shape[2] == 3
    elif env.render_mode == "ansi":
        assert isinstance(drawn, str)


def check_env(env, skip_render_check=False):
    assert isinstance(env, Env) and env.unwrapped is env
    _check_space(env.action_space)
    _check_space(env.observation_space)
    assert not callable(getattr(env, "seed", None))

    parameters = inspect.signature(env.reset).parameters
    assert "return_info" not in parameters and "options" in parameters
    assert parameters["seed"].default is None

    observation, info = env.reset()
    _check_observation(observation, env.observation_space)
    assert isinstance(info, dict)
    first, _ = env.reset(seed=123)
    random = deepcopy(env.unwrapped._np_random)
    again, _ = env.reset(seed=123)
    assert data_equivalence(first, again)
    assert env.unwrapped._np_random.bit_generator.state == random.bit_generator.state
    other, _ = env.reset(seed=456)
    assert env.unwrapped._np_random.bit_generator.state != random.bit_generator.state
    assert all(seen in env.observation_space for seen in (first, again, other))
    env.reset(options={})

    env.reset()
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    _check_observation(observation, env.observation_space)
    assert isinstance(terminated, (bool, np.bool_)) and isinstance(truncated, (bool, np.bool_))
    assert np.issubdtype(type(reward), np.integer) or np.issubdtype(type(reward), np.floating)
    assert np.isfinite(reward) and isinstance(info, dict)

    if not skip_render_check:
        if env.render_mode is not None:
            _check_render(env)
        for mode in env.metadata["render_modes"] if env.spec else ():
            new = env.spec.make(render_mode=mode)
            new.reset()
            _check_render(new)
            new.close()
            new.close()
