#include "experiments/store/stored_games.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/ruleset/names.h"
#include "core/ruleset/ruleset.h"
#include "core/text.h"
#include "experiments/store/store.h"
#include "experiments/store/stored_rules.h"
#include "selfplay/record/escapes.h"
#include "selfplay/record/result_word.h"

namespace tavlab {
namespace {

/// The rules of a cell as a text that a record can contain; empty if their id names them.
std::string rules_text(const StoredCell& cell) {
  try {
    if (load_rule_set(cell.rules_id).hash_text() == cell.rules_hash) return {};
  } catch (const UserError&) {  // rules from a file
  }
  std::optional<RuleSet> rules = stored_rules(cell);
  if (!rules) return {};
  rules->id = file_id(rules->id);
  rules->source = "A store of games, which does not keep the source.";
  return on_one_line(to_toml(*rules));
}

RecordedGame recorded(const StoredCell& cell, const std::string& rules, const GameRecord& record) {
  RecordedGame game;
  std::string first = cell.agents.first, second = cell.agents.second;
  if (record.swapped) std::swap(first, second);
  game.headers = {{"Rules", cell.rules_id}};
  if (!rules.empty()) game.headers.emplace_back(kRulesText, rules);
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
    const std::string rules = rules_text(cell);
    store.each_game(cell.id, [&](const GameRecord& record) {
      games.push_back(recorded(cell, rules, record));
      games.back().line = static_cast<int>(games.size());
    });
  }
  return games;
}

}  // namespace tavlab
