// Untrusted games as people write them down: reading one may throw only a UserError, and what can
// be played of it reads back as written.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/error.h"
#include "selfplay/record/game_file.h"
#include "tests/fuzz/fuzz_rules.h"

namespace tavlab::fuzz {
namespace {

/// Plays a game as far as it is legal. Returns it in the family's own notation.
template <Game G>
GameFile played(const typename G::Rules& rules, const GameFile& game) {
  GameFile own;
  GameState<G> state(rules);
  expect_one_line_error([&] {
    for (const GameFile::Word& word : game.moves) {
      if (state.over()) return;
      if (state.node_kind() == NodeKind::chance) {
        const std::uint8_t outcome = G::parse_chance(rules, state.position(), word.text);
        own.moves.push_back({G::chance_text(rules, outcome)});
        state.play_chance(outcome);
      } else {
        const typename G::Move move = G::parse_move(rules, state.position(), word.text);
        if (!state.allowed(move)) return;
        own.moves.push_back({G::move_text(rules, state.position(), move)});
        state.play(move);
      }
    }
  });
  return own;
}

struct PlayGameFile {
  template <Game G>
  static void run(const typename G::Rules& rules, std::string_view text) {
    GameFile game;
    expect_one_line_error([&] { game = parse_game_file(text, "input"); });
    const GameFile own = played<G>(rules, game);
    const GameFile again = parse_game_file(game_file_text(own), "written");
    require(again.moves.size() == own.moves.size());
    for (std::size_t i = 0; i < own.moves.size(); ++i) {
      require(again.moves[i].text == own.moves[i].text);
    }
  }
};

}  // namespace
}  // namespace tavlab::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tavlab::fuzz::under_all_rules<tavlab::fuzz::PlayGameFile>(std::string(data, data + size));
  return 0;
}
