#include "core/ur/solve/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <barrier>
#include <latch>
#include <system_error>
#include <thread>

#include "core/error.h"
#include "core/subscript.h"

namespace tavlab::ur {
namespace {

/// Approximate size of a block of pairs of tiles, in bytes, within limits.
constexpr std::size_t kBlockBytes = std::size_t{32} << 20;
constexpr std::size_t kLargestBlock = 4096;

/// Layers with fewer values are swept by one thread: threads wait for each other after every block,
/// which would dominate in small layers.
constexpr std::uint64_t kFewValues = 300'000;

/// The lane states, those with the most advanced pieces first.
std::vector<std::uint32_t> state_order(const PositionIndex& index) {
  std::vector<std::uint32_t> order(index.lane_states().size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::uint32_t i) { return index.lane_states()[i].progress; });
  return order;
}

}  // namespace

Sweeper::Sweeper(const TableShape& shape, LayerStore& store, int threads, bool rolls)
    : shape_(&shape), states_(state_order(shape.index())) {
  const std::size_t slot_values = states_.size() * states_.size() * shape.planes() + kLayerPadding;
  const std::size_t slot_bytes = slot_values * sizeof(double) * (rolls ? 4 : 2);
  block_ = std::clamp<std::size_t>(kBlockBytes / slot_bytes, 1, kLargestBlock);
  for (std::size_t i = 0; i < 2 * block_; ++i) {
    win_.emplace_back(slot_values);
    if (rolls) lasting_.emplace_back(slot_values);
  }
  for (int i = 0; i < threads; ++i) workers_.emplace_back(shape, store);
}

void Sweeper::start_layer(int own, int other) {
  own_ = own;
  other_ = other;
  threads_ = shape_->layer_size(own, other) < kFewValues ? 1 : workers_.size();
  make_schedule();
}

/// Middles with the most advanced pieces come first. Of two middles that mirror each other, one
/// represents both. A block has middles of equal progress, whose tiles read each other only after
/// captures, and then the values of the previous sweep.
void Sweeper::make_schedule() {
  const PositionIndex& index = shape_->index();
  std::vector<std::vector<std::uint16_t>> by_progress;
  index.for_each_middle(own_, other_, [&](const PositionIndex::Middle& middle) {
    if (own_ == other_ &&
        index.tile(middle, own_, other_).offset > index.swapped_tile(middle, own_, other_).offset) {
      return;
    }
    const auto progress = at(index.progress(middle));
    if (progress >= by_progress.size()) by_progress.resize(progress + 1);
    index.write_digits(middle, by_progress[progress]);
  });
  digits_.clear();
  block_ends_.clear();
  for (std::size_t i = by_progress.size(); i-- > 0;) {
    digits_.insert(digits_.end(), by_progress[i].begin(), by_progress[i].end());
    by_progress[i] = {};
    const std::size_t end = digits_.size() / index.groups();
    for (std::size_t first = block_ends_.empty() ? 0 : block_ends_.back(); first < end;
         first = block_ends_.back()) {
      block_ends_.push_back(std::min(end, first + block_));
    }
  }
}

double Sweeper::sweep(bool rolls) {
  std::vector<double> changes(threads_, 0.0);
  std::barrier barrier(static_cast<std::ptrdiff_t>(threads_));
  const auto work = [&](std::size_t thread) {
    Worker& worker = workers_[thread];
    std::size_t first = 0;
    for (const std::size_t end : block_ends_) {
      for (std::size_t i = first + thread; i < end; i += threads_) {
        changes[thread] = std::max(changes[thread], sweep_pair(worker, i, i - first, rolls));
      }
      barrier.arrive_and_wait();
      for (std::size_t i = first + thread; i < end; i += threads_) store_pair(worker, i, i - first);
      barrier.arrive_and_wait();
      first = end;
    }
  };
  {
    // The threads wait for each other, so all of them must exist; the jobs of core/parallel.h, in
    // contrast, also work with fewer threads.
    std::latch ready(1);
    bool all = true;
    std::vector<std::jthread> others;
    try {
      for (std::size_t i = 1; i < threads_; ++i) {
        others.emplace_back([&, i] {
          ready.wait();
          if (all) work(i);
        });
      }
    } catch (const std::system_error&) {
      all = false;
    }
    ready.count_down();
    if (!all) {
      throw UserError(
          fmt::format("cannot start {} threads; ask for fewer with --threads", threads_));
    }
    work(0);
  }
  return std::ranges::max(changes);
}

double Sweeper::sweep_pair(Worker& worker, std::size_t number, std::size_t place, bool rolls) {
  const auto middle = middle_at(number);
  auto& [tile, mirror] = worker;
  const bool itself = is_itself(middle);
  const TileUpdate::Values mine = slot(2 * place);
  const TileUpdate::Values opposite = itself ? mine : slot(2 * place + 1);
  tile.prepare(middle, own_, other_, mine, opposite);
  tile.load();
  if (!itself) {
    mirror.prepare(PositionIndex::swapped(middle), other_, own_, opposite, mine);
    mirror.load();
  }
  const auto update = [&](TileUpdate& t, std::uint32_t state) {
    if (state >= t.own_states()) return 0.0;
    return rolls ? t.update_rolls(state) : t.update_win(state);
  };
  double change = 0;
  for (int inner = 0; inner < kInnerSweeps; ++inner) {
    for (const std::uint32_t state : states_) {
      const double first = update(tile, state);
      const double second = itself ? 0.0 : update(mirror, state);
      if (inner == 0) change = std::max({change, first, second});
    }
  }
  return change;
}

void Sweeper::store_pair(Worker& worker, std::size_t number, std::size_t place) {
  const auto middle = middle_at(number);
  worker.tile.attach(middle, own_, other_, slot(2 * place));
  worker.tile.store();
  if (is_itself(middle)) return;
  worker.mirror.attach(PositionIndex::swapped(middle), other_, own_, slot(2 * place + 1));
  worker.mirror.store();
}

TileUpdate::Values Sweeper::slot(std::size_t number) {
  return {win_[number].data(), lasting_.empty() ? nullptr : lasting_[number].data()};
}

/// Whether a middle is its own mirror.
bool Sweeper::is_itself(const PositionIndex::Middle& middle) const {
  return own_ == other_ && middle.own == middle.other;
}

PositionIndex::Middle Sweeper::middle_at(std::size_t number) const {
  return shape_->index().read_digits(&digits_[number * shape_->index().groups()]);
}

}  // namespace tavlab::ur
