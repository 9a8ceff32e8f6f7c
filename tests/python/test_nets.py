"""Nets as arrays: files, damaged files, and the PyTorch module against tavlab itself."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import tavlab
from conftest import BINARY, SAMPLE, SOURCE, random_game
from tavlab import nets
from tavlab.nets import load_net, net_names, new_net

NAMES = ["brandubh-7", "helmfrid-11", "helmfrid-9", "tafl-11", "tafl-9", "tafl-9-universal", "tavlei-9", "ur-finkel", "ur-skiryuk"]
EXAMPLES = Path(SOURCE) / "python" / "examples"

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="PyTorch is not installed (python3-torch)"
)


def file_of(name):
    return Path(SOURCE) / "nn" / "models" / name / "net.safetensors"


def run(*arguments):
    done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def plays(path, rules):
    """Play two games with a net's file; fails if tavlab does not accept it."""
    agent = f"mcts:net={path},sims=2"
    return run("match", rules, "--first", agent, "--second", "random", "--games", 2)


def rules_of(net):
    return net.rules[0]["id"]


def game_of(net, rules=None):
    return tavlab.load(
        rules or rules_of(net), max_size=net.max_size, side_heads=net.side_heads
    )


# Names and files.


def test_the_shipped_nets_have_names():
    assert net_names() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_net_is_the_same_after_it_was_saved(name, tmp_path):
    net = load_net(name)
    file = tmp_path / "net.safetensors"
    net.save(file)
    assert file.read_bytes() == file_of(name).read_bytes()
    again = load_net(file)
    assert list(again.tensors) == list(net.tensors)
    for key, tensor in net.tensors.items():
        assert tensor.dtype == np.float32 and tensor.flags.writeable
        assert again.tensors[key].tobytes() == tensor.tobytes()
    assert "games" in plays(file, rules_of(net))


def test_what_a_net_says_about_itself():
    net = load_net("brandubh-7")
    assert net.family == "tafl" and net.observation == "tafl-1" and net.head == "tafl-1"
    assert (net.planes, net.globals, net.policy_planes, net.square_classes) == (13, 201, 28, 3)
    assert (net.max_size, net.side_heads) == (7, False)
    assert net.spec.blocks == 4 and [net.spec.pools(i) for i in range(4)] == [0, 1, 0, 1]
    assert net.history["games"] == "48012"
    assert [each["id"] for each in net.rules] == ["brandubh-7"]
    assert net.plays(tavlab.load("brandubh-7")) and not net.plays(tavlab.load("tavlei-9"))
    assert len(load_net("tafl-9-universal").rules) == 117


def test_a_dense_net_has_no_board():
    net = load_net("ur-finkel")
    assert (net.planes, net.globals, net.policy_planes, net.square_classes) == (474, 250, 64, 0)
    assert net.max_size is None and not net.side_heads


def test_files_by_all_kinds_of_paths(tmp_path, monkeypatch):
    file = tmp_path / "a.safetensors"
    file.write_bytes(file_of("brandubh-7").read_bytes())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain").write_bytes(file.read_bytes())
    for path in (file, str(file), "a.safetensors", "./a.safetensors", "plain", Path("plain")):
        assert load_net(path).spec == load_net("brandubh-7").spec


def test_what_is_not_there(tmp_path):
    with pytest.raises(ValueError, match="^net 'brandubh': is neither .*: there are brandubh-7, "):
        load_net("brandubh")
    for missing in (tmp_path / "none", tmp_path / "x.safetensors", "none/x", "x.safetensors"):
        with pytest.raises(FileNotFoundError):
            load_net(missing)
    with pytest.raises(IsADirectoryError):
        load_net(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="is not a regular file"):
        load_net(tmp_path / "pipe")
    with pytest.raises(TypeError):
        load_net(3)


def test_changes_are_saved(tmp_path):
    net = load_net("brandubh-7")
    net.history["note"] = 'two lines\nand "ünïcode"'
    net.metadata["mine"] = "kept"
    net.tensors["value.out.bias"] = [0.5, -1, 2]
    net.add_rules(tavlab.load("brandubh-7-weak-king"))
    file = tmp_path / "net.safetensors"
    net.save(file)
    again = load_net(str(file))
    assert again.history == net.history and again.rules == net.rules
    assert again.metadata == {"mine": "kept"}
    assert again.tensors["value.out.bias"].tolist() == [0.5, -1, 2]
    shown = run("net", "show", file)
    assert "note: two lines" in shown and "brandubh-7-weak-king" in shown


@pytest.mark.parametrize(
    "name, tensor, message",
    [
        ("value.out.bias", [0, np.nan, 0], "not finite"),
        ("value.out.bias", [0, 1e300, 0], "not finite"),
        ("value.out.bias", [0, 0], "has the shape 2, not 3"),
        ("value.out.bias", "abc", "not an array of numbers"),
        ("stem.norm.variance", np.full(32, -1), "negative variance"),
        ("more", [1], "does not belong"),
    ],
)
def test_a_wrong_tensor_is_not_saved(name, tensor, message, tmp_path):
    net = load_net("brandubh-7")
    file = tmp_path / "net.safetensors"
    file.write_text("before")
    net.tensors[name] = tensor
    with pytest.raises(ValueError, match=f"^{file}: was not written: .*{message}"):
        net.save(file)
    del net.tensors[name]
    if name != "more":
        with pytest.raises(ValueError, match=f"layer '{name}' is missing"):
            net.save(file)
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    assert file.read_text() == "before"


def test_wrong_metadata_are_not_saved(tmp_path):
    net = load_net("brandubh-7")
    net.history["games"] = 3
    with pytest.raises(ValueError, match="history must be"):
        net.save(tmp_path / "a")
    net = load_net("brandubh-7")
    net.rules.append({"id": "x", "hash": "y"})
    with pytest.raises(ValueError, match="rules: each must have"):
        net.save(tmp_path / "a")


def test_where_a_net_cannot_be_saved(tmp_path):
    net = load_net("brandubh-7")
    with pytest.raises(FileNotFoundError, match="none/net"):
        net.save(tmp_path / "none" / "net")
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        net.save(tmp_path / "folder")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file"):
        net.save(tmp_path / "pipe")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder", "pipe"]


# Damaged files.


def parts():
    content = file_of("brandubh-7").read_bytes()
    length = int.from_bytes(content[:8], "little")
    return json.loads(content[8 : 8 + length]), content[8 + length :]


def file_with(header, data):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def refused(tmp_path, content, message):
    """Python refuses the file in one line that names it, and tavlab refuses it, too."""
    file = tmp_path / "net.safetensors"
    file.write_bytes(content)
    with pytest.raises(ValueError) as error:
        load_net(file)
    text = str(error.value)
    assert text.startswith(f"{file}: ") and message in text and "\n" not in text, text
    done = subprocess.run([BINARY, "net", "show", file], capture_output=True)
    assert done.returncode == 2


@pytest.mark.parametrize("size", [0, 7, 8, 100, 12_768, 12_769, 300_000, -1])
def test_truncated_files(size, tmp_path):
    content = file_of("brandubh-7").read_bytes()
    refused(tmp_path, content[:size], "truncated")


def test_files_of_a_wrong_length(tmp_path):
    content = file_of("brandubh-7").read_bytes()
    refused(tmp_path, content + b"1", "1 bytes follow its last tensor")
    refused(tmp_path, b"\xff" * 8 + content[8:], "is not a safetensors file")
    for change in (-8, 8):
        length = int.from_bytes(content[:8], "little") + change
        refused(tmp_path, length.to_bytes(8, "little") + content[8:], "is not a safetensors file")


def test_a_header_that_is_too_long(tmp_path):
    file = tmp_path / "net.safetensors"
    with open(file, "wb") as out:
        out.write((10**8 + 1).to_bytes(8, "little"))
        out.truncate(2 * 10**8)
    with pytest.raises(ValueError, match="its header has 100000001 bytes"):
        load_net(file)


@pytest.mark.parametrize(
    "header, message",
    [
        (b"", "is not valid JSON"),
        (b"[]", "is not an object"),
        (b"{} {}", "is not valid JSON"),
        (b'{"a": NaN}', "NaN"),
        (b'{"\xff": 1}', "not UTF-8"),
        (b'{"__metadata__": {"a": "\\ud800"}}', "not UTF-8"),
        (b'{"a": 1, "a": 2}', "duplicate key"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" + b"1," * 4_000_001 + b"1]", "more than 4000000 values"),
        (b'{"__metadata__": 3}', "'__metadata__' is not an object of strings"),
        (b'{"__metadata__": {"format": 3}}', "'__metadata__' is not an object of strings"),
        (b"{}", "is not a tavlab net"),
        (b'{"a": 3}', "tensor 'a' has an invalid entry"),
    ],
    ids=range(13),
)
def test_wrong_headers(header, message, tmp_path):
    refused(tmp_path, file_with(header, b""), message)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"dtype": "F64"}, "has the type 'F64'; nets have only 'F32'"),
        ({"dtype": ["F32"]}, "has the type"),
        ({"shape": [-32, -3]}, "an invalid shape"),
        ({"shape": [96.0]}, "an invalid shape"),
        ({"shape": [True, 3]}, "an invalid shape"),
        ({"shape": 96}, "an invalid shape"),
        ({"shape": [1] * 9}, "an invalid shape"),
        ({"shape": [2**62, 4]}, "does not match its size"),
        ({"shape": [3, 31]}, "does not match its size"),
        ({"shape": [32, 3]}, "layer 'value.out.weight' has the shape 32x3, not 3x32"),
        ({"data_offsets": [0]}, "invalid offsets"),
        ({"data_offsets": [8, 4]}, "invalid offsets"),
        ({"data_offsets": [-4, 380]}, "invalid offsets"),
        ({"data_offsets": [0, 2**80]}, "invalid offsets"),
        ({"data_offsets": [4, 388]}, "begins at"),
    ],
)
def test_wrong_tensors(change, message, tmp_path):
    header, data = parts()
    header["value.out.weight"].update(change)
    refused(tmp_path, file_with(header, data), message)


def test_overlaps_and_gaps(tmp_path):
    header, data = parts()
    order = sorted(
        (name for name in header if name != "__metadata__"),
        key=lambda name: header[name]["data_offsets"],
    )
    last = header[order[-1]]["data_offsets"]
    header[order[-1]]["data_offsets"] = [each - 4 for each in last]
    refused(tmp_path, file_with(header, data[:-4]), "overlaps the one before it")
    header[order[-1]]["data_offsets"] = [each + 4 for each in last]
    refused(tmp_path, file_with(header, data + b"0000"), "follows a gap")


def test_wrong_values(tmp_path):
    header, data = parts()
    other = bytes([data[0] ^ 1]) + data[1:]
    refused(tmp_path, file_with(header, other), "values do not match their hash")
    del header["__metadata__"]["data_hash"]
    begin = header["stem.norm.variance"]["data_offsets"][0]
    for value, message in ((np.inf, "not finite"), (-1, "negative variance")):
        values = np.frombuffer(data, np.float32).copy()
        values[begin // 4] = value
        refused(tmp_path, file_with(header, values.tobytes()), message)
    # Without a hash, as other programs write it, and with tensors in another order.
    (tmp_path / "net.safetensors").write_bytes(file_with(dict(reversed(header.items())), data))
    loaded = load_net(tmp_path / "net.safetensors")
    assert list(loaded.tensors) == sorted(set(header) - {"__metadata__"})


@pytest.mark.parametrize(
    "key, value, message",
    [
        ("format", "tavlab evaluation", "is not a tavlab net"),
        ("format_version", "1", "is a net of format 1: `tavlab net convert"),
        ("format_version", "3", "is a net of format '3'"),
        ("family", None, "metadata key 'family' is missing"),
        ("rules", "3", "'rules' is not a list"),
        ("rules", '[{"id": "a"}]', "rules: each must have"),
        ("rules", "[", "metadata key 'rules' is not valid JSON"),
        ("training", "[1]", "'training' is not an object of strings"),
        ("rule_inputs", "[1]", "'rule_inputs' is not a list of strings"),
        ("rule_inputs", '["a", "a"]', "names an input twice"),
        ("rule_inputs", json.dumps(["unused"] * 500), "fewer inputs than the 500"),
        ("net", 'trunk = "dense"\nblocks = 1', "layer 'layer0.weight' is missing"),
        ("net", 'trunk = "round"', "'round'"),
        ("net", "blocks = 3", "has no key 'trunk'"),
        ("net", 'trunk = "residual"\nblocks = 3', "has the shape"),
        ("net", 'trunk = "residual"\nblocks = 99', "an integer from 1 to 80"),
        ("net", 'trunk = "residual"\nblocks = 3\nblocks = 3', "twice"),
        ("net", 'trunk = "residual"\ndoors = 3', "unknown key 'doors'"),
        ("net", 'trunk = "residual"\n\x1b[31m', "cannot be read at '\\x1b[31m'"),
    ],
)
def test_wrong_metadata(key, value, message, tmp_path):
    header, data = parts()
    header["__metadata__"][key] = value
    if value is None:
        del header["__metadata__"][key]
    if (key, value) == ("format_version", "1"):  # tavlab reads it as what it says that it is
        header["__metadata__"]["encoding"] = "none"
    refused(tmp_path, file_with(header, data), message)


@pytest.mark.parametrize(
    "key, value, message",
    [
        ("family", "chess", "unknown family"),
        ("family", "ur", "trunk must be"),
        ("observation", "tafl-0", "its observation is tafl-0"),
        ("head", "none", "its head is none"),
    ],
)
def test_what_agents_cannot_read_is_refused(key, value, message, tmp_path):
    header, data = parts()
    header["__metadata__"][key] = value
    refused(tmp_path, file_with(header, data), message)
    with pytest.raises(ValueError, match=message):
        agent = tavlab.Agent(f"mcts:net={tmp_path / 'net.safetensors'},sims=2")
        agent.play(tavlab.load("brandubh-7").new_initial_state())


def test_missing_layers(tmp_path):
    header, data = parts()
    header["other"] = header.pop("policy.out.weight")
    refused(tmp_path, file_with(header, data), "layer 'policy.out.weight' is missing")


# Games of a net.


def test_globals_are_selected_by_their_names():
    net = load_net("brandubh-7")
    own = net.globals - len(net.rule_inputs)
    names = ["new one", *sorted(set(net.rule_inputs) - {"unused"}), "newer"]
    game = SimpleNamespace(rule_inputs=names, globals_shape=(own + len(names),))
    values = np.arange(2 * (own + len(names)), dtype=np.float32).reshape(2, -1)
    selected = net.select_globals(game, values)
    assert selected.dtype == np.float32 and selected.shape == (2, net.globals)
    assert (selected[:, :own] == values[:, :own]).all()
    for i, name in enumerate(net.rule_inputs):
        expected = values[:, own + names.index(name)] if name != "unused" else 0
        assert (selected[:, own + i] == expected).all()
    names.remove("board.size")
    game.globals_shape = (own + len(names),)
    with pytest.raises(ValueError, match="no rule input 'board.size'"):
        net.select_globals(game, values[:, :-1])


@pytest.mark.parametrize("name", SAMPLE)
def test_who_looks_at_the_board(name):
    game = tavlab.load(name)
    assert game.mover_relative == (game.family != "tafl")
    net = SimpleNamespace()
    values = np.eye(3, dtype=np.float32)[:2]
    for state in random_game(game, 1, 30):
        if state.is_terminal() or state.is_chance_node():
            continue
        globals = np.stack([state.globals()] * 2)
        turned = nets.Net.turn(net, game, values, globals)
        other = game.family == "tafl" and state.current_player() == 1
        assert (turned == (values[:, ::-1] if other else values)).all()


@pytest.mark.parametrize("name", SAMPLE)
def test_the_rule_inputs_of_a_game_are_those_of_tavlab(name):
    game = tavlab.load(name)
    listed = json.loads(run("rules", "parameters", game.family, "--json"))["parameters"]
    assert game.rule_inputs == [each for key in listed for each in key["inputs"]]


def test_games_that_do_not_fit():
    net = load_net("tavlei-9")
    net.check_game(tavlab.load("brandubh-7", max_size=9))
    with pytest.raises(ValueError, match="load brandubh-7 with max_size=9, side_heads=False"):
        net.check_game(tavlab.load("brandubh-7"))
    with pytest.raises(ValueError, match="helmfrid-11: the board is 11 wide, and the net is for 9 at most"):
        net.check_game(tavlab.load("helmfrid-11"))
    with pytest.raises(ValueError, match="family tafl, not of ur"):
        net.evaluator(tavlab.load("ur-finkel"), None)
    with pytest.raises(ValueError, match=r"globals have the shape \(1, 3\)"):
        net.select_globals(game_of(net), np.zeros((1, 3), np.float32))


def test_the_evaluator_turns_values_to_the_mover():
    net = load_net("brandubh-7")
    game = game_of(net)
    states = random_game(game, 1, 2)[:2]
    globals = np.stack([state.globals() for state in states])
    assert [state.current_player() for state in states] == [0, 1]

    def forward(observation, globals):
        assert globals.shape == (2, net.globals)
        return np.zeros((2, game.policy_size)), np.log([[0.5, 0.25, 0.25]] * 2)

    _, values = net.evaluator(game, forward)(None, globals)
    assert np.allclose(values, [[0.5, 0.25, 0.25], [0.25, 0.25, 0.5]])
    assert np.allclose(net.turn(game, values, globals), [[0.5, 0.25, 0.25]] * 2)


# New nets.


@pytest.mark.parametrize(
    "rules, like, options, spec",
    [
        ("brandubh-7", "brandubh-7", {}, {"blocks": 2, "channels": 8, "pooling_every": 0}),
        ("helmfrid-11", "tavlei-9", {"side_heads": True}, {"channels": 8, "value_hidden": 5}),
        ("ur-finkel", "ur-finkel", {}, {"blocks": 1, "channels": 16}),
    ],
)
def test_new_nets(rules, like, options, spec, tmp_path):
    game = tavlab.load(rules, **options)
    net = new_net(game, like, seed=3, **spec)
    net.check_game(game)
    assert net.plays(game) and len(net.rules) == 1 and net.history == {"seed": "3"}
    for name, value in spec.items():
        assert getattr(net.spec, name) == value
    for name, tensor in net.tensors.items():
        if name.endswith((".norm.weight", ".norm.variance")):
            assert (tensor == 1).all()
        elif tensor.ndim == 1:
            assert (tensor == 0).all()
        elif tensor.size > 100:
            small = 0.1 if ".out." in name else 1
            spread = np.sqrt((tensor**2).mean() * tensor[0].size / 2)
            assert 0.5 * small < spread < 2 * small
    net.save(tmp_path / "a.safetensors")
    plays(tmp_path / "a.safetensors", rules)
    new_net(game, net, seed=3).save(tmp_path / "b.safetensors")
    assert (tmp_path / "a.safetensors").read_bytes() == (tmp_path / "b.safetensors").read_bytes()
    new_net(game, net, seed=4).save(tmp_path / "b.safetensors")
    assert (tmp_path / "a.safetensors").read_bytes() != (tmp_path / "b.safetensors").read_bytes()


def test_new_nets_that_cannot_be():
    game = tavlab.load("brandubh-7")
    with pytest.raises(ValueError, match="like: is a net of the family ur, not of tafl"):
        new_net(game, "ur-finkel")
    with pytest.raises(ValueError, match="channels: is 2, but must be an integer from 4 to 1024"):
        new_net(game, "brandubh-7", channels=2)
    with pytest.raises(TypeError, match="max_size: is given by the game"):
        new_net(game, "brandubh-7", max_size=9)
    with pytest.raises(TypeError, match="doors"):
        new_net(game, "brandubh-7", doors=3)


# PyTorch.


@pytest.fixture
def torch_net(monkeypatch):
    monkeypatch.syspath_prepend(EXAMPLES)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return importlib.import_module("pytorch_net").TorchNet


def log_sum(values):
    highest = max(values)
    return highest + np.log(np.exp(np.array(values) - highest).sum())


def differences(file, net, module, game, rules, states):
    """How far policy (logarithms of probabilities) and value are from those of tavlab."""
    evaluate = net.evaluator(game, module.eval().logits)
    logits, wdl = evaluate(
        np.stack([state.observation() for state in states]),
        np.stack([state.globals() for state in states]),
    )
    policy = value = 0.0
    agent = f"net:file={file},by=policy,symmetry=none,backend=eigen"
    for state, row, (win, draw, loss) in zip(states, logits, wdl):
        said = json.loads(
            run("analyze", rules, "--moves", state.moves_text(), "--agent", agent,
                "--top", 100_000, "--json")
        )  # fmt: skip
        of_mover = {a: row[state.policy_places(a)].sum() for a in state.legal_actions()}
        everything = log_sum(list(of_mover.values()))
        listed = 0
        for move in said["moves"]:
            texts = [move["move"], *move.get("symmetric", [])]
            actions = [state.string_to_action(text) for text in texts]
            listed += len(actions)
            own = log_sum([of_mover[action] for action in actions]) - everything
            policy = max(policy, abs(own - np.log(move["policy"])))
        assert listed == len(of_mover)
        score = win + draw / 2 if state.current_player() == 0 else loss + draw / 2
        value = max(value, abs(score - said["net_value"]))
    return policy, value


def decisions(game, seed, number):
    """Some decisions of a random game, from early to late."""
    states = [s for s in random_game(game, seed, 120) if not s.is_chance_node()]
    states = [s for s in states if not s.is_terminal()]
    return [states[i] for i in np.linspace(0, len(states) - 1, number).astype(int)]


@needs_torch
@pytest.mark.parametrize(
    "name, rules",
    [
        ("brandubh-7", "brandubh-7"),
        ("tavlei-9", "tavlei-9"),
        ("tafl-9-universal", "tablut-9"),
        ("tafl-9-universal", "ashton-tablut-9"),
        ("ur-finkel", "ur-finkel"),
    ],
)
def test_pytorch_says_the_same_as_tavlab(name, rules, torch_net):
    net = load_net(name)
    game = game_of(net, rules)
    states = decisions(game, 1, 4) + decisions(game, 2, 4)
    policy, value = differences(file_of(name), net, torch_net(net), game, rules, states)
    print(f"{rules}: policy {policy:.1e}, value {value:.1e}")
    assert policy < 1e-4 and value < 1e-4


@needs_torch
def test_pytorch_gives_its_weights_back(torch_net):
    net = load_net("brandubh-7")
    module = torch_net(net)
    before = {name: tensor.tobytes() for name, tensor in net.tensors.items()}
    module.store(net)
    assert {name: tensor.tobytes() for name, tensor in net.tensors.items()} == before
    module.stem.weight.data.zero_()
    assert net.tensors["stem.weight"].any()  # its own copy
    module.store(net)
    assert not net.tensors["stem.weight"].any()


@needs_torch
def test_the_example_of_a_net_runs(torch_net, capsys):
    importlib.import_module("pytorch_net").main()
    assert "b4-b3" in capsys.readouterr().out


@needs_torch
def test_training_writes_a_net_that_plays(tmp_path, torch_net, monkeypatch, capsys):
    file = tmp_path / "net.safetensors"
    options = ["--moves", "8", "--games", "4", "--sims", "4", "--plies", "4", "--out", file]
    monkeypatch.setattr(sys, "argv", ["train_pytorch.py", *map(str, options)])
    importlib.import_module("train_pytorch").main()
    assert "8 games" in capsys.readouterr().out
    plays(file, "brandubh-7")
    net = load_net(file)
    assert net.history["games"] == "8" and not (net.tensors["stem.norm.mean"] == 0).any()
    game = game_of(net)
    policy, value = differences(
        file, net, torch_net(net), game, "brandubh-7", decisions(game, 1, 3)
    )
    assert policy < 1e-4 and value < 1e-4


def test_a_net_is_shown_in_one_line():
    shown = repr(load_net("brandubh-7"))
    assert shown.startswith("<tavlab.Net of tafl: ") and shown.endswith("for brandubh-7>")
