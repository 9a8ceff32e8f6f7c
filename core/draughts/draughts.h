#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/draughts/evaluation.h"
#include "core/draughts/features.h"
#include "core/draughts/moves.h"
#include "core/draughts/notation.h"
#include "core/draughts/observation.h"
#include "core/draughts/picture.h"
#include "core/draughts/position.h"
#include "core/draughts/rules.h"
#include "core/draughts/words.h"
#include "core/game.h"

namespace tavlab {

/// Draughts of many kinds, with or without columns, as a Game. White is the first player.
struct Draughts : WithoutChance<draughts::Rules, draughts::Position> {
  using Rules = draughts::Rules;
  using Position = draughts::Position;
  using Move = draughts::Move;
  using Moves = draughts::Moves;

  using Observation = draughts::Observation;
  using Features = draughts::Features;

  static constexpr std::string_view family = "draughts";
  static constexpr Capabilities capabilities{.threats = true,
                                             .move_order_score = true,
                                             .material = true,
                                             .move_kinds = true,
                                             .features = true,
                                             .evaluation_logit = true,
                                             .must_capture = true};
  static constexpr std::string_view first_player_name = "white";
  static constexpr std::string_view second_player_name = "black";
  static constexpr std::size_t max_moves = draughts::kMaxMoves;

  static std::shared_ptr<const Rules> compile(const RuleSet& rule_set) {
    return draughts::compile_rules(draughts::read_parameters(rule_set));
  }
  static const FamilySchema& schema() { return draughts::schema(); }
  static bool plays(const RuleSet&) { return true; }
  static Position start(const Rules& rules) { return draughts::start_position(rules); }

  static Side to_move(const Position& p) { return p.side; }
  static NodeKind node_kind(const Position& p) { return p.node; }
  static Result result(const Position& p) { return p.result; }
  static std::string_view reason(const Position& p) { return draughts::ending_text(p.ending); }
  static std::span<const std::string_view> reasons() {
    return std::span(draughts::kEndingTexts).subspan(1);
  }

  static void generate(const Rules& rules, const Position& p, Moves& moves) {
    draughts::generate(rules, p, moves);
  }
  static std::uint64_t count_moves(const Rules& rules, const Position& p) {
    return draughts::count_moves(rules, p);
  }
  static Move random_move(const Rules& rules, const Position& p, Random& random) {
    return draughts::random_move(rules, p, random);
  }
  static bool play(const Rules& rules, Position& p, Move move) {
    return draughts::play(rules, p, move);
  }
  static bool is_capture(const Rules&, const Position&, Move move) { return move.captures(); }
  static bool must_capture(const Rules& rules, const Position& p) {
    return draughts::must_capture(rules, p);
  }
  static bool wins_at_once(const Rules& rules, const Position& p, Move move) {
    return draughts::wins_at_once(rules, p, move);
  }
  static bool threatens(const Rules& rules, const Position& p, Side side) {
    return draughts::threatens(rules, p, side);
  }
  static int move_order_score(const Rules& rules, const Position& p, Move move) {
    return draughts::move_order_score(rules, p, move);
  }

  /// Kinds of moves for statistics of records, and whether a move is of a kind.
  static constexpr std::array<std::string_view, 3> move_kinds = {"forced", "by_king",
                                                                 "several_captured"};
  static bool is_of_kind(const Rules& rules, const Position& p, Move move, std::size_t kind) {
    if (kind == 0) return draughts::count_moves(rules, p) == 1;
    if (kind == 1) return (p.kings >> move.from() & 1) != 0;
    return draughts::captured_squares(rules, p, move).size() > 1;
  }

  static std::uint64_t key(const Rules&, const Position& p) {
    const std::uint64_t counters =
        std::uint64_t{p.king_moves} | std::uint64_t{p.quiet} << 16 | std::uint64_t{p.plies} << 32;
    return counters == 0 ? p.hash : p.hash ^ mix64(counters);
  }
  static std::uint64_t repetition_key(const Position& p) { return p.hash; }
  static RepetitionRule repetition_rule(const Rules& rules) { return rules.parameters.repetition; }
  static Result no_legal_move_result(const Rules&, const Position& p) {
    return win_for(other(p.side));
  }

  static std::string position_text(const Rules& rules, const Position& p) {
    return draughts::position_text(rules, p);
  }
  static Position parse_position(const Rules& rules, std::string_view text) {
    return draughts::parse_position(rules, text);
  }
  static std::string move_text(const Rules& rules, const Position& p, Move move) {
    return draughts::move_text(rules, p, move);
  }
  static Move parse_move(const Rules& rules, const Position& p, std::string_view text) {
    return draughts::parse_move(rules, p, text);
  }
  static std::vector<std::string> captured_squares(const Rules& rules, const Position& p,
                                                   Move move) {
    return draughts::captured_squares(rules, p, move);
  }
  static Picture picture(const Rules& rules, const Position& p) {
    return draughts::picture(rules, p);
  }
  static std::vector<std::string> move_squares(const Rules& rules, const Position& p, Move move) {
    return draughts::move_squares(rules, p, move);
  }
  static Words words(const Rules& rules) { return draughts::words(rules); }
  static std::span<const std::string_view> benchmarks() {
    static constexpr std::array<std::string_view, 4> ids = {"russian-draughts", "bashni", "lasca",
                                                            "italian-draughts"};
    return ids;
  }
  static std::string_view notation() { return draughts::notation(); }
  static int piece_count(const Position& p, Side side) { return draughts::free_pieces(p, side); }

  static double evaluate_material(const Rules& rules, const Position& p) {
    return p.node == NodeKind::terminal ? score(p.result) : draughts::evaluate_material(rules, p);
  }
  static double evaluate_logit(const Rules& rules, const Position& p) {
    return p.node == NodeKind::terminal ? logit(score(p.result))
                                        : draughts::evaluate_logit(rules, p);
  }
  static double evaluate(const Rules& rules, const Position& p) {
    return logistic(evaluate_logit(rules, p));
  }
};

}  // namespace tavlab
