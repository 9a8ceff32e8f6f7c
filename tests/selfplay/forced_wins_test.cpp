// Wins by force that an exact search has proved: the selective search finds every one.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/families.h"
#include "core/text.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/protocol/move_words.h"

namespace tavlab {
namespace {

struct ForcedWin {
  int plies = 0;
  std::vector<std::string> moves;
};

/// tests/data/forced-wins.txt, by rule set.
std::map<std::string, std::vector<ForcedWin>> forced_wins() {
  std::ifstream file(std::string(TAVLAB_SOURCE_DIR) + "/tests/data/forced-wins.txt");
  std::map<std::string, std::vector<ForcedWin>> all;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const auto words = words_in(line);
    all[std::string(words.at(0))].push_back(
        {std::stoi(std::string(words.at(1))), {words.begin() + 2, words.end()}});
  }
  return all;
}

/// Some ten seconds. A tenth of it finds all but four: futility and late-move pruning leave out
/// quiet moves that threaten something until the search is deep enough.
constexpr const char* kAgent = "alphabeta:nodes=30000000";

TEST(ForcedWins, AreAllFound) {
  std::size_t count = 0;
  std::vector<std::string> missed;
  for (const auto& [id, wins] : forced_wins()) {
    visit_game(load_rule_set(id), [&, &id = id, &wins = wins](auto game, const auto& rules) {
      using G = decltype(game);
      const auto agent = make_agent<G>(AgentSpec::parse(kAgent), *rules);
      for (const ForcedWin& win : wins) {
        GameState<G> state(*rules);
        for (const std::string& word : win.moves) protocol::play_word(state, word);
        agent->start_game();
        Random random(1);
        agent->choose(state, random);
        const double won = state.to_move() == Side::first ? 1.0 : 0.0;
        // Only what is proven has exactly these values.
        EXPECT_NE(agent->value(), 1.0 - won) << id << ", after " << win.moves.size() << " words";
        if (agent->value() != won) {
          missed.push_back(fmt::format("{}: a win in {} after {} words, {}", id, win.plies,
                                       win.moves.size(),
                                       G::position_text(*rules, state.position())));
        }
        ++count;
      }
    });
  }
  EXPECT_EQ(count, 200U);
  EXPECT_TRUE(missed.empty()) << fmt::format("{}", fmt::join(missed, "\n"));
}

}  // namespace
}  // namespace tavlab
