#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/ur/evaluation.h"
#include "core/ur/moves.h"
#include "core/ur/notation.h"
#include "core/ur/observation.h"
#include "core/ur/picture.h"
#include "core/ur/position.h"
#include "core/ur/random_game.h"
#include "core/ur/rules.h"
#include "core/ur/words.h"

namespace tavlab {

/// The Royal Game of Ur as a Game: White is the first player and begins. Every turn is a roll of
/// the dice, then a decision if the roll allows a move; otherwise the turn passes.
struct Ur {
  using Rules = ur::Rules;
  using Position = ur::Position;
  using Move = ur::Move;
  using Moves = FixedList<Move, ur::kMaxMoves>;
  using Chances = FixedList<ChanceOutcome, ur::kMaxRoll + 1>;

  using Observation = ur::Observation;
  using RandomGame = ur::RandomGame;

  static constexpr std::string_view family = "ur";
  static constexpr Capabilities capabilities{.sampled_chance = true,
                                             .random_game = true,
                                             .race = true,
                                             .exact_tables = true,
                                             .deadlock_search = true};
  static constexpr std::string_view first_player_name = "white";
  static constexpr std::string_view second_player_name = "black";
  static constexpr std::size_t max_moves = ur::kMaxMoves;
  static constexpr std::size_t max_chance_outcomes = ur::kMaxRoll + 1;

  static std::shared_ptr<const Rules> compile(const RuleSet& rule_set) {
    return ur::compile_rules(ur::read_parameters(rule_set));
  }
  static const FamilySchema& schema() { return ur::schema(); }
  static bool plays(const RuleSet&) { return true; }
  static Position start(const Rules& rules) { return ur::start_position(rules); }

  static Side to_move(const Position& p) { return p.side; }
  static NodeKind node_kind(const Position& p) { return p.node; }
  static Result result(const Position& p) { return p.result; }
  static std::string_view reason(const Position& p) { return ur::ending_text(p.ending); }
  static std::span<const std::string_view> reasons() {
    return std::span(ur::kEndingTexts).subspan(1);
  }

  static void generate(const Rules& rules, const Position& p, Moves& moves) {
    ur::generate(rules, p, moves);
  }
  static std::uint64_t count_moves(const Rules& rules, const Position& p) {
    return static_cast<std::uint64_t>(ur::count_moves(rules, p));
  }
  static Move random_move(const Rules& rules, const Position& p, Random& random) {
    return ur::random_move(rules, p, random);
  }
  static bool play(const Rules& rules, Position& p, Move move) {
    ur::play(rules, p, move);
    return false;
  }
  static bool is_capture(const Rules&, const Position& p, Move move) {
    return (p.masks.capture(static_cast<std::size_t>(p.side)) >> move.to() & 1) != 0;
  }
  static bool wins_at_once(const Rules& rules, const Position& p, Move move) {
    return move.to() == rules.exit &&
           p.home[static_cast<std::size_t>(p.side)] + 1 == rules.parameters.pieces_to_win;
  }

  static bool has_chance(const Rules&) { return true; }
  static void chance_outcomes(const Rules& rules, const Position&, Chances& outcomes) {
    outcomes.clear();
    for (std::size_t n = 0; n <= ur::kMaxRoll; ++n) {
      if (rules.probability[n] == 0) continue;
      outcomes.push({static_cast<std::uint8_t>(n), rules.probability[n]});
    }
  }
  static void play_chance(const Rules& rules, Position& p, std::uint8_t outcome) {
    ur::play_roll(rules, p, outcome);
  }
  /// One outcome by its probability, without a list of them.
  static std::uint8_t random_chance(const Rules& rules, const Position&, Random& random) {
    return rules.roll_case[random.below(static_cast<std::uint32_t>(rules.weight_sum))];
  }

  static std::uint64_t key(const Rules&, const Position& p) { return ur::position_key(p); }
  static std::uint64_t repetition_key(const Position& p) { return ur::position_key(p); }
  static RepetitionRule repetition_rule(const Rules&) {
    return {.verdict = RepetitionRule::Verdict::ignored};
  }
  static Result no_legal_move_result(const Rules&, const Position&) { return Result::draw; }

  static std::string position_text(const Rules& rules, const Position& p) {
    return ur::position_text(rules, p);
  }
  static Position parse_position(const Rules& rules, std::string_view text) {
    return ur::parse_position(rules, text);
  }
  static std::string move_text(const Rules& rules, const Position& p, Move move) {
    return ur::move_text(rules, p, move);
  }
  static Move parse_move(const Rules& rules, const Position& p, std::string_view text) {
    return ur::parse_move(rules, p, text);
  }
  static std::string chance_text(const Rules&, std::uint8_t outcome) {
    return ur::roll_text(outcome);
  }
  static std::uint8_t parse_chance(const Rules& rules, const Position& p, std::string_view text) {
    return ur::parse_roll(rules, p, text);
  }
  static std::vector<std::string> captured_squares(const Rules& rules, const Position& p,
                                                   Move move) {
    return ur::captured_squares(rules, p, move);
  }
  static Picture picture(const Rules& rules, const Position& p) { return ur::picture(rules, p); }
  static std::vector<std::string> move_squares(const Rules& rules, const Position& p, Move move) {
    return ur::move_squares(rules, p, move);
  }
  static Words words(const Rules& rules) { return ur::words(rules); }
  static std::span<const std::string_view> benchmarks() {
    static constexpr std::array<std::string_view, 2> ids = {"ur-finkel", "ur-skiryuk"};
    return ids;
  }
  static std::string_view notation() { return ur::notation(); }
  static int piece_count(const Position& p, Side side) {
    int count = 0;
    for (const ur::Stack stack : p.stacks) {
      for (ur::Stack rest = stack; rest != ur::kEmptyStack; rest = ur::pop(rest)) {
        count += ur::owner(ur::top(rest)) == side;
      }
    }
    return count;
  }

  static double evaluate(const Rules& rules, const Position& p) {
    return p.node == NodeKind::terminal ? score(p.result) : ur::evaluate(rules, p);
  }
};

}  // namespace tavlab
