#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/draughts/reference/game.h"
#include "tests/draughts/table.h"

namespace tavlab::draughts {

/// Rules with some parameters changed, under which core and the reference must agree.
struct Given {
  std::string rules;
  Texts overrides;

  /// Exactly these moves are legal, each given by the position that it leads to.
  void allows(const std::string& position, const std::vector<std::string>& after) const {
    SCOPED_TRACE(fmt::format("{} {} {}", rules, overrides, position));
    const Table table(rules, overrides, position);
    Texts found;
    for (const std::string& move : table.moves()) {
      found.push_back(Table(table).play(move).text());
    }
    EXPECT_THAT(found, testing::UnorderedElementsAreArray(after));
    Texts expected;
    for (const auto& move : game().legal_moves(game().parse(position))) {
      expected.push_back(game().text(move.after));
    }
    EXPECT_THAT(expected, testing::UnorderedElementsAreArray(after)) << "by the reference";
  }

  /// The same, given by move texts.
  void lists(const std::string& position, const std::vector<std::string>& moves) const {
    SCOPED_TRACE(fmt::format("{} {} {}", rules, overrides, position));
    EXPECT_THAT(Table(rules, overrides, position).moves(),
                testing::UnorderedElementsAreArray(moves));
    const auto expected = game().legal_moves(game().parse(position));
    EXPECT_EQ(expected.size(), moves.size()) << "by the reference";
    for (const std::string& text : moves) {
      EXPECT_TRUE(
          std::ranges::any_of(expected, [&](const auto& move) { return has_text(move, text); }))
          << text << " by the reference";
    }
  }

  /// Playing the move leads to this position, and may end the game, as in "draw: total plies".
  void leads(const std::string& before, const std::string& move, const std::string& after,
             const std::string& end = "unfinished") const {
    SCOPED_TRACE(fmt::format("{} {} {} {}", rules, overrides, before, move));
    Table table(rules, overrides, before);
    table.play(move);
    EXPECT_EQ(table.text(), after);
    EXPECT_EQ(table.end(), end);
    for (const auto& legal : game().legal_moves(game().parse(before))) {
      if (!has_text(legal, move)) continue;
      const auto next = game().adjudicated(legal.after);
      EXPECT_EQ(game().text(next), after) << "by the reference";
      EXPECT_EQ(next.result + (next.reason.empty() ? "" : ": ") + next.reason, end)
          << "by the reference";
      return;
    }
    ADD_FAILURE() << "the reference has no such move";
  }

 private:
  [[nodiscard]] draughts_reference::ReferenceGame game() const {
    return draughts_reference::ReferenceGame(load_rule_set(rules, overrides));
  }
  /// Whether the text is the short form or one of the paths.
  static bool has_text(const draughts_reference::Move& move, const std::string& text) {
    const char* sign = move.captured.empty() ? "-" : ":";
    if (text == move.from() + sign + move.to()) return true;
    return std::ranges::any_of(
        move.ways, [&](const auto& way) { return fmt::format("{}", fmt::join(way, ":")) == text; });
  }
};

/// Russian draughts, unchanged and with one parameter changed.
inline const Given kRussian{"russian-draughts", {}};
inline Given russian(const std::string& change) { return {"russian-draughts", {change}}; }

}  // namespace tavlab::draughts
