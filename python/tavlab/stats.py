"""The statistics of tavlab's experiments, as functions on arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Literal, Sequence, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tavlab import _tavlab
from tavlab.arguments import real_array

__all__ = [
    "BradleyTerry",
    "Elo",
    "MatrixGame",
    "Sprt",
    "bradley_terry",
    "confidence_sequence",
    "elo",
    "holm",
    "matrix_game",
    "sprt",
    "wilson",
]


def _real(numbers: ArrayLike, argument: str) -> ArrayLike:
    """The numbers. Raises TypeError for what NumPy would turn into other numbers."""
    if hasattr(numbers, "__array__"):
        return real_array(numbers, argument)
    _refuse_texts(numbers, argument)
    return numbers


def _refuse_texts(numbers: object, argument: str) -> None:
    """Texts in lists: "1" is not 1."""
    if not isinstance(numbers, (list, tuple)):
        return
    for i, item in enumerate(numbers):
        function, colon, name = argument.partition(": ")
        if isinstance(item, (str, bytes)):
            raise TypeError(f"{function}{colon}item {i} of {name} must be a number, not {type(item).__name__}")
        _refuse_texts(item, f"{function}{colon}item {i} of {name}")


def confidence_sequence(counts: ArrayLike, alpha: float = 0.05) -> Tuple[float, float]:
    """Bound a mean score by betting, valid whenever you look (Waudby-Smith and Ramdas 2024).

    Args:
        counts: how often each score occurred, equally spaced from 0 to 1: losses, draws, wins; or
            pairs of games by their points, from 0 to 2.
        alpha: the probability that the mean ever lies outside.
    """
    return _tavlab.confidence_sequence(_real(counts, "confidence_sequence(): counts"), alpha)


def wilson(successes: float, trials: float) -> Tuple[float, float]:
    """Bound a probability with 95 % confidence, for a fixed number of trials (Wilson 1927)."""
    return _tavlab.wilson(successes, trials)


@dataclass(frozen=True)
class Elo:
    """The difference of two players, as `tavlab match` prints it; NaN without games."""

    #: In Elo; infinite at a score of 0 or 1.
    difference: float
    #: Half the width of the interval with 95 % confidence: NaN if all results are the same, infinite
    #: if the interval reaches a score of 0 or 1.
    error95: float
    interval: Tuple[float, float]
    #: The likelihood that the first player is the stronger one.
    superiority: float


def elo(counts: ArrayLike) -> Elo:
    """Estimate how much stronger one player is than another, from a number of games fixed in advance.

    Args:
        counts: the first player's losses, draws and wins; or the numbers of pairs of games, with sides
            exchanged, in which it has 0, 0.5, 1, 1.5 and 2 points.
    """
    return Elo(**_tavlab.elo(_real(counts, "elo(): counts")))


@dataclass(frozen=True)
class Sprt:
    """The state of a sequential probability ratio test."""

    #: The generalized log-likelihood ratio of H1 to H0.
    llr: float
    #: H0 is accepted at or below `lower`, H1 at or above `upper`.
    lower: float
    upper: float
    #: "H0", "H1" or "undecided".
    state: str


def sprt(
    pairs: ArrayLike,
    elo0: float,
    elo1: float,
    *,
    model: Literal["normalized", "logistic"] = "normalized",
    alpha: float = 0.05,
    beta: float = 0.05,
) -> Sprt:
    """Test elo1 against elo0 on pairs of games with sides exchanged (GSPRT of fishtest).

    Args:
        pairs: the numbers of pairs with 0, 0.5, 1, 1.5 and 2 points.
        elo0, elo1: the hypotheses.
        model: whether they are normalized or logistic Elo.
        alpha, beta: the probabilities of accepting H1 under H0, and H0 under H1.
    """
    if model not in ("normalized", "logistic"):
        raise ValueError(f"model: is {model!r}, but must be 'normalized' or 'logistic'")
    return Sprt(**_tavlab.sprt(_real(pairs, "sprt(): pairs"), elo0, elo1, model == "normalized", alpha, beta))


@dataclass(frozen=True)
class BradleyTerry:
    """Ratings of players, which count relative to one another only."""

    #: float64, by player.
    elo: NDArray[np.float64]
    #: float64, by player.
    standard_error: NDArray[np.float64]
    #: Elo of the first side; 0 without.
    advantage: float


def bradley_terry(
    games: ArrayLike, *, advantage: bool = True, prior_games: float = 0.0
) -> BradleyTerry:
    """Rate players by maximum likelihood (Bradley and Terry 1952). A draw is half a win.

    Args:
        games: rows of five: the player on the first side, the one on the second, and the wins, draws
            and losses of the former. Players are numbered from 0.
        advantage: whether the first side may have one.
        prior_games: a weak prior of so many virtual games of each player.

    Raises:
        ValueError: ratings are not determined, such as those of a player who won all games.
    """
    return BradleyTerry(**_tavlab.bradley_terry(_real(games, "bradley_terry(): games"), advantage, prior_games))


@dataclass(frozen=True)
class MatrixGame:
    """An equilibrium of a matrix game."""

    #: What the row player scores in equilibrium.
    value: float
    #: The mixtures of rows and columns.
    rows: List[float]
    columns: List[float]
    #: What the players secure without mixing.
    band: Tuple[float, float]


def matrix_game(payoff: ArrayLike) -> MatrixGame:
    """Solve a matrix game by linear programming. Entries are scores of the row player, 0 to 1."""
    return MatrixGame(**_tavlab.matrix_game(_real(payoff, "matrix_game(): payoff")))


def holm(p_values: Sequence[float]) -> List[float]:
    """Adjust p-values for their number (Holm 1979), in their order."""
    return _tavlab.holm(_real(p_values, "holm(): p_values"))
