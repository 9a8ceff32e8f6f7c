// Untrusted games: a line with a position, or an empty one for the start, and a line for each move
// or roll. Reading one may throw only a UserError, and a legal one leads to a sound position.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "core/error.h"
#include "tests/fuzz/fuzz_rules.h"
#include "tests/support/towers.h"

namespace tavlab::fuzz {
namespace {

/// Removes the first line from the text and returns it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

struct PlayMoves {
  template <Game G>
  static void run(const typename G::Rules& rules, std::string_view text) {
    GameState<G> state(rules);
    const std::string_view position = take_line(text);
    expect_one_line_error([&] {
      if (!position.empty()) state.reset(G::parse_position(rules, position));
    });
    for (int plies = 0; !text.empty() && plies < 100; ++plies) {
      const std::string_view line = take_line(text);
      expect_one_line_error([&] { play<G>(state, line); });
    }
  }

  template <Game G>
  static void play(GameState<G>& state, std::string_view text) {
    const typename G::Position before = state.position();
    if (text.starts_with('[')) {
      const std::uint8_t outcome = G::parse_chance(state.rules(), before, text);
      require(G::node_kind(before) == NodeKind::chance);
      require(G::chance_text(state.rules(), outcome) == text);
      if (state.over()) return;  // by repetition, which the family ignores
      state.play_chance(outcome);
    } else {
      const typename G::Move move = G::parse_move(state.rules(), before, text);
      MoveList<G> moves;
      G::generate(state.rules(), before, moves);
      require(std::find(moves.begin(), moves.end(), move) != moves.end());
      const Side mover = G::to_move(before);
      const auto lost = G::captured_squares(state.rules(), before, move).size();
      require(G::is_capture(state.rules(), before, move) == (lost > 0));
      if (state.over() || !state.allowed(move)) return;
      state.play(move);
      require_pieces<G>(state, before, mover, static_cast<int>(lost));
    }
    require_sound<G>(state.rules(), state.position());
  }

  /// The mover keeps his pieces, the opponent loses those captured.
  template <Game G>
  static void require_pieces(const GameState<G>& state, const typename G::Position& before,
                             Side mover, int lost) {
    if (has_towers<G>(state.rules())) {  // any number may be covered and set free by one move
      for (const Side side : {Side::first, Side::second}) {
        const int pieces = G::piece_count(state.position(), side);
        require(pieces >= 0 && pieces <= 16);
      }
    } else {
      // Where games begin on an empty board, a move may bring a piece there or take it home.
      const bool on_board = G::piece_count(G::start(state.rules()), mover) > 0;
      const int change = G::piece_count(state.position(), mover) - G::piece_count(before, mover);
      require(change == 0 || (!on_board && std::abs(change) == 1));
      require(G::piece_count(state.position(), other(mover)) + lost ==
              G::piece_count(before, other(mover)));
    }
  }
};

}  // namespace
}  // namespace tavlab::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tavlab::fuzz::under_all_rules<tavlab::fuzz::PlayMoves>(std::string(data, data + size));
  return 0;
}
