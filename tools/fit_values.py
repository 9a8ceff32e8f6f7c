#!/usr/bin/env python3
"""Fits what the value of a search with a shipped evaluation says about results, for nn/evaluations/values.json.

    PYTHONPATH=build/native/python python3 tools/fit_values.py RULES... [--games N] [--nodes N] [--write]

Plays games of `alphabeta:net=auto` against itself from random openings, and fits a line in the logit of
the value to the results (Platt 1999). Prints how often a value came true, and the line; --write puts it into
values.json. What the build at hand has measured before is taken into account, so a second run should find a
slope near 1 and an offset near 0.
"""

import argparse
import json
import math
import pathlib
import random
import subprocess

import tavlab

FILE = pathlib.Path(__file__).parent.parent / "nn" / "evaluations" / "values.json"
OPENING, LONGEST, LIMIT = 4, 400, 8.0


def logit(value):
    limited = min(max(value, 1e-9), 1 - 1e-9)
    return min(max(math.log(limited / (1 - limited)), -LIMIT), LIMIT)


def logistic(x):
    return 1 / (1 + math.exp(-x))


def play(game, agent, rng):
    """The first player's values before each move of a game until its end is proven, and its score, from 0 to 1."""
    state, values = game.new_initial_state(), []
    for _ in range(OPENING):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    while not state.is_terminal() and len(values) < LONGEST:
        found = agent.analyze(state)
        if found.proven:
            return values, {game.players[0]: 1.0, game.players[1]: 0.0}.get(found.proven, 0.5)
        value = (1 + found.value) / 2
        values.append(value if state.current_player() == 0 else 1 - value)
        state.apply_action(found.best)
    return values, (1 + state.returns()[0]) / 2 if state.is_terminal() else 0.5


def fit(observations):
    """Newton's method; the priors are those of selfplay/evaluation/calibration.cpp."""
    slope, offset, prior = 1.0, 0.0, 50.0
    for _ in range(30):
        gradient = [prior * (slope - 1), prior * offset]
        hessian = [prior, 0.0, prior]
        for x, score in observations:
            expected = logistic(slope * x + offset)
            weight = expected * (1 - expected)
            gradient[0] += (expected - score) * x
            gradient[1] += expected - score
            hessian[0] += weight * x * x
            hessian[1] += weight * x
            hessian[2] += weight
        determinant = hessian[0] * hessian[2] - hessian[1] ** 2
        slope -= (gradient[0] * hessian[2] - gradient[1] * hessian[1]) / determinant
        offset -= (gradient[1] * hessian[0] - gradient[0] * hessian[1]) / determinant
        slope, offset = min(max(slope, 0.1), 4.0), min(max(offset, -LIMIT), LIMIT)
    return slope, offset


def loss(observations, slope, offset):
    """Mean cross-entropy in nats."""
    total = 0.0
    for x, score in observations:
        expected = logistic(slope * x + offset)
        total -= score * math.log(expected) + (1 - score) * math.log(1 - expected)
    return total / len(observations)


def measure(rules, options):
    game = tavlab.load(rules)
    agent = tavlab.Agent(f"alphabeta:net={rules},nodes={options.nodes}")
    rng = random.Random(options.seed)
    scores, observations, values = [], [], []
    for _ in range(options.games):
        found, score = play(game, agent, rng)
        scores.append(score)
        values += [(value, score) for value in found]
    observations = [(logit(value), score) for value, score in values]
    slope, offset = fit(observations)
    print(f"{rules}: first player's score {sum(scores) / len(scores):.3f} in {len(scores)} games, {len(values)} positions")
    print("  value        positions   score")
    for low in range(10):
        there = [score for value, score in values if low <= 10 * value < low + 1 or (low == 9 and value == 1)]
        if there:
            print(f"  {low / 10:.1f} to {(low + 1) / 10:.1f}  {len(there):>9}   {sum(there) / len(there):.2f}")
    print(f"  slope {slope:.3f}, offset {offset:.3f}: loss {loss(observations, 1, 0):.4f} before, {loss(observations, slope, offset):.4f} after")
    shown = json.loads(subprocess.run([options.tavlab, "evaluate", "show", rules, "--json"], check=True, capture_output=True).stdout)
    return {
        "evaluation": rules, "evaluation_hash": shown["hash"], "rules": rules, "rules_hash": game.content_hash,
        "slope": round(slope, 3), "offset": round(offset, 3), "games": options.games, "nodes": options.nodes,
        "seed": options.seed, "positions": len(values), "score": round(sum(scores) / len(scores), 3)
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rules", nargs="+", help="ids of rule sets with an evaluation of the same name")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tavlab", default="build/native/tools/tavlab")
    parser.add_argument("--write", action="store_true", help="put the lines into nn/evaluations/values.json")
    options = parser.parse_args()
    rows = {row["rules"]: row for row in json.loads(FILE.read_text())}
    for rules in options.rules:
        row, before = measure(rules, options), rows.get(rules)
        # The values were those of the line before.
        if before and before["evaluation_hash"] == row["evaluation_hash"]:
            row["offset"] = round(row["slope"] * before["offset"] + row["offset"], 3)
            row["slope"] = round(row["slope"] * before["slope"], 3)
        rows[rules] = row
        if options.write:
            FILE.write_text("[\n" + ",\n".join("  " + json.dumps(rows[key]) for key in sorted(rows)) + "\n]\n")


if __name__ == "__main__":
    main()
