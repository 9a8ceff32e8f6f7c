#pragma once

#include <string_view>
#include <vector>

#include "core/cold.h"
#include "core/draughts/draughts.h"
#include "core/game.h"
#include "core/tafl/tafl.h"
#include "core/tavreli/tavreli.h"
#include "core/ur/ur.h"

// The one list of families. Beside it only core/CMakeLists.txt names them, for the build.
namespace tavlab {

template <FamilyGame... G>
struct GameList {};

/// Every game; a family may have several, of which the first that `plays` a rule set plays it.
using Games = GameList<Tafl<2>, Tafl<6>, Ur, Tavreli, Draughts>;

/// Throws UserError for a family that there is not; `where` says who asks for it.
[[noreturn]] void throw_unknown_family(std::string_view where, std::string_view family);

namespace families_detail {

template <typename G, typename... Others, typename Visitor>
decltype(auto) visit(GameList<G, Others...>, const RuleSet& rule_set, Visitor&& visitor) {
  static_assert(!kCold || sizeof(G) == 0, "what sees games is not COLD: cmake/precompiled.cmake");
  if (rule_set.family == G::family && G::plays(rule_set)) {
    return visitor(G{}, G::compile(rule_set));
  }
  if constexpr (sizeof...(Others) > 0) {
    return visit(GameList<Others...>{}, rule_set, visitor);
  } else {
    throw_unknown_family("rules '" + rule_set.id + "'", rule_set.family);
  }
}

}  // namespace families_detail

/// Compiles the rule set and calls `visitor(game, rules)` with the game's traits type, as in
/// `visit_game(rule_set, [](auto game, const auto& rules) { using G = decltype(game); ... })`.
/// `rules` is a shared_ptr to const. Throws UserError when the rule set cannot be played.
template <typename Visitor>
decltype(auto) visit_game(const RuleSet& rule_set, Visitor&& visitor) {
  return families_detail::visit(Games{}, rule_set, visitor);
}

/// The game that a rule set describes, in words. Throws UserError when it cannot be played.
Words words_of(const RuleSet& rule_set);

/// The benchmarks of all families.
std::vector<std::string_view> benchmark_rule_sets();

/// How positions, moves and rolls of a family are written; see FamilyGame. Throws UserError for a
/// family that there is not.
std::string_view family_notation(std::string_view family);

/// What nets of a family see and say. Throws UserError for a family that there is not.
ObservationShape observation_shape(std::string_view family, const ObservationOptions& options);

}  // namespace tavlab
