"""Agents, and searches with an evaluator in Python."""

import json
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
import tavlab
from conftest import BINARY, SAMPLE, random_game


def flat(game):
    """An evaluator that knows nothing."""

    def evaluate(observation, globals):
        n = len(observation)
        return np.zeros((n, game.policy_size), np.float32), np.zeros(n, np.float32)

    return evaluate


def decisions(game, seed=0, most=40):
    return [s for s in random_game(game, seed, most) if s.current_player() >= 0]


def test_agents_play_legal_moves_and_leave_the_state_alone(game):
    state = decisions(game)[-1]
    before = state.clone()
    for text in ("random", "greedy", "alphabeta:depth=1", "mcts:sims=20,rollout=none"):
        agent = tavlab.Agent(text, seed=1)
        assert agent.play(state) in state.legal_actions()
        analysis = agent.analyze(state)
        assert analysis.best in state.legal_actions()
        assert set(analysis.actions) <= set(state.legal_actions())
        assert state == before


def test_an_agent_says_what_the_command_line_says():
    state = tavlab.load("helmfrid-9").new_initial_state()
    state.apply_text("e2-f2 e6-f6")
    out = subprocess.run(
        [BINARY, "analyze", "helmfrid-9", "--moves", "e2-f2 e6-f6", "--agent", "alphabeta:nodes=5000",
         "--json"], capture_output=True, text=True, check=True,
    )  # fmt: skip
    told = json.loads(out.stdout)
    analysis = tavlab.Agent("alphabeta:nodes=5000").analyze(state)
    assert state.action_to_string(analysis.best) == told["best"]
    # The command line tells the score of the attackers, who are to move here.
    assert state.current_player() == 0
    assert analysis.value == pytest.approx(2 * told["value"] - 1, abs=1e-9)
    assert analysis.nodes == told["nodes"]
    line = state.clone()
    for action, text in zip(analysis.line, told["principal_variation"]):
        assert line.action_to_string(action) == text
        line.apply_action(action)


def test_values_are_those_of_the_player_to_move():
    game = tavlab.load("brandubh-7")
    agent = tavlab.Agent("alphabeta:depth=2")
    state = game.new_initial_state()
    first = agent.analyze(state)
    after = agent.analyze(state.child(first.best))
    assert state.current_player() != state.child(first.best).current_player()
    # What is good for one is bad for the other; depths differ by one ply, so only the sign counts.
    scores = tavlab.Agent("alphabeta:depth=1").analyze(state.child(first.best))
    assert first.value == pytest.approx(-scores.value, abs=1e-9)
    assert abs(after.value + first.value) < 0.5


def test_an_agent_goes_on_with_its_tree_or_forgets_it():
    state = tavlab.load("brandubh-7").new_initial_state()
    agent = tavlab.Agent("mcts:sims=200,rollout=none", seed=4)
    first = agent.analyze(state)
    state.apply_action(first.best)
    state.apply_action(state.legal_actions()[0])
    agent.play(state)
    agent.restart()
    again = agent.analyze(state)
    fresh = tavlab.Agent("mcts:sims=200,rollout=none", seed=9).analyze(state)
    assert again.visits.sum() == fresh.visits.sum()


def test_agents_refuse_what_is_no_decision():
    over = random_game(tavlab.load("brandubh-7"), 1, 500)[-1]
    assert over.is_terminal()
    with pytest.raises(ValueError, match="the game is over"):
        tavlab.Agent("random").play(over)
    before_roll = tavlab.load("ur-finkel").new_initial_state()
    assert before_roll.is_chance_node()
    with pytest.raises(ValueError, match="chance is next"):
        tavlab.Agent("random").play(before_roll)
    with pytest.raises(ValueError, match="agent"):
        tavlab.Agent("alphabetta")
    with pytest.raises(ValueError, match="seed"):
        tavlab.Agent("random", seed=-1)
    with pytest.raises(ValueError, match="ur-finkel"):  # a net that cannot play these rules
        tavlab.Agent("net:file=ur-finkel").play(tavlab.load("brandubh-7").new_initial_state())


def test_ctrl_c_stops_an_agent():
    agent = tavlab.Agent("alphabeta:seconds=600")
    state = tavlab.load("helmfrid-11").new_initial_state()
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        agent.play(state)
    quick = tavlab.Agent("alphabeta:depth=1")
    assert quick.play(state) in state.legal_actions()


@pytest.mark.parametrize("gumbel", [0, 8])
def test_a_batch_is_the_searches_one_by_one(game, gumbel):
    states = decisions(game)[:6]
    rng = np.random.default_rng(0)
    weights = rng.standard_normal(game.observation_shape).astype(np.float32)
    policy = rng.standard_normal(game.policy_size).astype(np.float32)
    sizes = []

    def evaluate(observation, globals):
        assert observation.dtype == np.float32 and observation.shape[1:] == game.observation_shape
        assert globals.shape == (len(observation), *game.globals_shape)
        sizes.append(len(observation))
        values = np.tanh((observation * weights).sum((1, 2, 3)) / 30)
        return np.tile(policy, (len(observation), 1)), values

    together = tavlab.search_batch(states, evaluate, 16, gumbel=gumbel, seed=5)
    assert max(sizes) > 1
    assert len(together) == len(states)
    for state, found in zip(states, together):
        assert found.best in state.legal_actions()
        assert set(found.actions) <= set(state.legal_actions())
        if found.proven == "":
            assert found.policy.sum() == pytest.approx(1)
            assert -1 <= found.value <= 1
    alone = tavlab.search_batch(states[:1], evaluate, 16, gumbel=gumbel, seed=5)[0]
    assert alone.best == together[0].best
    assert np.array_equal(alone.visits, together[0].visits)


def test_priors_are_the_softmax_of_the_logits():
    game = tavlab.load("brandubh-7")
    state = game.new_initial_state()
    logits = np.random.default_rng(1).standard_normal(game.policy_size).astype(np.float32)
    found = tavlab.search_batch([state], lambda o, g: (logits[None].repeat(len(o), 0), np.zeros(len(o))), 400)[0]
    legal = np.array(state.legal_actions())
    expected = np.exp(logits[legal]) / np.exp(logits[legal]).sum()
    priors = dict(zip(found.actions, found.priors))
    for action, prior in zip(legal, expected):
        if action in priors:
            assert priors[action] == pytest.approx(prior, abs=1e-5)


@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.parametrize("three", [False, True])
def test_a_position_that_is_good_for_its_player_is_bad_for_the_other(name, three):
    game = tavlab.load(name)

    def evaluate(observation, globals):
        n = len(observation)
        good = np.tile([0.9, 0.0, 0.1], (n, 1)) if three else np.full(n, 0.8)
        return np.zeros((n, game.policy_size)), good

    for player in (0, 1):
        state = next(s for s in decisions(game, 2) if s.current_player() == player)
        # The first simulation evaluates the position itself.
        found = tavlab.search_batch([state], evaluate, 1)[0]
        if found.proven == "":
            assert found.value == pytest.approx(0.8, abs=1e-5)


def test_a_search_finds_a_win():
    game = tavlab.load("brandubh-7")
    rng = np.random.default_rng(0)
    for seed in range(30):
        for state in decisions(game, seed, 200)[::-1]:
            wins = [a for a in state.legal_actions() if (c := state.child(a)).is_terminal()
                    and c.returns()[state.current_player()] == 1]  # fmt: skip
            if wins:
                found = tavlab.search_batch([state], flat(game), 8, seed=int(rng.integers(9)))[0]
                assert found.best in wins
                assert found.value == 1
                assert found.proven == game.players[state.current_player()]
                return
    raise AssertionError("no win in any game")


class Failure(Exception):
    pass


def test_what_the_evaluator_raises_comes_out():
    state = tavlab.load("brandubh-7").new_initial_state()

    def evaluate(observation, globals):
        raise Failure("mine")

    with pytest.raises(Failure, match="mine"):
        tavlab.search_batch([state], evaluate, 10)


class Unreadable:
    """As a tensor of PyTorch that needs a gradient, or has no data."""

    def __array__(self, dtype=None):
        raise RuntimeError("needs a gradient\nin a second line")


def bad_answers(size):
    good = np.zeros((1, size), np.float32)
    nan = np.full((1, size), np.nan, np.float32)
    return [
        (None, TypeError, "tuple"),
        ((good,), TypeError, "tuple"),
        ((good[:, 1:], [0]), ValueError, "logits has shape"),
        ((good[0], [0]), ValueError, "logits has shape"),
        ((good, [0, 0]), ValueError, "values has shape"),
        ((good, [2.0]), ValueError, "from -1 to 1"),
        ((good, [np.nan]), ValueError, "from -1 to 1"),
        ((good, [[0.5, 0.5, 0.5]]), ValueError, "add up to 1"),
        ((good, [[-0.5, 1, 0.5]]), ValueError, "add up to 1"),
        ((nan, [0]), ValueError, "logits: nan in row 0, column 0"),
        ((good + np.float32(np.inf), [0]), ValueError, "logits: inf in row 0, column 0, but must be at most 1e30$"),
        ((good + np.float32(2e30), [0]), ValueError, "logits: 2e.30 in row 0"),
        ((Unreadable(), [0]), TypeError, "^evaluate: logits: cannot be read as an array of numbers: needs a gradient$"),
        (("text", [0]), TypeError, "^evaluate: logits: must be numbers, not <U4$"),
        ((good, "text"), TypeError, "values: must be numbers"),
    ]


@pytest.mark.parametrize("case", range(15))
def test_what_the_evaluator_returns_is_checked(case):
    game = tavlab.load("brandubh-7")
    answer, error, message = bad_answers(game.policy_size)[case]
    with pytest.raises(error, match=message):
        tavlab.search_batch([game.new_initial_state()], lambda o, g: answer, 10)


@pytest.mark.parametrize("options, wanted", [({"requires_grad": True}, "detach"), ({"device": "meta"}, "meta")])
def test_tensors_of_pytorch_that_have_no_numbers(options, wanted):
    torch = pytest.importorskip("torch")
    game = tavlab.load("brandubh-7")

    def evaluate(observation, globals):
        return torch.zeros((len(observation), game.policy_size), **options), np.zeros(len(observation))

    with pytest.raises(TypeError) as raised:
        tavlab.search_batch([game.new_initial_state()], evaluate, 4)
    text = str(raised.value)
    assert text.startswith("evaluate: logits: cannot be read") and wanted in text and "\n" not in text


@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.parametrize("gumbel", [0, 8])
def test_a_logit_of_minus_infinity_is_a_probability_of_zero(name, gumbel):
    """As nets have it that leave out illegal moves, here also half of the legal ones."""
    game = tavlab.load(name)
    state = decisions(game, 3)[0]
    legal = state.legal_actions()
    left = {place for action in legal[::2] for place in state.policy_places(action)}

    def evaluate(observation, globals):
        logits = np.full((len(observation), game.policy_size), -np.inf, np.float32)
        logits[:, list(left)] = 0
        return logits, np.zeros(len(observation))

    whole = [left.issuperset(state.policy_places(action)) for action in legal]
    found = tavlab.search_batch([state], evaluate, 24, gumbel=gumbel)[0]
    priors = {action: prior for action, prior in zip(found.actions, found.priors) if not np.isnan(prior)}
    assert priors
    for action, fine in zip(legal, whole):
        assert priors.get(action, fine / sum(whole)) == pytest.approx(fine / sum(whole), abs=1e-6)
    nothing = np.full(game.policy_size, -np.inf, np.float32)
    found = tavlab.search_batch([state], lambda o, g: ([nothing] * len(o), [0] * len(o)), 24, gumbel=gumbel)[0]
    known = found.priors[~np.isnan(found.priors)]
    assert known == pytest.approx(np.full(max(len(known), 1), 1 / len(legal)), abs=1e-6)


def test_the_place_in_the_list_chooses_the_random_numbers():
    """What else is in the list does not matter."""
    game = tavlab.load("brandubh-7")
    first, *_, other = decisions(game, 4)
    both = tavlab.search_batch([first, first], flat(game), 30, noise=0.5, seed=2)
    assert not np.array_equal(both[0].priors, both[1].priors)
    again = tavlab.search_batch([other, first], flat(game), 30, noise=0.5, seed=2)[1]
    assert np.array_equal(both[1].priors, again.priors) and np.array_equal(both[1].visits, again.visits)


def test_searches_for_which_memory_cannot_be_enough_are_refused():
    state = tavlab.load("brandubh-7").new_initial_state()
    for sims in (10**12, 2**62):
        with pytest.raises(ValueError, match=rf"^sims: is {sims}, but memory allows at most \d+ for each of 3 states$"):
            tavlab.search_batch([state] * 3, flat(state.game), sims)
    with pytest.raises(ValueError, match="sims is out of range"):
        tavlab.search_batch([state], flat(state.game), 10**20)


FORKED = """
import multiprocessing
import tavlab

def play(agent, state, queue):
    try:
        queue.put(agent.play(state))
    except RuntimeError as error:
        queue.put(str(error))

def step(env, actions, queue):
    for call in (lambda: env.step(actions), env.sample_actions, lambda: env.state(0), env.reset):
        try:
            call()
            queue.put("done")
        except RuntimeError as error:
            queue.put(str(error))

def forked(target, *arguments, answers=1):
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=target, args=(*arguments, queue), daemon=True)
    child.start()
    answers = [queue.get(timeout=100) for _ in range(answers)]
    child.join(timeout=100)
    print(child.exitcode, *answers, sep="|", flush=True)

state = tavlab.load("brandubh-7").new_initial_state()
for text in ("mcts:sims=64,threads=2", "mcts:sims=64", "alphabeta:depth=2,threads=2"):
    agent = tavlab.Agent(text)
    agent.play(state)
    forked(play, agent, state)
    agent.play(state)  # still works here
    forked(play, tavlab.Agent(text), state)
env = tavlab.BatchEnv(state.game, 2, 2, opponent="mcts:sims=16,threads=2", learner=1)
actions = env.reset().mask.argmax(axis=1)
forked(step, env, actions, answers=4)
env.step(actions)
"""


def test_a_forked_process_refuses_agents_with_threads():
    run = subprocess.run([sys.executable, "-c", FORKED], text=True, capture_output=True, timeout=500)
    assert run.returncode == 0, run.stderr
    used, unused, alone, new, searching, beginning, env = (line.split("|") for line in run.stdout.splitlines())
    assert used[0] == "0" and used[1].startswith("this Agent has threads") and "spawn" in used[1]
    for exitcode, action in (unused, alone, new, searching, beginning):
        assert exitcode == "0" and action.isdigit()
    assert env[0] == "0" and all(told.startswith("this BatchEnv has threads") for told in env[1:])


def test_the_arguments_are_checked():
    game = tavlab.load("brandubh-7")
    state = game.new_initial_state()
    for options in ({"gumbel": -1}, {"cpuct": -1.0}, {"noise": 2.0}, {"leaves": 0}, {"seed": -1},
                    {"noise_alpha": 0.0}):  # fmt: skip
        with pytest.raises(ValueError, match=next(iter(options))):
            tavlab.search_batch([state], flat(game), 10, **options)
    with pytest.raises(ValueError, match="sims"):
        tavlab.search_batch([state], flat(game), 0)
    with pytest.raises(TypeError):
        tavlab.search_batch([state], None, 10)
    with pytest.raises(TypeError, match="item 1 of states must be a State, not None"):
        tavlab.search_batch([state, None], flat(game), 10)
    with pytest.raises(ValueError, match="state 1 is of another game"):
        other = tavlab.load("ard-ri-7").new_initial_state()
        tavlab.search_batch([state, other], flat(game), 10)
    over = random_game(game, 1, 500)[-1]
    with pytest.raises(ValueError, match="state 1: the game is over"):
        tavlab.search_batch([state, over], flat(game), 10)
    assert tavlab.search_batch([], flat(game), 10) == []


def test_searches_run_in_several_threads():
    game = tavlab.load("brandubh-7")
    states = [game.new_initial_state()] * 4
    found = {}

    def search(i):
        found[i] = tavlab.search_batch(states, flat(game), 20, seed=3)

    threads = [threading.Thread(target=search, args=[i]) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(found[0][0].visits, found[i][0].visits) for i in range(4))


def test_a_state_may_change_while_it_is_searched():
    state = tavlab.load("tavreli").new_initial_state()
    agent = tavlab.Agent("alphabeta:depth=1")
    stop = threading.Event()

    def change():
        while not stop.is_set():
            for _ in range(30):
                if state.legal_actions():
                    state.apply_action(state.legal_actions()[0])
            while state.history():
                state.undo_action()

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(300):
            if not state.is_terminal():
                try:
                    agent.play(state)
                except ValueError:
                    pass  # it ended since
    finally:
        stop.set()
        thread.join()


def test_an_evaluator_may_change_the_state_that_is_searched():
    game = tavlab.load("brandubh-7")
    state = game.new_initial_state()

    def evaluate(observations, _):
        while state.plies < 2:
            state.apply_action(state.legal_actions()[0])
        return np.zeros((len(observations), game.policy_size)), np.zeros(len(observations))

    [found] = tavlab.search_batch([state], evaluate, sims=8, gumbel=4)
    assert found.best in game.new_initial_state().legal_actions()
