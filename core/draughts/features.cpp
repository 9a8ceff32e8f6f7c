#include "core/draughts/features.h"

#include <algorithm>

#include "core/observation.h"

namespace tavlab::draughts {
namespace {

constexpr int kWordBits = 64;

/// The plane of a piece at a level of a column.
std::size_t plane_of(Piece piece, std::size_t level) {
  return 4 * level + 2 * at(piece.side) + (piece.king ? 1U : 0U);
}

}  // namespace

Features::Features(const Rules& rules) : rules_(&rules) {
  const Position start = start_position(rules);
  start_count_ = std::max(1, count(start.owned[0] | start.owned[1]));
}

FeatureShape Features::shape() const {
  FeatureShape shape;
  shape.name = "draughts-1";
  const int size = rules_->parameters.size;
  const std::size_t planes = rules_->parameters.columns ? kPlanes : 4;
  shape.block = static_cast<int>(planes) * ((size * size + 1) / 2);
  shape.blocks = 1;
  shape.features = shape.block;
  shape.buckets = kBuckets;
  return shape;
}

void Features::fill(const Position& p, std::span<std::uint64_t, kWords> words) const {
  if (!rules_->parameters.columns) {
    std::fill(words.begin() + 8, words.end(), 0);
    for (std::size_t side = 0; side < 2; ++side) {
      const Wide kings = p.owned[side] & p.kings, men = p.owned[side] & ~p.kings;
      words[4 * side] = static_cast<std::uint64_t>(men);
      words[4 * side + 1] = static_cast<std::uint64_t>(men >> kWordBits);
      words[4 * side + 2] = static_cast<std::uint64_t>(kings);
      words[4 * side + 3] = static_cast<std::uint64_t>(kings >> kWordBits);
    }
    return;
  }
  std::ranges::fill(words, 0);
  const auto occupied = static_cast<Narrow>(p.owned[0] | p.owned[1]);  // boards are narrow
  for (Narrow left = occupied; left != 0; left &= left - 1) {
    const int square = lowest(left);
    const Column column = p.column(square);
    for (int depth = 0; depth < column.height(); ++depth) {
      const std::size_t level = std::min(at(depth), kLevels - 1);
      words[2 * plane_of(column.piece(depth), level)] |= bit<Narrow>(square);
    }
  }
}

int Features::feature(Side view, int, int bit) const {
  const int plane = bit / (2 * kWordBits), square = bit % (2 * kWordBits);
  const int size = rules_->parameters.size;
  if (square >= kSquares || (plane >= 4 && !rules_->parameters.columns)) return -1;
  int file = file_of(square), rank = rank_of(square);
  if (file >= size || rank >= size) return -1;
  // Owner is bit 1 of the plane.
  const int seen = view == Side::first ? plane : plane ^ 2;
  if (view == Side::second) {
    file = size - 1 - file;
    rank = size - 1 - rank;
  }
  return seen * ((size * size + 1) / 2) + (rank * size + file) / 2;
}

std::span<const int> Features::symmetries() const { return kIdentity; }

void Features::list(const Position& p, Side view, int, FeatureList& list) const {
  list_features(*this, p, view, list);
}

}  // namespace tavlab::draughts
