#pragma once

#include <string_view>

#include "core/game.h"
#include "core/record_texts_of_families.h"

namespace tavlab::protocol {

/// The games that HTP and OTEP support.
inline constexpr std::string_view kTwoRoles =
    "attackers and defenders, without dice and without a choice of captures";

/// Whether HTP and OTEP, which write a move as two squares and know the rules by their RecordTexts,
/// can express all events of a game.
template <FamilyGame G>
bool has_two_roles(const typename G::Rules& rules) {
  if constexpr (RecordTexts<G>::exist) {
    return !G::has_chance(rules) && RecordTexts<G>::squares_identify_moves(rules);
  }
  return false;
}

}  // namespace tavlab::protocol
