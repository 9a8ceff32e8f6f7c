#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/game.h"
#include "mcts/evaluator.h"

namespace tavlab {

/// An event of a game: a move, or the outcome of a chance event.
struct GameEvent {
  std::uint64_t word = 0;  ///< Move::word(), or the outcome
  bool chance = false;

  bool operator==(const GameEvent&) const = default;
};

/// A search's statistics of one move.
struct PolicyEntry {
  std::uint64_t move = 0;    ///< Move::word()
  std::uint32_t visits = 0;  ///< simulations
  float target = 0.0F;       ///< its share of the policy target

  bool operator==(const PolicyEntry&) const = default;
};

/// A decision that was searched.
struct SearchedDecision {
  std::uint32_t event = 0;            ///< index of the event that it decided
  bool full = false;                  ///< searched with all simulations: training data
  float win = 0, draw = 0;            ///< the search's value for the first player,
  float next_win = 0, next_draw = 0;  ///< and of the position after the move that was played
  std::uint32_t first_policy = 0;  ///< its entries in StoredGame::policy, up to those of the next
  std::uint32_t policy_count = 0;  ///< 0 if the search has no policy target

  [[nodiscard]] Wdl value() const { return {win, draw, 1 - win - draw}; }
  [[nodiscard]] Wdl next_value() const { return {next_win, next_draw, 1 - next_win - next_draw}; }
  bool operator==(const SearchedDecision&) const = default;
};

/// The reason of games that ended where an exact table knew the value. Their last decision holds
/// it; the result is drawn accordingly.
inline constexpr std::string_view kEndedByTable = "endgame table";

/// A game of self-play, finished or in progress.
struct StoredGame {
  std::uint64_t number = 0;  ///< in its run
  std::uint64_t seed = 0;    ///< of all its random numbers
  std::uint32_t rules = 0;   ///< index of its rule set in the run
  std::uint32_t round = 0;   ///< training round in which it was finished
  Result result = Result::unfinished;
  std::string reason;  ///< "king captured", "resigned", "ply cap", kEndedByTable, ...

  /// Which side, if any, is not played by the net: but by that of an earlier round, or by the agent
  /// that is the opponent.
  enum class Guest : std::uint8_t { nobody, past_first, past_second, agent_first, agent_second };
  Guest guest = Guest::nobody;

  std::uint32_t opening_events = 0;  ///< random events at the start
  bool plays_on = false;             ///< does not resign, to measure how often resigning is wrong
  /// Which side resigned first, or would have if the game is played on.
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

/// How far the value of the first search after `events` events was from the game's result, in
/// points of the first player; 0 if there is no such search, or no result.
inline double regret_after(const StoredGame& game, std::uint32_t events) {
  if (game.result == Result::unfinished) return 0;
  const auto decision =
      std::ranges::lower_bound(game.decisions, events, {}, &SearchedDecision::event);
  if (decision == game.decisions.end()) return 0;
  return std::abs(decision->value().score() - score(game.result));
}

}  // namespace tavlab
