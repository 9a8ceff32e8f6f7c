#!/usr/bin/env python3
"""Makes tests/data/forced-wins.txt: positions from self-play in which the side to move wins by force.

    tests/data/forced_wins.py path/to/tavlab > tests/data/forced-wins.txt

Decided games of shallow searches are followed back from their end; at each of the winner's turns an exact
search (selective=off) looks for a proof, as deep as the game lasted. The longest win of each game is kept, for
as many games of each rule set as SUITE says. A line has the rules, the plies of the win that was proved, and the
moves from the start.
"""
import json
import subprocess
import sys

LONGEST = 9
NODES = 8_000_000
SUITE = {
    "helmfrid-9": 20, "tavlei-9": 20, "brandubh-7": 20, "tablut-9": 12, "helmfrid-11": 16, "copenhagen-11": 16,
    "viavuca-11": 10, "tavreli": 20, "tavreli-capture": 6, "chess": 24, "russian-draughts": 14, "bashni": 10,
    "brazilian-draughts": 6, "lasca": 6,
}


class Prover:
    """An exact search behind the protocol of docs/protocols.md."""

    def __init__(self, tavlab, rules):
        agent = "alphabeta:depth=1,selective=off,table=64"
        self.engine = subprocess.Popen([tavlab, "engine", "--rules", rules, "--agent", agent], text=True,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def tell(self, line):
        self.engine.stdin.write(line + "\n")
        self.engine.stdin.flush()

    def plies_to_win(self, moves, depth):
        """The length of the win proved at this depth; 0 if there is none."""
        self.tell("ucinewgame")
        self.tell("position startpos moves " + " ".join(moves))
        self.tell(f"go depth {depth} nodes {NODES}")
        plies = 0
        for line in self.engine.stdout:
            words = line.split()
            if words[0] == "bestmove":
                return plies
            if "mate" in words:
                plies = 2 * int(words[words.index("mate") + 1]) - 1
        raise RuntimeError("the engine has ended")

    def close(self):
        self.tell("quit")
        self.engine.wait()


def decided_games(tavlab, rules, seed):
    agents = ["--first", "alphabeta:depth=3", "--second", "alphabeta:depth=2", "--swap"]
    command = [tavlab, "match", rules, *agents, "--games", "20", "--opening", "6", "--seed", str(seed), "--records",
               "--threads", "1", "--max-plies", "240"]
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        game = json.loads(line)
        if game["result"] in ("attackers", "defenders", "white", "black") and game["reason"] != "no legal move":
            yield game["moves"].split()


def main():
    tavlab = sys.argv[1]
    chosen = sys.argv[2:] or sorted(SUITE)
    print("# Positions in which the side to move wins by force, made by forced_wins.py: rules, the plies of the win that")
    print("# an exact search proved, and the moves from the start.")
    for rules in chosen:
        prover = Prover(tavlab, rules)
        found, seed, lengths = set(), 1, {}
        while len(found) < SUITE[rules] and seed < 40:
            for moves in decided_games(tavlab, rules, seed):
                best = None
                for left in range(1, LONGEST + 1, 2):  # the winner made the last move
                    if left > len(moves):
                        break
                    before = moves[:len(moves) - left]
                    plies = prover.plies_to_win(before, left)
                    if plies <= 0 or plies > LONGEST:
                        break
                    best = (plies, " ".join(before))
                # Short wins are easy: no more than a quarter of them.
                if best and (best[0] > 3 or lengths.get(best[0], 0) < SUITE[rules] // 8) and best[1] not in found:
                    found.add(best[1])
                    lengths[best[0]] = lengths.get(best[0], 0) + 1
                    print(rules, *best, flush=True)
                if len(found) == SUITE[rules]:
                    break
            seed += 1
        prover.close()


if __name__ == "__main__":
    main()
