#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "core/side.h"
#include "selfplay/protocol/search_info.h"
#include "selfplay/turn_limits.h"

namespace tavlab {

/// What an engine plays: the rules, and the agent that searches.
struct EngineSettings {
  RuleSet rule_set;
  std::string agent;  ///< its text
  std::uint64_t seed = 1;
};

/// A game with its history and an agent, as driven by all protocols: moves, rolls and positions are
/// text, whatever the family. For one thread at a time.
class EngineGame {
 public:
  EngineGame() = default;
  EngineGame(const EngineGame&) = delete;
  EngineGame& operator=(const EngineGame&) = delete;
  virtual ~EngineGame() = default;

  /// Returns to the start and forgets earlier games.
  virtual void new_game() = 0;

  /// Sets the game: a position (or else the start) and the moves and rolls played since. If they
  /// continue the current game, the agent keeps its state. Throws UserError, naming the invalid
  /// word, and then leaves the game unchanged.
  virtual void set(const std::optional<std::string>& position,
                   std::span<const std::string> words) = 0;
  /// Plays one more move or roll.
  virtual void play(std::string_view word) = 0;
  /// Takes back the last move or roll; returns whether there was one.
  virtual bool undo() = 0;

  /// Facts of the rules.
  [[nodiscard]] virtual bool two_roles() const = 0;  ///< see protocol/two_roles.h
  [[nodiscard]] virtual int columns() const = 0;

  [[nodiscard]] virtual NodeKind node_kind() const = 0;
  [[nodiscard]] virtual Side to_move() const = 0;
  [[nodiscard]] virtual std::string_view player(Side side) const = 0;
  [[nodiscard]] virtual Result result() const = 0;
  [[nodiscard]] virtual std::string_view reason() const = 0;
  /// Moves and rolls since the start or the position set, in the rules' notation.
  [[nodiscard]] virtual const std::vector<std::string>& words() const = 0;
  [[nodiscard]] virtual std::vector<std::string> legal_moves() const = 0;
  /// The squares on which a legal move would capture pieces.
  [[nodiscard]] virtual std::vector<std::string> captured(std::string_view move) const = 0;
  /// The squares of a legal move, from the first to the last.
  [[nodiscard]] virtual std::vector<std::string> squares(std::string_view move) const = 0;
  [[nodiscard]] virtual std::string position_text() const = 0;
  /// A legal move and the board in another program's notation (core/record_texts.h); empty if there
  /// is none.
  [[nodiscard]] virtual std::string foreign_move(std::string_view move) const = 0;
  [[nodiscard]] virtual std::string foreign_board() const = 0;
  /// The board as human-readable lines.
  [[nodiscard]] virtual std::string drawing() const = 0;

  using Progress = std::function<void(const SearchInfo&)>;

  /// Lets the agent choose a move of the current decision. It is not played.
  virtual std::string choose(const TurnLimits& limits, const Progress& progress,
                             const std::stop_token& stop) = 0;
};

/// Throws UserError if the rules or the agent are invalid, or do not fit together.
std::unique_ptr<EngineGame> make_engine_game(const EngineSettings& settings);

}  // namespace tavlab
