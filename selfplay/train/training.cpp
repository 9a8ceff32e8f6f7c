#include "selfplay/train/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/io/files.h"
#include "selfplay/generate/run_shards.h"
#include "selfplay/generate/stopped_round.h"
#include "selfplay/train/checkpoint.h"
#include "selfplay/train/folder.h"
#include "selfplay/train/learning.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

template <FamilyGame G>
class Training {
 public:
  Training(const TrainConfig& config, const fs::path& path, const TrainingMachine& machine,
           const TrainingHooks& hooks, const RuleVariants& variants)
      : config_(config),
        folder_(path),
        machine_(machine),
        hooks_(hooks),
        variants_(variants),
        options_(config.selfplay),
        shards_(variants, agent_text(options_), config.seed),
        stopped_file_(path, shards_),
        play_(options_, variants, config.seed),
        learning_(config, variants, machine, !folder_.begun()) {
    at_.identity = identity_text(config);
    at_.rule_inputs = config.net.encoding.rule_inputs;
    at_.resign_below = options_.resign_below;
    at_.next.assign(static_cast<std::size_t>(options_.groups), 0);
  }

  /// Resumes the training in the folder; in an empty folder, starts one.
  void begin() {
    if (!folder_.begun()) folder_.begin(at_, learning_.learner().state());
    Checkpoint found = folder_.read(at_.identity);
    if (found.next.size() != at_.next.size()) {
      throw UserError(fmt::format("{}: has {} groups of games, the config has {}",
                                  folder_.checkpoint().string(), found.next.size(),
                                  at_.next.size()));
    }
    at_ = std::move(found);
    at_.rule_inputs = config_.net.encoding.rule_inputs;
    learning_.learner().restore(at_.learner);
    at_.learner.clear();
    if (at_.round > 0) take_up_games();
    stopped_ = stopped_file_.read(at_.round + 1, at_.next.size());
    if (stopped_) play_.restore(std::move(stopped_->groups));
    folder_.make(config_);  // after all checks
    if (at_.round == 0) folder_.save_net(config_, at_, learning_.learner().averaged());
  }

  void run() {
    while (at_.round < config_.rounds &&
           (config_.minutes <= 0.0 || at_.seconds < 60.0 * config_.minutes)) {
      if (hooks_.stop.stop_requested() || !round()) return;
    }
    if (hooks_.finished) hooks_.finished(at_.round, at_.seconds / 60.0);
  }

 private:
  /// Reads the games of the window and those in flight.
  void take_up_games() {
    for (std::uint64_t round = at_.first_shard; round <= at_.round; ++round) {
      std::vector<StoredGame> games = shards_.read(folder_.games(round));
      if (round == at_.round) last_ = games;
      for (StoredGame& game : games) learning_.window().add(std::move(game));
    }
    learning_.window().keep_games(at_.window_games);
    std::vector<GroupState> states(at_.next.size());
    for (std::size_t i = 0; i < states.size(); ++i) states[i].next = at_.next[i];
    for (StoredGame& game : shards_.read(folder_.in_flight(at_.round))) {
      states[game.number % states.size()].in_flight.push_back(std::move(game));
    }
    play_.restore(std::move(states));
  }

  /// Returns whether the round was finished; else it was stopped, and is in the folder.
  bool round() {
    const auto began = Clock::now();
    StoppedRound before = std::exchange(stopped_, std::nullopt).value_or(StoppedRound());
    RoundReport report;
    report.round = at_.round + 1;
    std::vector<StoredGame> games = play(std::move(before.finished));
    report.play_seconds = before.seconds + seconds_since(began);
    if (hooks_.stop.stop_requested()) {
      leave_round(std::move(games), report.play_seconds);
      return false;
    }
    report.games.add(games);
    report.by_entry = results_by_entry(games, variants_);
    report.play = play_.counts();

    const auto learning = Clock::now();
    std::vector<StoredGame> in_flight;
    const std::vector<GroupState> states = play_.state();
    for (const GroupState& state : states) {
      in_flight.insert(in_flight.end(), state.in_flight.begin(), state.in_flight.end());
    }
    last_ = games;
    // Packing the shards takes long, and learning does not need them.
    const std::string net = net_name();
    std::future<void> saved = std::async(std::launch::async | std::launch::deferred, [&] {
      shards_.write(folder_.games(report.round), last_, net);
      shards_.write(folder_.in_flight(report.round), std::move(in_flight), net);
    });
    at_.positions += report.games.positions;
    at_.games += report.games.results.games();
    report.all_positions = at_.positions;
    learning_.add(std::move(games), at_.positions);
    check_resignations(report);
    const bool finished = learning_.learn(report, hooks_);
    saved.get();
    if (!finished) {
      leave_round(last_, report.play_seconds);
      return false;
    }
    report.learn_seconds = seconds_since(learning);
    finish(report, report.play_seconds + report.learn_seconds);
    return true;
  }

  /// Saves what was played of the round, for the next time.
  void leave_round(std::vector<StoredGame> games, double seconds) {
    stopped_file_.write({at_.round + 1, seconds, std::move(games), play_.state()}, net_name());
  }

  [[nodiscard]] std::string net_name() const { return fmt::format("round {}", at_.round); }

  /// Plays what the round lacks; `done` were finished before. After a stop, some are missing.
  std::vector<StoredGame> play(std::vector<StoredGame> done) {
    // A net that has learned nothing would resign at random.
    options_.resign_below = learning_.learner().steps() > 0 ? at_.resign_below : 0.0;
    play_.take_nets(learning_.learner().averaged(), past_net(), machine_.backend);
    const auto progress = [&](const SelfPlayProgress& state) {
      if (hooks_.playing) hooks_.playing(at_.round + 1, state);
    };
    constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};
    std::vector<StoredGame> games =
        play_.round(config_.games_per_round, kNoEnd, last_, std::move(done), machine_.threads,
                    progress, hooks_.stop);
    for (StoredGame& game : games) game.round = static_cast<std::uint32_t>(at_.round + 1);
    return games;
  }

  /// One of the kept nets, drawn at random for the round.
  [[nodiscard]] std::optional<Net> past_net() const {
    const std::uint64_t kept = at_.round / static_cast<std::uint64_t>(config_.past_every);
    if (options_.past_share <= 0.0 || at_.round == 0) return std::nullopt;
    Random random(derive_seed({config_.seed, hash_text("past"), at_.round}));
    const std::uint64_t one = random.below(static_cast<std::uint32_t>(kept) + 1);
    return read_net(folder_.kept_net(one * static_cast<std::uint64_t>(config_.past_every)));
  }

  /// Counts how often resigning was wrong in the games that were played on. If in more than one in
  /// twenty, lowers the threshold.
  void check_resignations(RoundReport& report) {
    constexpr std::uint64_t kEnough = 20;
    for (const StoredGame& game : learning_.window().games()) {
      if (!game.plays_on || game.resigns == StoredGame::Resigns::nobody) continue;
      if (game.result == Result::unfinished) continue;
      const Result lost =
          game.resigns == StoredGame::Resigns::first ? Result::second_wins : Result::first_wins;
      ++report.played_on;
      report.wrongly_resigned += game.result == lost ? 0 : 1;
    }
    report.resign_below = at_.resign_below;
    if (report.played_on >= kEnough && 20 * report.wrongly_resigned > report.played_on) {
      at_.resign_below *= 0.9;
    }
  }

  /// Saves everything. The checkpoint comes last: it commits the round.
  void finish(RoundReport& report, double seconds) {
    const std::uint64_t before = at_.round;
    at_.round = report.round;
    at_.seconds += seconds;
    report.minutes = at_.seconds / 60.0;
    const auto& games = learning_.window().games();
    at_.first_shard = games.empty() ? report.round : games.front().round;
    at_.window_games = games.size();
    const std::vector<GroupState> states = play_.state();
    for (std::size_t i = 0; i < states.size(); ++i) at_.next[i] = states[i].next;
    at_.learner = learning_.learner().state();
    folder_.save_net(config_, at_, learning_.learner().averaged());
    write_checkpoint(folder_.checkpoint(), at_);
    at_.learner.clear();
    stopped_file_.remove();
    std::error_code ignored;
    fs::remove(folder_.in_flight(before), ignored);
    if (hooks_.round) hooks_.round(report, folder_.net());
  }

  const TrainConfig& config_;
  TrainingFolder folder_;
  const TrainingMachine& machine_;
  const TrainingHooks& hooks_;
  const RuleVariants& variants_;
  SelfPlayOptions options_;  ///< the config's, with the current resignation threshold
  RunShards shards_;
  StoppedRoundFile stopped_file_;
  std::optional<StoppedRound> stopped_;  ///< the one to go on with
  SelfPlay<G> play_;
  Learning<G> learning_;
  std::vector<StoredGame> last_;  ///< games of the last round
  Checkpoint at_;
};

}  // namespace

void run_training(const TrainConfig& config, const fs::path& folder, const TrainingMachine& machine,
                  const TrainingHooks& hooks) {
  const RuleVariants variants(config.rules);
  const TrainConfig resumed =
      TrainingFolder(folder).with_rule_inputs(config, variants.family(), identity_text(config));
  visit_game(variants.at(0), [&](auto game, const auto&) {
    Training<decltype(game)> training(resumed, folder, machine, hooks, variants);
    training.begin();
    training.run();
  });
}

}  // namespace tavlab
