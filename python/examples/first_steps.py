"""A game between two random players, and a batch of games."""

import random

import numpy as np
import tavlab

game = tavlab.load("brandubh-7")
state = game.new_initial_state()
while not state.is_terminal():
    state.apply_action(random.choice(state.legal_actions()))
print(state)
print(f"{state.result}: {state.reason}, after {state.plies} plies; returns {state.returns()}")

env = tavlab.BatchEnv(game, n=256, opponent="greedy", seed=1)
batch = env.reset()
won = played = 0
for _ in range(100):
    batch = env.step(env.sample_actions())
    won += int(np.sum(batch.reward[batch.done] > 0))
    played += int(batch.done.sum())
print(f"random moves win {won} of {played} games against the greedy agent")
