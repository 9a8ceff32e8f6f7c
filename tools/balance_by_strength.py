#!/usr/bin/env python3
"""Measures how even rule sets are between ever stronger agents, and writes the table and the figure of experiments/RESULTS.md.

For each rule set and each number of nodes, every agent plays every agent on either side (`tavlab calibrate`): alpha-beta with the
handcrafted and with the learned evaluation, and tree search with the latter. The games are kept in folders: the same command
resumes.
"""

import argparse
import json
import pathlib
import subprocess
import sys

RULES = ["helmfrid-9", "helmfrid-11", "tavlei-9", "viavuca-11", "copenhagen-11"]
NODES = [500, 2000, 8000]
COLORS = ["#3b6fb6", "#c2571a", "#2f8f6b", "#8a56b0", "#8a7a1f"]
DARK = ["#82aee6", "#f09a63", "#6fcfa8", "#c6a0e6", "#d8c75e"]

WIDTH, HEIGHT = 760, 380
LEFT, RIGHT, TOP, BOTTOM = 64, 610, 30, 326


def calibrate(options, rules, nodes):
    """The calibration, as calibration.json has it."""
    out = options.out / f"{rules}-{nodes}"
    agents = [f"alphabeta:nodes={nodes}", f"alphabeta:nodes={nodes},net={rules}", f"mcts:sims={nodes // 2},eval={rules}"]
    command = [options.tavlab, "calibrate", rules, "--agents", *agents, "--games", str(options.games), "--openings",
               "plies=2,unique", "--max-plies", "600", "--threads", str(options.threads), "--out", str(out), "--quiet"]
    if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode != 0:
        sys.exit(1)
    return json.loads((out / "calibration.json").read_text())


def table(found):
    lines = ["| rule set | " + " | ".join(f"{n:,} nodes" for n in NODES) + " |", "|---" * (len(NODES) + 1) + "|"]
    for rules in RULES:
        cells = []
        for nodes in NODES:
            each = found[rules, nodes]
            low, high = each["value_interval"]
            cells.append(f"{each['value']:.2f} [{low:.2f}, {high:.2f}]")
        lines.append(f"| {rules} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def x_of(i):
    return LEFT + 50 + i * (RIGHT - LEFT - 100) / (len(NODES) - 1)


def y_of(score):
    return BOTTOM - score * (BOTTOM - TOP)


def spread(places, gap=17):
    """The places of labels, moved apart where they would overlap."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    moved = list(places)
    for before, i in zip(order, order[1:]):
        moved[i] = max(moved[i], moved[before] + gap)
    return moved


def figure(found):
    dark = "".join(f".s{i}{{stroke:{c}}}.f{i}{{fill:{c}}}" for i, c in enumerate(DARK))
    light = "".join(f".s{i}{{stroke:{c}}}.f{i}{{fill:{c}}}" for i, c in enumerate(COLORS))
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Score of the '
           'attackers between the best agents, by nodes for each move">',
           "<style>text{font:14px system-ui,sans-serif;fill:#222}.grid{stroke:#8884}.even{stroke:#888;stroke-dasharray:5 4}"
           f".line{{fill:none;stroke-width:2.5}}.bar{{stroke-width:1.5;opacity:.6}}{light}"
           f"@media(prefers-color-scheme:dark){{text{{fill:#ddd}}{dark}}}</style>"]
    for tenth in (0, 2.5, 5, 7.5, 10):
        y = y_of(tenth / 10)
        svg.append(f'<line class="{"even" if tenth == 5 else "grid"}" x1="{LEFT}" x2="{RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
                   f'<text x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{tenth / 10:g}</text>')
    for i, nodes in enumerate(NODES):
        svg.append(f'<text x="{x_of(i):.1f}" y="{BOTTOM + 22}" text-anchor="middle">{nodes:,}</text>')
    svg.append(f'<text x="{(LEFT + RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">nodes for each move</text>'
               f'<text x="{LEFT - 44}" y="16">score of the attackers</text>')
    labels = spread([y_of(found[rules, NODES[-1]]["value"]) for rules in RULES])
    for k, rules in enumerate(RULES):
        shift = (k - (len(RULES) - 1) / 2) * 7  # so that the bars do not cover each other
        points = []
        for i, nodes in enumerate(NODES):
            x = x_of(i) + shift
            low, high = found[rules, nodes]["value_interval"]
            y = y_of(found[rules, nodes]["value"])
            points.append(f"{x:.1f},{y:.1f}")
            svg.append(f'<line class="bar s{k}" x1="{x:.1f}" x2="{x:.1f}" y1="{y_of(low):.1f}" y2="{y_of(high):.1f}"/>'
                       f'<circle class="f{k}" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>')
        svg.append(f'<polyline class="line s{k}" points="{" ".join(points)}"/>'
                   f'<text class="f{k}" x="{RIGHT + 4}" y="{labels[k] + 5:.1f}">{rules}</text>')
    svg.append("</svg>\n")
    return "\n".join(svg)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tavlab", default="build/native/tools/tavlab")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of the games")
    parser.add_argument("--figure", type=pathlib.Path, required=True, help="SVG file to write")
    parser.add_argument("--games", type=int, default=40, help="of each pair of agents, on average")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    found = {(rules, nodes): calibrate(options, rules, nodes) for nodes in NODES for rules in RULES}
    options.figure.write_text(figure(found))
    print(table(found))


if __name__ == "__main__":
    main()
