"""Matches, runs in folders, and statistics."""

import concurrent.futures
import json
import os
import signal
import subprocess
import threading

import numpy as np
import pytest
import tavlab
from conftest import BINARY
from tavlab import stats


def test_a_match_is_that_of_the_command_line():
    game = tavlab.load("brandubh-7", {"king.armed": "none"})
    played = tavlab.match(game, "greedy", "random", 12, seed=3, threads=2)
    out = subprocess.run(
        [BINARY, "match", "brandubh-7", "--set", "king.armed=none", "--first", "greedy", "--second",
         "random", "--games", "12", "--seed", "3", "--swap", "--opening", "2", "--json", "--quiet"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    summary = json.loads(out.stdout)
    told = summary["first_agent"]
    assert (played.wins, played.draws, played.losses) == (told["wins"], told["draws"], told["losses"])
    assert len(played.games) == 12
    assert list(played.pairs) == summary["pairs"] and sum(played.pairs) == 6
    ends = (played.elo.difference, *played.elo.interval)
    assert [end if np.isfinite(end) else None for end in ends] == pytest.approx(
        [summary["elo"][key] for key in ("difference", "low", "high")])
    assert "games=<12 games, columns number, " in repr(played) and len(repr(played)) < 600
    assert (played.rules, played.first) == (game.id, "greedy")
    assert played.distinct == len(set(played.games["moves"]))
    assert list(played.games["number"]) == list(range(12))
    for i, moves in enumerate(played.games["moves"]):
        state = game.new_initial_state()
        state.apply_text(moves)
        assert state.result == played.games["result"][i]
        assert state.reason == played.games["reason"][i]
        assert state.plies == played.games["plies"][i]
        assert state.returns()[0] == played.games["return0"][i]


def test_matches_refuse_bad_input():
    game = tavlab.load("brandubh-7")
    with pytest.raises(TypeError):
        tavlab.match(None, "random", "random", 2)
    with pytest.raises(ValueError, match="grady"):
        tavlab.match(game, "grady", "random", 2)
    with pytest.raises(ValueError, match="games: is 0"):
        tavlab.match(game, "greedy", "random", 0)
    with pytest.raises(ValueError, match="threads: is 0"):
        tavlab.match(game, "greedy", "random", 2, threads=0)
    with pytest.raises(ValueError, match="give one of them"):
        tavlab.match(game, "greedy", "random", 2, opening_plies=2, openings="plies=2")
    with pytest.raises(ValueError, match="max_plies"):
        tavlab.match(game, "greedy", "random", 2, max_plies=0)


def test_openings_that_are_not_there(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no file"):
        tavlab.match("brandubh-7", "greedy", "random", 2, openings=str(tmp_path / "none"))


def test_a_handler_of_ones_own_gets_the_signal(tmp_path):
    """A match goes on if the handler returns; a run in a folder stops."""
    caught = []

    def signal_in_a_moment():
        threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()

    before = signal.signal(signal.SIGINT, lambda *_: caught.append(1))
    try:
        signal_in_a_moment()
        while not caught:  # another match, if one ended before the signal
            played = tavlab.match("brandubh-7", "alphabeta:nodes=3000", "greedy", 20)
        assert len(played.games) == 20
        signal_in_a_moment()
        agents = ["alphabeta:nodes=5000", "alphabeta:nodes=3000"]
        with pytest.raises(KeyboardInterrupt):
            tavlab.calibrate("brandubh-7", agents, tmp_path / "run", games=100_000)
        assert len(caught) == 2
    finally:
        signal.signal(signal.SIGINT, before)
    signal_in_a_moment()
    with pytest.raises(KeyboardInterrupt):
        tavlab.match("brandubh-7", "alphabeta:nodes=3000", "greedy", 100_000)


def test_a_store_may_be_read_by_several_threads(tmp_path):
    tavlab.calibrate("brandubh-7", ["random", "greedy"], tmp_path / "run", games=6)
    store = tavlab.Store(tmp_path / "run")
    wanted = [store.games(i)["moves"] for i in range(len(store.cells))]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda n: (n % len(wanted), store.games(n % len(wanted))["moves"]), range(400)):
            assert found[1] == wanted[found[0]]


def test_two_runs_at_once_are_refused(tmp_path):
    """Their signals and limits of time are those of the process; afterwards Ctrl-C works as before."""
    together = threading.Barrier(2)

    def run(name):
        together.wait()
        try:
            tavlab.calibrate("brandubh-7", ["alphabeta:nodes=2000", "greedy"], tmp_path / name, games=100)
        except RuntimeError as error:
            return str(error)
        return "done"

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        outcomes = sorted(pool.map(run, ["one", "other"]))
    assert "another thread" in outcomes[0] and outcomes[1] == "done"
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_messages_name_arguments_in_place_of_options(tmp_path):
    with pytest.raises(ValueError, match="calibrate: agents: name at least two agents"):
        tavlab.calibrate("brandubh-7", ["greedy"], tmp_path / "run")


def test_a_calibration_and_its_games(tmp_path):
    agents = ["random", "greedy"]
    found = tavlab.calibrate("brandubh-7", agents, tmp_path / "run", games=6, threads=2)
    assert found["agents"] == agents
    assert found["strongest"]["overall"] == "greedy"
    again = tavlab.calibrate("brandubh-7", agents, tmp_path / "run", games=6)
    assert again["hash"] == found["hash"]
    store = tavlab.Store(tmp_path / "run")
    assert store.experiment["command"].startswith("tavlab calibrate brandubh-7")
    cells = store.cells
    assert len(cells) == 4
    for i, cell in enumerate(cells):
        games = store.games(i)
        assert len(games) == cell["played"] > 0
        assert set(games["result"]) <= {"attackers", "defenders", "draw", "unfinished"}
    with pytest.raises(IndexError):
        store.games(4)
    with pytest.raises(FileNotFoundError):
        tavlab.Store(tmp_path / "nothing")
    with pytest.raises(ValueError):
        tavlab.Store(tmp_path)


def test_rules_are_given_as_a_game_or_by_their_id(tmp_path):
    game = tavlab.load("brandubh-7", {"king.armed": "none"})
    by_id, as_game = (tavlab.match(rules, "random", "random", 4) for rules in (game.id, game))
    assert by_id.games["moves"] == as_game.games["moves"]
    agents = ["random", "greedy"]
    by_id, as_game = (
        tavlab.calibrate(rules, agents, tmp_path / str(i), games=2) for i, rules in enumerate((game.id, game))
    )
    assert by_id["hash"] == as_game["hash"]
    (tmp_path / "mine.toml").write_text(game.to_toml("mine"))
    tavlab.calibrate(tmp_path / "mine.toml", agents, tmp_path / "mine", games=2)
    with pytest.raises(ValueError, match="mine is not the id of these rules: give the path of their file"):
        tavlab.calibrate(tavlab.load(tmp_path / "mine.toml"), agents, tmp_path / "other", games=2)


def test_folders_that_cannot_be_made_are_os_errors(tmp_path):
    (tmp_path / "file").write_text("")
    config = tmp_path / "small.toml"
    config.write_text(
        'id = "small"\ntitle = "Small"\nquestion = "Who wins?"\nrules = "brandubh-7"\n'
        'agents = ["greedy"]\ngames = 4\nseed = 1\n'
    )
    for out in (tmp_path / "file", tmp_path / "file" / "run", "/proc/x"):
        for run in (
            lambda: tavlab.calibrate("brandubh-7", ["random", "greedy"], out, games=2),
            lambda: tavlab.run_claim("ur-opening-exact", out),
            lambda: tavlab.run_experiment(config, out),
        ):
            with pytest.raises(OSError, match=str(out)) as error:
                run()
            assert "\n" not in str(error.value)
    # A run that does not begin leaves no folder.
    with pytest.raises(ValueError, match="grady"):
        tavlab.calibrate("brandubh-7", ["grady", "random"], tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_claim_and_an_experiment_run(tmp_path):
    claim = tavlab.run_claim("ur-opening-exact", tmp_path / "claim")
    assert claim["claim"]["id"] == "ur-opening-exact"
    assert (claim["verdict"], claim["decided_by"]) == ("supported", "proof")
    config = tmp_path / "small.toml"
    config.write_text(
        'id = "small"\ntitle = "Small"\nquestion = "Who wins?"\nrules = "brandubh-7"\n'
        'agents = ["greedy"]\ngames = 4\nseed = 1\n'
    )
    summary = tavlab.run_experiment(config, tmp_path / "run", games=3)
    assert summary["cells"][0]["games"] == 3
    with pytest.raises(ValueError, match="no-such-claim"):
        tavlab.run_claim("no-such-claim", tmp_path / "other")


def test_the_confidence_sequence_covers():
    rng = np.random.default_rng(0)
    missed = 0
    for _ in range(200):
        scores = rng.binomial(1, 0.3, 100)
        lies = [stats.confidence_sequence([(scores[:n] == 0).sum(), (scores[:n] == 1).sum()])
                for n in (10, 30, 100)]  # fmt: skip
        missed += any(not low <= 0.3 <= high for low, high in lies)
    assert missed <= 14  # 5 % of 200, plus 1.5 standard deviations; it is far below


def test_statistics_of_known_values():
    low, high = stats.wilson(8, 10)
    assert (low, high) == (pytest.approx(0.4901625, abs=1e-6), pytest.approx(0.9433178, abs=1e-6))
    assert stats.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    game = stats.matrix_game([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])  # a cycle
    assert game.value == pytest.approx(0.5) and game.rows == pytest.approx([1 / 3] * 3)
    assert game.band == (0.0, 1.0)
    rated = stats.bradley_terry([[0, 1, 75, 0, 25]], advantage=False)
    assert rated.elo[0] - rated.elo[1] == pytest.approx(400 * np.log10(3), abs=1e-6)
    games = stats.elo([25, 0, 75])
    assert games.difference == pytest.approx(400 * np.log10(3)) and games.superiority > 0.99
    low, high = games.interval
    assert low < games.difference < high and games.error95 == pytest.approx((high - low) / 2)
    assert stats.elo([0, 0, 100, 0, 0]).difference == 0  # all pairs shared
    assert np.isnan(stats.elo([0, 0, 0]).difference)
    assert stats.sprt([0, 0, 0, 10, 200], 0, 20).state == "H1"
    assert stats.sprt([200, 10, 0, 0, 0], 0, 20).state == "H0"


def test_statistics_refuse_bad_input():
    for counts in ([1], [1, -1], [1, np.nan], [[1, 2]], [1, 0.5]):
        with pytest.raises(ValueError):
            stats.confidence_sequence(counts)
    with pytest.raises(ValueError):
        stats.confidence_sequence([1, 2], alpha=0)
    with pytest.raises(ValueError):
        stats.wilson(2, 1)
    with pytest.raises(ValueError):
        stats.sprt([1, 2, 3], 0, 5)
    with pytest.raises(ValueError):
        stats.sprt([1, 2, 3, 4, 5], 0, 5, model="elo")
    with pytest.raises(ValueError):
        stats.matrix_game([[0.5, 2.0]])
    with pytest.raises(ValueError):
        stats.bradley_terry([[0, 1, 5, 0, 0]])
    with pytest.raises(ValueError):
        stats.holm([1.5])
