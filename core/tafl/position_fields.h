#pragma once

#include <vector>

#include "core/position_fields.h"
#include "core/tafl/tafl.h"

namespace tavlab {

template <int Words>
struct PositionFields<Tafl<Words>> {
  static std::vector<PositionField> of(const tafl::Rules<Words>& rules) {
    const tafl::Parameters& parameters = rules.parameters;
    std::vector<PositionField> fields;
    if (parameters.dice == tafl::Dice::distance) {
      fields.push_back({"throw", "the roll, if it is known", "2"});
    } else if (parameters.dice == tafl::Dice::parity) {
      fields.push_back(
          {"throw", "the roll, if it is known", parameters.dice_odd_moves ? "odd" : "even"});
    }
    if (parameters.king_side_moves > 0) {
      fields.push_back({"king_moves", "moves played by the defenders", "7"});
    }
    if (parameters.quiet_plies > 0)
      fields.push_back({"quiet", "plies since the last capture", "12"});
    if (parameters.total_plies > 0) fields.push_back({"plies", "plies played", "100"});
    return fields;
  }
};

}  // namespace tavlab
