// Perft numbers of other programs: tests/data/draughts-oracle.json, and those of rhalbersma/dctl
// (its test/perft cites shashki.com and damforum.nl, where several programs agreed). Compiled
// twice: cases that take seconds for every run of the tests, and the rest (TAVLAB_SLOW).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "core/draughts/draughts.h"
#include "core/perft.h"
#include "tests/draughts/numbered.h"
#include "tests/draughts/reference/game.h"

namespace tavlab::draughts {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;
using draughts_reference::ReferenceGame;
using draughts_reference::State;

#ifdef TAVLAB_SLOW
constexpr bool kSlow = true;
#else
constexpr bool kSlow = false;
#endif

/// Larger counts are left to the slow tests; above the second they take the reference too long.
constexpr std::int64_t kMaxNodes = 5'000'000;
constexpr std::int64_t kMaxNodesOfReference = 8'000;
/// Larger counts are checked by bulk perft only.
constexpr std::int64_t kMaxNodesMade = 30'000'000;

/// Perft numbers by depth, from 1, without rules about draws.
struct Row {
  std::string name;
  std::string rules;
  Texts overrides;
  std::string position;  ///< empty: the start
  std::vector<std::int64_t> counts;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

const Json& oracle() {
  static const Json json = [] {
    std::ifstream file(std::string(TAVLAB_TEST_DATA) + "/draughts-oracle.json");
    return Json::parse(file);
  }();
  return json;
}

RuleSet rules_of(const std::string& id, Texts overrides) {
  RuleSet rule_set = load_rule_set(id, overrides);
  rule_set.parameters["repetition.result"] = std::string("ignored");
  for (const char* limit :
       {"kings_only", "three_kings", "pieces_2_3", "pieces_4_5", "pieces_6_7"}) {
    rule_set.parameters[fmt::format("draws.{}", limit)] = std::int64_t{0};
  }
  return rule_set;
}

std::vector<Row> rows() {
  const Json& json = oracle();
  const Numbering ten{10};
  const Texts international = {"board.size=10", "board.men_rows=4"};
  return {
      {"russian", "russian-draughts", {}, "", json.at("russian_draughts").at("start_perft")},
      {"bashni", "bashni", {}, "", json.at("bashni").at("start_perft_deferred")},
      {"bashni_at_once",
       "bashni",
       {"removal=at_once"},
       "",
       json.at("bashni").at("start_perft_immediate")},
      {"lasca", "lasca", {}, "", json.at("lasca").at("start_perft")},
      {"pool",
       "pool-draughts",
       {},
       "",
       {7, 49, 302, 1469, 7482, 37986, 190146, 929896, 4570534, 22435955, 110833952, 544005148}},
      {"brazilian",
       "brazilian-draughts",
       {},
       "",
       {7, 49, 302, 1469, 7473, 37628, 187302, 907830, 4431766, 21560022, 105491257, 511882477}},
      {"english",
       "english-draughts",
       {},
       "",
       {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388617999}},
      {"czech",
       "czech-draughts",
       {},
       "",
       {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963671, 18368918, 84967210, 386262109}},
      {"italian",
       "italian-draughts",
       {},
       "",
       {7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875, 17761384, 81647058, 367911475}},
      {"thai",
       "thai-draughts",
       {},
       "",
       {7, 49, 392, 3136, 26592, 218695, 1820189, 14533014, 114530830, 861842812}},
      {"thai_three_rows",
       "thai-draughts",
       {"board.men_rows=3"},
       "",
       {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963648, 18363523, 84892793, 385713660}},
      // Games that have no rule set here, by the parameters alone.
      {"spanish",
       "czech-draughts",
       {"capture.king_first=false", "capture.choice=most_kings"},
       "",
       {7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866, 17743464, 81383200, 365728331}},
      {"international",
       "brazilian-draughts",
       international,
       "",
       {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423, 258895763}},
      {"international_kings",
       "brazilian-draughts",
       international,
       ten.position("B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46"),
       {14, 55, 1168, 5432, 87195, 629010, 9041010, 86724219}},
      {"international_woldouby",
       "brazilian-draughts",
       international,
       ten.position("W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38"),
       {6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050, 377436, 1910989, 9872645, 58360286}},
  };
}

class OraclePerft : public testing::TestWithParam<Row> {};

TEST_P(OraclePerft, IsTheEnginesToo) {
  const Row& row = GetParam();
  const auto rules = Draughts::compile(rules_of(row.rules, row.overrides));
  const Position position =
      row.position.empty() ? start_position(*rules) : parse_position(*rules, row.position);
  for (std::size_t i = 0; i < row.counts.size(); ++i) {
    if ((row.counts[i] > kMaxNodes) != kSlow) continue;
    const int depth = static_cast<int>(i) + 1;
    const auto wanted = static_cast<std::uint64_t>(row.counts[i]);
    EXPECT_EQ(perft_bulk<Draughts>(*rules, position, depth), wanted) << "to " << depth;
    if (row.counts[i] > kMaxNodesMade) continue;
    EXPECT_EQ(perft<Draughts>(*rules, position, depth).nodes, wanted) << "to " << depth;
  }
}

std::int64_t reference_perft(const ReferenceGame& game, const State& state, int depth) {
  const auto moves = game.legal_moves(state);
  if (depth == 1) return static_cast<std::int64_t>(moves.size());
  std::int64_t leaves = 0;
  for (const auto& move : moves)
    leaves += reference_perft(game, game.adjudicated(move.after), depth - 1);
  return leaves;
}

TEST_P(OraclePerft, IsTheReferencesToo) {
  if (kSlow) return;
  const Row& row = GetParam();
  const ReferenceGame game(rules_of(row.rules, row.overrides));
  const State state = row.position.empty() ? game.start() : game.parse(row.position);
  for (std::size_t i = 0; i < row.counts.size() && row.counts[i] <= kMaxNodesOfReference; ++i) {
    EXPECT_EQ(reference_perft(game, state, static_cast<int>(i) + 1), row.counts[i])
        << "to " << i + 1;
  }
}

INSTANTIATE_TEST_SUITE_P(Draughts, OraclePerft, testing::ValuesIn(rows()),
                         [](const auto& tested) { return tested.param.name; });

// Some programs count different paths to the same result as different moves.

/// Perft that does so: by the order in which pieces are jumped, not by a king's landing squares
/// between them. Core makes the moves; for captures of several pieces, the reference counts the
/// paths of each.
class Ways {
 public:
  Ways(const std::string& id, const Texts& overrides)
      : rules_(Draughts::compile(rules_of(id, overrides))), game_(rules_of(id, overrides)) {}

  [[nodiscard]] std::int64_t count(int depth) const {
    return count(start_position(*rules_), depth);
  }

 private:
  [[nodiscard]] std::int64_t count(const Position& p, int depth) const {
    Moves moves;
    generate(*rules_, p, moves);
    const bool ambiguous = moves[0].captures() && std::ranges::any_of(moves, [&](Move move) {
                             return Draughts::captured_squares(*rules_, p, move).size() > 1 ||
                                    move.from() == move.to();
                           });
    std::int64_t leaves = 0;
    if (!ambiguous) {
      for (const Move move : moves) leaves += depth == 1 ? 1 : below(p, move, depth);
      return leaves;
    }
    for (const auto& expected : game_.legal_moves(game_.parse(position_text(*rules_, p)))) {
      const auto ways = static_cast<std::int64_t>(expected.orders.size());
      if (depth == 1) {
        leaves += ways;
        continue;
      }
      const Position next = parse_position(*rules_, game_.text(expected.after));
      if (next.node == NodeKind::decision) leaves += ways * count(next, depth - 1);
    }
    return leaves;
  }

  [[nodiscard]] std::int64_t below(Position p, Move move, int depth) const {
    play(*rules_, p, move);
    return p.node == NodeKind::decision ? count(p, depth - 1) : 0;
  }

  std::shared_ptr<const Rules> rules_;
  ReferenceGame game_;
};

TEST(OracleWays, OfRussianDraughts) {
  const Ways ways("russian-draughts", {});
  if (!kSlow) {
    EXPECT_EQ(ways.count(7), 190146);
    EXPECT_EQ(ways.count(8), oracle().at("russian_draughts").at("path_convention_depth8"));
  } else {
    EXPECT_EQ(ways.count(9), oracle().at("russian_draughts").at("path_convention_depth9"));
    EXPECT_EQ(ways.count(10), 22450628);
    EXPECT_EQ(ways.count(11), 110961169);
  }
}

/// The numbers with a column jumped twice count paths; there are fewer distinct outcomes.
TEST(OracleWays, OfLascaWithColumnsJumpedAgain) {
  const Texts yes = {"same_column_again=yes"};
  const std::vector<std::int64_t> counts = oracle().at("lasca").at("same_column_again_paths");
  const Ways ways("lasca", yes);
  const auto rules = Draughts::compile(rules_of("lasca", yes));
  const std::vector<std::uint64_t> results = {37130, 97492, 269770};
  for (int depth = 1; depth <= (kSlow ? 13 : 11); ++depth) {
    EXPECT_EQ(ways.count(depth), counts[at(depth - 1)]) << "to " << depth;
    const auto wanted =
        depth < 11 ? static_cast<std::uint64_t>(counts[at(depth - 1)]) : results[at(depth - 11)];
    EXPECT_EQ(perft<Draughts>(*rules, start_position(*rules), depth).nodes, wanted);
  }
}

/// melaniesigrid/Laska, which takes prisoners at once and counts paths.
TEST(OracleWays, OfColumnsThatAreTakenAtOnce) {
  EXPECT_EQ(Ways("bashni", {"removal=at_once"}).count(kSlow ? 8 : 7), kSlow ? 925945 : 189912);
}

}  // namespace
}  // namespace tavlab::draughts
