"""What is wrong with arguments is said by the right exception, in one line; nothing ends the process."""

import pickle
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest
import tavlab
from tavlab import _tavlab, stats

# Every function of every class, called on None and on an object that was made without a constructor.
CALLS_WITHOUT_AN_OBJECT = """
import inspect
from tavlab import _tavlab

calls = 0

def refused(function, *arguments, **named):
    global calls
    calls += 1
    print("calling", function, len(arguments), flush=True)
    try:
        function(*arguments, **named)
    except TypeError as error:
        assert str(error) and "\\n" not in str(error), (function, error)
    else:
        raise AssertionError(f"{function} takes {arguments}")

classes = [value for value in vars(_tavlab).values() if inspect.isclass(value)]
for of in classes:
    class Derived(of):
        pass

    class WithSlots(of):
        __slots__ = ()

    class Two(of, next(other for other in classes if other is not of)):
        pass

    for name, member in vars(of).items():
        if isinstance(member, property):
            for object in (None, 3, of.__new__(of), Derived.__new__(Derived)):
                refused(member.fget, object)
        elif callable(member) and name not in ("__init__", "__setstate__", "__new__"):
            call = getattr(of, name)
            refused(call)
            for count in range(4):
                for object in (None, 3, *(cls.__new__(cls) for cls in (of, Derived, WithSlots, Two))):
                    refused(call, object, *[0] * count)
            refused(call, self=of.__new__(of))
    for name in ("__init__", "__setstate__"):
        if name in vars(of):
            refused(getattr(of, name))
            refused(getattr(of, name), None)
            refused(getattr(of, name), 3, 4)
            refused(getattr(of, name), of.__new__(of), *[of.__new__(of)] * 6)
game, state = (cls.__new__(cls) for cls in (_tavlab.Game, _tavlab.State))
whole = _tavlab.load("brandubh-7", [], 0, False, 100)
refused(_tavlab.BatchEnv, game, 1, 1, True, None, "0")
refused(_tavlab.BatchEnv, game=game, n=1, threads=1, sampled_chance=True, opponent=None, learner="0")
refused(_tavlab.Agent("random", 0).play, state)
refused(whole.new_initial_state().__eq__, state)
refused(whole.__eq__, game)
states = [whole.new_initial_state(), state]
numbers = [1, 0, 0.1, True, 1.0, 0.0, 0.3, 1, False, 0]
refused(_tavlab.search_batch, states, print, *numbers)
refused(_tavlab.search_batch, tuple(states), print, *numbers)
refused(_tavlab.search_batch, [whole.new_initial_state(), None], print, *numbers)
refused(_tavlab.selfplay, game, print, 1, "out", 0, 1, "name", {}, None)
refused(_tavlab.match, game, "random", "random", 1, True, None, None, 1, 1, 1)
refused(_tavlab.Game)
refused(_tavlab.State)
print("made", calls, "calls")
"""


def test_functions_of_classes_refuse_what_is_no_object_of_theirs():
    run = subprocess.run(
        [sys.executable, "-c", CALLS_WITHOUT_AN_OBJECT], text=True, capture_output=True, timeout=300
    )
    *_, before, last = ["", *run.stdout.splitlines()]
    assert run.returncode == 0, (before, last, run.stderr)
    members = sum(
        isinstance(member, property) or callable(member)
        for of in vars(_tavlab).values()
        if isinstance(of, type)
        for member in vars(of).values()
    )
    assert int(last.split()[1]) > 4 * members > 300


class Odd:
    """Of no type that a function takes."""


def natives():
    """All functions, with objects in place of self."""
    game = tavlab.load("brandubh-7")
    env = tavlab.BatchEnv(game, 1)
    env.reset()
    made = {
        _tavlab.Game: game,
        _tavlab.State: game.new_initial_state(),
        _tavlab.BatchEnv: env._games,
        _tavlab.Agent: _tavlab.Agent("random", 0),
    }
    for name, value in vars(_tavlab).items():
        if callable(value):
            yield name, value
    for of, object in made.items():
        for name, member in vars(of).items():
            if callable(member) and name not in ("__init__", "__setstate__", "__eq__", "__deepcopy__"):
                yield f"{of.__name__}.{name}", getattr(object, name)


def test_wrong_numbers_and_types_of_arguments_are_told_in_one_line():
    refused = 0
    for name, function in natives():
        for arguments in ([Odd()] * count for count in range(15)):
            try:
                function(*arguments)
            except (TypeError, AttributeError) as error:
                assert "\n" not in str(error) and "incompatible" not in str(error), name
                assert "arguments do not fit" not in str(error), (name, error)
                assert "Odd" in str(error) or name in str(error) or "constructor" in str(error) or (
                    name.endswith("__reduce__") and "pickled" in str(error)), (name, error)
                refused += 1
            except ValueError:  # nothing to undo; actions of a dtype that no action has
                assert not arguments or name == "BatchEnv.step", name
        with pytest.raises(TypeError):
            function(surely_not=1)
    assert refused > 800


def state():
    return tavlab.load("brandubh-7").new_initial_state()


def evaluate(observation, globals):
    return np.zeros((len(observation), 1), np.float32), np.zeros(len(observation), np.float32)


MESSAGES = {
    "load(): max_size must be an int, not str": lambda: tavlab.load("brandubh-7", max_size="a"),
    "load(): rules must be an id or a path, not int": lambda: tavlab.load(3),
    "load(): max_game_length must be an int, not float": lambda: tavlab.load("chess", max_game_length=1.5),
    "BatchEnv(): n must be an int, not float": lambda: tavlab.BatchEnv("brandubh-7", 1.5),
    "BatchEnv(): n must be an int, not None": lambda: tavlab.BatchEnv("brandubh-7", None),
    "BatchEnv(): game must be a Game, an id or a path, not int": lambda: tavlab.BatchEnv(3, 4),
    "BatchEnv(): threads must be an int, not str": lambda: tavlab.BatchEnv("brandubh-7", 1, "2"),
    "BatchEnv(): opponent must be a str or None, not int": lambda: tavlab.BatchEnv("brandubh-7", 1, opponent=3),
    "BatchEnv(): seed must be an int, not str": lambda: tavlab.BatchEnv("brandubh-7", 1, seed="a"),
    "BatchEnv.reset(): seed must be an int, not float": lambda: tavlab.BatchEnv("brandubh-7", 1).reset(1.5),
    "BatchEnv.step(): out must be a Batch or None, not int": lambda: tavlab.BatchEnv("ur-finkel", 1).step([0], out=3),
    "BatchEnv.reset(): out must be a Batch or None, not int": lambda: tavlab.BatchEnv("ur-finkel", 1).reset(out=3),
    "BatchEnv.state(): game must be an int, not str": lambda: tavlab.BatchEnv("ur-finkel", 1).state("a"),
    "Agent(): text must be a str, not int": lambda: tavlab.Agent(3),
    "Agent(): seed must be an int, not str": lambda: tavlab.Agent("random", "a"),
    "Agent.play(): state must be a State, not str": lambda: tavlab.Agent("random").play("x"),
    "Agent.analyze(): state must be a State, not None": lambda: tavlab.Agent("random").analyze(None),
    "search_batch(): evaluate must be a function, not None": lambda: tavlab.search_batch([state()], None, 4),
    "search_batch(): states must be a sequence, not State": lambda: tavlab.search_batch(state(), evaluate, 4),
    "search_batch(): item 1 of states must be a State, not int": lambda: tavlab.search_batch([state(), 3], evaluate, 4),
    "search_batch(): sims must be an int, not str": lambda: tavlab.search_batch([state()], evaluate, "4"),
    "search_batch(): cpuct must be a number, not str": lambda: tavlab.search_batch([state()], evaluate, 4, cpuct="a"),
    "selfplay(): game must be a Game, an id or a path, not None": lambda: tavlab.selfplay(None, evaluate, 4, "out"),
    "selfplay(): games must be an int, not str": lambda: tavlab.selfplay("chess", evaluate, "a", "out"),
    "selfplay(): sims must be an int, not float": lambda: tavlab.selfplay("chess", evaluate, 4, "out", sims=1.5),
    "selfplay(): noise must be a number, not str": lambda: tavlab.selfplay("chess", evaluate, 4, "out", noise="a"),
    "selfplay(): symmetry must be a bool, not str": lambda: tavlab.selfplay("chess", evaluate, 4, "out", symmetry="a"),
    "match(): game must be a Game, an id or a path, not int": lambda: tavlab.match(3, "random", "random"),
    "match(): first must be a str, not int": lambda: tavlab.match("chess", 3, "random"),
    "match(): threads must be an int, not float": lambda: tavlab.match("chess", "random", "random", threads=1.5),
    "calibrate(): rules must be a Game, an id or a path, not int": lambda: tavlab.calibrate(3, [], "out"),
    "calibrate(): agents must be a sequence, not str": lambda: tavlab.calibrate("chess", "random", "out"),
    "holm(): item 0 of p_values must be a number, not str": lambda: stats.holm(["a"]),
    "matrix_game(): item 1 of item 0 of payoff must be a number, not str": lambda: stats.matrix_game([[1, "a"]]),
    "BatchEnv(): n must be an int, not float32": lambda: tavlab.BatchEnv("brandubh-7", np.float32(2)),
    "out must be a NumPy array, not int": lambda: state().observation(3),
    "holm(): p_values must be an array of numbers, not str": lambda: stats.holm("a"),
    "wilson(): trials must be a number, not str": lambda: stats.wilson(1, "a"),
    "matrix_game(): payoff must be an array of numbers, with rows of the same length": lambda: stats.matrix_game([[1], [1, 2]]),
    "State.action_to_string(): action must be an int, not str": lambda: state().action_to_string("x"),
    "State.action_to_string(): player must be an int, not str": lambda: state().action_to_string("x", 3),
    "State.string_to_action(): text must be a str, not int": lambda: state().string_to_action(5),
    "State.apply_action(): action must be an int, not float": lambda: state().apply_action(1.5),
    "State.apply_action(): action is missing": lambda: state().apply_action(),
    "State.clone(): takes 0 arguments, but 1 were given": lambda: state().clone(3),
    "State.child(): action is given twice": lambda: state().child(3, action=3),
    "State.child(): there is no argument n": lambda: state().child(3, n=3),
    "State.clone(): self must be a State, not None": lambda: tavlab.State.clone(None),
    "Game(): has no constructor: The rules of a game. Immutable; made by tavlab.load.": lambda: tavlab.Game(),
    "a property of State: self must be a State, not None": lambda: tavlab.State.plies.fget(None),
}  # fmt: skip


@pytest.mark.parametrize("message", MESSAGES)
def test_messages_name_the_function_the_argument_and_its_type(message):
    with pytest.raises(TypeError) as raised:
        MESSAGES[message]()
    assert str(raised.value) == message


def test_ints_that_are_too_large_are_out_of_range():
    for size in (2**31, -(2**40)):
        with pytest.raises(ValueError, match=rf"^load\(\): max_size is {size}, which is out of range$"):
            tavlab.load("brandubh-7", max_size=size)
    for size in (2**64, -(2**70), 10**5000):
        with pytest.raises(ValueError, match=r"^load\(\): max_size is out of range$"):
            tavlab.load("brandubh-7", max_size=size)
    with pytest.raises(ValueError, match=rf"^match\(\): max_plies is {2**31}, which is out of range$"):
        tavlab.match("brandubh-7", "random", "random", max_plies=2**31)
    with pytest.raises(ValueError, match=r"^match\(\): games or max_plies is out of range$"):
        tavlab.match("brandubh-7", "random", "random", 2**40, max_plies=2**31)


def test_an_exception_of_the_caller_stays_as_it_is():
    """Also a TypeError in the words of pybind11."""
    words = "other(): incompatible function arguments. The following argument types are supported:\n    1. x"

    def fail(observation, globals):
        raise TypeError(words)

    with pytest.raises(TypeError) as raised:
        tavlab.search_batch([state()], fail, 4)
    assert str(raised.value) == words


def test_pickles_of_something_else_are_refused():
    for of, name in ((tavlab.State, "state"), (tavlab.Game, "game")):
        count = len(state().__getstate__() if of is tavlab.State else state().game.__getstate__())
        for parts in ((), (None,) * count, ("a",) * count, (3,) * count):
            with pytest.raises(ValueError, match=f"not that of a {name}|unknown family"):
                of.__setstate__(of.__new__(of), parts)
    assert pickle.loads(pickle.dumps(state())) == state()


@pytest.mark.parametrize("protocol", [0, 1])
def test_old_pickle_protocols_are_refused(protocol):
    game = tavlab.load("brandubh-7")
    for thing in (game, game.new_initial_state()):
        with pytest.raises(TypeError, match="protocol 2"):
            pickle.dumps(thing, protocol)


def test_files_that_cannot_be_read_or_written_are_os_errors(tmp_path):
    game = tavlab.load("brandubh-7")
    state = game.new_initial_state()
    for make in (lambda: tavlab.Agent(f"mcts:net={tmp_path}/none.safetensors").play(state),
                 lambda: tavlab.run_experiment(f"{tmp_path}/none.toml", f"{tmp_path}/out")):
        with pytest.raises(FileNotFoundError, match="cannot be read"):
            make()
    with pytest.raises(OSError, match="not a regular file"):
        tavlab.Dataset("/dev/null")


def test_self_play_refuses_what_is_no_number(tmp_path):
    game = tavlab.load("brandubh-7")

    def evaluate(observations, _):
        return np.zeros((len(observations), game.policy_size)), np.zeros(len(observations))

    for name in ("temperature", "cpuct", "noise_alpha", "resign_below", "gumbel_scale"):
        with pytest.raises(ValueError, match=f"{name}: is nan"):
            tavlab.selfplay(game, evaluate, 1, tmp_path / name, sims=2, **{name: float("nan")})


def test_statistics_end_at_ctrl_c():
    script = textwrap.dedent("""
        import os, signal, threading
        import numpy as np, tavlab
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            tavlab.stats.matrix_game(np.random.default_rng(1).random((900, 900)))
            print("ended before the signal")
        except KeyboardInterrupt:
            print("interrupted")
    """)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert run.stdout.strip() == "interrupted", run.stderr


def test_arrays_that_are_not_aligned_are_refused():
    env = tavlab.BatchEnv("brandubh-7", n=4)
    batch = env.reset()
    crooked = np.frombuffer(bytearray(1 + 4 * 8), np.uint8)[1:].view(np.int64)
    crooked[:] = batch.mask.argmax(axis=1)
    with pytest.raises(ValueError, match="actions: is not aligned"):
        env.step(crooked)


@pytest.mark.parametrize("text", ["\udc00", "\0"])
def test_what_is_no_text_is_a_value_error(text):
    state = tavlab.load("brandubh-7").new_initial_state()
    for call in (tavlab.load, tavlab.Agent, state.string_to_action, state.game.new_initial_state):
        with pytest.raises(ValueError) as raised:
            call("a" + text)
        assert "\n" not in str(raised.value) and "tavlab::" not in str(raised.value)


def test_numbers_that_are_not_real_are_refused(tmp_path):
    game = tavlab.load("brandubh-7")
    state = game.new_initial_state()

    def complex_logits(observations, _):
        return np.zeros((len(observations), game.policy_size), complex), np.zeros(len(observations))

    with pytest.raises(TypeError, match="logits: must be numbers, not complex128"):
        tavlab.search_batch([state], complex_logits, 2)
    for odd in (np.array([0.5j]), np.array(["0.5"]), np.array([5], "m8[s]")):
        with pytest.raises(TypeError, match=r"holm\(\): p_values must be"):
            stats.holm(odd)
    net = tavlab.load_net("brandubh-7")
    name = next(iter(net.tensors))
    net.tensors[name] = net.tensors[name].astype(complex)
    with pytest.raises(ValueError, match="not an array of numbers"):
        net.save(tmp_path / "net.safetensors")


def test_statistics_name_the_argument():
    pairs = [1, 2, 3, 2, 1]
    for message, call in {
        "alpha: is 2": lambda: stats.confidence_sequence([1, 2], alpha=2),
        "counts: must be": lambda: stats.confidence_sequence([1]),
        "counts: must be the numbers of losses": lambda: stats.elo([1, 2]),
        "counts: 0.5 is not a number of games": lambda: stats.elo([1, 2, 0.5]),
        "beta: is 0": lambda: stats.sprt(pairs, 0, 5, beta=0),
        "alpha and beta: are": lambda: stats.sprt(pairs, 0, 5, alpha=0.5, beta=0.5),
        "elo0: is nan": lambda: stats.sprt(pairs, float("nan"), 5),
        "elo1: is 201": lambda: stats.sprt(pairs, 0, 201),
        "elo1: is 5, but must be above elo0": lambda: stats.sprt(pairs, 5, 5),
        "successes: is 3": lambda: stats.wilson(3, 2),
        "trials: is 0": lambda: stats.wilson(0, 0),
        "payoff: 2": lambda: stats.matrix_game([[2]]),
        "games: row 0: a player": lambda: stats.bradley_terry([[1, 1, 2, 0, 2]]),
        "games: determine no ratings": lambda: stats.bradley_terry([[0, 1, 2, 0, 0]]),
    }.items():
        with pytest.raises(ValueError, match=message):
            call()


def test_a_state_is_set_by_pickle_only():
    state = tavlab.load("brandubh-7").new_initial_state()
    with pytest.raises(TypeError, match="is made already"):
        state.__setstate__(None)
    assert pickle.loads(pickle.dumps(state)) == state


def test_seeds_and_numbers_of_numpy_are_ints():
    three = np.int64(3)
    env = tavlab.BatchEnv("ur-finkel", 4, seed=three)
    other = tavlab.BatchEnv("ur-finkel", 4, seed=3)
    assert (env.reset().mask == other.reset().mask).all()
    assert (env.reset(three).mask == other.reset(3).mask).all()
    assert tavlab.match("brandubh-7", "random", "random", 2, seed=three).games["moves"] == (
        tavlab.match("brandubh-7", "random", "random", 2, seed=3).games["moves"]
    )
    net = tavlab.nets.new_net(tavlab.load("brandubh-7"), like="brandubh-7", channels=np.int64(16))
    assert net.spec.channels == 16 and type(net.spec.channels) is int
    state = tavlab.load("brandubh-7").new_initial_state()
    with pytest.raises(TypeError, match=r"State.player_return\(\): player must be an int, not ndarray"):
        state.player_return(np.array([1, 2]))


class Raises:
    """What raises when NumPy asks for its numbers, as frameworks do that compute late."""

    def __init__(self, error):
        self.error = error

    def __array__(self, *_):
        raise self.error


@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError("m"), ZeroDivisionError("z")])
def test_what_an_array_raises_comes_out(error):
    state = tavlab.load("brandubh-7").new_initial_state()
    with pytest.raises(type(error)):
        tavlab.search_batch([state], lambda *_: (Raises(error), [0]), 2)
    with pytest.raises(type(error)):
        stats.holm(Raises(error))


def test_what_cannot_be_pickled_says_why():
    for what in (tavlab.BatchEnv("brandubh-7", 2), tavlab.Agent("random")):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            old = "|protocol 2" if protocol < 2 else ""
            with pytest.raises(TypeError, match="cannot be copied or pickled, for it has" + old):
                pickle.dumps(what, protocol)


@pytest.mark.parametrize("name", ["a b", "", "é", "a\nb", "x" * 65, "brandubh-7"])
def test_rules_are_not_written_with_an_id_that_cannot_be_loaded(name):
    with pytest.raises(ValueError, match="id"):
        tavlab.load("helmfrid-9").to_toml(name)


def test_a_net_takes_no_rules_that_it_cannot_play():
    net = tavlab.load_net("brandubh-7")
    with pytest.raises(ValueError, match="board is 9 wide"):
        net.add_rules(tavlab.load("helmfrid-9"))
    with pytest.raises(ValueError, match="of the family tafl, not of ur"):
        net.add_rules(tavlab.load("ur-finkel"))
    with pytest.raises(TypeError, match=r"Net.plays\(\): game must be a Game, not str"):
        net.plays("brandubh-7")
    game = tavlab.load("brandubh-7")
    for outputs, error in ((5, TypeError), ((1, 2), ValueError), ((1, 2, 3), TypeError)):
        with pytest.raises(error, match="^forward: "):
            tavlab.search_batch([game.new_initial_state()], net.evaluator(game, lambda *_: outputs), 2)


def test_texts_and_masked_elements_are_no_numbers():
    with pytest.raises(TypeError, match=r"confidence_sequence\(\): item 0 of counts must be a number, not str"):
        stats.confidence_sequence(["1", "2"])
    with pytest.raises(TypeError, match="masked"):
        stats.confidence_sequence(np.ma.masked_array([1, 2, 3], [0, 1, 0]))


DEAF = """
import sys
for line in sys.stdin:
    if line.strip() == "uci":
        print("id name deaf\\nuciok", flush=True)
    elif line.strip() == "isready":
        print("readyok", flush=True)
    elif line.startswith("go"):
        print("info string thinking", flush=True)
        open(sys.argv[1], "w").close()
"""

WAITS = """
import sys, tavlab
agent = tavlab.Agent(f"uci:cmd={sys.executable} {sys.argv[1]} {sys.argv[2]},movetime=60000")
try:
    agent.play(tavlab.load("chess").new_initial_state())
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_ends_the_wait_for_a_program_that_does_not_answer(tmp_path):
    program, asked = tmp_path / "deaf.py", tmp_path / "asked"
    program.write_text(DEAF)
    run = subprocess.Popen([sys.executable, "-c", WAITS, program, asked], stdout=subprocess.PIPE, text=True)
    while not asked.exists():
        assert run.poll() is None
    run.send_signal(signal.SIGINT)
    assert run.communicate(timeout=60)[0] == "interrupted\n"


def test_a_net_is_not_saved_that_cannot_be_loaded(tmp_path):
    file = tmp_path / "net.safetensors"
    for name, wrong in (("family", None), ("family", "ur"), ("observation", "x"), ("head", None), ("rule_inputs", ["x"]),
                        ("spec", None), ("tensors", None), ("rule_inputs", "abc")):
        net = tavlab.load_net("brandubh-7")
        net.save(file)
        before = file.read_bytes()
        setattr(net, name, wrong)
        with pytest.raises(ValueError, match="was not written"):
            net.save(file)
        assert file.read_bytes() == before and list(tmp_path.iterdir()) == [file]


def test_a_net_of_another_framework_returns_numbers():
    game = tavlab.load("brandubh-7")
    net = tavlab.load_net("brandubh-7")
    for odd in (np.zeros((1, 3), complex), np.full((1, 3), "0"), np.zeros((1, 3), "m8[s]")):
        evaluate = net.evaluator(game, lambda *_, odd=odd: (np.zeros((1, game.policy_size)), odd))
        with pytest.raises(TypeError, match="forward: value must be real numbers"):
            tavlab.search_batch([game.new_initial_state()], evaluate, 2)
    with pytest.raises(TypeError, match="forward must be a function"):
        net.evaluator(game, None)


def test_budgets_of_time_are_numbers(tmp_path):
    for minutes in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="minutes: is"):
            tavlab.run_claim("ur-dice", tmp_path / "out", minutes=minutes)
