#!/usr/bin/env python3
"""Plays the matches of the tables in docs/strength.md and prints them.

  kinds     each kind of agent against the next stronger one, at equal time per move
  features  the alpha-beta search against itself without one of its features, at equal nodes, as sequential tests

The games are kept in folders: the same command resumes, and plays more games when --games is higher. Times are processor times
on this machine, so games of `kinds` differ from run to run; those of `features` are the same everywhere.
"""

import argparse
import json
import pathlib
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
    "tavlei-9": [ROLLOUTS, HANDCRAFTED, net_search("tavlei-9"), learned("tavlei-9")],
    "helmfrid-9": [ROLLOUTS, net_search("tafl-9-universal"), HANDCRAFTED, learned("helmfrid-9")],
    "helmfrid-11": [ROLLOUTS, HANDCRAFTED, learned("helmfrid-11")],
    "copenhagen-11": [ROLLOUTS, HANDCRAFTED, learned("copenhagen-11")],
    "viavuca-11": [ROLLOUTS, HANDCRAFTED, learned("viavuca-11")],
    "tavreli": [ROLLOUTS, HANDCRAFTED, learned("tavreli")],
    "russian-draughts": [ROLLOUTS, HANDCRAFTED, learned("russian-draughts")],
    "ur-finkel": [ROLLOUTS, HANDCRAFTED, net_search("ur-finkel")],
}

FEATURES = ["aspiration", "null_move", "reductions", "late_moves", "futility", "reverse_futility", "threat_extensions",
            "internal_reductions", "continuation_history", "countermoves", "evasions", "lazy_evaluation"]
FEATURE_RULES = ["helmfrid-9", "tavreli", "russian-draughts"]

SPRT_CODES = (0, 1, 3)  # H1, H0, undecided


def match(options, folder, rules, first, second, *more, codes=(0,)):
    """The summary of a match, as `tavlab match --json` prints it."""
    command = [options.tavlab, "match", rules, "--first", first, "--second", second, "--max-plies", "400", "--seed", "25",
               "--threads", str(options.threads), "--quiet", "--json", "--out", str(options.out / folder), *more]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in codes:
        sys.exit(done.returncode)
    return json.loads(done.stdout)


def finished(summary):
    agent = summary["first_agent"]
    return agent["wins"] + agent["draws"] + agent["losses"]


def elo_text(summary):
    elo = summary["elo"]
    if finished(summary) == 0:
        return "no game finished"
    if elo["difference"] is None:  # one agent won everything
        return "all won" if summary["first_agent"]["wins"] else "all lost"
    if elo["error95"] is not None:
        return f"{elo['difference']:+.0f} ± {elo['error95']:.0f}"
    low = "-inf" if elo["low"] is None else f"{elo['low']:+.0f}"
    high = "inf" if elo["high"] is None else f"{elo['high']:+.0f}"
    return f"{elo['difference']:+.0f} [{low}, {high}]"


def counts_text(summary):
    agent = summary["first_agent"]
    text = "-".join(str(agent[key]) for key in ("wins", "draws", "losses"))
    return text + (f", {agent['unfinished']} unfinished" if agent["unfinished"] else "")


def name_of(agent):
    return agent.replace(",clock=cpu", "").replace("clock=cpu,", "").replace(",{}", "").replace(":{}", "")


def kinds(options):
    def play(rules, stronger, weaker, seconds, games):
        limit = f"seconds={seconds}"
        folder = f"{rules} {name_of(stronger)} {name_of(weaker)} {seconds}".replace(":", "-").replace(" ", "_")
        return match(options, folder, rules, stronger.format(limit), weaker.format(limit), "--games", str(games), "--swap",
                     "--opening", "4")

    print("| rules | agents | " + " | ".join(f"{t} s" for t in options.seconds) + " |")
    print("|---|---|" + "---|" * len(options.seconds))
    for rules in options.rules or KINDS:
        for weaker, stronger in zip(KINDS[rules], KINDS[rules][1:]):
            cells = []
            for seconds in options.seconds:
                summary = play(rules, stronger, weaker, seconds, min(options.games, options.decided))
                one_sided = finished(summary) > 0 and summary["first_agent"]["score"] > 0.95
                if options.games > options.decided and not one_sided:
                    summary = play(rules, stronger, weaker, seconds, options.games)
                cells.append(f"{elo_text(summary)} ({counts_text(summary)})")
            print(f"| {rules} | `{name_of(stronger)}` against `{name_of(weaker)}` | " + " | ".join(cells) + " |", flush=True)


def features(options):
    all_rules = options.rules or FEATURE_RULES
    print("| feature | " + " | ".join(all_rules) + " |")
    print("|---|" + "---|" * len(all_rules))
    for feature in FEATURES:
        cells = []
        for rules in all_rules:
            agent = f"alphabeta:net=auto,nodes={options.nodes}"
            summary = match(options, f"{rules}_{feature}_{options.nodes}", rules, agent, f"{agent},without={feature}",
                            "--games", str(options.games), "--opening", "6", "--sprt", "elo0=0,elo1=20", codes=SPRT_CODES)
            sprt = summary["sprt"]
            verdict = sprt["accepted"] or f"{sprt['llr']:+.1f}"
            cells.append(f"{elo_text(summary)}, {verdict} ({counts_text(summary)})")
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
    tables.choices["kinds"].add_argument("--seconds", nargs="+", default=["0.1", "0.2", "1"], help="seconds per move")
    tables.choices["kinds"].add_argument("--decided", type=int, default=60, help="games after which a pair stops if its weaker "
                                         "agent has less than 5 %% of the points")
    tables.choices["features"].add_argument("--nodes", type=int, default=8000, help="nodes per move")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    options.run(options)


if __name__ == "__main__":
    main()
