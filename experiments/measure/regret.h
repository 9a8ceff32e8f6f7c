#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/game_state.h"
#include "core/parallel.h"
#include "core/random.h"
#include "experiments/stats/describe.h"
#include "experiments/stats/interval.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/agents/table_agent.h"

namespace tavlab {

/// A phase of the game: nobody has a piece home; then up to half of all pieces are; then the rest.
enum class Phase : std::uint8_t { opening, middle, end };
inline constexpr std::size_t kPhases = 3;
constexpr std::string_view phase_name(Phase phase) {
  return phase == Phase::opening ? "opening" : phase == Phase::middle ? "middle" : "end";
}

/// One decision of an agent, measured against perfect play.
struct Decision {
  Phase phase = Phase::opening;
  double loss = 0;   ///< of win probability, against the best move; at least 0
  double worst = 0;  ///< what the worst move would have lost: the stake
};

/// Summary of an agent's decisions.
struct RegretSummary {
  std::uint64_t decisions = 0;
  double mean_loss = 0;
  Interval loss_interval;     ///< 95 %, normal: the mean +- 1.96 standard errors, at least 0
  double optimal_share = 0;   ///< decisions that lost less than kOptimalLoss
  Interval optimal_interval;  ///< 95 %, Wilson
  double mean_stake = 0;      ///< mean loss of the worst moves
};

/// A loss below this is rounding in the table, not a mistake.
inline constexpr double kOptimalLoss = 1e-9;

inline RegretSummary summarize_regret(const std::vector<Decision>& decisions,
                                      std::optional<Phase> phase = {}) {
  RunningMean loss, stake;
  std::uint64_t optimal = 0;
  for (const Decision& d : decisions) {
    if (phase && d.phase != *phase) continue;
    loss.add(d.loss);
    stake.add(d.worst);
    optimal += d.loss < kOptimalLoss;
  }
  RegretSummary summary;
  summary.decisions = loss.count();
  if (loss.count() == 0) return summary;
  summary.mean_loss = loss.mean();
  summary.mean_stake = stake.mean();
  const double half = loss.count() > 1 ? kNormal95 * loss.standard_error() : 1.0;
  summary.loss_interval = {std::max(0.0, summary.mean_loss - half),
                           std::min(1.0, summary.mean_loss + half)};
  const auto n = static_cast<double>(loss.count());
  summary.optimal_share = static_cast<double>(optimal) / n;
  summary.optimal_interval = wilson_interval(static_cast<double>(optimal), n);
  return summary;
}

struct RegretOptions {
  std::uint64_t positions = 1000;
  std::uint64_t seed = 1;
  int threads = 1;
};

/// Measures an agent's decisions against an exact table.
///
/// Each position comes from a separate game, so that decisions are independent: every move of the
/// game is the best or a random one with equal probability (always random where the table does not
/// cover the position), and one of its decisions with a choice that the table covers is drawn
/// uniformly. The positions depend only on the seed; every agent gets the same ones. Throws
/// UserError if games hardly ever reach a position that the table covers.
template <Game G>
requires(Exact<G>::whole_games) class RegretMeasurement {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Table = typename Exact<G>::Table;

  RegretMeasurement(const Rules& rules, std::shared_ptr<const Table> table)
      : rules_(&rules), table_(std::move(table)) {}

  /// If a stop is requested, only what was finished before. `progress` (may be null) is called from
  /// several threads, with each decision.
  std::vector<Decision> run(const AgentSpec& agent, const RegretOptions& options,
                            const std::function<void(const Decision&)>& progress = {},
                            const std::stop_token& stop = {}) const {
    struct Worker {
      std::unique_ptr<Agent<G>> agent;
      std::vector<std::pair<std::size_t, Decision>> measured;  ///< with their jobs
    };
    std::vector<Worker> workers(static_cast<std::size_t>(options.threads));
    for (Worker& worker : workers) {
      worker.agent = make_agent<G>(agent, *rules_);
      worker.agent->stop_when(stop);
    }
    run_jobs(
        options.positions, options.threads,
        [&](std::size_t job, std::size_t number, const std::stop_token&) {
          Worker& worker = workers[number];
          Random random(derive_seed({options.seed, hash_text("regret"), job}));
          const Position position = draw_position(random);
          const Decision decision = measure(*worker.agent, position, random);
          if (stop.stop_requested()) return;  // its search may have been cut short
          worker.measured.emplace_back(job, decision);
          if (progress) progress(decision);
        },
        stop);
    std::vector<std::pair<std::size_t, Decision>> all;
    for (const Worker& worker : workers) {
      all.insert(all.end(), worker.measured.begin(), worker.measured.end());
    }
    std::ranges::sort(all, {}, [](const auto& each) { return each.first; });
    std::vector<Decision> decisions;
    decisions.reserve(all.size());
    for (const auto& [job, decision] : all) decisions.push_back(decision);
    return decisions;
  }

 private:
  Position draw_position(Random& random) const {
    for (int game = 0; game < 1000; ++game) {
      std::uint64_t seen = 0;
      Position drawn{};
      GameState<G> state(*rules_);
      for (int plies = 0; !state.over() && plies < kMaxPlies;) {
        if (state.node_kind() == NodeKind::chance) {
          state.play_random_chance(random);
          continue;
        }
        const bool known = table_->knows(*rules_, state.position());
        if (known && state.count_legal_moves() > 1 &&
            random.below(static_cast<std::uint32_t>(++seen)) == 0) {
          drawn = state.position();
        }
        const bool best = known && (random() & 1) != 0;
        state.play(best ? best_move(state) : state.random_move(random));
        ++plies;
      }
      if (seen > 0) return drawn;
    }
    throw UserError(
        "regret: games hardly ever reach a position with a choice that the table covers");
  }

  typename G::Move best_move(GameState<G>& state) const {
    Random none(0);
    return TableAgent<G>(table_, {}).choose(state, none, nullptr);
  }

  Decision measure(Agent<G>& agent, const Position& position, Random& random) const {
    GameState<G> state(*rules_, position);
    agent.start_game();
    const auto chosen = agent.choose(state, random);
    Decision decision;
    decision.phase = phase_of(position);
    const bool first = state.to_move() == Side::first;
    MoveList<G> moves;
    state.legal_moves(moves);
    double best = -1, worst = 2, played = 0;
    for (const auto move : moves) {
      Position next = position;
      G::play(*rules_, next, move);
      const double value = table_->value(*rules_, next);
      const double own = first ? value : 1 - value;
      best = std::max(best, own);
      worst = std::min(worst, own);
      if (move == chosen) played = own;
    }
    decision.loss = best - played;
    decision.worst = best - worst;
    return decision;
  }

  Phase phase_of(const Position& p) const {
    const int home = Exact<G>::pieces_home(p), all = Exact<G>::pieces_to_bring_home(*rules_);
    if (home == 0) return Phase::opening;
    return 2 * home <= all ? Phase::middle : Phase::end;
  }

  static constexpr int kMaxPlies = 20000;

  const Rules* rules_;
  std::shared_ptr<const Table> table_;
};

}  // namespace tavlab
