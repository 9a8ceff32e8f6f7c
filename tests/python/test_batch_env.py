"""tavlab.BatchEnv: equal to states game by game, whatever the threads; bad input; Ctrl-C; fork."""

import multiprocessing
import random
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
import tavlab
from conftest import SAMPLE, random_action, random_game


def random_actions(mask, rng):
    return np.array([rng.choice(np.flatnonzero(row)) for row in mask.astype(bool)])


def expected_row(state):
    return state.observation(), state.globals(), state.legal_actions_mask(), state.current_player()


def check_row(batch, i, state):
    observation, numbers, mask, player = expected_row(state)
    assert (batch.observation[i] == observation).all()
    assert (batch.globals[i] == numbers).all()
    assert (batch.mask[i, : len(mask)] == mask).all() and not batch.mask[i, len(mask) :].any()
    assert batch.player[i] == player


@pytest.mark.parametrize("rules", SAMPLE)
def test_a_batch_is_its_games(rules):
    """Chance is chosen here, so that states can follow; games end, and are cut off."""
    game = tavlab.load(rules, max_game_length=40)
    n, rng = 5, random.Random(1)
    env = tavlab.BatchEnv(game, n, threads=2, chance="explicit")
    batch = env.reset()
    states = [game.new_initial_state() for _ in range(n)]
    ends = cuts = 0
    for _ in range(150):
        for i, state in enumerate(states):
            check_row(batch, i, state)
            assert env.state(i) == state
        actions = [random_action(state, rng) for state in states]
        players = [state.current_player() for state in states]
        batch = env.step(actions)
        for i, (action, player) in enumerate(zip(actions, players)):
            states[i].apply_action(action)
            done = states[i].is_terminal()
            cut = not done and states[i].plies >= 40
            assert (batch.done[i], batch.truncated[i]) == (done, cut)
            assert batch.reward[i] == (states[i].player_return(max(player, 0)) if done else 0)
            if done or cut:
                assert (batch.final_observation[i] == states[i].observation()).all()
                assert (batch.final_globals[i] == states[i].globals()).all()
                states[i] = game.new_initial_state()
            ends += done
            cuts += cut
    assert ends + cuts > 0


def test_repetition_counts_in_a_batch():
    game = tavlab.load("helmfrid-9")
    env = tavlab.BatchEnv(game, 1)
    env.reset()
    state = game.new_initial_state()
    for move in "a4-b4 e4-d4 b4-a4 d4-e4".split() * 2:
        action = state.string_to_action(move)
        state.apply_action(action)
        batch = env.step([action])
        check_row(batch, 0, state) if not state.is_terminal() else None
    assert env.state(0).occurrences == state.occurrences == 3 or state.is_terminal()


def played(rules, threads, seed=5, steps=60, **options):
    """Everything that a batch tells in some steps of random actions."""
    env = tavlab.BatchEnv(tavlab.load(rules, max_game_length=50), 37, threads, seed, **options)
    rng = random.Random(2)
    batch = env.reset()
    told = []
    for _ in range(steps):
        told.append(
            [array.tobytes() for array in (batch.observation, batch.globals, batch.mask, batch.player)]
            + [batch.reward.tobytes(), batch.done.tobytes(), batch.truncated.tobytes()]
        )
        batch = env.step(random_actions(batch.mask, rng))
    return told


@pytest.mark.parametrize("rules", ["brandubh-7", "ur-finkel"])
@pytest.mark.parametrize("opponent", [None, "greedy"])
def test_the_seed_determines_the_games_whatever_the_threads(rules, opponent):
    alone = played(rules, 1, opponent=opponent)
    for threads in (2, 5):
        assert played(rules, threads, opponent=opponent) == alone
    if rules == "ur-finkel":
        assert played(rules, 2, seed=6, opponent=opponent) != alone


def test_resets_give_other_games_unless_seeded():
    game = tavlab.load("ur-finkel")
    env = tavlab.BatchEnv(game, 50, seed=3)
    first = env.reset().observation.copy()
    assert (env.reset().observation != first).any()
    assert (env.reset(3).observation == first).all()


def test_sampled_chance_has_its_probabilities():
    """The first rolls of 4,000 games: chi-square with 3 degrees of freedom (0 passes the turn)."""
    game = tavlab.load("ur-finkel")
    env = tavlab.BatchEnv(game, 4000, seed=1, observation=None)
    env.reset()
    rolls = [env.state(i).history()[0] for i in range(4000)]
    expected = {0: 250, 1: 1000, 2: 1500, 3: 1000, 4: 250}
    assert sum((rolls.count(r) - e) ** 2 / e for r, e in expected.items()) < 23.5  # p = 1e-4


def test_an_opponent_plays_the_other_side():
    game = tavlab.load("brandubh-7")
    for learner, sides in ((0, {0}), (1, {1}), ("alternate", {0, 1})):
        env = tavlab.BatchEnv(game, 4, opponent="alphabeta:depth=1", learner=learner, observation=None)
        rng = random.Random(3)
        batch = env.reset()
        assert set(batch.player) == sides
        rewards = []
        for _ in range(120):
            before = batch.player.copy()
            batch = env.step(random_actions(batch.mask, rng))
            over = batch.done | batch.truncated
            assert (batch.player[~over] == before[~over]).all()
            rewards += batch.reward[batch.done].tolist()
        assert len(rewards) > 3
        assert np.mean(rewards) < 0  # a random player loses


def test_the_opponent_is_the_agent_of_the_command_line():
    """It answers as `tavlab analyze` says that the agent plays."""
    from conftest import BINARY

    game = tavlab.load("brandubh-7")
    env = tavlab.BatchEnv(game, 1, opponent="alphabeta:depth=3", learner=0, observation=None)
    env.reset()
    state = game.new_initial_state()
    env.step([state.string_to_action("d1-c1")])
    answer = env.state(0).moves_text().split()[1]
    run = subprocess.run(
        [BINARY, "analyze", "brandubh-7", "--agent", "alphabeta:depth=3", "--moves", "d1-c1"],
        text=True, capture_output=True, check=True,
    )
    assert f"best {answer}," in run.stdout


def test_arrays_may_be_the_callers():
    game = tavlab.load("brandubh-7")
    env = tavlab.BatchEnv(game, 3, observation=None, mask=False)
    plain = env.reset()
    assert plain.observation is None and plain.mask is None
    whole = np.zeros((10, 3, *game.observation_shape), np.uint8)
    masks = np.zeros((10, 3, game.num_distinct_actions), np.int8)
    state = game.new_initial_state()
    rng = random.Random(4)
    for t in range(10):
        out = tavlab.Batch(observation=whole[t], mask=masks[t])
        if t == 0:
            assert env.reset(out=out) is out
        else:
            action = rng.choice(state.legal_actions())
            state.apply_action(action)
            assert env.step(np.full(3, action, np.int32), out) is out
        assert (whole[t] == state.observation()).all()
        assert (masks[t] == state.legal_actions_mask()).all()
    assert (whole[0] == game.new_initial_state().observation()).all()  # earlier rows are left alone


def test_an_illegal_action_steps_no_game():
    game = tavlab.load("brandubh-7")
    env = tavlab.BatchEnv(game, 3)
    batch = env.reset()
    legal = random_actions(batch.mask, random.Random(5))
    illegal = np.flatnonzero(~batch.mask[0])[0]
    for actions, kind, message in (
        ([*legal[:2], illegal], ValueError, f"game 2: action {illegal} is not legal here"),
        ([legal[0], -1, legal[2]], IndexError, "game 1: action -1 is out of range"),
        ([2**40, *legal[1:]], IndexError, "game 0: action 1099511627776 is out of range"),
    ):
        with pytest.raises(kind, match=message):
            env.step(np.array(actions))
        assert all(env.state(i) == game.new_initial_state() for i in range(3))
    env.step(legal)
    assert all(env.state(i).history() == [legal[i]] for i in range(3))


def arrays(**changed):
    batch = tavlab.BatchEnv(tavlab.load("brandubh-7"), 3).new_batch()
    for name, array in changed.items():
        setattr(batch, name, array)
    return batch


@pytest.mark.parametrize(
    "actions, out, kind, message",
    [
        ([1, 2], {}, ValueError, r"actions: has shape \(2,\), but must have \(3,\)"),
        ([[1], [2], [3]], {}, ValueError, r"actions: has shape \(3, 1\)"),
        ([1.0, 2.0, 3.0], {}, ValueError, "actions: has dtype float64"),
        (np.zeros(6, np.int64)[::2], {}, ValueError, "actions: is not contiguous"),
        ("abc", {}, ValueError, "actions"),
        (None, {}, ValueError, "actions"),
        (None, {"mask": np.zeros((3, 5), np.bool_)}, ValueError, "mask: has shape"),
        (None, {"mask": np.zeros((3, 1372), np.float32)}, ValueError, "mask: has dtype float32"),
        (None, {"mask": [[]]}, TypeError, "mask must be a NumPy array, not list"),
        (None, {"player": np.zeros(3, np.int64)}, ValueError, "player: has dtype int64"),
        (None, {"reward": np.zeros(4, np.float32)}, ValueError, "reward: has shape"),
        (None, {"reward": np.zeros(6, np.float32)[::2]}, ValueError, "reward: is not contiguous"),
        (None, {"observation": np.zeros((3, 13, 7, 7))}, ValueError, "observation: has dtype float64"),
        (None, {"globals": np.broadcast_to(np.float32(0), (3, 99))}, ValueError, "globals"),
    ],
)
def test_arrays_are_checked(actions, out, kind, message):
    env = tavlab.BatchEnv(tavlab.load("brandubh-7"), 3)
    batch = env.reset()
    legal = random_actions(batch.mask, random.Random(6))
    with pytest.raises(kind, match=message):
        env.step(legal if actions is None and out else actions, arrays(**out))
    assert env.state(0).history() == []


def test_arrays_that_share_memory_are_refused():
    env = tavlab.BatchEnv("brandubh-7", 4)
    batch = env.new_batch()
    batch.done = batch.truncated
    with pytest.raises(ValueError, match="shares memory"):
        env.reset(out=batch)
    both = np.zeros(8, np.int8)
    batch.player, batch.done = both[:4], both[3:7].view(np.bool_)
    with pytest.raises(ValueError, match="done: shares memory with player"):
        env.reset(out=batch)
    batch.done = both[4:].view(np.bool_)
    assert env.reset(out=batch) is batch


def test_arrays_live_until_the_step_ends():
    """Their only other owner may let go of them meanwhile: here at once, as a thread could."""
    env = tavlab.BatchEnv("helmfrid-9", 2048)

    class Fleeting(tavlab.Batch):
        @property
        def mask(self):
            return np.zeros((2048, env.game.num_distinct_actions), np.bool_)

        @mask.setter
        def mask(self, _):
            pass

    batch = Fleeting()
    for _ in range(20):
        env.reset(out=batch)


def test_read_only_arrays_are_refused():
    env = tavlab.BatchEnv(tavlab.load("brandubh-7"), 3)
    out = env.new_batch()
    out.done.flags.writeable = False
    with pytest.raises(ValueError, match="done: is read-only"):
        env.reset(out=out)


@pytest.mark.parametrize(
    "options, kind, message",
    [
        ({"n": 0}, ValueError, "n is 0"),
        ({"n": -1}, ValueError, "n is -1"),
        ({"threads": 0}, ValueError, "threads is 0"),
        ({"observation": "float64"}, ValueError, "'float64'"),
        ({"chance": "none"}, ValueError, "'none'"),
        ({"opponent": "deepblue"}, ValueError, "deepblue"),
        ({"opponent": "alphabeta:deep=2"}, ValueError, "deep"),
        ({"opponent": "net:file=no-such-net"}, ValueError, "no-such-net"),
        ({"opponent": "random", "learner": 2}, ValueError, "learner is 2"),
        ({"opponent": "random", "chance": "explicit"}, ValueError, "chance"),
        ({"game": 7}, TypeError, "game must be a Game, an id or a path"),
        ({"game": None}, TypeError, ""),
    ],
)
def test_bad_options_raise_the_right_exception(options, kind, message):
    arguments = {"game": tavlab.load("brandubh-7"), "n": 2, **options}
    with pytest.raises(kind, match=message):
        tavlab.BatchEnv(**arguments)


def test_fractions_do_not_fit_in_bytes():
    game = tavlab.load("tavreli")
    with pytest.raises(ValueError, match="fractions"):
        tavlab.BatchEnv(game, 2, observation="uint8")
    env = tavlab.BatchEnv(game, 2, mask=False)
    out = tavlab.Batch(observation=np.zeros((2, *game.observation_shape), np.uint8))
    with pytest.raises(ValueError, match="fractions"):
        env.reset(out=out)


def test_games_are_reset_first():
    env = tavlab.BatchEnv(tavlab.load("brandubh-7"), 2)
    with pytest.raises(RuntimeError, match="reset first$"):
        env.step([1, 2])
    env.reset()
    with pytest.raises(IndexError, match="game 2 is out of range"):
        env.state(2)
    with pytest.raises(ValueError, match="seed"):
        env.reset(-1)


INTERRUPTED = """
import signal, threading, time
import tavlab
env = tavlab.BatchEnv(tavlab.load("helmfrid-11"), 4, 2, opponent="alphabeta:depth=30", learner=0, observation=None)
batch = env.reset()
actions = batch.mask.argmax(axis=1)
print("stepping", flush=True)
try:
    env.step(actions)
except KeyboardInterrupt:
    print("interrupted", flush=True)
try:
    env.step(actions)
except RuntimeError as error:
    print(error, flush=True)
env.reset()
print("reset", env.state(0).plies, flush=True)
"""


def test_ctrl_c_ends_a_long_step():
    """A search of 30 plies would take longer than anyone waits."""
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "stepping\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    if "interrupted" in out:  # else the signal came between the two lines
        assert out == "interrupted\nthe games must be reset first: the last call was interrupted\nreset 0\n", err
    else:
        assert "KeyboardInterrupt" in err


BUILT = """
from tavlab import _tavlab
game = _tavlab.load("brandubh-7", [], 0, False, 100)
env = _tavlab.BatchEnv.__new__(_tavlab.BatchEnv)
try:
    print("building", flush=True)
    _tavlab.BatchEnv.__init__(env, game, 1000, 1, True, "alphabeta:depth=1,table=0", "0")
except KeyboardInterrupt:
    print("interrupted", flush=True)
try:
    env.state(0)
except TypeError:
    print("not built", flush=True)
"""


def test_ctrl_c_ends_the_making_of_opponents():
    """Afterwards there is no environment: Ctrl-C was not left for the time when all were made."""
    process = subprocess.Popen(
        [sys.executable, "-c", BUILT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "building\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert out == "interrupted\nnot built\n", err


def sums(env, steps):
    """What a batch tells in some steps, as one number."""
    rng = random.Random(7)
    batch = env.reset(1)
    total = 0.0
    for _ in range(steps):
        batch = env.step(random_actions(batch.mask, rng))
        total += float(batch.observation.sum()) + float(batch.reward.sum())
    return total


def forked(env, queue):
    queue.put(sums(env, 20))


def test_a_forked_process_has_threads_of_its_own():
    env = tavlab.BatchEnv(tavlab.load("brandubh-7"), 64, threads=3)
    here = sums(env, 20)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=forked, args=(env, queue))
    child.start()
    assert queue.get(timeout=120) == here
    child.join(timeout=120)
    assert child.exitcode == 0
    assert sums(env, 20) == here


def length_of(state):
    return len(state.history()), state.legal_actions()


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_states_travel_between_processes(method):
    states = random_game(tavlab.load("ur-finkel"), 9, 30)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(length_of, states) == [length_of(state) for state in states]


def test_rules_are_given_by_their_id_too(tmp_path):
    game = tavlab.load("helmfrid-9", {"king.armed": "none"})
    (tmp_path / "rules.toml").write_text(game.to_toml())
    for rules in (game.id, tmp_path / "rules.toml"):
        assert tavlab.BatchEnv(rules, 2).game == game
    with pytest.raises(ValueError, match="no-such-game"):
        tavlab.BatchEnv("no-such-game", 2)


def test_environments_in_several_threads():
    game = tavlab.load("brandubh-7")
    alone = sums(tavlab.BatchEnv(game, 16, threads=1), 20)
    results = []

    def work():
        results.append(sums(tavlab.BatchEnv(game, 16, threads=2), 20))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [alone] * 4


def test_one_environment_in_two_threads_is_refused_or_in_turn():
    """While a step runs without the GIL, a second one says so; neither breaks the games."""
    env = tavlab.BatchEnv(tavlab.load("brandubh-7"), 2000, threads=2)
    batch = env.reset()
    actions = batch.mask.argmax(axis=1)
    errors = []

    def step():
        try:
            env.step(actions, env.new_batch())
        except (RuntimeError, ValueError) as error:  # illegal in the second turn
            errors.append(str(error))

    threads = [threading.Thread(target=step) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(errors) == 3
    assert all("in use by another thread" in e or "not legal" in e for e in errors), errors
    assert env.state(0).plies == 1
