"""Loading rule sets."""

from __future__ import annotations

import errno
import os
import stat
from typing import Mapping, Optional, Sequence, Union

from tavlab import _tavlab

#: A value of a parameter: the strings of `tavlab rules parameters`, or the Python value.
Value = Union[str, bool, int, Sequence[str]]


def load(
    rules: Union[str, "os.PathLike[str]"],
    overrides: Optional[Mapping[str, Value]] = None,
    *,
    max_size: Optional[int] = None,
    side_heads: bool = False,
    max_game_length: int = 1000,
) -> _tavlab.Game:
    """Load rules by the id of a rule set that comes with tavlab, or by the path of a TOML file.

    Args:
        rules: an id, one of `rule_set_ids()`, or a path (anything with a slash or ending in .toml).
        overrides: parameters that differ, such as `{"king.armed": "none"}`. `None` stands for "none".
        max_size: the largest board that the actions cover, by default that of the rules. The action
            ids depend on it; those of a net are the ids with the `max_size` of the net.
        side_heads: whether each player has actions of their own, as in nets with `side_heads`.
        max_game_length: the plies after which `BatchEnv` cuts games off.

    Raises:
        ValueError: there are no such rules, or no such parameter or value.
        OSError: the file cannot be read.
    """
    name = os.fspath(rules) if isinstance(rules, os.PathLike) else rules
    if not isinstance(name, str):
        raise TypeError(f"load(): rules must be an id or a path, not {type(rules).__name__}")
    if "/" in name or name.endswith(".toml"):
        if stat.S_ISDIR(os.stat(name).st_mode):  # raises the OSError that tells why there is no file
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
        if not os.access(name, os.R_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
    if overrides is not None and not isinstance(overrides, Mapping):
        raise TypeError(f"overrides: is {type(overrides).__name__}, but must be a dict of parameters and values")
    given = [f"{key}={_text(key, value)}" for key, value in (overrides or {}).items()]
    return _tavlab.load(name, given, 0 if max_size is None else max_size, side_heads, max_game_length)


def _text(key: str, value: Optional[Value]) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int)):
        return str(value)
    if isinstance(value, Sequence) and all(isinstance(item, str) for item in value):
        return ",".join(value)
    raise TypeError(
        f"overrides: {key} is {value!r}, a {type(value).__name__}, but must be a str, a bool, an int or strings"
    )
