#pragma once

#include <vector>

#include "core/position_fields.h"
#include "core/ur/ur.h"

namespace tavlab {

template <>
struct PositionFields<Ur> {
  static std::vector<PositionField> of(const ur::Rules&) {
    return {{"home", "pieces home, White's and Black's", "2:3"},
            {"throw", "the roll, if it is known", "2"}};
  }
};

}  // namespace tavlab
