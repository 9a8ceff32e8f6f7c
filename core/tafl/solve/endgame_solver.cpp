#include "core/tafl/solve/endgame_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/subscript.h"
#include "core/tafl/moves.h"
#include "core/tafl/notation.h"
#include "core/tafl/play.h"

namespace tavlab::tafl {
namespace {

constexpr int kMaxEndgamePlies = 2 * EndgameValue::kMaxMoves;

/// Plies to the end with best play.
int plies_of(EndgameValue value, Side to_move) {
  return 2 * value.moves - (value.winner == win_for(to_move) ? 1 : 0);
}

/// A material while it is being solved.
template <int Words>
class EndgameRetrograde {
 public:
  EndgameRetrograde(const Rules<Words>& rules, EndgameTable<Words>& table, Material material,
                    const EndgameOptions& options, EndgameProgress progress)
      : rules_(rules),
        table_(table),
        options_(options),
        progress_(progress),
        layer_(std::make_unique<typename EndgameTable<Words>::Layer>(
            typename EndgameTable<Words>::Layer{{rules, material}, {}})),
        positions_(2 * layer_->index.size()),
        marks_((positions_ + 63) / 64),
        next_marks_(marks_.size()),
        due_(at(kMaxEndgamePlies + 2)) {
    for (auto& values : layer_->values) values.assign(layer_->index.size(), 0);
  }

  bool run() {
    // First pass: all positions, by moves that end the game or capture.
    for (auto& word : marks_) word.store(~std::uint64_t{0}, std::memory_order_relaxed);
    int last = 1;
    for (int plies = 1; plies <= last; ++plies) {
      progress_.plies = plies;
      for (const std::uint64_t position : due_[at(plies)]) mark(marks_, position);
      due_[at(plies)] = {};
      if (!decide_marked(plies)) return false;
      std::swap(marks_, next_marks_);
      // While positions are being decided, their predecessors may follow.
      if (decided_.exchange(false)) last = std::max(last, plies + 1);
      for (int later = last + 1; later <= kMaxEndgamePlies; ++later) {
        if (!due_[at(later)].empty()) last = later;
      }
    }
    table_.add(std::move(layer_));
    return true;
  }

 private:
  using Marks = std::vector<std::atomic<std::uint64_t>>;
  using Due = std::vector<std::vector<std::uint64_t>>;  ///< positions, by plies

  static void mark(Marks& marks, std::uint64_t position) {
    std::atomic<std::uint64_t>& word = marks[position / 64];
    const std::uint64_t bit = std::uint64_t{1} << position % 64;
    if ((word.load(std::memory_order_relaxed) & bit) == 0) {
      word.fetch_or(bit, std::memory_order_relaxed);
    }
  }

  /// Decides the marked positions that can be decided, and clears the marks.
  bool decide_marked(int plies) {
    constexpr std::size_t kWords = 256;  // of marks, taken by a thread at a time
    std::atomic<std::size_t> taken = 0;
    std::atomic<bool> stop = false;
    std::mutex mutex;
    std::exception_ptr error;
    const auto work = [&](bool tells) {
      Due due(due_.size());
      try {
        for (std::size_t from = taken.fetch_add(kWords); from < marks_.size() && !stop;
             from = taken.fetch_add(kWords)) {
          for (std::size_t i = from; i < std::min(from + kWords, marks_.size()); ++i) {
            std::uint64_t word = marks_[i].exchange(0, std::memory_order_relaxed);
            for (; word != 0; word &= word - 1) {
              const std::uint64_t position = 64 * i + at(std::countr_zero(word));
              if (position < positions_) decide(position, plies, due);
            }
          }
          if (!tells) continue;
          if (plies == 1) progress_.done = before_ + std::min(positions_, 64 * (from + kWords));
          if (options_.progress) options_.progress(progress_);
          if (options_.stop && options_.stop()) stop = true;
        }
      } catch (...) {
        const std::lock_guard lock(mutex);
        error = std::current_exception();
        stop = true;
      }
      const std::lock_guard lock(mutex);
      for (std::size_t when = 0; when < due.size(); ++when) {
        due_[when].insert(due_[when].end(), due[when].begin(), due[when].end());
        due[when] = {};
      }
    };
    {
      std::vector<std::jthread> threads;
      for (int thread = 1; thread < options_.threads; ++thread) threads.emplace_back(work, false);
      work(true);
    }
    if (error) std::rethrow_exception(error);
    return !stop;
  }

  std::atomic_ref<std::uint8_t> code(std::uint64_t position) {
    return std::atomic_ref(layer_->values[position & 1][position >> 1]);
  }

  void decide(std::uint64_t position, int plies, Due& due) {
    if (code(position).load(std::memory_order_relaxed) != 0) return;
    const Side side = position % 2 == 0 ? Side::first : Side::second;
    const Position<Words> p = layer_->index.position(position / 2, side);
    if (p.node == NodeKind::terminal) return;
    const std::optional<EndgameValue> value = look(p, plies);
    if (!value) return;
    const int needed = plies_of(*value, side);
    if (value->moves > EndgameValue::kMaxMoves) {
      throw UserError(fmt::format("endgames: a win takes more than {} moves: {}",
                                  EndgameValue::kMaxMoves, position_text(rules_, p)));
    }
    if (needed > plies) {
      // Wins by a capture are all seen in the first pass.
      if (plies == 1 || value->winner != win_for(side)) due[at(needed)].push_back(position);
      return;
    }
    code(position).store(value->code(), std::memory_order_relaxed);
    decided_.store(true, std::memory_order_relaxed);
    mark_predecessors(p);
  }

  /// The value of a position by its moves, from positions decided in fewer plies.
  std::optional<EndgameValue> look(const Position<Words>& p, int plies) {
    FixedList<Move, kMaxMoves<Words>> list;
    generate(rules_, p, list);
    int win = kMaxEndgamePlies + 2, loss = 0;
    bool lost = true;
    for (const Move move : list) {
      Position<Words> child = p;
      play(rules_, child, move);
      std::optional<EndgameValue> value;
      int needed = 0;
      if (child.node == NodeKind::terminal) {
        if (child.result != Result::draw) value = EndgameValue{child.result, 0};
      } else {
        if (material_of(child) == layer_->index.material()) {
          const std::uint64_t at_child = 2 * layer_->index.number(child) + at(child.side);
          value = EndgameValue::of_code(code(at_child).load(std::memory_order_relaxed));
        } else {
          value = table_.find(child);
        }
        if (value && value->winner == Result::unfinished) value.reset();
        if (value) needed = plies_of(*value, child.side);
        // Decided in this pass by another thread: it counts in the next one.
        if (needed >= plies && material_of(child) == layer_->index.material()) value.reset();
      }
      if (!value) {
        lost = false;
      } else if (value->winner == win_for(p.side)) {
        lost = false;
        win = std::min(win, needed + 1);
      } else {
        loss = std::max(loss, needed + 1);
      }
    }
    if (win < kMaxEndgamePlies + 2) return EndgameValue{win_for(p.side), (win + 1) / 2};
    if (lost) return EndgameValue{win_for(other(p.side)), loss / 2};
    return std::nullopt;
  }

  /// Marks the positions from which a move without capture may have led here.
  void mark_predecessors(const Position<Words>& p) {
    const Side mover = other(p.side);
    Position<Words> before = p;
    const Bitboard<Words> occupied = p.occupied();
    p.pieces[at(mover)].for_each([&](int from) {
      for (int d = 0; d < kDirections; ++d) {
        for (std::uint16_t to = rules_.next[at(from)][at(d)]; to != kNoCell && !occupied.test(to);
             to = rules_.next[to][at(d)]) {
          before.pieces[at(mover)] =
              p.pieces[at(mover)] ^ rules_.single[at(from)] ^ rules_.single[to];
          before.king = from == p.king ? to : p.king;
          if (!layer_->index.places(before)) continue;
          layer_->index.for_each_image(before, [&](std::uint64_t number) {
            const std::uint64_t position = 2 * number + at(mover);
            if (code(position).load(std::memory_order_relaxed) == 0) mark(next_marks_, position);
          });
        }
      }
    });
  }

  const Rules<Words>& rules_;
  EndgameTable<Words>& table_;
  const EndgameOptions& options_;
  EndgameProgress progress_;
  std::uint64_t before_ = progress_.done;  ///< positions of earlier materials
  std::unique_ptr<typename EndgameTable<Words>::Layer> layer_;
  std::uint64_t positions_;  ///< numbers times two, and the side to move
  Marks marks_, next_marks_;
  Due due_;  ///< positions to examine, by plies
  std::atomic<bool> decided_ = false;
};

}  // namespace

template <int Words>
EndgameEstimate estimate_endgames(const Rules<Words>& rules, Material most) {
  EndgameEstimate estimate;
  std::uint64_t largest = 0;
  for (const Material material : EndgameTable<Words>::order(most)) {
    const std::uint64_t positions = 2 * MaterialIndex<Words>(rules, material).size();
    estimate.positions += positions;
    largest = std::max(largest, positions);
  }
  // A byte each, and another while they are written; two bits of marks, and 8 bytes for positions
  // that wait, while a material is solved.
  estimate.memory = 2 * estimate.positions + largest / 4 + 4 * largest;
  return estimate;
}

template <int Words>
bool solve_endgame(const Rules<Words>& rules, EndgameTable<Words>& table, Material material,
                   const EndgameOptions& options) {
  EndgameProgress progress;
  progress.material = material;
  for (const Material each : EndgameTable<Words>::order(table.most())) {
    const std::uint64_t positions = 2 * MaterialIndex<Words>(rules, each).size();
    progress.total += positions;
    if (table.solved(each)) progress.done += positions;
  }
  return EndgameRetrograde<Words>(rules, table, material, options, progress).run();
}

template EndgameEstimate estimate_endgames<2>(const Rules<2>&, Material);
template EndgameEstimate estimate_endgames<6>(const Rules<6>&, Material);
template bool solve_endgame<2>(const Rules<2>&, EndgameTable<2>&, Material, const EndgameOptions&);
template bool solve_endgame<6>(const Rules<6>&, EndgameTable<6>&, Material, const EndgameOptions&);

}  // namespace tavlab::tafl
