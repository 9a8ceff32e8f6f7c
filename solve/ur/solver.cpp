#include "solve/ur/solver.h"

#include <fmt/format.h>
#include <fmt/std.h>

#include <algorithm>
#include <barrier>
#include <cmath>
#include <fstream>
#include <memory>
#include <thread>
#include <vector>

#include "core/error.h"
#include "core/ur/moves.h"
#include "solve/ur/layer_file.h"
#include "solve/ur/tile.h"

namespace tavlab::ur {
namespace {

template <typename T>
constexpr std::size_t at(T value) {
  return static_cast<std::size_t>(value);
}

/// Times that a pair of tiles is swept before the next: what happens within the lanes settles while
/// it is in the cache.
constexpr int kInnerSweeps = 2;

/// Pairs of tiles that are recomputed before any of them is written back, so that the result does
/// not depend on which thread comes first: as many as fit into this many bytes, within limits.
constexpr std::size_t kBlockBytes = std::size_t{32} << 20;
constexpr std::size_t kLargestBlock = 4096;

/// Layers with fewer values are swept by one thread.
constexpr std::uint64_t kFewValues = 300'000;

/// What the estimate goes by: position updates a second on one thread, and sweeps of a layer.
constexpr double kTypicalRate = 40e6;
constexpr double kTypicalSweeps = 60;

/// The middles of a layer in the order of a sweep: those whose pieces have come farthest first. Of
/// two middles that are each other seen from the other side one stands for both. Blocks hold
/// middles of equal progress; such tiles read each other only where a piece is captured, and then
/// the values of the sweep before.
struct Schedule {
  std::vector<std::uint16_t> digits;    ///< PositionIndex::groups() for each middle
  std::vector<std::size_t> block_ends;  ///< numbers of middles
};

Schedule make_schedule(const PositionIndex& index, int own, int other, std::size_t block) {
  std::vector<std::vector<std::uint16_t>> by_progress;
  index.for_each_middle(own, other, [&](const PositionIndex::Middle& middle) {
    if (own == other &&
        index.tile(middle, own, other).offset > index.swapped_tile(middle, own, other).offset) {
      return;
    }
    const auto progress = at(index.progress(middle));
    if (progress >= by_progress.size()) by_progress.resize(progress + 1);
    index.write_digits(middle, by_progress[progress]);
  });
  Schedule schedule;
  for (std::size_t i = by_progress.size(); i-- > 0;) {
    std::vector<std::uint16_t>& middles = by_progress[i];
    if (middles.empty()) continue;
    schedule.digits.insert(schedule.digits.end(), middles.begin(), middles.end());
    const std::size_t end = schedule.digits.size() / index.groups();
    for (std::size_t first = schedule.block_ends.empty() ? 0 : schedule.block_ends.back();
         first < end; first = schedule.block_ends.back()) {
      schedule.block_ends.push_back(std::min(end, first + block));
    }
    middles = {};
  }
  return schedule;
}

/// The lane states, those whose pieces have come farthest first.
std::vector<std::uint32_t> state_order(const PositionIndex& index) {
  std::vector<std::uint32_t> order(index.lane_states().size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::uint32_t i) { return index.lane_states()[i].progress; });
  return order;
}

/// Sweeps a layer and the same seen from the other side.
class Sweeper {
 public:
  Sweeper(const TableShape& shape, LayerStore& store, int threads, bool throws)
      : shape_(&shape), threads_(at(threads)), states_(state_order(shape.index())) {
    const std::size_t lane_states = shape.index().lane_states().size();
    slot_values_ = lane_states * lane_states * shape.planes() + kLayerPadding;
    const std::size_t slot_bytes = slot_values_ * sizeof(double) * (throws ? 4 : 2);
    block_ = std::clamp<std::size_t>(kBlockBytes / slot_bytes, 1, kLargestBlock);
    for (std::size_t i = 0; i < 2 * block_; ++i) {
      win_.emplace_back(slot_values_);
      if (throws) lasting_.emplace_back(slot_values_);
    }
    for (std::size_t i = 0; i < threads_; ++i) workers_.emplace_back(shape, store);
  }

  void start_layer(int own, int other) {
    own_ = own;
    other_ = other;
    // Threads wait for each other after every block; in small layers that is all they would do.
    threads_ = shape_->layer_size(own, other) < kFewValues ? 1 : workers_.size();
    schedule_ = make_schedule(shape_->index(), own, other, block_);
  }

  /// One sweep; returns the largest change.
  double sweep(bool throws) {
    std::vector<double> changes(threads_, 0.0);
    std::barrier barrier(static_cast<std::ptrdiff_t>(threads_));
    const auto work = [&](std::size_t worker) {
      std::size_t first = 0;
      for (const std::size_t end : schedule_.block_ends) {
        for (std::size_t i = first + worker; i < end; i += threads_) {
          changes[worker] = std::max(changes[worker], sweep_pair(worker, i, i - first, throws));
        }
        barrier.arrive_and_wait();
        for (std::size_t i = first + worker; i < end; i += threads_) {
          store_pair(worker, i, i - first);
        }
        barrier.arrive_and_wait();
        first = end;
      }
    };
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < threads_; ++i) others.emplace_back(work, i);
      work(0);
    }
    return std::ranges::max(changes);
  }

 private:
  struct Worker {
    TileUpdate tile, mirror;
    Worker(const TableShape& shape, LayerStore& store) : tile(shape, store), mirror(shape, store) {}
  };

  TileUpdate::Values slot(std::size_t number) {
    return {win_[number].data(), lasting_.empty() ? nullptr : lasting_[number].data()};
  }

  /// Whether a middle is the same seen from the other side.
  [[nodiscard]] bool is_itself(const PositionIndex::Middle& middle) const {
    return own_ == other_ && middle.own == middle.other;
  }

  [[nodiscard]] PositionIndex::Middle middle_at(std::size_t number) const {
    return shape_->index().read_digits(&schedule_.digits[number * shape_->index().groups()]);
  }

  double sweep_pair(std::size_t worker, std::size_t number, std::size_t place, bool throws) {
    const auto middle = middle_at(number);
    auto& [tile, mirror] = workers_[worker];
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
      return throws ? t.update_throws(state) : t.update_win(state);
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

  void store_pair(std::size_t worker, std::size_t number, std::size_t place) {
    const auto middle = middle_at(number);
    auto& [tile, mirror] = workers_[worker];
    tile.attach(middle, own_, other_, slot(2 * place));
    tile.store();
    if (is_itself(middle)) return;
    mirror.attach(PositionIndex::swapped(middle), other_, own_, slot(2 * place + 1));
    mirror.store();
  }

  const TableShape* shape_;
  std::size_t threads_;
  std::vector<std::uint32_t> states_;  ///< lane states in the order of a sweep
  std::size_t slot_values_ = 0;
  std::size_t block_ = 1;
  std::vector<std::vector<double>> win_, lasting_;  ///< of the tiles of a block, two a pair
  std::vector<Worker> workers_;
  Schedule schedule_;
  int own_ = 0, other_ = 0;
};

/// Bytes that this process may still use, by what the system says is available.
std::uint64_t available_memory() {
  std::ifstream info("/proc/meminfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("MemAvailable:")) return std::stoull(line.substr(13)) * 1024;
  }
  return 0;
}

std::string gigabytes(std::uint64_t bytes) {
  return fmt::format("{:.2f} GB", static_cast<double>(bytes) / 1e9);
}

/// The layers' values; they are kept for the layers above.
class Memory {
 public:
  Memory(const TableShape& shape, bool throws)
      : shape_(&shape), throws_(throws), store_(shape.most()) {}

  LayerStore& store() { return store_; }

  LayerStore::Layer& add(int own, int other) {
    const auto size = at(shape_->layer_size(own, other));
    LayerStore::Layer& layer = store_.at(own, other);
    layer.win = take(size, 0.5);
    if (throws_) layer.throws = take(size, 0.0);
    return layer;
  }

 private:
  double* take(std::size_t size, double value) {
    blocks_.push_back(std::make_unique_for_overwrite<double[]>(size + kLayerPadding));
    std::fill_n(blocks_.back().get(), size + kLayerPadding, value);
    return blocks_.back().get();
  }

  const TableShape* shape_;
  bool throws_;
  LayerStore store_;
  std::vector<std::unique_ptr<double[]>> blocks_;
};

SolveEstimate estimate_of(const TableShape& shape, const SolveOptions& options) {
  SolveEstimate e;
  e.positions = shape.positions();
  const std::uint64_t bytes = options.throws ? 16 : 8;
  e.memory = e.positions * shape.planes() * bytes;
  // The list of middles of the largest layer, in two copies while it is put in order.
  const std::uint64_t middles = shape.index().middles(shape.most(), shape.most());
  e.memory += middles * shape.index().groups() * sizeof(std::uint16_t) * 2;
  const auto order = layer_order(shape);
  e.file = e.positions * shape.planes() * bytes + sizeof(TableHeader) +
           order.size() * sizeof(LayerHeader);
  e.seconds = static_cast<double>(e.positions) * static_cast<double>(shape.planes()) *
              kTypicalSweeps * kInnerSweeps / kTypicalRate / options.threads *
              (options.throws ? 2.5 : 1.0);
  return e;
}

}  // namespace

SolveEstimate estimate(const RuleSet& rule_set, const SolveOptions& options) {
  return estimate_of(TableShape(compile_rules(read_parameters(rule_set))), options);
}

SolveResult solve(const RuleSet& rule_set, const SolveOptions& options,
                  const std::filesystem::path& out,
                  const std::function<void(const SolveProgress&)>& progress,
                  const std::stop_token& stop) {
  const TableShape shape(compile_rules(read_parameters(rule_set)));
  const Parameters& parameters = shape.rules().parameters;
  if (parameters.capture_extra && parameters.extra_throw == ExtraThrow::another_piece) {
    throw UserError(fmt::format(
        "rules '{}': cannot be solved: a piece that wins a throw by a capture anywhere is barred "
        "from it; set extra_throw.piece=any or capture.extra_throw=false",
        rule_set.id));
  }
  const SolveEstimate needed = estimate_of(shape, options);
  const std::uint64_t limit = options.memory_limit > 0 ? options.memory_limit : available_memory();
  if (needed.memory > limit) {
    throw UserError(fmt::format(
        "rules '{}': {} positions take {} of memory, and {} {}; fewer pieces fit (--pieces)",
        rule_set.id, needed.positions, gigabytes(needed.memory), gigabytes(limit),
        options.memory_limit > 0 ? "is the limit" : "are available"));
  }

  Memory memory(shape, options.throws);
  LayerFile file(out, make_header(shape, rule_set.id, options.throws, options.tolerance),
                 needed.file);
  SolveResult result;
  result.positions = needed.positions;
  Sweeper sweeper(shape, memory.store(), options.threads, options.throws);
  SolveProgress state;
  state.positions = needed.positions;

  const auto order = layer_order(shape);
  for (std::size_t i = 0; i < order.size();) {
    const auto [own, other] = order[i];
    const std::size_t layers = own == other ? 1 : 2;
    const std::uint64_t values = shape.layer_size(own, other);
    std::array<LayerHeader, 2> headers;
    std::array<LayerStore::Layer, 2> found;
    for (std::size_t n = 0; n < layers; ++n) {
      headers[n].own = order[i + n].first;
      headers[n].other = order[i + n].second;
      headers[n].values = values;
      found[n] = memory.add(headers[n].own, headers[n].other);
    }
    if (file.read(std::span(headers).first(layers), std::span(found).first(layers))) {
      result.continued = true;
    } else {
      sweeper.start_layer(own, other);
      state.own = own;
      state.other = other;
      for (const bool throws : {false, true}) {
        if (throws && !options.throws) break;
        // Throws are counted, not probabilities: as many digits, a hundred times as large.
        const double tolerance = throws ? 100 * options.tolerance : options.tolerance;
        state.throws = throws;
        state.sweep = 0;
        do {
          state.change = sweeper.sweep(throws);
          ++state.sweep;
          state.updates += layers * values * kInnerSweeps;
          if (progress) progress(state);
          if (stop.stop_requested()) throw Stopped();
        } while (state.change > tolerance);
        for (LayerHeader& header : headers) {
          (throws ? header.throws_residual : header.residual) = state.change;
          header.sweeps += state.sweep;
        }
      }
      file.append(std::span(headers).first(layers), std::span(found).first(layers));
    }
    result.residual = std::max(result.residual, headers[0].residual);
    result.sweeps += headers[0].sweeps;
    state.positions_done += layers * shape.index().size(own, other);
    i += layers;
  }
  result.updates = state.updates;
  file.finish();

  // The start: all pieces in hand. Where the game opens with a one, that throw is known.
  const Rules& rules = shape.rules();
  Position start = start_position(rules);
  const auto win_of = [&](const Position& p) {
    const auto place = shape.index().place_of(p, shape.most());
    return memory.store().at(place.own, place.other).win[place.number];
  };
  if (start.thrown == 0) {
    result.first_player_win = win_of(start);
  } else {
    FixedList<Move, kMaxMoves> moves;
    generate(rules, start, moves);
    for (const Move move : moves) {
      Position next = start;
      play(rules, next, move);
      const double win = next.node == NodeKind::terminal ? score(next.result)
                         : next.side == Side::first      ? win_of(next)
                                                         : 1 - win_of(next);
      result.first_player_win = std::max(result.first_player_win, win);
    }
  }
  if (options.throws) {
    start.thrown = 0;
    const auto place = shape.index().place_of(start, shape.most());
    result.first_player_throws = memory.store().at(place.own, place.other).throws[place.number];
  }
  return result;
}

}  // namespace tavlab::ur
