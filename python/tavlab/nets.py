"""Nets of tavlab as NumPy arrays: read, changed, trained elsewhere, and written again.

The files are safetensors files; nn/FORMATS.md describes their metadata and layers.
"""

from __future__ import annotations

import errno
import json
import math
import os
import re
import secrets
import stat
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from tavlab import _tavlab
from tavlab.arguments import real_array, seed_of

Floats = NDArray[np.float32]
FilePath = Union[str, "os.PathLike[str]"]

_FORMAT, _FORMAT_VERSION = "tavlab net", "2"
_MAX_FILE = 8 << 30
_MAX_HEADER = 100_000_000
_MAX_VALUES = 4_000_000
_MAX_DIMENSIONS = 8
_UNUSED = "unused"  # a rule input that is always 0

#: The folders of the nets that come with tavlab: of an installed package, and of its source code.
_SHELVES = (
    Path(_tavlab.__file__).parent / "share" / "tavlab" / "nets",
    Path(__file__).resolve().parents[2] / "nn" / "models",
)


@dataclass(frozen=True)
class NetSpec:
    """The architecture of a net; `tavlab train` explains the numbers.

    A dense net has only `blocks`, `channels` and `value_hidden`; the others keep their defaults.
    """

    #: "residual" over a board, or "dense" over one row of numbers.
    trunk: str
    blocks: int = 6
    channels: int = 64
    pooling_every: int = 3
    pooling_channels: int = 16
    policy_channels: int = 32
    value_channels: int = 32
    value_hidden: int = 64
    max_size: int = 11
    side_heads: bool = False

    def __post_init__(self) -> None:
        if self.trunk not in ("residual", "dense"):
            raise ValueError(f"trunk: is {self.trunk!r}, but must be 'residual' or 'dense'")
        for name, (least, most) in _LIMITS.items():
            value = getattr(self, name)
            whole = hasattr(value, "__index__") and not isinstance(value, (bool, np.ndarray))
            if not whole or not least <= value <= most:
                raise ValueError(
                    f"{name}: is {value!r}, but must be an integer from {least} to {most}"
                )
            object.__setattr__(self, name, int(value))  # of NumPy, perhaps
        if type(self.side_heads) is not bool:
            raise ValueError(f"side_heads: is {self.side_heads!r}, but must be True or False")

    def pools(self, block: int) -> bool:
        """Whether a block, from 0, has global pooling."""
        return self.pooling_every > 0 and (block + 1) % self.pooling_every == 0

    def to_toml(self) -> str:
        """The architecture as in the metadata of a net, and in a config of `tavlab train`."""
        names = _DENSE_FIELDS if self.trunk == "dense" else [each.name for each in fields(self)]
        return "".join(f"{name} = {json.dumps(getattr(self, name))}\n" for name in names)


_LIMITS = {
    "blocks": (1, 80),
    "channels": (4, 1024),
    "pooling_every": (0, 80),
    "pooling_channels": (1, 1024),
    "policy_channels": (1, 1024),
    "value_channels": (1, 1024),
    "value_hidden": (1, 1024),
    "max_size": (7, 19),
}
_DENSE_FIELDS = ["trunk", "blocks", "channels", "value_hidden"]


@dataclass(repr=False)
class Net:
    """A net: its architecture, its rules and its weights.

    Change `tensors` in place or assign new arrays of the same names and shapes, and `history` and
    `rules` as you like. Everything else describes the inputs and outputs and must fit them.
    """

    #: The family of the rules.
    family: str
    spec: NetSpec
    #: Name and version of the inputs and outputs.
    observation: str
    head: str
    #: The names of the inputs that encode the rules; they are the last globals.
    rule_inputs: List[str]
    #: What it was trained for: `id`, `hash` (`Game.content_hash`) and perhaps `parameters` of each.
    rules: List[Dict[str, Any]]
    #: Of its training, for information: any texts by name.
    history: Dict[str, str]
    #: float32 by name, as listed in nn/FORMATS.md.
    tensors: Dict[str, Floats]
    #: Further metadata, which are kept.
    metadata: Dict[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        weights = sum(tensor.size for tensor in self.tensors.values())
        rules = ", ".join(str(each["id"]) for each in self.rules)
        return f"<tavlab.Net of {self.family}: {weights:,} numbers, for {rules}>"

    @property
    def max_size(self) -> Optional[int]:
        """The `max_size` of `tavlab.load` for the actions of this net; None without a board."""
        return self.spec.max_size if self.spec.trunk == "residual" else None

    @property
    def side_heads(self) -> bool:
        """The `side_heads` of `tavlab.load` for the actions of this net."""
        return self.spec.side_heads

    @property
    def planes(self) -> int:
        """Planes of the observation; all numbers but the globals, for a dense net."""
        return _inputs(self.spec, self.tensors, len(self.rule_inputs))[0]

    @property
    def globals(self) -> int:
        """The number of globals, rule inputs included."""
        return _inputs(self.spec, self.tensors, len(self.rule_inputs))[1]

    @property
    def policy_planes(self) -> int:
        """Logits of the policy on each cell."""
        return self.tensors["policy.out.weight"].shape[0]

    @property
    def square_classes(self) -> int:
        """Contents of a cell that `ownership.out` tells apart; 0 without that layer."""
        weight = self.tensors.get("ownership.out.weight")
        return 0 if weight is None else weight.shape[0]

    def plays(self, game: _tavlab.Game) -> bool:
        """Whether the net was trained for these rules; tavlab lets it play no others."""
        _require_game(game, "Net.plays")
        return any(each["hash"] == game.content_hash for each in self.rules)

    def add_rules(self, game: _tavlab.Game) -> None:
        """Note that the net was trained for these rules.

        Raises:
            ValueError: it cannot play them: they are of another family, or their board is too large.
        """
        _require_game(game, "Net.add_rules")
        self._check_family(game)
        self._check_board(game)
        if not self.plays(game):
            self.rules.append({"id": game.id, "hash": game.content_hash})

    def check_game(self, game: _tavlab.Game) -> None:
        """Raise ValueError unless observations and actions of the game are those of the net."""
        _require_game(game, "Net.check_game")
        self._check_family(game)
        self._check_board(game)
        planes, rows, columns = game.observation_shape
        if self.max_size is not None and (game.max_size, game.side_heads) != (
            self.max_size,
            self.side_heads,
        ):
            raise ValueError(
                f"actions of the game are not those of the net: load {game.id} with "
                f"max_size={self.max_size}, side_heads={self.side_heads}"
            )
        if (planes, game.policy_size) != (self.planes, rows * columns * self.policy_planes):
            raise ValueError(
                f"the game has {planes} planes and {game.policy_size} logits, and the net "
                f"{self.planes} and {rows * columns * self.policy_planes}"
            )
        self._columns(game)

    def _check_family(self, game: _tavlab.Game) -> None:
        if game.family != self.family:
            raise ValueError(f"the net is of the family {self.family}, not of {game.family}")

    def _check_board(self, game: _tavlab.Game) -> None:
        size = max(game.observation_shape[1:])
        if self.max_size is not None and size > self.max_size:
            raise ValueError(f"{game.id}: the board is {size} wide, and the net is for {self.max_size} at most")

    def select_globals(self, game: _tavlab.Game, values: Floats) -> Floats:
        """The net's globals (n, net.globals) from those of positions (n, *game.globals_shape).

        A net has the inputs that its rules needed when it was made; a game has all of today.
        """
        values = np.asarray(values, np.float32)
        if values.ndim != 2 or values.shape[1] != game.globals_shape[0]:
            raise ValueError(
                f"globals have the shape {values.shape}, but must have (n, {game.globals_shape[0]})"
            )
        return _selected(self._columns(game), values)

    def turn(self, game: _tavlab.Game, values: Floats, globals: Floats) -> Floats:
        """Win, draw and loss (n, 3) from the view of the net to that of the player to move.

        And back. Nets see some games as the player to move does; then nothing changes. Others they
        see as player 0, and then win and loss change places where player 1 is to move. `globals`
        are those of the positions, or of the net.
        """
        return values if game.mover_relative else _turned(values, globals)

    def evaluator(
        self, game: _tavlab.Game, forward: Callable[[Floats, Floats], Tuple[Any, Any]]
    ) -> Callable[[Floats, Floats], Tuple[Floats, Floats]]:
        """A function for `tavlab.search_batch`, from the outputs of the net.

        Args:
            game: the game that is searched.
            forward: from observations (n, planes, rows, columns) and the net's globals (n,
                net.globals) to the logits of policy and value, (n, game.policy_size) and (n, 3).
        """
        self.check_game(game)
        if not callable(forward):
            raise TypeError(f"Net.evaluator(): forward must be a function, not {type(forward).__name__}")
        columns, relative = self._columns(game), game.mover_relative

        def evaluate(observation: Floats, globals: Floats) -> Tuple[Floats, Floats]:
            outputs = forward(observation, _selected(columns, globals))
            if not isinstance(outputs, (tuple, list)) or len(outputs) != 2:
                raise TypeError("forward: must return a tuple (policy, value)")
            policy, value = (
                real_array(each, f"forward: {name}").astype(np.float32)
                for each, name in zip(outputs, ("policy", "value"))
            )
            if value.shape != (len(globals), 3):
                raise ValueError(f"forward: value has shape {value.shape}, but must have ({len(globals)}, 3)")
            odds = np.exp(value - value.max(axis=1, keepdims=True))
            wdl = odds / odds.sum(axis=1, keepdims=True)
            return policy, wdl if relative else _turned(wdl, globals)

        return evaluate

    def save(self, path: FilePath) -> None:
        """Write the net as a file that tavlab reads. A crash never leaves a part of a file.

        Metadata are those that were loaded, with the present `rules`, `history` and values.

        Raises:
            ValueError: a tensor is missing, has another shape or values that are not finite; or
                metadata are not of their types. The previous file is kept.
            OSError: the file cannot be written.
        """
        path = Path(path)
        if not isinstance(self.spec, NetSpec) or not isinstance(self.tensors, dict):
            raise ValueError(f"{path}: was not written: spec must be a NetSpec, and tensors a dict")
        if not isinstance(self.rule_inputs, list):
            raise ValueError(f"{path}: was not written: rule_inputs must be a list of strings")
        try:
            content = self._content()
        except ValueError as error:
            raise ValueError(f"{path}: was not written: {error}") from None
        _write(path, content)

    def _columns(self, game: _tavlab.Game) -> NDArray[np.int64]:
        """For each of the net's globals, its place among the game's, or -1 for none."""
        names = game.rule_inputs
        own = self.globals - len(self.rule_inputs)
        if own + len(names) != game.globals_shape[0]:
            raise ValueError(
                f"the game has {game.globals_shape[0]} globals, {len(names)} of them for the "
                f"rules; the net has {own} others"
            )
        place = {name: own + i for i, name in enumerate(names)}
        missing = [name for name in self.rule_inputs if name != _UNUSED and name not in place]
        if missing:
            raise ValueError(f"the game has no rule input {missing[0]!r}, which the net uses")
        return np.array(
            [*range(own), *(place.get(name, -1) for name in self.rule_inputs)], np.int64
        )

    def _content(self) -> bytes:
        for name, texts in (("history", self.history), ("metadata", self.metadata)):
            if not _is_texts(texts):
                raise ValueError(f"{name} must be a dict of strings to strings")
        if not isinstance(self.rules, list):
            raise ValueError("rules must be a list of dicts")
        if not all(isinstance(name, str) for name in self.tensors):
            raise ValueError("the names of tensors must be strings")
        rules = [_checked_rules(each) for each in self.rules]
        tensors = {name: _as_floats(name, self.tensors[name]) for name in sorted(self.tensors)}
        _check_layers(self.spec, len(self.rule_inputs), tensors)
        data = b"".join(tensor.tobytes() for tensor in tensors.values())
        header: Dict[str, Any] = {
            "__metadata__": {
                **self.metadata,
                "format": _FORMAT,
                "format_version": _FORMAT_VERSION,
                "family": self.family,
                "observation": self.observation,
                "head": self.head,
                "rule_inputs": _compact(self.rule_inputs),
                "net": self.spec.to_toml(),
                "rules": _compact(rules),
                "training": _compact(dict(sorted(self.history.items()))),
                "data_hash": _hash_text(data),
            }
        }
        end = 0
        for name, tensor in tensors.items():
            begin, end = end, end + tensor.nbytes
            header[name] = {
                "dtype": "F32",
                "shape": list(tensor.shape),
                "data_offsets": [begin, end],
            }
        text = _compact(header, sort_keys=True).encode()
        text += b" " * (-len(text) % 8)
        return len(text).to_bytes(8, "little") + text + data


def load_net(path_or_name: FilePath) -> Net:
    """Read a net: a file, or the name of a net that comes with tavlab (`net_names()`).

    Files may be of strangers: everything in them is checked. What agents cannot read is refused
    here, too, such as inputs of another version. Nets of format 1 are refused here only.

    Raises:
        ValueError: there is no such name; or the file is damaged, not a net, or of another format.
        OSError: the file cannot be read.
    """
    path = _find(path_or_name)
    try:
        net = _net_of(*_read_tensors(path))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    _tavlab.check_net(path)
    return net


def net_names() -> List[str]:
    """The names of the nets that come with tavlab, sorted."""
    return sorted(_shipped())


def new_net(
    game: _tavlab.Game, like: Union[Net, FilePath], seed: int = 0, **spec: Union[int, bool]
) -> Net:
    """An untrained net for one rule set.

    Weights are random, for rectified layers (He et al. 2015); those of the last layers are small,
    so that all moves and results are about equally likely.

    Args:
        game: the rules. The policy has the game's `max_size` and `side_heads`.
        like: a net of the same family, or its file or name: the new one has its inputs, and its
            architecture but for `spec`.
        seed: of the weights.
        spec: `blocks`, `channels` and so on; see `NetSpec`.

    Raises:
        ValueError: the net is of another family, or a number is out of range.
        TypeError: there is no such number.
    """
    _require_game(game, "new_net")
    seed = seed_of(seed, "new_net")
    unknown = sorted(set(spec) - {each.name for each in fields(NetSpec)})
    if unknown:
        raise TypeError(f"new_net(): there is no argument {unknown[0]}")
    pattern = like if isinstance(like, Net) else load_net(like)
    if game.family != pattern.family:
        raise ValueError(f"like: is a net of the family {pattern.family}, not of {game.family}")
    fixed = {"trunk", "max_size", "side_heads"} & set(spec)
    if fixed:
        raise TypeError(f"{min(fixed)}: is given by the game, and cannot be set")
    changed: Dict[str, Any] = dict(spec)
    if pattern.spec.trunk == "residual":
        changed.update(max_size=game.max_size, side_heads=game.side_heads)
    cells = game.observation_shape[1] * game.observation_shape[2]
    net = replace(
        pattern,
        spec=replace(pattern.spec, **changed),
        rule_inputs=list(pattern.rule_inputs),
        rules=[known for known in pattern.rules if known["hash"] == game.content_hash],
        history={"seed": str(seed)},
        tensors={},
        metadata={},
    )
    net.add_rules(game)
    rng = np.random.default_rng(seed)
    shapes = _layers(
        net.spec,
        pattern.planes,
        pattern.globals,
        game.policy_size // cells,
        pattern.square_classes,
    )
    for name in sorted(shapes):
        net.tensors[name] = _initial(name, shapes[name], rng)
    return net


def _initial(name: str, shape: Tuple[int, ...], rng: np.random.Generator) -> Floats:
    if name.endswith((".norm.weight", ".norm.variance")):
        return np.ones(shape, np.float32)
    if len(shape) == 1:
        return np.zeros(shape, np.float32)
    scale = math.sqrt(2 / math.prod(shape[1:])) * (0.1 if ".out." in name else 1)
    return (scale * rng.standard_normal(shape)).astype(np.float32)


def _selected(columns: NDArray[np.int64], values: Floats) -> Floats:
    return np.where(columns < 0, np.float32(0), values[:, columns])


def _turned(values: Floats, globals: Floats) -> Floats:
    return np.where(globals[:, :1] != 0, values[:, ::-1], values)


# Where files are.


def _shipped() -> Dict[str, Path]:
    for shelf in _SHELVES:
        if shelf.is_dir():
            return {file.parent.name: file for file in shelf.glob("*/net.safetensors")}
    return {}


def _find(path_or_name: FilePath) -> Path:
    text = os.fspath(path_or_name)
    if not isinstance(text, str):
        raise TypeError(f"net: is {type(text).__name__}, but must be a path or a name")
    is_path = not isinstance(path_or_name, str) or "/" in text or text.endswith(".safetensors")
    if is_path or os.path.isfile(text):
        return Path(text)
    shipped = _shipped()
    if text in shipped:
        return shipped[text]
    there = f"there are {', '.join(sorted(shipped))}" if shipped else "there are none here"
    raise ValueError(
        f"net {_quoted(text)}: is neither a file nor a net that comes with tavlab: {there}"
    )


def _write(path: Path, content: bytes) -> None:
    """Write a new file beside this one, and put it in its place."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(f"{path}: cannot be written: is not a regular file")
    aside = path.parent / f".tavlab-{secrets.token_hex(8)}.tmp"
    try:
        with open(aside, "xb") as file:
            try:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
                _check_readable(aside, path)
                os.replace(aside, path)
            except BaseException:
                os.unlink(aside)
                raise
    except OSError as error:  # naming the file that was asked for
        raise OSError(error.errno, error.strerror, str(path)) from None


def _check_readable(aside: Path, path: Path) -> None:
    """Raise ValueError unless `load_net` can read the new file."""
    try:
        _net_of(*_read_tensors(aside))
        _tavlab.check_net(aside)
    except ValueError as error:
        reason = str(error).replace(f"{aside}: ", "").replace(str(aside), str(path))
        raise ValueError(f"{path}: was not written: {reason}") from None


# Safetensors files: the length of a header, the header as JSON, and the values.


def _read_tensors(path: Path) -> Tuple[Dict[str, str], Dict[str, Floats]]:
    """The metadata and the tensors of a file. ValueError does not name it."""
    header, data = _read_file(path)
    metadata = header.pop("__metadata__", {})
    if not _is_texts(metadata):
        raise ValueError("'__metadata__' is not an object of strings in the header")
    places = {name: _place(name, entry) for name, entry in header.items()}
    tensors: Dict[str, Floats] = {}
    end = 0
    for name, (shape, begin, until) in sorted(places.items(), key=lambda item: item[1][1:]):
        if begin != end:
            what = "overlaps the one before it" if begin < end else "follows a gap"
            raise ValueError(f"tensor {_quoted(name)} {what}: it begins at {begin}, not at {end}")
        if until > len(data):
            raise ValueError(f"tensor {_quoted(name)} is truncated: the file ends before it does")
        values = np.frombuffer(data, "<f4", (until - begin) // 4, begin)
        if not np.isfinite(values).all():
            raise ValueError(f"tensor {_quoted(name)} has a value that is not finite")
        tensors[name] = values.astype(np.float32).reshape(shape)
        end = until
    if end != len(data):
        raise ValueError(f"{len(data) - end} bytes follow its last tensor")
    if "data_hash" in metadata and metadata["data_hash"] != _hash_text(data):
        raise ValueError("is damaged: its values do not match their hash")
    return metadata, tensors


def _read_file(path: Path) -> Tuple[Dict[str, Any], bytes]:
    """The header and the bytes of the values."""
    # Without O_NONBLOCK, opening a pipe would wait for a writer.
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    status = os.fstat(number)
    if not stat.S_ISREG(status.st_mode):
        os.close(number)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise OSError(f"{path}: cannot be read: is not a regular file")
    with open(number, "rb") as file:
        if status.st_size > _MAX_FILE:
            raise ValueError(f"has {status.st_size} bytes, and the limit is {_MAX_FILE}")
        first = file.read(8)
        length = int.from_bytes(first, "little")
        if len(first) < 8 or length > status.st_size - 8:
            raise ValueError("is not a safetensors file, or is truncated")
        if length > _MAX_HEADER:
            raise ValueError(f"is not a safetensors file: its header has {length} bytes")
        text, data = file.read(length), file.read()
    try:
        header = _json(text)
    except ValueError as error:
        raise ValueError(f"is not a safetensors file: its header {error}") from None
    if not isinstance(header, dict):
        raise ValueError("is not a safetensors file: its header is not an object")
    return header, data


def _place(name: str, entry: Any) -> Tuple[Tuple[int, ...], int, int]:
    """A tensor's shape, and where its bytes begin and end."""
    what = f"tensor {_quoted(name)}"
    if not isinstance(entry, dict) or not {"dtype", "shape", "data_offsets"} <= set(entry):
        raise ValueError(f"{what} has an invalid entry in the header")
    if entry["dtype"] != "F32":
        raise ValueError(f"{what} has the type {_quoted(entry['dtype'])}; nets have only 'F32'")
    shape, offsets = entry["shape"], entry["data_offsets"]
    if not _are_counts(shape) or len(shape) > _MAX_DIMENSIONS:
        raise ValueError(f"{what} has an invalid shape")
    if not _are_counts(offsets) or len(offsets) != 2 or offsets[1] < offsets[0]:
        raise ValueError(f"{what} has invalid offsets")
    if offsets[1] - offsets[0] != 4 * math.prod(shape):
        raise ValueError(
            f"{what} has a shape that does not match its size in the file: {_shape_text(shape)} in "
            f"{offsets[1] - offsets[0]} bytes"
        )
    return tuple(shape), offsets[0], offsets[1]


def _are_counts(values: Any) -> bool:
    return isinstance(values, list) and all(
        type(value) is int and 0 <= value < 2**63 for value in values
    )


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(text, str) for pair in value.items() for text in pair
    )


def _json(text: Union[bytes, str]) -> Any:
    """JSON of a stranger, without what tavlab refuses, too. ValueError begins with a verb."""

    def unique(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise ValueError("has a duplicate key")
        return found

    def refuse(word: str) -> Any:
        raise ValueError(f"has {word}, which is not JSON")

    try:
        line = text.decode() if isinstance(text, bytes) else text
        if line.count(",") + line.count(":") > _MAX_VALUES:
            raise ValueError(f"has more than {_MAX_VALUES} values")
        value = json.loads(line, object_pairs_hook=unique, parse_constant=refuse)
        json.dumps(value, ensure_ascii=False).encode()  # no halves of characters
        return value
    except RecursionError:
        raise ValueError("is nested too deeply") from None
    except UnicodeError:
        raise ValueError("is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"is not valid JSON: {error}") from None


def _compact(value: Any, sort_keys: bool = False) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=sort_keys)


def _quoted(text: Any) -> str:
    """Text of a stranger for a message: short, and without control characters."""
    line = ascii(text)
    return line if len(line) <= 60 else f"{line[:40]}...{line[-10:]}"


def _shape_text(shape: Sequence[int]) -> str:
    return "x".join(map(str, shape)) or "1"


def _hash_text(data: bytes) -> str:
    """The hash of values in files: FNV-1a and a mix, as in core/random.h."""
    mask = 2**64 - 1
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & mask
    h = (h + 0x9E3779B97F4A7C15) & mask
    h = ((h ^ h >> 30) * 0xBF58476D1CE4E5B9) & mask
    h = ((h ^ h >> 27) * 0x94D049BB133111EB) & mask
    return f"{h ^ h >> 31:016x}"


# Nets in such files.


def _net_of(metadata: Dict[str, str], tensors: Dict[str, Floats]) -> Net:
    if metadata.get("format") != _FORMAT:
        raise ValueError("is not a tavlab net")
    left = dict(metadata)
    for key in ("format", "data_hash"):
        left.pop(key, None)

    def need(key: str) -> str:
        if key not in left:
            raise ValueError(f"metadata key {key!r} is missing")
        return left.pop(key)

    def need_json(key: str) -> Any:
        text = need(key)
        try:
            return _json(text)
        except ValueError as error:
            raise ValueError(f"metadata key {key!r} {error}") from None

    version = need("format_version")
    if version == "1":
        raise ValueError("is a net of format 1: `tavlab net convert OLD --out NEW` makes one of format 2")
    if version != _FORMAT_VERSION:
        raise ValueError(f"is a net of format {_quoted(version)}; this version reads '2'")
    spec = _parse_spec(need("net"))
    names, rules, history = need_json("rule_inputs"), need_json("rules"), need_json("training")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("metadata key 'rule_inputs' is not a list of strings")
    named = [name for name in names if name != _UNUSED]
    if len(set(named)) != len(named):
        raise ValueError("metadata key 'rule_inputs' names an input twice")
    if not isinstance(rules, list):
        raise ValueError("metadata key 'rules' is not a list")
    if not _is_texts(history):
        raise ValueError("metadata key 'training' is not an object of strings")
    _check_layers(spec, len(names), tensors)
    return Net(
        family=need("family"),
        spec=spec,
        observation=need("observation"),
        head=need("head"),
        rule_inputs=names,
        rules=[_checked_rules(each) for each in rules],
        history=history,
        tensors=tensors,
        metadata=left,
    )


def _checked_rules(rules: Any) -> Dict[str, Any]:
    fine = (
        isinstance(rules, dict)
        and isinstance(rules.get("id"), str)
        and isinstance(rules.get("hash"), str)
        and re.fullmatch("[0-9a-f]{16}", rules["hash"]) is not None
        and _is_texts(rules.get("parameters", {}))
    )
    if not fine:
        raise ValueError(
            "rules: each must have an id, a hash of 16 hexadecimal digits, and parameters as texts"
        )
    return dict(rules)


def _parse_spec(text: str) -> NetSpec:
    """The architecture from TOML as `NetSpec.to_toml` writes it."""
    values: Dict[str, Any] = {}
    for line in text.splitlines():
        found = re.fullmatch(r'(\w{1,40}) = ("\w{1,40}"|true|false|\d{1,9})', line.strip())
        if not found:
            raise ValueError(f"metadata key 'net': cannot be read at {_quoted(line)}")
        if found[1] in values:
            raise ValueError(f"metadata key 'net': {found[1]!r} is given twice")
        values[found[1]] = json.loads(found[2])
    dense = values.get("trunk") == "dense"
    known = _DENSE_FIELDS if dense else [each.name for each in fields(NetSpec)]
    unknown = sorted(set(values) - set(known))
    if unknown:
        raise ValueError(f"metadata key 'net': has the unknown key {_quoted(unknown[0])}")
    if "trunk" not in values:
        raise ValueError("metadata key 'net': has no key 'trunk'")
    try:
        return NetSpec(**values)
    except ValueError as error:
        raise ValueError(f"metadata key 'net': {error}") from None


def _layers(
    spec: NetSpec, planes: int, globals: int, policy_planes: int, square_classes: int
) -> Dict[str, Tuple[int, ...]]:
    """The names and shapes of all tensors of such a net, in the order of the layers."""
    shapes: Dict[str, Tuple[int, ...]] = {}

    def convolution(name: str, out: int, into: int, edge: int) -> None:
        shapes[f"{name}.weight"] = (out, into, edge, edge)
        for part in ("weight", "bias", "mean", "variance"):
            shapes[f"{name}.norm.{part}"] = (out,)

    def linear(name: str, out: int, into: int) -> None:
        shapes[f"{name}.weight"] = (out, into)
        shapes[f"{name}.bias"] = (out,)

    width = spec.channels
    if spec.trunk == "dense":
        for i in range(spec.blocks):
            linear(f"layer{i}", width, planes + globals if i == 0 else width)
        linear("policy.out", policy_planes, width)
        linear("value.hidden", spec.value_hidden, width)
    else:
        convolution("stem", width, planes, 3)
        shapes["stem.globals.weight"] = (width, globals)
        for i in range(spec.blocks):
            convolution(f"block{i}.first", width, width, 3)
            if spec.pools(i):
                convolution(f"block{i}.pool", spec.pooling_channels, width, 1)
                shapes[f"block{i}.pooled.weight"] = (width, 3 * spec.pooling_channels)
            convolution(f"block{i}.second", width, width, 3)
        convolution("policy", spec.policy_channels, width, 1)
        linear("policy.out", policy_planes, spec.policy_channels)
        convolution("value", spec.value_channels, width, 1)
        if square_classes > 0:
            linear("ownership.out", square_classes, spec.value_channels)
        linear("value.hidden", spec.value_hidden, 3 * spec.value_channels)
    linear("value.out", 3, spec.value_hidden)
    linear("moves_left.out", 1, spec.value_hidden)
    linear("captured.out", 2, spec.value_hidden)
    return shapes


def _inputs(spec: NetSpec, tensors: Mapping[str, Floats], rule_inputs: int) -> Tuple[int, int]:
    """The numbers of planes and globals, from the shapes of the first layers.

    A dense net has one layer for both, of which only the rule inputs are certain to be globals.
    """
    if spec.trunk == "dense":
        return tensors["layer0.weight"].shape[1] - rule_inputs, rule_inputs
    return tensors["stem.weight"].shape[1], tensors["stem.globals.weight"].shape[1]


def _check_layers(spec: NetSpec, rule_inputs: int, tensors: Mapping[str, Floats]) -> None:
    """Raise ValueError unless these are the layers of such a net."""
    dense = spec.trunk == "dense"
    heads = ["policy.out.weight"] + (
        ["layer0.weight"] if dense else ["stem.weight", "stem.globals.weight"]
    )
    for name in heads:
        if name not in tensors:
            raise ValueError(f"layer {name!r} is missing")
        if tensors[name].ndim < 2:
            raise ValueError(f"layer {name!r} has the shape {_shape_text(tensors[name].shape)}")
    planes, globals = _inputs(spec, tensors, rule_inputs)
    if min(planes, globals - rule_inputs) < 0:
        raise ValueError(f"the first layer has fewer inputs than the {rule_inputs} of the rules")
    ownership = tensors.get("ownership.out.weight")
    classes = 0 if dense or ownership is None or ownership.ndim == 0 else ownership.shape[0]
    shapes = _layers(spec, planes, globals, tensors["policy.out.weight"].shape[0], classes)
    for name, shape in shapes.items():
        if name not in tensors:
            raise ValueError(f"layer {name!r} is missing")
        if tensors[name].shape != shape:
            raise ValueError(
                f"layer {name!r} has the shape {_shape_text(tensors[name].shape)}, not "
                f"{_shape_text(shape)}"
            )
        if name.endswith(".norm.variance") and (tensors[name] < 0).any():
            raise ValueError(f"layer {name!r} has a negative variance")
    unknown = sorted(set(tensors) - set(shapes))
    if unknown:
        raise ValueError(
            f"layer {_quoted(unknown[0])} does not belong to the net that 'net' describes"
        )


def _require_game(game: Any, function: str) -> None:
    if not isinstance(game, _tavlab.Game):
        raise TypeError(f"{function}(): game must be a Game, not {type(game).__name__}")


def _as_floats(name: str, tensor: Any) -> Floats:
    try:
        with np.errstate(over="ignore"):
            real = real_array(tensor, name)
            values = np.ascontiguousarray(real, "<f4").reshape(real.shape)
    except (TypeError, ValueError, RuntimeError):  # of PyTorch, for a tensor with a gradient
        raise ValueError(f"tensor {name!r} is not an array of numbers") from None
    if not np.isfinite(values).all():
        raise ValueError(f"tensor {name!r} has a value that is not finite")
    return values
