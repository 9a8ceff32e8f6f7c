#include "experiments/claim/claim.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <toml++/toml.h>

#include "core/error.h"
#include "core/io/embedded.h"
#include "core/io/files.h"
#include "core/io/toml_reader.h"
#include "core/near.h"
#include "experiments/claim/exact_value.h"
#include "experiments/claim/measure.h"
#include "experiments/claim/readings.h"
#include "experiments/config/config_read.h"

namespace tavlab {

std::span<const EmbeddedFile> embedded_claims();

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = 1e6;  // of thresholds and ranges

// Keys of a claim that an experiment does not have.
constexpr std::array<std::string_view, 11> kOwnKeys = {
    "statement", "source",    "alpha",     "least_games", "hypothesis", "version",
    "replaces",  "doublings", "tolerance", "readings",    "untestable"};

/// [low, high], low below high.
std::optional<Interval> read_pair(TomlReader& reader, std::string_view key) {
  const toml::node* node = reader.find(key);
  if (node == nullptr) return std::nullopt;
  const auto* list = node->as_array();
  std::vector<double> ends;
  if (list != nullptr) {
    for (const toml::node& item : *list) {
      if (item.is_number()) ends.push_back(item.value<double>().value_or(kInfinity));
    }
  }
  if (list == nullptr || list->size() != 2 || ends.size() != 2 || !(ends[0] < ends[1]) ||
      ends[0] < -kLargest || ends[1] > kLargest) {
    reader.fail(node,
                fmt::format("{} must be two numbers, the lower one first", reader.named(key)));
  }
  return Interval{ends[0], ends[1]};
}

/// Exactly one of at_least, at_most, within, outside.
Region read_region(TomlReader& reader, const toml::node& place) {
  std::vector<Region> regions;
  if (const auto low = reader.number("at_least", -kLargest, kLargest)) {
    regions.push_back({*low, kInfinity});
  }
  if (const auto high = reader.number("at_most", -kLargest, kLargest)) {
    regions.push_back({-kInfinity, *high});
  }
  if (const auto both = read_pair(reader, "within")) regions.push_back({both->low, both->high});
  if (const auto both = read_pair(reader, "outside")) {
    regions.push_back({both->low, both->high, true});
  }
  if (regions.size() != 1) {
    reader.fail(&place,
                "a hypothesis needs exactly one of 'at_least', 'at_most', 'within', 'outside'");
  }
  return regions.front();
}

/// The text of an arm without the setting of one grid key, and that setting.
std::optional<std::pair<std::string, std::string>> without_setting(const std::string& arm,
                                                                   const std::string& key) {
  const std::string mark = fmt::format(" {}=", key);
  const std::size_t begin = arm.rfind(mark);  // settings follow the name
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t value = begin + mark.size();
  const std::size_t end = std::min(arm.find(' ', value), arm.size());
  return std::pair{arm.substr(0, begin) + arm.substr(end), arm.substr(value, end - value)};
}

/// The point of a grid at which a mean crosses a level lies between two of its values: if the mean
/// falls, it is at least the level at the first and at most the level at the second; if it rises,
/// the reverse. Two hypotheses, so that each is decided by games at one point, whatever the curve
/// between them.
std::vector<Hypothesis> read_balance_point(TomlReader& reader, const toml::node& node,
                                           const Hypothesis& common,
                                           const std::vector<std::string>& arms) {
  const std::string key = reader.text("balance_point", "a key of the grid");
  const std::string slope = reader.text("slope", "\"rising\" or \"falling\"");
  if (slope != "rising" && slope != "falling") {
    reader.fail(&node,
                "'slope' must be \"rising\" or \"falling\": how the mean changes with the key");
  }
  const double level = reader.number("level", -kLargest, kLargest).value_or(0.5);
  const std::optional<Interval> ends = read_pair(reader, "within");
  if (!ends) reader.fail(&node, "'balance_point' needs 'within', two values of the key");
  std::vector<std::string> rests;
  for (const std::string& arm : arms) {
    const auto split = without_setting(arm, key);
    if (split && std::ranges::find(rests, split->first) == rests.end()) {
      rests.push_back(split->first);
    }
  }
  if (rests.empty()) reader.fail(&node, fmt::format("no grid of this claim varies '{}'", key));
  std::string rest = rests.front();
  if (const toml::node* arm = reader.find("arm"); arm != nullptr) {
    rest = reader.text("arm", "the name of an arm, without that key");
    if (std::ranges::find(rests, rest) == rests.end()) {
      reader.fail(arm, fmt::format("there is no arm '{}'; arms: {}", rest, fmt::join(rests, ", ")));
    }
  } else if (rests.size() > 1) {
    reader.fail(&node, fmt::format("'arm' is missing; arms: {}", fmt::join(rests, ", ")));
  }
  std::vector<Hypothesis> found;
  for (const bool first : {true, false}) {
    const std::string value = fmt::format("{}", first ? ends->low : ends->high);
    Hypothesis end = common;
    for (const std::string& arm : arms) {
      if (without_setting(arm, key) == std::pair{rest, value}) end.arms = {arm};
    }
    if (end.arms.empty()) {
      reader.fail(&node, fmt::format("the grid has no {} = {}, an end of 'within'", key, value));
    }
    const bool at_least = first == (slope == "falling");
    end.region = at_least ? Region{level, kInfinity} : Region{-kInfinity, level};
    found.push_back(std::move(end));
  }
  return found;
}

constexpr std::string_view kArm = "the name of an arm, followed by its setting in a grid";

/// One table of the file: one hypothesis, or several if it orders arms or is a balance point.
std::vector<Hypothesis> read_hypothesis(const toml::node& node, std::string_view origin,
                                        const std::vector<std::string>& arms) {
  TomlReader reader(*node.as_table(), origin, "a hypothesis");
  Hypothesis common;
  common.measure = reader.text("measure", "what is measured, such as \"score\"");
  common.range = read_pair(reader, "range");
  const auto check = [&](const toml::node* place, const std::string& arm) {
    if (std::ranges::find(arms, arm) != arms.end()) return;
    reader.fail(place, fmt::format("there is no arm '{}'; arms: {}", arm, fmt::join(arms, ", ")));
  };
  std::vector<Hypothesis> found;
  if (reader.find("balance_point") != nullptr) {
    found = read_balance_point(reader, node, common, arms);
    reader.finish();
    return found;
  }
  const toml::node* order = reader.find("order");
  const toml::node* difference = reader.find("difference");
  const toml::node* arm = reader.find("arm");
  const int named = (order != nullptr) + (difference != nullptr) + (arm != nullptr);
  if (named > 1) {
    reader.fail(&node, "a hypothesis has one of 'arm', 'difference' and 'order'");
  }
  if (order != nullptr) {
    const std::vector<std::string> names =
        reader.texts("order", *order, "a list of arms, the one with the largest mean first");
    if (names.size() < 2) reader.fail(order, "'order' needs at least two arms");
    const double margin = reader.number("margin", 0.0, kLargest).value_or(0.0);
    for (std::size_t i = 0; i + 1 < names.size(); ++i) {
      if (std::ranges::count(names, names[i]) > 1) {
        reader.fail(order, fmt::format("'order' has the arm '{}' twice", names[i]));
      }
      check(order, names[i]);
      check(order, names[i + 1]);
      Hypothesis step = common;
      step.arms = {names[i], names[i + 1]};
      step.region = {margin, kInfinity};
      found.push_back(std::move(step));
    }
  } else {
    if (difference != nullptr) {
      common.arms = reader.texts("difference", *difference, "a list of two arms");
      if (common.arms.size() != 2 || common.arms[0] == common.arms[1]) {
        reader.fail(difference, "'difference' must be a list of two arms");
      }
    } else if (arm != nullptr) {
      common.arms = reader.texts("arm", *arm, kArm);
      if (common.arms.size() != 1) reader.fail(arm, fmt::format("'arm' must be {}", kArm));
    } else if (arms.size() == 1) {
      common.arms = arms;
    } else {
      reader.fail(&node, fmt::format("'arm' is missing; arms: {}", fmt::join(arms, ", ")));
    }
    for (const std::string& name : common.arms) check(&node, name);
    common.region = read_region(reader, node);
    found.push_back(std::move(common));
  }
  reader.finish();
  return found;
}

/// The labels of the cells without the agents, each once, in order.
std::vector<std::string> arms_of(const ExperimentConfig& experiment) {
  std::vector<std::string> arms;
  for (const ExperimentCell& cell : experiment.cells) {
    const std::string arm = cell.arm();
    if (std::ranges::find(arms, arm) == arms.end()) arms.push_back(arm);
  }
  return arms;
}

/// Whether and how a file asks for ladders of agents: by a calibration, or with `doublings` below
/// those that it names.
void read_players(TomlReader& reader, Claim& claim, const ClaimPlayers& chosen) {
  const toml::node& agents = reader.need("agents", "agents, or \"strongest:N kinds\"");
  const bool ladders = reader.find("doublings") != nullptr;
  claim.doublings = static_cast<int>(reader.integer("doublings", 0, 20, 0));
  try {
    if (const auto* text = agents.as_string()) claim.request = parse_players_request(text->get());
    if (chosen.kinds() > 0) {
      claim.players = chosen;
    } else if (ladders && !claim.request) {
      claim.players = ladders_below(
          reader.texts("agents", agents, "one agent of each kind, with a limit of its search"),
          claim.doublings);
    }
  } catch (const UserError& error) {
    reader.fail(&agents, error.what());
  }
}

/// Each kind on either side against each, weakest rung first. Empty if the file lists agents that
/// are no ladders.
std::vector<AgentPair> agent_pairs(const Claim& claim) {
  if (claim.wants_players()) return {{"random", "random", "random"}};
  std::vector<AgentPair> pairs;
  for (std::size_t rung = 0; rung < claim.players.rungs(); ++rung) {
    for (const std::vector<std::string>& first : claim.players.ladders) {
      for (const std::vector<std::string>& second : claim.players.ladders) {
        AgentPair pair{{}, first[rung], second[rung]};
        pair.name =
            &first == &second ? pair.first : fmt::format("{} vs {}", pair.first, pair.second);
        pairs.push_back(std::move(pair));
      }
    }
  }
  return pairs;
}

/// A threshold that no mean can cross is a mistake.
void check_region(const Hypothesis& hypothesis, const Interval& range) {
  const double width = range.high - range.low;
  const Interval possible = hypothesis.arms.size() == 2 ? Interval{-width, width} : range;
  for (const double end : {hypothesis.region.low, hypothesis.region.high}) {
    if (!std::isfinite(end) || (end >= possible.low && end <= possible.high)) continue;
    throw UserError(fmt::format("the mean of '{}' lies from {} to {}, so {} decides nothing",
                                hypothesis.measure, possible.low, possible.high, end));
  }
}

/// Rejects what cannot be measured before any game is played. Throws UserError without a location.
void check_measure(const Hypothesis& hypothesis, const ExperimentCell& cell) {
  if (hypothesis.exact()) {
    if (!can_be_solved(cell.rule_set)) {
      throw UserError(
          fmt::format("rules '{}': games of the family {} cannot be solved, except with a move "
                      "limit that can be proved",
                      cell.rule_set.id, cell.rule_set.family));
    }
    if (hypothesis.range) throw UserError("the measure 'exact' takes no 'range'");
    check_region(hypothesis, {0.0, 1.0});
    return;
  }
  const Measure measure =
      make_measure(hypothesis.measure, cell.rule_set, cell.max_plies, hypothesis.range);
  check_region(hypothesis, measure.range);
  if (hypothesis.measure == "agent_score" && cell.match != MatchMode::two_game) {
    throw UserError("'agent_score' needs match = \"two_game\"");
  }
}

}  // namespace

std::string Region::text() const {
  if (outside) return fmt::format("below {} or above {}", low, high);
  if (low == -kInfinity) return fmt::format("at most {}", high);
  if (high == kInfinity) return fmt::format("at least {}", low);
  return fmt::format("from {} to {}", low, high);
}

std::string Hypothesis::text() const {
  const std::string what = arms.size() == 2
                               ? fmt::format("{} of {} minus that of {}", measure, arms[0], arms[1])
                               : fmt::format("{} of {}", measure, arms[0]);
  const std::string cut =
      range ? fmt::format(", clipped to [{}, {}]", range->low, range->high) : std::string();
  return fmt::format("{}{}: {}", what, cut, region.text());
}

bool Hypothesis::exact() const { return measure == kExactMeasure; }

std::string_view verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::supported:
      return "supported";
    case Verdict::refuted:
      return "refuted";
    case Verdict::undecided:
      break;
  }
  return "undecided";
}

std::string_view proof_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::supported:
      return "proved";
    case Verdict::refuted:
      return "refuted by proof";
    case Verdict::undecided:
      break;
  }
  return verdict_text(verdict);
}

const std::string& Claim::arm_in(std::size_t reading, const std::string& arm) const {
  const std::map<std::string, std::string>& arms = readings.at(reading).arms;
  const auto found = arms.find(arm);
  return found == arms.end() ? arm : found->second;
}

std::string Claim::strength_of(const ExperimentCell& cell) const {
  for (const std::vector<std::string>& ladder : players.ladders) {
    const auto rung = std::ranges::find(ladder, cell.agents.first);
    if (rung == ladder.end()) continue;
    return players.rung_name(static_cast<std::size_t>(rung - ladder.begin()));
  }
  return cell.agents.name;
}

std::string Claim::hash() const { return fmt::format("{:016x}", hash_text(experiment.text)); }

Claim parse_claim(std::string_view toml_text, std::string_view origin,
                  const std::filesystem::path& folder, std::optional<std::uint64_t> games,
                  const ClaimPlayers& players) {
  const toml::table table = parse_toml(toml_text, origin);
  Claim claim;
  TomlReader reader(table, origin, "");
  claim.statement = reader.text("statement", "what the source says, paraphrased");
  claim.source = reader.text("source", "the name of the source");
  claim.alpha = reader.number("alpha", 1e-6, 0.5).value_or(0.05);
  claim.least_games =
      static_cast<std::uint64_t>(reader.integer("least_games", 1, 1'000'000'000, 200));
  if (reader.find("untestable") != nullptr) {
    claim.untestable = reader.text("untestable", "why no games can decide the claim");
    claim.experiment.id = reader.text("id", "a short text");
    claim.experiment.title = reader.text("title", "a text");
    claim.experiment.text = toml_text;
    reader.finish();
    return claim;
  }
  claim.tolerance = reader.number("tolerance", 0.001, 0.5).value_or(claim.tolerance);
  claim.version = static_cast<int>(reader.integer("version", 1, 1000, 1));
  if (claim.version > 1) {
    claim.replaces =
        reader.text("replaces", "what the version before said, and what was known of it");
  }
  read_players(reader, claim, players);
  const toml::node& list = reader.need("hypothesis", "[[hypothesis]] tables");
  const auto* hypotheses = list.as_array();
  if (hypotheses == nullptr || hypotheses->empty()) {
    reader.fail(&list, "hypotheses are written as [[hypothesis]] tables");
  }
  claim.experiment = read_experiment(table, origin, folder, games, kOwnKeys, agent_pairs(claim));
  claim.experiment.text = toml_text;
  const std::vector<std::string> arms = arms_of(claim.experiment);
  for (const toml::node& node : *hypotheses) {
    if (!node.is_table()) reader.fail(&node, "hypotheses are written as [[hypothesis]] tables");
    for (Hypothesis& each : read_hypothesis(node, origin, arms)) {
      for (const ExperimentCell& cell : claim.experiment.cells) {
        if (std::ranges::find(each.arms, cell.arm()) == each.arms.end()) continue;
        try {
          check_measure(each, cell);
        } catch (const UserError& error) {
          reader.fail(&node, error.what());
        }
      }
      claim.hypotheses.push_back(std::move(each));
    }
  }
  add_readings(claim, reader.one_of<ReadingMode>("readings",
                                                 {{"none", ReadingMode::none},
                                                  {"singles", ReadingMode::singles},
                                                  {"pairs", ReadingMode::pairs}},
                                                 ReadingMode::none));
  return claim;
}

Claim load_claim(std::string_view id_or_path, std::optional<std::uint64_t> games,
                 std::optional<std::uint64_t> seed, const ClaimPlayers& players) {
  if (id_or_path.find('/') != std::string_view::npos || id_or_path.ends_with(".toml")) {
    const std::filesystem::path path(id_or_path);
    const std::string text = seeded(read_file(path, kMaxConfigBytes), path.string(), seed);
    return parse_claim(text, path.string(), folder_of(path), games, players);
  }
  if (const EmbeddedFile* const file = find_embedded(embedded_claims(), id_or_path)) {
    Claim claim =
        parse_claim(seeded(file->content, file->name, seed), file->name, {}, games, players);
    claim.experiment.origin = "built in";
    return claim;
  }
  throw UserError(fmt::format(
      "no claim '{}'{}; built-in: {}; the path of a file must end in .toml or contain a slash",
      id_or_path, near_note(id_or_path, builtin_claim_ids()),
      fmt::join(builtin_claim_ids(), ", ")));
}

std::vector<std::string> builtin_claim_ids() { return embedded_ids(embedded_claims()); }

}  // namespace tavlab
