#!/usr/bin/env python3
"""Measures every rule set that comes with tavlab for the atlas of `tavlab serve`, and writes serve/atlas/measured.json.

Under each rule set the same program plays itself (`tavlab experiment run`): alpha-beta with the learned evaluation that comes with
tavlab for the rules, or with the handcrafted one where there is none. Rule sets whose games are all too long are played once more
with a higher limit, in a folder OUT-long. The games are kept: the same command resumes, --games asks for more, and --collect writes
the file from those that have been played.
"""

import argparse
import json
import pathlib
import subprocess
import sys

AGENT = "alphabeta:nodes=1000,net=auto"
CONFIG = """\
id = "atlas"
title = "The rule sets that come with tavlab, on one map"
question = "How even is each rule set between equals, how long are its games, and how many moves are there to choose from?"
rules = {rules}
agents = ["{agent}"]
games = 40
seed = 1
opening_plies = 4
max_plies = {plies}
"""


PLIES, LONG = 600, 20000  # a game of more plies is unfinished


def play(options, rules, out, plies):
    """Plays what is missing."""
    config = out.with_suffix(".toml")
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(CONFIG.format(rules=json.dumps(rules), agent=AGENT, plies=plies))
    command = [options.tavlab, "experiment", "run", str(config), "--out", str(out), "--games", str(options.games), "--threads",
               str(options.threads), "--quiet"]
    if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode != 0:
        sys.exit(1)


def cells_in(folder):
    try:
        summary = json.loads((folder / "summary.json").read_text())
    except FileNotFoundError:
        return []
    return [cell | {"version": summary["tavlab_version"]} for cell in summary["cells"]]


def line(cell):
    """The rule set's line of the file."""
    score = cell["score"]
    return {"rules": cell["rules"]["id"], "rules_hash": cell["rules"]["hash"], "player": cell["sides"]["first"],
            "value": round(score["mean"], 4), "low": round(score["low"], 4), "high": round(score["high"], 4), "games": cell["finished"],
            "unfinished": cell["unfinished"], "plies": round(cell["plies"]["mean"], 2), "choices": round(cell["choices"], 2),
            "legal_moves": round(cell["mean_legal_moves"], 3), "draws": round(cell["draws"] / cell["finished"], 4),
            "agents": [cell["agents"]["first"]], "opening_plies": cell["opening_plies"], "max_plies": cell["max_plies"],
            "seed": cell["seed"], "tavlab": cell["version"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tavlab", default="build/native/tools/tavlab")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of the games")
    parser.add_argument("--file", type=pathlib.Path, default=pathlib.Path("serve/atlas/measured.json"))
    parser.add_argument("--games", type=int, default=40, help="of each rule set")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--collect", action="store_true", help="play nothing")
    options = parser.parse_args()
    long = options.out.with_name(options.out.name + "-long")
    if not options.collect:
        listed = subprocess.run([options.tavlab, "rules", "list", "--json"], stdout=subprocess.PIPE, check=True)
        play(options, [each["id"] for each in json.loads(listed.stdout)["rules"]], options.out, PLIES)
        endless = [cell["rules"]["id"] for cell in cells_in(options.out) if not cell["finished"]]
        if endless:
            play(options, endless, long, LONG)
    cells = cells_in(options.out) + cells_in(long)
    lines = sorted((line(cell) for cell in cells if cell["finished"]), key=lambda each: each["rules"])
    options.file.parent.mkdir(parents=True, exist_ok=True)
    options.file.write_text("[\n" + ",\n".join("  " + json.dumps(each, ensure_ascii=False) for each in lines) + "\n]\n")
    print(f"{len(lines)} of {len({cell['rules']['id'] for cell in cells})} rule sets")


if __name__ == "__main__":
    main()
