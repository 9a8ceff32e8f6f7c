#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"

/// Small games with known answers, for tests of code over the Game concept.
namespace tavlab::toy {

/// A move that is a number, stored as number + 1 since zero is no move.
struct Move {
  std::uint16_t code = 0;
  [[nodiscard]] std::uint64_t word() const { return code; }
  static Move from_word(std::uint64_t word) { return {static_cast<std::uint16_t>(word)}; }
  static Move number(int n) { return {static_cast<std::uint16_t>(n + 1)}; }
  [[nodiscard]] int number() const { return code - 1; }
  friend bool operator==(Move, Move) = default;
};

/// What toy games have in common: everything that follows from generate and play.
template <typename Self, typename RulesType, typename PositionType, std::size_t MaxMoves,
          std::size_t MaxOutcomes = 1>
struct Toy {
  using Rules = RulesType;
  using Position = PositionType;
  using Move = toy::Move;
  using Moves = FixedList<Move, MaxMoves>;
  using Outcomes = FixedList<ChanceOutcome, MaxOutcomes>;
  static constexpr Capabilities capabilities{};
  static constexpr std::size_t max_moves = MaxMoves;
  static constexpr std::size_t max_chance_outcomes = MaxOutcomes;
  static constexpr std::string_view first_player_name = "first";
  static constexpr std::string_view second_player_name = "second";

  static std::shared_ptr<const Rules> compile(const RuleSet&) { return std::make_shared<Rules>(); }
  static Side to_move(const Position& p) { return p.side; }
  static NodeKind node_kind(const Position& p) { return p.node; }
  static Result result(const Position& p) { return p.result; }
  static std::string_view reason(const Position&) { return "end of the game"; }
  static std::uint64_t count_moves(const Rules& rules, const Position& p) {
    Moves moves;
    Self::generate(rules, p, moves);
    return moves.size();
  }
  static Move random_move(const Rules& rules, const Position& p, Random& random) {
    Moves moves;
    Self::generate(rules, p, moves);
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
  }
  static bool is_capture(const Rules&, const Position&, Move) { return false; }
  static bool has_chance(const Rules&) { return MaxOutcomes > 1; }
  static void chance_outcomes(const Rules&, const Position&, Outcomes& outcomes) {
    outcomes.clear();
    outcomes.push({0, 1.0});  // never asked for without dice, but compilers cannot know
  }
  static void play_chance(const Rules&, Position&, std::uint8_t) {}
  static std::uint64_t repetition_key(const Position& p) { return Self::key({}, p); }
  static RepetitionRule repetition_rule(const Rules&) { return {}; }
  static Result no_legal_move_result(const Rules&, const Position&) { return Result::draw; }
  static std::string position_text(const Rules&, const Position&) { return "-"; }
  static Position parse_position(const Rules& rules, std::string_view) {
    return Self::start(rules);
  }
  static std::string move_text(const Rules&, const Position&, Move move) {
    return std::to_string(move.number());
  }
  static Move parse_move(const Rules&, const Position&, std::string_view text) {
    return Move::number(std::stoi(std::string(text)));
  }
  static std::string chance_text(const Rules&, std::uint8_t outcome) {
    return std::to_string(outcome);
  }
  static std::uint8_t parse_chance(const Rules&, const Position&, std::string_view text) {
    return static_cast<std::uint8_t>(std::stoi(std::string(text)));
  }
  static std::vector<std::string> captured_squares(const Rules&, const Position&, Move) {
    return {};
  }
  static int piece_count(const Position&, Side) { return 0; }
  static double evaluate(const Rules&, const Position& p) {
    return p.node == NodeKind::terminal ? score(p.result) : 0.5;
  }
  static bool wins_at_once(const Rules& rules, const Position& p, Move move) {
    Position next = p;
    Self::play(rules, next, move);
    return next.node == NodeKind::terminal && next.result == win_for(p.side);
  }

 protected:
  static void end(Position& p, Result result) {
    p.node = NodeKind::terminal;
    p.result = result;
  }
};

struct NoRules {};
inline constexpr NoRules no_rules{};

/// What every toy position starts with.
struct Common {
  Side side = Side::first;
  NodeKind node = NodeKind::decision;
  Result result = Result::unfinished;
};

// ---------------------------------------------------------------------------------------------

struct TicTacToePosition : Common {
  std::array<std::uint16_t, 2> cells{};  ///< a bit for each cell taken by each side
};

/// Noughts and crosses: a draw.
struct TicTacToe : Toy<TicTacToe, NoRules, TicTacToePosition, 9> {
  static Position start(const Rules&) { return {}; }
  static void generate(const Rules&, const Position& p, Moves& moves) {
    moves.clear();
    for (int cell = 0; cell < 9; ++cell) {
      if (((p.cells[0] | p.cells[1]) >> cell & 1) == 0) moves.push(Move::number(cell));
    }
  }
  static bool play(const Rules&, Position& p, Move move) {
    auto& own = p.cells[static_cast<std::size_t>(p.side)];
    own = static_cast<std::uint16_t>(own | 1U << move.number());
    for (const unsigned line : {0007U, 0070U, 0700U, 0111U, 0222U, 0444U, 0421U, 0124U}) {
      if ((own & line) == line) end(p, win_for(p.side));
    }
    if (p.node == NodeKind::decision && (p.cells[0] | p.cells[1]) == 0777) end(p, Result::draw);
    p.side = other(p.side);
    return true;
  }
  static std::uint64_t key(const Rules&, const Position& p) {
    return mix64(p.cells[0] | std::uint64_t{p.cells[1]} << 16);
  }
  /// Plays cells in order from the empty board.
  static GameState<TicTacToe> after(const Rules& rules, std::initializer_list<int> cells) {
    GameState<TicTacToe> state(rules);
    for (const int cell : cells) state.play(Move::number(cell));
    return state;
  }
};

// ---------------------------------------------------------------------------------------------

struct RaceRules {
  int length = 5;     ///< steps to the goal
  int max_plies = 6;  ///< then the game is a draw
};

struct RacePosition : Common {
  std::array<std::int8_t, 2> steps{};
  std::int8_t throw_value = -1;
  std::int8_t plies = 0;
};

/// A race with dice: roll 0 (1/8), 1 (1/2), 2 (1/4) or 3 (1/8), then walk or push the opponent back
/// by as much. Its value is an expectation over the rolls and optimal choices.
struct Race : Toy<Race, RaceRules, RacePosition, 2, 4> {
  static Position start(const Rules&) {
    Position p;
    p.node = NodeKind::chance;
    return p;
  }
  static void generate(const Rules&, const Position& p, Moves& moves) {
    moves.clear();
    moves.push(Move::number(0));                         // walk
    if (p.throw_value > 0) moves.push(Move::number(1));  // push
  }
  static bool play(const Rules& rules, Position& p, Move move) {
    const auto me = static_cast<std::size_t>(p.side);
    if (move.number() == 0) {
      p.steps[me] = static_cast<std::int8_t>(p.steps[me] + p.throw_value);
    } else {
      auto& steps = p.steps[1 - me];
      steps = static_cast<std::int8_t>(std::max(0, steps - p.throw_value));
    }
    ++p.plies;
    p.throw_value = -1;
    p.node = NodeKind::chance;
    if (p.steps[me] >= rules.length) {
      end(p, win_for(p.side));
    } else if (p.plies >= rules.max_plies) {
      end(p, Result::draw);
    }
    p.side = other(p.side);
    return true;
  }
  static void chance_outcomes(const Rules&, const Position&, Outcomes& outcomes) {
    outcomes.clear();
    outcomes.push({0, 0.125});
    outcomes.push({1, 0.5});
    outcomes.push({2, 0.25});
    outcomes.push({3, 0.125});
  }
  static void play_chance(const Rules&, Position& p, std::uint8_t outcome) {
    p.throw_value = static_cast<std::int8_t>(outcome);
    p.node = NodeKind::decision;
  }
  static std::uint64_t key(const Rules&, const Position& p) {
    std::uint64_t h = static_cast<std::uint64_t>(p.side);
    for (const int part : {int{p.steps[0]}, int{p.steps[1]}, p.throw_value + 1, int{p.plies}}) {
      h = h * 64 + static_cast<std::uint64_t>(part);
    }
    return mix64(h);
  }
};

// ---------------------------------------------------------------------------------------------

struct ChaseRules {
  int size = 6;  ///< cells of the ring
  RepetitionRule repetition{RepetitionRule::Verdict::draw, RepetitionRule::Scope::position, 2};
};

struct ChasePosition : Common {
  std::array<std::int8_t, 2> at{};
};

/// Two walkers on a ring, one step a turn in either direction; who steps onto the other wins.
/// Without a repetition rule it need not end.
struct Chase : Toy<Chase, ChaseRules, ChasePosition, 2> {
  static Position start(const Rules& rules) {
    Position p;
    p.at[1] = static_cast<std::int8_t>(rules.size / 2);
    return p;
  }
  static void generate(const Rules&, const Position&, Moves& moves) {
    moves.clear();
    moves.push(Move::number(0));
    moves.push(Move::number(1));
  }
  static bool play(const Rules& rules, Position& p, Move move) {
    const auto me = static_cast<std::size_t>(p.side);
    const int step = move.number() == 0 ? 1 : rules.size - 1;
    p.at[me] = static_cast<std::int8_t>((p.at[me] + step) % rules.size);
    if (p.at[0] == p.at[1]) end(p, win_for(p.side));
    p.side = other(p.side);
    return false;
  }
  static std::uint64_t key(const Rules&, const Position& p) { return repetition_key(p); }
  static std::uint64_t repetition_key(const Position& p) {
    return mix64(static_cast<std::uint64_t>(p.at[0]) | static_cast<std::uint64_t>(p.at[1]) << 8 |
                 static_cast<std::uint64_t>(p.side) << 16);
  }
  static RepetitionRule repetition_rule(const Rules& rules) { return rules.repetition; }
  static Result no_legal_move_result(const Rules&, const Position& p) {
    return win_for(other(p.side));
  }
};

// ---------------------------------------------------------------------------------------------

struct WideRules {
  int width = 110;  ///< moves in every position
  int depth = 40;   ///< plies of a game
};

struct WidePosition : Common {
  std::uint64_t hash = 1;
  std::int32_t plies = 0;
  std::int32_t lean = 0;
};

/// Many moves everywhere, like a tafl board, and a result that looks random but leans to whoever
/// plays small numbers, so that a search has something to prefer.
struct Wide : Toy<Wide, WideRules, WidePosition, 256> {
  static Position start(const Rules&) { return {}; }
  static void generate(const Rules& rules, const Position&, Moves& moves) {
    moves.clear();
    for (int i = 0; i < rules.width; ++i) moves.push(Move::number(i));
  }
  static Move random_move(const Rules& rules, const Position&, Random& random) {
    return Move::number(static_cast<int>(random.below(static_cast<std::uint32_t>(rules.width))));
  }
  static bool play(const Rules& rules, Position& p, Move move) {
    p.hash = mix64(p.hash + static_cast<std::uint64_t>(move.number()));
    p.lean += (p.side == Side::first ? -1 : 1) * (move.number() - rules.width / 2);
    p.side = other(p.side);
    if (++p.plies >= rules.depth) {
      const auto noise = static_cast<int>(p.hash % 1000) - 500;
      end(p, p.lean + noise > 0 ? Result::first_wins : Result::second_wins);
    }
    return true;
  }
  static bool wins_at_once(const Rules& rules, const Position& p, Move move) {
    return p.plies + 1 >= rules.depth && Toy::wins_at_once(rules, p, move);
  }
  static std::uint64_t key(const Rules&, const Position& p) { return p.hash; }
};

static_assert(Game<TicTacToe> && Game<Race> && Game<Chase> && Game<Wide>);

// ---------------------------------------------------------------------------------------------

/// The first player's expected score under best play, by exhaustive search. For small games.
template <Game G>
double exact_value(GameState<G>& state) {
  if (state.over()) return score(state.result());
  const auto mark = state.mark();
  if (state.node_kind() == NodeKind::chance) {
    ChanceList<G> outcomes;
    G::chance_outcomes(state.rules(), state.position(), outcomes);
    double value = 0;
    for (const ChanceOutcome& outcome : outcomes) {
      state.play_chance(outcome.value);
      value += outcome.probability * exact_value(state);
      state.rewind(mark);
    }
    return value;
  }
  const bool first = state.to_move() == Side::first;
  double best = first ? 0 : 1;
  MoveList<G> moves;
  state.legal_moves(moves);
  for (const auto move : moves) {
    state.play(move);
    const double value = exact_value(state);
    state.rewind(mark);
    best = first ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

}  // namespace tavlab::toy
