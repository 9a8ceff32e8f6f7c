#include "experiments/claim/exact_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stop_token>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "core/io/files.h"
#include "core/memory.h"
#include "core/solving/exact.h"
#include "core/solving/prover.h"
#include "experiments/run/interrupt.h"
#include "solve/proof_folder.h"
#include "solve/proof_run.h"

namespace tavlab {

namespace {

/// Proves the value of a game that the second side must win within a limit on its moves.
template <FamilyGame G>
double prove_exact_value(const RuleSet& rule_set, const typename G::Rules& limited,
                         const std::filesystem::path& folder, ProofOptions options) {
  using Verdict = LimitProof::Verdict;
  const int last = Prover<G>::limit(limited);
  const RuleSet unlimited = Prover<G>::without_limit(rule_set);
  const auto rules = G::compile(unlimited);
  const auto position = G::start(*rules);
  // Checked before hours of work: with draws, "held" would not determine the value.
  if (Prover<G>::draws(*rules, last)) {
    throw UserError(fmt::format(
        "rules '{}': games can be drawn, so a proof that the {} hold the limit gives no value",
        rule_set.id, G::first_player_name));
  }
  const std::filesystem::path proofs = folder / fmt::format("proof-{}", rule_set.hash_text());
  make_folder(proofs);
  ProofFolder saved(proofs,
                    {unlimited.id, unlimited.hash_text(), G::position_text(*rules, position)});
  constexpr double kCheckpoint = 600;
  const auto prove = [&](ProofRun& run) {
    LimitProof proof;
    for (int limit = 1; limit <= last && proof.verdict != Verdict::forced; ++limit) {
      proof = run.prove(limit);
      if (proof.verdict == Verdict::stopped) throw SolveStopped{};
    }
    return proof;
  };
  const LimitProof proof = [&] {
    return prove(*make_limit_run<G>(*rules, position, options, &saved, kCheckpoint));
  }();
  if (proof.verdict == Verdict::forced) return 0.0;
  if (proof.ignores_repetition) {
    // Again with one thread, for a reproducible strategy.
    options.threads = 1;
    const auto run = make_limit_run<G>(*rules, position, options, nullptr, kCheckpoint);
    prove(*run);
    const auto certificate = run->certificate(unlimited, last, true, {});
    if (!certificate) throw SolveStopped{};
    if (!certificate->second.without_repetition) {
      throw UserError(fmt::format(
          "rules '{}': the {} hold the limit if rules on repetition are ignored; it is not known "
          "whether these change that",
          rule_set.id, G::first_player_name));
    }
  }
  return 1.0;
}

}  // namespace

bool can_be_solved(const RuleSet& rule_set) {
  return visit_game(rule_set, [](auto game, const auto& rules) {
    using G = decltype(game);
    if constexpr (Prover<G>::available) {
      const int limit = Prover<G>::limit(*rules);
      if (limit > 0 && limit <= kMaxLimit) return true;
    }
    return Exact<G>::whole_games;
  });
}

double exact_error(const RuleSet& rule_set) {
  return visit_game(rule_set, [](auto game, const auto&) {
    return Prover<decltype(game)>::available ? 0.0 : 1e-9;
  });
}

double solve_exact_value(const RuleSet& rule_set, const std::filesystem::path& folder, int threads,
                         const std::function<bool()>& out_of_time) {
  const auto stopped = [&] {
    return InterruptGuard::asked_to_stop() || (out_of_time && out_of_time());
  };
  return visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    if constexpr (Prover<G>::available) {
      ProofOptions options;
      options.threads = threads;
      // Short limits do not need more memory, which takes time to clear.
      constexpr int kLongLimit = 7;
      constexpr std::uint64_t kMaxMemory = std::uint64_t{4} << 30;
      if (Prover<G>::limit(*rules) >= kLongLimit) {
        options.memory =
            std::max<std::size_t>(options.memory, std::min(kMaxMemory, available_memory() / 4));
      }
      options.stop = stopped;
      return prove_exact_value<G>(rule_set, *rules, folder, std::move(options));
    } else {
      const std::filesystem::path table =
          folder / fmt::format("exact-{}.table", rule_set.hash_text());
      SolveOptions options;
      options.threads = threads;
      std::stop_source stop;
      const auto stop_when_asked = [&](const SolveProgress&) {
        if (stopped()) stop.request_stop();
      };
      const double value =
          solve(rule_set, options, table, stop_when_asked, stop.get_token()).first_player_win;
      std::filesystem::remove(table);
      return value;
    }
  });
}

}  // namespace tavlab
