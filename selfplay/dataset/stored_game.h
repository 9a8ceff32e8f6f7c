#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/game.h"
#include "mcts/evaluator.h"

namespace tavlab {

/// Something that happened in a game: a move, or how a chance event came out.
struct GameEvent {
  std::uint64_t word = 0;  ///< Move::word(), or the outcome
  bool chance = false;

  bool operator==(const GameEvent&) const = default;
};

/// What a search said of one move.
struct PolicyEntry {
  std::uint64_t move = 0;    ///< Move::word()
  std::uint32_t visits = 0;  ///< simulations
  float target = 0.0F;       ///< its share of the policy to learn

  bool operator==(const PolicyEntry&) const = default;
};

/// A decision that was searched.
struct SearchedDecision {
  std::uint32_t event = 0;            ///< which of the game's events came of it
  bool full = false;                  ///< by all simulations: one to learn from
  float win = 0, draw = 0;            ///< what the search made of it for the first player,
  float next_win = 0, next_draw = 0;  ///< and of the position after the move that was played
  std::uint32_t first_policy = 0;  ///< its entries in StoredGame::policy, up to those of the next
  std::uint32_t policy_count = 0;  ///< 0 where the search has no policy to learn

  [[nodiscard]] Wdl value() const { return {win, draw, 1 - win - draw}; }
  [[nodiscard]] Wdl next_value() const { return {next_win, next_draw, 1 - next_win - next_draw}; }
  bool operator==(const SearchedDecision&) const = default;
};

/// A game of self-play, finished or in hand.
struct StoredGame {
  std::uint64_t number = 0;  ///< in its run
  std::uint64_t seed = 0;    ///< of all that is random in it
  std::uint32_t rules = 0;   ///< which of the run's rule sets
  std::uint32_t round = 0;   ///< of training, in which it was finished
  Result result = Result::unfinished;
  std::string reason;  ///< "king captured", "resigned", "ply cap", ...

  /// Who plays with the net of an earlier round: nobody, the first or the second side.
  enum class Past : std::uint8_t { nobody, first, second };
  Past past = Past::nobody;

  std::uint32_t opening_events = 0;  ///< that were drawn, not played
  bool plays_on = false;             ///< resigns only on paper, to measure how right that is
  /// Who would have resigned first, playing on or not: nobody, the first or the second side.
  enum class Resigns : std::uint8_t { nobody, first, second };
  Resigns resigns = Resigns::nobody;

  std::vector<GameEvent> events;
  std::vector<SearchedDecision> decisions;  ///< in the order of their events
  std::vector<PolicyEntry> policy;

  bool operator==(const StoredGame&) const = default;
};

/// The moves of a decision's policy with the largest shares, the largest first.
inline std::vector<PolicyEntry> likeliest_moves(const StoredGame& game,
                                                const SearchedDecision& decision,
                                                std::size_t most) {
  const auto begin = game.policy.begin() + decision.first_policy;
  std::vector<PolicyEntry> moves(begin, begin + decision.policy_count);
  std::ranges::stable_sort(moves, std::ranges::greater{}, &PolicyEntry::target);
  if (moves.size() > most) moves.resize(most);
  return moves;
}

}  // namespace tavlab
