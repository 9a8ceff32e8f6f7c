#include "experiments/limit/proved_limits.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>

#include "core/families.h"
#include "core/solving/prover.h"
#include "experiments/run/interrupt.h"
#include "solve/proof_run.h"

namespace tavlab {
namespace {

/// Stops a search that has played too many moves. Whether that is noticed in time depends on the
/// machine, so results are compared with the budget again.
struct NodesBudget {
  std::atomic<std::uint64_t> left = 0;
  std::atomic<std::uint64_t> seen = 0;  ///< of the search in progress

  void begin(std::uint64_t nodes) {
    left = nodes;
    seen = 0;
  }
  /// Whether a search that took `nodes` was within it; then they are spent.
  bool spend(std::uint64_t nodes) {
    if (nodes > left) return false;
    begin(left - nodes);
    return true;
  }
};

using Told = std::function<void(std::uint64_t)>;

ProofOptions options_within(NodesBudget& budget, const ProvedLimits& found, const Told& progress) {
  ProofOptions options;
  options.threads = 1;
  options.progress = [&](const ProofProgress& now) {
    budget.seen = now.nodes;
    if (progress) progress(found.nodes + now.nodes);
  };
  options.stop = [&budget] { return InterruptGuard::asked_to_stop() || budget.seen > budget.left; };
  return options;
}

template <FamilyGame G>
ProvedLimits prove_limits_of(const RuleSet& rule_set, int last, std::uint64_t nodes,
                             const Told& progress) {
  using Verdict = LimitProof::Verdict;
  ProvedLimits found;
  const RuleSet unlimited = Prover<G>::without_limit(rule_set);
  const auto rules = G::compile(unlimited);
  if (!Prover<G>::accepts(*rules)) {
    found.refused = "the search for proofs does not support these rules";
    return found;
  }
  NodesBudget budget;
  budget.begin(nodes);
  const auto position = G::start(*rules);
  const auto run =
      make_limit_run<G>(*rules, position, options_within(budget, found, progress), nullptr, 0.0);
  for (int limit = 1; limit <= last && !found.won; ++limit) {
    const LimitProof proof = run->prove(limit);
    if (proof.verdict == Verdict::stopped || !budget.spend(proof.nodes)) break;
    found.nodes += proof.nodes;
    if (proof.verdict == Verdict::forced) {
      found.won = limit;
      continue;
    }
    // A draw would count as held.
    if (Prover<G>::draws(*rules, limit)) break;
    found.held_without_repetition = limit;
    if (!proof.ignores_repetition) found.held = limit;
  }
  budget.begin(nodes);
  for (int limit = found.held + 1; limit <= found.held_without_repetition; ++limit) {
    const auto certificate = run->certificate(unlimited, limit, true, {});
    if (!certificate || !certificate->second.without_repetition ||
        !budget.spend(certificate->second.nodes)) {
      break;
    }
    found.nodes += certificate->second.nodes;
    found.held = limit;
  }
  return found;
}

}  // namespace

std::optional<double> ProvedLimits::score(int limit) const {
  if (limit <= held) return 1.0;
  if (won && limit >= *won) return 0.0;
  return std::nullopt;
}

ProvedLimits prove_limits(const RuleSet& rules, int last, std::uint64_t nodes,
                          const std::function<void(std::uint64_t)>& progress) {
  return visit_game(rules, [&](auto game, const auto&) {
    using G = decltype(game);
    if constexpr (Prover<G>::available) {
      return prove_limits_of<G>(rules, std::min(last, kMaxLimit), nodes, progress);
    } else {
      ProvedLimits found;
      found.refused = "there is no search for proofs of limits under these rules";
      return found;
    }
  });
}

}  // namespace tavlab
