#pragma once

#include <vector>

#include "core/draughts/draughts.h"
#include "core/position_fields.h"

namespace tavlab {

template <>
struct PositionFields<Draughts> {
  static std::vector<PositionField> of(const draughts::Rules& rules) {
    std::vector<PositionField> fields;
    if (rules.parameters.kings_only > 0) {
      fields.push_back({"king_moves", "moves by kings alone, one after the other", "4"});
    }
    fields.push_back({"quiet", "moves without a capture or a new king with few pieces", "12"});
    if (rules.parameters.total_plies > 0) fields.push_back({"plies", "plies played", "100"});
    return fields;
  }
};

}  // namespace tavlab
