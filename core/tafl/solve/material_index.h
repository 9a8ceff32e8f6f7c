#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/fixed_list.h"
#include "core/tafl/position.h"
#include "core/tafl/symmetries.h"

namespace tavlab::tafl {

/// Pieces of both sides besides the king.
struct Material {
  int attackers = 0;
  int defenders = 0;
  bool operator==(const Material&) const = default;
};

template <int Words>
Material material_of(const Position<Words>& p) {
  return {p.pieces[0].count(), p.pieces[1].count() - 1};
}

/// Numbers all placements of a king, attackers and defenders, with the king's cell up to symmetry:
/// the symmetries of the rules map each king's cell to one that represents all of its images, and
/// the other pieces with it. (With the king on an axis, pairs of symmetric placements have
/// different numbers.)
///
/// The number consists of the king's place, the attackers among the remaining cells, and the
/// defenders among those that remain then, each by its colexicographic rank (Knuth, TAOCP 4A,
/// 7.2.1.3).
template <int Words>
class MaterialIndex {
 public:
  /// The maximum number of pieces of one side.
  static constexpr int kMaxPieces = 8;

  MaterialIndex(const Rules<Words>& rules, Material material);

  [[nodiscard]] Material material() const { return material_; }
  /// Numbers are less than this.
  [[nodiscard]] std::uint64_t size() const { return places_.empty() ? 0 : places_.back().end; }

  /// Whether all pieces stand on cells that the index covers; the material must be the index's.
  [[nodiscard]] bool places(const Position<Words>& p) const;
  /// The number of a position for which `places` is true.
  [[nodiscard]] std::uint64_t number(const Position<Words>& p) const {
    return number(p, images_of_[p.king][0]);
  }
  /// Calls f with the numbers of the images of the position that have the king in his place:
  /// several, if he is on an axis.
  template <typename F>
  void for_each_image(const Position<Words>& p, F&& f) const {
    for (const std::uint16_t* const image : images_of_[p.king]) f(number(p, image));
  }
  /// A position with this number, complete.
  [[nodiscard]] Position<Words> position(std::uint64_t number, Side side) const;

 private:
  static constexpr std::size_t kCells = kMaxCells<Words>;
  using Ranks = std::array<int, kMaxPieces>;

  /// The range of numbers for one place of the king.
  struct Place {
    int king;
    std::uint64_t begin, end;
    std::vector<std::uint16_t> cells;  ///< for other pieces, by rank
    std::vector<std::int16_t> rank;    ///< by cell
    std::uint64_t defenders = 1;       ///< their placements for each placement of the attackers
  };

  [[nodiscard]] std::uint64_t number(const Position<Words>& p, const std::uint16_t* image) const;
  [[nodiscard]] std::uint64_t choose(int n, int k) const {
    return k > n ? 0 : choose_[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
  }

  const Rules<Words>& rules_;
  Material material_;
  std::vector<Place> places_;
  std::array<std::int16_t, kCells> place_of_{};  ///< of a king's cell, or -1
  /// The symmetries that map a king to his place, by his cell.
  std::array<FixedList<const std::uint16_t*, kSymmetries>, kCells> images_of_{};
  std::vector<std::vector<std::uint16_t>> images_;  ///< of cells, by symmetry
  std::array<std::array<std::uint64_t, kMaxPieces + 1>, kCells + 1> choose_{};
};

extern template class MaterialIndex<2>;
extern template class MaterialIndex<6>;

}  // namespace tavlab::tafl
