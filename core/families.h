#pragma once

#include <string_view>
#include <vector>

#include "core/cold.h"
#include "core/draughts/draughts.h"
#include "core/game.h"
#include "core/tafl/tafl.h"
#include "core/tavreli/tavreli.h"
#include "core/ur/ur.h"

// The list of families. The only other place that names them is core/CMakeLists.txt, for the build.
namespace tavlab {

template <FamilyGame... G>
struct GameList {};

/// Every game. A family may have several; the first one that `plays` a rule set is used.
using Games = GameList<Tafl<2>, Tafl<6>, Ur, Tavreli, Draughts>;

/// Throws UserError for an unknown family; `where` says what refers to it.
[[noreturn]] void throw_unknown_family(std::string_view where, std::string_view family);

namespace families_detail {

template <typename G, typename... Others, typename Visitor>
decltype(auto) visit(GameList<G, Others...>, const RuleSet& rule_set, Visitor&& visitor) {
  static_assert(!kCold || sizeof(G) == 0, "code that uses games is not COLD: precompiled.cmake");
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

/// A description of the game for people. Throws UserError when the rule set cannot be played.
Words words_of(const RuleSet& rule_set);

/// The kinds of moves of all families, each once (core/move_kinds.h).
std::vector<std::string_view> all_move_kinds();

/// The benchmarks of all families.
std::vector<std::string_view> benchmark_rule_sets();

/// How positions, moves and rolls of a family are written; see FamilyGame. Throws UserError for an
/// unknown family.
std::string_view family_notation(std::string_view family);

/// Input and policy shape of a family's nets. Throws UserError for an unknown family.
ObservationShape observation_shape(std::string_view family, const ObservationOptions& options);

}  // namespace tavlab
