#include "selfplay/evaluation/training.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numbers>
#include <numeric>
#include <optional>
#include <span>
#include <sstream>
#include <stop_token>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/io/files.h"
#include "core/parallel.h"
#include "nn/evaluation/evaluation_net.h"
#include "nn/net_files.h"
#include "nn/torch_library.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/agents/option_text.h"
#include "selfplay/evaluation/node_balance.h"
#include "selfplay/evaluation/play_game.h"
#include "selfplay/evaluation/samples.h"
#include "selfplay/generate/run_shards.h"
#include "selfplay/match/match.h"
#include "selfplay/match/match_summary.h"
#include "selfplay/run_folder.h"
#include "selfplay/train/metrics.h"

namespace tavlab {
namespace {

/// A hash that is equal for games with the same moves and rolls under the same rules.
std::uint64_t game_hash(const StoredGame& game) {
  std::uint64_t hash = mix64(game.rules);
  for (const GameEvent& event : game.events) hash = mix64(hash ^ (2 * event.word + event.chance));
  return hash;
}

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

constexpr const char* kFormat = "tavlab evaluation training";
constexpr const char* kFormatVersion = "1";

/// The files of a training run's folder.
class Folder {
 public:
  explicit Folder(fs::path path) : path_(std::move(path)) {}

  [[nodiscard]] fs::path config() const { return path_ / "config.toml"; }
  [[nodiscard]] fs::path checkpoint() const { return path_ / "checkpoint.safetensors"; }
  [[nodiscard]] fs::path newest() const { return path_ / "evaluation.safetensors"; }
  [[nodiscard]] fs::path metrics() const { return path_ / "metrics.jsonl"; }
  [[nodiscard]] fs::path games(std::uint64_t round) const {
    return path_ / fmt::format("games-{:06}.h5", round);
  }
  [[nodiscard]] fs::path kept(std::uint64_t round) const {
    return path_ / "nets" / fmt::format("round-{:06}.safetensors", round);
  }
  void make() const {
    make_folder(path_);
    make_folder(path_ / "nets");
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

template <FamilyGame G>
class Training {
 public:
  Training(const EvaluationConfig& config, fs::path path, int threads, const EvaluationHooks& hooks,
           const RuleVariants& variants)
      : config_(config),
        folder_(std::move(path)),
        threads_(threads),
        hooks_(hooks),
        variants_(variants),
        identity_(evaluation_identity(config)),
        shards_(variants, fmt::format("{}; {}", config.games.first_agent, config.games.agent),
                config.seed),
        log2_ratios_(variants.size(), 0.0) {
    for (std::uint32_t i = 0; i < variants.size(); ++i) {
      rules_.push_back(G::compile(variants.at(i)));
      features_.push_back(std::make_unique<typename G::Features>(*rules_.back()));
    }
    shape_.features = features_.front()->shape();
    shape_.views = G::Features::kViews;
    shape_.width = config.width;
    if (config.correct_handcrafted) shape_.base = G::Features::kHandcrafted;
    // One set of rules needs no inputs.
    if (variants.size() > 1) {
      for (const NamedInput& input : features_.front()->rule_inputs())
        names_.emplace_back(input.name);
    }
    EvaluationLearnerOptions options;
    options.seed = config.seed;
    options.threads = threads;
    learner_ = torch_library().make_evaluation_learner(shape_, names_.size(), options);
  }

  /// Returns whether all rounds are done.
  bool run() {
    begin();
    while (round_ < config_.rounds) {
      if (!round()) return false;
    }
    return true;
  }

 private:
  /// Resumes the training in the folder; in an empty folder, starts one.
  void begin() {
    std::error_code error;
    if (!fs::exists(folder_.checkpoint(), error)) {
      make_folder(folder_.path());
      check_nothing_begun(folder_.path(), folder_.checkpoint().filename().string());
      if (!config_.from.empty()) start_from(find_evaluation(config_.from));
      check_agents();
      // Errors in them are reported before anything is written.
      if (!config_.games.datasets.empty()) dataset_games_ = games_of_datasets();
      save();  // from here on the training can be resumed
      prepare_folder();
      return;
    }
    const TensorFile file = read_tensor_file(folder_.checkpoint());
    const auto value = [&](const char* key) {
      const auto found = file.metadata.find(key);
      return found == file.metadata.end() ? std::string() : found->second;
    };
    if (value("format") != kFormat || value("format_version") != kFormatVersion) {
      throw UserError(fmt::format("{}: is not a checkpoint of training an evaluation",
                                  folder_.checkpoint().string()));
    }
    if (value("identity") != identity_) {
      throw UserError(fmt::format(
          "{}: holds a training run with another config; only title, rounds and [match] may change",
          folder_.path().string()));
    }
    round_ = std::strtoull(value("round").c_str(), nullptr, 10);
    // Earlier versions had one ratio for all variants.
    std::istringstream ratios(value("log2_node_ratio"));
    double before = 0.0;
    for (double& ratio : log2_ratios_) {
      ratios >> before;  // at the end of the text it keeps its value
      ratio = before;
    }
    try {
      learner_->restore(file.tensors);
    } catch (const UserError& wrong) {
      throw UserError(fmt::format("{}: {}", folder_.checkpoint().string(), wrong.what()));
    }
    prepare_folder();
    drop_uncommitted_metrics();
    // The window's games, the newest first, as far as they are needed.
    std::uint64_t positions = 0;
    std::vector<std::vector<StoredGame>> rounds;
    for (std::uint64_t r = round_; r > 0 && positions < config_.learn.window; --r) {
      rounds.push_back(shards_.read(folder_.games(r)));
      for (const StoredGame& game : rounds.back()) positions += game.decisions.size();
    }
    for (; !rounds.empty(); rounds.pop_back()) window_.push_back(std::move(rounds.back()));
  }

  /// Throws UserError if an agent cannot play, before hours of games: [games] may not change.
  void check_agents() const {
    if (first_agent_plays()) make_agent<G>(AgentSpec::parse(config_.games.first_agent), *rules_[0]);
    if (config_.match.games > 0) {
      make_agent<G>(AgentSpec::parse(config_.match.opponent), *rules_[0]);
    }
  }

  void prepare_folder() {
    folder_.make();
    if (round_ == 0 && !config_.from.empty()) {
      write_evaluation_net(folder_.newest(), rounded({}));
    }
    write_file(folder_.config(), config_.text);
  }

  /// Drops the line of a round that a kill kept from being committed; it will be written again.
  void drop_uncommitted_metrics() const {
    std::string kept;
    const std::vector<std::string> lines = read_json_lines(folder_.metrics());
    for (const std::string& line : lines) {
      const auto json = nlohmann::json::parse(line);
      if (json.value("round", std::uint64_t{0}) <= round_) kept += line + '\n';
    }
    if (!lines.empty()) write_file(folder_.metrics(), kept);
  }

  void start_from(const fs::path& path) {
    const EvaluationNet net = read_evaluation_net(path);
    // One that learned a single rule set has no rule inputs; their weights start at zero.
    const std::vector<std::string>& inputs = net.trained.rule_inputs;
    if (net.trained.family != variants_.family() || net.shape != shape_ ||
        (!inputs.empty() && inputs != names_)) {
      throw UserError(fmt::format(
          "{}: this training run cannot start from it: {} features, width {}, {} rule inputs; "
          "needed are {}, {}, {}{}",
          path.string(), net.shape.features.features, net.shape.width, inputs.size(),
          shape_.features.features, shape_.width, names_.size(), names_.empty() ? "" : " or 0"));
    }
    learner_->start_from(net.tensors);
  }

  void save() const {
    TensorFile file;
    file.metadata = {{"format", kFormat},
                     {"format_version", kFormatVersion},
                     {"identity", identity_},
                     {"round", fmt::format("{}", round_)},
                     {"log2_node_ratio", fmt::format("{}", fmt::join(log2_ratios_, " "))}};
    file.tensors = learner_->state();
    write_tensor_file(folder_.checkpoint(), file);
  }

  [[nodiscard]] bool stopping() const { return hooks_.stop && hooks_.stop(); }

  /// Returns false if a stop was requested before its end.
  bool round() {
    EvaluationRound report;
    report.round = round_ + 1;
    auto began = Clock::now();
    if (!play(report)) return false;
    report.play_seconds = seconds_since(began);
    began = Clock::now();
    if (!learn(report)) return false;
    report.learn_seconds = seconds_since(began);
    const fs::path kept = folder_.kept(report.round);
    const EvaluationNet net = rounded(report);
    write_evaluation_net(kept, net);
    began = Clock::now();
    if (!measure(report, kept)) return false;
    report.match_seconds = seconds_since(began);
    write_evaluation_net(folder_.newest(), net);
    round_ = report.round;
    if (balance_) log2_ratios_ = balance_->log2_ratios();
    append_line(folder_.metrics(), metrics(report));
    save();  // commits the round
    if (hooks_.round) hooks_.round(report);
    return true;
  }

  /// Plays the games of a round, or reads them if they were played before a stop.
  bool play(EvaluationRound& report) {
    std::vector<StoredGame> games;
    std::error_code error;
    if (fs::exists(folder_.games(report.round), error)) {
      games = shards_.read(folder_.games(report.round));
    } else {
      if (from_datasets(report.round)) {
        games = dataset_games_.empty() ? games_of_datasets() : std::move(dataset_games_);
      } else {
        games = play_games_of_round(report.round);
      }
      if (games.empty()) return false;
      shards_.write(folder_.games(report.round), games, fmt::format("round {}", round_));
    }
    if (!from_datasets(report.round)) {
      balance_ = node_balance(agent_of_round(report.round));
      if (balance_) {
        balance_->change_by(games);
        for (std::uint32_t i = 0; i < variants_.size(); ++i) {
          report.nodes.push_back(balance_->nodes(i));
        }
      }
    }
    for (const StoredGame& game : games) {
      report.games.add(game.result);
      report.positions += game.decisions.size();
    }
    window_.push_back(std::move(games));
    std::uint64_t positions = 0;
    std::size_t keep = 0;
    while (keep < window_.size() && positions < config_.learn.window) {
      ++keep;
      for (const StoredGame& game : window_[window_.size() - keep]) {
        positions += game.decisions.size();
      }
    }
    window_.erase(window_.begin(), window_.end() - static_cast<std::ptrdiff_t>(keep));
    return true;
  }

  [[nodiscard]] bool first_agent_plays() const {
    return config_.from.empty() && config_.games.datasets.empty();
  }
  [[nodiscard]] bool from_datasets(std::uint64_t round) const {
    return round == 1 && !config_.games.datasets.empty();
  }

  /// The games of the config's datasets, each once.
  [[nodiscard]] std::vector<StoredGame> games_of_datasets() const {
    std::vector<StoredGame> games;
    std::unordered_set<std::uint64_t> seen;
    std::uint64_t positions = 0;
    for (const fs::path& shard : shards_at(config_.games.datasets)) {
      for (StoredGame& game : shards_.read(shard)) {
        if (!seen.insert(game_hash(game)).second) continue;
        positions += game.decisions.size();
        game.number = games.size();  // those of several runs would repeat
        games.push_back(std::move(game));
      }
    }
    if (positions == 0) {
      throw UserError("'datasets' in [games]: these games have no searched positions");
    }
    return games;
  }

  [[nodiscard]] AgentSpec agent_of_round(std::uint64_t round) const {
    const bool first = round <= config_.games.first_rounds && first_agent_plays();
    return AgentSpec::parse(first
                                ? config_.games.first_agent
                                : with_file(config_.games.agent, "NET", folder_.newest().string()));
  }

  /// The balance after the last round; nullopt if both sides always have the same nodes.
  [[nodiscard]] std::optional<NodeBalance> node_balance(const AgentSpec& agent) const {
    if (config_.games.balance == 1.0) return std::nullopt;
    const auto nodes = static_cast<std::uint64_t>(agent.integer("nodes").value());
    return NodeBalance(nodes, config_.games.balance, log2_ratios_);
  }

  /// Empty if a stop was requested.
  std::vector<StoredGame> play_games_of_round(std::uint64_t round) {
    const AgentSpec agent = agent_of_round(round);
    std::optional<NodeBalance> balance = node_balance(agent);
    struct Worker {
      std::uint32_t variant = 0;
      std::unique_ptr<EvaluationPlayer<G>> player;
    };
    std::vector<Worker> workers(static_cast<std::size_t>(threads_));
    std::vector<StoredGame> games;
    std::unordered_set<std::uint64_t> seen;
    std::uint64_t drawn = 0, positions = 0;
    std::stop_source stop;
    while (positions < config_.games.positions) {
      // Chunks of games, so that the number does not depend on the threads.
      constexpr std::size_t kChunk = NodeBalance::kGames;
      std::vector<StoredGame> chunk(kChunk);
      std::atomic<std::uint64_t> played = positions;
      const auto job = [&](std::size_t i, std::size_t worker, const std::stop_token& ending) {
        const std::uint64_t number = drawn + i;
        const std::uint64_t seed =
            derive_seed({config_.seed, hash_text("evaluation"), round, number});
        Random random(derive_seed({seed, hash_text("rules")}));
        const std::uint32_t variant = variants_.draw(random);
        Worker& mine = workers[worker];
        if (!mine.player || mine.variant != variant) {
          mine.variant = variant;
          std::array<std::unique_ptr<Agent<G>>, 2> sides;
          for (auto& side : sides) side = make_agent<G>(agent, *rules_[variant]);
          mine.player = std::make_unique<EvaluationPlayer<G>>(*rules_[variant], config_.games,
                                                              std::move(sides));
        }
        if (balance) mine.player->limit(balance->nodes(variant));
        StoredGame& game = chunk[i];
        game = mine.player->play(number, seed, ending);
        game.rules = variant;
        game.round = static_cast<std::uint32_t>(round);
        played += game.decisions.size();
        if (worker == 0 && hooks_.playing) hooks_.playing(round, played, config_.games.positions);
        if (stopping()) stop.request_stop();
      };
      run_jobs(kChunk, threads_, job, stop.get_token());
      if (stop.stop_requested()) return {};
      drawn += kChunk;
      const std::uint64_t before = positions;
      const std::size_t first_new = games.size();
      for (StoredGame& game : chunk) {
        // The same opening gives the same game, which has nothing new to teach.
        if (!seen.insert(game_hash(game)).second) continue;
        positions += game.decisions.size();
        games.push_back(std::move(game));
      }
      if (balance) balance->change_by(std::span(games).subspan(first_new));
      if (positions == before) {
        throw UserError(fmt::format(
            "{} games of the agent '{}' in [games] gave no new position to learn from: it must "
            "search, as alphabeta:nodes=1000 does, games must be longer than their openings, and "
            "openings long enough to differ",
            kChunk, agent.canonical()));
      }
    }
    return games;
  }

  bool learn(EvaluationRound& report) {
    const EvaluationLearnOptions& options = config_.learn;
    EvaluationSamples samples(shape_.views, names_.size(), !shape_.base.empty());
    Random random(derive_seed({config_.seed, hash_text("learning"), report.round}));
    // Some games are never learned from, in any round: they are held out.
    constexpr std::uint64_t kOneHeldIn = 64;
    constexpr std::size_t kMaxHeld = 20'000;
    std::vector<std::uint32_t> learned, held;
    for (const std::vector<StoredGame>& games : window_) {
      for (const StoredGame& game : games) {
        auto next = static_cast<std::uint32_t>(samples.size());
        samples.add<G>(*rules_[game.rules], *features_[game.rules], game, inputs_of(game.rules),
                       random);
        std::vector<std::uint32_t>& use = game_hash(game) % kOneHeldIn == 0 ? held : learned;
        for (; next < samples.size(); ++next) use.push_back(next);
      }
      samples.set_targets(options.result_share, shape_.features.buckets);
    }
    const auto held_out =
        std::span<const std::uint32_t>(held).last(std::min(held.size(), kMaxHeld));
    report.samples = learned.size();
    const auto batch = std::min<std::size_t>(static_cast<std::size_t>(options.batch),
                                             std::max<std::size_t>(1, learned.size()));
    const auto steps = static_cast<std::uint64_t>(std::max(
        1.0, options.epochs * static_cast<double>(learned.size()) / static_cast<double>(batch)));
    if (learned.empty()) return true;
    if (!shape_.base.empty()) {
      const std::vector<double> scale = samples.base_scale(shape_.features.buckets);
      learner_->set_base_scale(scale);
      if (!held_out.empty()) report.handcrafted_loss = samples.base_loss(held_out, scale);
    }
    double loss = 0.0;
    std::uint64_t counted = 0;
    std::size_t at = learned.size();
    for (std::uint64_t step = 0; step < steps; ++step) {
      if (stopping()) return false;
      if (at + batch > learned.size()) {
        for (std::size_t i = learned.size(); i > 1; --i) {
          std::swap(learned[i - 1], learned[random.below(static_cast<std::uint32_t>(i))]);
        }
        at = 0;
      }
      const double progress = static_cast<double>(step) / static_cast<double>(steps);
      const double rate =
          options.final_learning_rate + (options.learning_rate - options.final_learning_rate) *
                                            0.5 * (1 + std::cos(std::numbers::pi * progress));
      const double now = learner_->step(samples.batch(std::span(learned).subspan(at, batch)), rate);
      at += batch;
      if (10 * (step + 1) > 9 * steps) {
        loss += now;
        ++counted;
      }
      if (hooks_.learning) hooks_.learning(report.round, step + 1, steps);
    }
    report.steps = steps;
    report.loss = loss / static_cast<double>(std::max<std::uint64_t>(1, counted));
    if (!held_out.empty()) report.held_out_loss = learner_->measure(samples.batch(held_out));
    return true;
  }

  /// The values of the rule inputs of a variant.
  [[nodiscard]] std::vector<float> inputs_of(std::uint32_t variant) const {
    if (names_.empty()) return {};
    std::vector<float> values;
    for (const NamedInput& input : features_[variant]->rule_inputs()) values.push_back(input.value);
    return values;
  }

  [[nodiscard]] EvaluationNet rounded(const EvaluationRound& report) const {
    EvaluationNet net;
    net.shape = shape_;
    net.trained.family = variants_.family();
    net.trained.rule_inputs = names_;
    for (std::uint32_t i = 0; i < variants_.size(); ++i) {
      const RuleSet& rules = variants_.at(i);
      net.trained.rules.push_back({rules.id, rules.content_hash(), identity_of(rules).parameters});
    }
    net.history = {{"config", config_.title},
                   {"seed", fmt::format("{}", config_.seed)},
                   {"rounds", fmt::format("{}", report.round)},
                   {"samples", fmt::format("{}", report.samples)},
                   {"held_out_loss", fmt::format("{:.5f}", report.held_out_loss)}};
    net.tensors = learner_->rounded();
    return net;
  }

  bool measure(EvaluationRound& report, const fs::path& net) {
    if (config_.match.games == 0) return true;
    MatchSettings match;
    match.rule_set = variants_.at(0);
    match.first_agent = with_file(config_.match.agent, "NET", net.string());
    match.second_agent = config_.match.opponent;
    match.swap = true;
    match.opening_plies = config_.match.opening_plies;
    match.limits = config_.match.limits;
    match.seed = config_.seed;
    std::vector<std::uint64_t> numbers(config_.match.games);
    std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
    MatchSummary summary;
    std::stop_source stop;
    play_games(
        match, numbers, threads_,
        [&](const GameRecord& game) {
          summary.add(game);
          if (hooks_.measuring) hooks_.measuring(report.round, summary.agent(0));
          if (stopping()) stop.request_stop();
        },
        stop.get_token());
    report.match = summary.agent(0);
    return !stop.stop_requested();
  }

  static std::string metrics(const EvaluationRound& report) {
    const auto list = [](const ResultCounts& counts) {
      return nlohmann::ordered_json{counts.wins, counts.draws, counts.losses, counts.unfinished};
    };
    nlohmann::ordered_json json{{"round", report.round},
                                {"games", list(report.games)},
                                {"positions", report.positions},
                                {"samples", report.samples},
                                {"steps", report.steps},
                                {"loss", report.loss},
                                {"held_out_loss", report.held_out_loss},
                                {"match", list(report.match)},
                                {"play_seconds", report.play_seconds},
                                {"learn_seconds", report.learn_seconds},
                                {"match_seconds", report.match_seconds}};
    if (report.nodes.size() == 1) json["nodes"] = report.nodes.front();
    if (report.nodes.size() > 1) json["nodes"] = report.nodes;
    if (report.handcrafted_loss) json["handcrafted_loss"] = *report.handcrafted_loss;
    return json.dump();
  }

  const EvaluationConfig& config_;
  Folder folder_;
  int threads_;
  const EvaluationHooks& hooks_;
  const RuleVariants& variants_;
  std::string identity_;
  RunShards shards_;
  std::vector<std::shared_ptr<const typename G::Rules>> rules_;  ///< of each variant
  std::vector<std::unique_ptr<typename G::Features>> features_;
  EvaluationShape shape_;
  std::vector<std::string> names_;  ///< of the rule inputs
  std::unique_ptr<EvaluationLearner> learner_;
  std::uint64_t round_ = 0;                      ///< finished rounds
  std::vector<double> log2_ratios_;              ///< of the sides' nodes, after them, by variant
  std::vector<StoredGame> dataset_games_;        ///< until the first round takes them
  std::optional<NodeBalance> balance_;           ///< after the games of the round in progress
  std::vector<std::vector<StoredGame>> window_;  ///< games of the newest rounds, oldest first
};

}  // namespace

bool run_evaluation_training(const EvaluationConfig& config, const fs::path& folder, int threads,
                             const EvaluationHooks& hooks) {
  const RuleVariants variants(config.rules);
  return visit_game(variants.at(0), [&](auto game, const auto&) {
    using G = decltype(game);
    if constexpr (G::capabilities.features) {
      return Training<G>(config, folder, threads, hooks, variants).run();
    }
    return false;
  });
}

}  // namespace tavlab
