#!/usr/bin/env python3
"""Measures what devices of training are worth: nets trained with and without each, in the same time, play against each other.

For each seed a net is trained by a config that comes with tavlab as it is, and one with each device. Every net with a device then
plays every net without one. The trainings and games are kept in folders: the same command resumes, and --seeds adds seeds.
"""

import argparse
import json
import math
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

BASE = "none"
# What each device changes in the config: section, key and value, as TOML.
DEVICES = {
    "branches": [("selfplay", "branch_share", "0.3")],
    "regret": [("selfplay", "branch_share", "0.3"), ("selfplay", "branch_candidates", "8")],
    "past": [("selfplay", "past_share", "0.3"), ("selfplay", "past_every", "5")],
    "alphabeta": [("selfplay", "opponent", '"alphabeta:net=auto,nodes=1000,table=1"'), ("selfplay", "opponent_share", "0.3"),
                  ("selfplay", "opponent_teaches", "true")],
    "side_heads": [("net", "side_heads", "true")],
    "limits": [("", "rules", '[{name = "RULES"}, {name = "RULES", vary = {"limits.king_side_moves" = [10, 20, 30]}}]')],
}
# Student's t, two-sided 95 %, by degrees of freedom; beyond, the next smaller one is used.
STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 8: 2.306, 10: 2.228, 15: 2.131, 20: 2.086, 30: 2.042}


def put(config, section, key, value):
    """`config`, TOML as text, with the value of a key of a section ("": of none) set."""
    parts = re.split(r"(?m)^(?=\[)", config)
    for i, part in enumerate(parts):
        if (part.startswith(f"[{section}]") if section else i == 0):
            line = f"{key} = {value}\n"
            parts[i], count = re.subn(rf"(?m)^{key} = .*\n", lambda _: line, part)
            if count == 0:
                parts[i] = part.rstrip("\n") + "\n" + line + "\n"
            return "".join(parts)
    sys.exit(f"the config has no section [{section}]")


def config_of(options, device, seed):
    config = options.config.read_text(encoding="utf-8")
    changes = [("", "seed", str(seed)), ("", "minutes", f"{options.minutes:g}"), ("", "rounds", "100000"),
               # The learning rate depends on the rounds, of which there are more or fewer in the same time: here it is constant.
               ("learn", "final_learning_rate", re.search(r"(?m)^learning_rate = (.*)", config)[1])]
    for section, key, value in changes + DEVICES.get(device, []):
        config = put(config, section, key, value.replace("RULES", options.rules))
    return config.split("[ladder]")[0]  # matches would take time


def train(options, device, seed):
    """The net of a device and a seed."""
    folder = options.out / f"{device}-{seed}"
    config = options.out / f"{device}-{seed}.toml"
    text = config_of(options, device, seed)
    if config.exists() and config.read_text(encoding="utf-8") != text:
        sys.exit(f"{config}: is of another training; choose another folder as --out")
    config.write_text(text, encoding="utf-8")
    command = [options.tavlab, "train", config, "--out", folder, "--threads", str(options.threads), "--quiet"]
    if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode != 0:
        sys.exit(1)
    return folder / "net.safetensors"


def score(options, device, seed, base_seed):
    """The score of a net with a device against one without."""
    name = f"{device}-{seed}-against-{base_seed}"
    agent = "mcts:net={},sims=100"
    command = [options.tavlab, "match", options.rules, "--first", agent.format(train(options, device, seed)), "--second",
               agent.format(train(options, BASE, base_seed)), "--games", str(options.games), "--swap", "--opening", "4", "--seed",
               str(seed), "--max-plies", "300", "--threads", str(options.threads), "--quiet", "--json", "--out",
               options.out / "games" / name]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(1)
    agent = json.loads(done.stdout)["first_agent"]
    games = agent["wins"] + agent["draws"] + agent["losses"] + agent["unfinished"]
    return (agent["wins"] + (agent["draws"] + agent["unfinished"]) / 2) / games


def elo(mean):
    """The difference at a mean score, as text; infinite where an end of an interval is beyond all scores."""
    if not 0 < mean < 1:
        return "-inf" if mean <= 0 else "inf"
    return f"{400 * math.log10(mean / (1 - mean)):+.0f}"


def line_of(device, scores):
    """`scores`: a row for each seed with the device, a column for each without."""
    seeds = len(scores)
    rows = [statistics.mean(row) for row in scores]
    columns = [statistics.mean(column) for column in zip(*scores)]
    mean = statistics.mean(rows)
    text = f"| {device} | {', '.join(f'{row:.2f}' for row in rows)} | "
    if seeds == 1:
        return text + f"{elo(mean)} (one seed: no interval) |"
    # The trainings are what varies, with and without the device; the games' own spread is in both.
    error = math.sqrt((statistics.variance(rows) + statistics.variance(columns)) / seeds)
    error *= STUDENT[max(degrees for degrees in STUDENT if degrees < seeds)]
    return text + f"{elo(mean)} [{elo(mean - error)}, {elo(mean + error)}] |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tavlab", required=True, help="the program")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="folder of the trainings and games")
    parser.add_argument("--config", type=pathlib.Path, default=pathlib.Path(__file__).parents[1] /
                        "selfplay/train/configs/train-brandubh-7.toml", help="file of the training without devices")
    parser.add_argument("--devices", nargs="+", choices=list(DEVICES), default=list(DEVICES), metavar="DEVICE", help="default: all")
    parser.add_argument("--minutes", type=float, default=8, help="length of each training")
    parser.add_argument("--seeds", type=int, default=3, help="trainings of each")
    parser.add_argument("--games", type=int, default=20, help="games of each pair of nets")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    if shutil.which(options.tavlab) is None:
        parser.error(f"--tavlab: no program '{options.tavlab}'")
    if options.seeds < 1 or options.games < 2 or options.games % 2:
        parser.error("--seeds must be at least 1, --games even")
    try:
        config = options.config.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        parser.error(f"--config: {options.config}: {error}")
    rules = re.search(r'(?m)^rules = "(.*)"', config)
    if rules is None:
        parser.error(f"--config: {options.config} has no single rule set as rules")
    if re.search(r"(?m)^learning_rate = ", config) is None:
        parser.error(f"--config: {options.config} has no learning_rate")
    options.rules = rules[1]
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        seeds = range(1, options.seeds + 1)
        for seed in seeds:  # a seed of each before the next, so that a run that is cut short compares all
            for device in [BASE, *options.devices]:
                train(options, device, seed)
        print("| device | score of each seed's net | Elo over none |\n|---|---|---|")
        for device in options.devices:
            print(line_of(device, [[score(options, device, i, j) for j in seeds] for i in seeds]), flush=True)
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on")


if __name__ == "__main__":
    main()
