"""tavlab.openspiel: random_sim_test, states, observers, texts and pickles of games.

Debian does not package OpenSpiel. Unless it is installed, these tests use the stand-in for it in
stand_ins/pyspiel.py, whose random_sim_test was written from the original's checks.
"""

import os
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest
import tavlab
from conftest import ADAPTED, STAND_INS, adapter_examples, random_action, use_stand_ins

use_stand_ins("pyspiel")

import pyspiel
import tavlab.openspiel

EXAMPLES = adapter_examples("tavlab.openspiel")

rules = pytest.mark.parametrize("rules", ADAPTED)


@rules
def test_games_pass_the_test_of_openspiel(rules):
    game = tavlab.openspiel.load_game(rules, max_game_length=40)
    sims = 1 if rules == "tavreli" else 3
    pyspiel.random_sim_test(game, num_sims=sims, serialize=True, verbose=False)


def test_every_rule_set_passes_the_test():
    for id in tavlab.rule_set_ids():
        game = tavlab.openspiel.load_game(id, max_game_length=3)
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@rules
def test_whole_games_are_those_of_tavlab(rules):
    game, rng = tavlab.openspiel.load_game(rules, max_game_length=400), random.Random(1)
    state, same = game.new_initial_state(), game.rules.new_initial_state()
    observer = game.make_py_observer()
    while not same.is_terminal() and same.plies < 400:
        assert not state.is_terminal()
        assert state.current_player() == same.current_player()
        assert state.is_chance_node() == same.is_chance_node()
        assert state.legal_actions() == same.legal_actions()
        assert str(state) == str(same) == state.observation_string(0)
        observer.set_from(state, 0)
        assert (observer.dict["observation"] == same.observation()).all()
        assert (observer.dict["globals"] == same.globals()).all()
        if same.is_chance_node():
            assert state.chance_outcomes() == same.chance_outcomes()
        action = random_action(same, rng)
        text = same.action_to_string(action)
        assert state.action_to_string(action) == text
        assert state.action_to_string(state.current_player(), action) == text
        assert state.string_to_action(text) == action
        state.apply_action(action)
        same.apply_action(action)
    assert state.is_terminal() and state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.returns() == same.returns() == state.rewards()
    assert state.history() == same.history() and state.game_state == same
    assert state.information_state_string(1) == state.history_str()


def test_the_facts_of_a_game():
    for rules in ADAPTED:
        game, same = tavlab.openspiel.load_game(rules), tavlab.load(rules)
        assert game.num_players() == 2
        assert game.num_distinct_actions() == same.num_distinct_actions
        assert game.max_chance_outcomes() == same.max_chance_outcomes
        assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
        assert game.max_game_length() == 1000
        kind = game.get_type()
        modes = pyspiel.GameType.ChanceMode
        chance = same.max_chance_outcomes > 0
        assert kind.chance_mode == (modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC)
        assert kind.long_name == same.title
        assert (game.max_chance_nodes_in_history() > 0) == chance
    assert "python_tavlab" in pyspiel.registered_names()
    tavlab.openspiel.register()  # again


def test_games_that_do_not_end_are_draws():
    game = tavlab.openspiel.load_game("ur-finkel", max_game_length=5)
    state, rng = game.new_initial_state(), random.Random(2)
    while not state.is_terminal():
        state.apply_action(random_action(state.game_state, rng))
    assert state.game_state.plies == 5 and not state.game_state.is_terminal()
    assert state.returns() == [0, 0] and state.legal_actions() == []


def test_turns_that_are_passed_for_ever_are_a_draw():
    """With these dice, "odd" passes the turn, and is no ply."""
    game = tavlab.openspiel.load_game("helmfrid-9{dice.kind=parity}", max_game_length=5)
    state = game.new_initial_state()
    odd = state.string_to_action("[odd]")
    while not state.is_terminal():
        state.apply_action(odd)
    assert len(state.history()) == game.max_chance_nodes_in_history() == 50
    assert state.returns() == [0, 0]


@rules
def test_tensors_are_planes_and_globals(rules):
    game, same = tavlab.openspiel.load_game(rules), tavlab.load(rules)
    flat = int(np.prod(same.observation_shape)) + same.globals_shape[0]
    assert game.observation_tensor_shape() == [flat]
    state = game.new_initial_state()
    expected = np.concatenate([state.game_state.observation().ravel(), state.game_state.globals()])
    assert state.observation_tensor(0) == state.observation_tensor(1) == expected.tolist()
    planes = tavlab.openspiel.load_game(rules, globals=False)
    assert planes.observation_tensor_shape() == list(same.observation_shape)
    state = planes.new_initial_state()
    assert state.observation_tensor(0) == state.game_state.observation().ravel().tolist()


def test_observers():
    game = tavlab.openspiel.load_game("brandubh-7")
    state = game.new_initial_state()
    for action in ("d1-c1", "d3-c3"):
        state.apply_action(state.string_to_action(action))
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.tensor.tolist() == state.observation_tensor(0)
    assert observer.dict["observation"].base is observer.tensor
    recalls = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    recalls.set_from(state, 0)
    assert recalls.tensor is None and recalls.string_from(state, 0) == state.history_str()
    nothing = game.make_py_observer(
        pyspiel.IIGObservationType(
            perfect_recall=False, public_info=False, private_info=pyspiel.PrivateInfoType.NONE
        )
    )
    nothing.set_from(state, 0)
    assert nothing.string_from(state, 0) == ""
    with pytest.raises(ValueError, match="parameters"):
        game.make_py_observer(None, {"colour": 1})


def test_copies_are_independent():
    state = tavlab.openspiel.load_game("ur-finkel").new_initial_state()
    rng = random.Random(3)
    for _ in range(20):
        state.apply_action(random_action(state.game_state, rng))
    before, copy = state.history(), state.clone()
    assert copy.game_state == state.game_state and copy.history() == before
    child = state.child(state.legal_actions()[0])
    copy.apply_action(copy.legal_actions()[0])
    assert state.history() == before == state.game_state.history()
    assert copy.history() == child.history() == copy.game_state.history() != before


ODD = {"corners.stop": ["king", "defenders"], "dice.kind": "parity", "limits.quiet_plies": 40}


def test_games_are_loaded_again_by_their_texts():
    for game in (
        tavlab.load("helmfrid-9", ODD, max_game_length=77),
        tavlab.load("brandubh-7", max_size=9, side_heads=True),
        tavlab.load("chess"),
    ):
        loaded = tavlab.openspiel.load_game(game, globals=False)
        assert loaded.rules == game and loaded.rules.max_game_length == game.max_game_length
        for again in (pyspiel.load_game(str(loaded)), pickle.loads(pickle.dumps(loaded))):
            assert again == loaded and again.rules == game
            assert again.observation_tensor_shape() == list(game.observation_shape)


def test_rules_can_be_written_in_several_ways():
    rules = tavlab.load("helmfrid-9", {"dice.kind": "parity", "king.armed": "none"})
    for game in (
        pyspiel.load_game("python_tavlab(rules=helmfrid-9{dice.kind:parity;king.armed:none})"),
        pyspiel.load_game("python_tavlab", {"rules": rules.id}),
        tavlab.openspiel.load_game(rules.id),
    ):
        assert game.rules == rules
    assert pyspiel.load_game("python_tavlab").rules == tavlab.load("brandubh-7")


def test_rules_from_files(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(tavlab.load("ur-finkel", {"pieces": 3}).to_toml("mine"))
    game = tavlab.openspiel.load_game(str(file))
    assert game.rules == tavlab.load(file)
    assert pyspiel.load_game(str(game)).rules == game.rules
    with pytest.raises(ValueError, match="mine is not the id of these rules"):
        tavlab.openspiel.load_game(tavlab.load(file))


def test_states_are_serialized_with_their_history():
    game = tavlab.openspiel.load_game(tavlab.load("helmfrid-9"))
    state = game.new_initial_state()
    for move in "a4-b4 e4-d4 b4-a4 d4-e4".split():
        state.apply_action(state.string_to_action(move))
    assert state.game_state.occurrences == 2
    text = pyspiel.serialize_game_and_state(game, state)
    for again in (pyspiel.deserialize_game_and_state(text)[1], pickle.loads(pickle.dumps(state))):
        assert again.game_state == state.game_state and again.game_state.occurrences == 2
        assert again.history() == state.history()


def test_a_game_can_begin_at_a_position():
    other = tavlab.load("helmfrid-9").new_initial_state()
    other.apply_text("a4-b4")
    game = tavlab.openspiel.load_game("helmfrid-9")
    state = game.new_initial_state(other.to_text())
    assert state.current_player() == 1 and state.legal_actions() == other.legal_actions()
    assert state.clone().legal_actions() == other.legal_actions()


def test_bad_input_raises_an_exception():
    with pytest.raises(ValueError, match="brandub"):
        tavlab.openspiel.load_game("brandub")
    with pytest.raises((RuntimeError, ValueError)):
        pyspiel.load_game("python_tavlab(rulez=brandubh-7)")
    state = tavlab.openspiel.load_game("brandubh-7").new_initial_state()
    with pytest.raises((RuntimeError, ValueError), match="not legal"):
        state.apply_action(0)
    assert state.history() == state.game_state.history() == []


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_run(number):
    path = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), STAND_INS])
    run = subprocess.run(
        [sys.executable, "-c", EXAMPLES[number]],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert run.returncode == 0 and run.stderr == "", run.stderr


def test_it_is_there_without_an_import_of_its_own():
    script = "import tavlab; tavlab.openspiel.register(); print(len(tavlab.rule_set_ids()))"
    run = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path])},
    )
    assert run.returncode == 0, run.stderr
