// Legal moves, what follows from them, and numbers of moves, as two independent programs computed
// them (tests/data/tavreli-oracle.json), and the published numbers of orthodox chess. Compiled
// twice: cases that take seconds for every run of the tests, and the rest (TAVLAB_SLOW).
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "core/perft.h"
#include "core/tavreli/tavreli.h"
#include "tests/tavreli/reference/game.h"

namespace tavlab::tavreli {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;
using tavreli_reference::ReferenceGame;
using tavreli_reference::State;
using testing::Contains;
using testing::Not;

#ifdef TAVLAB_SLOW
constexpr bool kSlow = true;
#else
constexpr bool kSlow = false;
#endif

/// Larger counts are left to the slow tests; above the last they take the reference too long.
constexpr std::int64_t kMaxNodes = 1'000'000;
constexpr std::int64_t kMaxNodesOfReference = 20'000;
constexpr std::int64_t kMaxNodesOfReferenceAtAll = 100'000;

/// Perft numbers of a position by depth, from 1.
struct Row {
  std::string name;
  std::string rules;
  Texts overrides;
  std::string position;
  std::vector<std::int64_t> counts;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name << ": " << row.position; }

std::string name_of(const testing::TestParamInfo<Row>& tested) {
  std::string name = tested.param.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '=' || c == '.'; }, '_');
  return name;
}

const Json& oracle() {
  static const Json json = [] {
    std::ifstream file(std::string(TAVLAB_TEST_DATA) + "/tavreli-oracle.json");
    return Json::parse(file);
  }();
  return json;
}

/// The oracle's options as overrides.
std::string override_of(const std::string& option) {
  static const std::map<std::string, std::string> keys = {
      {"double_cross", "ratnik.double_cross"},
      {"double_target", "ratnik.double_target"},
      {"demote", "promotion.reverts_under"},
      {"en_passant", "en_passant"},
  };
  const std::size_t equals = option.find('=');
  return keys.at(option.substr(0, equals)) + option.substr(equals);
}

std::vector<Row> rows() {
  std::vector<Row> all;
  for (const Json& json : oracle().at("positions")) {
    all.push_back({json.at("name"), "tavreli", {}, json.at("tfen"), json.at("perft")});
  }
  for (const Json& json : oracle().at("rule_option_checks")) {
    const std::string option = json.at("option");
    all.push_back({option + '_' + json.at("position").get<std::string>(), "tavreli",
                   Texts{override_of(option)}, json.at("tfen"), json.at("perft")});
  }
  const auto chess = [&](const char* name, const char* position,
                         const std::vector<std::int64_t>& counts) {
    all.push_back({name, "chess", {}, position, counts});
  };
  // https://www.chessprogramming.org/Perft_Results
  chess("chess_start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        {20, 400, 8902, 197281, 4865609});
  chess("chess_kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        {48, 2039, 97862, 4085603});
  chess("chess_en_passant", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        {14, 191, 2812, 43238, 674624});
  chess("chess_promotion", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        {6, 264, 9467, 422333});
  chess("chess_castling", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        {44, 1486, 62379, 2103487});
  return all;
}

/// The rows that this program tests.
std::vector<Row> rows_of_this_program() {
  std::vector<Row> chosen;
  for (const Row& row : rows()) {
    if (!kSlow || row.counts.back() > kMaxNodesOfReference) chosen.push_back(row);
  }
  return chosen;
}

class OraclePerft : public testing::TestWithParam<Row> {};

TEST_P(OraclePerft, IsTheEnginesToo) {
  const Row& row = GetParam();
  const auto rules = Tavreli::compile(load_rule_set(row.rules, row.overrides));
  const Position position = parse_position(*rules, row.position);
  for (std::size_t i = 0; i < row.counts.size(); ++i) {
    if ((row.counts[i] > kMaxNodes) != kSlow) continue;
    const int depth = static_cast<int>(i) + 1;
    const auto wanted = static_cast<std::uint64_t>(row.counts[i]);
    EXPECT_EQ(perft<Tavreli>(*rules, position, depth).nodes, wanted) << "to " << depth;
    EXPECT_EQ(perft_bulk<Tavreli>(*rules, position, depth), wanted) << "to " << depth;
  }
}

std::int64_t reference_perft(const ReferenceGame& game, const State& state, int depth) {
  const Texts moves = game.legal_moves(state);
  if (depth == 1) return static_cast<std::int64_t>(moves.size());
  std::int64_t leaves = 0;
  for (const std::string& move : moves) {
    leaves += reference_perft(game, game.play(state, move), depth - 1);
  }
  return leaves;
}

TEST_P(OraclePerft, IsTheReferencesToo) {
  const Row& row = GetParam();
  const ReferenceGame game(load_rule_set(row.rules, row.overrides));
  const State state = game.parse(row.position);
  for (std::size_t i = 0; i < row.counts.size(); ++i) {
    const std::int64_t wanted = row.counts[i];
    if (wanted > kMaxNodesOfReferenceAtAll || (wanted > kMaxNodesOfReference) != kSlow) continue;
    const int depth = static_cast<int>(i) + 1;
    EXPECT_EQ(reference_perft(game, state, depth), wanted) << "to " << depth;
  }
}

INSTANTIATE_TEST_SUITE_P(Tavreli, OraclePerft, testing::ValuesIn(rows_of_this_program()), name_of);

// ---------------------------------------------------------------------------------------------
// Positions

#ifndef TAVLAB_SLOW

struct Entry {
  Json json;
};

void PrintTo(const Entry& entry, std::ostream* out) { *out << entry.json; }

class OraclePositions : public testing::TestWithParam<Entry> {
 protected:
  [[nodiscard]] const Json& known() const { return GetParam().json; }
  [[nodiscard]] std::string text() const { return known().at("tfen"); }

  /// The moves must be those of the position.
  void expect_moves(Texts legal) const {
    std::sort(legal.begin(), legal.end());
    if (known().at("legal_moves").is_array()) {
      Texts wanted = known().at("legal_moves");
      std::sort(wanted.begin(), wanted.end());
      EXPECT_EQ(legal, wanted);
    }
    for (const std::string move : known().at("must_be_legal")) EXPECT_THAT(legal, Contains(move));
    for (const std::string move : known().at("must_be_illegal")) {
      EXPECT_THAT(legal, Not(Contains(move)));
    }
  }
};

TEST_P(OraclePositions, AreTheEnginesToo) {
  const auto rules = Tavreli::compile(load_rule_set("tavreli"));
  const Position position = parse_position(*rules, text());
  MoveList<Tavreli> moves;
  if (position.node == NodeKind::decision) generate(*rules, position, moves);
  Texts legal;
  for (const Move move : moves) legal.push_back(move_text(position, move));
  expect_moves(legal);

  const std::string status = known().at("status");
  EXPECT_EQ(position.in_check, status == "check" || status == "mate");
  const Ending ending = status == "mate"        ? Ending::checkmate
                        : status == "stalemate" ? Ending::stalemate
                                                : Ending::none;
  EXPECT_EQ(position.ending, ending);
  EXPECT_EQ(position.result, status == "mate"        ? win_for(other(position.side))
                             : status == "stalemate" ? Result::draw
                                                     : Result::unfinished);

  // The oracle writes the crossed square after every double step, core where it matters.
  for (const auto& [move, wanted] : known().at("after").items()) {
    Position next = position;
    play(*rules, next, parse_move(*rules, position, move));
    EXPECT_EQ(position_text(*rules, next),
              position_text(*rules, parse_position(*rules, wanted.get<std::string>())))
        << move;
  }
}

TEST_P(OraclePositions, AreTheReferencesToo) {
  const ReferenceGame game(load_rule_set("tavreli"));
  const State state = game.parse(text());
  expect_moves(game.legal_moves(state));
  const std::string status = known().at("status");
  EXPECT_EQ(game.check(state), status == "check" || status == "mate");
  EXPECT_EQ(state.reason, status == "mate"        ? "checkmate"
                          : status == "stalemate" ? "stalemate"
                                                  : "");
  for (const auto& [move, wanted] : known().at("after").items()) {
    EXPECT_EQ(game.text(game.play(state, move)), game.text(game.parse(wanted))) << move;
  }
}

std::vector<Entry> entries() {
  std::vector<Entry> all;
  for (const Json& json : oracle().at("positions")) all.push_back({json});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Tavreli, OraclePositions, testing::ValuesIn(entries()),
                         [](const auto& tested) -> std::string {
                           return tested.param.json.at("name");
                         });

/// Every option of the oracle is supported by this program, and all its values are compared.
TEST(OracleRows, AreAllHere) {
  EXPECT_EQ(rows().size(),
            oracle().at("positions").size() + oracle().at("rule_option_checks").size() + 5);
  std::set<std::string> names;
  for (const Row& row : rows()) names.insert(row.name);
  EXPECT_EQ(names.size(), rows().size());
}

#endif

}  // namespace
}  // namespace tavlab::tavreli
