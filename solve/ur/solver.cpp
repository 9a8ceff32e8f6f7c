#include "solve/ur/solver.h"

#include <fmt/format.h>
#include <fmt/std.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <string>

#include "core/error.h"
#include "core/subscript.h"
#include "core/ur/moves.h"
#include "solve/ur/layer_file.h"
#include "solve/ur/layer_store.h"
#include "solve/ur/sweep.h"

namespace tavlab::ur {
namespace {

/// What the estimate goes by: position updates a second on one thread, and sweeps of a layer.
constexpr double kTypicalRate = 40e6;
constexpr double kTypicalSweeps = 60;

/// Bytes that this process may still use, by what the system says is available.
std::uint64_t available_memory() {
  std::ifstream info("/proc/meminfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("MemAvailable:")) return std::stoull(line.substr(13)) * 1024;
  }
  return 0;
}

std::string size_text(std::uint64_t bytes) {
  return bytes < 100'000'000 ? fmt::format("{:.2f} MB", static_cast<double>(bytes) / 1e6)
                             : fmt::format("{:.2f} GB", static_cast<double>(bytes) / 1e9);
}

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
        rule_set.id, needed.positions, size_text(needed.memory), size_text(limit),
        options.memory_limit > 0 ? "is the limit" : "are available"));
  }

  LayerStore store(shape, options.throws);
  LayerFile file(out, make_header(shape, rule_set.id, options.throws, options.tolerance),
                 needed.file);
  SolveResult result;
  result.positions = needed.positions;
  Sweeper sweeper(shape, store, options.threads, options.throws);
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
      found[n] = store.add(headers[n].own, headers[n].other);
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
    return store.at(place.own, place.other).win[place.number];
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
    result.first_player_throws = store.at(place.own, place.other).throws[place.number];
  }
  return result;
}

}  // namespace tavlab::ur
