#include "selfplay/dataset/shard.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "core/io/files.h"
#include "core/ruleset/names.h"
#include "core/text.h"
#include "selfplay/dataset/hdf5_reader.h"
#include "selfplay/dataset/hdf5_writer.h"
#include "selfplay/dataset/moves_text.h"
#include "selfplay/dataset/shard_list.h"

namespace tavlab {
namespace {

constexpr const char* kFormat = "tavlab dataset";
constexpr std::uint64_t kFormatVersion = 1;

// More than tavlab ever writes.
constexpr std::uint64_t kMaxGames = std::uint64_t{1} << 23;
constexpr std::size_t kMaxRules = 10'000;
constexpr std::size_t kMaxReasons = 256;
constexpr std::size_t kLongestLine = 4096;  ///< of a name, a reason, a description of an agent
constexpr std::size_t kLongestId = 16 * kLongestLine;  ///< with its overrides
constexpr std::size_t kLongestMoves = std::size_t{1} << 26;

/// The columns of a shard.
struct Columns {
  std::vector<std::uint64_t> number, seed, first_event, first_decision;
  std::vector<std::uint32_t> rules, round, opening_events;
  std::vector<std::uint8_t> result, reason, past, plays_on, resigns;
  std::vector<std::string> reasons;
  std::vector<std::string> moves;  ///< for other readers
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

  /// Calls `visit(name, column, numbers per row)` for every column.
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
  past.push_back(static_cast<std::uint8_t>(game.guest));
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

/// Checks offsets into `parts` elements for `count` owners: `count` + 1 values, rising from 0.
void check_offsets(const Hdf5Reader& file, const char* name,
                   const std::vector<std::uint64_t>& offsets, std::size_t count,
                   std::size_t parts) {
  if (offsets.size() != count + 1 || offsets.front() != 0 || offsets.back() != parts ||
      !std::ranges::is_sorted(offsets)) {
    file.fail(fmt::format("'{}' is inconsistent with the other columns", name));
  }
}

template <typename Enum>
Enum checked(const Hdf5Reader& file, const char* name, std::uint8_t value, Enum last) {
  if (value > static_cast<std::uint8_t>(last)) {
    file.fail(fmt::format("'{}' has a value {}", name, value));
  }
  return static_cast<Enum>(value);
}

bool checked_flag(const Hdf5Reader& file, const char* name, std::uint8_t value) {
  if (value > 1) file.fail(fmt::format("'{}' has a value {}", name, value));
  return value == 1;
}

/// Checks win, draw and loss in a column. The loss is not read: it follows from the others.
void check_value(const Hdf5Reader& file, const char* name, const float* value) {
  constexpr float kTolerance = 1e-3F;
  const auto share = [](float each) { return each > -kTolerance && each < 1 + kTolerance; };
  const float left = 1 - value[0] - value[1] - value[2];
  if (share(value[0]) && share(value[1]) && share(value[2]) && std::abs(left) < kTolerance) return;
  file.fail(fmt::format("'{}' has a value of {}, {} and {}, which are not probabilities", name,
                        value[0], value[1], value[2]));
}

SearchedDecision decision_of(const Hdf5Reader& file, const Columns& columns, std::size_t d) {
  SearchedDecision decision;
  decision.event = columns.decision_event[d];
  decision.full = checked_flag(file, "decisions/full", columns.decision_full[d]);
  const float* const value = columns.decision_value.data() + 3 * d;
  const float* const next = columns.decision_next_value.data() + 3 * d;
  check_value(file, "decisions/value", value);
  check_value(file, "decisions/next_value", next);
  decision.win = value[0];
  decision.draw = value[1];
  decision.next_win = next[0];
  decision.next_draw = next[1];
  return decision;
}

/// What a StoredGame and a ListedShardGame both tell.
template <typename Game>
void read_facts(const Hdf5Reader& file, const Columns& columns, std::size_t i, Game& game) {
  game.number = columns.number[i];
  game.rules = columns.rules[i];
  game.result = checked(file, "games/result", columns.result[i], Result::second_wins);
  if (columns.reason[i] >= columns.reasons.size()) {
    file.fail("'games/reason' is inconsistent with the other columns");
  }
  game.reason = columns.reasons[columns.reason[i]];
  game.guest = checked(file, "games/past", columns.past[i], StoredGame::Guest::agent_second);
}

StoredGame game_of(const Hdf5Reader& file, const Columns& columns, std::size_t i) {
  StoredGame game;
  read_facts(file, columns, i, game);
  game.seed = columns.seed[i];
  game.round = columns.round[i];
  game.opening_events = columns.opening_events[i];
  game.plays_on = checked_flag(file, "games/plays_on", columns.plays_on[i]);
  game.resigns = checked(file, "games/resigns", columns.resigns[i], StoredGame::Resigns::second);
  const std::uint64_t first = columns.first_decision[i], last = columns.first_decision[i + 1];
  // Games have at most 60,000 plies, and policies are counted by 32 bits.
  constexpr std::uint64_t kMaxEvents = 1'000'000, kMaxPolicy = std::uint64_t{1} << 31;
  const std::uint64_t events = columns.first_event[i + 1] - columns.first_event[i];
  const std::uint64_t policy = columns.first_policy[last] - columns.first_policy[first];
  if (events > kMaxEvents || policy > kMaxPolicy) {
    file.fail(fmt::format("its game {} has {} events and {} policy entries", game.number, events,
                          policy));
  }
  game.events.reserve(events);
  for (std::uint64_t e = columns.first_event[i]; e < columns.first_event[i + 1]; ++e) {
    const bool chance = checked_flag(file, "events/chance", columns.event_chance[e]);
    if (chance && columns.event_word[e] > 0xff) file.fail("'events/word' has an impossible roll");
    game.events.push_back({columns.event_word[e], chance});
  }
  if (game.opening_events > game.events.size()) {
    file.fail("'games/opening_events' is inconsistent with the other columns");
  }
  game.policy.reserve(policy);
  game.decisions.reserve(last - first);
  std::uint32_t before = 0;
  for (std::uint64_t d = first; d < last; ++d) {
    SearchedDecision decision = decision_of(file, columns, d);
    if (decision.event > game.events.size() || (d > first && decision.event <= before)) {
      file.fail("'decisions/event' is inconsistent with the other columns");
    }
    before = decision.event;
    decision.first_policy = static_cast<std::uint32_t>(game.policy.size());
    for (std::uint64_t p = columns.first_policy[d]; p < columns.first_policy[d + 1]; ++p) {
      const float share = columns.policy_target[p];
      if (!std::isfinite(share)) file.fail("'policy/target' has a share that is not finite");
      game.policy.push_back({columns.policy_move[p], columns.policy_visits[p], share});
    }
    decision.policy_count = static_cast<std::uint32_t>(game.policy.size()) - decision.first_policy;
    game.decisions.push_back(decision);
  }
  return game;
}

/// Checks a text that is shown on terminals and was written by tavlab.
void check_plain(const Hdf5Reader& file, const char* name, const std::string& text) {
  if (!is_plain(text) || text.find_first_of("\n\t") != std::string::npos) {
    file.fail(fmt::format("'{}' has a text with control characters, or that is not UTF-8", name));
  }
}

std::vector<RuleSet> read_rules(Hdf5Reader& file, const std::string& name,
                                const std::string& family) {
  std::vector<std::string> ids, hashes, texts;
  file.read("rules/id", ids, kMaxRules, kLongestId);
  file.read("rules/hash", hashes, kMaxRules, kLongestLine);
  file.read("rules/toml", texts, kMaxRules, kMaxConfigBytes);
  if (ids.size() != texts.size() || hashes.size() != texts.size()) {
    file.fail("its columns of rules differ in length");
  }
  const FamilySchema* schema = find_family_schema(family);
  if (schema == nullptr) {
    file.fail(
        fmt::format("its family '{}' is not one of {}", family, fmt::join(family_names(), ", ")));
  }
  std::vector<RuleSet> all;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    RuleSet& rules = all.emplace_back(
        parse_stored_rule_set(texts[i], fmt::format("{}: rules {}", name, i), *schema));
    if (rules.hash_text() != hashes[i]) {
      file.fail(fmt::format("rules {} do not match their hash", i));
    }
    // The id names overrides; the text has their values but not their names.
    if (base_id(ids[i]) != rules.id) {
      file.fail(fmt::format("rules {}: the id does not match the text", i));
    }
    check_plain(file, "rules/id", ids[i]);
    rules.id = ids[i];
  }
  return all;
}

/// Checks that the lengths of the columns are consistent, before any is unpacked.
void check_lengths(Hdf5Reader& file) {
  const std::uint64_t games = file.rows("games/number"), events = file.rows("events/word"),
                      decisions = file.rows("decisions/event"), moves = file.rows("policy/move");
  if (games > kMaxGames) file.fail(fmt::format("claims to have {} games", games));
  Columns shape;
  Columns::each(shape, [&](const std::string_view name, const auto&, std::size_t) {
    const std::uint64_t wanted = name.starts_with("games/first_")   ? games + 1
                                 : name.starts_with("games/")       ? games
                                 : name.starts_with("events/")      ? events
                                 : name == "decisions/first_policy" ? decisions + 1
                                 : name.starts_with("decisions/")   ? decisions
                                                                    : moves;
    if (file.rows(name.data()) != wanted) {
      file.fail(fmt::format("its columns differ in length: '{}' has {} rows, not {}", name,
                            file.rows(name.data()), wanted));
    }
  });
}

/// Checks that a file is a shard, and reads what its games have in common.
ShardInfo read_info(Hdf5Reader& file, const std::string& name) {
  if (file.text_attribute("format", kLongestLine) != kFormat) {
    file.fail("is not a tavlab dataset");
  }
  if (const std::uint64_t version = file.number_attribute("format_version");
      version != kFormatVersion) {
    file.fail(
        fmt::format("has format {}; this version of tavlab reads {}", version, kFormatVersion));
  }
  check_lengths(file);
  ShardInfo info;
  info.family = file.text_attribute("family", kLongestLine);
  info.seed = file.number_attribute("seed");
  // These contain file names, which may have any characters.
  info.agent = printable(file.text_attribute("agent", kLongestLine));
  info.net = printable(file.text_attribute("net", kLongestLine));
  check_plain(file, "family", info.family);
  info.rules = read_rules(file, name, info.family);
  return info;
}

std::vector<std::string> read_reasons(Hdf5Reader& file) {
  std::vector<std::string> reasons;
  file.read("games/reasons", reasons, kMaxReasons, kLongestLine);
  for (const std::string& reason : reasons) check_plain(file, "games/reasons", reason);
  return reasons;
}

DatasetShard read_from(Hdf5Reader& file, const std::string& name) {
  DatasetShard shard;
  shard.info = read_info(file, name);
  Columns columns;
  columns.reasons = read_reasons(file);
  Columns::each(columns, [&](const char* each, auto& column, std::size_t width) {
    file.read(each, column, width);
  });
  const std::size_t games = columns.number.size();
  check_offsets(file, "games/first_event", columns.first_event, games, columns.event_word.size());
  check_offsets(file, "games/first_decision", columns.first_decision, games,
                columns.decision_event.size());
  check_offsets(file, "decisions/first_policy", columns.first_policy, columns.decision_event.size(),
                columns.policy_move.size());
  shard.games.reserve(games);
  for (std::size_t i = 0; i < games; ++i) {
    if (columns.rules[i] >= shard.info.rules.size()) {
      file.fail("'games/rules' is inconsistent with the other columns");
    }
    shard.games.push_back(game_of(file, columns, i));
  }
  return shard;
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
  const std::string content = file.finish();
  if (content.size() > kMaxDataBytes ||
      file.unpacked() > Hdf5Reader::most_unpacked(content.size()) || games.size() > kMaxGames) {
    throw UserError(fmt::format(
        "{}: {} games are too many for one file (limits: {} bytes, {} unpacked); set fewer games a "
        "round",
        path.string(), games.size(), kMaxDataBytes, Hdf5Reader::most_unpacked(kMaxDataBytes)));
  }
  write_file(path, content);
}

DatasetShard read_shard(const std::filesystem::path& path) {
  Hdf5Reader file(path);
  return read_from(file, path.string());
}

DatasetShard parse_shard(std::string content, const std::string& name) {
  Hdf5Reader file(std::move(content), name);
  return read_from(file, name);
}

ShardList list_shard(const std::filesystem::path& path) {
  Hdf5Reader file(path);
  ShardList list;
  list.info = read_info(file, path.string());
  Columns columns;
  columns.reasons = read_reasons(file);
  file.read("games/number", columns.number);
  file.read("games/rules", columns.rules);
  file.read("games/result", columns.result);
  file.read("games/reason", columns.reason);
  file.read("games/past", columns.past);
  file.read("games/first_event", columns.first_event);
  file.read("events/chance", columns.event_chance);
  const std::size_t games = columns.number.size();
  check_offsets(file, "games/first_event", columns.first_event, games, columns.event_chance.size());
  for (std::size_t i = 0; i < games; ++i) {
    ListedShardGame game;
    read_facts(file, columns, i, game);
    if (game.rules >= list.info.rules.size()) {
      file.fail("'games/rules' is inconsistent with the other columns");
    }
    const auto begin = columns.event_chance.begin();
    game.plies = static_cast<int>(
        std::count(begin + static_cast<std::ptrdiff_t>(columns.first_event[i]),
                   begin + static_cast<std::ptrdiff_t>(columns.first_event[i + 1]), 0));
    list.games.push_back(std::move(game));
  }
  return list;
}

std::optional<std::string> moves_of_shard(const std::filesystem::path& path, std::size_t game) {
  Hdf5Reader file(path);
  std::vector<std::string> moves;
  file.read("games/moves", moves, kMaxGames, kLongestMoves);
  if (game >= moves.size()) return std::nullopt;
  check_plain(file, "games/moves", moves[game]);
  return moves[game];
}

}  // namespace tavlab
