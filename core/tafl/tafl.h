#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/tafl/captures.h"
#include "core/tafl/ends.h"
#include "core/tafl/evaluation.h"
#include "core/tafl/evasions.h"
#include "core/tafl/features.h"
#include "core/tafl/moves.h"
#include "core/tafl/notation.h"
#include "core/tafl/observation.h"
#include "core/tafl/picture.h"
#include "core/tafl/play.h"
#include "core/tafl/position.h"
#include "core/tafl/rules.h"
#include "core/tafl/threats.h"
#include "core/tafl/words.h"

namespace tavlab {

/// The tafl family as a Game: the attackers are the first player. `Words` is the width of the
/// bitboards, 2 for boards up to 11x11 and 6 up to 19x19.
template <int Words>
struct Tafl {
  using Rules = tafl::Rules<Words>;
  using Position = tafl::Position<Words>;
  using Move = tafl::Move;
  using Moves = FixedList<Move, tafl::kMaxMoves<Words>>;
  using Chances = FixedList<ChanceOutcome, 20>;

  using Observation = tafl::Observation<Words>;
  using Features = tafl::Features<Words>;

  static constexpr std::string_view family = "tafl";
  static constexpr Capabilities capabilities{.threats = true,
                                             .null_move = true,
                                             .capture_list = true,
                                             .legality_test = true,
                                             .evasions = true,
                                             .features = true,
                                             .evaluation_logit = true,
                                             .only_captures_are_irreversible = true,
                                             .record_texts = true,
                                             .exact_tables = true,
                                             .limit_proofs = true};
  static constexpr std::string_view first_player_name = "attackers";
  static constexpr std::string_view second_player_name = "defenders";
  static constexpr std::size_t max_moves = tafl::kMaxMoves<Words>;
  static constexpr std::size_t max_chance_outcomes = 20;

  static std::shared_ptr<const Rules> compile(const RuleSet& rule_set) {
    return tafl::compile_rules<Words>(tafl::read_parameters(rule_set));
  }
  static const FamilySchema& schema() { return tafl::schema(); }
  static bool plays(const RuleSet& rule_set) {
    return tafl::words_for_size(static_cast<int>(rule_set.integer("board.size"))) == Words;
  }
  static Position start(const Rules& rules) { return tafl::start_position(rules); }

  static Side to_move(const Position& p) { return p.side; }
  static NodeKind node_kind(const Position& p) { return p.node; }
  static Result result(const Position& p) { return p.result; }
  static std::string_view reason(const Position& p) { return tafl::ending_text(p.ending); }
  static std::span<const std::string_view> reasons() {
    return std::span(tafl::kEndingTexts).subspan(1);
  }

  static void generate(const Rules& rules, const Position& p, Moves& moves) {
    tafl::generate(rules, p, moves);
  }
  static void generate_captures(const Rules& rules, const Position& p, Moves& moves) {
    tafl::generate_captures(rules, p, moves);
  }
  static void generate_evasions(const Rules& rules, const Position& p, Moves& moves) {
    tafl::generate_evasions(rules, p, moves);
  }
  static bool is_legal(const Rules& rules, const Position& p, Move move) {
    return tafl::is_legal(rules, p, move);
  }
  static std::uint64_t count_moves(const Rules& rules, const Position& p) {
    return tafl::count_moves(rules, p);
  }
  static Move random_move(const Rules& rules, const Position& p, Random& random) {
    return tafl::random_move(rules, p, random);
  }
  static bool play(const Rules& rules, Position& p, Move move) {
    return tafl::play(rules, p, move);
  }
  static bool is_capture(const Rules& rules, const Position& p, Move move) {
    const auto& enemies = p.pieces[static_cast<std::size_t>(other(p.side))];
    if ((rules.neighbours[static_cast<std::size_t>(move.to())] & enemies).none()) return false;
    return tafl::captures_of(rules, p, move).any();
  }
  static bool wins_at_once(const Rules& rules, const Position& p, Move move) {
    Position next = p;
    tafl::play(rules, next, move);
    return next.result == win_for(p.side);
  }

  static bool pass(const Rules& rules, Position& p) {
    if (p.pending || rules.has_dice()) return false;
    tafl::pass_turn(rules, p);
    if (tafl::has_move(rules, p)) return true;
    tafl::pass_turn(rules, p);
    return false;
  }

  static bool has_chance(const Rules& rules) { return rules.has_dice(); }
  /// Whether `side`, if it were to move, could win at once by capturing the king or by his escape.
  /// No false positives; other kinds of wins are not checked.
  static bool threatens(const Rules& rules, const Position& p, Side side) {
    return tafl::threatens(rules, p, side);
  }

  static void chance_outcomes(const Rules& rules, const Position& p, Chances& outcomes) {
    tafl::roll_outcomes(rules, p, outcomes);
  }
  static void play_chance(const Rules& rules, Position& p, std::uint8_t outcome) {
    tafl::play_roll(rules, p, outcome);
  }

  static std::uint64_t key(const Rules& rules, const Position& p) {
    if (!rules.count_quiet && !rules.count_plies && !rules.count_king_moves) return p.hash;
    const std::uint64_t counters = static_cast<std::uint64_t>(p.quiet) |
                                   static_cast<std::uint64_t>(p.plies) << 16 |
                                   static_cast<std::uint64_t>(p.king_moves) << 32;
    return counters == 0 ? p.hash : p.hash ^ mix64(counters);
  }
  static std::uint64_t repetition_key(const Position& p) { return p.hash; }
  static RepetitionRule repetition_rule(const Rules& rules) { return rules.parameters.repetition; }
  static Result no_legal_move_result(const Rules& rules, const Position& p) {
    return tafl::stuck_end(rules, p).second;
  }

  static std::string position_text(const Rules& rules, const Position& p) {
    return tafl::position_text(rules, p);
  }
  static Position parse_position(const Rules& rules, std::string_view text) {
    return tafl::parse_position(rules, text);
  }
  static std::string move_text(const Rules& rules, const Position&, Move move) {
    return tafl::move_text(rules, move);
  }
  static Move parse_move(const Rules& rules, const Position& p, std::string_view text) {
    return tafl::parse_move(rules, p, text);
  }
  static std::string chance_text(const Rules& rules, std::uint8_t outcome) {
    return tafl::roll_text(rules, outcome);
  }
  static std::uint8_t parse_chance(const Rules& rules, const Position& p, std::string_view text) {
    return tafl::parse_roll(rules, p, text);
  }
  static std::vector<std::string> captured_squares(const Rules& rules, const Position& p,
                                                   Move move) {
    return tafl::cell_names(rules, tafl::captures_of(rules, p, move));
  }
  static Picture picture(const Rules& rules, const Position& p) { return tafl::picture(rules, p); }
  static std::vector<std::string> move_squares(const Rules& rules, const Position&, Move move) {
    return tafl::move_squares(rules, move);
  }
  static tavlab::Words words(const Rules& rules) { return tafl::words(rules.parameters); }
  static std::span<const std::string_view> benchmarks() {
    static constexpr std::array<std::string_view, 7> ids = {
        "helmfrid-9", "helmfrid-11",   "tavlei-9",         "viavuca-11",
        "brandubh-7", "copenhagen-11", "alea-evangelii-19"};
    return ids;
  }
  static std::string_view notation() { return tafl::notation(); }
  static int piece_count(const Position& p, Side side) {
    return p.pieces[static_cast<std::size_t>(side)].count();
  }

  static double evaluate_logit(const Rules& rules, const Position& p) {
    return p.node == NodeKind::terminal ? logit(score(p.result)) : tafl::evaluate_logit(rules, p);
  }
  static double evaluate(const Rules& rules, const Position& p) {
    return logistic(evaluate_logit(rules, p));
  }
};

}  // namespace tavlab
