#pragma once

#include <string_view>

#include "core/game.h"
#include "core/record_texts_of_families.h"

namespace tavlab::protocol {

/// What HTP and OTEP are for.
inline constexpr std::string_view kTwoRoles =
    "attackers and defenders, without dice and without a choice of captures";

/// Whether HTP and OTEP, which say a move by its two squares, can say all that happens under the
/// rules.
template <FamilyGame G>
bool has_two_roles(const typename G::Rules& rules) {
  if (G::first_player_name != "attackers" || G::has_chance(rules)) return false;
  if constexpr (RecordTexts<G>::exist) return RecordTexts<G>::squares_say_moves(rules);
  return true;
}

}  // namespace tavlab::protocol
