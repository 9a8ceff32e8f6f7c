#!/usr/bin/env python3
"""Plays the matches of the tables in docs/strength.md and prints them.

  kinds     each kind of agent against the next stronger one, at equal time per move
  features  the alpha-beta search against itself without one of its features, at equal nodes, as sequential tests

The games are kept in folders: the same command resumes, and plays more games when --games is higher. Times are processor times
on this machine, so games of `kinds` differ from run to run; those of `features` are the same everywhere. The results of `kinds`
are also kept in a CSV file, one line for each match and seed, so that runs with other seeds, on other machines, add up.
"""

import argparse
import csv
import dataclasses
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys

# The kinds of agents for each rule set, weakest first; {} is replaced by the limit.
ROLLOUTS = "mcts:clock=cpu,{}"
HANDCRAFTED = "alphabeta:clock=cpu,{}"


def net_search(name):
    return f"mcts:net={name},clock=cpu,{{}}"


def learned(name):
    return f"alphabeta:net={name},clock=cpu,{{}}"


KINDS = {
    "brandubh-7": [ROLLOUTS, HANDCRAFTED, net_search("brandubh-7"), learned("brandubh-7")],
    "tavlei-9": [ROLLOUTS, HANDCRAFTED, net_search("tafl-9"), learned("tavlei-9")],
    "helmfrid-9": [ROLLOUTS, HANDCRAFTED, net_search("tafl-9"), learned("helmfrid-9")],
    "helmfrid-11": [ROLLOUTS, HANDCRAFTED, net_search("helmfrid-11"), learned("helmfrid-11")],
    "copenhagen-11": [ROLLOUTS, HANDCRAFTED, net_search("tafl-11"), learned("copenhagen-11")],
    "viavuca-11": [ROLLOUTS, HANDCRAFTED, net_search("tafl-11"), learned("viavuca-11")],
    "tavreli": [ROLLOUTS, HANDCRAFTED, learned("tavreli")],
    "russian-draughts": [ROLLOUTS, HANDCRAFTED, learned("russian-draughts")],
    "ur-finkel": [ROLLOUTS, HANDCRAFTED, net_search("ur-finkel")],
}

FEATURES = ["aspiration", "null_move", "reductions", "late_moves", "futility", "reverse_futility", "threat_extensions",
            "internal_reductions", "continuation_history", "evasions", "lazy_evaluation"]
FEATURE_RULES = ["helmfrid-9", "tavreli", "russian-draughts"]

SPRT_CODES = (0, 1, 3)  # H1, H0, undecided


def match(options, folder, rules, first, second, *more, codes=(0,)):
    """The summary of a match, as `tavlab match --json` prints it."""
    command = [options.tavlab, "match", rules, "--first", first, "--second", second, "--max-plies", "400", "--seed",
               str(options.seed), "--threads", str(options.threads), "--quiet", "--json", "--out", str(options.out / folder), *more]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in codes:
        sys.exit(done.returncode)
    return json.loads(done.stdout)


def elo_text(elo):
    """`elo` as in the summary of a match: difference, error95, low, high; each may be None."""
    if elo["error95"] is not None:
        return f"{elo['difference']:+.0f} ± {elo['error95']:.0f}"
    difference = "" if elo["difference"] is None else f"{elo['difference']:+.0f} "
    low = "-inf" if elo["low"] is None else f"{elo['low']:+.0f}"
    high = "inf" if elo["high"] is None else f"{elo['high']:+.0f}"
    return f"{difference}[{low}, {high}]"


def counts_text(wins, draws, losses, unfinished):
    return f"{wins}-{draws}-{losses}" + (f", {unfinished} unfinished" if unfinished else "")


def name_of(agent):
    return agent.replace(",clock=cpu", "").replace("clock=cpu,", "").replace(",{}", "").replace(":{}", "")


@dataclasses.dataclass
class Result:
    """Games of one match: how many the first agent won, drew and lost, and pairs of games by its points: 0, 1/2, 1, 3/2, 2."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    unfinished: int = 0
    pairs: tuple = (0, 0, 0, 0, 0)

    def __add__(self, other):
        return Result(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses,
                      self.unfinished + other.unfinished, tuple(a + b for a, b in zip(self.pairs, other.pairs)))

    def games(self):
        return self.wins + self.draws + self.losses + self.unfinished

    def one_sided(self):
        """Whether the second agent has less than 5 % of the points, unfinished games counted as draws."""
        return self.games() > 0 and self.losses + 0.5 * (self.draws + self.unfinished) < 0.05 * self.games()

    def elo(self):
        """As experiments/stats/elo.cpp: from the mean of the pairs; Wilson's interval where they are all equal."""
        total = sum(self.pairs)
        if total == 0:
            return {"difference": None, "error95": None, "low": None, "high": None}
        mean = sum(i / 4 * count for i, count in enumerate(self.pairs)) / total
        squares = sum(count * (i / 4 - mean) ** 2 for i, count in enumerate(self.pairs))
        sigmas = 1.959964
        if squares > 0:
            error = sigmas * math.sqrt(squares) / total
            low, high = mean - error, mean + error
        else:
            scale = 1 / (1 + sigmas**2 / total)
            middle = (mean + sigmas**2 / (2 * total)) * scale
            error = sigmas * math.sqrt(mean * (1 - mean) / total + sigmas**2 / (4 * total**2)) * scale
            low, high = middle - error, middle + error
        low, difference, high = (400 * math.log10(x / (1 - x)) if 1e-9 < x < 1 - 1e-9 else None for x in (low, mean, high))
        bounded = squares > 0 and low is not None and high is not None
        return {"difference": difference, "error95": (high - low) / 2 if bounded else None, "low": low, "high": high}


class Results:
    """The CSV file of results. A line is known by what was played and its seed."""

    KEY = ["rules", "first", "second", "seconds", "seed"]
    COUNTS = ["wins", "draws", "losses", "unfinished"]
    PAIRS = ["pairs_0", "pairs_1/2", "pairs_1", "pairs_3/2", "pairs_2"]

    def __init__(self, path):
        self.path = path
        self.lines = {}
        self.read()

    def read(self):
        """Also what another run has written meanwhile."""
        if not self.path.exists():
            return
        with self.path.open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            if reader.fieldnames != self.KEY + ["version"] + self.COUNTS + self.PAIRS:
                sys.exit(f"{self.path}: not a file of results, as docs/data/kinds.csv is")
            for line in reader:
                try:
                    result = Result(*(int(line[k]) for k in self.COUNTS), tuple(int(line[k]) for k in self.PAIRS))
                    self.lines[tuple(line[k] for k in self.KEY)] = (result, line["version"])
                except (KeyError, TypeError, ValueError):
                    sys.exit(f"{self.path}, line {reader.line_num}: not a line of results, as in docs/data/kinds.csv")

    def total(self, match_key, without_seed=None):
        return sum((result for key, (result, _) in self.lines.items() if key[:4] == match_key and key[4] != without_seed),
                   Result())

    def put(self, key, result, version):
        self.read()
        self.lines[key] = (result, version)
        written = self.path.with_suffix(".part")
        with written.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(self.KEY + ["version"] + self.COUNTS + self.PAIRS)
            for key, (result, version) in sorted(self.lines.items()):
                writer.writerow([*key, version, result.wins, result.draws, result.losses, result.unfinished, *result.pairs])
        written.replace(self.path)


def kinds(options):
    results = Results(options.results)
    about = subprocess.run([options.tavlab, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    commit = re.search(r"commit (\S+),", about)
    version = commit[1] if commit else about.split()[1]

    def play(rules, stronger, weaker, seconds, games):
        """Plays until there are so many games of all seeds."""
        key = (rules, name_of(stronger), name_of(weaker), seconds)
        seed = str(options.seed)
        lacking = games - results.total(key, seed).games()
        if lacking > results.lines.get((*key, seed), (Result(),))[0].games():
            limit = f"seconds={seconds}"
            folder = "_".join((*key, seed)).replace(":", "-")
            summary = match(options, folder, rules, stronger.format(limit), weaker.format(limit), "--games",
                            str(lacking + lacking % 2), "--swap", "--opening", "4")  # whole pairs
            agent = summary["first_agent"]
            results.put((*key, seed), Result(*(agent[k] for k in Results.COUNTS), tuple(summary["pairs"])), version)
        return results.total(key)

    matches = [(rules, weaker, stronger) for rules in options.rules or KINDS for weaker, stronger in zip(KINDS[rules], KINDS[rules][1:])]
    for seconds in options.seconds:  # the cheap games of all rules before the dear ones of any
        for rules, weaker, stronger in matches:
            result = play(rules, stronger, weaker, seconds, min(options.games, options.decided))
            if options.games > options.decided and not result.one_sided():
                play(rules, stronger, weaker, seconds, options.games)

    print("| rules | agents | " + " | ".join(f"{t} s" for t in options.seconds) + " |")
    print("|---|---|" + "---|" * len(options.seconds))
    for rules, weaker, stronger in matches:
        totals = [results.total((rules, name_of(stronger), name_of(weaker), seconds)) for seconds in options.seconds]
        cells = (f"{elo_text(t.elo())} ({counts_text(t.wins, t.draws, t.losses, t.unfinished)})" for t in totals)
        print(f"| {rules} | `{name_of(stronger)}` against `{name_of(weaker)}` | " + " | ".join(cells) + " |")


def features(options):
    all_rules = options.rules or FEATURE_RULES
    print("| feature | " + " | ".join(all_rules) + " |")
    print("|---|" + "---|" * len(all_rules))
    for feature in options.features:
        cells = []
        for rules in all_rules:
            agent = f"alphabeta:net=auto,nodes={options.nodes}"
            summary = match(options, f"{rules}_{feature}_{options.nodes}", rules, agent, f"{agent},without={feature}",
                            "--games", str(options.games), "--opening", "6", "--sprt", "elo0=0,elo1=20", codes=SPRT_CODES)
            sprt = summary["sprt"]
            verdict = sprt["accepted"] or f"{sprt['llr']:+.1f}"
            agent = summary["first_agent"]
            counts = counts_text(*(agent[k] for k in Results.COUNTS))
            cells.append(f"{elo_text(summary['elo'])}, {verdict} ({counts})")
        print(f"| {feature} | " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tables = parser.add_subparsers(dest="table", required=True)
    for name, table in (("kinds", kinds), ("features", features)):
        sub = tables.add_parser(name)
        sub.set_defaults(run=table)
        sub.add_argument("--tavlab", required=True, help="the program")
        sub.add_argument("--out", required=True, type=pathlib.Path, help="folder of the games")
        sub.add_argument("--rules", nargs="+", choices=list(KINDS), metavar="RULES", help="default: those of the table")
        sub.add_argument("--games", type=int, default=400, help="(maximum) games of each pair")
        sub.add_argument("--threads", type=int, default=1, help="games played in parallel")
        sub.add_argument("--seed", type=int, default=25, help="seed of the openings and agents")
    tables.choices["kinds"].add_argument("--seconds", nargs="+", default=["0.1", "0.2", "1"], help="seconds per move")
    tables.choices["kinds"].add_argument("--decided", type=int, default=60, help="games after which a pair stops if its weaker "
                                         "agent has less than 5 %% of the points")
    tables.choices["kinds"].add_argument("--results", required=True, type=pathlib.Path, help="CSV file of the results of all runs, "
                                         "which are read and added to: docs/data/kinds.csv")
    tables.choices["features"].add_argument("--features", nargs="+", choices=FEATURES, default=FEATURES, metavar="FEATURE",
                                            help="default: all")
    tables.choices["features"].add_argument("--nodes", type=int, default=8000, help="nodes per move")
    options = parser.parse_args()
    if shutil.which(options.tavlab) is None:
        parser.error(f"--tavlab: no program '{options.tavlab}'")
    if options.games < 1:
        parser.error("--games must be at least 1")
    options.out.mkdir(parents=True, exist_ok=True)
    if options.table == "kinds":
        options.results.parent.mkdir(parents=True, exist_ok=True)
    try:
        options.run(options)
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on")


if __name__ == "__main__":
    main()
