#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/parallel.h"
#include "selfplay/dataset/batch_maker.h"

namespace tavlab {

/// Appends a batch of positions of the same size.
inline void append(TrainingBatch& all, const TrainingBatch& part) {
  const auto extend = [](auto& to, const auto& from, std::uint32_t offset) {
    const std::size_t before = to.size();
    to.insert(to.end(), from.begin(), from.end());
    if (offset == 0) return;
    for (auto each = to.begin() + static_cast<std::ptrdiff_t>(before); each != to.end(); ++each) {
      *each += offset;
    }
  };
  const auto positions = static_cast<std::uint32_t>(all.count);
  const auto moves = static_cast<std::uint32_t>(all.move_position.size());
  extend(all.place_move, part.place_move, moves);
  extend(all.move_position, part.move_position, positions);
  using Numbers = std::vector<float> TrainingBatch::*;
  for (const Numbers numbers :
       {&TrainingBatch::planes, &TrainingBatch::globals, &TrainingBatch::move_share,
        &TrainingBatch::value, &TrainingBatch::moves_left, &TrainingBatch::captured}) {
    const std::vector<float>& from = part.*numbers;
    (all.*numbers).insert((all.*numbers).end(), from.begin(), from.end());
  }
  all.place.insert(all.place.end(), part.place.begin(), part.place.end());
  all.ownership.insert(all.ownership.end(), part.ownership.begin(), part.ownership.end());
  all.count += part.count;
}

/// Makes batches on several threads. The batches do not depend on their number.
template <FamilyGame G>
class BatchCrew {
 public:
  /// The variants must outlive it.
  BatchCrew(const ObservationOptions& options, const RuleVariants& variants, int threads)
      : threads_(threads) {
    for (int i = 0; i < threads; ++i) makers_.emplace_back(options, variants);
    parts_.resize(makers_.size());
  }

  void set_lambda(double lambda) {
    for (BatchMaker<G>& maker : makers_) maker.set_lambda(lambda);
  }
  void set_win_discount(double discount) {
    for (BatchMaker<G>& maker : makers_) maker.set_win_discount(discount);
  }

  /// As BatchMaker::make.
  void make(const Window& window, std::size_t count, Random& random, TrainingBatch& batch) {
    const auto drawn = makers_.front().draw(window, count, random);
    const std::size_t parts = std::min(parts_.size(), std::max<std::size_t>(1, count / kMinOfPart));
    const auto part_of = [&](std::size_t part) {
      const std::size_t first = count * part / parts, end = count * (part + 1) / parts;
      return std::span(drawn).subspan(first, end - first);
    };
    if (parts == 1) return makers_.front().make(drawn, batch);
    run_jobs(parts, threads_, [&](std::size_t part, std::size_t, const std::stop_token&) {
      makers_[part].make(part_of(part), parts_[part]);
    });
    batch = std::move(parts_[0]);
    for (std::size_t part = 1; part < parts; ++part) append(batch, parts_[part]);
  }

 private:
  static constexpr std::size_t kMinOfPart = 16;  ///< positions for which a thread is worth starting

  int threads_;
  std::deque<BatchMaker<G>> makers_;  ///< one for each part
  std::vector<TrainingBatch> parts_;
};

}  // namespace tavlab
