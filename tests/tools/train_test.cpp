// The commands that train and what they leave behind, as a user of the command line and a reader in
// another language find them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/random.h"
#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kBrandubh = R"(title = "tiny"
rules = "brandubh-7"
seed = 3
rounds = ROUNDS

[net]
trunk = "residual"
blocks = 2
channels = 16
pooling_every = 2
pooling_channels = 8
policy_channels = 8
value_channels = 8
value_hidden = 16
max_size = 7

[selfplay]
simulations = 16
gumbel = 8
games_per_round = 40
games_in_flight = 20
max_plies = 100

[learn]
batch = 64
replay_ratio = 4
learning_rate = 3e-3
window = 4000
start = 500

[ladder]
agent = "mcts:net=NET,sims=8,gumbel=4"
opponents = ["random", "mcts:net=EARLIER,sims=8,gumbel=4"]
games = 4
every_minutes = 1000
)";

std::string config(int rounds) {
  std::string text = kBrandubh;
  text.replace(text.find("ROUNDS"), 6, std::to_string(rounds));
  return text;
}

/// A tiny net, killed twice while it trains, beats chance.
TEST(Train, BeatsRandomPlayThoughKilledTwice) {
  if (!has_torch()) GTEST_SKIP() << "this build has no LibTorch";
  const TemporaryFolder folder;
  folder.write("config.toml", config(14));
  // Whatever it is doing when the file reports this many rounds.
  for (const char* rounds : {"3", "8"}) {
    shell(
        "tavlab train config.toml --out run --quiet & "
        "until grep -qs '\"round\":" +
            std::string(rounds) +
            ",' run/metrics.jsonl; "
            "do kill -0 $! || exit 1; sleep 0.05; done; kill -KILL $!; wait $!",
        {}, folder.path());
  }
  const Outcome last = shell("tavlab train --out run --quiet", {}, folder.path());
  ASSERT_EQ(last.code, 0) << last.err;
  EXPECT_FALSE(fs::exists(folder.path() / "run/tavlab.lock")) << "a lock goes with its holder";
  for (const char* file : {"checkpoint.safetensors", "metrics.jsonl", "ladder.jsonl", "report.html",
                           "figures/score.svg", "figures/balance.svg", "net.safetensors",
                           "nets/round-000010.safetensors", "games-000014.h5"}) {
    EXPECT_TRUE(fs::exists(folder.path() / "run" / file)) << file;
  }
  const Outcome match = shell(
      "tavlab match brandubh-7 --first mcts:net=run/net.safetensors,sims=16,gumbel=8 --second "
      "random "
      "--games 60 --swap --seed 5 --json",
      {}, folder.path());
  ASSERT_EQ(match.code, 0) << match.err;
  // Two equals score 30 +- 4 of 60; a net that has learnt scores over 50.
  EXPECT_GT(match.json()["first_agent"]["score"].get<double>(), 0.8) << match.out;
  // Every game that it learnt from is valid.
  const Outcome verified = shell("tavlab dataset verify run", {}, folder.path());
  EXPECT_EQ(verified.code, 0) << verified.err;
  const json info = shell("tavlab dataset info run --json", {}, folder.path()).json();
  EXPECT_GE(info["all"]["games"], 14 * 40);
  EXPECT_EQ(info["shards"].size(), 14U);
}

class SelfPlayCommand : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_torch()) GTEST_SKIP() << "this build has no LibTorch";
    folder_.write("config.toml", config(1));
    ASSERT_EQ(run("tavlab train config.toml --out run --quiet").code, 0);
  }
  Outcome run(const std::string& line) const { return shell(line, {}, folder_.path()); }
  TemporaryFolder folder_;
};

TEST_F(SelfPlayCommand, AFinishedTrainingStaysFinished) {
  const Outcome again = run("tavlab train config.toml --out run --minutes 0.001 --json");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.json().at("complete"), true);
}

TEST_F(SelfPlayCommand, PlaysResumesAndShows) {
  const std::string line =
      "tavlab selfplay config.toml --net run/net.safetensors --out games --backend eigen --games ";
  const Outcome first = run(line + "50");
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("50 games"));
  const Outcome more = run(line + "100 --json");
  ASSERT_EQ(more.code, 0) << more.err;
  EXPECT_EQ(more.json().at("games"), 100);
  EXPECT_EQ(more.json().at("written").at("games"), 50);
  EXPECT_THAT(run(line + "100").out, HasSubstr("has all 100 games"));
  EXPECT_THAT(run(line + "5").out, HasSubstr("has 100 games, more than the 5 requested"));
  const json info = run("tavlab dataset info games --json").json();
  EXPECT_EQ(info["all"]["games"], 100);
  EXPECT_THAT(run("tavlab dataset verify games").out, HasSubstr("100 games in"));
  const Outcome game = run("tavlab dataset show games --game 7");
  EXPECT_EQ(game.code, 0) << game.err;
  EXPECT_THAT(game.out, HasSubstr("attackers 0."));
  const json moves = run("tavlab dataset show games --game 7 --json").json().at("events");
  EXPECT_EQ(moves.size() + 2, static_cast<std::size_t>(std::ranges::count(game.out, '\n')))
      << "without the first line and the last";
  EXPECT_EQ(run("tavlab dataset verify games --json").json().at("games"), 100);
  EXPECT_EQ(run("tavlab dataset show games --game 100").code, 2);
  // What two runs have in common is listed above the shards of each.
  ASSERT_EQ(run("tavlab selfplay config.toml --net run/net.safetensors --out third --backend eigen "
                "--games 5 --seed 4")
                .code,
            0);
  EXPECT_THAT(run("tavlab dataset info games third").out,
              testing::ContainsRegex("; seed 3\n(.*\n)+.*; seed 4\n(.*\n)+all +105 "));
  // Other seeds and nets are other runs.
  EXPECT_EQ(run(line + "100 --seed 4").code, 2);
  EXPECT_EQ(run("tavlab selfplay helmfrid-9 --net run/net.safetensors --games 1 --out other").code,
            2);
  EXPECT_FALSE(fs::exists(folder_.path() / "other" / "games-000001.h5"));
}

/// One process plays, another learns from its shards, and continues when there are more.
TEST_F(SelfPlayCommand, LearnTakesWhatIsPlayedElsewhere) {
  const auto play = [&](const char* games) {
    return run(
        std::string("tavlab selfplay config.toml --net run/net.safetensors --out games --quiet "
                    "--games ") +
        games);
  };
  const auto last_metrics = [&] {
    const Outcome lines = run("cat learnt/metrics.jsonl");
    return lines.json_lines();
  };
  ASSERT_EQ(play("80").code, 0);
  const Outcome first = run("tavlab learn config.toml --data games --out learnt --quiet");
  ASSERT_EQ(first.code, 0) << first.err;
  ASSERT_EQ(last_metrics().size(), 1U);
  EXPECT_EQ(last_metrics()[0]["games"], 80);
  EXPECT_GT(last_metrics()[0]["steps"], 0);
  ASSERT_EQ(play("120").code, 0);
  folder_.write("longer.toml", config(2));
  const Outcome second = run("tavlab learn longer.toml --data games --out learnt --json");
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(second.json().at("complete"), true);
  EXPECT_EQ(second.json().at("net"), "learnt/net.safetensors");
  EXPECT_THAT(second.err, HasSubstr("round    2"));
  ASSERT_EQ(last_metrics().size(), 2U);
  EXPECT_EQ(last_metrics()[1]["games"], 40) << "only what is new";
  EXPECT_GT(last_metrics()[1]["window"], last_metrics()[0]["window"]);
  EXPECT_EQ(run("tavlab match brandubh-7 --first net:file=learnt/net.safetensors --second random "
                "--games 2")
                .code,
            0);
}

/// With --complete, each shard is a round, and nothing is awaited.
TEST_F(SelfPlayCommand, LearnEndsWithTheLastShardOfCompleteGames) {
  ASSERT_EQ(run("tavlab selfplay config.toml --net run/net.safetensors --out games --quiet "
                "--games 80")
                .code,
            0);
  const std::string learn = "tavlab learn config.toml --complete --out learnt --quiet --data ";
  const Outcome none = run(learn + "nowhere");
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("no shards"), std::string::npos) << none.err;
  const Outcome done = run(learn + "games");
  ASSERT_EQ(done.code, 0) << done.err;
  const auto rounds = run("cat learnt/metrics.jsonl").json_lines();
  ASSERT_EQ(rounds.size(), 2U);
  for (const auto& round : rounds) EXPECT_EQ(round["games"], 40);
  EXPECT_LT(rounds[1]["learning_rate"], rounds[0]["learning_rate"]);
}

/// Several complete folders end together, whatever their sizes.
TEST_F(SelfPlayCommand, LearnMixesTheFoldersOfCompleteGames) {
  const std::string play = "tavlab selfplay config.toml --net run/net.safetensors --quiet --games ";
  ASSERT_EQ(run(play + "80 --out many").code, 0);
  ASSERT_EQ(run(play + "30 --out other --seed 9").code, 0);
  const Outcome done = run("tavlab learn config.toml --complete --out learnt --data many other");
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out + done.err, HasSubstr("3 rounds; "));
  EXPECT_THAT(done.out, HasSubstr("round    3 of 3"));
  std::vector<int> games;
  for (const auto& round : run("cat learnt/metrics.jsonl").json_lines())
    games.push_back(round["games"].get<int>());
  EXPECT_EQ(games, (std::vector{40, 30, 40})) << "that of the other between the two of the many";
}

/// Nothing that another command wrote is overwritten, and nothing is learnt twice.
TEST_F(SelfPlayCommand, FoldersBelongToOneRun) {
  const auto refused = [&](const std::string& line, const char* message) {
    const std::string before = run("md5sum run/*.* games/*.* 2>&1").out;
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << line;
    EXPECT_EQ(run("md5sum run/*.* games/*.* 2>&1").out, before) << line;
  };
  const std::string play =
      "tavlab selfplay config.toml --net run/net.safetensors --games 40 --out ";
  ASSERT_EQ(run(play + "games --quiet").code, 0);
  refused(play + "run --quiet", "another run");
  refused("tavlab train config.toml --out games --quiet", "another run");
  refused("tavlab learn config.toml --data games --out run --quiet", "train or learn");
  refused("tavlab learn config.toml --data config.toml --out learnt --quiet", "is not a folder");
  refused("tavlab experiment run quickstart --games 2 --out run --quiet", "holds a training run");
  refused("tavlab dataset export run games --out planes", "a separate --out");
  refused("tavlab dataset export run --out planes --lambda nan", "--lambda");
  ASSERT_EQ(run("rm run/checkpoint.safetensors games/state.json").code, 0);
  refused("tavlab train config.toml --out run --quiet", "checkpoint.safetensors was lost");
  refused(play + "games --quiet", "state.json was lost");
  // One folder under three names is one.
  ASSERT_EQ(run("tavlab learn config.toml --data games games/ ./games --out learnt --quiet").code,
            0);
  EXPECT_EQ(run("cat learnt/metrics.jsonl").json_lines()[0]["games"], 40);
}

/// Forged files end a command with one line, and change nothing.
TEST_F(SelfPlayCommand, ForgedFilesAreTold) {
  const std::string play =
      "tavlab selfplay config.toml --net run/net.safetensors --out games --quiet --games ";
  ASSERT_EQ(run(play + "40").code, 0);
  const auto read = [&](const char* name) {
    std::ifstream file(folder_.path() / name, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  };
  const auto refused = [&](const std::string& line, const char* message) {
    const std::string before = run("find run games -type f | sort | xargs md5sum").out;
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.code, 2) << line << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << line;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    EXPECT_EQ(run("find run games -type f | sort | xargs md5sum").out, before) << line;
  };
  // The superblock leads to a root group that is nowhere; the seal is a new one.
  const auto forge_shard = [&](const char* name) {
    constexpr std::size_t kSealBytes = 29, kRoot = 64;
    std::string shard = read(name);
    shard.resize(shard.size() - kSealBytes);
    shard.replace(kRoot, 8, 8, '\xfe');
    folder_.write(name, shard + fmt::format("tavlab seal {:016x}\n", hash_text(shard)));
  };
  forge_shard("games/games-000001.h5");
  forge_shard("run/games-000001.h5");
  for (const char* line : {"info games", "verify games", "show games --game 1",
                           "export games --out planes", "info games --json"}) {
    refused(std::string("tavlab dataset ") + line, "damaged or forged");
  }
  refused("tavlab learn config.toml --data games --out learnt --quiet", "damaged or forged");
  refused(play + "80", "damaged or forged");
  folder_.write("longer.toml", config(2));
  refused("tavlab train longer.toml --out run --quiet", "damaged or forged");
  folder_.write("games/state.json", std::string(1'000'000, '['));
  refused(play + "80", "nested too deeply");
  const std::string checkpoint = read("run/checkpoint.safetensors");
  folder_.write("run/checkpoint.safetensors", std::string(8, '\xff') + checkpoint.substr(8));
  refused("tavlab train longer.toml --out run --quiet", "not a safetensors file");
  ASSERT_EQ(run("rm run/ladder.jsonl; mkfifo run/ladder.jsonl").code, 0);
  refused("tavlab train longer.toml --out run --quiet", "is not a regular file");
  ASSERT_EQ(run("rm run/config.toml; ln -s /dev/zero run/config.toml").code, 0);
  const Outcome endless = run("tavlab train --out run --quiet");
  EXPECT_EQ(endless.code, 2);
  EXPECT_THAT(endless.err, HasSubstr("is not a regular file"));
}

/// An interrupted ladder is played when training resumes, and the first match may be one against an
/// earlier net.
TEST(Train, PlaysTheLadderThatIsDue) {
  if (!has_torch()) GTEST_SKIP() << "this build has no LibTorch";
  const TemporaryFolder folder;
  std::string text = config(2);
  const std::string random = "\"random\", ";
  text.erase(text.find(random), random.size());
  folder.write("config.toml", text);
  ASSERT_EQ(shell("tavlab train config.toml --out run --quiet", {}, folder.path()).code, 0);
  EXPECT_TRUE(fs::exists(folder.path() / "run/report.html"));
  ASSERT_EQ(shell("rm run/ladder.jsonl run/report.html; printf '{\"round\": 7' >>run/metrics.jsonl",
                  {}, folder.path())
                .code,
            0);
  const Outcome again = shell("tavlab train config.toml --out run --quiet", {}, folder.path());
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(fs::exists(folder.path() / "run/report.html"));
  EXPECT_EQ(shell("cat run/ladder.jsonl", {}, folder.path()).json_lines().size(), 1U);
  // A line that was cut off does not swallow the next one.
  folder.write("longer.toml", text.replace(text.find("rounds = 2"), 10, "rounds = 3"));
  ASSERT_EQ(shell("tavlab train longer.toml --out run --quiet", {}, folder.path()).code, 0);
  EXPECT_THAT(shell("tail -n 1 run/metrics.jsonl", {}, folder.path()).out,
              testing::StartsWith("{\"round\":3,"));
}

/// A round takes its time: a signal is answered at once, and what was played of the round is kept.
TEST_F(SelfPlayCommand, ASignalEndsItInTheMiddleOfARound) {
  std::string text = config(100);
  text.replace(text.find("games_per_round = 40"), 20, "games_per_round = 400");
  folder_.write("long.toml", text);
  for (const std::string line : {"train long.toml --out interrupted",
                                 "selfplay long.toml --net "
                                 "run/net.safetensors --games 100000 --out interrupted-games"}) {
    const Outcome outcome = run("rm -f err; tavlab " + line +
                                " 2>err & until [ -s err ]; do sleep 0.1; done; kill -INT $!; "
                                "wait $!; code=$?; cat err >&2; exit $code");
    EXPECT_EQ(outcome.code, 130) << outcome.err;
    EXPECT_THAT(outcome.err,
                testing::ContainsRegex("stopping \\([0-9]+ of [0-9]+ (games|steps)\\): the games"));
    EXPECT_THAT(outcome.out, HasSubstr("saved; run the same command to resume"));
    const fs::path out = folder_.path() / line.substr(line.rfind(' ') + 1);
    EXPECT_TRUE(fs::exists(out / "stopped.json")) << out;
  }
}

/// The config has two groups of games, and each is played by one thread.
TEST_F(SelfPlayCommand, ThreadsThatStayIdleAreTold) {
  const std::string play =
      "tavlab selfplay config.toml --net run/net.safetensors --games 40 --out games --threads ";
  EXPECT_THAT(run(play + "3").err, HasSubstr("self-play uses only 2 of 3 threads"));
  EXPECT_EQ(run(play + "2").err.find("self-play uses"), std::string::npos);
  EXPECT_THAT(run("tavlab train config.toml --out run --threads 5").err,
              HasSubstr("self-play uses only 2 of 5 threads"));
}

TEST_F(SelfPlayCommand, OneExportAtATimeWritesToAFolder) {
  ASSERT_EQ(run("mkdir planes; tavlab dataset export run --out planes").code, 0);
  EXPECT_FALSE(fs::exists(folder_.path() / "planes/tavlab.lock"));
  const Outcome outcome =
      run("touch planes/tavlab.lock; (flock -x 9; tavlab dataset export run --out planes --force) "
          "9<>planes/tavlab.lock");
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("is using this folder"));
}

/// On a full disk: one line, and what was complete stays.
TEST_F(SelfPlayCommand, AFullDiskIsTold) {
  const std::string limited = "ulimit -f 20; tavlab ";
  for (const std::string line :
       {"selfplay config.toml --net run/net.safetensors --games 100 --out full --quiet",
        "dataset export run --out full", "train config.toml --out full2 --quiet"}) {
    const Outcome outcome = run(limited + line);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_THAT(outcome.err, HasSubstr("cannot be written")) << line;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
  }
  EXPECT_EQ(run("ls full* | grep -c tmp").out, "0\n");
}

/// Debian's h5py and numpy read what is written, and find the same games and planes.
TEST_F(SelfPlayCommand, PythonReadsGamesPlanesAndNets) {
  if (shell("/usr/bin/python3 -c 'import h5py, numpy'").code != 0) {
    GTEST_SKIP() << "python3-h5py and python3-numpy are not installed";
  }
  ASSERT_EQ(run("tavlab dataset export run --out planes --max-size 7").code, 0);
  // Planes beside the shards that they were made of are not taken for shards.
  ASSERT_EQ(run("tavlab dataset export run --out run --max-size 7").code, 0);
  EXPECT_EQ(run("tavlab dataset verify run").code, 0);
  folder_.write("read.py", R"py(
import h5py, json, numpy, struct
with h5py.File('run/games-000001.h5') as f:
    assert f.attrs['format'] == 'tavlab dataset' and f.attrs['family'] == 'tafl'
    games = f['games/number'].shape[0]
    first = f['games/first_event'][:].astype(int)
    assert first.shape == (games + 1,) and first[-1] == f['events/word'].shape[0]
    text = f['games/moves'][0].decode()
    assert len(text.split()) == first[1] - first[0], text
    assert f['rules/id'][0].decode() == 'brandubh-7'
    policy = f['decisions/first_policy'][:].astype(int)
    target = f['policy/target'][:]
    sums = numpy.add.reduceat(target, policy[:-1][policy[1:] > policy[:-1]])
    assert numpy.allclose(sums, 1, atol=1e-3)
    assert numpy.allclose(f['decisions/value'][:].sum(1), 1, atol=1e-5)
    full = int((f['decisions/full'][:] == 1).sum())
with h5py.File('planes/games-000001.planes.h5') as f:
    rows, columns = int(f.attrs['rows']), int(f.attrs['columns'])
    planes = f['planes'][:]
    assert (rows, columns) == (7, 7) and planes.shape[0] == full
    planes = planes.reshape(full, rows, columns, -1)
    assert planes[..., 7].min() == 1  # the board is everywhere
    assert (planes[..., 2].reshape(full, -1).sum(1) == 1).all()  # one king
    assert numpy.allclose(f['value'][:].sum(1), 1, atol=1e-5)
    assert numpy.allclose(numpy.bincount(f['move_position'][:], f['move_share'][:])[:1], 1, atol=1e-3)
with open('run/net.safetensors', 'rb') as f:
    size = struct.unpack('<Q', f.read(8))[0]
    header = json.loads(f.read(size))
    data = f.read()
assert header['__metadata__']['format'] == 'tavlab net'
stem = header['stem.weight']
a, b = stem['data_offsets']
weights = numpy.frombuffer(data[a:b], '<f4').reshape(stem['shape'])
assert weights.shape[0] == 16 and numpy.isfinite(weights).all() and weights.std() > 0
print('read', games, full)
)py");
  const Outcome python = run("/usr/bin/python3 read.py");
  EXPECT_EQ(python.code, 0) << python.err;
  EXPECT_THAT(python.out, HasSubstr("read"));
}

TEST(TrainCommand, MistakesAreToldInOneLine) {
  const TemporaryFolder folder;
  folder.write("config.toml", config(1));
  folder.write("wrong.toml", config(1) + "[learning]\n");
  folder.write("foreign.h5", "no HDF5 at all");
  const auto refused = [&](const std::string& line, const char* message) {
    const Outcome run = shell(line, {}, folder.path());
    EXPECT_EQ(run.code, 2) << line << run.err;
    EXPECT_THAT(run.err, HasSubstr(message)) << line;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_FALSE(fs::exists(folder.path() / "run")) << line;
  };
  refused("tavlab train wrong.toml --out run", "'learning'");
  refused("tavlab train none.toml --out run", "none.toml");
  refused("tavlab train ur-finkel --out run", "train-ur-finkel");
  refused("tavlab train --out empty", "has no training");
  refused("tavlab dataset info foreign.h5", "foreign.h5");
  folder.write("few.toml", std::string(config(1)).replace(config(1).find("games_per_round = 40"),
                                                          20, "games_per_round = 1"));
  refused("tavlab train few.toml --out run", "at least groups");
  std::string ladder = config(1);
  folder.write("ladder.toml", ladder.replace(ladder.find("\"random\""), 8, "\"net:file=no.net\""));
  refused("tavlab train ladder.toml --out run", "opponents in [ladder]: ");
  refused("tavlab train config.toml --out a,b", "a comma");
  refused("tavlab dataset verify .", "has no shards");
  refused("tavlab selfplay brandubh-7 --net none.safetensors --games 1 --out run",
          "none.safetensors");
  refused("tavlab match brandubh-7 --first net:by=value --second random", "net:file=FILE");
  if (has_torch()) {
    std::vector<const char*> devices = {"gpu", "cuda:99", "cuda:128", "cpu:1"};
    if (!fs::exists("/dev/nvidia0")) devices.insert(devices.end(), {"cuda", "cuda:7"});
    for (const char* device : devices) {
      refused(std::string("tavlab train config.toml --out run --device ") + device, device);
    }
  }
}

#ifdef TAVLAB_TORCH_MODULE
// A program and a module of two builds may differ in the interface between them.
TEST(TrainCommand, RefusesALibTorchModuleOfAnotherBuild) {
  const TemporaryFolder folder;
  folder.write("config.toml", config(1));
  fs::create_directories(folder.path() / "bin");
  fs::create_directories(folder.path() / "lib/tavlab");
  fs::copy_file(TAVLAB_BINARY, folder.path() / "bin/tavlab");
  fs::copy_file(TAVLAB_OTHER_TORCH_MODULE, folder.path() / "lib/tavlab" / TAVLAB_TORCH_MODULE);
  const Outcome run =
      shell("bin/tavlab train config.toml --out run --device cpu --quiet", {}, folder.path());
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("is of another build of tavlab than this program"));
  EXPECT_FALSE(fs::exists(folder.path() / "run"));
}
#endif

}  // namespace
}  // namespace tavlab::test
