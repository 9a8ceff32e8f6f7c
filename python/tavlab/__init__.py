"""Reconstructed board games for research: rules, states and batched environments.

>>> import tavlab
>>> game = tavlab.load("brandubh-7")
>>> state = game.new_initial_state()
>>> state.apply_text("d1-c1 d3-c3")
>>> len(state.legal_actions())
43

States follow the habits of OpenSpiel, and `BatchEnv` steps many games at once into NumPy arrays.
"""

from tavlab._tavlab import CHANCE, TERMINAL, Game, State, __version__, rule_set_ids
from tavlab.batch_env import Batch, BatchEnv
from tavlab.rules import load

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Batch",
    "BatchEnv",
    "Game",
    "State",
    "__version__",
    "load",
    "rule_set_ids",
]

# As users see them, in messages and in pickles.
for _name in ("Game", "State"):
    globals()[_name].__module__ = __name__
del _name
