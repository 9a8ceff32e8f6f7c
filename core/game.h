#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/fixed_list.h"
#include "core/observation.h"
#include "core/picture.h"
#include "core/random.h"
#include "core/repetition.h"
#include "core/ruleset/ruleset.h"
#include "core/side.h"
#include "core/words.h"

// The contract of a game: everything that a family supplies, required or optional, stands here.
namespace tavlab {

/// One outcome of a chance event, such as a roll of the dice.
struct ChanceOutcome {
  std::uint8_t value;  ///< the family's number for it
  double probability;  ///< exact; the outcomes of one event sum to 1
};

/// A move is one machine word; zero is no move.
template <typename M>
concept MoveWord = std::is_trivially_copyable_v<M> && sizeof(M) <= 8 &&
                   std::equality_comparable<M>&& std::default_initializable<M>&& requires(M move) {
  { move.word() } -> std::convertible_to<std::uint64_t>;
  { M::from_word(std::uint64_t{}) } -> std::same_as<M>;
};

/// What a game offers beyond the required functions. A game declares what it has in
/// `static constexpr Capabilities capabilities{...}`; the concept `Game` refuses a declaration
/// without its hook, and a hook without its declaration. Generic code asks by
/// `if constexpr (G::capabilities.threats)`. The hooks are the concepts below, one for each.
struct Capabilities {
  bool sampled_chance = false;    ///< HasSampledChance
  bool random_game = false;       ///< HasRandomGame
  bool threats = false;           ///< HasThreats
  bool move_order_score = false;  ///< HasMoveOrderScore
  bool material = false;          ///< HasMaterial
  bool move_kinds = false;        ///< HasMoveKinds
  /// A move is irreversible (see `play`) exactly if it captures. No hook: perft then need not ask
  /// each leaf's move.
  bool only_captures_are_irreversible = false;
};

/// One outcome of a chance event by its probability, without a list of them.
template <typename G>
concept HasSampledChance = requires(const typename G::Rules& rules,
                                    const typename G::Position& position, Random& random) {
  { G::random_chance(rules, position, random) } -> std::same_as<std::uint8_t>;
};

/// A random game that is faster than GameState's and plays the same with the same draws, where
/// repetition never matters. `kAtOnce` games in turns are fastest. core/playout.h drives it.
template <typename G>
concept HasRandomGame = std::constructible_from<typename G::RandomGame, const typename G::Rules&,
                                                const typename G::Position&, const Random&, int> &&
    requires(typename G::RandomGame& game, const typename G::RandomGame& current) {
  { game.turn() } -> std::same_as<bool>;
  { current.over() } -> std::same_as<bool>;
  { current.position() } -> std::same_as<const typename G::Position&>;
  { current.plies() } -> std::same_as<int>;
  { current.random() } -> std::same_as<const Random&>;  ///< as its draws have left it
  { G::RandomGame::kAtOnce } -> std::convertible_to<std::size_t>;
};

/// Whether `side`, were it to move, could win by its next move. No false alarms; rare kinds of wins
/// may be missed. Searches and playouts use it.
template <typename G>
concept HasThreats = requires(const typename G::Rules& rules,
                              const typename G::Position& position) {
  { G::threatens(rules, position, Side::first) } -> std::same_as<bool>;
};

/// How much a move forces, for the order of moves and for quiescence search: 0 a quiet one, 1 one
/// that is looked at first after the nominal depth, from 2 to 999 one that is followed until the
/// position is quiet, the higher the sooner. Without it captures have 2 and all else 0.
template <typename G>
concept HasMoveOrderScore = requires(const typename G::Rules& rules,
                                     const typename G::Position& position, typename G::Move move) {
  { G::move_order_score(rules, position, move) } -> std::same_as<int>;
};

/// An evaluation by material alone, as `evaluate`.
template <typename G>
concept HasMaterial = requires(const typename G::Rules& rules,
                               const typename G::Position& position) {
  { G::evaluate_material(rules, position) } -> std::same_as<double>;
};

/// Kinds of moves that records are asked about, by name, and whether a move is of the kind at a
/// place in that list.
template <typename G>
concept HasMoveKinds = requires(const typename G::Rules& rules,
                                const typename G::Position& position, typename G::Move move) {
  {std::span<const std::string_view>(G::move_kinds)};
  { G::is_of_kind(rules, position, move, std::size_t{}) } -> std::same_as<bool>;
};

/// Every optional hook is declared, and every declared one is there.
template <typename G>
concept DeclaresItsHooks =
    std::same_as<decltype(G::capabilities), const Capabilities> && G::capabilities.sampled_chance ==
    HasSampledChance<G>&& G::capabilities.random_game ==
    HasRandomGame<G>&& G::capabilities.threats ==
    HasThreats<G>&& G::capabilities.move_order_score ==
    HasMoveOrderScore<G>&& G::capabilities.material ==
    HasMaterial<G>&& G::capabilities.move_kinds == HasMoveKinds<G>;

/// What search, playouts and perft need of a game, as static functions of one traits type. They are
/// templates over it, so the compiler sees through every call. core/families.h lists those that
/// there are.
///
/// `Rules` is immutable and shared; `Position` is trivially copyable and holds everything that
/// decides the future apart from the repetition history (core/game_state.h adds that).
template <typename G>
concept Game = MoveWord<typename G::Move> && std::is_trivially_copyable_v<typename G::Position> &&
    DeclaresItsHooks<G> &&
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
  /// Whether playing this move wins at once for the mover (a terminal win).
  { G::wins_at_once(rules, current, move) } -> std::same_as<bool>;

  /// Whether games under these rules have chance events at all. Families without any inherit all
  /// five functions on chance from `WithoutChance`.
  { G::has_chance(rules) } -> std::same_as<bool>;
  /// Outcomes of a chance position and what follows one.
  { G::chance_outcomes(rules, current, outcomes) } -> std::same_as<void>;
  { G::play_chance(rules, position, std::uint8_t{}) } -> std::same_as<void>;
  { G::chance_text(rules, std::uint8_t{}) } -> std::same_as<std::string>;
  { G::parse_chance(rules, current, text) } -> std::same_as<std::uint8_t>;

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
  /// The names of the squares whose piece the move captures, sorted.
  { G::captured_squares(rules, current, move) } -> std::same_as<std::vector<std::string>>;
  /// Pieces of a side on the board; records count captures by it.
  { G::piece_count(current, Side::first) } -> std::same_as<int>;

  /// A handcrafted evaluation: expected score of the first player, in [0, 1].
  { G::evaluate(rules, current) } -> std::same_as<double>;

  { G::first_player_name } -> std::convertible_to<std::string_view>;
  { G::second_player_name } -> std::convertible_to<std::string_view>;
};

/// What a game of core/families.h supplies besides, for people, nets and stores.
template <typename G>
concept FamilyGame = Game<G> && ObservationOf<typename G::Observation, G> &&
    requires(const typename G::Rules& rules, const typename G::Position& current,
             typename G::Move move, const RuleSet& rule_set) {
  /// The family's name, as rule sets state it, and its parameters.
  { G::family } -> std::convertible_to<std::string_view>;
  { G::schema() } -> std::same_as<const FamilySchema&>;
  /// Whether a rule set of this family is played by this type: a family may have several, such as
  /// one a width of bitboards.
  { G::plays(rule_set) } -> std::same_as<bool>;
  /// Which rule set the rules were compiled from.
  { rules.parameters.identity } -> std::convertible_to<const RulesIdentity&>;

  /// Every text that `reason` can give.
  { G::reasons() } -> std::same_as<std::span<const std::string_view>>;

  /// The position as a picture, which the terminal, reports and the browser draw.
  { G::picture(rules, current) } -> std::same_as<Picture>;
  /// The squares that a move goes by, by name and in order: where it begins, those on the way where
  /// a piece comes to stand or stops, and where it ends. Empty names for what is no square (a
  /// hand).
  { G::move_squares(rules, current, move) } -> std::same_as<std::vector<std::string>>;
  /// The game in words: sides, pieces, the rules as sentences, endings.
  { G::words(rules) } -> std::same_as<Words>;
  /// Ids of the built-in rule sets by which speeds are measured: one for each kind of board or of
  /// rules that costs differently.
  { G::benchmarks() } -> std::same_as<std::span<const std::string_view>>;
  /// How positions, moves and rolls are written, under whatever rules of the family: lines for
  /// `tavlab help notation`, which itself says what all families have in common.
  { G::notation() } -> std::same_as<std::string_view>;
};

/// Throws the UserError for a roll where there are no dice.
[[noreturn]] void throw_no_dice(std::string_view text);

/// The functions on chance of a game that has none.
template <typename Rules, typename Position>
struct WithoutChance {
  static constexpr std::size_t max_chance_outcomes = 1;

  static bool has_chance(const Rules&) { return false; }
  static void chance_outcomes(const Rules&, const Position&,
                              FixedList<ChanceOutcome, 1>& outcomes) {
    outcomes.clear();
    outcomes.push({0, 1.0});  // never asked for, but compilers cannot know
  }
  static void play_chance(const Rules&, Position&, std::uint8_t) {}
  static std::string chance_text(const Rules&, std::uint8_t) { return {}; }
  static std::uint8_t parse_chance(const Rules&, const Position&, std::string_view text) {
    throw_no_dice(text);
  }
};

template <Game G>
using MoveList = FixedList<typename G::Move, G::max_moves>;

template <Game G>
using ChanceList = FixedList<ChanceOutcome, G::max_chance_outcomes>;

template <Game G>
constexpr std::string_view player_name(Side side) {
  return side == Side::first ? G::first_player_name : G::second_player_name;
}

/// The name of the game's family; "toy" for games of tests, which have none.
template <Game G>
constexpr std::string_view family_of() {
  if constexpr (FamilyGame<G>) return G::family;
  return "toy";
}

/// "attackers" or "white", "draw", "unfinished".
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
