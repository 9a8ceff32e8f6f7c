// A recorded game of every built-in rule set, under version control: any change to the rules, the
// notation or the random streams shows as a difference in tests/data/playthroughs, to be reviewed.
// TAVLAB_RECORD=1 rewrites them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/families.h"
#include "core/game_state.h"
#include "tests/support/later_version.h"
#include "tests/support/test_name.h"

namespace tavlab {
namespace {

constexpr int kPlies = 60;

/// Random moves, every second one a capture if possible, so that games make progress.
template <Game G>
typename G::Move pick(const GameState<G>& state, Random& random) {
  MoveList<G> moves;
  state.legal_moves(moves);
  if (random.below(2) == 0) {
    for (const auto move : moves) {
      if (G::is_capture(state.rules(), state.position(), move)) return move;
    }
  }
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

std::string play(const RuleSet& rule_set) {
  return visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    std::ostringstream text;
    text << "# " << rule_set.id << ", rules " << rule_set.hash_text() << "\n"
         << G::position_text(*rules, G::start(*rules)) << "\n";
    GameState<G> state(*rules);
    Random random(hash_text(rule_set.id));
    while (!state.over() && state.plies() < kPlies) {
      if (state.node_kind() == NodeKind::chance) {
        text << G::chance_text(*rules, state.play_random_chance(random)) << "\n";
        continue;
      }
      const auto move = pick(state, random);
      text << state.plies() << ' ' << player_name<G>(state.to_move()) << ", "
           << state.count_legal_moves()
           << " moves: " << G::move_text(*rules, state.position(), move);
      for (const std::string& square : G::captured_squares(*rules, state.position(), move)) {
        text << " x" << square;
      }
      state.play(move);
      text << "\n  " << G::position_text(*rules, state.position()) << "\n";
    }
    text << result_text<G>(state.result()) << ' ' << state.reason() << "\n";
    return text.str();
  });
}

class Playthrough : public testing::TestWithParam<std::string> {};

TEST_P(Playthrough, IsAsRecorded) {
  const std::filesystem::path path =
      std::filesystem::path(TAVLAB_TEST_DATA) / "playthroughs" / (GetParam() + ".txt");
  const std::string played = play(load_rule_set(GetParam()));
  if (std::getenv("TAVLAB_RECORD") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << played;
  }
  std::ifstream file(path);
  ASSERT_TRUE(file) << "no record; TAVLAB_RECORD=1 makes one: " << path;
  std::ostringstream recorded;
  recorded << file.rdbuf();
  EXPECT_EQ(played, recorded.str());
}

/// A parameter that a later version adds changes no recorded game.
TEST_P(Playthrough, IsTheSameInALaterVersion) {
  const RuleSet now = load_rule_set(GetParam());
  EXPECT_EQ(play(later_version::upgraded(now)), play(now));
}

INSTANTIATE_TEST_SUITE_P(Every, Playthrough, testing::ValuesIn(builtin_rule_set_ids()),
                         [](const auto& rules) { return test_name(rules.param); });

}  // namespace
}  // namespace tavlab
