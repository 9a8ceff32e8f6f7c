#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/observation.h"
#include "core/ruleset/ruleset.h"
#include "nn/backend.h"
#include "python/any_batch.h"
#include "python/any_search.h"
#include "selfplay/dataset/shard.h"

// Games of any family behind one interface, for the module. No Python here; game_of.h implements
// it.
namespace tavlab::python {

// What `current_player` returns where no player is to move, as in OpenSpiel.
inline constexpr int kChancePlayer = -1;
inline constexpr int kTerminalPlayer = -4;

/// Where an observation is written: one of the two, as planes, rows, columns.
struct PlanesOut {
  float* numbers = nullptr;
  std::uint8_t* bytes = nullptr;  ///< only where all planes are 0 or 1

  [[nodiscard]] bool wanted() const { return numbers != nullptr || bytes != nullptr; }
  /// The place of row `i` of an array with `size` numbers in each row.
  [[nodiscard]] PlanesOut row(std::size_t i, std::size_t size) const {
    return {numbers == nullptr ? nullptr : numbers + i * size,
            bytes == nullptr ? nullptr : bytes + i * size};
  }
};

struct GameOptions {
  int max_size = 0;  ///< the largest board that the action ids cover; 0: that of the rules
  bool side_heads = false;
  int max_game_length = 1000;  ///< plies after which a batch cuts games off
};

/// What is known of a game without a position.
struct GameFacts {
  std::array<std::string, 2> players;
  std::uint32_t actions = 0;        ///< action ids are below this
  std::uint32_t policy_places = 0;  ///< logits of a net's policy
  std::size_t chance_outcomes = 0;  ///< outcomes of chance are below this; 0: no chance
  ObservationShape shape;
  int rows = 1;
  int columns = 1;
  bool binary_planes = false;
  /// The global that is 1 if player 1 is to move; none if observations are from the view of the
  /// player to move.
  std::optional<std::size_t> side_global = {};

  [[nodiscard]] std::size_t plane_numbers() const {
    return static_cast<std::size_t>(shape.planes) * static_cast<std::size_t>(rows) *
           static_cast<std::size_t>(columns);
  }
};

class State;
class Shard;

/// A compiled rule set. Immutable, and shared by its states.
class Game : public std::enable_shared_from_this<Game> {
 public:
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;
  virtual ~Game() = default;

  [[nodiscard]] const RuleSet& rule_set() const { return rule_set_; }
  /// With the size of the rules' board where none was given.
  [[nodiscard]] const GameOptions& options() const { return options_; }
  [[nodiscard]] const GameFacts& facts() const { return facts_; }
  /// Same rules, whatever their names, and same action ids.
  [[nodiscard]] bool same_as(const Game& other) const;
  [[nodiscard]] std::uint64_t hash() const;

  /// A game that begins at this position, or at the start of the rules if it is empty. Throws
  /// UserError.
  [[nodiscard]] virtual std::unique_ptr<State> new_state(std::string_view position) const = 0;
  /// Throws Interrupted.
  [[nodiscard]] virtual std::unique_ptr<Batch> new_batch(const BatchOptions& options,
                                                         const Batch::Poll& poll) const = 0;
  /// An agent, from its text as on the command line. Throws UserError.
  [[nodiscard]] virtual std::unique_ptr<Player> new_player(const std::string& agent,
                                                           std::uint64_t seed) const = 0;
  /// Searches these decisions of the game together: each batch has the leaves of all of them, and
  /// the result of each is the same as if it were searched alone. Throws UserError, and what the
  /// backend throws.
  [[nodiscard]] virtual std::vector<AnalyzedState> search(
      std::span<const State* const> states, const SearchSettings& settings,
      std::unique_ptr<NetBackend> backend) const = 0;
  /// The verified games of a shard, whose rule sets are `games`, in their order.
  [[nodiscard]] virtual std::unique_ptr<Shard> new_shard(
      DatasetShard shard, std::vector<std::shared_ptr<const Game>> games) const = 0;

 protected:
  Game(RuleSet rule_set, const GameOptions& options)
      : rule_set_(std::move(rule_set)), options_(options) {}

  GameFacts facts_;

 private:
  RuleSet rule_set_;
  GameOptions options_;
};

/// Compiles a rule set. Throws UserError.
std::shared_ptr<const Game> make_game(RuleSet rule_set, const GameOptions& options);

/// A game in progress, with all that was played since its start. Actions are those of ActionIds at
/// decisions, and the family's numbers of outcomes where chance is next.
///
/// Functions that take an action throw std::out_of_range for a number that no action of the game
/// has, and UserError for one that is not legal now.
class State {
 public:
  State& operator=(const State&) = delete;
  virtual ~State() = default;

  [[nodiscard]] const std::shared_ptr<const Game>& game() const { return game_; }
  [[nodiscard]] virtual std::unique_ptr<State> clone() const = 0;

  /// 0 or 1, kChancePlayer or kTerminalPlayer.
  [[nodiscard]] virtual int current_player() const = 0;
  /// Sorted; outcomes at a chance node; none at the end.
  [[nodiscard]] virtual std::vector<std::uint32_t> legal_actions() const = 0;
  [[nodiscard]] virtual std::vector<std::pair<int, double>> chance_outcomes() const = 0;
  virtual void apply(std::int64_t action) = 0;
  /// Plays moves and rolls separated by spaces; if one is illegal, none is played.
  virtual void play(std::string_view moves) = 0;
  /// Takes back the last action. Throws UserError at the start.
  virtual void undo() = 0;

  [[nodiscard]] virtual int plies() const = 0;
  [[nodiscard]] virtual int occurrences() const = 0;
  [[nodiscard]] virtual std::uint64_t key() const = 0;
  [[nodiscard]] virtual Result result() const = 0;
  [[nodiscard]] virtual std::string_view result_text() const = 0;
  [[nodiscard]] virtual std::string_view reason() const = 0;

  virtual void write_planes(PlanesOut out) const = 0;
  virtual void write_globals(std::span<float> out) const = 0;

  [[nodiscard]] virtual std::string action_text(std::int64_t action) const = 0;
  [[nodiscard]] virtual std::int64_t action_of(std::string_view text) const = 0;
  /// Indices of logits in a net's policy; their sum is the logit of the move.
  [[nodiscard]] virtual std::vector<std::uint32_t> policy_places(std::int64_t action) const = 0;
  /// Names of the squares whose pieces the move captures.
  [[nodiscard]] virtual std::vector<std::string> captured(std::int64_t action) const = 0;

  [[nodiscard]] virtual std::string position_text() const = 0;
  [[nodiscard]] virtual std::string start_text() const = 0;
  /// All actions since the start, and the same as text.
  [[nodiscard]] virtual std::vector<std::uint32_t> history() const = 0;
  [[nodiscard]] virtual std::string moves_text() const = 0;
  [[nodiscard]] virtual std::string board_text() const = 0;
  [[nodiscard]] virtual std::string svg() const = 0;

  /// Whether the other state is of the same game, with the same start and the same history.
  [[nodiscard]] virtual bool same_as(const State& other) const = 0;
  [[nodiscard]] virtual std::uint64_t hash() const = 0;

 protected:
  explicit State(std::shared_ptr<const Game> game) : game_(std::move(game)) {}
  State(const State&) = default;

 private:
  std::shared_ptr<const Game> game_;
};

}  // namespace tavlab::python
