#include "core/tavreli/features.h"

#include <algorithm>
#include <bit>

#include "core/observation.h"
#include "core/subscript.h"

namespace tavlab::tavreli {
namespace {

constexpr int kSquares = 64;

/// The zone of a volkhv on the left half of the board, by rank and file from his player's view: on
/// the first two ranks by the file (a and b, c and d), then the next two ranks, then the others.
constexpr int zone_of(int rank, int file) {
  if (rank < 2) return 2 * rank + file / 2;
  return rank < 4 ? 4 : 5;
}

/// The frames of a volkhv's squares, by his side.
constexpr auto kFrames = [] {
  std::array<std::array<std::uint8_t, kSquares>, 2> frames{};
  for (int square = 0; square < kSquares; ++square) {
    const int file = square % 8;
    const bool mirrored = file >= 4;
    for (const int side : {0, 1}) {
      const int rank = side == 0 ? square / 8 : 7 - square / 8;
      const int zone = zone_of(rank, mirrored ? 7 - file : file);
      frames[at(side)][at(square)] = static_cast<std::uint8_t>(2 * zone + (mirrored ? 1 : 0));
    }
  }
  return frames;
}();

}  // namespace

FeatureShape Features::shape() const {
  FeatureShape shape;
  shape.name = "tavreli-1";
  shape.block = kPlanes * kSquares;
  shape.blocks = kZones;
  shape.features = shape.block * (kZones + 2);
  shape.buckets = kBuckets;
  return shape;
}

void Features::fill(const Position& p, std::span<std::uint64_t, kWords> words) const {
  std::fill(words.begin() + kPlanes, words.end(), 0);
  for (std::size_t kind = 0; kind < at(kKinds); ++kind) {
    words[kind] = p.owned[0] & p.acting[kind];
    words[at(kKinds) + kind] = p.owned[1] & p.acting[kind];
  }
  for (Squares left = p.stacked(); left != 0; left &= left - 1) {
    const int square = std::countr_zero(left);
    std::size_t level = 1;
    for (std::uint8_t f = p.below[p.top[at(square)]]; f != kNobody; f = p.below[f]) {
      const Piece piece = p.piece[f];
      const std::size_t plane = at(kKinds) * at(piece.side()) + at(piece.acts_as());
      words[level * at(kPlanes) + plane] |= square_bit(square);
      level = 2;
    }
  }
}

int Features::frame(const Position& p, Side view) const {
  const Squares volkhv = p.tops(view, Kind::volkhv);
  return volkhv == 0 ? 2 * (kZones - 1) : kFrames[at(view)][at(std::countr_zero(volkhv))];
}

int Features::feature(Side view, int frame, int bit) const {
  const int level = bit / (kPlanes * kSquares);
  int plane = bit / kSquares % kPlanes, square = bit % kSquares;
  if (view == Side::second) {
    plane = (plane + kKinds) % kPlanes;
    square ^= 56;
  }
  if (frame % 2 == 1) square ^= 7;
  const int zone = frame / 2;
  const int block = level == 0 ? zone : kZones - 1 + level;
  return (block * kPlanes + plane) * kSquares + square;
}

std::span<const int> Features::symmetries() const { return kIdentity; }

void Features::list(const Position& p, Side view, int, FeatureList& list) const {
  list_features(*this, p, view, list);
}

}  // namespace tavlab::tavreli
