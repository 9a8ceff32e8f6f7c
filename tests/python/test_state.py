"""tavlab.Game and tavlab.State: copies, pickles, equality, texts, drawings, bad input."""

import copy
import gc
import pickle
import sys
import xml.etree.ElementTree

import numpy as np
import pytest
import tavlab
from conftest import random_game


def test_rules_are_loaded_by_id_with_overrides():
    game = tavlab.load("helmfrid-9", {"king.armed": "none"})
    assert game.id == "helmfrid-9{king.armed=none}"
    assert game.parameters["king.armed"] == "none"
    assert tavlab.load("helmfrid-9", {"king.armed": None}) == game
    assert tavlab.load(game.id) == game
    assert tavlab.load("helmfrid-9") != game
    assert tavlab.load("helmfrid-9", {"king.weak": True}).parameters["king.weak"] is True
    limited = tavlab.load("helmfrid-9", {"limits.king_side_moves": 13})
    assert limited.parameters["limits.king_side_moves"] == 13


def test_rules_are_loaded_from_a_file(tmp_path):
    game = tavlab.load("ur-finkel", {"pieces": 3})
    file = tmp_path / "mine.toml"
    file.write_text(game.to_toml("mine"))
    assert tavlab.load(file) == game
    assert tavlab.load(str(file)).content_hash == game.content_hash
    file.write_text(game.to_toml())
    assert tavlab.load(file).id == "ur-finkel-variant"


def test_the_facts_of_a_game():
    game = tavlab.load("helmfrid-9")
    assert game.players == ("attackers", "defenders")
    assert game.num_players == 2
    assert (game.min_utility, game.max_utility, game.utility_sum) == (-1, 1, 0)
    assert game.observation_shape == (13, 9, 9)
    assert game.num_distinct_actions == game.policy_size == 81 * (4 * 8 + 4)
    assert game.max_chance_outcomes == 0
    assert game.max_game_length == 1000
    assert "attackers" in game.rules_text() and game.rules_text("en") == game.rules_text()
    assert "нападающие" in game.rules_text("ru") and "attackers" not in game.rules_text("ru")
    assert repr(game) == "tavlab.load('helmfrid-9')"
    assert tavlab.load("ur-finkel").max_chance_outcomes > 4


def test_actions_are_those_of_nets_for_larger_boards():
    small, large = tavlab.load("helmfrid-9"), tavlab.load("helmfrid-9", max_size=11)
    assert large.policy_size == 81 * (4 * 10 + 4)
    assert small != large
    both = tavlab.load("helmfrid-9", side_heads=True)
    assert both.policy_size == 2 * small.policy_size
    state = both.new_initial_state()
    first = set(state.legal_actions())
    state.apply_action(min(first))
    assert not first & set(state.legal_actions())


def test_optional_captures_have_numbers_of_their_own():
    game = tavlab.load("helmfrid-9", {"capture.optional": True})
    assert game.num_distinct_actions == 8 * game.policy_size
    seen = 0
    for seed in range(5):
        for state in random_game(game, seed):
            for action in state.legal_actions():
                if action < game.policy_size:
                    continue
                seen += 1
                assert "~" in state.action_to_string(action)
                assert len(state.policy_places(action)) > 1
    assert seen > 0


def test_copies_are_independent(game):
    state = random_game(game, 1, 20)[-1]
    before = state.history()
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state), state.child(state.legal_actions()[0])):
        assert other.game is state.game
        if len(other.history()) == len(before):
            assert other == state and hash(other) == hash(state)
        other.undo_action()
        other.undo_action()
        assert state.history() == before


def test_equality_is_of_game_start_and_history():
    game = tavlab.load("brandubh-7")
    a, b = game.new_initial_state(), game.new_initial_state()
    assert a == b and hash(a) == hash(b) and len({a, b}) == 1
    a.apply_text("d1-c1 d3-c3")
    assert a != b
    b.apply_text("d1-c1")
    b.apply_text("d3-c3")
    assert a == b
    assert a != game.new_initial_state(a.to_text())  # without its history
    assert a != tavlab.load("brandubh-7", {"king.armed": "none"}).new_initial_state()
    assert a != "a state" and game != "a game"


def test_the_history_counts(game):
    """A state that was pickled or copied still knows the positions before."""
    game = tavlab.load("helmfrid-9")
    shuttle = "a4-b4 e4-d4 b4-a4 d4-e4"
    state = game.new_initial_state()
    state.apply_text(shuttle)
    assert state.occurrences == 2
    assert pickle.loads(pickle.dumps(state)).occurrences == 2
    assert state.clone().occurrences == 2
    assert game.new_initial_state(state.to_text()).occurrences == 1


def test_pickles_are_equal(game):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(game, protocol)) == game
    for state in random_game(game, 2, 60)[::10]:
        again = pickle.loads(pickle.dumps(state))
        assert again == state and hash(again) == hash(state)
        assert again.legal_actions() == state.legal_actions()
        assert again.key() == state.key()
        assert pickle.loads(pickle.dumps(again)) == state
    middle = game.new_initial_state(random_game(game, 2, 10)[-1].to_text())
    assert pickle.loads(pickle.dumps(middle)) == middle
    several = pickle.loads(pickle.dumps([middle, middle.clone()]))
    assert several[0].game is several[1].game


def test_pickles_keep_overrides_and_options():
    game = tavlab.load("helmfrid-9", {"king.armed": "none"}, max_size=11, max_game_length=77)
    again = pickle.loads(pickle.dumps(game))
    assert again == game and again.id == game.id
    assert (again.max_size, again.max_game_length) == (11, 77)


def test_drawings():
    for rules in ("helmfrid-9", "ur-finkel", "tavreli"):
        state = random_game(tavlab.load(rules), 3, 10)[-1]
        drawing = xml.etree.ElementTree.fromstring(state.svg())
        assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
        assert 'class="moved"' in state.svg()
        assert state._repr_svg_() == state.svg()
    start = tavlab.load("helmfrid-9").new_initial_state()
    assert 'class="moved"' not in start.svg()
    assert "K" in str(start)
    assert repr(start) == "<tavlab.State of helmfrid-9: ply 0, attackers to move>"


def test_chance_nodes():
    state = tavlab.load("ur-finkel").new_initial_state()
    assert state.current_player() == tavlab.CHANCE == -1 and state.is_chance_node()
    outcomes = dict(state.chance_outcomes())
    assert outcomes == {0: 1 / 16, 1: 4 / 16, 2: 6 / 16, 3: 4 / 16, 4: 1 / 16}
    state.apply_action(state.string_to_action("[4]") if "[" in state.action_to_string(4) else 4)
    assert state.current_player() == 0 and not state.is_chance_node()
    assert state.legal_actions(1) == [] and state.legal_actions(0) == state.legal_actions()


def test_the_end_of_a_game():
    game = tavlab.load("brandubh-7")
    last = random_game(game, 1, 2000)[-1]
    assert last.is_terminal() and last.current_player() == tavlab.TERMINAL == -4
    assert last.legal_actions() == [] and not last.legal_actions_mask().any()
    for call in (
        lambda: last.apply_action(0),
        lambda: last.child(0),
        lambda: last.apply_text("d1-c1"),
        lambda: last.string_to_action("d1-c1"),
        lambda: last.action_to_string(0),
        lambda: last.captured(0),
    ):
        with pytest.raises(ValueError, match="the game is over after"):
            call()


def test_several_moves_are_played_all_or_none():
    state = tavlab.load("brandubh-7").new_initial_state()
    with pytest.raises(ValueError, match="ply 2: .*d3-d9"):
        state.apply_text("d1-c1 d3-d9")
    assert state.history() == []


@pytest.mark.parametrize(
    "call, kind, message",
    [
        (lambda: tavlab.load("helmfrid"), ValueError, "helmfrid-9"),
        (lambda: tavlab.load("helmfrid-9", {"king.arme": "none"}), ValueError, "king.armed"),
        (lambda: tavlab.load("helmfrid-9", {"king.armed": "perhaps"}), ValueError, "perhaps"),
        (lambda: tavlab.load("no/such.toml"), FileNotFoundError, "no/such.toml"),
        (lambda: tavlab.load("/tmp/"), IsADirectoryError, "/tmp/"),
        (lambda: tavlab.load(5), TypeError, "int"),
        (lambda: tavlab.load(b"helmfrid-9"), TypeError, "bytes"),
        (lambda: tavlab.load("helmfrid-9", max_size=7), ValueError, "7x7"),
        (lambda: tavlab.load("helmfrid-9", max_size=20), ValueError, "max_size is 20"),
        (lambda: tavlab.load("helmfrid-9", max_game_length=0), ValueError, "max_game_length is 0"),
        (lambda: tavlab.load("helmfrid-9", ["king.armed=none"]), TypeError, "a dict"),
        (lambda: tavlab.load("helmfrid-9", {"range.king": 3.0}), TypeError, "range.king is 3.0, a float"),
        (lambda: start().apply_action(np.float32(116)), TypeError, r"^State.apply_action\(\): action must be an int, not float32$"),
        (lambda: start().child("d1-c1"), TypeError, r"action must be an int, not str$"),
        (lambda: start().apply_action(2**70), IndexError, "out of range"),
        (lambda: start().apply_action(-1), IndexError, "action -1 is out of range"),
        (lambda: start().apply_action(10**6), IndexError, "out of range: actions are from 0 to 2915"),
        (lambda: start().apply_action(0), ValueError, "action 0 is not legal here"),
        (lambda: start().apply_action("a4-a3"), TypeError, "must be an int, not str"),
        (lambda: start().apply_action(1.5), TypeError, "must be an int, not float"),
        (lambda: start().child(0), ValueError, "not legal"),
        (lambda: start().action_to_string(0), ValueError, "not legal"),
        (lambda: start().string_to_action("a1-a9"), ValueError, "nearest"),
        (lambda: start().apply_text("a4-a4"), ValueError, "ply 1"),
        (lambda: start().policy_places(0), ValueError, "not legal"),
        (lambda: start().legal_actions(2), IndexError, "player is 2"),
        (lambda: start().player_return(-1), IndexError, "player is -1"),
        (lambda: start().game.new_initial_state("9/9 a"), ValueError, "position"),
        (lambda: start().game.rules_text("xx"), ValueError, "'en'"),
        (lambda: roll().apply_action(7), ValueError, "outcome 7 is not possible"),
        (lambda: roll().apply_action(999), IndexError, "out of range"),
        (lambda: roll().captured(1), ValueError, "chance is next"),
        (lambda: roll().observation(np.zeros(roll().game.observation_shape, np.uint8)), ValueError, "fractions"),
        (lambda: start().observation(np.zeros((13, 9, 8), np.float32)), ValueError, r"\(13, 9, 8\)"),
        (lambda: start().observation(np.zeros((13, 9, 9))), ValueError, "float64"),
        (lambda: start().observation(np.zeros((13, 9, 9), ">f4")), ValueError, "float32"),
        (lambda: start().observation(np.zeros((9, 9, 13), np.float32).T), ValueError, "contiguous"),
        (lambda: start().observation([0.0]), TypeError, "list"),
        (lambda: start().observation(read_only()), ValueError, "read-only"),
    ],
)
def test_bad_input_raises_the_right_exception(call, kind, message):
    with pytest.raises(kind, match=message) as raised:
        call()
    if kind is ValueError:
        assert "\n" not in str(raised.value)


def start():
    return tavlab.load("helmfrid-9").new_initial_state()


def roll():
    return tavlab.load("ur-finkel").new_initial_state()


def read_only():
    array = np.zeros((13, 9, 9), np.float32)
    array.flags.writeable = False
    return array


def test_undo_checks_what_it_is_given():
    state = start()
    action = state.legal_actions()[0]
    state.apply_action(action)
    with pytest.raises(ValueError, match="not the last one"):
        state.undo_action(0, action + 1)
    with pytest.raises(ValueError, match="not played by player 1"):
        state.undo_action(1, action)
    state.undo_action(0, action)
    assert state == start()


def test_nothing_keeps_states_alive():
    state = start()
    game = state.game
    before = sys.getrefcount(game)
    for _ in range(100):
        state.child(state.legal_actions()[0]).observation()
    gc.collect()
    assert sys.getrefcount(game) == before
