#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/solving/prover.h"
#include "core/tafl/solve/limit_prover.h"
#include "core/tafl/solve/win_keys.h"
#include "core/tafl/tafl.h"

namespace tavlab {

template <int Words>
struct Prover<Tafl<Words>> {
  static constexpr bool available = true;
  using Search = tafl::LimitProver<Words>;
  using Keys = tafl::SymmetricWinKeys<Words>;
  // Disproofs from the starts of brandubh-7, tavlei-9 and helmfrid-9 take three to six times fewer
  // nodes than with 1, forced wins as many.
  static constexpr std::uint32_t leaf_number = 32;

  static int limit(const tafl::Rules<Words>& rules) { return rules.parameters.king_side_moves; }
  static RuleSet without_limit(RuleSet rule_set) {
    std::erase_if(rule_set.overrides, [](const std::string& override) {
      return override.starts_with("limits.king_side_moves=");
    });
    const std::array<std::string, 1> none = {"limits.king_side_moves=none"};
    return with_overrides(std::move(rule_set), none);
  }
  static bool accepts(const tafl::Rules<Words>& rules) {
    return tafl::refused_for_limits(rules.parameters) == nullptr;
  }
  static bool wins_on_reply(const tafl::Rules<Words>& rules) {
    return rules.parameters.king_capture_delayed;
  }
  static bool passes(const tafl::Rules<Words>& rules, Side side) {
    const tafl::Parameters& p = rules.parameters;
    return (side == Side::first ? p.no_move_attackers : p.no_move_defenders) ==
           tafl::NoMove::passes;
  }
  static bool draws(const tafl::Rules<Words>& rules, int limit) {
    const tafl::Parameters& p = rules.parameters;
    // A position recurs after at least two moves of the defenders.
    const bool repeated = p.repetition.verdict == RepetitionRule::Verdict::draw &&
                          (p.repetition.scope == RepetitionRule::Scope::move_pattern ||
                           limit > 2 * (p.repetition.count - 1));
    // Attackers who pass when the defenders cannot move either end the game, too.
    return repeated || p.no_move_attackers != tafl::NoMove::loses ||
           p.no_move_defenders == tafl::NoMove::draws;
  }
};

}  // namespace tavlab
