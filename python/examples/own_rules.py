"""A rule set of one's own, and how even it is between agents that look ahead.

    python python/examples/own_rules.py [GAMES]

A match of one agent against itself says how that agent plays, not how even a game is; so two kinds
of agents play either side against each other here.
"""

import sys

import tavlab

games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
agents = ["alphabeta:nodes=500", "mcts:sims=200,rollout=none"]
for changes in ({}, {"king.armed": "none"}, {"limits.king_side_moves": 15}):
    game = tavlab.load("brandubh-7", changes)
    print(game.id)
    for attackers in agents:
        for defenders in agents:
            match = tavlab.match(game, attackers, defenders, games, swap=False, max_plies=300)
            low, high = match.score_interval
            print(f"  {attackers:28} against {defenders:28} {match.score:.2f} [{low:.2f}, {high:.2f}]")

# A file that tavlab.load and all commands read.
text = tavlab.load("brandubh-7", {"king.armed": "none"}).to_toml("my-brandubh")
print(text[: text.index("\n")])
