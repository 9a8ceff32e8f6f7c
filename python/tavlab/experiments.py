"""Matches, experiments, claims and calibrations, and the games that they store."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from tavlab import _tavlab, stats
from tavlab.arguments import Rules, folder_for, game_of, int_of, list_of, name_of, seed_of

Folder = Union[str, "os.PathLike[str]"]


class Games(Dict[str, Any]):
    """Games as columns by name, in the order of their numbers.

    `number`; `swapped`, whether the agents exchanged sides; `result` and `reason` as in `State`;
    `return0`, the return of player 0; `plies`; `choices`, the plies with more than one legal move;
    `lost0` and `lost1`, the pieces that each player lost; `legal_moves`, their mean; `seconds`;
    `moves` with rolls, as text; `values`, the searches' scores of player 0 in thousandths, as text.
    Numbers are NumPy arrays, texts are lists.
    """

    def __len__(self) -> int:
        """The number of games."""
        return len(self["number"])

    def __repr__(self) -> str:
        """Name the columns: the games may be thousands."""
        return f"<{len(self)} games, columns {', '.join(self)}>"

    def frame(self) -> Any:
        """Make a pandas DataFrame. Needs pandas (Debian: python3-pandas)."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("Games.frame needs pandas (Debian: python3-pandas)") from error
        return pandas.DataFrame(dict(self))


@dataclass(frozen=True)
class Match:
    """A match of two agents."""

    #: The id of the rules, and the agents.
    rules: str
    first: str
    second: str
    #: The games.
    games: Games
    #: The results of the first agent, over both sides.
    wins: int
    draws: int
    losses: int
    #: Games that were cut off, which count nowhere else.
    unfinished: int
    #: The mean score of the first agent, and its interval with 95 % confidence; NaN without games.
    score: float
    score_interval: Tuple[float, float]
    #: The mean score of player 0, whichever agent plays it.
    player0_score: float
    #: The pairs of games with sides exchanged, by the points of the first agent: 0, 0.5, 1, 1.5 and 2.
    #: Pairs with an unfinished game do not count; without `swap` there are none.
    pairs: Tuple[int, int, int, int, int]
    #: How much stronger the first agent is: from the pairs, or the games where there are none.
    elo: stats.Elo
    #: Games that do not repeat another move for move: where they are few, the interval is too narrow.
    distinct: int


def match(
    game: Rules,
    first: str,
    second: str,
    games: int = 100,
    *,
    swap: bool = True,
    opening_plies: Optional[int] = None,
    openings: Optional[str] = None,
    max_plies: int = 2000,
    threads: Optional[int] = None,
    seed: int = 1,
) -> Match:
    """Play two agents of tavlab against each other.

    Args:
        game: the rules, or their id or path.
        first, second: the agents (`tavlab help agents`).
        games: their number.
        swap: whether every second game has the sides exchanged; else `first` plays player 0.
        opening_plies: random plies at the start of each game, 2 by default.
        openings: in place of those, "plies=N", "plies=N,unique" or a file, as for `tavlab match`.
        max_plies: longer games are cut off as unfinished.
        threads: by default the number of cores. The games do not depend on it.
        seed: of openings, chance and agents.

    Raises:
        ValueError: an agent cannot play these rules, or an argument is out of range.
    """
    seed = seed_of(seed, "match")
    if openings is not None and opening_plies is not None:
        raise ValueError("opening_plies and openings: give one of them")
    if openings is not None and not swap:
        raise ValueError("openings: are played in pairs of games, which needs swap=True")
    plies = 2 if openings is None and opening_plies is None else opening_plies
    rules = game_of(game, "match")
    played = Games(
        _tavlab.match(
            rules, first, second, games, swap, plies, openings, max_plies,
            _threads(threads), seed,
        )  # fmt: skip
    )
    finished = np.array([result != "unfinished" for result in played["result"]])
    of_player0 = (played["return0"][finished] + 1) / 2
    scores = np.where(played["swapped"][finished], 1 - of_player0, of_player0)
    wins, draws = int((scores == 1).sum()), int((scores == 0.5).sum())
    count = int(finished.sum())
    pairs = _pairs(played) if swap else (0, 0, 0, 0, 0)
    interval = stats.wilson(wins + draws / 2, count) if count else (float("nan"), float("nan"))
    return Match(
        rules=rules.id,
        first=first,
        second=second,
        games=played,
        wins=wins,
        draws=draws,
        losses=count - wins - draws,
        unfinished=len(played) - count,
        score=float(scores.mean()) if count else float("nan"),
        score_interval=interval,
        player0_score=float(of_player0.mean()) if count else float("nan"),
        pairs=pairs,
        elo=stats.elo(pairs if sum(pairs) else (count - wins - draws, draws, wins)),
        distinct=len(set(played["moves"])),
    )


def _pairs(games: Games) -> Tuple[int, int, int, int, int]:
    """Count the finished pairs, games 2k and 2k + 1, by the points of the first agent."""
    return_of_first = np.where(games["swapped"], -games["return0"], games["return0"])
    points: Dict[int, List[float]] = {}
    for number, result, each in zip(games["number"], games["result"], return_of_first):
        if result != "unfinished":
            points.setdefault(number // 2, []).append((each + 1) / 2)
    sums = [sum(both) for both in points.values() if len(both) == 2]
    return tuple(sums.count(halves / 2) for halves in range(5))  # type: ignore[return-value]


def calibrate(
    rules: Rules,
    agents: Sequence[str],
    out: Folder,
    *,
    overrides: Sequence[str] = (),
    games: int = 40,
    opening_plies: int = 2,
    max_plies: int = 2000,
    threads: Optional[int] = None,
    seed: int = 1,
) -> Dict[str, Any]:
    """Play every agent against every agent, as `tavlab calibrate` does; the run can be resumed.

    Args:
        rules: the rules, or their id or path.
        agents: two or more.
        out: the folder of the run.
        overrides: parameters, as "key=value".
        games: of each pair of agents, on average.
        opening_plies, max_plies, threads, seed: as for `match`.

    Returns:
        calibration.json: scores, ratings, value, band and the strongest agents.
    """
    seed = seed_of(seed, "calibrate")
    name = name_of(rules, "calibrate")
    changes = list_of(overrides, "overrides", "calibrate")
    players = list_of(agents, "agents", "calibrate")
    games = int_of(games, "games", "calibrate")
    if games < 1:
        raise ValueError(f"games: is {games}, but must be at least 1")
    with folder_for(out) as folder:
        _tavlab.calibrate(
            name, changes, players, folder, games, opening_plies, max_plies, _threads(threads), seed
        )
    return _read(out, "calibration.json")


def run_experiment(
    config: Folder, out: Folder, *, games: Optional[int] = None, threads: Optional[int] = None
) -> Dict[str, Any]:
    """Run or resume an experiment, as `tavlab experiment run` does.

    Args:
        config: the id of a built-in one, or the path of a TOML file.
        out: the folder, in which the report is written, too.
        games: games of each cell, instead of the config's.
        threads: by default the number of cores.

    Returns:
        summary.json.
    """
    games = None if games is None else int_of(games, "games", "run_experiment")
    with folder_for(out) as folder:
        _tavlab.run_experiment(os.fspath(config), folder, games, _threads(threads))
    return _read(out, "summary.json")


def run_claim(
    claim: Folder,
    out: Folder,
    *,
    games: Optional[int] = None,
    agents: Sequence[str] = (),
    calibration: Optional[Folder] = None,
    minutes: float = 0.0,
    threads: Optional[int] = None,
) -> Dict[str, Any]:
    """Run or resume a claim, as `tavlab claim run` does.

    Args:
        claim: the id of a built-in one, or the path of a TOML file.
        out: the folder, in which the report is written, too.
        games: games of each cell, instead of the claim's budget.
        agents: the strongest agent of each kind.
        calibration: the folder of a calibration that names them instead.
        minutes: the budget of time; 0 for none.
        threads: by default the number of cores.

    Returns:
        claim.json.
    """
    strongest = list_of(agents, "agents", "run_claim")
    known = None if calibration is None else os.fspath(calibration)
    games = None if games is None else int_of(games, "games", "run_claim")
    if not 0 <= minutes <= 1e7:
        raise ValueError(f"minutes: is {minutes}, but must be from 0 to 10,000,000")
    with folder_for(out) as folder:
        _tavlab.run_claim(
            os.fspath(claim), folder, games, strongest, known, minutes, _threads(threads)
        )
    return _read(out, "claim.json")


class Store:
    """The games in the folder of an experiment, a claim, a calibration or a match, also while it runs.

    Raises:
        OSError: there is no such folder.
        ValueError: it has no games of tavlab, or they are damaged.
    """

    def __init__(self, folder: Folder) -> None:
        path = Path(folder)
        os.listdir(folder)  # raises the OSError that tells why, if it is no folder that can be read
        self._store = _tavlab.Store(path)

    @property
    def experiment(self) -> Dict[str, Any]:
        """What the run is: id, title, question, command, tavlab_version, seed."""
        return self._store.experiment()

    @property
    def cells(self) -> List[Dict[str, Any]]:
        """Its cells: label, rules, overrides, first and second agent, games wanted and played, ..."""
        return self._store.cells()

    def games(self, cell: int = 0) -> Games:
        """Read the games of a cell."""
        return Games(self._store.games(cell))


def _threads(threads: Optional[int]) -> int:
    return len(os.sched_getaffinity(0)) if threads is None else threads


def _read(folder: Folder, name: str) -> Dict[str, Any]:
    content: Dict[str, Any] = json.loads((Path(folder) / name).read_text())
    return content
