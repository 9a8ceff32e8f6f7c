#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/ur/solve/index.h"

namespace tavlab::ur {

/// The contents of a rule set's table and the index of its values.
///
/// If an extra roll must be used by another piece, the value of a position also depends on the
/// barred piece: there is a plane for each path index where an extra roll can be earned. Plane 0 is
/// for positions without a bar.
class TableShape {
 public:
  /// For positions with at most `rules.parameters.pieces` of each player's pieces not home.
  explicit TableShape(std::shared_ptr<const Rules> rules);

  [[nodiscard]] const Rules& rules() const { return *rules_; }
  [[nodiscard]] const PositionIndex& index() const { return index_; }

  /// A player's pieces that need not come home to win. Positions that are not over have more pieces
  /// left than these.
  [[nodiscard]] int spare() const {
    return rules_->parameters.pieces - rules_->parameters.pieces_to_win;
  }
  [[nodiscard]] int fewest() const { return spare() + 1; }
  [[nodiscard]] int most() const { return rules_->parameters.pieces; }

  [[nodiscard]] std::size_t planes() const { return 1 + barred_.size(); }
  /// The plane for a barred piece on this path index; 0 for none.
  [[nodiscard]] std::size_t plane(int barred) const;
  /// The path index that a plane bars.
  [[nodiscard]] int barred(std::size_t plane) const { return plane == 0 ? 0 : barred_[plane - 1]; }

  /// Number of values of a layer: its positions times the planes.
  [[nodiscard]] std::uint64_t layer_size(int own, int other) const {
    return index_.size(own, other) * planes();
  }
  /// Number of positions of all layers, without planes.
  [[nodiscard]] std::uint64_t positions() const;

 private:
  std::shared_ptr<const Rules> rules_;
  PositionIndex index_;
  std::vector<int> barred_;
};

}  // namespace tavlab::ur
