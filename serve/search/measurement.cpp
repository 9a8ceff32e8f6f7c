#include "serve/search/measurement.h"

#include <array>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
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
  [[nodiscard]] std::uint64_t played(std::size_t cell) const {
    return counts[cell].finished() + counts[cell].unfinished;
  }
  /// The first of those that have the fewest games.
  [[nodiscard]] std::size_t next_cell() const {
    std::size_t next = 0;
    for (std::size_t cell = 1; cell < kCells; ++cell) {
      if (played(cell) < played(next)) next = cell;
    }
    return next;
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

/// Plays the cells in rounds in a thread of its own until it is stopped.
class Player {
 public:
  /// Continues what was played before.
  Player(const RuleSet& rules, Tally before)
      : tally_(std::move(before)), thread_([this, rules] { run(rules); }) {}
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
      for (std::size_t cell = tally().next_cell(); !stop_.stop_requested();
           cell = (cell + 1) % kCells) {
        play(rules, cell);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      fault_ = std::current_exception();
    }
  }

  void play(const RuleSet& rules, std::size_t cell) {
    MatchSettings settings;
    settings.rule_set = rules;
    settings.first_agent = kAgents[cell / kAgents.size()];
    settings.second_agent = kAgents[cell % kAgents.size()];
    settings.opening_plies = kOpeningPlies;
    settings.max_plies = kMaxPlies;
    const std::uint64_t number = tally().played(cell);
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

void measure(const Json& request, Searches& searches, double most_minutes, const Listener& tell,
             const std::stop_token& stop) {
  const double minutes = number_field(request, "minutes", 1, 0.001, most_minutes);
  const RuleSet rules = rule_set_of(request);
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  Tally tally;
  double seconds = 0.0;
  // In turns, so that it gives way to others as searches do.
  for (;;) {
    Turns::Turn turn(searches.turns());
    while (!turn.wait(kTellEvery)) {
      if (stop.stop_requested() || !tell("queued", {{"ahead", turn.ahead()}})) return;
    }
    const auto begin = Clock::now();
    const Player player(rules, tally);
    do {
      std::this_thread::sleep_for(kTellEvery);
      tally = player.tally();
      const double now = seconds + since(begin);
      const bool ends = now >= minutes * 60 || stop.stop_requested();
      if (!tell(ends ? "done" : "progress", tally_json(tally, now)) || ends) return;
    } while (!turn.others_wait() || since(begin) < searches.limits().seconds_if_others);
    seconds += since(begin);
  }
}

}  // namespace tavlab::serve
