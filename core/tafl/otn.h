#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tafl/position.h"

// OpenTafl's notation for rules and boards (sections 1 and 3 of opentafl-notation-spec.txt in
// https://github.com/jslater89/OpenTafl). Boards begin with the rank of a1:
// "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", attackers t and c, defenders T and N, the king K.
namespace tavlab::tafl {

/// Reads a rules record, "dim:7 ks:w start:/.../". Throws UserError for unknown entries and for
/// rules that tavlab does not have, such as jumps.
RuleSet rules_from_otn(std::string_view record);

/// The rules record of a rule set. What the notation cannot express is left out; see `lost_in_otn`.
/// Positions have no side to move in it: the side that moves first by the rules is to move.
std::string rules_to_otn(const RuleSet& rule_set, Side first);
std::string rules_to_otn(const RuleSet& rule_set);
std::string rules_to_otn(const Parameters& parameters, Side first);

/// The side that moves first by a rules record, which need not be valid.
Side first_side_in_otn(std::string_view record);

/// The parameters that change when a rule set is written as a record and read back.
std::vector<std::string> lost_in_otn(const RuleSet& rule_set);

template <int Words>
std::string board_to_otn(const Rules<Words>& rules, const Position<Words>& position);

/// The position with this board and side to move. Throws UserError.
template <int Words>
Position<Words> board_from_otn(const Rules<Words>& rules, std::string_view board, Side to_move);

}  // namespace tavlab::tafl
