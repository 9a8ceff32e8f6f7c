#include "serve/search/measurement.h"

#include <array>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/result_counts.h"
#include "experiments/stats/calibration.h"
#include "selfplay/match/match.h"
#include "selfplay/record/record.h"

namespace tavlab::serve {
namespace {

constexpr std::chrono::milliseconds kTellEvery{250};
/// Two kinds, both quick enough for games within seconds.
constexpr std::array<const char*, 2> kAgents = {"alphabeta:nodes=1000,net=auto,ties=random",
                                                "mcts:sims=150,eval=auto,memory=64"};
constexpr std::size_t kCells = kAgents.size() * kAgents.size();
constexpr int kOpeningPlies = 2;
constexpr int kMaxPlies = 1000;

/// The games so far.
struct Tally {
  std::vector<ResultCounts> counts = std::vector<ResultCounts>(kCells);
  std::uint64_t games = 0;
  std::uint64_t draws = 0;
  double plies = 0.0;

  void add(std::size_t cell, const GameRecord& game) {
    counts[cell].add(game.result);
    ++games;
    if (game.result == Result::draw) ++draws;
    plies += game.plies;
  }
  [[nodiscard]] bool has_all_cells() const {
    for (const ResultCounts& each : counts) {
      if (each.finished() == 0) return false;
    }
    return true;
  }
};

/// How many more games would bring the interval off 0.5, if its width falls with the root of their
/// number; null while the value itself is as good as even.
Json more_games(const Tally& tally, double value, const Interval& interval) {
  const double away = std::abs(value - 0.5);
  const double half = value > 0.5 ? value - interval.low : interval.high - value;
  if (half < away) return 0;
  constexpr double kEven = 0.01;
  if (away < kEven) return nullptr;
  const double wanted = static_cast<double>(tally.games) * (half / away) * (half / away);
  return static_cast<std::uint64_t>(std::ceil(wanted)) - tally.games;
}

Json tally_json(const Tally& tally, double seconds) {
  Json json = {{"games", tally.games}, {"seconds", seconds}, {"agents", kAgents}};
  if (!tally.has_all_cells()) return json;
  const Calibration found = calibrate_from(kAgents.size(), tally.counts, 1);
  Json score = Json::array();
  for (std::size_t row = 0; row < kAgents.size(); ++row) {
    Json line = Json::array();
    for (std::size_t column = 0; column < kAgents.size(); ++column) {
      line.push_back(estimate_score(found.games(row, column)).mean);
    }
    score.push_back(std::move(line));
  }
  const auto games = static_cast<double>(tally.games);
  json.update({{"value", found.equilibrium.value},
               {"low", found.value_interval.low},
               {"high", found.value_interval.high},
               {"score", score},
               {"draws", static_cast<double>(tally.draws) / games},
               {"plies", tally.plies / games},
               {"more_games", more_games(tally, found.equilibrium.value, found.value_interval)}});
  return json;
}

/// Plays rounds of one game of each cell in a thread of its own until it is stopped.
class Player {
 public:
  explicit Player(const RuleSet& rules) : thread_([this, rules] { run(rules); }) {}
  ~Player() { stop_.request_stop(); }
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// The games so far. Throws what the games threw.
  [[nodiscard]] Tally tally() const {
    const std::lock_guard lock(mutex_);
    if (fault_) std::rethrow_exception(fault_);
    return tally_;
  }

 private:
  void run(const RuleSet& rules) {
    try {
      for (std::uint64_t round = 0; !stop_.stop_requested(); ++round) {
        for (std::size_t cell = 0; cell < kCells; ++cell) play(rules, cell, round);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      fault_ = std::current_exception();
    }
  }

  void play(const RuleSet& rules, std::size_t cell, std::uint64_t number) {
    MatchSettings settings;
    settings.rule_set = rules;
    settings.first_agent = kAgents[cell / kAgents.size()];
    settings.second_agent = kAgents[cell % kAgents.size()];
    settings.opening_plies = kOpeningPlies;
    settings.max_plies = kMaxPlies;
    play_games(
        settings, std::array{number}, 1,
        [&](const GameRecord& game) {
          const std::lock_guard lock(mutex_);
          tally_.add(cell, game);
        },
        stop_.get_token());
  }

  mutable std::mutex mutex_;  ///< guards what follows
  Tally tally_;
  std::exception_ptr fault_;
  std::stop_source stop_;
  std::jthread thread_;  ///< last: it uses all others
};

}  // namespace

void measure(const Json& request, Turns& turns, double most_minutes, const Listener& tell,
             const std::stop_token& stop) {
  const double minutes = number_field(request, "minutes", 1, 0.001, most_minutes);
  const RuleSet rules = rule_set_of(request);
  Turns::Turn turn(turns);
  while (!turn.wait(kTellEvery)) {
    if (stop.stop_requested() || !tell("queued", {{"ahead", turn.ahead()}})) return;
  }
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const Player player(rules);
  for (;;) {
    std::this_thread::sleep_for(kTellEvery);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const bool ends = seconds >= minutes * 60 || stop.stop_requested();
    if (!tell(ends ? "done" : "progress", tally_json(player.tally(), seconds)) || ends) return;
  }
}

}  // namespace tavlab::serve
