#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "core/side.h"
#include "selfplay/record/check_games.h"

namespace tavlab {

/// A move of a reviewed game. Values are expected scores of the first side.
struct ReviewedMove {
  int ply = 0;  ///< from 1
  Side side = Side::first;
  std::string move;               ///< with the rolls before it
  std::optional<double> value;    ///< of the position, by the reviewer's search
  std::optional<double> loss;     ///< of expected score, for the side that moved; at least 0
  bool forced = false;            ///< the only legal move
  std::string best;               ///< the reviewer's move
  std::vector<std::string> line;  ///< the reviewer's principal variation, up to the first roll
};

/// A game with what each move lost, as one agent sees it.
struct GameReview {
  std::shared_ptr<const RuleSet> rule_set;
  std::string agent;
  std::string title;     ///< the players, or the game's number
  std::string result;    ///< "attackers win (king captured) after 41 plies"
  std::string position;  ///< of the start, if it is not that of the rules
  std::string moves;     ///< as GameRecord::moves
  std::array<std::string, 2> sides;
  std::vector<ReviewedMove> plies;
  std::array<double, 2> mean_loss{};     ///< of both sides' moves that were not forced
  std::array<int, 2> evaluated_moves{};  ///< how many those are
  /// The moves that lost most, at least kTurningLoss, in the order of the game: indices of `plies`.
  std::vector<std::size_t> turning_points;
};

inline constexpr double kTurningLoss = 0.1;
inline constexpr std::size_t kMaxTurningPoints = 6;

struct ReviewStopped {};

/// Reviews a game that has been replayed. The reviewer searches every position afresh, with the
/// history of the game. What a move loses is the difference from the best move in one search, so
/// that both are searched to the same depth; the value of a move that it hardly searched is that of
/// the search of the position after it. Throws UserError if the agent gives no values or cannot
/// play the rules, and ReviewStopped when `stop` is requested. `reviewed` (may be null) is called
/// after each move.
GameReview review_game(const CheckedGame& game, const std::string& agent, std::uint64_t seed,
                       const std::string& title, const std::stop_token& stop = {},
                       const std::function<void()>& reviewed = {});

}  // namespace tavlab
