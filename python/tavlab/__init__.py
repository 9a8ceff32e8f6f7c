"""Reconstructed board games for research: rules, states and batched environments.

>>> import tavlab
>>> game = tavlab.load("brandubh-7")
>>> state = game.new_initial_state()
>>> state.apply_text("d1-c1 d3-c3")
>>> len(state.legal_actions())
43

States follow the habits of OpenSpiel, and `BatchEnv` steps many games at once into NumPy arrays.
"""

import importlib
from types import ModuleType

from tavlab import stats
from tavlab._tavlab import CHANCE, TERMINAL, Game, State, __version__, rule_set_ids
from tavlab.batch_env import Batch, BatchEnv
from tavlab.dataset import Dataset, Positions, StoredGame, TrainingBatch, selfplay
from tavlab.experiments import Games, Match, Store, calibrate, match, run_claim, run_experiment
from tavlab.nets import Net, load_net
from tavlab.rules import load
from tavlab.search import Agent, Analysis, search_batch

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Agent",
    "Analysis",
    "Batch",
    "BatchEnv",
    "Dataset",
    "Game",
    "Games",
    "Match",
    "Net",
    "Positions",
    "State",
    "Store",
    "StoredGame",
    "TrainingBatch",
    "__version__",
    "calibrate",
    "load",
    "load_net",
    "match",
    "rule_set_ids",
    "run_claim",
    "run_experiment",
    "search_batch",
    "selfplay",
    "stats",
]

# As users see them, in messages and in pickles.
for _name in ("Game", "State"):
    globals()[_name].__module__ = __name__
del _name


def __getattr__(name: str) -> ModuleType:
    """The adapters, which need other packages and are imported when they are used."""
    if name in ("gymnasium", "openspiel", "pettingzoo"):
        return importlib.import_module(f"tavlab.{name}")
    raise AttributeError(f"module 'tavlab' has no attribute {name!r}")
