#include "core/ur/solve/solver.h"

#include <fmt/format.h>
#include <fmt/std.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <string>

#include "core/error.h"
#include "core/memory.h"
#include "core/subscript.h"
#include "core/ur/moves.h"
#include "core/ur/solve/layer_file.h"
#include "core/ur/solve/layer_store.h"
#include "core/ur/solve/sweep.h"

namespace tavlab::ur {
namespace {

/// The basis of the estimate: position updates per second of one thread, and sweeps of a layer.
constexpr double kTypicalRate = 20e6;
constexpr double kTypicalSweeps = 60;

SolveEstimate estimate_of(const TableShape& shape, const SolveOptions& options) {
  SolveEstimate e;
  e.positions = shape.positions();
  const std::uint64_t bytes = options.rolls ? 16 : 8;
  e.memory = e.positions * shape.planes() * bytes;
  // The list of middles of the largest layer, in two copies while it is sorted.
  const std::uint64_t middles = shape.index().middles(shape.most(), shape.most());
  e.memory += middles * shape.index().groups() * sizeof(std::uint16_t) * 2;
  const auto order = layer_order(shape);
  e.file = e.positions * shape.planes() * bytes + sizeof(TableHeader) +
           order.size() * sizeof(LayerHeader);
  e.disk = part_file_size(shape, options.rolls);
  e.seconds = static_cast<double>(e.positions) * static_cast<double>(shape.planes()) *
              kTypicalSweeps * kInnerSweeps / kTypicalRate / options.threads *
              (options.rolls ? 2.5 : 1.0);
  return e;
}

/// Decides when checkpoints are written: at intervals that grow if writing is slow.
class Checkpoints {
 public:
  explicit Checkpoints(double seconds) : seconds_(seconds) {}

  [[nodiscard]] bool due() const { return seconds_ <= 0 || since(last_) >= pause_; }

  /// Everything so far is on disk.
  void kept() { last_ = Clock::now(); }
  /// Runs `write`, which writes a checkpoint.
  template <typename F>
  void keep(F&& f) {
    const auto begin = Clock::now();
    f();
    const double took = since(begin);
    kept();
    pause_ = std::max(seconds_, took / kShare);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kShare = 0.01;  ///< of the time, at most

  static double since(Clock::time_point time) {
    return std::chrono::duration<double>(Clock::now() - time).count();
  }

  double seconds_;
  double pause_ = seconds_;
  Clock::time_point last_ = Clock::now();
};

/// Sweeps a layer and its mirror from the other side until the values converge. Calls
/// `before_sweep` before and `after_sweep` after each sweep.
template <typename Before, typename After>
void sweep_until_solved(Sweeper& sweeper, const SolveOptions& options, LayerProgress& progress,
                        Before&& before_sweep, After&& after_sweep) {
  for (;;) {
    const double tolerance =
        progress.rolls ? kRollsTolerance * options.tolerance : options.tolerance;
    if (progress.sweeps > 0 && progress.change <= tolerance) {
      if (progress.rolls || !options.rolls) return;
      progress = {true, 0, 0, progress.sweeps, progress.change};
      continue;
    }
    before_sweep();
    progress.change = sweeper.sweep(progress.rolls);
    ++progress.sweeps;
    after_sweep();
  }
}

}  // namespace

SolveEstimate estimate(const RuleSet& rule_set, const SolveOptions& options) {
  return estimate_of(TableShape(compile_rules(read_parameters(rule_set))), options);
}

SolveResult solve(const RuleSet& rule_set, const SolveOptions& options,
                  const std::filesystem::path& out,
                  const std::function<void(const SolveProgress&)>& on_progress,
                  const std::stop_token& stop) {
  const TableShape shape(compile_rules(read_parameters(rule_set)));
  const Parameters& parameters = shape.rules().parameters;
  if (parameters.capture_extra && parameters.extra_roll == ExtraRoll::another_piece) {
    throw UserError(fmt::format(
        "rules '{}': cannot be solved: a capture on any square bars its piece from the extra roll; "
        "set extra_throw.piece=any or capture.extra_throw=false",
        rule_set.id));
  }
  const SolveEstimate needed = estimate_of(shape, options);
  const std::uint64_t limit = options.memory_limit > 0 ? options.memory_limit : available_memory();
  if (needed.memory > limit) {
    throw UserError(fmt::format(
        "rules '{}': {} positions need {} of memory, but {} {}; use fewer pieces (--pieces)",
        rule_set.id, needed.positions, size_text(needed.memory), size_text(limit),
        options.memory_limit > 0 ? "is the limit" : "are available"));
  }

  LayerStore store(shape, options.rolls);
  LayerFile file(out, make_header(shape, rule_set.id, options.rolls, options.tolerance),
                 needed.disk);
  SolveResult result;
  result.positions = needed.positions;
  Sweeper sweeper(shape, store, options.threads, options.rolls);
  Checkpoints checkpoints(options.checkpoint_seconds);
  SolveProgress state;
  state.positions = needed.positions;

  const auto order = layer_order(shape);
  for (std::size_t i = 0; i < order.size();) {
    const auto [own, other] = order[i];
    const std::size_t layers = own == other ? 1 : 2;
    const std::uint64_t values = shape.layer_size(own, other);
    std::array<LayerHeader, 2> both_headers;
    std::array<LayerStore::Layer, 2> both_values;
    const auto headers = std::span(both_headers).first(layers);
    const auto found = std::span(both_values).first(layers);
    for (std::size_t n = 0; n < layers; ++n) {
      headers[n].own = order[i + n].first;
      headers[n].other = order[i + n].second;
      headers[n].values = values;
      found[n] = store.add(headers[n].own, headers[n].other);
    }
    if (file.read(headers, found)) {
      result.continued = true;
    } else {
      LayerProgress progress;
      result.continued |= file.read_progress(headers, found, progress);
      sweeper.start_layer(own, other);
      state.own = own;
      state.other = other;
      const auto before_sweep = [&] {
        const bool begun = progress.sweeps > 0 || progress.rolls;
        if (!begun || !checkpoints.due()) return;
        checkpoints.keep([&] { file.write_progress(headers, found, progress); });
      };
      const auto after_sweep = [&] {
        state.rolls = progress.rolls;
        state.sweep = progress.sweeps;
        state.change = progress.change;
        state.updates += layers * values * kInnerSweeps;
        if (on_progress) on_progress(state);
        if (stop.stop_requested()) throw Stopped();
      };
      sweep_until_solved(sweeper, options, progress, before_sweep, after_sweep);
      for (LayerHeader& header : headers) {
        header.sweeps = progress.win_sweeps + progress.sweeps;
        header.residual = progress.rolls ? progress.win_residual : progress.change;
        header.rolls_residual = progress.rolls ? progress.change : 0;
      }
      file.append(headers, found);
      checkpoints.kept();
    }
    result.residual = std::max(result.residual, headers[0].residual);
    result.sweeps += headers[0].sweeps;
    state.positions_done += layers * shape.index().size(own, other);
    i += layers;
  }
  result.updates = state.updates;
  file.finish();

  // The start: all pieces in hand. If the game opens with a one, that roll is known.
  const Rules& rules = shape.rules();
  Position start = start_position(rules);
  const auto win_of = [&](const Position& p) {
    const auto place = shape.index().place_of(p, shape.most());
    return store.at(place.own, place.other).win[place.number];
  };
  if (start.roll == 0) {
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
  if (options.rolls) {
    start.roll = 0;
    const auto place = shape.index().place_of(start, shape.most());
    result.first_player_rolls = store.at(place.own, place.other).rolls[place.number];
  }
  return result;
}

}  // namespace tavlab::ur
