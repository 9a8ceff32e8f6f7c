#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/game.h"
#include "nn/cpu/aligned.h"
#include "nn/evaluation/evaluation_net.h"
#include "nn/evaluation/evaluation_scale.h"

namespace tavlab {

/// Evaluates positions with a learned evaluation. It belongs to one thread.
///
/// The first layer's sums are kept for each frame of reference with the position they belong to,
/// and updated by the difference from the current position. In a search the difference is small,
/// whether a move was made or unmade, so no accumulator has to follow the moves (the "refresh
/// table" of chess engines, used for every evaluation).
template <Game G>
class NetEvaluation {
 public:
  using Position = typename G::Position;
  using Features = typename G::Features;

  /// The rules must outlive it.
  NetEvaluation(std::shared_ptr<const EvaluationWeights> weights, const typename G::Rules& rules)
      : weights_(std::move(weights)),
        kernels_(&evaluation_kernels()),
        rules_(&rules),
        features_(rules),
        sums_(kViews * static_cast<std::size_t>(features_.frames()) * weights_->width()),
        seen_(kViews * static_cast<std::size_t>(features_.frames())),
        last_update_(seen_.size()),
        rows_(seen_.size() * kBits) {
    for (std::size_t view = 0; view < kViews; ++view) {
      for (int frame = 0; frame < features_.frames(); ++frame) {
        const std::size_t slot = slot_of(view, frame);
        std::memcpy(sums_.data() + slot * weights_->width(), weights_->bias(),
                    weights_->width() * sizeof(std::int16_t));
        for (std::size_t bit = 0; bit < kBits; ++bit) {
          // Bits without a feature are never set.
          const int row = features_.feature(static_cast<Side>(view), frame, static_cast<int>(bit));
          rows_[slot * kBits + bit] = row < 0 ? 0 : static_cast<std::uint32_t>(row);
        }
      }
    }
  }

  /// The advantage of the first player, from -kMaxAdvantage to kMaxAdvantage, of a position that
  /// is not over.
  std::int32_t advantage(const Position& position) { return advantage_of_logit(output(position)); }

  /// The net's output for the first player, in units of 1 / (127 * 64) of a logit.
  std::int32_t output(const Position& position) {
    return net_output(position) + (has_base() ? base_output(position) : 0);
  }

  /// Whether the net corrects the handcrafted evaluation; the output is then the sum of both.
  [[nodiscard]] bool has_base() const { return weights_->has_base(); }

  /// What the handcrafted evaluation contributes to the output.
  std::int32_t base_output(const Position& position) {
    const std::int64_t base = output_of_logit(evaluation_logit<G>(*rules_, position));
    const std::int64_t scale = weights_->base_scale(features_.bucket(position));
    return static_cast<std::int32_t>(base * scale / kEvaluationBaseOne);
  }

  /// What the net contributes to the output.
  std::int32_t net_output(const Position& position) {
    Words now;
    features_.fill(position, now);
    const EvaluationLayers& layers = weights_->layers(features_.bucket(position));
    const std::size_t width = weights_->width();
    if constexpr (kViews == 1) {
      const std::size_t slot = slot_of(position, 0);
      update_sums<1>(now, {slot});
      return kernels_->forward(sums(slot), nullptr, width, layers);
    } else {
      // From the view of the side to move, whose sums come first.
      const auto mover = static_cast<std::size_t>(G::to_move(position));
      const std::size_t own = slot_of(position, mover), other = slot_of(position, mover ^ 1);
      if (last_update_[own] == last_update_[other]) {
        update_sums<2>(now, {own, other});
      } else {
        update_sums<1>(now, {own});
        update_sums<1>(now, {other});
      }
      ++evaluations_;
      last_update_[own] = last_update_[other] = evaluations_;
      const std::int32_t out = kernels_->forward(sums(own), sums(other), width, layers);
      return mover == 0 ? out : -out;
    }
  }

 private:
  static constexpr std::size_t kViews = Features::kViews;
  static constexpr std::size_t kBits = 64 * Features::kWords;
  using Words = std::array<std::uint64_t, Features::kWords>;

  [[nodiscard]] std::size_t slot_of(std::size_t view, int frame) const {
    return view * static_cast<std::size_t>(features_.frames()) + static_cast<std::size_t>(frame);
  }
  [[nodiscard]] std::size_t slot_of(const Position& position, std::size_t view) const {
    return slot_of(view, features_.frame(position, static_cast<Side>(view)));
  }
  [[nodiscard]] std::int16_t* sums(std::size_t slot) {
    return sums_.data() + slot * weights_->width();
  }

  /// The rows that a change adds to sums, or takes from them.
  struct Rows {
    // Constructed positions may have any number of pieces.
    std::array<std::uint32_t, kMaxFeatures> added, removed;
    std::size_t added_count = 0, removed_count = 0;
  };
  void apply(std::size_t slot, Rows& rows) {
    kernels_->update(sums(slot), weights_->width(), weights_->features(), rows.added.data(),
                     rows.added_count, rows.removed.data(), rows.removed_count);
    rows.added_count = 0;
    rows.removed_count = 0;
  }

  /// Updates the sums of slots, all of which belong to one position, to another position.
  template <std::size_t N>
  void update_sums(const Words& now, const std::array<std::size_t, N>& slots) {
    std::array<Rows, N> rows;
    const Words& before = seen_[slots[0]];
    const auto change = [&](std::size_t word, std::uint64_t bits, bool add) {
      for (; bits != 0; bits &= bits - 1) {
        const std::size_t bit = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
        for (std::size_t n = 0; n < N; ++n) {
          auto& list = add ? rows[n].added : rows[n].removed;
          std::size_t& count = add ? rows[n].added_count : rows[n].removed_count;
          if (count == list.size()) apply(slots[n], rows[n]);
          list[count++] = rows_[slots[n] * kBits + bit];
        }
      }
    };
    // A move changes few of the words: whole groups are compared at once, with vector instructions.
    constexpr std::size_t kGroup = 8;
    for (std::size_t begin = 0; begin < now.size(); begin += kGroup) {
      const std::size_t end = std::min(begin + kGroup, now.size());
      std::uint64_t changed = 0;
      for (std::size_t i = begin; i < end; ++i) changed |= now[i] ^ before[i];
      if (changed == 0) continue;
      for (std::size_t i = begin; i < end; ++i) {
        if (now[i] == before[i]) continue;
        change(i, now[i] & ~before[i], true);
        change(i, before[i] & ~now[i], false);
      }
    }
    for (std::size_t n = 0; n < N; ++n) {
      apply(slots[n], rows[n]);
      seen_[slots[n]] = now;
    }
  }

  std::shared_ptr<const EvaluationWeights> weights_;
  const EvaluationKernels* kernels_;
  const typename G::Rules* rules_;
  Features features_;
  AlignedArray<std::int16_t> sums_;  ///< [view][frame][width]
  std::vector<Words> seen_;          ///< the position of each slot, initially an empty board
  /// With two views: the number of the evaluation that last updated each slot. Slots with the same
  /// number belong to the same position, so their changes are found once for both.
  std::vector<std::uint64_t> last_update_;
  std::uint64_t evaluations_ = 0;
  std::vector<std::uint32_t> rows_;  ///< [view][frame][bit]: its feature
};

}  // namespace tavlab
