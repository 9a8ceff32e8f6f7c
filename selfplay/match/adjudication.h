#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/side.h"

namespace tavlab {

/// When a game ends early because the values of both agents' searches agree on its result.
struct Adjudication {
  int plies = 0;                ///< consecutive moves that must agree, half of them by each agent
  std::optional<double> score;  ///< the expected score from which a side has won
  std::optional<double> draw;   ///< how far a value may be from one half for a draw
  int after = 0;                ///< draws: not before this ply

  bool operator==(const Adjudication&) const = default;

  /// Reads "plies=8,score=0.95" with "draw=0.02" and "after=80" in addition to or in place of a
  /// score. Throws UserError.
  static Adjudication parse(std::string_view text);
  /// In the form that `parse` reads.
  [[nodiscard]] std::string text() const;
};

/// Watches the values of one game.
class Adjudicator {
 public:
  Adjudicator() = default;
  explicit Adjudicator(const std::optional<Adjudication>& rule) : rule_(rule) {}

  /// An agent (0 or 1) has moved and values the position at `value` for the first player; a move
  /// without a search is ignored. Returns the result if both agents now agree, else unfinished.
  Result after_move(std::size_t agent, std::optional<double> value, int plies);

 private:
  /// The number of consecutive moves at which an agent was certain of each result.
  struct Streaks {
    int first = 0;
    int second = 0;
    int draw = 0;
  };

  std::optional<Adjudication> rule_;
  std::array<Streaks, 2> streaks_{};
};

}  // namespace tavlab
