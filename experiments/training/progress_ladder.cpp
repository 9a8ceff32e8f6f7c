#include "experiments/training/progress_ladder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <stop_token>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "core/io/json_check.h"
#include "core/text.h"
#include "experiments/measure/regret.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/agents/option_text.h"
#include "selfplay/match/match.h"
#include "selfplay/match/match_summary.h"
#include "selfplay/train/metrics.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kFile = "ladder.jsonl";
constexpr std::uint64_t kRegretPositions = 2000;

Json tally_json(const ResultCounts& tally) {
  return Json::array({tally.wins, tally.draws, tally.losses, tally.unfinished});
}
ResultCounts tally_of(const Json& json) {
  // Rejects counts that would overflow when added up.
  constexpr std::uint64_t kMost = std::uint64_t{1} << 48;
  std::array<std::uint64_t, 4> counts{};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = std::min(json_count(json.at(i)), kMost);
  }
  return {counts[0], counts[1], counts[2], counts[3]};
}

/// The newest kept net trained for at most half of the rounds.
std::uint64_t earlier_round(const TrainConfig& config, std::uint64_t round) {
  const auto every = static_cast<std::uint64_t>(config.past_every);
  return round / 2 / every * every;
}

/// Measures the net's regret in single decisions against a table, if the family has one.
void measure_regret(const RuleSet& rule_set, const TrainConfig& config, std::uint64_t round,
                    double minutes, const fs::path& folder, int threads, std::string& lines) {
  const AgentSpec agent = AgentSpec::parse("net:file=" + (folder / "net.safetensors").string());
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto table = open_table_of_games<G>(config.ladder.table, *rules);
    if constexpr (Exact<G>::whole_games) {
      const auto decisions = RegretMeasurement<G>(*rules, table)
                                 .run(agent, {kRegretPositions, config.seed, threads}, {});
      const RegretSummary regret = summarize_regret(decisions);
      const Json json = {{"round", round},
                         {"minutes", minutes},
                         {"regret", regret.mean_loss},
                         {"low", regret.loss_interval.low},
                         {"high", regret.loss_interval.high}};
      lines += json.dump() + "\n";
    }
  });
}

}  // namespace

void check_ladder(const RuleSet& rules, const TrainConfig& config, const fs::path& folder) {
  const LadderConfig& ladder = config.ladder;
  if (ladder.opponents.empty() && ladder.table.empty()) return;
  if (folder.string().find(',') != std::string::npos) {
    throw UserError(fmt::format(
        "{}: agents of the [ladder] cannot name a net in a folder with a comma; choose another "
        "--out",
        folder.string()));
  }
  visit_game(rules, [&](auto game, const auto& compiled) {
    using G = decltype(game);
    for (const std::string& opponent : ladder.opponents) {
      if (opponent.find("EARLIER") != std::string::npos) continue;
      try {
        make_agent<G>(AgentSpec::parse(opponent), *compiled);
      } catch (const UserError& error) {
        throw UserError(fmt::format("opponents in [ladder]: {}", error.what()));
      }
    }
    if (!ladder.table.empty()) open_table_of_games<G>(ladder.table, *compiled);
  });
}

void play_ladder(const RuleSet& rules, const TrainConfig& config, std::uint64_t round,
                 double minutes, const fs::path& folder, int threads, const std::stop_token& stop,
                 const std::function<void(const LadderMatch&)>& played) {
  const LadderConfig& ladder = config.ladder;
  std::string lines;  // written together: an abandoned ladder is played again
  for (const std::string& opponent : ladder.opponents) {
    LadderMatch result{round, minutes, opponent, {}, {}, {}};
    MatchSettings match;
    match.rule_set = rules;
    match.second_agent = opponent;
    match.first_agent = with_file(ladder.agent, "NET", (folder / "net.safetensors").string());
    if (opponent.find("EARLIER") != std::string::npos) {
      result.opponent_round = earlier_round(config, round);
      if (*result.opponent_round == round) continue;
      const fs::path net =
          folder / "nets" / fmt::format("round-{:06}.safetensors", *result.opponent_round);
      match.second_agent = with_file(opponent, "EARLIER", net.string());
    }
    match.swap = true;
    match.opening_plies = ladder.opening_plies;
    match.max_plies = std::max(config.selfplay.max_plies, ladder.opening_plies + 1);
    match.seed = derive_seed({config.seed, hash_text("ladder"), round});
    std::vector<std::uint64_t> numbers(ladder.games + ladder.games % 2);
    std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
    MatchSummary summary;
    play_games(
        match, numbers, threads, [&](const GameRecord& game) { summary.add(game); }, stop);
    if (stop.stop_requested()) return;
    result.as_first = summary.agent_as(0, 0);
    result.as_second = summary.agent_as(0, 1);
    Json json = {{"round", round},
                 {"minutes", minutes},
                 {"opponent", opponent},
                 {"as_first", tally_json(result.as_first)},
                 {"as_second", tally_json(result.as_second)}};
    if (result.opponent_round) json["opponent_round"] = *result.opponent_round;
    lines += json.dump() + "\n";
    if (played) played(result);
  }
  if (!ladder.table.empty()) {
    measure_regret(rules, config, round, minutes, folder, threads, lines);
  }
  if (lines.empty()) return;
  lines.pop_back();
  append_line(folder / kFile, lines);
}

LadderHistory read_ladder(const fs::path& folder) {
  constexpr std::size_t kMaxOpponents = 1000;  // of one config, changed many times
  LadderHistory history;
  std::set<std::string> opponents;
  for (const std::string& line : read_json_lines(folder / kFile)) {
    const Json json = Json::parse(line);
    try {
      if (json.contains("regret")) {
        history.regrets.push_back({json_count(json.at("round")),
                                   json.at("minutes"),
                                   json.at("regret"),
                                   {json.at("low"), json.at("high")}});
        continue;
      }
      LadderMatch result{json_count(json.at("round")),
                         json.at("minutes"),
                         printable(json.at("opponent").get_ref<const std::string&>()),
                         {},
                         tally_of(json.at("as_first")),
                         tally_of(json.at("as_second"))};
      if (json.contains("opponent_round")) {
        result.opponent_round = json_count(json.at("opponent_round"));
      }
      if (opponents.size() == kMaxOpponents && !opponents.contains(result.opponent)) continue;
      opponents.insert(result.opponent);
      history.results.push_back(std::move(result));
    } catch (const nlohmann::json::exception&) {
      continue;  // not a line of a ladder
    } catch (const UserError&) {
      continue;
    }
  }
  return history;
}

}  // namespace tavlab
