#include "experiments/store/stored_games.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/text.h"
#include "experiments/store/store.h"
#include "selfplay/record/result_word.h"

namespace tavlab {
namespace {

RecordedGame recorded(const StoredCell& cell, const GameRecord& record) {
  RecordedGame game;
  std::string first = cell.agents.first, second = cell.agents.second;
  if (record.swapped) std::swap(first, second);
  game.headers = {{"Rules", cell.rules_id}};
  game.headers.emplace_back("First", first);
  game.headers.emplace_back("Second", second);
  game.headers.emplace_back("Game", fmt::format("{}", record.number));
  game.headers.emplace_back("Reason", record.reason);
  for (const std::string_view word : words_in(record.moves)) {
    game.moves.push_back({std::string(word)});
  }
  game.result = result_word(record.result);
  return game;
}

}  // namespace

std::vector<RecordedGame> stored_games(const std::filesystem::path& folder) {
  std::vector<RecordedGame> games;
  Store store = Store::open_for_report(folder);
  for (const StoredCell& cell : store.cells()) {
    store.each_game(cell.id, [&](const GameRecord& record) {
      games.push_back(recorded(cell, record));
      games.back().line = static_cast<int>(games.size());
    });
  }
  return games;
}

}  // namespace tavlab
