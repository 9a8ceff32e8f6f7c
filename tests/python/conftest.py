"""What the tests share: the rule sets, and games of random moves."""

import importlib.util
import os
import random
import re
import sys
from pathlib import Path

import pytest
import tavlab

BINARY = os.environ["TAVLAB_BINARY"]
SOURCE = os.environ["TAVLAB_SOURCE"]

# One of each family and kind of board, with and without chance.
SAMPLE = ("brandubh-7", "alea-evangelii-19", "ur-finkel", "tavreli", "chess", "russian-draughts")


@pytest.fixture(params=SAMPLE)
def game(request):
    return tavlab.load(request.param)


def outcome(state, rng):
    """A random outcome of chance, by its probability."""
    outcomes, weights = zip(*state.chance_outcomes())
    return rng.choices(outcomes, weights)[0]


def random_action(state, rng):
    return outcome(state, rng) if state.is_chance_node() else rng.choice(state.legal_actions())


def random_game(game, seed, most=200):
    """Every state of a random game of at most `most` actions."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    states = [state.clone()]
    while not state.is_terminal() and len(states) <= most:
        state.apply_action(random_action(state, rng))
        states.append(state.clone())
    return states


# What the adapters are tested with: one rule set of each family, one of them with dice.
ADAPTED = (
    "brandubh-7",
    "helmfrid-9{dice.kind=parity}",
    "tavreli",
    "ur-finkel",
    "russian-draughts",
)
STAND_INS = str(Path(__file__).with_name("stand_ins"))


def use_stand_ins(*packages):
    """Let stand_ins/ stand for these packages if one of them is not installed."""
    if not all(map(importlib.util.find_spec, packages)):
        sys.path.append(STAND_INS)


def adapter_examples(module):
    """The examples of the README with this adapter."""
    readme = (Path(SOURCE) / "python" / "README.md").read_text()
    return [block for block in re.findall(r"^```py\n(.*?)^```", readme, re.M | re.S) if module in block]
