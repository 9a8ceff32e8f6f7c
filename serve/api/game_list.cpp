// The games that runs have stored: in the store of an experiment, or in shards of self-play.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/ruleset/names.h"
#include "core/text.h"
#include "core/translation.h"
#include "experiments/store/cell_label.h"
#include "experiments/store/store_look.h"
#include "experiments/store/stored_result.h"
#include "experiments/store/stored_rules.h"
#include "selfplay/dataset/shard_list.h"
#include "selfplay/run_folder.h"
#include "serve/api/request.h"
#include "serve/api/run_answers.h"

namespace tavlab::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kFewGames = 50, kMostGames = 500;
constexpr std::uint64_t kMostOffset = std::uint64_t{1} << 40;

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Which games are asked for.
struct GameQuery {
  std::string part, rules;  ///< all if empty
  std::optional<Result> result;
  std::uint64_t offset = 0, limit = kFewGames;
  Language language = Language::english;
};

GameQuery query_of(const Json& parameters) {
  GameQuery query;
  query.part = optional_text(parameters, "part").value_or("");
  query.rules = optional_text(parameters, "rules").value_or("");
  if (const std::string word = optional_text(parameters, "result").value_or(""); !word.empty()) {
    query.result = find_stored_result(word);
    if (!query.result) {
      throw UserError("'result' must be first, draw, second or unfinished");
    }
  }
  const auto number = [&](const char* key, std::uint64_t fallback, std::uint64_t most) {
    const std::optional<std::string> text = optional_text(parameters, key);
    if (!text) return fallback;
    const std::optional<std::uint64_t> found = number_in(*text);
    if (!found || *found > most) {
      throw UserError(fmt::format("'{}' must be a whole number up to {}", key, most));
    }
    return *found;
  };
  query.offset = number("offset", 0, kMostOffset);
  query.limit = number("limit", kFewGames, kMostGames);
  query.language = language_of(parameters);
  return query;
}

/// Who played and won, for a list and for a game.
struct GameFacts {
  std::string id;
  std::uint64_t number = 0;  ///< from 1, as reports count
  std::optional<std::string> first, second;
  std::string rules, family;
  std::array<std::string, 2> sides;
  Result result = Result::unfinished;
  std::string reason;
  int plies = 0;
};

Json facts_json(const GameFacts& facts, Language language) {
  Json winner = nullptr;
  if (facts.result == Result::first_wins) winner = facts.sides[0];
  if (facts.result == Result::second_wins) winner = facts.sides[1];
  return {{"id", facts.id},
          {"number", facts.number},
          {"first", facts.first ? Json(*facts.first) : Json()},
          {"second", facts.second ? Json(*facts.second) : Json()},
          {"rules", facts.rules},
          {"sides", facts.sides},
          {"result", stored_result_word(facts.result)},
          {"winner", winner},
          {"reason", text_in(language, facts.family, facts.reason)},
          {"plies", facts.plies}};
}

Json list_json(const GameQuery& query, std::uint64_t total, Json parts, const std::string& part,
               const std::set<std::string>& rules, Json games) {
  return {{"total", total}, {"offset", query.offset}, {"parts", std::move(parts)},
          {"part", part},   {"rules", rules},         {"games", std::move(games)}};
}

/// The rules of a stored game as requests name them: `rules` and `changes` if those that come with
/// this version are the same, `toml` if not.
Json rules_json(const std::string& id, const std::vector<std::string>& changes,
                const std::string& hash, const std::optional<RuleSet>& stored) {
  const std::string base = base_id(id);
  try {
    if (std::ranges::count(builtin_rule_set_ids(), base) > 0 &&
        load_rule_set(base, changes).hash_text() == hash) {
      return {{"rules", base}, {"changes", changes}, {"toml", nullptr}};
    }
  } catch (const UserError&) {
    // Changes of another version; the store has all parameters.
  }
  if (!stored) {
    throw UserError(
        fmt::format("this version of tavlab cannot read the rules of the game, {}", in_quotes(id)));
  }
  RuleSet rules = *stored;
  if (rules.source.empty()) rules.source = "stored with its games";  // files must name one
  return {{"rules", base}, {"changes", Json::array()}, {"toml", to_toml(rules)}};
}

Json game_json(const GameFacts& facts, Language language, Json rules, std::string_view moves) {
  Json json = facts_json(facts, language);
  json["title"] = json["rules"];
  json.update(rules);
  json["position"] = nullptr;  // all stored games begin where their rules say
  json["moves"] = words_in(moves);
  return json;
}

// ---- Stores.

GameFacts facts_of(const StoredCell& cell, const ListedGame& game) {
  GameFacts facts;
  facts.id = fmt::format("{}-{}", game.cell, game.number);
  facts.number = game.number + 1;
  facts.first = game.swapped ? cell.agents.second : cell.agents.first;
  facts.second = game.swapped ? cell.agents.first : cell.agents.second;
  facts.rules = cell.rules_id;
  facts.family = cell.family;
  facts.sides = {cell.game.first_player, cell.game.second_player};
  facts.result = game.result;
  facts.reason = game.reason;
  facts.plies = game.plies;
  return facts;
}

std::string name_of(const StoredCell& cell) {
  const std::string label = short_label(cell);
  return label.empty() ? cell.agents.name : fmt::format("{}; {}", label, cell.agents.name);
}

Json list_of_store(StoreLook& store, const GameQuery& query) {
  const std::vector<StoredCell> cells = store.cells();
  Json parts = Json::array();
  std::set<std::string> rules;
  GameFilter filter;
  filter.result = query.result;
  const bool all = query.part.empty() && query.rules.empty();
  if (!all) filter.cells.emplace();
  for (const StoredCell& cell : cells) {
    const std::string id = fmt::format("{}", cell.id);
    parts.push_back({{"id", id}, {"name", name_of(cell)}});
    rules.insert(cell.rules_id);
    if (all || (!query.part.empty() && query.part != id) ||
        (!query.rules.empty() && query.rules != cell.rules_id)) {
      continue;
    }
    filter.cells->push_back(cell.id);
  }
  Json games = Json::array();
  for (const ListedGame& game : store.list(filter, query.offset, query.limit)) {
    const auto cell = std::ranges::find(cells, game.cell, &StoredCell::id);
    if (cell != cells.end()) games.push_back(facts_json(facts_of(*cell, game), query.language));
  }
  return list_json(query, store.count(filter), std::move(parts), query.part, rules,
                   std::move(games));
}

std::optional<Json> game_of_store(StoreLook& store, std::uint64_t cell_id, std::uint64_t number,
                                  Language language) {
  const std::vector<StoredCell> cells = store.cells();
  const auto cell = std::ranges::find(cells, static_cast<std::int64_t>(cell_id), &StoredCell::id);
  if (cell == cells.end()) return std::nullopt;
  const std::optional<PlayedGame> game = store.game(cell->id, number);
  if (!game) return std::nullopt;
  const GameFacts facts = facts_of(*cell, *game);
  return game_json(
      facts, language,
      rules_json(cell->rules_id, cell->overrides, cell->rules_hash, stored_rules(*cell)),
      game->moves);
}

// ---- Shards of self-play: each is a part.

/// The shards of a folder by their numbers, the newest first.
std::vector<std::pair<std::uint64_t, fs::path>> shards_in(const fs::path& folder) {
  std::vector<std::pair<std::uint64_t, fs::path>> shards;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::uint64_t number = shard_number(entry.path());
    if (number > 0 && is_own_file(entry.path())) shards.emplace_back(number, entry.path());
  }
  std::ranges::sort(shards, std::greater<>());
  return shards;
}

/// Who played a side; null for those whose games the shard is about.
std::optional<std::string> guest_of(StoredGame::Guest guest, bool second) {
  using Guest = StoredGame::Guest;
  if (guest == (second ? Guest::past_second : Guest::past_first)) return "an earlier round";
  if (guest == (second ? Guest::agent_second : Guest::agent_first)) return "an opponent";
  return std::nullopt;
}

GameFacts facts_of(std::uint64_t shard, const ShardList& list, std::size_t index,
                   const std::array<std::string, 2>& sides) {
  const ListedShardGame& game = list.games[index];
  GameFacts facts;
  facts.id = fmt::format("{}-{}", shard, index);
  facts.number = game.number + 1;
  facts.first = guest_of(game.guest, false);
  facts.second = guest_of(game.guest, true);
  facts.rules = list.info.rules[game.rules].id;
  facts.family = list.info.rules[game.rules].family;
  facts.sides = sides;
  facts.result = game.result;
  facts.reason = game.reason;
  facts.plies = game.plies;
  return facts;
}

std::array<std::string, 2> sides_of(const ShardList& list, std::uint32_t rules) {
  const GameInfo game = describe_game(list.info.rules[rules]);
  return {game.first_player, game.second_player};
}

Json list_of_shards(const fs::path& folder, const GameQuery& query) {
  const auto shards = shards_in(folder);
  Json parts = Json::array();
  const fs::path* chosen = nullptr;
  std::uint64_t part = 0;
  for (const auto& [number, path] : shards) {
    const std::string id = fmt::format("{}", number);
    parts.push_back({{"id", id}, {"name", path.filename().string()}});
    if (chosen == nullptr && (query.part.empty() || query.part == id)) {
      chosen = &path;
      part = number;
    }
  }
  std::set<std::string> rules;
  Json games = Json::array();
  std::uint64_t total = 0;
  if (chosen != nullptr) {
    const ShardList list = list_shard(*chosen);
    std::vector<std::array<std::string, 2>> sides;
    for (std::uint32_t i = 0; i < list.info.rules.size(); ++i) {
      sides.push_back(sides_of(list, i));
      rules.insert(list.info.rules[i].id);
    }
    for (std::size_t i = 0; i < list.games.size(); ++i) {
      const ListedShardGame& game = list.games[i];
      if (query.result && game.result != *query.result) continue;
      if (!query.rules.empty() && list.info.rules[game.rules].id != query.rules) continue;
      const std::uint64_t place = total++;
      if (place < query.offset || games.size() >= query.limit) continue;
      games.push_back(facts_json(facts_of(part, list, i, sides[game.rules]), query.language));
    }
  }
  return list_json(query, total, std::move(parts),
                   chosen == nullptr ? std::string() : fmt::format("{}", part), rules,
                   std::move(games));
}

std::optional<Json> game_of_shard(const fs::path& folder, std::uint64_t shard, std::size_t index,
                                  Language language) {
  for (const auto& [number, path] : shards_in(folder)) {
    if (number != shard) continue;
    const ShardList list = list_shard(path);
    const std::optional<std::string> moves = moves_of_shard(path, index);
    if (!moves || index >= list.games.size()) return std::nullopt;
    const std::uint32_t which = list.games[index].rules;
    const RuleSet& rules = list.info.rules[which];
    return game_json(facts_of(shard, list, index, sides_of(list, which)), language,
                     rules_json(rules.id, {}, rules.hash_text(), rules), *moves);
  }
  return std::nullopt;
}

}  // namespace

Json list_games(const RunFolder& run, const Json& parameters) {
  const GameQuery query = query_of(parameters);
  if (!is_own_file(run.path / "games.sqlite")) return list_of_shards(run.path, query);
  return with_store(run.path, [&](StoreLook& store) { return list_of_store(store, query); });
}

std::optional<Json> stored_game(const RunFolder& run, std::string_view id, Language language) {
  const std::size_t dash = id.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto part = number_in(id.substr(0, dash)), number = number_in(id.substr(dash + 1));
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
  if (!part || !number || *part > kMost || *number > kMost) return std::nullopt;
  if (!is_own_file(run.path / "games.sqlite"))
    return game_of_shard(run.path, *part, *number, language);
  return with_store(
      run.path, [&](StoreLook& store) { return game_of_store(store, *part, *number, language); });
}

}  // namespace tavlab::serve
