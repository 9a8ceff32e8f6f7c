#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/game_state.h"

namespace tavlab {

/// Fixed numbers for moves, as programs need them that choose from a fixed set of actions. The
/// number of a move is the first of its places in the policy of a net with these options
/// (`policy_places`), so that it is the index of a logit wherever moves have one place each. Where
/// several legal moves share their first place, the second in the order of their other places gets
/// the policy's size added, the third twice that, and so on.
///
/// Numbers are under the identity symmetry, and from the view that the encoding has.
template <FamilyGame G>
class ActionIds {
 public:
  using Ids = FixedList<std::uint32_t, G::max_moves>;

  /// The rules must outlive it. Throws UserError for a board that the options do not cover.
  ActionIds(const typename G::Rules& rules, const ObservationOptions& options)
      : observation_(rules, options),
        variants_(observation_.variants()),
        policy_size_(static_cast<std::uint32_t>(observation_.rows()) *
                     static_cast<std::uint32_t>(observation_.columns()) *
                     static_cast<std::uint32_t>(G::Observation::shape(options).policy_planes)) {}

  [[nodiscard]] const typename G::Observation& observation() const { return observation_; }
  /// The number of logits of the policy.
  [[nodiscard]] std::uint32_t policy_size() const { return policy_size_; }
  /// All numbers are below this.
  [[nodiscard]] std::uint32_t count() const { return policy_size_ * variants_; }

  /// The legal moves of a decision and their numbers, in the same order. Moves beyond the
  /// encoding's `variants` have no number and are left out.
  void list(const GameState<G>& state, MoveList<G>& moves, Ids& ids) const {
    ids.clear();
    if (variants_ == 1) {
      state.legal_moves(moves);
      PolicyPlaces places;
      for (const auto move : moves) ids.push(first_place(state, move, places));
      return;
    }
    list_variants(state, moves, ids);
  }

 private:
  using Move = typename G::Move;

  std::uint32_t first_place(const GameState<G>& state, Move move, PolicyPlaces& places) const {
    observation_.policy_places(state.position(), move, 0, places);
    return places[0];
  }

  /// Counts variants among all moves, so that a forbidden repetition changes no other number.
  void list_variants(const GameState<G>& state, MoveList<G>& moves, Ids& ids) const {
    G::generate(state.rules(), state.position(), moves);
    PolicyPlaces a, b;
    FixedList<std::uint64_t, G::max_moves> order;  // first place, index
    for (std::size_t i = 0; i < moves.size(); ++i) {
      order.push(std::uint64_t{first_place(state, moves[i], a)} << 32 | i);
      ids.push(0);
    }
    std::sort(order.begin(), order.end());
    const auto index = [](std::uint64_t key) {
      return static_cast<std::size_t>(key & 0xffffffffU);
    };
    const auto before = [&](std::uint64_t left, std::uint64_t right) {
      const Move one = moves[index(left)], two = moves[index(right)];
      observation_.policy_places(state.position(), one, 0, a);
      observation_.policy_places(state.position(), two, 0, b);
      if (std::equal(a.begin(), a.end(), b.begin(), b.end())) return one.word() < two.word();
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    };
    for (auto* run = order.begin(); run != order.end();) {
      const std::uint64_t place = *run >> 32;
      auto* const end =
          std::find_if(run, order.end(), [&](std::uint64_t key) { return key >> 32 != place; });
      if (end - run > 1) std::sort(run, end, before);
      std::uint64_t id = place;
      for (; run != end; ++run, id += policy_size_) {
        ids[index(*run)] = id < count() ? static_cast<std::uint32_t>(id) : kNone;
      }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (ids[i] == kNone || !state.allowed(moves[i])) continue;
      moves[kept] = moves[i];
      ids[kept++] = ids[i];
    }
    moves.resize(kept);
    ids.resize(kept);
  }

  static constexpr std::uint32_t kNone = 0xffffffffU;

  typename G::Observation observation_;
  std::uint32_t variants_;
  std::uint32_t policy_size_;
};

}  // namespace tavlab
