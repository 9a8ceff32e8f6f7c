#include "core/draughts/observation.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/draughts/ways.h"

namespace tavlab::draughts {
namespace {

constexpr int kLevelsSeen = 6;  ///< below the top piece

// Offsets of the planes.
constexpr std::size_t kTops = 0;  ///< own men, own kings, the other's
constexpr std::size_t kLevelInputs = 3;
constexpr std::size_t kLevels = kTops + 4;  ///< own, the other's, king
constexpr std::size_t kDeeper = kLevels + kLevelsSeen * kLevelInputs;
constexpr std::size_t kHeight = kDeeper + 2;
constexpr std::size_t kBoard = kHeight + 1;
constexpr std::size_t kPlanes = kBoard + 1;

constexpr std::size_t kPositionInputs = 2 + 4 * kLimitInputs;

// The policy's planes.
constexpr std::uint32_t kLongest = kMaxSize - 1;
constexpr std::uint32_t kBegins = kDirections * kLongest;
constexpr std::uint32_t kEnds = kBegins + 1;
constexpr std::uint32_t kJumped = kEnds + 1;
constexpr std::uint32_t kJumpedFirst = kJumped + 1;
constexpr std::uint32_t kPolicyPlanes = kJumpedFirst + 1;
constexpr std::size_t kMaxPlaces = 8;

constexpr std::array<int, 2> kMirrored = {0, 1};

}  // namespace

ObservationShape Observation::shape(const ObservationOptions& options) {
  ObservationShape shape;
  shape.name = "draughts-1";
  shape.head = "draughts-1";
  shape.planes = static_cast<int>(kPlanes);
  shape.globals = static_cast<int>(kPositionInputs + rule_input_count(schema(), options));
  shape.policy_planes = static_cast<int>(kPolicyPlanes);
  shape.board = true;
  shape.largest_side = kMaxSize;
  shape.square_classes = 3;  // empty, own, the other's
  return shape;
}

Observation::Observation(const Rules& rules, const ObservationOptions& options)
    : rules_(&rules), rule_inputs_(select_rule_inputs(named_inputs(rules.parameters), options)) {}

std::span<const int> Observation::symmetries() const {
  // Mirroring moves the corner square unless the size is odd, and changes the main road.
  const Parameters& p = rules_->parameters;
  const bool has_road = p.three_kings > 0 && p.lone_king == LoneKing::main_road;
  if (p.size % 2 == 0 || has_road) return kIdentity;
  return kMirrored;
}

std::size_t Observation::seen_by(Side side, int square, int symmetry) const {
  const int last = rules_->parameters.size - 1;
  int file = file_of(square), rank = rank_of(square);
  if (side == Side::second) {
    file = last - file;
    rank = last - rank;
  }
  if (symmetry != 0) file = last - file;
  return at(rank) * at(last + 1) + at(file);
}

void Observation::encode_piece(Piece piece, Side mover, int depth, float* cell) const {
  const std::size_t who = piece.side == mover ? 0 : 1;
  if (depth == 0) {
    cell[kTops + 2 * who + (piece.king ? 1 : 0)] = 1.0F;
  } else if (depth <= kLevelsSeen) {
    float* const level = cell + kLevels + at(depth - 1) * kLevelInputs;
    level[who] = 1.0F;
    level[2] = piece.king ? 1.0F : 0.0F;
  } else {
    cell[kDeeper + who] += 0.1F;
  }
}

void Observation::encode(const Position& p, int occurrences, int symmetry, std::span<float> planes,
                         std::span<float> globals) const {
  const Parameters& parameters = rules_->parameters;
  std::ranges::fill(planes, 0.0F);
  const Wide board =
      rules_->wide ? rules_->wide_geometry.board : Wide{rules_->narrow_geometry.board};
  for (Wide left = board; left != 0; left &= left - 1) {
    const int square = lowest(left);
    float* const cell = &planes[seen_by(p.side, square, symmetry) * kPlanes];
    cell[kBoard] = 1.0F;
    if (parameters.columns) {
      const Column column = p.column(square);
      cell[kHeight] = static_cast<float>(column.height() / 10.0);
      for (int depth = 0; depth < column.height(); ++depth) {
        encode_piece(column.piece(depth), p.side, depth, cell);
      }
      continue;
    }
    for (const Side side : {Side::first, Side::second}) {
      if ((p.owned[at(side)] >> square & 1) == 0) continue;
      encode_piece({side, (p.kings >> square & 1) != 0}, p.side, 0, cell);
    }
  }
  const QuietLimits quiet = quiet_limits(*rules_, p);
  InputWriter out(globals);
  out.flag(occurrences >= 2);
  out.flag(occurrences >= 3);
  out.limit(parameters.kings_only, p.king_moves);
  out.limit(quiet.few_pieces, p.quiet);
  out.limit(quiet.three_kings, std::min<int>(p.quiet, quiet.three_kings));
  out.limit(parameters.total_plies, p.plies);
  std::ranges::copy(rule_inputs_, globals.begin() + kPositionInputs);
}

void Observation::policy_places(const Position& p, Move move, int symmetry,
                                PolicyPlaces& places) const {
  const auto place = [&](int square, std::uint32_t plane) {
    places.push(static_cast<std::uint32_t>(seen_by(p.side, square, symmetry)) * kPolicyPlanes +
                plane);
  };
  places.clear();
  if (!move.captures()) {
    int files = file_of(move.to()) - file_of(move.from());
    int ranks = rank_of(move.to()) - rank_of(move.from());
    if ((p.side == Side::second) != (symmetry != 0)) files = -files;
    if (p.side == Side::second) ranks = -ranks;
    const std::uint32_t direction = (files > 0 ? 1U : 0U) + (ranks > 0 ? 0U : 2U);
    const auto distance = static_cast<std::uint32_t>(std::abs(ranks));
    return place(move.from(), direction * kLongest + distance - 1);
  }
  place(move.from(), kBegins);
  place(move.to(), kEnds);
  const auto first = rules_->parameters.columns ? followed(*rules_, p, move).squares[0] : kSquares;
  for (const int square : captured_by(*rules_, p, move)) {
    if (places.size() < kMaxPlaces) place(square, square == first ? kJumpedFirst : kJumped);
  }
}

void Observation::final_squares(const Position& p, Side view, int symmetry,
                                std::span<std::uint8_t> squares) const {
  std::ranges::fill(squares, std::uint8_t{0});
  for (const Side side : {Side::first, Side::second}) {
    for (Wide left = p.owned[at(side)]; left != 0; left &= left - 1) {
      squares[seen_by(view, lowest(left), symmetry)] = side == view ? 1 : 2;
    }
  }
}

}  // namespace tavlab::draughts
