"""Agents of tavlab, and its tree search with an evaluator of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from tavlab import _tavlab
from tavlab.arguments import list_of, seed_of

#: `evaluate(observation, globals) -> (logits, values)`, on arrays with one row for each position.
Evaluate = Callable[[NDArray[np.float32], NDArray[np.float32]], Tuple[Any, Any]]


@dataclass(frozen=True)
class Analysis:
    """What a search says about a decision.

    Values are expected returns, from -1 to 1, of the player to move; those of a move are that
    player's, too, after the move. Elements of `values`, `priors` and `policy` are NaN where the
    search has none.
    """

    #: The action that would be played.
    best: int
    #: The value of the position; None if the agent does not search.
    value: Optional[float]
    #: The net's value of the position without search; None without a net.
    net_value: Optional[float]
    #: The result with best play, as in `State.result`, if the search proved it, else "".
    proven: str
    #: int64 (m), the actions that were looked at, the best first where an agent searched; a search that
    #: was too short may have looked at none.
    actions: NDArray[np.int64]
    #: int64 (m), the simulations or nodes spent on each.
    visits: NDArray[np.int64]
    #: float64 (m), the value after each.
    values: NDArray[np.float64]
    #: float64 (m), the probability of each before the search, of the net or the evaluator; NaN for
    #: agents without.
    priors: NDArray[np.float64]
    #: float64 (m), the share of each in the policy that a net should learn; `search_batch` only;
    #: NaN for others.
    policy: NDArray[np.float64]
    #: The proven result after each, or "".
    proven_moves: List[str]
    #: The actions expected from here on, up to the first outcome of chance.
    line: List[int]
    #: The cost of the search; 0 where it does not apply.
    simulations: int
    nodes: int
    depth: int
    seconds: float


class Agent:
    """An agent of tavlab, such as `Agent("alphabeta:nodes=20000")`: see `tavlab help agents`.

    It plays by the rules of the states that it is given. If a state goes on with the game that it
    saw last, it may go on with its search tree; `restart` forgets it.

    Args:
        text: the agent, as on the command line.
        seed: of its random choices. The same calls give the same moves, unless time is limited.

    Raises:
        ValueError: there is no such agent; or, when it is first used, it cannot play the rules.
        RuntimeError: it keeps threads (such as `mcts:threads=2`) or a program, and has played in the
            process from which this one was forked.
    """

    def __init__(self, text: str, seed: int = 0) -> None:
        seed = seed_of(seed, "Agent")
        self._agent = _tavlab.Agent(text, seed)

    @property
    def text(self) -> str:
        """The agent as text, in its standard form."""
        return self._agent.text

    def __repr__(self) -> str:
        return f"tavlab.Agent({self.text!r})"

    def play(self, state: _tavlab.State) -> int:
        """Choose an action. The state stays as it is.

        Raises:
            ValueError: the game is over, or chance is next.
        """
        return self._agent.play(state)

    def analyze(self, state: _tavlab.State) -> Analysis:
        """Choose an action, and tell what the search found."""
        return Analysis(**self._agent.analyze(state))

    def restart(self) -> None:
        """Forget the last game."""
        self._agent.restart()


def search_batch(
    states: Sequence[_tavlab.State],
    evaluate: Evaluate,
    sims: int,
    *,
    gumbel: int = 0,
    gumbel_scale: float = 0.1,
    gumbel_rescaled: bool = True,
    cpuct: float = 1.0,
    noise: float = 0.0,
    noise_alpha: float = 0.3,
    leaves: int = 1,
    symmetry: bool = False,
    seed: int = 0,
) -> List[Analysis]:
    """Search many positions at once with a net of any framework.

    Each call of `evaluate` has the leaves of all searches that are still going on, so that batches
    are as large as the number of states. What else is in the list makes no difference to a search,
    but its random numbers (of Gumbel search, noise, dice and symmetries) depend on its index: the
    same state twice in a list may have two results.

    Args:
        states: decisions of one game, with their histories.
        evaluate: a function of observations, float32 (n, planes, rows, columns), and globals,
            float32 (n, globals), as `State.observation` and `State.globals` give them. It returns
            logits, (n, game.policy_size), and values: expected returns of the players to move, from
            -1 to 1, (n,), or their probabilities of a win, a draw and a loss, (n, 3). Positions may
            be decisions or chance nodes, whose logits are not used. A logit of -inf is a probability
            of 0; if all legal moves of a position have it, they are alike.
        sims: simulations for each state. Each of them takes from 64 bytes to some thousands, up to the
            end of the search; numbers for which memory cannot be enough are refused.
        gumbel: the number of moves that Gumbel search considers at the root (Danihelka et al.
            2022), sampled from the policy; 0 is PUCT.
        gumbel_scale, gumbel_rescaled: the weight of values against the policy, as in `tavlab train`.
        cpuct: the exploration constant.
        noise, noise_alpha: the share of Dirichlet noise in the root's priors, and its parameter.
        leaves: positions of one search that are evaluated at the same time; more than 1 fills
            batches, and widens the search.
        symmetry: whether each position is evaluated under a random symmetry of the rules.
        seed: of all random choices.

    Raises:
        ValueError: a state is no decision or of another game, or `evaluate` returned something else.
        Whatever `evaluate` raises.
    """
    seed = seed_of(seed, "search_batch")
    found = _tavlab.search_batch(
        list_of(states, "states", "search_batch"), evaluate, sims, gumbel, gumbel_scale, gumbel_rescaled,
        cpuct, noise, noise_alpha, leaves, symmetry, seed,
    )  # fmt: skip
    return [Analysis(**fields) for fields in found]
