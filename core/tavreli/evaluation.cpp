#include "core/tavreli/evaluation.h"

#include <utility>

#include "core/logit.h"
#include "core/subscript.h"
#include "core/tavreli/moves.h"

namespace tavlab::tavreli {
namespace {

/// The value of a top piece by its Kind, in ratniks: as in chess; a helgi counts as a knyaz plus a
/// vsadnik.
constexpr std::array<double, kKinds> kWorth = {0, 9, 5, 3.2, 3, 1, 12};

// Weights in logits: logistic regression of the result on the features (Newton's method, ridge 5),
// over some 117,000 positions of 8,000 self-play games of alpha-beta at depth 2 after eight random
// plies, with one random ply in twenty; without positions in check. The games were played in two
// rounds of 4,000, the second with the weights of the first; these are the means of both. Features
// overlap: a top ratnik is worth next to nothing by itself, as its mobility and its shelter of the
// volkhv already count.
constexpr std::array<double, kFeatures> kWeights = {0.935, 0.352, 0.269, 0.274, 0.025, 1.42, 0.078,
                                                    0.003, 0.001, 0.017, 0.023, 0.068, 0.118};

/// The value of a ratnik's advance, by its rank from its own side and its destiny.
constexpr auto kAdvance = [] {
  std::array<std::array<double, kKinds>, 8> advance{};
  for (int rank = 0; rank < 8; ++rank) {
    const int gone = rank - 1;
    for (int destiny = 0; destiny < kKinds; ++destiny) {
      const double becomes = kWorth[at(
          destiny == static_cast<int>(Kind::ratnik) ? static_cast<int>(Kind::knyaz) : destiny)];
      advance[at(rank)][at(destiny)] = gone * gone * becomes / 9;
    }
  }
  return advance;
}();

/// The squares that a top piece attacks, occupied or not. The kind is a template parameter, so that
/// a loop over kinds does not branch on it.
template <Kind kind>
Squares attacks_from(int square, Side side, Squares occupied) {
  switch (kind) {
    case Kind::volkhv:
      return kVolkhvSteps[at(square)];
    case Kind::vsadnik:
      return kVsadnikSteps[at(square)];
    case Kind::ratnik:
      return kRatnikAttacks[at(side)][at(square)];
    case Kind::luchnik:
      return luchnik_attacks(square, occupied);
    case Kind::ratoborets:
      return ratoborets_attacks(square, occupied);
    case Kind::knyaz:
    case Kind::helgi:
      break;
  }
  const Squares slides = luchnik_attacks(square, occupied) | ratoborets_attacks(square, occupied);
  return kind == Kind::helgi ? slides | kVsadnikSteps[at(square)] : slides;
}

}  // namespace

std::array<double, kFeatures> features(const Rules& rules, const Position& p) {
  std::array<double, kFeatures> found{};
  const Squares occupied = p.occupied(), stacked = p.stacked();
  for (const Side side : {Side::first, Side::second}) {
    const double sign = side == Side::first ? 1 : -1;
    const Squares own = p.owned[at(side)];
    const Squares volkhv = p.tops(side, Kind::volkhv), hunted = p.tops(other(side), Kind::volkhv);
    const Squares ring = hunted == 0 ? 0 : kVolkhvSteps[at(std::countr_zero(hunted))];
    if (volkhv != 0) {
      const Squares around = kVolkhvSteps[at(std::countr_zero(volkhv))] & own;
      found[at(Feature::shelter)] += sign * std::popcount(around);
    }
    int mobility = 0, assault = 0;
    const auto count = [&]<Kind kind>() {
      const Squares tops = own & p.acting[at(kind)];
      if (kind != Kind::volkhv) found[at(kind) - 1] += sign * std::popcount(tops);
      for (Squares towers = tops; towers != 0; towers &= towers - 1) {
        const Squares attacked = attacks_from<kind>(std::countr_zero(towers), side, occupied);
        mobility += std::popcount(attacked);
        assault += std::popcount(attacked & ring);
      }
    };
    [&]<std::size_t... kinds>(std::index_sequence<kinds...>) {
      (count.template operator()<static_cast<Kind>(kinds)>(), ...);
    }
    (std::make_index_sequence<kKinds>());
    found[at(Feature::mobility)] += sign * mobility;
    found[at(Feature::assault)] += sign * assault;
    for (Squares ratniks = p.tops(side, Kind::ratnik); ratniks != 0; ratniks &= ratniks - 1) {
      const int square = std::countr_zero(ratniks);
      const Kind destiny = p.top_piece(square).destiny();
      const int rank = side == Side::first ? rank_of(square) : 7 - rank_of(square);
      found[at(Feature::advance)] += sign * kAdvance[at(rank)][at(destiny)];
    }
    for (Squares towers = own & stacked; towers != 0; towers &= towers - 1) {
      const int square = std::countr_zero(towers);
      for (std::uint8_t n = p.below[p.top[at(square)]]; n != kNobody; n = p.below[n]) {
        const double worth = kWorth[at(rules.acts_as[p.piece[n].code()])];
        found[at(p.piece[n].side() == side ? Feature::buried : Feature::prisoners)] += sign * worth;
      }
    }
  }
  found[at(Feature::tempo)] += p.side == Side::first ? 1 : -1;
  return found;
}

double evaluate_logit(const Rules& rules, const Position& p) {
  const std::array<double, kFeatures> found = features(rules, p);
  double logit = 0;
  for (std::size_t i = 0; i < kFeatures; ++i) logit += kWeights[i] * found[i];
  return logit;
}

double evaluate_material(const Rules& /*rules*/, const Position& p) {
  double ratniks = 0;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    ratniks += kWorth[kind] * (std::popcount(p.owned[0] & p.acting[kind]) -
                               std::popcount(p.owned[1] & p.acting[kind]));
  }
  return logistic(0.25 * ratniks);
}

}  // namespace tavlab::tavreli
