#include "core/ur/solve/table_shape.h"

#include <algorithm>

namespace tavlab::ur {

TableShape::TableShape(std::shared_ptr<const Rules> rules)
    : rules_(std::move(rules)), index_(*rules_, rules_->parameters.pieces) {
  if (rules_->parameters.extra_roll != ExtraRoll::another_piece) return;
  for (int i = 1; i <= rules_->length; ++i) {
    if ((rules_->extra_roll >> i & 1) != 0) barred_.push_back(i);
  }
}

std::size_t TableShape::plane(int barred) const {
  if (barred == 0 || barred_.empty()) return 0;
  return static_cast<std::size_t>(std::ranges::find(barred_, barred) - barred_.begin()) + 1;
}

std::uint64_t TableShape::positions() const {
  std::uint64_t sum = 0;
  for (int own = fewest(); own <= most(); ++own) {
    for (int other = fewest(); other <= most(); ++other) sum += index_.size(own, other);
  }
  return sum;
}

}  // namespace tavlab::ur
