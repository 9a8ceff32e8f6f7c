#include "core/tafl/solve/material_index.h"

#include <algorithm>

#include "core/error.h"
#include "core/subscript.h"

namespace tavlab::tafl {
namespace {

/// Cells where a piece of the kind may ever stand.
template <int Words>
Bitboard<Words> cells_for(const Rules<Words>& rules, Kind kind) {
  Bitboard<Words> cells{};
  for (int zone = 0; zone < rules.zones; ++zone) {
    cells |= rules.zone_cells[at(zone)] & ~rules.no_stop[at(kind)][at(zone)];
  }
  return cells;
}

}  // namespace

template <int Words>
MaterialIndex<Words>::MaterialIndex(const Rules<Words>& rules, Material material)
    : rules_(rules), material_(material) {
  for (std::size_t n = 0; n < choose_.size(); ++n) {
    choose_[n][0] = 1;
    for (std::size_t k = 1; k < choose_[n].size() && k <= n; ++k) {
      choose_[n][k] = choose_[n - 1][k - 1] + (k < n ? choose_[n - 1][k] : 0);
    }
  }
  const Bitboard<Words> ground = cells_for(rules, Kind::attacker) |
                                 cells_for(rules, Kind::defender) | rules.start_pieces[0] |
                                 (rules.start_pieces[1] & ~rules.single[rules.start_king]);
  const Bitboard<Words> kings =
      (cells_for(rules, Kind::king) | rules.single[rules.start_king]) & ~rules.escape;
  // Cells where pieces may stand only at the start must be symmetric, too.
  const auto keeps = [&](const std::vector<std::uint16_t>& image, const Bitboard<Words>& cells) {
    bool all = true;
    cells.for_each([&](int cell) { all = all && cells.test(image[at(cell)]); });
    return all;
  };
  for (const int symmetry : symmetries_of(rules)) {
    std::vector<std::uint16_t> image;
    for (int cell = 0; cell < rules.cells; ++cell) {
      image.push_back(static_cast<std::uint16_t>(transformed(symmetry, cell, rules.size)));
    }
    if (keeps(image, ground) && keeps(image, kings)) images_.push_back(std::move(image));
  }
  place_of_.fill(-1);
  kings.for_each([&](int cell) {
    // The least of the images represents all; it comes first.
    std::size_t best = 0;
    for (std::size_t s = 1; s < images_.size(); ++s) {
      if (images_[s][at(cell)] < images_[best][at(cell)]) best = s;
    }
    const std::uint16_t least = images_[best][at(cell)];
    for (const std::vector<std::uint16_t>& image : images_) {
      if (image[at(cell)] == least) images_of_[at(cell)].push(image.data());
    }
    if (least != cell) {
      place_of_[at(cell)] = place_of_[least];
      return;
    }
    Place place;
    place.king = cell;
    place.rank.assign(at(rules.cells), -1);
    (ground & ~rules.single[at(cell)]).for_each([&](int other) {
      place.rank[at(other)] = static_cast<std::int16_t>(place.cells.size());
      place.cells.push_back(static_cast<std::uint16_t>(other));
    });
    const int n = static_cast<int>(place.cells.size());
    place.defenders =
        n < material_.attackers ? 0 : choose(n - material_.attackers, material_.defenders);
    place.begin = size();
    const std::uint64_t attackers = choose(n, material_.attackers);
    constexpr double kMaxNumbers = 1e18;
    if (static_cast<double>(attackers) * static_cast<double>(place.defenders) > kMaxNumbers) {
      throw UserError("endgames: more positions than can be numbered; ask for fewer pieces");
    }
    place.end = place.begin + attackers * place.defenders;
    place_of_[at(cell)] = static_cast<std::int16_t>(places_.size());
    places_.push_back(std::move(place));
  });
}

template <int Words>
bool MaterialIndex<Words>::places(const Position<Words>& p) const {
  if (p.king == kNoCell || place_of_[p.king] < 0) return false;
  const Place& place = places_[at(place_of_[p.king])];
  bool all = true;
  (p.occupied() & ~rules_.single[p.king]).for_each([&](int cell) {
    all = all && place.rank[images_of_[p.king][0][at(cell)]] >= 0;
  });
  return all;
}

template <int Words>
std::uint64_t MaterialIndex<Words>::number(const Position<Words>& p,
                                           const std::uint16_t* image) const {
  const Place& place = places_[at(place_of_[p.king])];
  const auto ranks_of = [&](const Bitboard<Words>& pieces, Ranks& ranks) {
    std::size_t count = 0;
    // Insertion sort: there are few.
    pieces.for_each([&](int cell) {
      const int rank = place.rank[image[cell]];
      std::size_t i = count++;
      for (; i > 0 && ranks[i - 1] > rank; --i) ranks[i] = ranks[i - 1];
      ranks[i] = rank;
    });
    return count;
  };
  Ranks attackers, defenders;
  const std::size_t a = ranks_of(p.pieces[0], attackers);
  const std::size_t d = ranks_of(p.pieces[1] & ~rules_.single[p.king], defenders);
  std::uint64_t first = 0, second = 0;
  for (std::size_t i = 0; i < a; ++i) first += choose(attackers[i], static_cast<int>(i) + 1);
  std::size_t below = 0;
  for (std::size_t i = 0; i < d; ++i) {
    while (below < a && attackers[below] < defenders[i]) ++below;
    second += choose(defenders[i] - static_cast<int>(below), static_cast<int>(i) + 1);
  }
  return place.begin + first * place.defenders + second;
}

template <int Words>
Position<Words> MaterialIndex<Words>::position(std::uint64_t number, Side side) const {
  const auto place = std::upper_bound(places_.begin(), places_.end(), number,
                                      [](std::uint64_t n, const Place& p) { return n < p.end; });
  const std::uint64_t rest = number - place->begin;
  std::uint64_t first = rest / place->defenders, second = rest % place->defenders;
  const int n = static_cast<int>(place->cells.size());
  Position<Words> p{};
  p.king = static_cast<std::uint16_t>(place->king);
  p.side = side;
  p.pieces[1].set(place->king);
  const auto unrank = [&](std::uint64_t& rank, int count, int cells, Ranks& ranks) {
    for (int k = count; k > 0; --k) {
      int c = cells - 1;
      while (choose(c, k) > rank) --c;
      rank -= choose(c, k);
      ranks[at(k - 1)] = c;
      cells = c;
    }
  };
  Ranks attackers, defenders;
  unrank(first, material_.attackers, n, attackers);
  unrank(second, material_.defenders, n - material_.attackers, defenders);
  for (int i = 0; i < material_.attackers; ++i) p.pieces[0].set(place->cells[at(attackers[at(i)])]);
  int below = 0;
  for (int i = 0; i < material_.defenders; ++i) {
    while (below < material_.attackers && attackers[at(below)] <= defenders[at(i)] + below) ++below;
    p.pieces[1].set(place->cells[at(defenders[at(i)] + below)]);
  }
  complete_position(rules_, p);
  return p;
}

template class MaterialIndex<2>;
template class MaterialIndex<6>;

}  // namespace tavlab::tafl
