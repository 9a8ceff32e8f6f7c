import numpy as np
from gymnasium import spaces


def batch_space(space, n=1):
    if isinstance(space, spaces.Dict):
        return spaces.Dict({key: batch_space(part, n) for key, part in space.spaces.items()})
    if isinstance(space, spaces.Box):
        low, high = (np.stack([bound] * n) for bound in (space.low, space.high))
        return spaces.Box(low, high, low.shape, space.dtype)
    assert isinstance(space, spaces.Discrete)
    return spaces.MultiDiscrete([space.n] * n)
