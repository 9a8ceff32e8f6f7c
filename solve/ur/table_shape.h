#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "solve/ur/index.h"

namespace tavlab::ur {

/// What a rule set's table holds, and the index that its values are found by.
///
/// Where an extra throw must be used by another piece, a position after such a throw depends on
/// which piece is barred: it has a plane of its own for each path index where a throw can be won.
/// Plane 0 is the position without a bar.
class TableShape {
 public:
  /// For positions with at most `rules.parameters.pieces` pieces of each player that are not home.
  explicit TableShape(std::shared_ptr<const Rules> rules);

  [[nodiscard]] const Rules& rules() const { return *rules_; }
  [[nodiscard]] const PositionIndex& index() const { return index_; }

  /// Pieces of a player that need not come home to win. The layers of a game that is not over have
  /// more pieces left than these.
  [[nodiscard]] int spare() const {
    return rules_->parameters.pieces - rules_->parameters.pieces_to_win;
  }
  [[nodiscard]] int fewest() const { return spare() + 1; }
  [[nodiscard]] int most() const { return rules_->parameters.pieces; }

  [[nodiscard]] std::size_t planes() const { return 1 + barred_.size(); }
  /// The plane of a position whose piece on this path index is barred; 0 for none.
  [[nodiscard]] std::size_t plane(int barred) const;
  /// The path index that a plane bars.
  [[nodiscard]] int barred(std::size_t plane) const { return plane == 0 ? 0 : barred_[plane - 1]; }

  /// Values in a layer: its positions times the planes.
  [[nodiscard]] std::uint64_t layer_size(int own, int other) const {
    return index_.size(own, other) * planes();
  }
  /// Positions of all layers, without planes.
  [[nodiscard]] std::uint64_t positions() const;

 private:
  std::shared_ptr<const Rules> rules_;
  PositionIndex index_;
  std::vector<int> barred_;
};

}  // namespace tavlab::ur
