#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/random.h"
#include "core/repetition.h"
#include "core/ruleset/ruleset.h"

namespace tavlab {

/// The two players. The first is the attackers in tafl and White elsewhere; who moves first is a
/// parameter of the rule set. All values in tavlab are from the first player's side.
enum class Side : std::uint8_t { first, second };

constexpr Side other(Side side) { return side == Side::first ? Side::second : Side::first; }

/// What happens next in a position.
enum class NodeKind : std::uint8_t { decision, chance, terminal };

/// How a game ended. `unfinished` is also the result of a game cut off from outside, which is a
/// class of its own in every statistic and never a draw.
enum class Result : std::uint8_t { unfinished, first_wins, draw, second_wins };

constexpr Result win_for(Side side) {
  return side == Side::first ? Result::first_wins : Result::second_wins;
}

/// The value of a finished game for the first player: 1, 1/2 or 0.
constexpr double score(Result result) {
  return result == Result::first_wins ? 1.0 : result == Result::second_wins ? 0.0 : 0.5;
}

/// One outcome of a chance event, such as a throw of the dice.
struct ChanceOutcome {
  std::uint8_t value;  ///< the family's number for it
  double probability;  ///< exact; the outcomes of one event sum to 1
};

/// An array of fixed capacity on the stack; elements are left uninitialised until pushed.
template <typename T, std::size_t Capacity>
class FixedList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  FixedList() {}  // NOLINT(modernize-use-equals-default): the array must stay uninitialised
  FixedList(const FixedList& that) { *this = that; }
  FixedList& operator=(const FixedList& that) {
    size_ = that.size_;
    std::copy_n(that.items_, size_, items_);
    return *this;
  }
  void push(const T& item) { items_[size_++] = item; }
  void clear() { size_ = 0; }
  void resize(std::size_t size) { size_ = size; }  ///< only to shrink
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T* begin() { return items_; }
  T* end() { return items_ + size_; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }
  operator std::span<const T>() const { return {items_, size_}; }  // NOLINT: a list is a span

 private:
  std::size_t size_ = 0;
  union {
    T items_[Capacity];
  };
};

/// A move is one machine word; zero is no move.
template <typename M>
concept MoveWord = std::is_trivially_copyable_v<M> && sizeof(M) <= 8 &&
                   std::equality_comparable<M>&& std::default_initializable<M>&& requires(M move) {
  { move.word() } -> std::convertible_to<std::uint64_t>;
  { M::from_word(std::uint64_t{}) } -> std::same_as<M>;
};

/// What every family supplies, as static functions of one traits type. Search, playouts and perft
/// are templates over it, so the compiler sees through every call. See core/tafl/tafl.h for one.
///
/// `Rules` is immutable and shared; `Position` is trivially copyable and holds everything that
/// decides the future apart from the repetition history (core/game_state.h adds that).
template <typename G>
concept Game = MoveWord<typename G::Move> && std::is_trivially_copyable_v<typename G::Position> &&
    requires(const typename G::Rules& rules, typename G::Position& position,
             const typename G::Position& current, typename G::Move move, Random& random,
             FixedList<typename G::Move, G::max_moves>& moves,
             FixedList<ChanceOutcome, G::max_chance_outcomes>& outcomes, std::string_view text,
             const RuleSet& rule_set) {
  /// Compiles a rule set's parameters into look-up tables. Throws UserError when they contradict.
  { G::compile(rule_set) } -> std::same_as<std::shared_ptr<const typename G::Rules>>;
  { G::start(rules) } -> std::same_as<typename G::Position>;

  { G::to_move(current) } -> std::same_as<Side>;
  { G::node_kind(current) } -> std::same_as<NodeKind>;
  { G::result(current) } -> std::same_as<Result>;
  /// Why a terminal position ended, in words such as "king captured".
  { G::reason(current) } -> std::same_as<std::string_view>;

  /// Legal moves of a decision position, which has at least one; no allocation.
  { G::generate(rules, current, moves) } -> std::same_as<void>;
  { G::count_moves(rules, current) } -> std::same_as<std::uint64_t>;
  /// One legal move, each with equal probability, without generating them all where possible.
  { G::random_move(rules, current, random) } -> std::same_as<typename G::Move>;
  /// Plays a legal move. Returns whether it was irreversible: no earlier position can recur.
  { G::play(rules, position, move) } -> std::same_as<bool>;
  /// Whether the move captures anything (and the capture is not declined).
  { G::is_capture(rules, current, move) } -> std::same_as<bool>;

  /// Whether games under these rules have chance events at all.
  { G::has_chance(rules) } -> std::same_as<bool>;
  /// Outcomes of a chance position and what follows one.
  { G::chance_outcomes(rules, current, outcomes) } -> std::same_as<void>;
  { G::play_chance(rules, position, std::uint8_t{}) } -> std::same_as<void>;

  /// Separates any two positions with different futures (up to 64-bit collisions).
  { G::key(rules, current) } -> std::same_as<std::uint64_t>;
  /// The same without counters (moves made, plies without capture): equal when a position recurs.
  { G::repetition_key(current) } -> std::same_as<std::uint64_t>;
  { G::repetition_rule(rules) } -> std::same_as<RepetitionRule>;
  /// The family's verdict where no legal move is left because every one repeats a position.
  { G::no_legal_move_result(rules, current) } -> std::same_as<Result>;

  /// Text. Parsers throw UserError naming the place; `move_text` is unique among legal moves.
  { G::position_text(rules, current) } -> std::same_as<std::string>;
  { G::parse_position(rules, text) } -> std::same_as<typename G::Position>;
  { G::move_text(rules, current, move) } -> std::same_as<std::string>;
  { G::parse_move(rules, current, text) } -> std::same_as<typename G::Move>;
  { G::chance_text(rules, std::uint8_t{}) } -> std::same_as<std::string>;
  { G::parse_chance(rules, current, text) } -> std::same_as<std::uint8_t>;
  /// The board for a terminal, several lines.
  { G::draw(rules, current) } -> std::same_as<std::string>;
  /// The names of the squares whose piece the move captures, sorted.
  { G::captured_squares(rules, current, move) } -> std::same_as<std::vector<std::string>>;
  /// Pieces of a side on the board; records count captures by it.
  { G::piece_count(current, Side::first) } -> std::same_as<int>;

  /// A hand-made evaluation: expected score of the first player, in [0, 1].
  { G::evaluate(rules, current) } -> std::same_as<double>;
  /// Whether playing this move wins at once for the mover (a terminal win).
  { G::wins_at_once(rules, current, move) } -> std::same_as<bool>;

  { G::first_player_name } -> std::convertible_to<std::string_view>;
  { G::second_player_name } -> std::convertible_to<std::string_view>;
};

template <Game G>
using MoveList = FixedList<typename G::Move, G::max_moves>;

template <Game G>
using ChanceList = FixedList<ChanceOutcome, G::max_chance_outcomes>;

template <Game G>
constexpr std::string_view player_name(Side side) {
  return side == Side::first ? G::first_player_name : G::second_player_name;
}

/// "attackers", "defenders", "draw" or "unfinished" in tafl; the players' names elsewhere.
template <Game G>
constexpr std::string_view result_text(Result result) {
  switch (result) {
    case Result::first_wins:
      return G::first_player_name;
    case Result::second_wins:
      return G::second_player_name;
    case Result::draw:
      return "draw";
    case Result::unfinished:
      break;
  }
  return "unfinished";
}

}  // namespace tavlab
