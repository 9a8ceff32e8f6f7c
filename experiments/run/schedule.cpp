#include "experiments/run/schedule.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tavlab {
namespace {
/// Long enough that the cost of starting a batch (compiling rules, making agents) is negligible.
constexpr double kBatchSeconds = 0.5;
constexpr double kMaxBatch = 4096.0;
/// The first games of a cell may be quicker than most; no batch is more than this share of a cell.
constexpr std::uint64_t kParts = 32;
constexpr std::uint64_t kSmallBatch = 8;
}  // namespace

double Schedule::Cell::mean_seconds() const {
  return finished > 0 ? seconds / static_cast<double>(finished) : expected;
}

Schedule::Schedule(std::vector<std::vector<std::uint64_t>> missing,
                   std::vector<std::uint64_t> wanted, std::size_t lanes)
    : lanes_(std::max<std::size_t>(lanes, 1)) {
  cells_.resize(missing.size());
  for (std::size_t i = 0; i < missing.size(); ++i) {
    cells_[i].missing = std::move(missing[i]);
    cells_[i].wanted = wanted[i];
  }
}

void Schedule::expect(std::size_t cell, double seconds) { cells_[cell].expected = seconds; }

void Schedule::note(std::size_t cell, double seconds) {
  ++cells_[cell].finished;
  cells_[cell].seconds += seconds;
}

void Schedule::set_turn(std::size_t cell, int turn) { cells_[cell].turn = turn; }

std::uint64_t Schedule::drop(std::size_t cell) {
  Cell& dropped = cells_[cell];
  const std::uint64_t left = dropped.missing.size() - dropped.handed_out;
  dropped.missing.resize(dropped.handed_out);
  return left;
}

Schedule::Batch Schedule::next() {
  const Cell* behind = nullptr;
  double least = 2.0;
  for (const Cell& cell : cells_) {
    const std::size_t left = cell.missing.size() - cell.handed_out;
    if (left == 0) continue;
    const double share = 1.0 - static_cast<double>(left) / static_cast<double>(cell.wanted);
    const bool earlier = behind != nullptr && cell.turn < behind->turn;
    const bool later = behind != nullptr && cell.turn > behind->turn;
    if (earlier || (!later && share < least)) {
      least = share;
      behind = &cell;
    }
  }
  if (behind == nullptr) return {};

  Cell& cell = cells_[static_cast<std::size_t>(behind - cells_.data())];
  const std::size_t left = cell.missing.size() - cell.handed_out;
  const double seconds = cell.mean_seconds();
  const double affordable =
      seconds > 0.0 ? std::clamp(kBatchSeconds / seconds, 1.0, kMaxBatch) : 1.0;
  // Never more than a thread's share of what is left, so that no thread idles while another works.
  const std::size_t share = (left + lanes_ - 1) / lanes_;
  const std::size_t part = std::max(kSmallBatch, cell.wanted / kParts);
  const std::size_t size = std::min({static_cast<std::size_t>(affordable), share, part});
  Batch batch;
  batch.cell = static_cast<std::size_t>(behind - cells_.data());
  const auto begin = cell.missing.begin() + static_cast<std::ptrdiff_t>(cell.handed_out);
  batch.numbers.assign(begin, begin + static_cast<std::ptrdiff_t>(size));
  cell.handed_out += size;
  return batch;
}

std::uint64_t Schedule::left() const {
  std::uint64_t left = 0;
  for (const Cell& cell : cells_) left += cell.missing.size() - cell.handed_out;
  return left;
}

double Schedule::work_left() const {
  // A cell without data is assumed to be like the average of the others.
  double known = 0.0;
  double count = 0.0;
  for (const Cell& cell : cells_) {
    if (cell.mean_seconds() > 0.0) {
      known += cell.mean_seconds();
      count += 1.0;
    }
  }
  const double typical = count > 0.0 ? known / count : 0.0;
  double work = 0.0;
  for (const Cell& cell : cells_) {
    const double each = cell.mean_seconds() > 0.0 ? cell.mean_seconds() : typical;
    work += each * static_cast<double>(cell.missing.size() - cell.finished);
  }
  return work;
}

}  // namespace tavlab
