#include "selfplay/match/match.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/families.h"
#include "core/random.h"
#include "selfplay/match/match_runner.h"

namespace tavlab {

bool MatchSettings::reproducible() const {
  return !limits.measured() && AgentSpec::parse(first_agent).deterministic(limits.any()) &&
         AgentSpec::parse(second_agent).deterministic(limits.any());
}

bool MatchSettings::same_agents() const {
  const auto played = [&](const std::string& text) {
    const AgentSpec agent = AgentSpec::parse(text);
    const std::vector<std::string_view>& own = agent.kind().limits;
    return limits.any() && !own.empty() ? agent.limited(own.front(), "1").canonical()
                                        : agent.canonical();
  };
  return played(first_agent) == played(second_agent);
}

std::vector<std::pair<std::string, std::string>> MatchSettings::conditions() const {
  std::vector<std::pair<std::string, std::string>> all;
  if (openings) {
    all.emplace_back("openings",
                     fmt::format("{} ({} openings)", openings->source, openings->lines.size()));
  }
  if (limits.any()) all.emplace_back(limits.measured() ? "time" : "nodes", limits.text());
  if (adjudication) all.emplace_back("adjudication", adjudication->text());
  if (!reproducible()) {
    all.emplace_back("reproducible",
                     "no: with time limits, multithreaded searches, devices or external programs, "
                     "the same seed gives different games");
  }
  return all;
}

GameSeeds::GameSeeds(const MatchSettings& settings)
    : match_(derive_seed({settings.seed, settings.rule_set.content_hash(),
                          hash_text(AgentSpec::parse(settings.first_agent).seed_text()),
                          hash_text(AgentSpec::parse(settings.second_agent).seed_text())})),
      swap_(settings.swap) {}

std::uint64_t GameSeeds::game(std::uint64_t number) const {
  return derive_seed({match_, hash_text("game"), number});
}

std::uint64_t GameSeeds::opening(std::uint64_t number) const {
  return derive_seed({match_, hash_text("opening"), swap_ ? number / 2 : number});
}

void check_match_settings(const MatchSettings& settings, int threads) {
  constexpr int kMaxThreads = 1024;
  if (threads < 1 || threads > kMaxThreads) {
    throw UserError(fmt::format("threads must be from 1 to {}, not {}", kMaxThreads, threads));
  }
  if (settings.max_plies < 1) {
    throw UserError(fmt::format("max plies must be at least 1, not {}", settings.max_plies));
  }
  if (settings.opening_plies < 0 || settings.opening_plies >= settings.max_plies) {
    throw UserError(fmt::format("opening plies must be from 0 to {} (max plies less one), not {}",
                                settings.max_plies - 1, settings.opening_plies));
  }
  if (settings.openings != nullptr) {
    if (settings.opening_plies > 0) {
      throw UserError("openings and random opening plies exclude each other; choose one");
    }
    if (settings.openings->plies >= settings.max_plies) {
      throw UserError(fmt::format("an opening has {} plies, but games end after {} (max plies)",
                                  settings.openings->plies, settings.max_plies));
    }
  }
  settings.limits.check();
}

void play_games(const MatchSettings& settings, std::span<const std::uint64_t> numbers, int threads,
                const std::function<void(const GameRecord&)>& finished,
                const std::stop_token& stop) {
  visit_game(settings.rule_set, [&](auto game, const auto& rules) {
    play_games_of<decltype(game)>(*rules, settings, numbers, threads, finished, stop);
  });
}

std::unique_ptr<MatchLane> make_match_lane(const MatchSettings& settings) {
  check_match_settings(settings, 1);
  return visit_game(settings.rule_set, [&](auto game, const auto& rules) {
    using Lane = MatchLaneOf<decltype(game)>;
    return std::unique_ptr<MatchLane>(std::make_unique<Lane>(rules, settings));
  });
}

}  // namespace tavlab
