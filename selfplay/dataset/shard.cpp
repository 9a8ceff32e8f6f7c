#include "selfplay/dataset/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/error.h"
#include "core/registry.h"
#include "selfplay/dataset/hdf5_file.h"
#include "selfplay/dataset/moves_text.h"

namespace tavlab {
namespace {

constexpr const char* kFormat = "tavlab dataset";
constexpr std::uint64_t kFormatVersion = 1;

/// The columns of a shard, one for each part of the file.
struct Columns {
  std::vector<std::uint64_t> number, seed, first_event, first_decision;
  std::vector<std::uint32_t> rules, round, opening_events;
  std::vector<std::uint8_t> result, reason, past, plays_on, resigns;
  std::vector<std::string> reasons, moves;
  std::vector<std::uint8_t> event_chance;
  std::vector<std::uint64_t> event_word;
  std::vector<std::uint32_t> decision_event;
  std::vector<std::uint8_t> decision_full;
  std::vector<float> decision_value, decision_next_value;  ///< win, draw, loss
  std::vector<std::uint64_t> first_policy;
  std::vector<std::uint64_t> policy_move;
  std::vector<std::uint32_t> policy_visits;
  std::vector<float> policy_target;

  void add(const StoredGame& game);

  /// Calls `visit(name, column, numbers in a row)` for every column.
  template <typename Self, typename Visit>
  static void each(Self& columns, Visit&& visit) {
    visit("games/number", columns.number, 0);
    visit("games/seed", columns.seed, 0);
    visit("games/rules", columns.rules, 0);
    visit("games/round", columns.round, 0);
    visit("games/result", columns.result, 0);
    visit("games/reason", columns.reason, 0);
    visit("games/past", columns.past, 0);
    visit("games/opening_events", columns.opening_events, 0);
    visit("games/plays_on", columns.plays_on, 0);
    visit("games/resigns", columns.resigns, 0);
    visit("games/first_event", columns.first_event, 0);
    visit("games/first_decision", columns.first_decision, 0);
    visit("events/chance", columns.event_chance, 0);
    visit("events/word", columns.event_word, 0);
    visit("decisions/event", columns.decision_event, 0);
    visit("decisions/full", columns.decision_full, 0);
    visit("decisions/value", columns.decision_value, 3);
    visit("decisions/next_value", columns.decision_next_value, 3);
    visit("decisions/first_policy", columns.first_policy, 0);
    visit("policy/move", columns.policy_move, 0);
    visit("policy/visits", columns.policy_visits, 0);
    visit("policy/target", columns.policy_target, 0);
  }
};

void Columns::add(const StoredGame& game) {
  auto found = std::ranges::find(reasons, game.reason);
  if (found == reasons.end()) found = reasons.insert(reasons.end(), game.reason);
  number.push_back(game.number);
  seed.push_back(game.seed);
  rules.push_back(game.rules);
  round.push_back(game.round);
  result.push_back(static_cast<std::uint8_t>(game.result));
  reason.push_back(static_cast<std::uint8_t>(found - reasons.begin()));
  past.push_back(static_cast<std::uint8_t>(game.past));
  opening_events.push_back(game.opening_events);
  plays_on.push_back(game.plays_on ? 1 : 0);
  resigns.push_back(static_cast<std::uint8_t>(game.resigns));
  for (const GameEvent& event : game.events) {
    event_chance.push_back(event.chance ? 1 : 0);
    event_word.push_back(event.word);
  }
  for (const SearchedDecision& decision : game.decisions) {
    decision_event.push_back(decision.event);
    decision_full.push_back(decision.full ? 1 : 0);
    const Wdl value = decision.value();
    decision_value.insert(decision_value.end(), {value.win, value.draw, value.loss});
    const Wdl next = decision.next_value();
    decision_next_value.insert(decision_next_value.end(), {next.win, next.draw, next.loss});
    for (std::uint32_t i = 0; i < decision.policy_count; ++i) {
      const PolicyEntry& entry = game.policy[decision.first_policy + i];
      policy_move.push_back(entry.move);
      policy_visits.push_back(entry.visits);
      policy_target.push_back(entry.target);
    }
    first_policy.push_back(policy_move.size());
  }
  first_event.push_back(event_word.size());
  first_decision.push_back(decision_event.size());
}

/// Offsets into `parts` elements for `count` owners: risen from 0, one more than there are owners.
void check_offsets(const Hdf5Reader& file, const char* name,
                   const std::vector<std::uint64_t>& offsets, std::size_t count,
                   std::size_t parts) {
  if (offsets.size() != count + 1 || offsets.front() != 0 || offsets.back() != parts ||
      !std::ranges::is_sorted(offsets)) {
    file.fail(fmt::format("'{}' does not fit the rest", name));
  }
}

template <typename Enum>
Enum checked(const Hdf5Reader& file, const char* name, std::uint8_t value, Enum last) {
  if (value > static_cast<std::uint8_t>(last)) {
    file.fail(fmt::format("'{}' has a value {}", name, value));
  }
  return static_cast<Enum>(value);
}

StoredGame game_of(const Hdf5Reader& file, const Columns& columns, std::size_t i) {
  StoredGame game;
  game.number = columns.number[i];
  game.seed = columns.seed[i];
  game.rules = columns.rules[i];
  game.round = columns.round[i];
  game.result = checked(file, "games/result", columns.result[i], Result::second_wins);
  if (columns.reason[i] >= columns.reasons.size())
    file.fail("'games/reason' does not fit the rest");
  game.reason = columns.reasons[columns.reason[i]];
  game.past = checked(file, "games/past", columns.past[i], StoredGame::Past::second);
  game.opening_events = columns.opening_events[i];
  game.plays_on = columns.plays_on[i] != 0;
  game.resigns = checked(file, "games/resigns", columns.resigns[i], StoredGame::Resigns::second);
  for (std::uint64_t e = columns.first_event[i]; e < columns.first_event[i + 1]; ++e) {
    game.events.push_back({columns.event_word[e], columns.event_chance[e] != 0});
  }
  if (game.opening_events > game.events.size()) {
    file.fail("'games/opening_events' does not fit the rest");
  }
  std::uint32_t last = 0;
  for (std::uint64_t d = columns.first_decision[i]; d < columns.first_decision[i + 1]; ++d) {
    SearchedDecision decision;
    decision.event = columns.decision_event[d];
    if (decision.event > game.events.size() || decision.event < last) {
      file.fail("'decisions/event' does not fit the rest");
    }
    last = decision.event;
    decision.full = columns.decision_full[d] != 0;
    decision.win = columns.decision_value[3 * d];
    decision.draw = columns.decision_value[3 * d + 1];
    decision.next_win = columns.decision_next_value[3 * d];
    decision.next_draw = columns.decision_next_value[3 * d + 1];
    decision.first_policy = static_cast<std::uint32_t>(game.policy.size());
    for (std::uint64_t p = columns.first_policy[d]; p < columns.first_policy[d + 1]; ++p) {
      game.policy.push_back(
          {columns.policy_move[p], columns.policy_visits[p], columns.policy_target[p]});
    }
    decision.policy_count = static_cast<std::uint32_t>(game.policy.size()) - decision.first_policy;
    game.decisions.push_back(decision);
  }
  return game;
}

}  // namespace

void write_shard(const std::filesystem::path& path, const ShardInfo& info,
                 std::span<const StoredGame> games) {
  Columns columns;
  columns.first_event = columns.first_decision = columns.first_policy = {0};
  for (const StoredGame& game : games) columns.add(game);
  columns.moves = moves_texts(info.rules, games);
  std::vector<std::string> ids, hashes, texts;
  for (const RuleSet& rules : info.rules) {
    ids.push_back(rules.id);
    hashes.push_back(rules.hash_text());
    texts.push_back(to_toml(rules));
  }
  Hdf5Writer file(path);
  file.attribute("format", kFormat);
  file.attribute("format_version", kFormatVersion);
  file.attribute("family", info.family);
  file.attribute("seed", info.seed);
  file.attribute("agent", info.agent);
  file.attribute("net", info.net);
  for (const char* group : {"rules", "games", "events", "decisions", "policy"}) file.group(group);
  file.texts("rules/id", ids);
  file.texts("rules/hash", hashes);
  file.texts("rules/toml", texts);
  file.texts("games/reasons", columns.reasons);
  file.texts("games/moves", columns.moves);
  Columns::each(columns, [&](const char* name, const auto& column, std::size_t width) {
    using Number = typename std::decay_t<decltype(column)>::value_type;
    file.numbers(name, std::span<const Number>(column), width);
  });
  file.commit();
}

DatasetShard read_shard(const std::filesystem::path& path) {
  const Hdf5Reader file(path);
  if (file.text_attribute("format") != kFormat) file.fail("is no dataset of tavlab's");
  if (const std::uint64_t version = file.number_attribute("format_version");
      version != kFormatVersion) {
    file.fail(fmt::format("has the format {} of another version of tavlab, this one reads {}",
                          version, kFormatVersion));
  }
  DatasetShard shard;
  shard.info.family = file.text_attribute("family");
  shard.info.seed = file.number_attribute("seed");
  shard.info.agent = file.text_attribute("agent");
  shard.info.net = file.text_attribute("net");
  std::vector<std::string> ids, hashes, texts;
  file.read("rules/id", ids);
  file.read("rules/hash", hashes);
  file.read("rules/toml", texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    RuleSet& rules = shard.info.rules.emplace_back(
        parse_rule_set(texts[i], fmt::format("{}: rules {}", path.string(), i)));
    if (i >= hashes.size() || rules.hash_text() != hashes[i]) {
      file.fail(fmt::format("rules {} are not those of their hash", i));
    }
    // The text is whole, and knows nothing of the overrides that the id names.
    if (i >= ids.size() || ids[i].substr(0, ids[i].find('{')) != rules.id) {
      file.fail(fmt::format("rules {} have another name than their text", i));
    }
    rules.id = ids[i];
  }
  Columns columns;
  file.read("games/reasons", columns.reasons);
  Columns::each(columns,
                [&](const char* name, auto& column, std::size_t) { file.read(name, column); });
  const std::size_t games = columns.number.size();
  const std::size_t decisions = columns.decision_event.size();
  for (const std::size_t size :
       {columns.seed.size(), columns.rules.size(), columns.round.size(), columns.result.size(),
        columns.reason.size(), columns.past.size(), columns.opening_events.size(),
        columns.plays_on.size(), columns.resigns.size()}) {
    if (size != games) file.fail("its columns of games differ in length");
  }
  if (columns.event_chance.size() != columns.event_word.size() ||
      columns.decision_full.size() != decisions || columns.decision_value.size() != 3 * decisions ||
      columns.decision_next_value.size() != 3 * decisions ||
      columns.policy_visits.size() != columns.policy_move.size() ||
      columns.policy_target.size() != columns.policy_move.size()) {
    file.fail("its columns differ in length");
  }
  check_offsets(file, "games/first_event", columns.first_event, games, columns.event_word.size());
  check_offsets(file, "games/first_decision", columns.first_decision, games, decisions);
  check_offsets(file, "decisions/first_policy", columns.first_policy, decisions,
                columns.policy_move.size());
  for (std::size_t i = 0; i < games; ++i) {
    if (columns.rules[i] >= shard.info.rules.size())
      file.fail("'games/rules' does not fit the rest");
    shard.games.push_back(game_of(file, columns, i));
  }
  return shard;
}

}  // namespace tavlab
