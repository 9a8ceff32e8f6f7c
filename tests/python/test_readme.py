"""The examples of the documents run as they are written."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
import tavlab
from conftest import SOURCE

README = (Path(SOURCE) / "python" / "README.md").read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_run(number):
    run = subprocess.run([sys.executable, "-c", EXAMPLES[number]], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""


def test_there_are_examples():
    assert len(EXAMPLES) == 2


def test_the_first_steps_run():
    file = Path(SOURCE) / "python" / "examples" / "first_steps.py"
    assert f"python {file.relative_to(SOURCE)}" in README
    run = subprocess.run([sys.executable, file], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "random moves win" in run.stdout


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
