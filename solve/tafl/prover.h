#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/tafl/tafl.h"
#include "solve/prover.h"
#include "solve/tafl/limit_prover.h"

namespace tavlab {

template <int Words>
struct Prover<Tafl<Words>> {
  static constexpr bool available = true;
  using Search = tafl::LimitProver<Words>;

  static int limit(const tafl::Rules<Words>& rules) { return rules.parameters.king_side_moves; }
  static RuleSet without_limit(RuleSet rule_set) {
    std::erase_if(rule_set.overrides, [](const std::string& override) {
      return override.starts_with("limits.king_side_moves=");
    });
    const std::array<std::string, 1> none = {"limits.king_side_moves=none"};
    return with_overrides(std::move(rule_set), none);
  }
  static bool draws(const tafl::Rules<Words>& rules, int limit) {
    const tafl::Parameters& p = rules.parameters;
    // A position occurs again after two moves of the defenders at least.
    const bool repeated = p.repetition.verdict == RepetitionRule::Verdict::draw &&
                          (p.repetition.scope == RepetitionRule::Scope::move_pattern ||
                           limit > 2 * (p.repetition.count - 1));
    return repeated || p.no_move_attackers == tafl::NoMove::draws ||
           p.no_move_defenders == tafl::NoMove::draws;
  }
};

}  // namespace tavlab
