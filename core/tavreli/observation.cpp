#include "core/tavreli/observation.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tavlab::tavreli {
namespace {

constexpr std::size_t kSquares = 64;
constexpr std::size_t kLevelsSeen = 6;  ///< below the top piece
constexpr std::size_t kDestinies = 5;

// Offsets of the planes.
constexpr std::size_t kTops = 0;  ///< own by kind, then the opponent's
constexpr std::size_t kLevelInputs = 2 + kKinds;
constexpr std::size_t kLevels = kTops + 2 * kKinds;
constexpr std::size_t kDeeper = kLevels + kLevelsSeen * kLevelInputs;
constexpr std::size_t kHeight = kDeeper + 2;
constexpr std::size_t kDestiny = kHeight + 1;
constexpr std::size_t kTurned = kDestiny + 2 * kDestinies;
constexpr std::size_t kFresh = kTurned + 1;
constexpr std::size_t kBoard = kFresh + 2;
constexpr std::size_t kEnPassant = kBoard + 1;
constexpr std::size_t kPlanes = kEnPassant + 1;

constexpr std::size_t kPositionInputs = 1 + 4 + 2 + 2 * kLimitInputs;

// The policy's planes.
constexpr std::uint32_t kLongest = 7;
constexpr std::uint32_t kJumps = 8 * kLongest;
constexpr std::uint32_t kPiecesMoved = kJumps + 8;  ///< plane 0 for all, k for k pieces
constexpr std::uint32_t kChoices = kPiecesMoved + kPieces;
constexpr std::uint32_t kPolicyPlanes = kChoices + 4;

/// A square from the side's view: for the second player the ranks are flipped.
std::size_t seen_by(Side side, int square) {
  return static_cast<std::size_t>(side == Side::first ? square : square ^ 56);
}

/// The policy plane of a direction and distance, or of a jump.
std::uint32_t step_plane(std::size_t from, std::size_t to) {
  const int files = static_cast<int>(to % 8) - static_cast<int>(from % 8);
  const int ranks = static_cast<int>(to / 8) - static_cast<int>(from / 8);
  if (std::abs(files * ranks) == 2) {  // a jump: one way 1, the other 2
    return kJumps + (std::abs(files) == 2 ? 4U : 0U) + (files > 0 ? 2U : 0U) +
           (ranks > 0 ? 1U : 0U);
  }
  const auto sign = [](int x) { return (x > 0) - (x < 0); };
  const int nine = 3 * (sign(ranks) + 1) + sign(files) + 1;  // 4 would be no step
  const auto direction = static_cast<std::uint32_t>(nine > 4 ? nine - 1 : nine);
  const auto distance = static_cast<std::uint32_t>(std::max(std::abs(files), std::abs(ranks)));
  return direction * kLongest + distance - 1;
}

/// 0 to 4 for a ratnik's destiny; kDestinies if its player will choose.
std::size_t destiny_place(Kind destiny) {
  switch (destiny) {
    case Kind::knyaz:
      return 0;
    case Kind::ratoborets:
      return 1;
    case Kind::luchnik:
      return 2;
    case Kind::vsadnik:
      return 3;
    case Kind::helgi:
      return 4;
    case Kind::volkhv:
    case Kind::ratnik:
      break;
  }
  return kDestinies;
}

}  // namespace

ObservationShape Observation::shape(const ObservationOptions& options) {
  ObservationShape shape;
  shape.name = "tavreli-1";
  shape.head = "tavreli-1";
  shape.planes = kPlanes;
  shape.globals = static_cast<int>(kPositionInputs + rule_input_count(schema(), options));
  shape.policy_planes = kPolicyPlanes;
  shape.board = true;
  shape.largest_side = rows();
  shape.square_classes = 3;  // empty, own, the other's
  return shape;
}

Observation::Observation(const Rules& rules, const ObservationOptions& options)
    : rules_(&rules), rule_inputs_(select_rule_inputs(named_inputs(rules.parameters), options)) {}

void Observation::encode(const Position& p, int occurrences, int, std::span<float> planes,
                         std::span<float> globals) const {
  std::ranges::fill(planes, 0.0F);
  for (int square = 0; square < static_cast<int>(kSquares); ++square) {
    const auto s = static_cast<std::size_t>(square);
    float* const cell = &planes[seen_by(p.side, square) * kPlanes];
    cell[kBoard] = 1.0F;
    cell[kHeight] = static_cast<float>(p.height[s] / 10.0);
    std::size_t level = 0;
    for (std::uint8_t f = p.top[s]; f != kNobody; f = p.below[f], ++level) {
      const Piece piece = p.piece[f];
      const std::size_t who = piece.side() == p.side ? 0 : 1;
      const auto kind = static_cast<std::size_t>(piece.acts_as());
      if (level == 0) {
        cell[kTops + who * kKinds + kind] = 1.0F;
        if (piece.is_ratnik() && piece.turned()) cell[kTurned] = 1.0F;
      } else if (level <= kLevelsSeen) {
        float* const below = cell + kLevels + (level - 1) * kLevelInputs;
        below[who] = 1.0F;
        below[2 + kind] = 1.0F;
      } else {
        cell[kDeeper + who] += 0.1F;
      }
      if (!piece.is_ratnik()) continue;
      if (piece.fresh()) cell[kFresh + who] += 1.0F;
      const std::size_t destiny = destiny_place(piece.destiny());
      if (destiny < kDestinies) cell[kDestiny + who * kDestinies + destiny] += 1.0F;
    }
  }
  if (p.en_passant != kNowhere) planes[seen_by(p.side, p.en_passant) * kPlanes + kEnPassant] = 1.0F;

  InputWriter out(globals);
  out.flag(p.in_check);
  const unsigned own = p.side == Side::first ? 0 : 2;  // rights are K Q k q
  out.bits(p.rights >> own & 3U, 2);
  out.bits(p.rights >> (2 - own) & 3U, 2);
  out.flag(occurrences >= 2);
  out.flag(occurrences >= 3);
  out.limit(rules_->parameters.quiet_plies, p.quiet);
  out.limit(rules_->parameters.total_plies, p.plies);
  std::ranges::copy(rule_inputs_, globals.begin() + kPositionInputs);
}

void Observation::policy_places(const Position& position, Move move, int, PolicyPlaces& places) {
  const std::size_t from = seen_by(position.side, move.from());
  const std::size_t to = seen_by(position.side, move.to());
  const auto place = [](std::size_t square, std::uint32_t plane) {
    return static_cast<std::uint32_t>(square) * kPolicyPlanes + plane;
  };
  places.clear();
  places.push(place(from, step_plane(from, to)));
  const int pieces = move.pieces();
  const bool all = pieces == position.height[static_cast<std::size_t>(move.from())];
  places.push(place(from, kPiecesMoved + (all ? 0U : static_cast<std::uint32_t>(pieces))));
  if (move.special() >= Move::Special::become_knyaz) {
    places.push(place(to, kChoices + static_cast<std::uint32_t>(move.special()) -
                              static_cast<std::uint32_t>(Move::Special::become_knyaz)));
  }
}

std::uint32_t Observation::variants() const {
  const std::uint32_t lifts = rules_->parameters.stacking ? kPieces - 1 : 1;
  return rules_->parameters.promotion == Promotion::choice ? 4 * lifts : lifts;
}

void Observation::final_squares(const Position& position, Side view, int,
                                std::span<std::uint8_t> squares) {
  for (int square = 0; square < static_cast<int>(kSquares); ++square) {
    const auto bit = square_bit(square);
    const bool own = (position.owned[static_cast<std::size_t>(view)] & bit) != 0;
    const bool others = (position.owned[static_cast<std::size_t>(other(view))] & bit) != 0;
    squares[seen_by(view, square)] = static_cast<std::uint8_t>(own ? 1 : others ? 2 : 0);
  }
}

}  // namespace tavlab::tavreli
