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
#include <string>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/parallel.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/match/game_runner.h"
#include "selfplay/match/match.h"
#include "selfplay/match/match_lane.h"

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

/// A lane of a given family.
template <Game G>
class MatchLaneOf final : public MatchLane {
 public:
  using Rules = typename G::Rules;

  MatchLaneOf(std::shared_ptr<const Rules> rules, const MatchSettings& settings)
      : settings_(settings),
        rules_(std::move(rules)),
        seeds_(settings),
        runner_(*rules_),
        first_(make_agent<G>(AgentSpec::parse(settings.first_agent), *rules_)),
        second_(make_agent<G>(AgentSpec::parse(settings.second_agent), *rules_)) {
    // Given openings may lead to positions that the agents can play; random plies cannot be relied
    // on to.
    if (settings.openings) return;
    for (const auto* agent : {first_.get(), second_.get()}) {
      agent->check_start(*rules_, G::start(*rules_));
    }
  }

  /// Returns nullopt if a stop is requested before the end of the game.
  std::optional<GameRecord> play_one(std::uint64_t number, const std::stop_token& stop) {
    first_->stop_when(stop);
    second_->stop_when(stop);
    GameSetup setup;
    setup.number = number;
    setup.swapped = settings_.swap && number % 2 == 1;
    setup.opening_plies = settings_.opening_plies;
    setup.max_plies = settings_.max_plies;
    setup.opening_seed = seeds_.opening(number);
    setup.seed = seeds_.game(number);
    if (settings_.openings) {
      setup.opening = settings_.openings->of_game(number, settings_.swap);
    }
    setup.limits = settings_.limits;
    setup.adjudication = settings_.adjudication;
    setup.faults = settings_.faults.get();
    return runner_.play(setup, *first_, *second_, stop);
  }

  void play(std::span<const std::uint64_t> numbers,
            const std::function<void(const GameRecord&)>& finished,
            const std::stop_token& stop) override {
    for (const std::uint64_t number : numbers) {
      const std::optional<GameRecord> record = play_one(number, stop);
      if (!record) return;
      finished(*record);
    }
  }

 private:
  MatchSettings settings_;
  std::shared_ptr<const Rules> rules_;
  GameSeeds seeds_;
  GameRunner<G> runner_;
  std::unique_ptr<Agent<G>> first_;
  std::unique_ptr<Agent<G>> second_;
};

/// `play_games` for a given family.
template <Game G>
void play_games_of(const typename G::Rules& rules, const MatchSettings& settings,
                   std::span<const std::uint64_t> numbers, int threads,
                   const std::function<void(const GameRecord&)>& finished,
                   const std::stop_token& stop = {}) {
  check_match_settings(settings, threads);
  // Each worker has its own agents, in its own memory: games share only the constant rules, nets
  // and the lock around `finished`. All agents are made first, so that errors show before any game
  // starts.
  const std::shared_ptr<const typename G::Rules> borrowed(std::shared_ptr<const void>(), &rules);
  std::vector<std::unique_ptr<MatchLaneOf<G>>> lanes;
  const std::size_t needed =
      std::clamp<std::size_t>(numbers.size(), 1, static_cast<std::size_t>(threads));
  while (lanes.size() < needed) {
    lanes.push_back(std::make_unique<MatchLaneOf<G>>(borrowed, settings));
  }

  std::mutex reporting;
  const auto play = [&](std::size_t job, std::size_t worker, const std::stop_token& ending) {
    const std::optional<GameRecord> record = lanes[worker]->play_one(numbers[job], ending);
    if (!record) return;
    const std::lock_guard lock(reporting);
    if (!ending.stop_requested()) finished(*record);
  };
  run_jobs(numbers.size(), threads, play, stop);
}

}  // namespace tavlab
