#!/usr/bin/env python3
"""Proves the limits of the tables in docs/exact.md, certifies and checks them, and prints the tables.

For each rule set and reading it proves the limits of the king's moves up to one that takes about a minute, of which the table
shows the largest, and makes a certificate of a smaller limit, which is checked using only the rules. Results are kept in the
folder: the same command resumes, and reuses what it finds there.
"""

import argparse
import hashlib
import json
import pathlib
import subprocess
import sys

WEAK = ["king.weak=true"]
UNARMED = ["king.armed=none"]
THREE_STEPS = ["range.king=3"]
HOSTILE_TO_KING = ["corners.hostile_always=[all]"]
FRIENDLY_TO_KING = ["corners.hostile_always=[attackers,defenders]"]

# Rules, reading in words, overrides, last limit to prove, limit of the certificate.
READINGS = [
    ("brandubh-7", "", [], 9, 7),
    ("brandubh-7", "king captured by two everywhere", WEAK, 9, 7),
    ("brandubh-7", "unarmed king", UNARMED, 9, 7),
    ("brandubh-7", "king of three steps", THREE_STEPS, 9, 7),
    ("brandubh-7", "corners not hostile to the king", FRIENDLY_TO_KING, 9, 7),
    ("brandubh-7-weak-king", "", [], 9, 7),
    ("ard-ri-7", "", [], 13, 9),
    ("tablut-9", "", [], 7, 6),
    ("helmfrid-9", "", [], 8, 6),
    ("helmfrid-9", "king captured by two everywhere", WEAK, 8, 5),
    ("helmfrid-9", "unarmed king", UNARMED, 8, 5),
    ("helmfrid-9", "king of three steps", THREE_STEPS, 8, 5),
    ("helmfrid-9", "corners not hostile to the king", FRIENDLY_TO_KING, 8, 5),
    ("tavlei-9", "", [], 8, 6),
    ("tavlei-9", "king captured by two everywhere", WEAK, 8, 5),
    ("tavlei-9", "unarmed king", UNARMED, 8, 5),
    ("tavlei-9", "king of three steps", THREE_STEPS, 8, 5),
    ("tavlei-9", "corners hostile to the king", HOSTILE_TO_KING, 8, 5),
    ("helmfrid-11", "", [], 7, 5),
    ("helmfrid-11", "king captured by two everywhere", WEAK, 7, 5),
    ("helmfrid-11", "unarmed king", UNARMED, 7, 5),
    ("helmfrid-11", "corners not hostile to the king", FRIENDLY_TO_KING, 7, 5),
    ("viavuca-11", "", [], 6, 5),
]


def tavlab(options, arguments, codes=(0,)):
    """The lines of JSON printed by a command."""
    done = subprocess.run([options.tavlab, *arguments, "--json"], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in codes:
        sys.exit(done.returncode)
    return [json.loads(line) for line in done.stdout.splitlines()]


def proved(options, rules, overrides, limit, *more):
    settings = [word for override in overrides for word in ("--set", override)]
    return tavlab(options, ["prove", rules, *settings, "--upto", str(limit), "--threads", str(options.threads), "--memory",
                            options.memory, *more], codes=(0, 1))


def entry(options, rules, overrides, limit, certified):
    """The last limit proved, and the check of a certificate."""
    lines = proved(options, rules, overrides, limit, "--minutes", str(options.seconds / 60))
    found = {"last": [line for line in lines if line["proved"]][-1]}
    certificate = options.out / "certificate"
    certificate.unlink(missing_ok=True)
    made = proved(options, rules, overrides, certified, "--certificate", str(certificate))
    if "certificate" not in made[-1]:
        sys.exit(f"{rules}: no certificate")
    found["check"] = tavlab(options, ["prove", "--check", str(certificate)])[0]
    content = certificate.read_bytes()
    found["bytes"] = len(content)
    found["sha256"] = hashlib.sha256(content).hexdigest()
    certificate.unlink()
    return found


def row(rules, words, found):
    last, check = found["last"], found["check"]
    star = "" if last["repetition"] == "exact" else "*"
    won = f"{last['limit']}{star}" if last["winner"] == "attackers" else f"won within {last['within']}"
    left = "" if check["repetition"] == "exact" else "*"
    return [rules, words, won, f"{last['nodes']:,}", f"{last['seconds']:.0f}", f"{check['limit']}{left}",
            f"{check['positions']:,}", f"{found['bytes'] / 1e6:.2f} MB", f"{check['seconds']:.1f}", f"`{found['sha256'][:16]}`"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tavlab", default="build/native/tools/tavlab", help="the program")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="a folder for the results")
    parser.add_argument("--memory", default="5GB", help="for the search table")
    parser.add_argument("--threads", type=int, default=1, help="with more than one, certificates differ from run to run")
    parser.add_argument("--seconds", type=float, default=300, help="time limit for each reading")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    print("| rules | reading | held up to | nodes | seconds | certificate of | positions | file | check, seconds | SHA-256 |")
    print("|" + "---|" * 10)
    for rules, words, overrides, limit, certified in READINGS:
        file = options.out / f"{rules}-{words.replace(' ', '-')}.json"
        if not file.exists():
            file.write_text(json.dumps(entry(options, rules, overrides, limit, certified)))
        print("| " + " | ".join(row(rules, words, json.loads(file.read_text()))) + " |", flush=True)


if __name__ == "__main__":
    main()
