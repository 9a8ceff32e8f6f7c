#include "selfplay/train/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/files.h"
#include "core/registry.h"
#include "nn/torch_library.h"
#include "selfplay/dataset/batch_maker.h"
#include "selfplay/dataset/window.h"
#include "selfplay/generate/run_shards.h"
#include "selfplay/train/checkpoint.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

/// The files of a training.
class Folder {
 public:
  explicit Folder(fs::path path) : path_(std::move(path)) {}

  [[nodiscard]] fs::path config() const { return path_ / "config.toml"; }
  [[nodiscard]] fs::path checkpoint() const { return path_ / "checkpoint.safetensors"; }
  [[nodiscard]] fs::path net() const { return path_ / "net.tavnet"; }
  [[nodiscard]] fs::path games(std::uint64_t round) const {
    return path_ / fmt::format("games-{:06}.h5", round);
  }
  [[nodiscard]] fs::path in_flight(std::uint64_t round) const {
    return path_ / fmt::format("in-flight-{:06}.h5", round);
  }
  [[nodiscard]] fs::path kept_net(std::uint64_t round) const {
    return path_ / "nets" / fmt::format("round-{:06}.tavnet", round);
  }
  void make() const {
    make_folder(path_);
    make_folder(path_ / "nets");
  }

 private:
  fs::path path_;
};

/// How the learning rate goes: up in the first steps, then down along a cosine of the rounds.
double learning_rate(const TrainConfig& config, std::uint64_t round, std::uint64_t step) {
  const LearnOptions& learn = config.learn;
  const double done =
      std::min(1.0, static_cast<double>(round) /
                        static_cast<double>(std::max<std::uint64_t>(config.rounds, 2) - 1));
  const double fall = 0.5 * (1.0 + std::cos(std::numbers::pi * done));
  const double rate =
      learn.final_learning_rate + (learn.learning_rate - learn.final_learning_rate) * fall;
  const double rise = learn.warmup_steps == 0
                          ? 1.0
                          : static_cast<double>(step + 1) / static_cast<double>(learn.warmup_steps);
  return rate * std::min(1.0, rise);
}

template <Encodable G>
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
        shards_(variants, options_, config.seed),
        play_(options_, variants, config.seed) {
    Net net = random_net(variants.family(), config.net, config.seed);
    for (std::uint32_t i = 0; i < variants.size(); ++i) {
      net.rules.push_back({variants.at(i).id, variants.at(i).content_hash()});
    }
    LearnerOptions learner = config.learn.learner;
    // Dense nets are so small that a second thread costs more than it helps: 7 s with one, 15 s
    // with two for the same steps of 512 positions (3 layers of 256).
    const bool dense = config.net.trunk == NetSpec::Trunk::dense;
    learner.threads = dense ? 1 : machine.threads;
    learner_ = torch_library().make_learner(net, learner, machine.backend.device);
    maker_.emplace(config.net.encoding, variants);
    at_.identity = identity_text(config);
    at_.resign_below = options_.resign_below;
    at_.next.assign(static_cast<std::size_t>(options_.groups), 0);
  }

  /// Takes up what the folder holds, or makes the folder.
  void begin() {
    std::error_code error;
    if (!fs::exists(folder_.checkpoint(), error)) {
      folder_.make();
      write_file(folder_.config(), config_.text);
      save_net(0);
      return;
    }
    Checkpoint found = read_checkpoint(folder_.checkpoint());
    if (found.identity != at_.identity) {
      throw UserError(
          fmt::format("{}: holds a training by another config; only title, rounds, "
                      "minutes and [ladder] may change",
                      folder_.config().parent_path().string()));
    }
    if (found.next.size() != at_.next.size()) {
      throw UserError(fmt::format("{}: has {} groups of games, the config {}",
                                  folder_.checkpoint().string(), found.next.size(),
                                  at_.next.size()));
    }
    at_ = std::move(found);
    learner_->restore(at_.learner);
    write_file(folder_.config(), config_.text);
    if (at_.round == 0) return;
    for (std::uint64_t round = at_.first_shard; round <= at_.round; ++round) {
      std::vector<StoredGame> games = shards_.read(folder_.games(round));
      if (round == at_.round) last_ = games;
      for (StoredGame& game : games) window_.add(std::move(game));
    }
    window_.keep_games(at_.window_games);
    std::vector<GroupState> states(at_.next.size());
    for (std::size_t i = 0; i < states.size(); ++i) states[i].next = at_.next[i];
    for (StoredGame& game : shards_.read(folder_.in_flight(at_.round))) {
      states[game.number % states.size()].in_flight.push_back(std::move(game));
    }
    play_.restore(std::move(states));
  }

  void run() {
    while (at_.round < config_.rounds &&
           (config_.minutes <= 0.0 || at_.seconds < 60.0 * config_.minutes)) {
      if (hooks_.stop && hooks_.stop()) return;
      round();
    }
  }

 private:
  void round() {
    const auto began = Clock::now();
    RoundReport report;
    report.round = at_.round + 1;
    std::vector<StoredGame> games = play();
    report.play_seconds = seconds_since(began);
    count(games, report);

    const auto learning = Clock::now();
    std::vector<StoredGame> in_flight;
    const std::vector<GroupState> states = play_.state();
    for (const GroupState& state : states) {
      in_flight.insert(in_flight.end(), state.in_flight.begin(), state.in_flight.end());
    }
    const std::string net = fmt::format("round {}", at_.round);
    shards_.write(folder_.games(report.round), games, net);
    shards_.write(folder_.in_flight(report.round), std::move(in_flight), net);
    last_.clear();
    for (StoredGame& game : games) {
      last_.push_back(game);
      window_.add(std::move(game));
    }
    at_.positions += report.positions;
    at_.games += report.games;
    trim();
    judge_resignations(report);
    learn(report);
    report.learn_seconds = seconds_since(learning);
    finish(report, seconds_since(began));
  }

  std::vector<StoredGame> play() {
    options_.resign_below = at_.resign_below;
    const Net net = learner_->averaged();
    const std::optional<Net> past = past_net();
    play_.take_nets(net, past ? &*past : nullptr, machine_.backend);
    const auto progress = [&](const SelfPlayProgress& state) {
      if (hooks_.playing) hooks_.playing(at_.round + 1, state);
    };
    constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};
    std::vector<StoredGame> games =
        play_.round(config_.games_per_round, kNoEnd, last_, machine_.threads, progress);
    for (StoredGame& game : games) game.round = static_cast<std::uint32_t>(at_.round + 1);
    return games;
  }

  /// One of the kept nets, drawn for the round.
  [[nodiscard]] std::optional<Net> past_net() const {
    const std::uint64_t kept = at_.round / static_cast<std::uint64_t>(config_.past_every);
    if (options_.past_share <= 0.0 || at_.round == 0) return std::nullopt;
    Random random(derive_seed({config_.seed, hash_text("past"), at_.round}));
    const std::uint64_t one = random.below(static_cast<std::uint32_t>(kept) + 1);
    return read_net(folder_.kept_net(one * static_cast<std::uint64_t>(config_.past_every)));
  }

  void count(const std::vector<StoredGame>& games, RoundReport& report) const {
    report.games = games.size();
    std::uint64_t decisions = 0;
    for (const StoredGame& game : games) {
      switch (game.result) {
        case Result::first_wins:
          ++report.first_wins;
          break;
        case Result::draw:
          ++report.draws;
          break;
        case Result::second_wins:
          ++report.second_wins;
          break;
        case Result::unfinished:
          ++report.unfinished;
          break;
      }
      report.resigned += game.reason == "resigned" ? 1 : 0;
      decisions += game.decisions.size();
      report.positions += static_cast<std::uint64_t>(
          std::ranges::count(game.decisions, true, &SearchedDecision::full));
    }
    report.mean_plies =
        games.empty() ? 0.0 : static_cast<double>(decisions) / static_cast<double>(games.size());
    report.play = play_.counts();
  }

  /// How often resigning would have been wrong, where it was played on. Where that is more often
  /// than one in twenty, sides must see less hope to resign.
  void judge_resignations(RoundReport& report) {
    constexpr std::uint64_t kEnough = 20;
    for (const StoredGame& game : window_.games()) {
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

  void trim() { window_.trim(window_size(at_.positions, config_.learn.window)); }

  void learn(RoundReport& report) {
    report.all_positions = at_.positions;
    report.window = window_.positions();
    if (at_.positions < config_.learn.start || window_.positions() == 0) return;
    const double wanted = static_cast<double>(report.positions) * config_.learn.reuse /
                          static_cast<double>(config_.learn.batch);
    const auto steps = static_cast<std::uint64_t>(std::ceil(wanted));
    Random random(derive_seed({config_.seed, hash_text("learn"), report.round}));
    maker_->set_search_share(search_share());
    TrainingBatch batch;
    Losses& sum = report.losses;
    for (std::uint64_t step = 0; step < steps; ++step) {
      maker_->make(window_, static_cast<std::size_t>(config_.learn.batch), random, batch);
      report.learning_rate = learning_rate(config_, at_.round, learner_->steps());
      const Losses losses = learner_->step(batch, report.learning_rate);
      if (!std::isfinite(losses.policy + losses.value)) {
        throw UserError(
            fmt::format("learning has diverged in round {}: a lower learning_rate in "
                        "[learn] may help",
                        report.round));
      }
      sum.policy += losses.policy;
      sum.value += losses.value;
      sum.plies += losses.plies;
      sum.captured += losses.captured;
      sum.squares += losses.squares;
      if (hooks_.learning) hooks_.learning(report.round, step + 1, steps);
    }
    report.steps = steps;
    const auto count = static_cast<double>(std::max<std::uint64_t>(steps, 1));
    for (double* each : {&sum.policy, &sum.value, &sum.plies, &sum.captured, &sum.squares}) {
      *each /= count;
    }
  }

  [[nodiscard]] double search_share() const {
    const double risen = config_.learn.search_value_rounds == 0
                             ? 1.0
                             : static_cast<double>(at_.round) /
                                   static_cast<double>(config_.learn.search_value_rounds);
    return config_.learn.search_value_share * std::min(1.0, risen);
  }

  /// Saves everything. The checkpoint comes last: until it is in its place the round was not.
  void finish(RoundReport& report, double seconds) {
    const std::uint64_t before = at_.round;
    at_.round = report.round;
    at_.seconds += seconds;
    report.minutes = at_.seconds / 60.0;
    at_.first_shard = window_.games().empty() ? report.round : window_.games().front().round;
    at_.window_games = window_.games().size();
    const std::vector<GroupState> states = play_.state();
    for (std::size_t i = 0; i < states.size(); ++i) at_.next[i] = states[i].next;
    at_.learner = learner_->state();
    save_net(report.round);
    write_checkpoint(folder_.checkpoint(), at_);
    at_.learner.clear();
    std::error_code ignored;
    fs::remove(folder_.in_flight(before), ignored);
    if (hooks_.round) hooks_.round(report, folder_.net());
  }

  void save_net(std::uint64_t round) {
    Net net = learner_->averaged();
    net.history = {{"config", config_.title},
                   {"seed", fmt::format("{}", config_.seed)},
                   {"rounds", fmt::format("{}", round)},
                   {"games", fmt::format("{}", at_.games)},
                   {"positions", fmt::format("{}", at_.positions)},
                   {"minutes", fmt::format("{:.1f}", at_.seconds / 60.0)}};
    if (round % static_cast<std::uint64_t>(config_.past_every) == 0) {
      write_net(folder_.kept_net(round), net);
    }
    write_net(folder_.net(), net);
  }

  const TrainConfig& config_;
  Folder folder_;
  const TrainingMachine& machine_;
  const TrainingHooks& hooks_;
  const RuleVariants& variants_;
  SelfPlayOptions options_;  ///< the config's, with the resignations as they stand
  RunShards shards_;
  SelfPlay<G> play_;
  std::unique_ptr<Learner> learner_;
  std::optional<BatchMaker<G>> maker_;
  Window window_;
  std::vector<StoredGame> last_;  ///< games of the last round
  Checkpoint at_;
};

}  // namespace

void run_training(const TrainConfig& config, const fs::path& folder, const TrainingMachine& machine,
                  const TrainingHooks& hooks) {
  const RuleVariants variants(config.rules);
  visit_game(variants.at(0), [&](auto game, const auto&) {
    Training<decltype(game)> training(config, folder, machine, hooks, variants);
    training.begin();
    training.run();
  });
}

}  // namespace tavlab
