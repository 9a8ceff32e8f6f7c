"""The configs and the table of tools/training_devices.py.

    training_devices_test.py SCRIPT
"""
import argparse
import pathlib
import sys
import tomllib
import unittest

SCRIPT = pathlib.Path(sys.argv.pop())
sys.path.insert(0, str(SCRIPT.parent))
sys.dont_write_bytecode = True
import training_devices  # noqa: E402, the path is an argument

CONFIG = SCRIPT.parents[1] / "selfplay/train/configs/train-brandubh-7.toml"


class Configs(unittest.TestCase):
    def config(self, device, seed=2):
        options = argparse.Namespace(config=CONFIG, minutes=7.5, rules="brandubh-7")
        return tomllib.loads(training_devices.config_of(options, device, seed))

    def test_differ_in_the_device_alone(self):
        for device, changes in training_devices.DEVICES.items():
            expected = self.config(training_devices.BASE)
            for section, key, value in changes:
                table = expected[section] if section else expected
                table[key] = tomllib.loads(f"it = {value.replace('RULES', 'brandubh-7')}")["it"]
            self.assertEqual(self.config(device), expected)

    def test_have_the_same_learning_rate_in_all_rounds(self):
        learn = self.config(training_devices.BASE)["learn"]
        self.assertEqual(learn["final_learning_rate"], learn["learning_rate"])


class Table(unittest.TestCase):
    def test_has_an_interval_over_seeds(self):
        even = training_devices.line_of("past", [[0.4, 0.6], [0.6, 0.4]])
        self.assertEqual(even, "| past | 0.50, 0.50 | +0 [+0, +0] |")
        # Variance of the rows (0.5, 0.7): 0.02, of the columns 0; 12.706 * sqrt(0.02 / 2) is beyond all scores.
        wide = training_devices.line_of("past", [[0.5, 0.5], [0.7, 0.7]])
        self.assertEqual(wide, "| past | 0.50, 0.70 | +70 [-inf, inf] |")
        self.assertIn("no interval", training_devices.line_of("past", [[0.5]]))


if __name__ == "__main__":
    unittest.main()
