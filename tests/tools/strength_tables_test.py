"""The results that tools/strength_tables.py keeps: runs add up, and the Elo of their sum is that of `tavlab match`.

    strength_tables_test.py BINARY SCRIPT
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BINARY = SCRIPT = ""


class Kinds(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.results = self.folder / "kinds.csv"

    def run_table(self, games, seed):
        command = [sys.executable, SCRIPT, "kinds", "--tavlab", BINARY, "--out", self.folder / "games", "--results", self.results,
                   "--rules", "brandubh-7", "--seconds", "0.001", "--games", str(games), "--decided", "2", "--seed", str(seed)]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout

    def lines(self):
        with self.results.open(newline="", encoding="utf-8") as file:
            return {(line["first"], line["seed"]): line for line in csv.DictReader(file)}

    def games(self, line):
        return sum(int(line[k]) for k in ("wins", "draws", "losses", "unfinished"))

    def test_runs_with_other_seeds_add_what_is_lacking(self):
        table = self.run_table(games=4, seed=1)
        first = self.lines()
        self.assertEqual(len(first), 3)
        for line in first.values():
            self.assertIn(self.games(line), (2, 4))  # two where the pair is one-sided
            self.assertEqual(2 * sum(int(line[k]) for k in line if k.startswith("pairs")), self.games(line))
        self.assertEqual(self.run_table(games=4, seed=2), table)  # nothing lacks
        self.assertEqual(self.lines(), first)

        self.run_table(games=10, seed=2)
        both = self.lines()
        for (agent, seed), line in first.items():
            self.assertEqual(both[agent, seed], line)
            if (agent, "2") in both:
                self.assertEqual(self.games(both[agent, "2"]), 10 - self.games(line))
            else:
                self.assertEqual(line["losses"], "0")

    def test_elo_is_that_of_a_match(self):
        sys.path.insert(0, str(pathlib.Path(SCRIPT).parent))
        sys.dont_write_bytecode = True
        import strength_tables  # noqa: E402, the path is an argument

        for nodes in (1, 30, 100):
            done = subprocess.run([BINARY, "match", "brandubh-7", "--first", f"alphabeta:nodes={nodes}", "--second",
                                   "alphabeta:nodes=30", "--games", "20", "--swap", "--opening", "4", "--quiet", "--json"],
                                  stdout=subprocess.PIPE, text=True, check=True)
            summary = json.loads(done.stdout)
            agent = summary["first_agent"]
            result = strength_tables.Result(*(agent[k] for k in ("wins", "draws", "losses", "unfinished")), tuple(summary["pairs"]))
            for key, value in result.elo().items():
                expected = summary["elo"][key]
                if expected is None or value is None:
                    self.assertEqual(value, expected, key)
                else:
                    self.assertAlmostEqual(value, expected, places=3, msg=key)


if __name__ == "__main__":
    BINARY, SCRIPT = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
