#!/usr/bin/env python3
"""Kills every long-running command again and again, and checks that nothing is lost.

    tests/robustness/kill_and_continue.py --tavlab build/native/tools/tavlab --kills 1000

Each command runs once undisturbed. Then the same command runs in another folder and is killed at a random
moment (mostly by SIGKILL, sometimes by SIGTERM or SIGINT), called again, and so on until it ends by itself; then
again in a new folder, until its share of the kills is used up. Each time

- the exit code is that of the signal, or 130 after SIGTERM and SIGINT, or 0 if it had ended before,
- the files whose end can be checked are whole at every moment (reports, summaries, stores, nets, tables),
- and in the end the results are those of the undisturbed run: equal games, nets, tables and verdicts.

Exits with 1, says what differs, and keeps the folder for inspection. The same seed kills at the same moments of the
clock; what a command was doing then depends on the machine.
"""
import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXPERIMENT = """
id = "killed"
title = "Killed"
question = "Does it matter?"
rules = ["brandubh-7"]
agents = ["random", "mcts:sims=40", {first = "mcts:sims=30", second = "alphabeta:depth=1"}]
games = 80
seed = 5
opening_plies = 2
max_plies = 200
"""

TRAINING = """
title = "killed"
rules = "ur-finkel"
seed = 3
rounds = 6
[net]
trunk = "dense"
blocks = 1
channels = 16
value_hidden = 8
[selfplay]
simulations = 8
gumbel = 4
games_per_round = 60
groups = 2
games_in_flight = 30
[learn]
batch = 64
replay_ratio = 2
window = 4000
start = 500
[ladder]
agent = "mcts:net=NET,sims=4"
opponents = ["random"]
games = 4
every_minutes = 1000
"""

# `learn` takes the shards that it finds as one round, and waits for more where rounds are left.
LEARNING = TRAINING.replace("rounds = 6", "rounds = 1").replace("replay_ratio = 2", "replay_ratio = 4")


def rows(folder, queries):
    """The content of a store, except for times."""
    result = []
    with sqlite3.connect(f"file:{folder}/games.sqlite?mode=ro", uri=True) as store:
        for query in queries:
            result += sorted(map(repr, store.execute(query)))
    return result


def games_of(folder):
    return rows(folder, ["SELECT cell, number, swapped, result, reason, plies, moves FROM games"])


def test_of(folder):
    """What a test decided. Games still being played at that moment do not count."""
    match = json.loads((folder / "match.json").read_text())
    return [match["games"], match["pairs"], match["sprt"]]


def verdict_of(folder):
    claim = json.loads((folder / "claim.json").read_text())
    tests = [[t.get("hypothesis"), t.get("verdict"), t.get("values")] for t in claim.get("tests", [])]
    return [claim.get("verdict"), claim.get("verdicts"), tests, games_of(folder)]


def tensors_of(file):
    """The weights of a safetensors file, without its metadata, which contains the time taken."""
    data = file.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + length])
    header.pop("__metadata__")
    return [sorted((k, v["shape"]) for k, v in header.items()), hashlib.sha256(data[8 + length:]).hexdigest()]


def hashes_of(folder, pattern):
    return {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in sorted(folder.glob(pattern))}


def training_of(folder):
    return [tensors_of(folder / "net.safetensors"), hashes_of(folder, "games-*.h5")]


class Command:
    """A command with {out} for its folder, and a function that reads its results from there."""

    def __init__(self, name, line, result, out="out"):
        self.name, self.line, self.result, self.out = name, line, result, out


def commands():
    quick = "--quiet --threads 2"
    return [
        Command("experiment run", f"experiment run ./killed.toml --out {{out}} {quick}", games_of),
        Command("experiment ambiguity",
                f"experiment ambiguity brandubh-7 --agent mcts:sims=8 --games 12 --out {{out}} {quick}", games_of),
        Command("compare", "compare brandubh-7 ard-ri-7 --agent mcts:sims=20 --positions 40 --analyzed 4 "
                f"--games 60 --out {{out}} {quick}", games_of),
        Command("ladder", "ladder brandubh-7 --agents random mcts:sims=20 mcts:sims=40 --games 40 "
                f"--out {{out}} {quick}", games_of),
        Command("ladder, adaptive", "ladder brandubh-7 --agents random mcts:sims=10 mcts:sims=30 --games 30 "
                f"--schedule adaptive --out {{out}} {quick}", games_of),
        Command("match", "match brandubh-7 --first mcts:sims=30 --second mcts:sims=60 --games 60 "
                f"--openings plies=2,unique --adjudicate plies=6,score=0.9 --out {{out}} {quick}", games_of),
        Command("match, sprt", "match brandubh-7 --first mcts:sims=60 --second random --opening 2 "
                f"--sprt elo0=0,elo1=100 --out {{out}} {quick}", test_of),
        Command("claim run", f"claim run tafl-attackers-harder --games 60 --out {{out}} {quick}", verdict_of),
        Command("claim run, exact", f"claim run ur-opening-exact --out {{out}} {quick}", verdict_of),
        Command("experiment merge", "experiment merge ../shard1 ../shard2 --out {out}", games_of),
        Command("solve", "solve ur-finkel --pieces 3 --checkpoint 0 --out {out}/table --threads 2",
                lambda folder: hashes_of(folder, "table")),
        Command("selfplay", "selfplay ur-finkel --net ../net.safetensors --games 900 --simulations 8 "
                f"--out {{out}} {quick}", lambda folder: hashes_of(folder, "*.h5")),
        Command("train", f"train ./killed-train.toml --out {{out}} {quick}", training_of),
        Command("learn", f"learn ./killed-learn.toml --data ../games --out {{out}} {quick}",
                lambda folder: tensors_of(folder / "net.safetensors")),
    ]


class Killer:
    def __init__(self, tavlab, work, seed):
        self.tavlab, self.work, self.random = tavlab, work, random.Random(seed)

    def start(self, command, folder):
        line = command.line.format(out=command.out)
        return subprocess.Popen([self.tavlab, *line.split()], cwd=folder, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True)

    def fresh(self, name):
        folder = self.work / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "killed.toml").write_text(EXPERIMENT)
        (folder / "killed-train.toml").write_text(TRAINING)
        (folder / "killed-learn.toml").write_text(LEARNING)
        (folder / "out").mkdir()
        return folder

    def run(self, command, name):
        folder = self.fresh(name)
        begun = time.monotonic()
        process = self.start(command, folder)
        _, err = process.communicate()
        if process.returncode != 0:
            raise SystemExit(f"{command.name}: ends with {process.returncode}: {err}")
        return command.result(folder / command.out), time.monotonic() - begun

    def check_whole(self, folder):
        """Files under their final names are complete, whenever the command was killed."""
        for file in folder.rglob("*"):
            if file.suffix == ".html" and not file.read_text().rstrip().endswith("</html>"):
                raise SystemExit(f"{file}: is not whole")
            if file.suffix == ".json":
                json.loads(file.read_text())
            if file.suffix == ".safetensors":
                tensors_of(file)
            if file.name == "games.sqlite" and file.stat().st_size > 0:
                with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as store:
                    answer = store.execute("PRAGMA quick_check").fetchone()[0]
                    if answer != "ok":
                        raise SystemExit(f"{file}: {answer}")

    def kill_until_done(self, command, name, seconds, kills):
        """Returns the number of kills, and the results."""
        folder, used, longest = self.fresh(name), 0, seconds / 3
        while True:
            process = self.start(command, folder)
            if used < kills:
                # The first moments are as likely as all others together: start-up and the first writes.
                moment = self.random.uniform(0, 0.15 if self.random.random() < 0.3 else longest)
                try:
                    process.wait(moment)
                except subprocess.TimeoutExpired:
                    how = self.random.choices([signal.SIGKILL, signal.SIGTERM, signal.SIGINT], [6, 1, 1])[0]
                    process.send_signal(how)
                    _, err = process.communicate()
                    used += 1
                    if process.returncode not in (-how, 130, 0):
                        raise SystemExit(f"{command.name}: after {how.name} it ends with {process.returncode}: {err}")
                    self.check_whole(folder)
                    continue
            _, err = process.communicate()
            if process.returncode != 0:
                raise SystemExit(f"{command.name}: after {used} kills it ends with {process.returncode}: {err}")
            left = [f.name for f in (folder / command.out).rglob("*") if f.suffix in (".tmp", ".part", ".lock")]
            if left:
                raise SystemExit(f"{command.name}: leaves {left}")
            return used, command.result(folder / command.out)


def prepare(killer, training):
    """Shards, and a net and games, for the commands that need some."""
    folder = killer.fresh("made")
    lines = ["experiment run ./killed.toml --out shard1 --shard 1/2 --quiet",
             "experiment run ./killed.toml --out shard2 --shard 2/2 --quiet"]
    if training:
        lines.append("train ./killed-train.toml --out out --quiet --threads 2")
    for line in lines:
        done = subprocess.run([killer.tavlab, *line.split()], cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(done.stderr.strip())
    for name in ("shard1", "shard2"):
        shutil.copytree(folder / name, killer.work / name, dirs_exist_ok=True)
    if not training:
        return
    shutil.copy(folder / "out/net.safetensors", killer.work / "net.safetensors")
    games = killer.work / "games"
    games.mkdir(exist_ok=True)
    for shard in (folder / "out").glob("games-*.h5"):
        shutil.copy(shard, games)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tavlab", required=True, help="path of the program")
    parser.add_argument("--kills", type=int, default=1000, help="kills in all, over all commands")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="only commands whose names contain this")
    parser.add_argument("--without-training", action="store_true", help="for a build without LibTorch")
    arguments = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="tavlab-kills-"))
    killer = Killer(str(Path(arguments.tavlab).resolve()), work, arguments.seed)
    chosen = commands()
    prepare(killer, not arguments.without_training)
    if arguments.without_training:
        chosen = [c for c in chosen if c.name not in ("train", "learn", "selfplay")]
    if arguments.only:
        chosen = [c for c in chosen if arguments.only in c.name]
    total = 0
    print(f"{'command':<24} {'seconds':>8} {'kills':>6} {'runs':>5}  result")
    for index, command in enumerate(chosen):
        expected, seconds = killer.run(command, "undisturbed")
        share = (arguments.kills - total) // (len(chosen) - index)
        used = runs = 0
        while used < share or runs == 0:
            kills, found = killer.kill_until_done(command, "killed", seconds, share - used)
            used += kills
            runs += 1
            if found != expected:
                raise SystemExit(f"{command.name}: another result after {kills} kills; see {work}")
        total += used
        print(f"{command.name:<24} {seconds:>8.2f} {used:>6} {runs:>5}  equal", flush=True)
    print(f"{total} kills, all results equal")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
