#include "core/tafl/solve/limit_prover.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/io/table_words.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/solving/prove_together.h"
#include "core/solving/strategy_moves.h"
#include "core/tafl/moves.h"
#include "core/tafl/solve/holding_strategy.h"
#include "core/tafl/solve/strategy_repetition.h"

namespace tavlab::tafl {
const char* refused_for_limits(const Parameters& parameters) {
  if (parameters.dice != Dice::none) return "dice";
  if (parameters.king_side_moves > 0) return "limits.king_side_moves; set it to none";
  if (parameters.quiet_plies > 0) return "limits.quiet_plies; set it to none";
  if (parameters.total_plies > 0) return "limits.total_plies; set it to none";
  // The attackers could move for ever, and the tree would be infinite.
  if (parameters.no_move_defenders == NoMove::passes) return "no_move.defenders = passes";
  return nullptr;
}

namespace {

void check_rules(const Parameters& parameters) {
  if (const char* const what = refused_for_limits(parameters)) {
    throw UserError(
        fmt::format("rules '{}': limits cannot be proved with {}", parameters.identity.id, what));
  }
}

void check_limit(int limit) {
  if (limit < 1 || limit > kMaxLimit) {
    throw UserError(fmt::format("a limit must be from 1 to {} moves, not {}", kMaxLimit, limit));
  }
}

}  // namespace

template <int Words>
LimitProver<Words>::LimitProver(const Rules<Words>& rules, ProofOptions options)
    : rules_(rules),
      options_(std::move(options)),
      table_((check_rules(rules.parameters), check_table_size(options_.memory))) {
  const typename LimitSearch<Words>::Shared shared{rules_, table_, stop_, options_.threads};
  for (int thread = 0; thread < options_.threads; ++thread) {
    searches_.push_back(std::make_unique<LimitSearch<Words>>(shared, thread));
  }
}

namespace {

/// Of the rules on repetition only those that restrict the attackers can help the defenders, and
/// only where the attackers hold. (The defenders' quickest win repeats no position, since each of
/// its moves brings it closer.) A forbidden position must have occurred once less than `count`
/// before, each time at least two moves of the defenders earlier. No moves need be left then:
/// attackers without an allowed move have lost.
bool repetition_matters(const Parameters& parameters, int limit, bool held) {
  const RepetitionRule& rule = parameters.repetition;
  using Verdict = RepetitionRule::Verdict;
  if (!held || (rule.verdict != Verdict::forbidden && rule.verdict != Verdict::mover_loses)) {
    return false;
  }
  if (rule.scope == RepetitionRule::Scope::move_pattern) return limit >= 2;
  return limit >= 2 * (rule.count - 1);
}

}  // namespace

/// Distinguishes tables of different rules, and of versions with different keys.
template <int Words>
std::uint64_t LimitProver<Words>::fingerprint() const {
  return derive_seed({rules_.parameters.identity.hash, start_position(rules_).hash});
}

namespace {

constexpr TableKind kLimitTable{"tavlab limit table 1\n", 2, {}};

}  // namespace

template <int Words>
void LimitProver<Words>::save(const std::filesystem::path& path) const {
  write_table_words(path, kLimitTable, table_.heaviest(kMaxSavedWords / kLimitTable.words),
                    fingerprint());
}

template <int Words>
void LimitProver<Words>::load(const std::filesystem::path& path) {
  table_.take(read_table_words(path, kLimitTable, fingerprint()));
}

namespace {

/// Whether a walk can tell if a strategy repeats: a sample cannot, and when attackers pass,
/// positions arise that they did not make.
bool repetition_decidable(const Parameters& parameters, const StrategySample& sample) {
  return sample.lines == 0 && parameters.repetition.scope == RepetitionRule::Scope::position &&
         parameters.no_move_attackers != NoMove::passes;
}

/// A walk through a strategy, and the positions that it makes too often (StrategyRepetition).
template <int Words>
std::pair<StrategyReport, MadePositions> walk(const Rules<Words>& rules,
                                              const Position<Words>& position, int limit, bool held,
                                              const StrategySample& sample,
                                              const ProofOptions& options, bool checks_last_moves,
                                              typename StrategyWalk<Words>::Choose choose) {
  const RepetitionRule& rule = rules.parameters.repetition;
  // A cycle takes at least two moves of the defenders.
  StrategyRepetition<Words> repetition(rules, rule.count, 2);
  StrategyWalk<Words> walk(rules, held, std::move(choose));
  walk.checks_last_moves = checks_last_moves;
  walk.stop = [&] {
    if (options.progress) options.progress({walk.nodes(), {}});
    return options.stop && options.stop();
  };
  const bool matters = repetition_matters(rules.parameters, limit, held);
  const bool decidable = repetition_decidable(rules.parameters, sample);
  if (matters && decidable) repetition.watch(walk);
  StrategyReport report;
  const bool done = walk.run(position, limit, sample);
  report.fault = walk.fault();
  report.positions = walk.positions();
  report.without_repetition =
      !matters || (decidable && done && !repetition.may_repeat(position, limit, walk.stop));
  report.stopped = walk.stopped() || repetition.stopped();
  report.nodes = walk.nodes() + repetition.nodes();
  return {std::move(report), repetition.repeated()};
}

}  // namespace

template <int Words>
StrategyReport LimitProver<Words>::strategy(const Position<Words>& position, int limit, bool held,
                                            const StrategySample& sample, std::string& moves) {
  using Stopped = typename LimitSearch<Words>::Stopped;
  return watched<Stopped>(options_, stop_, [&](const ProofOptions& options) {
    const bool avoids_repetition = repetition_matters(rules_.parameters, limit, held) &&
                                   repetition_decidable(rules_.parameters, sample);
    // What the table knows is a strategy that moves to and fro.
    if (avoids_repetition) table_.clear();
    LimitSearch<Words> search({rules_, table_, stop_, 1, !avoids_repetition}, 0);
    HoldingStrategy<Words> holding(rules_, search, options.stop);
    bool avoids = false;
    const auto attempt = [&](bool whole) {
      MoveWriter writer;
      auto result = walk<Words>(rules_, position, limit, held, sample, options, whole,
                                [&](const Position<Words>& p, int left) {
                                  const Move move = avoids ? holding.move(p, left).value_or(Move{})
                                                           : search.best_move(p, left);
                                  FixedList<Move, kMaxMoves<Words>> list;
                                  generate(rules_, p, list);
                                  const auto found = std::ranges::find(list, move);
                                  if (found == list.end()) return std::int64_t{-1};
                                  writer.add(static_cast<std::uint64_t>(found - list.begin()));
                                  return static_cast<std::int64_t>(found - list.begin());
                                });
      moves = writer.take();
      return result;
    };
    // Where repetition is forbidden: strategies that avoid what the one before made too often.
    if (avoids_repetition) {
      while (holding.avoid(attempt(false).second)) {
        avoids = holding.find(position, limit);
        if (!avoids) break;
      }
    }
    return attempt(true).first;
  });
}

template <int Words>
StrategyReport LimitProver<Words>::check(const Rules<Words>& rules, const Position<Words>& position,
                                         int limit, bool held, const StrategySample& sample,
                                         const std::string& moves, const ProofOptions& options) {
  check_rules(rules.parameters);
  check_limit(limit);
  MoveReader reader(moves);
  auto [report, repeated] = walk<Words>(
      rules, position, limit, held, sample, options, true, [&](const Position<Words>&, int) {
        const auto index = reader.next();
        return index ? static_cast<std::int64_t>(*index) : std::int64_t{-1};
      });
  if (report.fault.empty() && !report.stopped && !reader.at_end())
    report.fault = "it has more moves than it needs";
  return report;
}

template <int Words>
LimitProof LimitProver<Words>::prove(const Position<Words>& position, int limit) {
  check_limit(limit);
  LimitProof proof = prove_together(
      searches_, options_, stop_, [&](auto& search) { return !search.holds(position, limit); },
      [](std::uint64_t nodes) {
        return ProofProgress{nodes, {}};
      });
  if (proof.verdict != LimitProof::Verdict::stopped) {
    proof.ignores_repetition =
        repetition_matters(rules_.parameters, limit, proof.verdict == LimitProof::Verdict::held);
  }
  return proof;
}

template class LimitProver<2>;
template class LimitProver<6>;

}  // namespace tavlab::tafl
