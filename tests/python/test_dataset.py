"""Self-play with an evaluator in Python, and the dataset format."""

import concurrent.futures
import multiprocessing
import pickle
import subprocess

import numpy as np
import pytest
import tavlab
from conftest import BINARY


def flat(game):
    def evaluate(observation, globals):
        n = len(observation)
        return np.zeros((n, game.policy_size), np.float32), np.zeros(n, np.float32)

    return evaluate


def play(game, out, games=6, **options):
    settings = {"sims": 6, "gumbel": 4, "games_per_shard": 4, "max_plies": 60, "games_in_flight": 4}
    return tavlab.selfplay(game, flat(game), games, out, **{**settings, **options})


@pytest.fixture(scope="module", params=["brandubh-7", "tavreli", "ur-finkel", "russian-draughts"])
def played(request, tmp_path_factory):
    game = tavlab.load(request.param)
    folder = tmp_path_factory.mktemp("games")
    assert play(game, folder) == 6
    return game, folder


def test_the_command_line_reads_what_python_plays(played):
    game, folder = played
    shards = sorted(folder.glob("games-*.h5"))
    assert len(shards) == 2
    for shard in shards:
        out = subprocess.run([BINARY, "dataset", "verify", shard], capture_output=True, text=True)
        assert out.returncode == 0, out.stderr


def test_a_folder_that_cannot_be_made_is_an_os_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError, match="file/games"):
        play(tavlab.load("brandubh-7"), tmp_path / "file" / "games")


def test_games_are_replayed(played):
    game, folder = played
    data = tavlab.Dataset(folder)
    assert len(data) == 6 and len(list(data)) == 6
    assert data.rules == [game]
    for i, stored in enumerate(data):
        state = data.state(i)
        assert len(state.history()) == stored.events
        assert stored.game == game
        if stored.reason not in ("ply cap", "resigned"):
            assert (state.result, state.reason) == (stored.result, stored.reason)
        assert data.state(i, 0) == game.new_initial_state()


def test_batches_are_the_positions_of_the_states(played):
    game, folder = played
    data = tavlab.Dataset(folder)
    p = data.positions
    batch = data.encode(data.select())
    assert len(batch) == p.full.sum() > 20
    for k, i in enumerate(batch.index):
        state = data.state(int(p.game[i]), int(p.event[i]))
        assert state.current_player() == p.player[i]
        assert state.plies == p.ply[i]
        assert np.array_equal(batch.observation[k], state.observation())
        assert np.array_equal(batch.globals[k], state.globals())
        moves = batch.move_position == k
        if moves.any():
            assert moves.sum() == len(state.legal_actions())
            assert batch.move_share[moves].sum() == pytest.approx(1, abs=1e-5)
        stored = data[int(p.game[i])]
        if stored.result in game.players:
            mine = game.players.index(stored.result) == p.player[i]
            assert batch.value[k].tolist() == ([1, 0, 0] if mine else [0, 0, 1])


def test_each_position_comes_once(played):
    game, folder = played
    data = tavlab.Dataset(folder)
    seen = np.concatenate([batch.index for batch in data.batches(7, symmetries=True)])
    assert sorted(seen) == sorted(data.select())
    again = np.concatenate([batch.index for batch in data.batches(7, seed=0)])
    assert np.array_equal(seen, again)
    other = np.concatenate([batch.index for batch in data.batches(7, seed=1)])
    assert not np.array_equal(seen, other)
    assert all(len(batch) == 7 for batch in data.batches(7, drop_last=True))


def test_the_dense_policy_is_the_sparse_one(played):
    game, folder = played
    data = tavlab.Dataset(folder)
    if game.family in ("tavreli", "draughts"):
        with pytest.raises(ValueError, match="several places"):
            data.encode(data.select(), dense=True)
        return
    batch = data.encode(data.select(), dense=True, symmetries=True, seed=2)
    assert batch.policy.shape == (len(batch), game.policy_size)
    dense = np.zeros_like(batch.policy)
    for move, place in zip(batch.place_move, batch.place):
        dense[batch.move_position[move], place] += batch.move_share[move]
    assert np.allclose(batch.policy, dense)


def test_filters(played):
    game, folder = played
    data = tavlab.Dataset(folder)
    p = data.positions
    assert (p.player[data.select(player=1)] == 1).all()
    ply = p.ply[data.select(min_ply=3, max_ply=9)]
    assert ply.min() >= 3 and ply.max() <= 9
    assert np.array_equal(data.select(rules=game.id), data.select())
    with pytest.raises(ValueError, match="there are no games of 'chess'"):
        data.select(rules="chess")


def test_values_go_from_results_to_those_of_searches(played):
    game, folder = played
    data = tavlab.Dataset(folder)
    index = data.select()
    score = [1, 0.5, 0] @ data.encode(index, value_lambda=0.0).value.T
    assert np.allclose(2 * score - 1, data.positions.search_value[index], atol=1e-5)
    with pytest.raises(ValueError, match="value_lambda"):
        data.encode(index, value_lambda=1.5)


def test_a_run_is_resumed(tmp_path):
    game = tavlab.load("brandubh-7")

    class Stop(Exception):
        pass

    calls = 0

    def dying(observation, globals):
        nonlocal calls
        calls += 1
        if calls > 300:
            raise Stop
        return flat(game)(observation, globals)

    settings = {"sims": 6, "gumbel": 4, "games_per_shard": 4, "max_plies": 60, "games_in_flight": 4}
    with pytest.raises(Stop):
        tavlab.selfplay(game, dying, 20, tmp_path / "killed", **settings)
    assert 0 < len(tavlab.Dataset(tmp_path / "killed")) < 20
    assert play(game, tmp_path / "killed", 20) == 20
    play(game, tmp_path / "whole", 20)
    for shard in sorted((tmp_path / "whole").glob("*.h5")):
        assert shard.read_bytes() == (tmp_path / "killed" / shard.name).read_bytes()
    with pytest.raises(ValueError, match="seed"):
        play(game, tmp_path / "whole", 30, seed=9)


def test_a_second_run_into_the_same_folder_is_refused(tmp_path):
    game = tavlab.load("brandubh-7")
    refused = []

    def evaluate(observations, _):
        if not refused:
            with pytest.raises(ValueError, match="is using this folder") as error:
                tavlab.selfplay(game, evaluate, 2, tmp_path, sims=2)
            refused.append(error)
        return np.zeros((len(observations), game.policy_size)), np.zeros(len(observations))

    assert tavlab.selfplay(game, evaluate, 2, tmp_path, sims=2) == 2
    assert refused and len(tavlab.Dataset(tmp_path)) == 2


def test_several_threads_encode_the_same(played):
    _, folder = played
    data = tavlab.Dataset(folder)
    index = data.select()[:16]
    lambdas = (0.0, 1.0)
    wanted = [data.encode(index, value_lambda=each) for each in lambdas]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for i, found in enumerate(pool.map(lambda i: data.encode(index, value_lambda=lambdas[i % 2]), range(200))):
            assert np.array_equal(found.value, wanted[i % 2].value)
            assert np.array_equal(found.move_share, wanted[i % 2].move_share)


def test_a_pickle_opens_the_files_again(played, monkeypatch):
    game, folder = played
    monkeypatch.chdir(folder.parent)
    data = tavlab.Dataset(folder.name, max_size=13)
    monkeypatch.chdir("/")
    again = pickle.loads(pickle.dumps(data))
    assert again.rules == data.rules and list(again) == list(data) and len(again) == 6
    index = data.select()
    assert np.array_equal(again.encode(index).observation, data.encode(index).observation)
    assert again.encode(index).observation.shape == data.encode(index).observation.shape


def test_workers_that_are_spawned_read_a_dataset(tmp_path):
    game = tavlab.load("brandubh-7")
    play(game, tmp_path)
    data = tavlab.Dataset(tmp_path)
    parts = np.array_split(data.select(), 3)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        batches = pool.map(data.encode, parts)
    for part, batch in zip(parts, batches):
        assert np.array_equal(batch.observation, data.encode(part).observation)


def test_games_by_the_id_of_their_rules(tmp_path):
    game = tavlab.load("brandubh-7")
    settings = {"sims": 4, "gumbel": 4, "max_plies": 20}
    assert tavlab.selfplay("brandubh-7", flat(game), 2, tmp_path, **settings) == 2
    assert tavlab.Dataset(tmp_path).rules == [game]


def test_bad_input(tmp_path):
    game = tavlab.load("brandubh-7")
    with pytest.raises(FileNotFoundError):
        tavlab.Dataset(tmp_path / "nothing")
    with pytest.raises(FileNotFoundError, match="games-"):
        tavlab.Dataset(tmp_path)
    (tmp_path / "games-000001.h5").write_bytes(b"junk")
    with pytest.raises(ValueError, match="games-000001.h5"):
        tavlab.Dataset(tmp_path)
    with pytest.raises(ValueError, match="sims: is 0"):
        play(game, tmp_path / "a", sims=0)
    with pytest.raises(TypeError, match="no option 'cpuckt'"):
        play(game, tmp_path / "a", cpuckt=1.0)
    with pytest.raises(ValueError, match="games: is 0"):
        play(game, tmp_path / "a", games=0)
    play(game, tmp_path / "fine", games=2)
    data = tavlab.Dataset(tmp_path / "fine")
    with pytest.raises(IndexError):
        data.encode([len(data.positions)])
    with pytest.raises(TypeError, match="not float64"):
        data.encode([0.7])
    with pytest.raises(ValueError, match="mask"):
        data.encode([True, False])
    with pytest.raises(ValueError, match="player: is 'white'"):
        data.select(player="white")
    first = data.positions.player == 0
    assert (data.encode(first).index == data.encode(data.select(player=0, full=False)).index).all()
    with pytest.raises(IndexError):
        data[2]
    for call in (lambda: data[1.5], lambda: data.state("a"), lambda: next(data.batches("a"))):
        with pytest.raises(TypeError, match=r"^Dataset\.\w+\(\): \w+ must be an int, not (float|str)$"):
            call()
    with pytest.raises(IndexError):
        data.state(0, 10_000)
    with pytest.raises(ValueError, match="size"):
        next(data.batches(0))
