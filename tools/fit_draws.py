#!/usr/bin/env python3
"""Fits how often positions are drawn under each rule set, for selfplay/agents/draws.json.

    PYTHONPATH=build/native/python python3 tools/fit_draws.py [RULES...] [--games N] [--nodes N]

Plays games of `alphabeta:net=auto` against itself from random openings, and fits the draws of Davidson's model
(selfplay/agents/draw_model.h) to the values of its searches and the results, each game with the same weight: the
model then expects as many draws in these games as there were. Rule sets that are in the file are left out, unless
they are named. The file is written after each of them.
"""

import argparse
import json
import math
import pathlib

import tavlab

FILE = pathlib.Path(__file__).parent.parent / "selfplay" / "agents" / "draws.json"


def draw_probability(value, at_even):
    """Of a position with this expected score; at_even < 1 is that of positions with a score of 1/2."""
    if value in (0, 1):
        return 0.0
    nu, slant = 2 * at_even / (1 - at_even), value - 0.5
    strength = (nu * slant + math.sqrt((nu * slant) ** 2 + 4 * value * (1 - value))) / (2 * (1 - value))
    return nu / (strength + 1 / strength + nu)


def fit(games):
    """The share of draws at even chances by which the model expects as many as there were, by bisection."""
    drawn = sum(result == "draw" for _, result in games)
    low, high = 0.0, 0.999
    for _ in range(40):
        middle = (low + high) / 2
        expected = sum(sum(draw_probability(v, middle) for v in values) / len(values) for values, _ in games)
        low, high = (middle, high) if expected < drawn else (low, middle)
    return low


def measure(rules, options):
    agent = f"alphabeta:net=auto,nodes={options.nodes}"
    game = tavlab.load(rules)
    played = tavlab.match(
        game, agent, agent, options.games, swap=False, opening_plies=4, max_plies=600, threads=options.threads,
        seed=options.seed,
    ).games  # fmt: skip
    games = []
    for values, result in zip(played["values"], played["result"]):
        found = [int(each) / 1000 for each in values.split() if each != "-"]
        if result != "unfinished" and found:
            games.append((found, result))
    drawn = sum(result == "draw" for _, result in games)
    row = {
        "rules": rules, "rules_hash": game.content_hash, "draws": round(fit(games), 4), "drawn": drawn,
        "games": len(games), "nodes": options.nodes, "seed": options.seed,
    }  # fmt: skip
    print(f"{rules}: {drawn} of {len(games)} games drawn; {row['draws']:.3f} of positions with even chances", flush=True)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rules", nargs="*", help="ids of rule sets; by default all that are not in the file")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rows = {row["rules"]: row for row in json.loads(FILE.read_text())} if FILE.exists() else {}
    for rules in options.rules or [each for each in tavlab.rule_set_ids() if each not in rows]:
        rows[rules] = measure(rules, options)
        FILE.write_text("[\n" + ",\n".join("  " + json.dumps(rows[key]) for key in sorted(rows)) + "\n]\n")


if __name__ == "__main__":
    main()
