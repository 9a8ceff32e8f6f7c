"""Arguments that several functions of the package take, and what is wrong with them."""

from __future__ import annotations

import contextlib
import operator
import os
from typing import Any, Iterable, Iterator, List, SupportsIndex, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tavlab import _tavlab
from tavlab.rules import load

#: Rules, the id of a rule set, or the path of one.
Rules = Union[_tavlab.Game, str, "os.PathLike[str]"]
Item = TypeVar("Item")


def game_of(game: Rules, function: str) -> _tavlab.Game:
    """The rules, or those with this id or path."""
    if isinstance(game, _tavlab.Game):
        return game
    if isinstance(game, (str, os.PathLike)):
        return load(game)
    raise TypeError(f"{function}(): game must be a Game, an id or a path, not {_type(game)}")


def name_of(rules: Rules, function: str) -> str:
    """An id or a path by which the rules can be loaded again."""
    if not isinstance(rules, _tavlab.Game):
        if isinstance(rules, (str, os.PathLike)):
            return os.fspath(rules)
        raise TypeError(f"{function}(): rules must be a Game, an id or a path, not {_type(rules)}")
    try:
        known = load(rules.id).content_hash == rules.content_hash
    except ValueError:
        known = False
    if not known:
        raise ValueError(f"{function}(): {rules.id} is not the id of these rules: give the path of their file")
    return rules.id


def list_of(items: Iterable[Item], name: str, function: str) -> List[Item]:
    """The items, of anything but text."""
    if isinstance(items, (str, bytes)) or not hasattr(items, "__iter__"):
        raise TypeError(f"{function}(): {name} must be a sequence, not {_type(items)}")
    return list(items)


def int_of(number: SupportsIndex, name: str, function: str) -> int:
    """The number as an int of Python; NumPy has others. Raises TypeError for what is none."""
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{function}(): {name} must be an int, not {_type(number)}") from None


def seed_of(seed: SupportsIndex, function: str) -> int:
    """The seed as an int of Python. Raises TypeError or ValueError for what is no seed."""
    number = int_of(seed, "seed", function)
    if not 0 <= number < 2**64:
        raise ValueError(f"seed: is {number}, but must be from 0 to 2**64 - 1")
    return number


def real_array(numbers: ArrayLike, what: str) -> NDArray[Any]:
    """The numbers as an array. Raises TypeError for what NumPy would turn into other numbers."""
    array = np.asarray(numbers)
    if isinstance(numbers, np.ma.MaskedArray) and numbers.mask.any():
        raise TypeError(f"{what} has masked elements")
    if array.dtype.kind in "cmMSU" or array.dtype.names:
        raise TypeError(f"{what} must be real numbers, not {array.dtype}")
    return array


@contextlib.contextmanager
def folder_for(out: Union[str, "os.PathLike[str]"]) -> Iterator[str]:
    """Make the folder of a run. Raises OSError; a new folder in which nothing was written is removed."""
    new = not os.path.isdir(out)
    os.makedirs(out, exist_ok=True)
    try:
        yield os.fspath(out)
    except BaseException:
        if new:
            with contextlib.suppress(OSError):
                os.rmdir(out)
        raise


def _type(value: object) -> str:
    return "None" if value is None else type(value).__name__
