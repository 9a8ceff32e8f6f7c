#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/game.h"
#include "core/random.h"

namespace tavlab {

/// Symmetric positions and moves of a game, such as mirror images. The family says which symmetries
/// its rules have (ObservationOf::symmetries); two positions are symmetric if a symmetry maps one
/// to the other, with the same side to move and the same counters.
template <FamilyGame G>
class Symmetry {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  explicit Symmetry(const typename G::Rules& rules)
      : rules_(&rules), options_(options_for(rules)), observation_(rules, options_) {
    const ObservationShape shape = G::Observation::shape(options_);
    const auto cells = static_cast<std::size_t>(observation_.rows()) *
                       static_cast<std::size_t>(observation_.columns());
    planes_.resize(cells * static_cast<std::size_t>(shape.planes));
    globals_.resize(static_cast<std::size_t>(shape.globals));
  }

  /// The number of symmetries of the rules, including the identity.
  [[nodiscard]] std::size_t count() const { return observation_.symmetries().size(); }

  /// A number that is the same for symmetric positions and differs between others (up to 64-bit
  /// collisions, and as far as the family's observation tells positions apart). `occurrences` as in
  /// GameState.
  std::uint64_t key(const Position& position, int occurrences) {
    if (count() == 1) {
      return mix64(G::key(*rules_, position) + static_cast<std::uint64_t>(occurrences));
    }
    std::uint64_t least = ~std::uint64_t{0};
    for (const int symmetry : observation_.symmetries()) {
      least = std::min(least, look(position, occurrences, symmetry));
    }
    return least;
  }

  /// The symmetries that leave all these positions unchanged, the identity first.
  std::vector<int> keeping(std::span<const Position> positions) {
    std::vector<int> kept;
    for (const int symmetry : observation_.symmetries()) {
      if (std::ranges::all_of(positions, [&](const Position& position) {
            return symmetry == 0 || look(position, 1, symmetry) == look(position, 1, 0);
          })) {
        kept.push_back(symmetry);
      }
    }
    return kept;
  }

  /// For each move of the position, the lowest index of its images under these symmetries, which
  /// must leave the position unchanged: equal for symmetric moves.
  std::vector<std::size_t> classes(const Position& position, std::span<const Move> moves,
                                   std::span<const int> symmetries) const {
    std::vector<std::vector<std::uint32_t>> plain;
    for (const Move move : moves) plain.push_back(places(position, move, 0));
    std::vector<std::size_t> first(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      first[i] = i;
      for (const int symmetry : symmetries) {
        if (symmetry == 0) continue;
        const auto image = places(position, moves[i], symmetry);
        // Long captures may have the same places; those are not merged.
        if (std::ranges::count(plain, image) != 1) continue;
        const auto found = std::ranges::find(plain, image);
        first[i] = std::min(first[i], static_cast<std::size_t>(found - plain.begin()));
      }
    }
    return first;
  }

 private:
  static ObservationOptions options_for(const typename G::Rules& rules) {
    ObservationOptions options;
    options.max_size =
        std::max(options.max_size, static_cast<int>(G::picture(rules, G::start(rules)).columns));
    options.rule_inputs.emplace();  // the rules are the same for all
    return options;
  }

  std::uint64_t look(const Position& position, int occurrences, int symmetry) {
    std::ranges::fill(planes_, 0.0F);
    std::ranges::fill(globals_, 0.0F);
    observation_.encode(position, occurrences, symmetry, planes_, globals_);
    std::uint64_t hash = mix64(static_cast<std::uint64_t>(G::to_move(position)) + 1);
    for (const auto& numbers :
         {std::span<const float>(planes_), std::span<const float>(globals_)}) {
      for (const float number : numbers) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &number, sizeof bits);
        hash = mix64(hash ^ bits);
      }
    }
    return hash;
  }

  std::vector<std::uint32_t> places(const Position& position, Move move, int symmetry) const {
    PolicyPlaces list;
    observation_.policy_places(position, move, symmetry, list);
    std::vector<std::uint32_t> all(list.begin(), list.end());
    std::ranges::sort(all);
    return all;
  }

  const typename G::Rules* rules_;
  ObservationOptions options_;
  typename G::Observation observation_;
  std::vector<float> planes_, globals_;
};

}  // namespace tavlab
