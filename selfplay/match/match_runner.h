#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/game.h"
#include "core/parallel.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/match/game_runner.h"
#include "selfplay/match/match.h"

namespace tavlab {

/// The seeds of a match's games. They depend only on the match seed, the rules' content hash, both
/// agents' texts and the game number.
class GameSeeds {
 public:
  explicit GameSeeds(const MatchSettings& settings);

  [[nodiscard]] std::uint64_t game(std::uint64_t number) const;
  /// The seed of the random opening. With sides exchanged, both games of a pair have the same one.
  [[nodiscard]] std::uint64_t opening(std::uint64_t number) const;

 private:
  std::uint64_t match_;
  bool swap_;
};

/// Throws UserError if a number in the settings is out of range.
void check_match_settings(const MatchSettings& settings, int threads);

/// `play_games` for a given family.
template <Game G>
void play_games_of(const typename G::Rules& rules, const MatchSettings& settings,
                   std::span<const std::uint64_t> numbers, int threads,
                   const std::function<void(const GameRecord&)>& finished,
                   const std::stop_token& stop = {}) {
  check_match_settings(settings, threads);
  const AgentSpec first = AgentSpec::parse(settings.first_agent);
  const AgentSpec second = AgentSpec::parse(settings.second_agent);
  const GameSeeds seeds(settings);

  // Each worker has its own agents, in memory of its own: games share only the constant rules and
  // the lock around `finished`. All agents are made first, so that errors show before any game
  // starts.
  struct Worker {
    GameRunner<G> runner;
    std::unique_ptr<Agent<G>> first;
    std::unique_ptr<Agent<G>> second;
  };
  std::vector<std::unique_ptr<Worker>> workers;
  const std::size_t needed =
      std::clamp<std::size_t>(numbers.size(), 1, static_cast<std::size_t>(threads));
  while (workers.size() < needed) {
    workers.push_back(std::make_unique<Worker>(
        Worker{GameRunner<G>(rules), make_agent<G>(first, rules), make_agent<G>(second, rules)}));
  }

  std::mutex reporting;
  const auto play = [&](std::size_t job, std::size_t worker, const std::stop_token& ending) {
    Worker& mine = *workers[worker];
    mine.first->stop_when(ending);
    mine.second->stop_when(ending);
    GameSetup setup;
    setup.number = numbers[job];
    setup.swapped = settings.swap && setup.number % 2 == 1;
    setup.opening_plies = settings.opening_plies;
    setup.max_plies = settings.max_plies;
    setup.opening_seed = seeds.opening(setup.number);
    setup.seed = seeds.game(setup.number);
    const std::optional<GameRecord> record =
        mine.runner.play(setup, *mine.first, *mine.second, ending);
    if (!record) return;
    const std::lock_guard lock(reporting);
    if (!ending.stop_requested()) finished(*record);
  };
  run_jobs(numbers.size(), threads, play, stop);
}

}  // namespace tavlab
