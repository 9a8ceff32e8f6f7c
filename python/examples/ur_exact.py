"""How far from perfect are agents at the Royal Game of Ur? Measured against an exact table.

    tavlab solve ur-skiryuk --pieces 2 --out ur-2.table
    python python/examples/ur_exact.py ur-2.table --pieces 2

The table has the expected return of every position, so that of a move is known, too, and what an
agent gives away by it: the probability of winning that it loses against a perfect opponent.
"""

import argparse
import random
from statistics import mean

import tavlab


def expected(state, player, table, chance=1.0):
    """The exact expected return of a player; of throws in a row, up to a probability of 1e-9."""
    if state.is_terminal():
        return state.returns()[player]
    if state.is_chance_node():
        # A throw of zero passes the turn, so that throws can follow each other for ever.
        return 0.0 if chance < 1e-9 else sum(
            p * expected(state.child(outcome), player, table, chance * p)
            for outcome, p in state.chance_outcomes()
        )  # fmt: skip
    value = table.analyze(state).value
    return value if state.current_player() == player else -value


def costs(game, agent, table, games, seed):
    """What each decision with a choice costs, in games of the agent against itself."""
    rng = random.Random(seed)
    lost = []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes())
                state.apply_action(rng.choices(outcomes, probabilities)[0])
                continue
            action = agent.play(state)
            if len(state.legal_actions()) > 1:
                player = state.current_player()
                best = expected(state, player, table)
                # A return from -1 to 1 is twice the probability of winning.
                lost.append((best - expected(state.child(action), player, table)) / 2)
            state.apply_action(action)
    return lost


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table")
    parser.add_argument("--rules", default="ur-skiryuk")
    parser.add_argument("--pieces", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    options = parser.parse_args()
    game = tavlab.load(options.rules, {"pieces": options.pieces})
    table = tavlab.Agent(f"table:{options.table}")
    start = game.new_initial_state()
    best = expected(start, start.current_player(), table)
    print(f"{game.id}: the player who begins wins {(1 + best) / 2:.4f} with best play")
    for text in ("random", "greedy", "alphabeta:depth=2", "mcts:sims=100"):
        lost = costs(game, tavlab.Agent(text, seed=1), table, options.games, seed=1)
        perfect = mean(cost < 1e-6 for cost in lost)
        print(f"  {text:18} gives away {mean(lost):.4f} a decision; {perfect:.0%} are perfect")


if __name__ == "__main__":
    main()
