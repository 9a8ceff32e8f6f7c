"""Steps a second of random games: BatchEnv with masks, with observations, and a loop over State.

    python3 python/bench/steps.py [RULES] [--threads N] [--games N] [--rounds N]

The three take turns, and the figures are medians, so that what else the machine does affects all.
Choosing the actions, at random, is not timed. Where other programs use the machine, the processor
time of a step tells more than the steps a second; it includes waiting for memory, but no other
program.
"""

import argparse
import os
import platform
import random
import statistics
import time

import tavlab


def batch_times(env, out, steps):
    """The time and the processor time of a step of one game, choosing actions left out."""
    env.reset(0, out)
    wall = used = 0.0
    for _ in range(steps):
        actions = env.sample_actions()
        began, began_used = time.perf_counter(), time.process_time()
        env.step(actions, out)
        wall += time.perf_counter() - began
        used += time.process_time() - began_used
    return wall / steps / len(env), used / steps / len(env)


def loop_times(game, rng, plies, observe):
    """The same of one game after the other, with the legal actions or also observations."""
    state = game.new_initial_state()
    wall = used = 0.0
    actions = state.legal_actions()
    for _ in range(plies):
        action = rng.choice(actions)
        began, began_used = time.perf_counter(), time.process_time()
        state.apply_action(action)
        if state.is_terminal():
            state.returns()
            state = game.new_initial_state()
        state.legal_actions_mask()
        if observe:
            state.observation()
            state.globals()
        wall += time.perf_counter() - began
        used += time.process_time() - began_used
        actions = state.legal_actions()
    return wall / plies, used / plies


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rules", nargs="?", default="helmfrid-9")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()

    game = tavlab.load(options.rules)
    env = tavlab.BatchEnv(game, options.games, options.threads)
    whole = env.new_batch()
    masks = tavlab.Batch(mask=whole.mask, reward=whole.reward, done=whole.done, player=whole.player)
    kinds = {
        "BatchEnv, masks": lambda: batch_times(env, masks, options.steps),
        "BatchEnv, masks and observations": lambda: batch_times(env, whole, options.steps),
        "State in a loop, masks": lambda: loop_times(game, random.Random(1), 3000, False),
        "State in a loop, masks and observations": lambda: loop_times(game, random.Random(1), 3000, True),
    }
    times = {kind: [] for kind in kinds}
    for _ in range(options.rounds):
        for kind, measure in kinds.items():
            times[kind].append(measure())

    with open("/proc/cpuinfo", encoding="ascii") as file:
        model = next((line.split(":")[1].strip() for line in file if "model name" in line), platform.machine())
    print(f"{options.rules}, {options.games} games, {options.threads} threads, {model}, load {os.getloadavg()[0]:.1f}")
    wall = {kind: statistics.median(wall for wall, _ in each) for kind, each in times.items()}
    used = {kind: statistics.median(used for _, used in each) for kind, each in times.items()}
    for kind in kinds:
        print(f"  {kind:<42} {1 / wall[kind]:>11,.0f} a second, {1e9 * used[kind]:>7,.0f} ns of processor time each")
    for what in ("masks", "masks and observations"):
        batch, loop = f"BatchEnv, {what}", f"State in a loop, {what}"
        print(
            f"  {what}: {wall[loop] / wall[batch]:.1f} times as many a second as the loop, "
            f"in 1/{used[loop] / used[batch]:.1f} of its processor time"
        )


if __name__ == "__main__":
    main()
