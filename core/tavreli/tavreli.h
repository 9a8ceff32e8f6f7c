#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/tavreli/evaluation.h"
#include "core/tavreli/features.h"
#include "core/tavreli/moves.h"
#include "core/tavreli/notation.h"
#include "core/tavreli/observation.h"
#include "core/tavreli/picture.h"
#include "core/tavreli/position.h"
#include "core/tavreli/position_text.h"
#include "core/tavreli/rules.h"
#include "core/tavreli/words.h"

namespace tavlab {

/// Tavreli, and chess with stacking off, as a Game: White is the first player.
struct Tavreli : WithoutChance<tavreli::Rules, tavreli::Position> {
  using Rules = tavreli::Rules;
  using Position = tavreli::Position;
  using Move = tavreli::Move;
  using Moves = FixedList<Move, tavreli::kMaxMoves>;

  using Observation = tavreli::Observation;
  using Features = tavreli::Features;

  static constexpr std::string_view family = "tavreli";
  static constexpr Capabilities capabilities{.threats = true,
                                             .move_order_score = true,
                                             .material = true,
                                             .move_kinds = true,
                                             .null_move = true,
                                             .forcing_list = true,
                                             .legality_test = true,
                                             .features = true,
                                             .evaluation_logit = true};
  static constexpr std::string_view first_player_name = "white";
  static constexpr std::string_view second_player_name = "black";
  static constexpr std::size_t max_moves = tavreli::kMaxMoves;

  static std::shared_ptr<const Rules> compile(const RuleSet& rule_set) {
    return tavreli::compile_rules(tavreli::read_parameters(rule_set));
  }
  static const FamilySchema& schema() { return tavreli::schema(); }
  static bool plays(const RuleSet&) { return true; }
  static Position start(const Rules& rules) { return tavreli::start_position(rules); }

  static Side to_move(const Position& p) { return p.side; }
  static NodeKind node_kind(const Position& p) { return p.node; }
  static Result result(const Position& p) { return p.result; }
  static std::string_view reason(const Position& p) { return tavreli::ending_text(p.ending); }
  static std::span<const std::string_view> reasons() {
    return std::span(tavreli::kEndingTexts).subspan(1);
  }

  static void generate(const Rules& rules, const Position& p, Moves& moves) {
    tavreli::generate(rules, p, moves);
  }
  static bool is_legal(const Rules& rules, const Position& p, Move move) {
    return tavreli::is_legal(rules, p, move);
  }
  static std::uint64_t count_moves(const Rules& rules, const Position& p) {
    return tavreli::count_moves(rules, p);
  }
  static Move random_move(const Rules& rules, const Position& p, Random& random) {
    return tavreli::random_move(rules, p, random);
  }
  static bool play(const Rules& rules, Position& p, Move move) {
    return tavreli::play(rules, p, move);
  }
  static bool pass(const Rules& rules, Position& p) { return tavreli::pass(rules, p); }
  static bool is_capture(const Rules&, const Position& p, Move move) {
    return tavreli::is_capture(p, move);
  }
  static bool wins_at_once(const Rules& rules, const Position& p, Move move) {
    Position next = p;
    tavreli::play(rules, next, move);
    return next.result == win_for(p.side);
  }

  /// Whether `side`, if it were to move, could move onto the opponent's volkhv: a check that must
  /// be answered, or a win. If checkmate wins, the side to move never can; mates are not detected.
  static bool threatens(const Rules& rules, const Position& p, Side side) {
    return tavreli::threatens(rules, p, side);
  }
  static int move_order_score(const Rules& rules, const Position& p, Move move) {
    return tavreli::move_order_score(rules, p, move);
  }

  static void generate_forcing(const Rules& rules, const Position& p, int least, Moves& moves) {
    tavreli::generate_forcing(rules, p, least, moves);
  }

  /// Kinds of moves: onto one's own tower; castling; onto one's own tower so that three pieces or
  /// more stand there; of several pieces together.
  static constexpr std::array<std::string_view, 4> move_kinds = {"own_stacking", "castling",
                                                                 "own_stacking_3", "carrying"};
  static bool is_of_kind(const Rules&, const Position& p, Move move, std::size_t kind) {
    const bool castles = move.special() == Move::Special::castling;
    if (kind == 1) return castles;
    if (kind == 3) return move.pieces() > 1;
    const auto to = static_cast<std::size_t>(move.to());
    const bool onto_own =
        !castles && (p.owned[static_cast<std::size_t>(p.side)] >> move.to() & 1) != 0;
    return onto_own && (kind == 0 || p.height[to] + move.pieces() >= 3);
  }

  static std::uint64_t key(const Rules&, const Position& p) {
    const std::uint64_t counters = std::uint64_t{p.quiet} | std::uint64_t{p.plies} << 16;
    return counters == 0 ? p.hash : p.hash ^ mix64(counters);
  }
  static std::uint64_t repetition_key(const Position& p) { return p.hash; }
  static RepetitionRule repetition_rule(const Rules& rules) { return rules.parameters.repetition; }
  static Result no_legal_move_result(const Rules&, const Position&) { return Result::draw; }

  static std::string position_text(const Rules& rules, const Position& p) {
    return tavreli::position_text(rules, p);
  }
  static Position parse_position(const Rules& rules, std::string_view text) {
    return tavreli::parse_position(rules, text);
  }
  static std::string move_text(const Rules&, const Position& p, Move move) {
    return tavreli::move_text(p, move);
  }
  static Move parse_move(const Rules& rules, const Position& p, std::string_view text) {
    return tavreli::parse_move(rules, p, text);
  }
  static std::vector<std::string> captured_squares(const Rules&, const Position& p, Move move) {
    return tavreli::captured_squares(p, move);
  }
  static Picture picture(const Rules& rules, const Position& p) {
    return tavreli::picture(rules, p);
  }
  static std::vector<std::string> move_squares(const Rules&, const Position&, Move move) {
    return tavreli::move_squares(move);
  }
  static Words words(const Rules& rules) { return tavreli::words(rules); }
  static std::span<const std::string_view> benchmarks() {
    static constexpr std::array<std::string_view, 1> ids = {"tavreli"};
    return ids;
  }
  static std::string_view notation() { return tavreli::notation(); }
  static int piece_count(const Position& p, Side side) { return tavreli::free_pieces(p, side); }

  static double evaluate_material(const Rules& rules, const Position& p) {
    return p.node == NodeKind::terminal ? score(p.result) : tavreli::evaluate_material(rules, p);
  }
  static double evaluate_logit(const Rules& rules, const Position& p) {
    return p.node == NodeKind::terminal ? logit(score(p.result))
                                        : tavreli::evaluate_logit(rules, p);
  }
  static double evaluate(const Rules& rules, const Position& p) {
    return logistic(evaluate_logit(rules, p));
  }
};

}  // namespace tavlab
