#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/game_state.h"
#include "core/solving/exact.h"
#include "mcts/endgame_evaluator.h"
#include "mcts/lookahead.h"
#include "mcts/options.h"
#include "mcts/parallel_evaluator.h"
#include "mcts/report.h"
#include "mcts/rollout.h"
#include "mcts/search.h"
#include "nn/evaluation/learned_evaluator.h"
#include "nn/evaluation/shared_evaluation.h"
#include "nn/net_evaluator.h"
#include "selfplay/agent.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/table_agent.h"
#include "selfplay/agents/tree_memory.h"

namespace tavlab {

/// The agent `mcts`: Monte Carlo tree search with its own evaluator.
template <Game G>
class SearchAgent final : public Agent<G> {
 public:
  using Move = typename G::Move;

  struct Settings {
    SearchOptions search;
    Limits limits;
    double temperature = 0.0;
    bool reuse_tree = true;
    bool has_net = false;  ///< reports include its value without search
  };

  SearchAgent(const Settings& settings, std::unique_ptr<Evaluator<G>> evaluator)
      : settings_(settings), evaluator_(std::move(evaluator)) {}
  SearchAgent(const Settings& settings, std::unique_ptr<ParallelEvaluator<G>> evaluator)
      : settings_(settings),
        parallel_(settings.search.leaf_groups > 1 ? evaluator.get() : nullptr),
        evaluator_(std::move(evaluator)) {
    if (settings.search.leaf_groups > static_cast<int>(ParallelEvaluator<G>::kBatches)) {
      throw std::invalid_argument("more leaf groups than batches of the evaluator");
    }
  }

  /// In positions that are `decided`, this agent chooses instead of the search, which would average
  /// a win away.
  void play_endgames_by(std::unique_ptr<Agent<G>> agent,
                        std::function<bool(const typename G::Position&)> decided) {
    endgame_agent_ = std::move(agent);
    decided_ = std::move(decided);
  }

  void start_game() override { search_.reset(); }

  void observe_move(Move move) override {
    if (search_) search_->play(move);
  }
  void observe_chance(std::uint8_t outcome) override {
    if (search_) search_->play_chance(outcome);
  }

  Move choose(GameState<G>& state, Random& random, Analysis<G>* report) override {
    // Always drawn, so that the stream does not depend on whether there is a tree.
    const std::uint64_t seed = random();
    if (!settings_.reuse_tree || (search_ && search_->state().key() != state.key())) {
      search_.reset();
    }
    value_.reset();
    if (endgame_agent_ && decided_(state.position())) {
      const Move move = endgame_agent_->choose(state, random, report);
      value_ = endgame_agent_->value();
      return move;
    }
    // Dice often leave one move; only a report needs a search then.
    if (report == nullptr && !this->turn_limits().infinite && state.count_legal_moves() == 1) {
      return state.random_move(random);
    }
    if (!search_) search_.emplace(state, settings_.search, seed);
    began_ = std::chrono::steady_clock::now();
    run(report != nullptr);
    value_ = root_report(*search_).value;
    if (report != nullptr) {
      fill(*report);
      add_candidates(*report);
    }
    const Move move = sample_move(*search_, settings_.temperature, random);
    return move == Move{} ? state.random_move(random) : move;  // the limit allowed no simulation
  }

  [[nodiscard]] std::optional<double> value() const override { return value_; }

 private:
  /// The limits of the turn, or else those of the agent's text. A Gumbel search plans for a number
  /// of simulations, so it keeps its own.
  [[nodiscard]] Limits limits() const {
    Limits limits = settings_.limits;
    const TurnLimits& turn = this->turn_limits();
    const TimeBudget time = time_budget(turn);
    if (settings_.search.gumbel_moves == 0 && (turn.infinite || turn.nodes || time.end > 0)) {
      limits = {};
      limits.seconds = time.aim;
      if (turn.nodes) limits.simulations = std::max<std::uint64_t>(1, *turn.nodes);
    }
    limits.stop = this->stop_token();
    return limits;
  }

  /// Like mcts/run.h, but ends at once when a stop is requested, reports progress, and searches for
  /// the leaves of one group while those of another are evaluated.
  void run(bool candidates) {
    const std::stop_token& stop = this->stop_token();
    search_->begin(limits());
    const auto groups = static_cast<std::size_t>(settings_.search.leaf_groups);
    std::uint64_t next_report = 128;
    auto reported = began_;
    for (unsigned step = 1;; ++step) {
      const std::size_t group = step % groups;
      finish(group);
      const auto batch = search_->advance(group);
      if (search_->done()) break;
      if (stop.stop_requested() && search_->simulations() > 0) {
        finish_all();
        search_->abandon();
        break;
      }
      start(group, batch);
      if (!this->progress() || step % 64 != 0) continue;
      const auto now = std::chrono::steady_clock::now();
      if (search_->simulations() < next_report && now - reported < std::chrono::seconds(1))
        continue;
      next_report = 2 * search_->simulations();
      reported = now;
      // Those that the next step takes anyway: a search must not depend on when it reports.
      const std::size_t next = (step + 1) % groups;
      finish(next);
      search_->take_answers(next);
      report_so_far(candidates);
    }
    if (this->progress()) report_so_far(candidates);
  }

  void start(std::size_t group, std::span<EvaluationRequest<G>* const> batch) {
    if (parallel_ == nullptr) {
      evaluator_->evaluate(batch);
    } else if (!batch.empty()) {
      parallel_->start(group, batch);
    }
  }
  void finish(std::size_t group) {
    if (parallel_ != nullptr) parallel_->finish(group);
  }
  void finish_all() {
    for (int group = 0; group < settings_.search.leaf_groups; ++group) {
      finish(static_cast<std::size_t>(group));
    }
  }

  void report_so_far(bool candidates) const {
    Analysis<G> analysis;
    fill(analysis);
    if (candidates) add_candidates(analysis);
    this->progress()(analysis);
  }

  /// Adds the expected moves after a node, up to the first chance event.
  void add_line(std::vector<Move>& line, typename Tree<G>::Index node) const {
    constexpr std::size_t kLongest = 64;
    for (const auto& step : principal_variation(*search_, kLongest, node)) {
      if (step.chance) break;
      line.push_back(step.move);
    }
  }

  static Result result_of(Proof proof) {
    switch (proof) {
      case Proof::first_wins:
        return Result::first_wins;
      case Proof::draw:
        return Result::draw;
      case Proof::second_wins:
        return Result::second_wins;
      case Proof::open:
      case Proof::mixed:
        break;
    }
    return Result::unfinished;
  }

  void fill(Analysis<G>& report) const {
    const NodeReport root = root_report(*search_);
    report = {};
    report.value = root.value;
    report.probabilities = root.wdl;
    report.proven = result_of(root.proof);
    report.simulations = search_->simulations();
    report.nodes = search_->tree().size();
    add_line(report.principal_variation, Tree<G>::root());
    if (shows_policy()) {
      report.net_value = double{search_->tree().node(search_->tree().root()).own};
    }
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

  [[nodiscard]] bool shows_policy() const {
    return settings_.has_net && search_->tree().node(search_->tree().root()).policy;
  }

  void add_candidates(Analysis<G>& report) const {
    for (const auto& child : root_children(*search_)) {
      std::vector<Move> line = {child.move};
      add_line(line, child.node);
      report.candidates.push_back({child.move, child.visits, child.value, result_of(child.proof),
                                   shows_policy() ? std::optional(child.prior) : std::nullopt,
                                   std::move(line)});
    }
    // The chosen move first, then by visits.
    const Move best = best_move(*search_);
    std::ranges::stable_sort(report.candidates, [&](const auto& a, const auto& b) {
      return std::pair(a.move == best, a.visits) > std::pair(b.move == best, b.visits);
    });
  }

  Settings settings_;
  std::optional<Search<G>> search_;  ///< before the evaluator, whose threads may use its requests
  ParallelEvaluator<G>* parallel_ = nullptr;  ///< the evaluator, if there are several leaf groups
  std::unique_ptr<Evaluator<G>> evaluator_;
  std::unique_ptr<Agent<G>> endgame_agent_;  ///< may be null
  std::function<bool(const typename G::Position&)> decided_;
  std::optional<double> value_;  ///< at the last choice
  std::chrono::steady_clock::time_point began_;
};

/// Makes the leaf evaluator of an `mcts` spec, for one thread; `table` is its `endgame`, or null.
template <Game G>
std::unique_ptr<Evaluator<G>> make_leaf_evaluator(const AgentSpec& spec,
                                                  const typename G::Rules& rules,
                                                  const SharedTable<G>& table) {
  constexpr int kLongestRollout = 10'000;  // not all rules end every game; evaluated after this

  const bool lookahead = spec.choice("prior") == "lookahead";
  const auto with_prior = [lookahead](auto leaf) -> std::unique_ptr<Evaluator<G>> {
    using Leaf = decltype(leaf);
    if (lookahead) return std::make_unique<LookaheadEvaluator<G, Leaf>>(std::move(leaf));
    return std::make_unique<Leaf>(std::move(leaf));
  };
  std::unique_ptr<Evaluator<G>> evaluator;
  if (const std::string net = spec.file("net"); !net.empty()) {
    evaluator = open_net<G>(
        net, rules, {std::string(spec.choice("backend")), std::string(spec.choice("device"))},
        spec.choice("symmetry") == "random");
  } else if (std::string file = spec.file("eval"); !file.empty()) {
    if (file == kShippedEvaluation) file = shipped_evaluation_of<G>(rules);
    if (file.empty()) {
      evaluator = with_prior(StaticEvaluator<G>());
    } else if constexpr (G::capabilities.features) {
      evaluator = with_prior(LearnedEvaluator<G>(read_shared_evaluation<G>(file, rules), rules));
    } else {
      throw UserError(
          fmt::format("agent '{}': this family has no learned evaluations", spec.canonical()));
    }
  } else if (spec.choice("rollout") == "none") {
    evaluator = with_prior(StaticEvaluator<G>());
  } else {
    RolloutOptions rollout;
    rollout.policy = spec.choice("rollout") == "informed" ? RolloutOptions::Policy::informed
                                                          : RolloutOptions::Policy::uniform;
    rollout.max_plies = static_cast<int>(spec.integer("cutoff").value_or(kLongestRollout));
    evaluator = std::make_unique<RolloutEvaluator<G>>(rollout);
  }
  if constexpr (Exact<G>::available) {
    if (table) evaluator = std::make_unique<EndgameEvaluator<G>>(table, std::move(evaluator));
  }
  return evaluator;
}

/// Makes the agent of an `mcts` spec. Throws UserError if its table is for other rules.
template <Game G>
std::unique_ptr<Agent<G>> make_search_agent(const AgentSpec& spec, const typename G::Rules& rules) {
  constexpr int kLeavesOfThread = 8;  // fewer leave threads waiting for each other

  typename SearchAgent<G>::Settings settings;
  settings.search.fpu.value = spec.real("fpu").value();
  settings.search.root_fpu = settings.search.fpu;
  settings.search.noise_weight = spec.real("noise").value();
  const auto megabytes = spec.integer("memory");
  settings.search.max_bytes =
      megabytes ? static_cast<std::size_t>(*megabytes) << 20
                : default_tree_bytes(usable_memory(), std::thread::hardware_concurrency());
  settings.limits.simulations = static_cast<std::uint64_t>(spec.integer("sims").value_or(0));
  settings.limits.nodes = static_cast<std::uint64_t>(spec.integer("nodes").value_or(0));
  settings.limits.seconds = spec.real("seconds").value_or(0.0);
  settings.limits.cpu_time = spec.choice("clock") == "cpu";
  settings.temperature = spec.real("temperature").value();
  settings.reuse_tree = spec.choice("reuse") == "on";

  settings.search.gumbel_moves = static_cast<int>(spec.integer("gumbel").value());
  if (settings.search.gumbel_moves > 0 && settings.limits.simulations == 0) {
    throw UserError(fmt::format("agent '{}': gumbel needs a number of simulations; set sims",
                                spec.canonical()));
  }
  const int threads = static_cast<int>(spec.integer("threads").value());
  settings.search.leaves_in_flight = static_cast<int>(spec.integer("leaves").value());
  if (threads > 1) {
    settings.search.leaves_in_flight =
        std::max(settings.search.leaves_in_flight, kLeavesOfThread * threads);
  }

  const bool has_net = !spec.file("net").empty(), learned = !spec.file("eval").empty();
  const bool lookahead = spec.choice("prior") == "lookahead";
  if (lookahead && (has_net || (!learned && spec.choice("rollout") != "none"))) {
    throw UserError(
        fmt::format("agent '{}': prior=lookahead needs eval, or rollout=none", spec.canonical()));
  }
  // A policy guides the search, so it needs less exploration than with uniform priors.
  if (has_net || lookahead) settings.search.cpuct = 1.0;
  settings.search.cpuct = spec.real("cpuct").value_or(settings.search.cpuct);

  if (has_net && learned) {
    throw UserError(fmt::format("agent '{}': net and eval exclude each other", spec.canonical()));
  }
  if ((has_net || learned) && (spec.choice("rollout") != "random" || spec.integer("cutoff"))) {
    throw UserError(
        fmt::format("agent '{}': a net evaluates leaves itself; leave out rollout and "
                    "cutoff",
                    spec.canonical()));
  }
  settings.has_net = has_net;
  const std::string file = spec.file("endgame");
  const SharedTable<G> table = file.empty() ? nullptr : open_table<G>(file, rules);
  std::unique_ptr<SearchAgent<G>> agent;
  if (threads == 1) {
    agent = std::make_unique<SearchAgent<G>>(settings, make_leaf_evaluator<G>(spec, rules, table));
  } else {
    std::vector<std::unique_ptr<Evaluator<G>>> each;
    for (int i = 0; i < threads; ++i) each.push_back(make_leaf_evaluator<G>(spec, rules, table));
    if (!has_net) {  // a net's evaluations take so long that the search in between hardly matters
      settings.search.leaf_groups = 2;
      settings.search.leaves_in_flight += settings.search.leaves_in_flight % 2;  // equal groups
    }
    agent = std::make_unique<SearchAgent<G>>(
        settings, std::make_unique<ParallelEvaluator<G>>(
                      std::move(each), has_net ? BatchShare::equal : BatchShare::one_by_one));
  }
  if constexpr (Exact<G>::available && !Exact<G>::whole_games) {
    if (table && table->has_moves()) {
      agent->play_endgames_by(
          std::make_unique<TableAgent<G>>(table, file),
          [table](const typename G::Position& position) { return table->decided(position); });
    }
  }
  return agent;
}

}  // namespace tavlab
