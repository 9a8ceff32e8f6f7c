#pragma once

#include <vector>

#include "core/position_fields.h"
#include "core/tavreli/tavreli.h"

namespace tavlab {

template <>
struct PositionFields<Tavreli> {
  static std::vector<PositionField> of(const tavreli::Rules& rules) {
    std::vector<PositionField> fields;
    if (rules.parameters.quiet_plies > 0) {
      fields.push_back({"quiet", "plies without progress", "12"});
    }
    if (rules.parameters.total_plies > 0) fields.push_back({"plies", "plies played", "100"});
    return fields;
  }
};

}  // namespace tavlab
