// Exact values against those of other programs, and against the plain solver of the tests.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <cmath>

#include "core/error.h"
#include "core/game_state.h"
#include "core/ur/ur.h"
#include "tests/solve/solved.h"
#include "tests/ur/agreement/rule_sets.h"
#include "tests/ur/oracle.h"
#include "tests/ur/reference/solver.h"

namespace tavlab::ur {
namespace {

using namespace ur_oracle;

#ifdef TAVLAB_SLOW
constexpr bool kSlow = true;
constexpr double kTolerance = 1e-12;
#else
constexpr bool kSlow = false;
constexpr double kTolerance = 1e-14;
#endif

/// What takes seconds runs every time, the rest among the slow tests.
std::vector<Entry> values() {
  std::vector<Entry> entries;
  for (const Json& json : oracle().at("values")) {
    const bool large = json.at("pieces") > 3;
    if (large == kSlow) entries.push_back({json});
  }
  if (!kSlow) return entries;
  entries.push_back({{{"rules", "skiryuk"}, {"pieces", 3}, {"first_player_win_free_opening", 0}}});
  return entries;
}

class SolvedValue : public testing::TestWithParam<Entry> {};

TEST_P(SolvedValue, IsTheKnownOne) {
  const Json& json = GetParam().json;
  const Folder folder;
  const RuleSet rule_set = GetParam().rule_set();
  const SolveResult result =
      solve(rule_set, {.tolerance = kTolerance, .threads = 2}, folder.file("table"));
  EXPECT_LE(result.residual, kTolerance);
  const bool both_openings = json.contains("first_player_win_free_opening");
  const double known =
      json.at(both_openings ? "first_player_win_free_opening" : "first_player_win");
  if (known > 0) {
    EXPECT_NEAR(result.first_player_win, known, kSlow ? 1e-9 : 2e-13);
  }
  if (!json.contains("first_player_win_opening_one")) return;
  // The same table has the values for the other opening.
  RuleSet one = rule_set;
  one.parameters["opening"] = std::string("one_moves");
  const auto rules = rules_of(one);
  EXPECT_NEAR(Table::open(folder.file("table"), *rules)->value(*rules, start_position(*rules)),
              json.at("first_player_win_opening_one"), 2e-13);
}

INSTANTIATE_TEST_SUITE_P(Oracle, SolvedValue, testing::ValuesIn(values()), name_of);

#ifdef TAVLAB_SLOW

/// Only large layers are shared among threads.
TEST(Solver, ThreadsMakeNoDifferenceInLargeLayers) {
  const Folder folder;
  const RuleSet rule_set = load_rule_set("ur-finkel", std::vector<std::string>{"pieces=4"});
  (void)solve(rule_set, {.tolerance = 1e-6, .threads = 1}, folder.file("one"));
  (void)solve(rule_set, {.tolerance = 1e-6, .threads = 3}, folder.file("three"));
  EXPECT_TRUE(bytes_of(folder.file("one")) == bytes_of(folder.file("three")));
}

/// The value of a position in words, White to move or Black.
TEST(SolvedPositions, HaveTheKnownValues) {
  const Folder folder;
  const RuleSet rule_set = rule_set_of("skiryuk", "default", 3);
  (void)solve(rule_set, {.tolerance = 1e-12, .threads = 2}, folder.file("table"));
  const auto rules = rules_of(rule_set);
  const auto table = Table::open(folder.file("table"), *rules);
  const std::map<std::string, std::string> rows = {
      {"f2=[opp blank, own dotted on top], rest in reserve", "4__2/5(bW)2/4__2"},
      {"f2=[own dotted], opp blank on e2, rest in reserve", "4__2/4bW2/4__2"},
      {"c2=[own blank, opp blank on top], rest in reserve", "4__2/2(wb)5/4__2"},
      {"f2=[opp dotted, own dotted on top], rest in reserve", "4__2/5(BW)2/4__2"},
      {"c2=[own dotted, opp dotted on top], rest in reserve", "4__2/2(WB)5/4__2"},
      {"a1 own blank (rosette), rest in reserve", "4__2/8/w3__2"}};
  int seen = 0;
  for (const Json& json : oracle().at("positions")) {
    if (json.at("pieces") != 3) continue;
    const std::string& row = rows.at(json.at("position"));
    const auto value = [&](const char* side) {
      return table->value(*rules, Ur::parse_position(*rules, row + side));
    };
    EXPECT_NEAR(value(" w"), json.at("own_win_if_own_move"), 1e-8) << json;
    EXPECT_NEAR(value(" b"), json.at("own_win_if_opponents_move"), 1e-8) << json;
    ++seen;
  }
  EXPECT_EQ(seen, 6);
}

#else

/// Every reachable position, against the dictionary of the tests' own solver.
void expect_agreement(const RuleSet& rule_set) {
  SCOPED_TRACE(rule_set.id);
  const Folder folder;
  (void)solve(rule_set, {.tolerance = 1e-14, .threads = 1}, folder.file("table"));
  const auto rules = rules_of(rule_set);
  const auto table = Table::open(folder.file("table"), *rules);
  const ur_reference::ReferenceGame game(rule_set);
  const ur_reference::Solver solver(game, ur_reference::Solver::Play::best);
  // The start, and what games at random lead to.
  Random random(1);
  for (int n = 0; n < 200; ++n) {
    GameState<Ur> state(*rules);
    ur_reference::State plain = game.start();
    for (int ply = 0; ply < 300 && !state.over(); ++ply) {
      if (state.node_kind() == NodeKind::chance) {
        ASSERT_NEAR(table->value(*rules, state.position()), solver.white_score(plain), 1e-12)
            << Ur::position_text(*rules, state.position());
        const std::uint8_t roll = state.play_random_chance(random);
        plain = game.after_roll(plain, roll);
      } else {
        const Ur::Move move = state.random_move(random);
        state.play(move);
        plain = game.after_move(plain, {move.from(), move.to()});
      }
    }
  }
}

bool solvable(const RuleSet& rule_set) {
  return !(rule_set.flag("capture.extra_throw") && rule_set.text("extra_throw.piece") == "another");
}

TEST(SolverAgreement, OnePieceUnderEveryParameter) {
  int rule_sets = 0;
  for (RuleSet rule_set : ur_agreement::chosen_rule_sets()) {
    rule_set.parameters["pieces"] = std::int64_t{1};
    rule_set.parameters["pieces_to_win"] = std::int64_t{0};
    if (!solvable(rule_set)) continue;
    expect_agreement(rule_set);
    ++rule_sets;
  }
  EXPECT_GT(rule_sets, 50);
}

TEST(SolverAgreement, TwoPiecesInEveryRuleSet) {
  for (const std::string& id : builtin_rule_set_ids()) {
    if (!id.starts_with("ur-")) continue;
    expect_agreement(load_rule_set(id, std::vector<std::string>{"pieces=2"}));
  }
}

TEST(SolverAgreement, WhereNotAllPiecesMustComeHome) {
  const std::vector<std::string> overrides = {"pieces=2", "pieces_to_win=1"};
  expect_agreement(load_rule_set("ur-finkel", overrides));
  expect_agreement(load_rule_set("ur-skiryuk", overrides));
}

TEST(Solver, ThreadsMakeNoDifference) {
  const Folder folder;
  for (const char* id : {"ur-finkel", "ur-skiryuk-tjau"}) {
    const RuleSet rule_set = load_rule_set(id, std::vector<std::string>{"pieces=2"});
    const auto one = folder.file(id), three = folder.file(std::string(id) + "-threads");
    (void)solve(rule_set, {.threads = 1, .rolls = true}, one);
    (void)solve(rule_set, {.threads = 3, .rolls = true}, three);
    EXPECT_TRUE(bytes_of(one) == bytes_of(three)) << id;
  }
}

TEST(Solver, SolvesGamesInWhichThePlayersNeverMeet) {
  const Folder folder;
  const std::vector<std::string> overrides = {"path=[d1,c1]", "pieces=2", "exit=at_least"};
  const RuleSet rule_set = load_rule_set("ur-finkel", overrides);
  const SolveResult result = solve(rule_set, {}, folder.file("t"));
  EXPECT_GT(result.first_player_win, 0.5);
  expect_agreement(rule_set);
}

TEST(Solver, ResumesAfterAStop) {
  const Folder folder;
  const RuleSet rule_set = load_rule_set("ur-finkel", std::vector<std::string>{"pieces=3"});
  const SolveOptions options{.tolerance = 1e-10, .rolls = true};
  const SolveResult whole = solve(rule_set, options, folder.file("whole"));
  EXPECT_FALSE(whole.continued);

  // Stopped again and again, within layers; and leftovers of the last write are cut off.
  int stops = 0;
  for (int sweeps = 12;; sweeps += 25) {
    std::stop_source stop;
    int left = sweeps;
    try {
      const SolveResult result = solve(
          rule_set, options, folder.file("table"),
          [&](const SolveProgress&) {
            if (--left == 0) stop.request_stop();
          },
          stop.get_token());
      EXPECT_TRUE(result.continued);
      EXPECT_EQ(result.first_player_win, whole.first_player_win);
      EXPECT_EQ(result.sweeps, whole.sweeps);
      break;
    } catch (const Stopped&) {
      ++stops;
      EXPECT_FALSE(std::filesystem::exists(folder.file("table")));
      std::string bytes = bytes_of(folder.file("table.part"));
      if (stops == 2 && bytes.size() > 1000)
        write_bytes(folder.file("table.part"), bytes.substr(0, bytes.size() - 77));
      if (stops == 3) write_bytes(folder.file("table.part"), bytes + "the beginning of a layer");
    }
  }
  EXPECT_GE(stops, 3);
  EXPECT_TRUE(bytes_of(folder.file("table")) == bytes_of(folder.file("whole")));
  EXPECT_FALSE(std::filesystem::exists(folder.file("table.part")));
}

TEST(Solver, RejectsWhatDoesNotFit) {
  const Folder folder;
  const auto message = [&](const char* id, const SolveOptions& options,
                           const std::filesystem::path& out) {
    try {
      (void)solve(load_rule_set(id), options, out);
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message("ur-skiryuk", {}, folder.file("t")).substr(0, 66),
            "rules 'ur-skiryuk': 1072022880769 positions need 9184.33 GB of mem");
  EXPECT_NE(message("ur-finkel", {.memory_limit = 1'000'000'000}, folder.file("t"))
                .find("1.00 GB is the limit"),
            std::string::npos)
      << message("ur-finkel", {.memory_limit = 1'000'000'000}, folder.file("t"));
  EXPECT_NE(message("ur-finkel", {}, folder.file("no") / "such" / "t").find("cannot be written"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder.file("t.part")));
}

TEST(Solver, RejectsTheBeginningOfAnotherTable) {
  const Folder folder;
  std::stop_source stop;
  stop.request_stop();
  const auto begin = [&](const char* id) {
    (void)solve(load_rule_set(id, std::vector<std::string>{"pieces=2"}), {}, folder.file("t"), {},
                stop.get_token());
  };
  EXPECT_THROW(begin("ur-finkel"), Stopped);
  EXPECT_THROW(begin("ur-finkel"), Stopped);
  EXPECT_THROW(begin("ur-masters"), UserError);
}

TEST(Solver, TakesTheNameOfNothingElse) {
  const Folder folder;
  const auto message = [&](const std::filesystem::path& out) {
    try {
      (void)solve(load_rule_set("ur-finkel", std::vector<std::string>{"pieces=1"}), {}, out);
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  write_bytes(folder.file("notes"), "my notes");
  EXPECT_NE(message(folder.file("notes")).find("exists and is not this table"), std::string::npos);
  EXPECT_EQ(bytes_of(folder.file("notes")), "my notes");
  write_bytes(folder.file("t.part"), "my notes");
  EXPECT_NE(message(folder.file("t")).find("exists and is not the beginning of this table"),
            std::string::npos);
  EXPECT_EQ(bytes_of(folder.file("t.part")), "my notes");

  std::filesystem::create_symlink(folder.file("notes"), folder.file("link"));
  std::filesystem::create_symlink(folder.file("notes"), folder.file("linked.part"));
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo(folder.file("piped.part").c_str(), 0600), 0);
  for (const char* name : {"link", "linked", "pipe", "piped"}) {
    EXPECT_NE(message(folder.file(name)).find("is not a regular file"), std::string::npos) << name;
  }
  EXPECT_EQ(bytes_of(folder.file("notes")), "my notes");

  EXPECT_EQ(message(folder.file("table")), "");
  EXPECT_EQ(message(folder.file("table")), "");  // the same once more
}

#endif

}  // namespace
}  // namespace tavlab::ur
