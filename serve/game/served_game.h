#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/language.h"
#include "core/random.h"
#include "core/ruleset/ruleset.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/turn_limits.h"
#include "serve/game/position_view.h"
#include "serve/game/table_shelf.h"

namespace tavlab::serve {

/// Whether a text is a legal move, or a possible throw where one is due, and if not, why.
struct MoveCheck {
  bool legal = false;
  std::string move;  ///< if legal, as the family writes it
  std::string why;   ///< one line
};

/// A player of a game. Unlike ServedGame::search it keeps from move to move what it has learned, as
/// searches do, and the program that it runs.
class Opponent {
 public:
  Opponent() = default;
  Opponent(const Opponent&) = delete;
  Opponent& operator=(const Opponent&) = delete;
  virtual ~Opponent() = default;

  /// Chooses a move, where a player is to move in its game. Throws Forfeit.
  [[nodiscard]] virtual std::string choose(Random& random) = 0;
};

/// A game with its history, of any family. For one thread at a time.
class ServedGame {
 public:
  ServedGame() = default;
  ServedGame(const ServedGame&) = delete;
  ServedGame& operator=(const ServedGame&) = delete;
  virtual ~ServedGame() = default;

  /// Plays a move or a throw, and returns it as the family writes it. Throws UserError, and then
  /// changes nothing.
  virtual std::string play(std::string_view word) = 0;
  /// Takes back the last move or throw that was played.
  virtual void take_back() = 0;
  [[nodiscard]] virtual bool over() const = 0;
  /// Whether the rules have dice.
  [[nodiscard]] virtual bool rolls() const = 0;
  [[nodiscard]] virtual PositionView view() const = 0;
  [[nodiscard]] virtual MoveCheck check(std::string_view move) const = 0;

  using Progress = std::function<void(const SearchView&)>;

  /// Lets an agent search this decision, and returns its move and its assessment of all moves.
  /// `progress` is called from the searching thread. Throws UserError where no player is to move,
  /// and if the agent cannot play these rules.
  [[nodiscard]] virtual SearchView search(const AgentSpec& agent, const TurnLimits& limits,
                                          std::uint64_t seed, const Progress& progress,
                                          const std::stop_token& stop) const = 0;

  /// What a table knows of the position, if there is one that does.
  [[nodiscard]] virtual std::optional<ExactView> known(TableShelf& tables) const = 0;
  /// Whether `proved` is worth trying, and what it finds; `rule_set` must be that of the game, and
  /// `stop` is asked a few times a second.
  [[nodiscard]] virtual bool can_be_proved() const = 0;
  [[nodiscard]] virtual std::optional<ExactView> proved(
      const RuleSet& rule_set, const std::function<bool()>& stop) const = 0;
  /// An agent as a player of this game, which must outlive it; a stop ends its searches early.
  /// Throws UserError if the agent cannot play these rules.
  [[nodiscard]] virtual std::unique_ptr<Opponent> opponent(const AgentSpec& agent,
                                                           const std::stop_token& stop) const = 0;
};

/// A game that begins at this position, or at the start of the rules, described in a language.
/// Throws UserError.
std::unique_ptr<ServedGame> make_served_game(const RuleSet& rule_set,
                                             const std::optional<std::string>& position,
                                             Language language = Language::english);

}  // namespace tavlab::serve
