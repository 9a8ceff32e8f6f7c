#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/features.h"
#include "core/fixed_list.h"
#include "core/logit.h"
#include "core/observation.h"
#include "core/picture.h"
#include "core/random.h"
#include "core/repetition.h"
#include "core/ruleset/ruleset.h"
#include "core/side.h"
#include "core/words.h"

// The contract of a game: everything that a family supplies, required or optional.
namespace tavlab {

/// One outcome of a chance event, such as a roll of the dice.
struct ChanceOutcome {
  std::uint8_t value;  ///< the family's number for it
  double probability;  ///< exact; the outcomes of one event sum to 1
};

/// A move is one machine word; zero means no move.
template <typename M>
concept MoveWord = std::is_trivially_copyable_v<M> && sizeof(M) <= 8 &&
                   std::equality_comparable<M>&& std::default_initializable<M>&& requires(M move) {
  { move.word() } -> std::convertible_to<std::uint64_t>;
  { M::from_word(std::uint64_t{}) } -> std::same_as<M>;
};

/// The optional hooks that a game implements. It declares them in
/// `static constexpr Capabilities capabilities{...}`; the concept `Game` rejects a declaration
/// without its hook and a hook without its declaration. Generic code tests
/// `if constexpr (G::capabilities.threats)`. Each hook has a concept below.
struct Capabilities {
  bool sampled_chance = false;    ///< HasSampledChance
  bool random_game = false;       ///< HasRandomGame
  bool threats = false;           ///< HasThreats
  bool move_order_score = false;  ///< HasMoveOrderScore
  bool material = false;          ///< HasMaterial
  bool move_kinds = false;        ///< HasMoveKinds
  bool null_move = false;         ///< HasNullMove
  bool capture_list = false;      ///< HasCaptureList
  bool forcing_list = false;      ///< HasForcingList
  bool legality_test = false;     ///< HasLegalityTest
  bool evasions = false;          ///< HasEvasions
  bool features = false;          ///< HasFeatures
  bool evaluation_logit = false;  ///< HasEvaluationLogit
  bool must_capture = false;      ///< HasMustCapture
  /// A move is irreversible (see `play`) if and only if it captures. There is no hook; perft uses
  /// this to skip `is_capture` at the leaves.
  bool only_captures_are_irreversible = false;

  // Templates that the family specializes in a file of its own; core/families.cpp and
  // solve/families.cpp check that this is what is declared.
  bool record_texts = false;     ///< RecordTexts: core/<family>/record_texts.h
  bool race = false;             ///< Race: core/<family>/race.h
  bool exact_tables = false;     ///< Exact: core/<family>/solve/exact.h
  bool limit_proofs = false;     ///< Prover: core/<family>/solve/prover.h
  bool deadlock_search = false;  ///< DeadlockSearch: core/<family>/solve/deadlock_search.h
};

/// Samples one outcome of a chance event by its probability, without listing all of them.
template <typename G>
concept HasSampledChance = requires(const typename G::Rules& rules,
                                    const typename G::Position& position, Random& random) {
  { G::random_chance(rules, position, random) } -> std::same_as<std::uint8_t>;
};

/// A faster random game for rules under which repetition never matters. With the same random
/// numbers it plays the same game as GameState. It is fastest with `kAtOnce` games interleaved.
/// core/playout.h drives it.
template <typename G>
concept HasRandomGame = std::constructible_from<typename G::RandomGame, const typename G::Rules&,
                                                const typename G::Position&, const Random&, int> &&
    requires(typename G::RandomGame& game, const typename G::RandomGame& current) {
  { game.turn() } -> std::same_as<bool>;
  { current.over() } -> std::same_as<bool>;
  { current.position() } -> std::same_as<const typename G::Position&>;
  { current.plies() } -> std::same_as<int>;
  { current.random() } -> std::same_as<const Random&>;  ///< the generator's current state
  { G::RandomGame::kAtOnce } -> std::convertible_to<std::size_t>;
};

/// Whether `side` could win with its next move if it were to move. No false positives; rare kinds
/// of wins may be missed. Used by searches and playouts.
template <typename G>
concept HasThreats = requires(const typename G::Rules& rules,
                              const typename G::Position& position) {
  { G::threatens(rules, position, Side::first) } -> std::same_as<bool>;
};

/// A score for move ordering and quiescence search: 0 for a quiet move, 1 for one searched only at
/// the first ply of quiescence, 2 to 999 for one searched until the position is quiet, highest
/// first. Without this hook captures score 2 and all other moves 0.
template <typename G>
concept HasMoveOrderScore = requires(const typename G::Rules& rules,
                                     const typename G::Position& position, typename G::Move move) {
  { G::move_order_score(rules, position, move) } -> std::same_as<int>;
};

/// Like `evaluate`, but by material alone.
template <typename G>
concept HasMaterial = requires(const typename G::Rules& rules,
                               const typename G::Position& position) {
  { G::evaluate_material(rules, position) } -> std::same_as<double>;
};

/// Kinds of moves, for measures and restrictions (core/move_kinds.h): their names, and whether a
/// move is of the kind with a given index.
template <typename G>
concept HasMoveKinds = requires(const typename G::Rules& rules,
                                const typename G::Position& position, typename G::Move move) {
  {std::span<const std::string_view>(G::move_kinds)};
  { G::is_of_kind(rules, position, move, std::size_t{}) } -> std::same_as<bool>;
};

/// Passes the turn, which the rules do not allow, for null-move pruning. Returns false, and leaves
/// the position as it was, if passing would be unsound: in check, with dice, if the opponent could
/// not move.
template <typename G>
concept HasNullMove = requires(const typename G::Rules& rules, typename G::Position& position) {
  { G::pass(rules, position) } -> std::same_as<bool>;
};

/// The legal moves that capture, in the order of `generate`, faster than by generating all.
template <typename G>
concept HasCaptureList = requires(const typename G::Rules& rules,
                                  const typename G::Position& position,
                                  FixedList<typename G::Move, G::max_moves>& moves) {
  { G::generate_captures(rules, position, moves) } -> std::same_as<void>;
};

/// The legal moves with a `move_order_score` of at least `least` (1 or 2), in the order of
/// `generate`, faster than by scoring all.
template <typename G>
concept HasForcingList = requires(const typename G::Rules& rules,
                                  const typename G::Position& position,
                                  FixedList<typename G::Move, G::max_moves>& moves) {
  { G::generate_forcing(rules, position, 2, moves) } -> std::same_as<void>;
};

/// Whether a move generated in any position of a game under these rules is also generated here. All
/// words of such moves must be less than 2^22 - 1.
template <typename G>
concept HasLegalityTest = requires(const typename G::Rules& rules,
                                   const typename G::Position& position, typename G::Move move) {
  { G::is_legal(rules, position, move) } -> std::same_as<bool>;
};

/// For a position where the opponent `threatens` to win at once and the side to move does not: a
/// superset of the moves that prevent it, also by ending the game, in the order of `generate`,
/// ignoring repetition. If there are none, all moves lose.
template <typename G>
concept HasEvasions = requires(const typename G::Rules& rules, const typename G::Position& position,
                               FixedList<typename G::Move, G::max_moves>& moves) {
  { G::generate_evasions(rules, position, moves) } -> std::same_as<void>;
};

/// The log-odds of `evaluate`, for families that compute them first; searches work with logits.
/// Infinite where the result is certain.
template <typename G>
concept HasEvaluationLogit = requires(const typename G::Rules& rules,
                                      const typename G::Position& position) {
  { G::evaluate_logit(rules, position) } -> std::same_as<double>;
};

/// Whether the side to move must capture, so that all legal moves are captures. Such a position is
/// in the middle of an exchange: searches continue to its end.
template <typename G>
concept HasMustCapture = requires(const typename G::Rules& rules,
                                  const typename G::Position& position) {
  { G::must_capture(rules, position) } -> std::same_as<bool>;
};

/// The inputs of a learned evaluation: the type `G::Features` (core/features.h).
template <typename G>
concept HasFeatures = FeaturesOf<typename G::Features, G>;

/// The declared hooks and the implemented ones are the same.
template <typename G>
concept DeclaresItsHooks =
    std::same_as<decltype(G::capabilities), const Capabilities> && G::capabilities.sampled_chance ==
    HasSampledChance<G>&& G::capabilities.random_game ==
    HasRandomGame<G>&& G::capabilities.threats ==
    HasThreats<G>&& G::capabilities.move_order_score ==
    HasMoveOrderScore<G>&& G::capabilities.material ==
    HasMaterial<G>&& G::capabilities.move_kinds == HasMoveKinds<G>&& G::capabilities.null_move ==
    HasNullMove<G>&& G::capabilities.capture_list ==
    HasCaptureList<G>&& G::capabilities.forcing_list ==
    HasForcingList<G>&& G::capabilities.legality_test ==
    HasLegalityTest<G>&& G::capabilities.evasions == HasEvasions<G>&& G::capabilities.features ==
    HasFeatures<G>&& G::capabilities.evaluation_logit ==
    HasEvaluationLogit<G>&& G::capabilities.must_capture == HasMustCapture<G>;

/// What search, playouts and perft need from a game, as static functions of one traits type. They
/// are templates over it, so every call can be inlined. core/families.h lists the games.
///
/// `Rules` is immutable and shared; `Position` is trivially copyable and holds everything that
/// determines the future except the repetition history (core/game_state.h adds that).
template <typename G>
concept Game = MoveWord<typename G::Move> && std::is_trivially_copyable_v<typename G::Position> &&
    DeclaresItsHooks<G> &&
    requires(const typename G::Rules& rules, typename G::Position& position,
             const typename G::Position& current, typename G::Move move, Random& random,
             FixedList<typename G::Move, G::max_moves>& moves,
             FixedList<ChanceOutcome, G::max_chance_outcomes>& outcomes, std::string_view text,
             const RuleSet& rule_set) {
  /// Compiles a rule set's parameters into lookup tables. Throws UserError for contradictory ones.
  { G::compile(rule_set) } -> std::same_as<std::shared_ptr<const typename G::Rules>>;
  { G::start(rules) } -> std::same_as<typename G::Position>;

  { G::to_move(current) } -> std::same_as<Side>;
  { G::node_kind(current) } -> std::same_as<NodeKind>;
  { G::result(current) } -> std::same_as<Result>;
  /// Why a terminal position ended, in words such as "king captured".
  { G::reason(current) } -> std::same_as<std::string_view>;

  /// Legal moves of a decision position, at least one; no allocation.
  { G::generate(rules, current, moves) } -> std::same_as<void>;
  { G::count_moves(rules, current) } -> std::same_as<std::uint64_t>;
  /// A uniformly random legal move, where possible without generating all of them.
  { G::random_move(rules, current, random) } -> std::same_as<typename G::Move>;
  /// Plays a legal move. Returns whether it was irreversible: no earlier position can recur.
  { G::play(rules, position, move) } -> std::same_as<bool>;
  /// Whether the move captures anything (and does not decline the capture).
  { G::is_capture(rules, current, move) } -> std::same_as<bool>;
  /// Whether the move wins the game at once for the mover.
  { G::wins_at_once(rules, current, move) } -> std::same_as<bool>;

  /// Whether these rules have chance events at all. Families without any inherit the five chance
  /// functions from `WithoutChance`.
  { G::has_chance(rules) } -> std::same_as<bool>;
  /// The outcomes of a chance position, and applying one.
  { G::chance_outcomes(rules, current, outcomes) } -> std::same_as<void>;
  { G::play_chance(rules, position, std::uint8_t{}) } -> std::same_as<void>;
  { G::chance_text(rules, std::uint8_t{}) } -> std::same_as<std::string>;
  { G::parse_chance(rules, current, text) } -> std::same_as<std::uint8_t>;

  /// Differs between any two positions with different futures (up to 64-bit collisions).
  { G::key(rules, current) } -> std::same_as<std::uint64_t>;
  /// The same without counters (plies played, plies without capture): equal when a position recurs.
  { G::repetition_key(current) } -> std::same_as<std::uint64_t>;
  { G::repetition_rule(rules) } -> std::same_as<RepetitionRule>;
  /// The result when the side to move has no legal move because every move is a forbidden
  /// repetition.
  { G::no_legal_move_result(rules, current) } -> std::same_as<Result>;

  /// Text. Parsers throw UserError with the location; `move_text` is unique among legal moves.
  { G::position_text(rules, current) } -> std::same_as<std::string>;
  { G::parse_position(rules, text) } -> std::same_as<typename G::Position>;
  { G::move_text(rules, current, move) } -> std::same_as<std::string>;
  { G::parse_move(rules, current, text) } -> std::same_as<typename G::Move>;
  /// The names of the squares whose pieces the move captures, sorted.
  { G::captured_squares(rules, current, move) } -> std::same_as<std::vector<std::string>>;
  /// Pieces of a side on the board; game records derive captures from it.
  { G::piece_count(current, Side::first) } -> std::same_as<int>;

  /// A handcrafted evaluation: the first player's expected score, in [0, 1].
  { G::evaluate(rules, current) } -> std::same_as<double>;

  { G::first_player_name } -> std::convertible_to<std::string_view>;
  { G::second_player_name } -> std::convertible_to<std::string_view>;
};

/// What the games of core/families.h supply in addition, for people, nets and stores.
template <typename G>
concept FamilyGame = Game<G> && ObservationOf<typename G::Observation, G> &&
    requires(const typename G::Rules& rules, const typename G::Position& current,
             typename G::Move move, const RuleSet& rule_set) {
  /// The family's name as in rule sets, and its parameters.
  { G::family } -> std::convertible_to<std::string_view>;
  { G::schema() } -> std::same_as<const FamilySchema&>;
  /// Whether this type plays a rule set of the family. A family may have several types, such as one
  /// for each bitboard width.
  { G::plays(rule_set) } -> std::same_as<bool>;
  /// The rule set that the rules were compiled from.
  { rules.parameters.identity } -> std::convertible_to<const RulesIdentity&>;

  /// Every text that `reason` can return.
  { G::reasons() } -> std::same_as<std::span<const std::string_view>>;

  /// The position as a picture to be drawn by the terminal, reports and the browser.
  { G::picture(rules, current) } -> std::same_as<Picture>;
  /// The names of the squares of a move, in order: where it begins, where pieces are placed or stop
  /// on the way, and where it ends. An empty name for a place off the board (a hand).
  { G::move_squares(rules, current, move) } -> std::same_as<std::vector<std::string>>;
  /// A description for people: sides, pieces, the rules as sentences, endings.
  { G::words(rules) } -> std::same_as<Words>;
  /// Ids of the built-in rule sets used as benchmarks: one for each kind of board or rules with a
  /// performance profile of its own.
  { G::benchmarks() } -> std::same_as<std::span<const std::string_view>>;
  /// How positions, moves and rolls are written, for all rules of the family: lines for
  /// `tavlab help notation`, which adds what all families have in common.
  { G::notation() } -> std::same_as<std::string_view>;
};

/// Throws the UserError for a roll in a game without dice.
[[noreturn]] void throw_no_dice(std::string_view text);

/// The chance functions of a game without chance.
template <typename Rules, typename Position>
struct WithoutChance {
  static constexpr std::size_t max_chance_outcomes = 1;

  static bool has_chance(const Rules&) { return false; }
  static void chance_outcomes(const Rules&, const Position&,
                              FixedList<ChanceOutcome, 1>& outcomes) {
    outcomes.clear();
    outcomes.push({0, 1.0});  // never called, but compilers cannot know
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

/// The side with this name ("attackers"), if there is one.
template <Game G>
constexpr std::optional<Side> side_named(std::string_view name) {
  for (const Side side : {Side::first, Side::second}) {
    if (name == player_name<G>(side)) return side;
  }
  return std::nullopt;
}

/// The name of the game's family; "toy" for the tests' games, which have none.
template <Game G>
constexpr std::string_view family_of() {
  if constexpr (FamilyGame<G>) return G::family;
  return "toy";
}

/// The log-odds of the handcrafted evaluation.
template <Game G>
double evaluation_logit(const typename G::Rules& rules, const typename G::Position& position) {
  if constexpr (G::capabilities.evaluation_logit) {
    return G::evaluate_logit(rules, position);
  } else {
    return logit(G::evaluate(rules, position));
  }
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
