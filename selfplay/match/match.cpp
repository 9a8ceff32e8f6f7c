#include "selfplay/match/match.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/families.h"
#include "core/random.h"
#include "selfplay/match/match_runner.h"

namespace tavlab {

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
}

void play_games(const MatchSettings& settings, std::span<const std::uint64_t> numbers, int threads,
                const std::function<void(const GameRecord&)>& finished,
                const std::stop_token& stop) {
  visit_game(settings.rule_set, [&](auto game, const auto& rules) {
    play_games_of<decltype(game)>(*rules, settings, numbers, threads, finished, stop);
  });
}

}  // namespace tavlab
