#pragma once

#include <fmt/format.h>

#include "core/error.h"
#include "core/ruleset/ruleset.h"
#include "core/tafl/tafl.h"
#include "core/tavreli/tavreli.h"
#include "core/ur/ur.h"

namespace tavlab {

/// Compiles the rule set and calls `visitor(game, rules)` with the family's traits type, as in
/// `visit_game(rule_set, [](auto game, const auto& rules) { using G = decltype(game); ... })`.
/// `rules` is a shared_ptr to const. No other place outside core/ names a family.
/// Throws UserError when the rule set cannot be played.
template <typename Visitor>
decltype(auto) visit_game(const RuleSet& rule_set, Visitor&& visitor) {
  if (rule_set.family == "tafl") {
    if (tafl::words_for_size(static_cast<int>(rule_set.integer("board.size"))) == 2) {
      return visitor(Tafl<2>{}, Tafl<2>::compile(rule_set));
    }
    return visitor(Tafl<6>{}, Tafl<6>::compile(rule_set));
  }
  if (rule_set.family == "ur") return visitor(Ur{}, Ur::compile(rule_set));
  if (rule_set.family == "tavreli") return visitor(Tavreli{}, Tavreli::compile(rule_set));
  throw UserError(fmt::format("rules '{}': there is no family '{}'; families: tafl, ur, tavreli",
                              rule_set.id, rule_set.family));
}

static_assert(Game<Tafl<2>> && Game<Tafl<6>> && Game<Ur> && Game<Tavreli>);

}  // namespace tavlab
