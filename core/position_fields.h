#pragma once

#include <string>
#include <vector>

#include "core/game.h"

namespace tavlab {

/// A part of a position's text after its board and side, such as "quiet=12", for who edits one.
struct PositionField {
  std::string key;      ///< "quiet"
  std::string words;    ///< what it counts
  std::string example;  ///< a value: "12"
};

/// The parts that these rules have, in the order in which texts have them. They may be left out. A
/// family that has any specializes this in core/<family>/position_fields.h, which
/// core/position_fields_of_families.h includes:
///
///   static std::vector<PositionField> of(const Rules&);
template <Game G>
struct PositionFields {
  static std::vector<PositionField> of(const typename G::Rules&) { return {}; }
};

}  // namespace tavlab
