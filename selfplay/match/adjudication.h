#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/side.h"

namespace tavlab {

/// When a game ends because both agents agree about its result, by the values of their own
/// searches.
struct Adjudication {
  int plies = 0;                ///< moves in a row that must agree, half of them of each agent
  std::optional<double> score;  ///< a side's expected score from which it has won
  std::optional<double> draw;   ///< how far a value may be from one half for a draw
  int after = 0;                ///< draws: not before this ply

  bool operator==(const Adjudication&) const = default;

  /// Reads "plies=8,score=0.95" with "draw=0.02" and "after=80" in addition or in place of a score.
  /// Throws UserError.
  static Adjudication parse(std::string_view text);
  /// In the form that `parse` reads.
  [[nodiscard]] std::string text() const;
};

/// Watches the values of one game.
class Adjudicator {
 public:
  Adjudicator() = default;
  explicit Adjudicator(const std::optional<Adjudication>& rule) : rule_(rule) {}

  /// An agent (0 or 1) has moved and holds the position for worth `value` to the first player; a
  /// move without a search says nothing. Returns the result if both agree by now, else unfinished.
  Result after_move(std::size_t agent, std::optional<double> value, int plies);

 private:
  /// For how many of its moves in a row an agent has held each result for certain.
  struct Streaks {
    int first = 0;
    int second = 0;
    int draw = 0;
  };

  std::optional<Adjudication> rule_;
  std::array<Streaks, 2> streaks_{};
};

}  // namespace tavlab
