"""A stand-in for Gymnasium 1.1, see ../README.md."""

import copy
import importlib
import re
from dataclasses import dataclass, field
from typing import Generic, Optional, TypeVar

from gymnasium import error, logger, spaces
from gymnasium.utils import seeding

A, B = TypeVar("A"), TypeVar("B")


class Env(Generic[A, B]):
    metadata = {"render_modes": []}
    render_mode = None
    spec = None
    _np_random = None
    _np_random_seed = None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random, self._np_random_seed = seeding.np_random(seed)

    def close(self):
        pass

    @property
    def unwrapped(self):
        return self

    @property
    def np_random(self):
        if self._np_random is None:
            self._np_random, self._np_random_seed = seeding.np_random()
        return self._np_random


@dataclass
class EnvSpec:
    id: str
    entry_point: Optional[str] = None
    vector_entry_point: Optional[str] = None
    nondeterministic: bool = False
    kwargs: dict = field(default_factory=dict)

    def make(self, **kwargs):
        return make(self, **kwargs)


registry = {}


def register(id, entry_point=None, vector_entry_point=None, nondeterministic=False, kwargs=None):
    if not re.fullmatch(r"(?:[\w:-]+/)?[\w:.-]+?(?:-v\d+)?", id):
        raise error.Error(f"malformed id {id}")
    if id in registry:
        logger.warn(f"Overriding environment {id}")
    registry[id] = EnvSpec(id, entry_point, vector_entry_point, nondeterministic, kwargs or {})


def _spec_of(id):
    if isinstance(id, EnvSpec):
        return copy.deepcopy(id)
    if ":" in id:
        module, id = id.split(":")
        importlib.import_module(module)
    if id not in registry:
        raise error.Error(f"no environment {id}")
    return copy.deepcopy(registry[id])


def _creator(entry_point):
    module, name = entry_point.split(":")
    return getattr(importlib.import_module(module), name)


def make(id, **kwargs):
    """Without the wrappers of the original, which check the order of calls."""
    spec = _spec_of(id)
    spec.kwargs.update(kwargs)
    creator = _creator(spec.entry_point)
    mode = spec.kwargs.get("render_mode")
    if mode is not None and mode not in creator.metadata["render_modes"]:
        logger.warn(f"render_mode {mode} is not one of the environment")
    env = creator(**spec.kwargs)
    assert isinstance(env, Env)
    env.spec = spec
    return env


def make_vec(id, num_envs=1, **kwargs):
    from gymnasium.vector import AutoresetMode, VectorEnv

    spec = _spec_of(id)
    spec.kwargs.update(kwargs)
    env = _creator(spec.vector_entry_point)(num_envs=num_envs, **spec.kwargs)
    assert isinstance(env, VectorEnv)
    env.spec = spec
    if not isinstance(env.metadata.get("autoreset_mode"), AutoresetMode):
        logger.warn("metadata has no autoreset_mode")
    return env


Space = spaces.Space

from gymnasium import vector  # noqa: E402
