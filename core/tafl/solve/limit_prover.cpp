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
#include "core/tafl/play.h"

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

template <int Words>
StrategyReport walk(const Rules<Words>& rules, const Position<Words>& position, int limit,
                    bool held, const StrategySample& sample, const ProofOptions& options,
                    typename StrategyWalk<Words>::Choose choose) {
  StrategyWalk<Words> walk(rules, held, std::move(choose));
  walk.stop = [&] {
    if (options.progress) options.progress({walk.nodes(), {}});
    return options.stop && options.stop();
  };
  StrategyReport report;
  const bool done = walk.run(position, limit, sample);
  report.fault = walk.fault();
  report.positions = walk.positions();
  const RepetitionRule& rule = rules.parameters.repetition;
  // A cycle takes at least two moves of the defenders. A sample does not tell. When attackers pass,
  // positions arise that they did not make.
  report.without_repetition =
      !repetition_matters(rules.parameters, limit, held) ||
      (sample.lines == 0 && done && rule.scope == RepetitionRule::Scope::position &&
       rules.parameters.no_move_attackers != NoMove::passes &&
       !walk.may_repeat(position, limit, rule.count, 2));
  report.stopped = walk.stopped();
  report.nodes = walk.nodes();
  return report;
}

}  // namespace

/// A move that also holds the limit and makes no position that was made earlier; `best` if there is
/// none.
template <int Words>
Move LimitProver<Words>::unrepeated(const StrategyWalk<Words>& so_far, const Position<Words>& p,
                                    int left, Move best) {
  const auto repeats = [&](Move move) {
    Position<Words> child = p;
    play(rules_, child, move);
    return child.node != NodeKind::terminal && so_far.made_earlier(child, left);
  };
  if (best == Move{} || !repeats(best)) return best;
  FixedList<Move, kMaxMoves<Words>> list;
  generate(rules_, p, list);
  for (const Move move : list) {
    Position<Words> child = p;
    play(rules_, child, move);
    if (child.node == NodeKind::terminal ? child.result != Result::second_wins
                                         : !repeats(move) && searches_[0]->holds(child, left)) {
      return move;
    }
  }
  return best;
}

template <int Words>
StrategyReport LimitProver<Words>::strategy(const Position<Words>& position, int limit, bool held,
                                            const StrategySample& sample, std::string& moves) {
  MoveWriter writer;
  const bool matters = repetition_matters(rules_.parameters, limit, held);
  StrategyReport report =
      watched<typename LimitSearch<Words>::Stopped>(options_, stop_, [&](const auto& options) {
        return walk<Words>(rules_, position, limit, held, sample, options,
                           [&](const auto& so_far, const auto& p, int left) {
                             Move best = searches_[0]->best_move(p, left);
                             if (matters) best = unrepeated(so_far, p, left, best);
                             FixedList<Move, kMaxMoves<Words>> list;
                             generate(rules_, p, list);
                             const auto found = std::ranges::find(list, best);
                             if (found == list.end()) return std::int64_t{-1};
                             writer.add(static_cast<std::uint64_t>(found - list.begin()));
                             return static_cast<std::int64_t>(found - list.begin());
                           });
      });
  moves = writer.take();
  return report;
}

template <int Words>
StrategyReport LimitProver<Words>::check(const Rules<Words>& rules, const Position<Words>& position,
                                         int limit, bool held, const StrategySample& sample,
                                         const std::string& moves, const ProofOptions& options) {
  check_rules(rules.parameters);
  check_limit(limit);
  MoveReader reader(moves);
  StrategyReport report = walk<Words>(
      rules, position, limit, held, sample, options, [&](const auto&, const auto&, int) {
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
