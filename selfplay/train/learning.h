#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <future>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/error.h"
#include "nn/net_files.h"
#include "nn/torch_library.h"
#include "nn/warm_start.h"
#include "selfplay/dataset/batch_crew.h"
#include "selfplay/dataset/window.h"
#include "selfplay/train/config.h"
#include "selfplay/train/training.h"

namespace tavlab {

/// The learning rate: linear warmup over the first steps, cosine decay over the rounds.
inline double learning_rate(const TrainConfig& config, std::uint64_t round, std::uint64_t step) {
  const LearnOptions& learn = config.learn;
  const double last = static_cast<double>(std::max<std::uint64_t>(config.rounds, 2) - 1);
  const double done = std::min(1.0, static_cast<double>(round) / last);
  const double fall = 0.5 * (1.0 + std::cos(std::numbers::pi * done));
  const double rate =
      learn.final_learning_rate + (learn.learning_rate - learn.final_learning_rate) * fall;
  if (learn.warmup_steps == 0) return rate;
  return rate *
         std::min(1.0, static_cast<double>(step + 1) / static_cast<double>(learn.warmup_steps));
}

/// The lambda of TD(lambda) in a round (counted from 0); it falls from 1.
inline double value_lambda(const LearnOptions& learn, std::uint64_t round) {
  const double fallen = learn.value_lambda_rounds == 0
                            ? 1.0
                            : std::min(1.0, static_cast<double>(round) /
                                                static_cast<double>(learn.value_lambda_rounds));
  return 1.0 - fallen * (1.0 - learn.value_lambda);
}

/// The learning half of a training run: a net and a window of the newest games.
template <FamilyGame G>
class Learning {
 public:
  /// Starts with the weights of the config's net `from` if the training is new, else with random
  /// ones. The config and the variants must outlive it. Throws UserError if there is no LibTorch or
  /// no such device, or if it cannot start from that net.
  Learning(const TrainConfig& config, const RuleVariants& variants, const TrainingMachine& machine,
           bool is_new)
      : config_(config), crew_(config.net.encoding, variants, machine.threads) {
    Net net = random_net(variants.family(), config.net, config.seed);
    if (is_new && !config.from.empty()) {
      start_from(net, read_net(find_net(config.from)), config.from);
    }
    for (std::uint32_t i = 0; i < variants.size(); ++i) {
      RulesIdentity rules = identity_of(variants.at(i));
      net.rules.push_back({std::move(rules.id), rules.hash, std::move(rules.parameters)});
    }
    LearnerOptions options = config.learn.learner;
    options.threads = machine.threads;
    learner_ = torch_library().make_learner(net, options, machine.backend.device);
  }

  [[nodiscard]] Window& window() { return window_; }
  [[nodiscard]] Learner& learner() { return *learner_; }

  /// Adds finished games and drops those that are too old; `all_positions` is the number of
  /// training positions so far.
  void add(std::vector<StoredGame> games, std::uint64_t all_positions) {
    for (StoredGame& game : games) window_.add(std::move(game));
    window_.trim(window_size(all_positions, config_.learn.window, config_.learn.max_window));
  }

  /// Trains on the new positions of `report.games` in round `report.round` (from 1), if there are
  /// enough `report.all_positions`, and adds the results to the report. Returns whether it was
  /// finished before the hooks' stop. Throws UserError if training diverges.
  bool learn(RoundReport& report, const TrainingHooks& hooks) {
    const LearnOptions& options = config_.learn;
    report.window = window_.positions();
    if (report.all_positions < options.start || window_.positions() == 0) return true;
    const double wanted = static_cast<double>(report.games.positions) * options.replay_ratio /
                          static_cast<double>(options.batch);
    report.steps = static_cast<std::uint64_t>(std::ceil(wanted));
    Random random(derive_seed({config_.seed, hash_text("learn"), report.round}));
    crew_.set_lambda(value_lambda(options, report.round - 1));
    crew_.set_win_discount(options.win_discount);
    Losses& sum = report.losses;
    // A batch is made while the learner learns from the one before.
    const auto make_next = [&] {
      return std::async(std::launch::async | std::launch::deferred, [&] {
        TrainingBatch batch;
        crew_.make(window_, static_cast<std::size_t>(options.batch), random, batch);
        return batch;
      });
    };
    std::future<TrainingBatch> next;
    if (report.steps > 0) next = make_next();
    for (std::uint64_t step = 0; step < report.steps; ++step) {
      const TrainingBatch batch = next.get();
      if (hooks.stop.stop_requested()) return false;
      if (step + 1 < report.steps) next = make_next();
      report.learning_rate = learning_rate(config_, report.round - 1, learner_->steps());
      const Losses losses = learner_->step(batch, report.learning_rate);
      if (!std::isfinite(losses.policy + losses.value + losses.moves_left + losses.captured +
                         losses.ownership)) {
        throw UserError(
            fmt::format("training has diverged in round {}; the last checkpoint is kept; try a new "
                        "training with a lower learning_rate in [learn]",
                        report.round));
      }
      sum.add(losses);
      if (hooks.learning) hooks.learning(report.round, step + 1, report.steps);
    }
    const auto count = static_cast<double>(std::max<std::uint64_t>(report.steps, 1));
    for (double* each : {&sum.policy, &sum.value, &sum.moves_left, &sum.captured, &sum.ownership}) {
      *each /= count;
    }
    return true;
  }

 private:
  const TrainConfig& config_;
  BatchCrew<G> crew_;
  std::unique_ptr<Learner> learner_;
  Window window_;
};

}  // namespace tavlab
