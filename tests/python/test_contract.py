"""States of every rule set agree with `tavlab trace`, and keep the promises of their docstrings."""

import json
import subprocess

import numpy as np
import pytest
import tavlab
from conftest import BINARY, random_game

RULES = tavlab.rule_set_ids()


def traced(rules, moves):
    run = subprocess.run(
        [BINARY, "trace", rules, "--moves", "-"], input=moves + "\n", text=True, capture_output=True
    )
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def legal_texts(state):
    return sorted(state.action_to_string(action) for action in state.legal_actions())


@pytest.mark.parametrize("rules", RULES)
def test_random_games_agree_with_the_traces_of_the_program(rules):
    game = tavlab.load(rules)
    for seed in (1, 2):
        states = random_game(game, seed)
        last = states[-1]
        *plies, end = traced(rules, last.moves_text())
        assert len(plies) == len(states) - 1
        for state, ply, action in zip(states, plies, last.history()):
            assert state.to_text() == ply["position"]
            assert state.plies == ply["ply"]
            if state.is_chance_node():
                assert state.action_to_string(action) == ply["throw"]
                continue
            assert game.players[state.current_player()] == ply["to_move"]
            assert legal_texts(state) == ply["legal"]
            assert state.action_to_string(action) == ply["move"]
            assert state.captured(action) == ply["captured"]
        assert last.to_text() == end["position"]
        assert (last.result, last.reason, last.plies) == (end["result"], end["reason"], end["plies"])
        if not last.is_terminal():
            assert game.players[max(last.current_player(), 0)] == end["to_move"] or last.is_chance_node()
            assert end["throws" if last.is_chance_node() else "legal"] == (
                [last.action_to_string(o) for o, _ in last.chance_outcomes()]
                if last.is_chance_node()
                else legal_texts(last)
            )


def everything(state):
    return (
        state.to_text(),
        state.current_player(),
        state.legal_actions(),
        state.chance_outcomes(),
        state.history(),
        state.moves_text(),
        state.key(),
        state.occurrences,
        state.plies,
        state.returns(),
        state.result,
        state.reason,
        state.observation().tobytes(),
        state.globals().tobytes(),
    )


@pytest.mark.parametrize("rules", RULES)
def test_undo_is_exact(rules):
    states = random_game(tavlab.load(rules), 3)
    state = states[-1].clone()
    for before, action in zip(reversed(states[:-1]), reversed(states[-1].history())):
        state.undo_action(before.current_player(), action)
        assert everything(state) == everything(before)
        assert state == before and hash(state) == hash(before)
    with pytest.raises(ValueError, match="no action to take back"):
        state.undo_action()


@pytest.mark.parametrize("rules", RULES)
def test_actions_are_fixed_numbers_of_moves(rules):
    game = tavlab.load(rules)
    for state in random_game(game, 4):
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        mask = state.legal_actions_mask()
        assert mask.dtype == np.bool_
        assert np.flatnonzero(mask).tolist() == actions
        if state.is_terminal():
            assert actions == []
            continue
        texts = {state.action_to_string(action): action for action in actions}
        assert len(texts) == len(actions)
        for text, action in texts.items():
            assert state.string_to_action(text) == action
        if state.is_chance_node():
            assert len(mask) == game.max_chance_outcomes
            assert sum(p for _, p in state.chance_outcomes()) == pytest.approx(1, abs=1e-12)
            assert [outcome for outcome, _ in sorted(state.chance_outcomes())] == actions
            continue
        assert len(mask) == game.num_distinct_actions
        for action in actions:
            places = state.policy_places(action)
            assert all(place < game.policy_size for place in places)
            assert places[0] == action % game.policy_size


@pytest.mark.parametrize("rules", RULES)
def test_an_action_means_the_same_move_whatever_was_played_before(rules):
    """The numbers depend on the position only: a state made from the text has the same."""
    game = tavlab.load(rules)
    for state in random_game(game, 5)[::7]:
        if state.is_terminal() or state.occurrences > 1:
            continue
        fresh = game.new_initial_state(state.to_text())
        named = {fresh.action_to_string(action): action for action in fresh.legal_actions()}
        for action in state.legal_actions():
            assert named[state.action_to_string(action)] == action
        assert (fresh.observation() == state.observation()).all()
        assert (fresh.globals() == state.globals()).all()


@pytest.mark.parametrize("rules", RULES)
def test_observations_have_the_shapes_of_the_game(rules):
    game = tavlab.load(rules)
    for state in random_game(game, 6)[::5]:
        planes = state.observation()
        assert planes.dtype == np.float32 and planes.shape == game.observation_shape
        assert state.globals().dtype == np.float32 and state.globals().shape == game.globals_shape
        assert np.isfinite(planes).all() and np.isfinite(state.globals()).all()
        out = np.full(game.observation_shape, -1, np.float32)
        assert state.observation(out) is out
        assert (out == planes).all()
        if game.binary_observation:
            small = np.full(game.observation_shape, 7, np.uint8)
            assert (state.observation(small) == planes).all()


def test_planes_show_the_pieces_of_the_text():
    """Against a second reading of the position's text: rows from the top, planes from the bottom."""
    game = tavlab.load("helmfrid-9")
    for state in random_game(game, 7)[::5]:
        rows = state.to_text().split()[0].split("/")
        board = []
        for row in rows:
            cells, digits = "", ""
            for sign in row:
                if sign.isdigit():
                    digits += sign
                    continue
                cells += "." * int(digits or 0) + sign
                digits = ""
            board.append(cells + "." * int(digits or 0))
        cells = np.array([list(row) for row in reversed(board)])
        attackers, defenders, king = state.observation()[:3]
        assert (attackers == (cells == "a")).all()
        assert (defenders == (cells == "d")).all()
        assert (king == (cells == "k")).all()


@pytest.mark.parametrize("rules", RULES)
def test_returns_are_those_of_the_result(rules):
    game = tavlab.load(rules)
    last = random_game(game, 8, 400)[-1]
    by_result = {game.players[0]: [1, -1], game.players[1]: [-1, 1], "draw": [0, 0], "unfinished": [0, 0]}
    assert last.returns() == by_result[last.result]
    assert [last.player_return(player) for player in (0, 1)] == last.returns()
    assert last.is_terminal() == (last.result != "unfinished") == bool(last.reason)
