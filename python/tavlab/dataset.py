"""Games of self-play: made with a net of one's own, and read as training data."""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from tavlab import _tavlab
from tavlab.arguments import Rules, game_of, int_of, list_of, seed_of
from tavlab.search import Evaluate


@dataclass(frozen=True)
class StoredGame:
    """A game of a dataset. `Dataset.state` replays it."""

    #: Its number in its run.
    number: int
    #: Its rules.
    game: _tavlab.Game
    #: The training round in which it was finished, from 1.
    round: int
    #: As `State.result`; "unfinished" if it was cut off.
    result: str
    #: As `State.reason`, or "resigned", "ply cap", "endgame table".
    reason: str
    #: Random actions and outcomes of chance at its start.
    opening_events: int
    #: All its actions and outcomes of chance.
    events: int


@dataclass(frozen=True)
class Positions:
    """Columns with one element for each searched decision of a dataset, in the order of its games."""

    #: int64, the index of its game in the dataset.
    game: NDArray[np.int64]
    #: int64, the actions and outcomes of chance before it.
    event: NDArray[np.int64]
    #: int64, the actions before it.
    ply: NDArray[np.int64]
    #: int64, the index of its rules in `Dataset.rules`.
    rules: NDArray[np.int64]
    #: int8, the player to move.
    player: NDArray[np.int8]
    #: bool, whether it was searched with all simulations. Only such decisions are training data.
    full: NDArray[np.bool_]
    #: float64, the search's value: the expected return of the player to move.
    search_value: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.game)


@dataclass(frozen=True)
class TrainingBatch:
    """Positions and what a net should say of them. n positions have m legal moves together."""

    #: int64 (n), their indices in `Dataset.positions`.
    index: NDArray[np.int64]
    #: float32 (n, planes, rows, columns).
    observation: NDArray[np.float32]
    #: float32 (n, globals).
    globals: NDArray[np.float32]
    #: float32 (n, 3), probabilities that the player to move wins, draws, loses.
    value: NDArray[np.float32]
    #: float32 (n), the plies left in the game.
    moves_left: NDArray[np.float32]
    #: int64 (m), the position in the batch of each legal move, rising.
    move_position: NDArray[np.int64]
    #: float32 (m), the share of each move in the policy; those of a position add up to 1. Positions
    #: without a policy (a search that had proved a loss) have no moves here.
    move_share: NDArray[np.float32]
    #: int64, the move of each place, and the place: an index into the policy_size logits. The logit
    #: of a move is the sum over its places.
    place_move: NDArray[np.int64]
    place: NDArray[np.int64]
    #: float32 (n, policy_size), with `dense`: the share of each move at the first of its places, for
    #: games whose moves have one place each. None without.
    policy: Optional[NDArray[np.float32]]

    def __len__(self) -> int:
        return len(self.index)


class Dataset:
    """Shards of self-play: of `tavlab.selfplay`, `tavlab selfplay` and `tavlab train`.

    A pickle has the paths of the shards, which are read again where it is loaded: so do workers of a
    PyTorch `DataLoader` that are started by "spawn".

    Args:
        path: a shard, or a folder of which all shards are read.
        max_size, side_heads: of the encoding, as for `tavlab.load`; by default the largest board of
            the games.

    Raises:
        OSError: there is no such file or folder.
        ValueError: a file is not a shard, is damaged, or has games that the rules do not allow.
    """

    def __init__(
        self,
        path: Union[str, "os.PathLike[str]"],
        *,
        max_size: Optional[int] = None,
        side_heads: bool = False,
    ) -> None:
        files = [file.absolute() for file in _shard_files(path)]
        self._open(str(path), files, 0 if max_size is None else max_size, side_heads)

    def __getstate__(self) -> Tuple[str, List[Path], int, bool]:
        return self._opened

    def __setstate__(self, opened: Tuple[str, List[Path], int, bool]) -> None:
        self._open(*opened)

    def _open(self, path: str, files: List[Path], max_size: int, side_heads: bool) -> None:
        self._opened = (path, files, max_size, side_heads)
        self._shards = [_tavlab.Dataset(file, max_size, side_heads) for file in files]
        if len({shard.games[0].family for shard in self._shards}) > 1:
            raise ValueError(f"{path}: has games of several families; read them one by one")
        if len({shard.games[0].num_distinct_actions for shard in self._shards}) > 1:
            raise ValueError(f"{path}: has boards of several sizes; choose a max_size for all")
        #: The rules of the games.
        self.rules: List[_tavlab.Game] = []
        counts = [len(shard) for shard in self._shards]
        self._first_game = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        columns = [self._columns(shard, i) for i, shard in enumerate(self._shards)]
        self._first = np.cumsum([0] + [len(each["game"]) for each in columns])
        #: All searched decisions.
        self.positions = Positions(
            **{name: np.concatenate([each[name] for each in columns]) for name in columns[0]}
        )

    def __len__(self) -> int:
        """The number of games."""
        return int(self._first_game[-1])

    def __repr__(self) -> str:
        return f"<tavlab.Dataset: {len(self)} games, {len(self.positions)} positions>"

    def __getitem__(self, i: int) -> StoredGame:
        shard, within = self._place(i, "Dataset.__getitem__")
        return StoredGame(**self._shards[shard].game(within))

    def __iter__(self) -> Iterator[StoredGame]:
        return (self[i] for i in range(len(self)))

    def state(self, i: int, events: Optional[int] = None) -> _tavlab.State:
        """Replay game i up to its end, or only so many of its actions and outcomes of chance."""
        shard, within = self._place(i, "Dataset.state")
        return self._shards[shard].state(
            within, self._shards[shard].game(within)["events"] if events is None else events
        )

    def select(
        self,
        *,
        rules: Union[str, Sequence[str], None] = None,
        player: Optional[int] = None,
        min_ply: int = 0,
        max_ply: Optional[int] = None,
        full: bool = True,
    ) -> NDArray[np.int64]:
        """List indices of `positions`.

        Args:
            rules: ids of rule sets.
            player: to move.
            min_ply, max_ply: the plies before the position, both included.
            full: only decisions that were searched with all simulations.
        """
        p = self.positions
        wanted = p.ply >= int_of(min_ply, "min_ply", "Dataset.select")
        if max_ply is not None:
            wanted &= p.ply <= int_of(max_ply, "max_ply", "Dataset.select")
        if full:
            wanted &= p.full
        if player is not None:
            if player not in (0, 1):
                raise ValueError(f"player: is {player!r}, but must be 0 or 1")
            wanted &= p.player == player
        if rules is not None:
            names = [rules] if isinstance(rules, str) else list_of(rules, "rules", "Dataset.select")
            known = [game.id for game in self.rules]
            for name in names:
                if name not in known:
                    raise ValueError(f"rules: there are no games of {name!r}, but of {known}")
            wanted &= np.isin(p.rules, [i for i, name in enumerate(known) if name in names])
        return np.flatnonzero(wanted).astype(np.int64)

    def encode(
        self,
        index: Union[Sequence[int], NDArray[np.int64], NDArray[np.bool_]],
        *,
        dense: bool = False,
        symmetries: bool = False,
        value_lambda: float = 1.0,
        seed: int = 0,
    ) -> TrainingBatch:
        """Make training data of these positions, all on boards of one size.

        Args:
            index: indices of `positions`, or a mask over them.
            dense: whether to make a dense policy.
            symmetries: whether each position is seen under a random symmetry of its rules.
            value_lambda: of TD(lambda) (Sutton 1988): with 1 values are results, with 0 those of
                searches.
            seed: of the symmetries.
        """
        seed = seed_of(seed, "Dataset.encode")
        chosen = self._indices(index)
        if chosen.size == 0:
            raise ValueError("index: must be a sequence of at least one position")
        if chosen.min() < 0 or chosen.max() >= len(self.positions):
            raise IndexError(f"index: positions are from 0 to {len(self.positions) - 1}")
        of_shard = np.searchsorted(self._first, chosen, side="right") - 1
        order = np.argsort(of_shard, kind="stable")
        parts = []
        for shard in np.unique(of_shard):
            within = chosen[order][of_shard[order] == shard] - self._first[shard]
            parts.append(self._shards[shard].encode(within, value_lambda, symmetries, seed))
        fields = _joined(parts)
        fields["index"] = chosen[order]
        return TrainingBatch(**fields, policy=self._dense(fields) if dense else None)

    def batches(
        self,
        size: int,
        *,
        index: Union[Sequence[int], NDArray[np.int64], NDArray[np.bool_], None] = None,
        shuffle: bool = True,
        drop_last: bool = False,
        seed: int = 0,
        **encoding: Any,
    ) -> Iterator[TrainingBatch]:
        """Go once through the positions, in batches.

        Args:
            size: positions in a batch; the last one may have fewer.
            index: the positions, by default `select()`.
            shuffle: whether their order is random.
            drop_last: whether to leave out a smaller last batch.
            seed: of order and symmetries. Take another one for each epoch.
            encoding: `dense`, `symmetries` and `value_lambda`, as for `encode`.
        """
        size = int_of(size, "size", "Dataset.batches")
        if size < 1:
            raise ValueError(f"size: is {size}, but must be at least 1")
        seed = seed_of(seed, "Dataset.batches")
        chosen = self.select() if index is None else self._indices(index)
        if shuffle:
            chosen = np.random.default_rng(seed).permutation(chosen)
        end = len(chosen) - len(chosen) % size if drop_last else len(chosen)
        for begin in range(0, end, size):
            yield self.encode(chosen[begin : begin + size], seed=seed, **encoding)

    def _indices(self, index: Union[Sequence[int], NDArray[np.int64], NDArray[np.bool_]]) -> NDArray[np.int64]:
        """Indices of positions, or a mask over all of them, as indices."""
        chosen = np.asarray(index)
        if chosen.ndim != 1:
            raise ValueError(f"index: must have one dimension, not {chosen.ndim}")
        if chosen.dtype == np.bool_:
            if chosen.shape != (len(self.positions),):
                raise ValueError(f"index: a mask must have {len(self.positions)} elements, one for each position")
            return np.flatnonzero(chosen).astype(np.int64)
        if chosen.size > 0 and not np.issubdtype(chosen.dtype, np.integer):
            raise TypeError(f"index: must be integers or a mask, not {chosen.dtype}")
        return chosen.astype(np.int64)

    def _columns(self, shard: Any, number: int) -> dict[str, NDArray[Any]]:
        columns = dict(shard.decisions)
        columns["game"] = columns["game"] + self._first_game[number]
        places = []
        for game in shard.games:
            if game not in self.rules:
                self.rules.append(game)
            places.append(self.rules.index(game))
        columns["rules"] = np.asarray(places, np.int64)[columns["rules"]]
        return columns

    def _place(self, i: int, method: str) -> tuple[int, int]:
        i = int_of(i, "i", method)
        if not 0 <= i < len(self):
            raise IndexError(f"game {i} is out of range: there are {len(self)}")
        shard = int(np.searchsorted(self._first_game, i, side="right")) - 1
        return shard, int(i - self._first_game[shard])

    def _dense(self, fields: dict[str, NDArray[Any]]) -> NDArray[np.float32]:
        moves = fields["place_move"]
        if len(moves) != len(fields["move_share"]):
            raise ValueError(
                "dense: moves of these rules have several places in the policy; use the sparse one"
            )
        count = len(fields["index"])
        policy = np.zeros((count, self.rules[0].policy_size), np.float32)
        policy[fields["move_position"][moves], fields["place"]] = fields["move_share"][moves]
        return policy


def _shard_files(given: Union[str, "os.PathLike[str]"]) -> List[Path]:
    path = Path(given)
    if stat.S_ISDIR(os.stat(given).st_mode):  # raises the OSError that tells why there is nothing
        os.listdir(given)  # the same, for a folder that cannot be read
        # Games in flight are unfinished and will be in a later shard.
        files = sorted(file for file in path.rglob("games-*.h5") if ".planes" not in file.name)
        if not files:
            why = "there are no games-*.h5 in the folder"
            if (path / "stopped.json").exists():
                why += "; the self-play was stopped, and the same command goes on to write them"
            raise FileNotFoundError(errno.ENOENT, why, str(path))
        return files
    return [path]


def _joined(parts: Sequence[dict[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    shapes = {part["observation"].shape[1:] for part in parts}
    if len(shapes) > 1:
        raise ValueError("the positions are on boards of several sizes; choose by rules")
    positions = np.cumsum([0] + [len(part["observation"]) for part in parts])
    moves = np.cumsum([0] + [len(part["move_share"]) for part in parts])
    for i, part in enumerate(parts):
        part["move_position"] += positions[i]
        part["place_move"] += moves[i]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def selfplay(
    game: Rules,
    evaluate: Evaluate,
    games: int,
    out: Union[str, "os.PathLike[str]"],
    *,
    sims: int = 32,
    gumbel: int = 16,
    symmetry: bool = True,
    seed: int = 1,
    games_per_shard: int = 200,
    name: str = "python",
    progress: Optional[Callable[[int], object]] = None,
    **options: float,
) -> int:
    """Play games with a net of any framework, into the dataset format.

    The run can be interrupted: the same call goes on with the last shard that was finished, and
    more `games` prolong it.

    Args:
        game: the rules, or their id or path.
        evaluate: as for `search_batch`.
        games: the number of games in the folder in the end.
        out: a folder.
        sims: simulations for a move.
        gumbel: moves that Gumbel search considers at the root; 0 is PUCT.
        symmetry: whether positions are evaluated under random symmetries.
        seed: of the run.
        games_per_shard: finished games in each file.
        name: of the net, for the record.
        progress: called with the number of games that are finished.
        options: further ones, as in the config of `tavlab train` (selfplay/README.md): `cpuct`,
            `noise`, `noise_alpha`, `gumbel_scale`, `gumbel_rescaled`, `temperature`,
            `temperature_end`, `temperature_halving`, `opening_plies`, `max_plies`, `resign_below`,
            and `games_in_flight`, the number of games whose leaves are evaluated together (64).

    Returns:
        The number of games that the run has played into the folder.

    Raises:
        ValueError: the folder holds another run, or an option is out of range.
        TypeError: there is no such option.
        Whatever `evaluate` raises; the folder keeps the shards that were finished.
    """
    seed = seed_of(seed, "selfplay")
    for option in options:
        if option not in _OPTIONS:
            raise TypeError(f"selfplay has no option {option!r}; options: {', '.join(_OPTIONS)}")
    if progress is not None and not callable(progress):
        raise TypeError(f"selfplay(): progress must be a function or None, not {type(progress).__name__}")
    every: dict[str, float] = {"sims": sims, "gumbel": gumbel, "symmetry": symmetry, **options}
    return _tavlab.selfplay(
        game_of(game, "selfplay"), evaluate, games, os.fspath(out), seed, games_per_shard, name, every,
        progress,
    )  # fmt: skip


_OPTIONS = (
    "cpuct",
    "games_in_flight",
    "gumbel_rescaled",
    "gumbel_scale",
    "max_plies",
    "noise",
    "noise_alpha",
    "opening_plies",
    "resign_below",
    "temperature",
    "temperature_end",
    "temperature_halving",
)
