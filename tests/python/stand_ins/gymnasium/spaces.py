"""The spaces that are needed, with sampling under a mask."""

import numpy as np
from gymnasium.utils import seeding


class Space:
    shape = None
    dtype = None
    _random = None

    @property
    def np_random(self):
        if self._random is None:
            self.seed()
        return self._random

    def seed(self, seed=None):
        self._random, seed = seeding.np_random(seed)
        return seed

    def __contains__(self, x):
        return self.contains(x)


class Box(Space):
    def __init__(self, low, high, shape=None, dtype=np.float32):
        self.dtype = np.dtype(dtype)
        self.shape = tuple(shape if shape is not None else np.shape(low))
        self.low = np.full(self.shape, low, self.dtype)
        self.high = np.full(self.shape, high, self.dtype)

    def contains(self, x):
        return bool(
            isinstance(x, np.ndarray)
            and np.can_cast(x.dtype, self.dtype)
            and x.shape == self.shape
            and np.all(x >= self.low)
            and np.all(x <= self.high)
        )

    def __eq__(self, other):
        return (
            isinstance(other, Box)
            and (self.shape, self.dtype) == (other.shape, other.dtype)
            and np.array_equal(self.low, other.low)
            and np.array_equal(self.high, other.high)
        )


class Discrete(Space):
    def __init__(self, n):
        self.n, self.shape, self.dtype = np.int64(n), (), np.dtype(np.int64)

    def contains(self, x):
        if isinstance(x, (np.generic, np.ndarray)):
            return bool(x.shape == () and np.issubdtype(x.dtype, np.integer) and 0 <= x < self.n)
        return isinstance(x, int) and bool(0 <= x < self.n)

    def sample(self, mask=None):
        if mask is None:
            return np.int64(self.np_random.integers(self.n))
        assert isinstance(mask, np.ndarray) and mask.dtype == np.int8 and mask.shape == (self.n,)
        assert np.isin(mask, (0, 1)).all()
        legal = np.flatnonzero(mask)
        return np.int64(self.np_random.choice(legal)) if len(legal) else np.int64(0)

    def __eq__(self, other):
        return isinstance(other, Discrete) and self.n == other.n


class MultiDiscrete(Space):
    def __init__(self, nvec):
        self.nvec = np.array(nvec, np.int64)
        self.shape, self.dtype = self.nvec.shape, np.dtype(np.int64)

    def contains(self, x):
        return bool(
            isinstance(x, np.ndarray)
            and np.issubdtype(x.dtype, np.integer)
            and x.shape == self.shape
            and np.all(x >= 0)
            and np.all(x < self.nvec)
        )

    def sample(self):
        return (self.np_random.random(self.shape) * self.nvec).astype(np.int64)


class Dict(Space):
    def __init__(self, spaces):
        self.spaces = dict(sorted(spaces.items()))

    def __getitem__(self, key):
        return self.spaces[key]

    def keys(self):
        return self.spaces.keys()

    def values(self):
        return self.spaces.values()

    def contains(self, x):
        return (
            isinstance(x, dict)
            and x.keys() == self.spaces.keys()
            and all(space.contains(x[key]) for key, space in self.spaces.items())
        )

    def __eq__(self, other):
        return isinstance(other, Dict) and self.spaces == other.spaces
