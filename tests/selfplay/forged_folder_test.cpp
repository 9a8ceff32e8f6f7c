// The files that runs of self-play and training resume from, forged: each is refused in one line;
// and runs add only to files of their own.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/io/files.h"
#include "core/io/json_check.h"
#include "nn/net.h"
#include "selfplay/generate/run_state.h"
#include "selfplay/generate/self_play_run.h"
#include "selfplay/train/checkpoint.h"
#include "selfplay/train/event_file.h"
#include "selfplay/train/metrics.h"
#include "tests/support/small_nets.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

template <typename Job>
std::string refusal(const Job& job) {
  try {
    job();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error.what();
  }
  return "none";
}

TEST(JsonFault, TellsWhatLibrariesWouldBuildBeforeAnyoneAsks) {
  EXPECT_EQ(json_fault(R"({"a": [1, 2.5, "x", null, true], "b": {"a": {}}})"), "");
  EXPECT_EQ(json_fault(std::string(64, '[') + std::string(64, ']')), "");
  EXPECT_THAT(json_fault(std::string(65, '[') + std::string(65, ']')), HasSubstr("too deeply"));
  // NOLINTNEXTLINE(bugprone-string-constructor): as large as it is meant to be
  EXPECT_THAT(json_fault(std::string(50'000'000, '[')), HasSubstr("too deeply"));
  EXPECT_THAT(json_fault(R"({"a": 1, "b": {"a": 1, "a": 2}})"), HasSubstr("a duplicate key"));
  for (const char* text : {"", "{", "[1,]", "nul", "1e999", "\"\xff\"", "{} {}"}) {
    EXPECT_THAT(json_fault(text), HasSubstr("not valid JSON")) << text;
  }
}

TEST(RunStateFile, IsReadAsItWasWrittenOrRefused) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "state.json";
  const RunIdentity identity{"seed 1, puct,simulations=8, groups 2 of 3, rules 0123 4567",
                             {{"gumbel_scale", "50 0.1 true"}}};
  write_run_state(path, identity, {3, 60, {30, 31}});
  const RunState state = read_run_state(path, identity);
  EXPECT_EQ(state.round, 3U);
  EXPECT_EQ(state.games, 60U);
  EXPECT_THAT(state.next, ElementsAre(30, 31));
  EXPECT_TRUE(state.complete);
  const auto error = [&](const std::string& text) {
    folder.write("state.json", text);
    return refusal([&] { read_run_state(path, identity); });
  };
  const auto with = [&](const std::string& rest) {
    return error("{\"run\": \"" + identity.text + "\", " + rest + "}");
  };
  EXPECT_THAT(error(""), HasSubstr("state.json: is malformed: it is not valid JSON"));
  EXPECT_THAT(error(std::string(1'000'000, '[')), HasSubstr("nested too deeply"));
  EXPECT_THAT(error("[]"), HasSubstr("'run' is missing"));
  EXPECT_THAT(error(R"({"run": 5})"), HasSubstr("'run' is not a string"));
  EXPECT_THAT(with(R"("round": -1, "games": 1, "next": [])"),
              HasSubstr("'round' is not a non-negative integer"));
  EXPECT_THAT(with(R"("round": 1e300, "games": 1, "next": [])"),
              HasSubstr("'round' is not a non-negative integer"));
  EXPECT_THAT(with(R"("round": 1, "round": 2)"), HasSubstr("a duplicate key"));
  EXPECT_THAT(with(R"("round": 1, "games": 1, "next": 7)"), HasSubstr("'next' is not a list"));
  EXPECT_THAT(with(R"("round": 1, "games": 1)"), HasSubstr("'next' is missing"));
  EXPECT_THAT(with(R"("options": 5)"), HasSubstr("'options' is not an object"));
  EXPECT_THAT(with(R"("options": {"gumbel_scale": 5})"), HasSubstr("no text 'gumbel_scale'"));
  EXPECT_THAT(error(std::string((16 << 20) + 1, ' ')), HasSubstr("is larger than"));
  fs::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_THAT(refusal([&] { read_run_state(path, identity); }), HasSubstr("not a regular file"));
}

/// The error for another run names what differs, not everything.
TEST(RunStateFile, SaysWhatDiffersFromAnotherRun) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "state.json";
  const std::string there = "seed 1, puct,simulations=8, groups 2 of 3, rules 0123 4567";
  write_run_state(path, {there, {{"gumbel_scale", "50 0.1 true"}}}, {});
  const auto error = [&](const std::string& here) {
    return refusal([&] { read_run_state(path, {here, {}}); });
  };
  EXPECT_THAT(error("seed 2, puct,simulations=8, groups 2 of 3, rules 0123 4567"),
              HasSubstr("state.json: belongs to another run (seed 1, here seed 2)"));
  EXPECT_THAT(error("seed 1, puct,simulations=9, groups 2 of 3, rules 89ab"),
              HasSubstr("(puct,simulations=8, here puct,simulations=9; rules)"));
  EXPECT_THAT(error("seed 1"), HasSubstr("another version of tavlab"));
  EXPECT_EQ(error(there), "none");
  EXPECT_THAT(refusal([&] {
                read_run_state(path, {there, {{"gumbel_scale", "50 1 true"}}});
              }),
              HasSubstr("belongs to another run (gumbel_scale 50 0.1 true, here 50 1 true)"));
}

/// As written by version 0.1, which left some of the options out.
TEST(RunStateFile, OfAnEarlierVersionIsTakenUp) {
  const TemporaryFolder folder;
  const fs::path path = folder.write(
      "state.json", R"({"run": "seed 1, rules 0123", "round": 3, "games": 60, "next": [30, 31]})");
  const RunState state = read_run_state(path, {"seed 1, rules 0123", {{"gumbel_scale", "x"}}});
  EXPECT_FALSE(state.complete);
  EXPECT_EQ(state.round, 3U);
}

TEST(CheckpointFile, ForgedCountersAreRefused) {
  const auto error = [](const std::string& counters) {
    TensorFile file;
    file.metadata = {{"format", "tavlab checkpoint 1"}, {"counters", counters}, {"config", ""}};
    return refusal([&] { checkpoint_of(std::move(file), "it"); });
  };
  const std::string begin = R"({"round":1,"games":2,"positions":3,"first_shard":1,)";
  const std::string end = R"("seconds":1.5,"resign_below":0.1,"next":[],"shards":[],"taken":{}})";
  EXPECT_EQ(error(begin + R"("window_games":4,)" + end), "none");
  EXPECT_THAT(error(begin + end), HasSubstr("'window_games' is missing"));
  EXPECT_THAT(error(begin + R"("window_games":-4,)" + end),
              HasSubstr("'window_games' is not a non-negative integer"));
  EXPECT_THAT(error(begin + R"("window_games":4e99,)" + end),
              HasSubstr("'window_games' is not a non-negative integer"));
  EXPECT_THAT(error(begin + R"("window_games":4,"round":2,)" + end), HasSubstr("a duplicate key"));
  EXPECT_THAT(error(std::string(1'000'000, '[')), HasSubstr("nested too deeply"));
  EXPECT_THAT(error("[]"), HasSubstr("'round' is missing"));
  EXPECT_THAT(error(""), HasSubstr("it is not valid JSON"));
  EXPECT_THAT(error(begin + R"("window_games":4,"seconds":-1,"resign_below":0.1})"),
              HasSubstr("is negative"));
}

TEST(AppendedLines, GoToRegularFilesOnly) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "metrics.jsonl";
  append_line(path, R"({"round":1})");
  append_line(path, R"({"round":2})");
  EXPECT_EQ(read_file(path, 1000), "{\"round\":1}\n{\"round\":2}\n");
  folder.write("metrics.jsonl", "{\"round\":1}\n{\"rou");
  append_line(path, R"({"round":3})");
  EXPECT_EQ(read_file(path, 1000), "{\"round\":1}\n{\"rou\n{\"round\":3}\n");
  EXPECT_THAT(read_json_lines(path), ElementsAre(R"({"round":1})", R"({"round":3})"));

  const fs::path other = folder.write("other.txt", "of somebody else\n");
  fs::remove(path);
  fs::create_symlink(other, path);
  EXPECT_THAT(refusal([&] { append_line(path, "{}"); }), HasSubstr("it is a link"));
  EXPECT_EQ(read_file(other, 1000), "of somebody else\n");
  fs::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_THAT(refusal([&] { append_line(path, "{}"); }), HasSubstr("not a regular file"));
  EXPECT_THAT(refusal([&] { read_json_lines(path); }), HasSubstr("not a regular file"));
  EXPECT_THAT(read_json_lines(folder.path() / "none.jsonl"), ElementsAre());
}

/// Existing files with the names that the next seconds would give are left alone.
TEST(EventFiles, AreAlwaysNew) {
  const TemporaryFolder folder;
  const fs::path other = folder.write("other.txt", "of somebody else\n");
  const std::int64_t now = std::time(nullptr);
  for (std::int64_t second = now - 1; second < now + 60; ++second) {
    fs::create_symlink(
        other, folder.path() / ("events.out.tfevents." + std::to_string(second) + ".tavlab"));
  }
  {
    EventFile events(folder.path());
    events.scalar("loss", 1, 0.5);
  }
  EXPECT_EQ(read_file(other, 1000), "of somebody else\n");
  int made = 0;
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    made += entry.is_regular_file() && entry.path().string().ends_with(".tavlab-2") ? 1 : 0;
  }
  EXPECT_EQ(made, 1);
}

std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    files[entry.path().filename().string()] = read_file(entry.path(), kMaxDataBytes);
  }
  return files;
}

/// The same run makes the same files, byte by byte, and resumes so.
TEST(SelfPlayRuns, OfTheSameSeedAreTheSameFiles) {
  const TemporaryFolder folder;
  const RuleSet rules = load_rule_set("ur-finkel");
  write_net(folder.path() / "net.safetensors", untrained_net(rules, 2));
  SelfPlayRun run;
  run.rules = {{"ur-finkel", {}, {}}};
  run.options.simulations = 8;
  run.options.gumbel_moves = 4;
  run.options.max_plies = 30;
  run.options.games_in_flight = 3;
  run.net = folder.path() / "net.safetensors";
  run.games_per_round = 4;
  run.games = 12;
  for (const char* name : {"once", "twice"}) make_folder(folder.path() / name);
  EXPECT_EQ(run_self_play(run, folder.path() / "once", {}), 12U);
  // The other one stops after each finished game.
  run.threads = 2;
  int stops = 0;
  for (bool stopped = true; stopped; ++stops) {
    stopped = false;
    std::stop_source stop;
    SelfPlayHooks hooks;
    hooks.playing = [&](std::uint64_t, const SelfPlayProgress&) {
      stopped = true;
      stop.request_stop();
    };
    hooks.stop = stop.get_token();
    run_self_play(run, folder.path() / "twice", hooks);
  }
  EXPECT_GT(stops, 3);
  const auto once = contents(folder.path() / "once"), twice = contents(folder.path() / "twice");
  EXPECT_EQ(once.size(), 5U);
  for (const auto& [name, bytes] : once) {
    ASSERT_TRUE(twice.contains(name)) << name;
    EXPECT_TRUE(twice.at(name) == bytes) << name;
  }
  run.seed = 2;
  EXPECT_THAT(refusal([&] { run_self_play(run, folder.path() / "once", {}); }),
              HasSubstr("belongs to another run (seed 1, here seed 2)"));
}

/// A stopped round that was damaged is refused by name, and without it the run goes on.
TEST(StoppedRounds, AreRefusedWhereTheyAreMalformed) {
  const TemporaryFolder folder;
  write_net(folder.path() / "net.safetensors", untrained_net(load_rule_set("ur-finkel"), 2));
  SelfPlayRun run;
  run.rules = {{"ur-finkel", {}, {}}};
  run.options.simulations = 8;
  run.options.max_plies = 30;
  run.net = folder.path() / "net.safetensors";
  run.games = 12;
  const fs::path out = folder.path() / "out", index = out / "stopped.json";
  make_folder(out);
  std::stop_source stop;
  SelfPlayHooks hooks;
  hooks.playing = [&](std::uint64_t, const SelfPlayProgress&) { stop.request_stop(); };
  hooks.stop = stop.get_token();
  run_self_play(run, out, hooks);
  const std::string good = read_file(index, 1'000'000);
  const auto error = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    folder.write("out/stopped.json", text);
    return refusal([&] { run_self_play(run, out, {}); });
  };
  EXPECT_THAT(error(good, "{"), HasSubstr("stopped.json: is malformed: it is not valid JSON"));
  EXPECT_THAT(error("\"seconds\"", "\"minutes\""), HasSubstr("'seconds' is missing"));
  EXPECT_THAT(error("\"round\": 1", "\"round\": -1"), HasSubstr("'round' is not a non-negative"));
  EXPECT_THAT(error("\"next\": [", "\"next\": [7, "), HasSubstr("does not match the run"));
  const std::string evaluations = good.substr(good.find("\"evaluations\""));
  EXPECT_THAT(error(evaluations, "\"evaluations\": [7]}"), HasSubstr("does not match the run"));
  EXPECT_THAT(error("\"part\": 1", "\"part\": 2"), HasSubstr("stopped-2-games.h5"));
  // One of another round was finished before a kill.
  EXPECT_EQ(error("\"round\": 1", "\"round\": 7"), "none");
}

/// Everything that affects how its games are searched belongs to a run. A folder of version 0.1,
/// whose state lacks the scale of values, resumes, and has it from then on.
TEST(SelfPlayRuns, DoNotGoOnWithAnotherScaleOfValues) {
  const TemporaryFolder folder;
  write_net(folder.path() / "net.safetensors", untrained_net(load_rule_set("ur-finkel"), 2));
  SelfPlayRun run;
  run.rules = {{"ur-finkel", {}, {}}};
  run.options.simulations = 8;
  run.options.gumbel_moves = 4;
  run.options.max_plies = 30;
  run.options.games_in_flight = 3;
  run.net = folder.path() / "net.safetensors";
  run.games_per_round = run.games = 4;
  const fs::path out = folder.path() / "out", state = out / "state.json";
  make_folder(out);
  run_self_play(run, out, {});
  SelfPlayRun other = run;
  other.games = 8;
  other.options.gumbel_scale.scale = 1.0;
  EXPECT_THAT(refusal([&] { run_self_play(other, out, {}); }), HasSubstr("gumbel_scale"));
  other.options.gumbel_scale = run.options.gumbel_scale;
  other.options.gumbel_scale.rescaled = false;
  EXPECT_THAT(refusal([&] { run_self_play(other, out, {}); }), HasSubstr("gumbel_scale"));

  std::string old = read_file(state, 10'000);
  const std::size_t options = old.find("\"options\""), after = old.find("\"round\"");
  ASSERT_LT(options, after);
  old.erase(options, after - options);
  write_file(state, old);
  run.games = 8;
  EXPECT_EQ(run_self_play(run, out, {}), 8U);
  EXPECT_THAT(read_file(state, 10'000), HasSubstr("gumbel_scale"));
  other.games = 12;
  EXPECT_THAT(refusal([&] { run_self_play(other, out, {}); }), HasSubstr("gumbel_scale"));
}

}  // namespace
}  // namespace tavlab
