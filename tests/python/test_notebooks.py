"""The notebooks run, cell by cell, with smaller budgets; and the programs that they import."""

import ast
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BINARY, SOURCE

EXAMPLES = Path(SOURCE) / "python" / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
# In place of the budgets in their first cells.
BUDGETS = {"GAMES": 4, "STEPS": 10, "MINUTES": 0.02}
SAID = {
    "first_steps": "against the greedy agent",
    "own_rules": "the attackers secure",
    "policy_gradient": "after training: ",
    "pytorch_net": "against the noisy one",
    "read_dataset": "mean return",
    "ur_exact": "wins 0.4996 with best play",
}
NEEDS_TORCH = {"policy_gradient", "pytorch_net"}


def code_of(notebook):
    """The code of a notebook as a program, with the budgets of tests."""
    cells = json.loads(notebook.read_text())["cells"]
    source = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    tree = ast.parse(source)
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in BUDGETS:
            node.value = ast.Constant(BUDGETS[node.targets[0].id])
    return ast.unparse(ast.fix_missing_locations(tree))


def run(arguments, folder):
    environment = {**os.environ, "PYTHONPATH": f"{EXAMPLES}:{os.environ.get('PYTHONPATH', '')}"}
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=folder, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """With the table of Ur that the examples read."""
    path = tmp_path_factory.mktemp("notebooks")
    subprocess.run(
        [BINARY, "solve", "ur-skiryuk", "--pieces", "2", "--out", path / "ur-2.table"],
        capture_output=True,
        check=True,
    )
    return path


def test_every_notebook_is_tested_and_has_no_outputs():
    assert {notebook.stem for notebook in NOTEBOOKS} == set(SAID)
    for notebook in NOTEBOOKS:
        book = json.loads(notebook.read_text())
        assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
        ids = [cell["id"] for cell in book["cells"]]
        assert len(set(ids)) == len(ids)
        for cell in book["cells"]:
            assert not cell.get("outputs") and cell.get("execution_count") is None


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(notebook, folder):
    if notebook.stem in NEEDS_TORCH and not importlib.util.find_spec("torch"):
        pytest.skip("PyTorch is not installed")
    assert SAID[notebook.stem] in run(["-c", code_of(notebook)], folder)


def test_the_programs_run(folder):
    exact = run([EXAMPLES / "ur_exact.py", "ur-2.table", "--games", "2"], folder)
    assert "0.4996 with best play" in exact and "greedy " in exact
    if importlib.util.find_spec("torch"):
        learned = run([EXAMPLES / "policy_gradient.py", "--minutes", "0.02", "--games", "8"], folder)
        assert "before, " in learned
