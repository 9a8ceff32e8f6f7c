"""The examples of the documents run as they are written."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import tavlab
from conftest import SOURCE

PYTHON = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
README = (Path(SOURCE) / "python" / "README.md").read_text()
EXAMPLES = PYTHON.findall(README)
PAGES = {
    f"{page.relative_to(SOURCE)}-{number}": example
    for page in sorted((Path(SOURCE) / "docs").rglob("*.md"))
    for number, example in enumerate(PYTHON.findall(page.read_text()))
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the games that an example reads."""
    path = tmp_path_factory.mktemp("examples")
    game = tavlab.load("brandubh-7")

    def evaluate(observation, globals):
        n = len(observation)
        return np.zeros((n, game.policy_size), np.float32), np.zeros(n, np.float32)

    tavlab.selfplay(game, evaluate, 20, path / "out" / "games", sims=4, gumbel=4, max_plies=80)
    return path


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_run(number, folder):
    run = subprocess.run(
        [sys.executable, "-c", EXAMPLES[number]], capture_output=True, text=True, cwd=folder
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""


@pytest.mark.parametrize("name", PAGES)
def test_examples_of_the_pages_run(name, folder):
    run = subprocess.run(
        [sys.executable, "-c", PAGES[name]], capture_output=True, text=True, cwd=folder
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""


def test_there_are_examples():
    assert len(EXAMPLES) == 5
    assert PAGES


def test_the_first_steps_run():
    file = Path(SOURCE) / "python" / "examples" / "first_steps.py"
    assert f"python {file.relative_to(SOURCE)}" in README
    run = subprocess.run([sys.executable, file], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "random moves win" in run.stdout


def test_every_example_is_named():
    for file in (Path(SOURCE) / "python" / "examples").iterdir():
        if file.suffix in (".py", ".ipynb"):
            assert f"(examples/{file.name})" in README, file.name


def test_the_example_of_the_package_is_right():
    result = doctest.testmod(tavlab)
    assert result.attempted > 4 and result.failed == 0


def test_the_benchmark_runs():
    file = Path(SOURCE) / "python" / "bench" / "steps.py"
    run = subprocess.run(
        [sys.executable, file, "brandubh-7", "--games", "4", "--steps", "2", "--rounds", "1"],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert "BatchEnv, masks and observations" in run.stdout
