"""Games of self-play, written and read: who wins, how long they are, and what a net would learn from.

    python python/examples/read_dataset.py [FOLDER]

Without a folder, a few games are played first, by a search that knows nothing but the rules.
"""

import collections
import sys
import tempfile

import numpy as np
import tavlab


def play(folder: str) -> None:
    game = tavlab.load("brandubh-7")

    def evaluate(observation, globals):
        return np.zeros((len(observation), game.policy_size)), np.zeros(len(observation))

    tavlab.selfplay(game, evaluate, 40, folder, sims=16, gumbel=8, max_plies=150, seed=1)


with tempfile.TemporaryDirectory() as scratch:
    folder = sys.argv[1] if len(sys.argv) > 1 else scratch
    if folder == scratch:
        play(folder)
    data = tavlab.Dataset(folder)
    print(data, collections.Counter((stored.result, stored.reason) for stored in data))
    plies = [data.state(i).plies for i in range(len(data))]
    print(f"{np.mean(plies):.1f} plies a game, the longest {max(plies)}")
    for player, name in enumerate(data.rules[0].players):
        mine = data.select(player=player)
        value = np.mean([batch.value @ [1, 0, -1] for batch in data.batches(len(mine), index=mine)])
        print(f"{name}: {len(mine)} decisions, mean return {value:+.2f}")
