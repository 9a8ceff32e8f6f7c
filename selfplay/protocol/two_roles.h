#pragma once

#include <string_view>

#include "core/game.h"
#include "core/record_texts_of_families.h"

namespace tavlab::protocol {

/// The games that HTP and OTEP support.
inline constexpr std::string_view kTwoRoles =
    "attackers and defenders, without dice and without a choice of captures";

/// Whether HTP and OTEP, which write a move as two squares, can express all events under the rules.
template <FamilyGame G>
bool has_two_roles(const typename G::Rules& rules) {
  if (G::first_player_name != "attackers" || G::has_chance(rules)) return false;
  if constexpr (RecordTexts<G>::exist) return RecordTexts<G>::squares_identify_moves(rules);
  return true;
}

}  // namespace tavlab::protocol
