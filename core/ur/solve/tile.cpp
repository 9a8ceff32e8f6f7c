#include "core/ur/solve/tile.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/subscript.h"

namespace tavlab::ur {

TileUpdate::TileUpdate(const TableShape& shape, LayerStore& store)
    : shape_(&shape), store_(&store), rules_(&shape.rules()), index_(&shape.index()) {
  const std::size_t states = index_->lane_states().size() + kLayerPadding;
  sum_.resize(states);
  highest_.resize(states);
  lowest_.resize(states);
  lane_extra_ = rules_->extra_roll & ((PathMask{2} << index_->lane_length()) - 1);
}

TileUpdate::Target TileUpdate::target(int from, int to) const {
  PositionIndex::Middle after = middle_;
  const int lane = index_->lane_length();
  if (from > lane) {
    const int square = rules_->square_of(Side::first, from);
    const Stack stack = index_->stack_at(after, square);
    const Piece piece = rules_->step[0][at(from)].piece;
    const bool from_top = rules_->parameters.access == StackAccess::top;
    index_->change(after, square, stack, from_top ? pop(stack) : without(stack, piece));
  }
  Target t;
  t.from = static_cast<std::uint8_t>(from);
  if (to == rules_->exit) {
    if (own_ == shape_->fewest()) return t;
    const auto tile = index_->swapped_tile(after, own_ - 1, other_);
    const LayerStore::Layer& layer = store_->at(other_, own_ - 1);
    t.kind = Target::Kind::other_rolls;
    t.stride = tile.own_states;
    t.win = layer.win + tile.offset;
    if (layer.rolls != nullptr) t.rolls = layer.rolls + tile.offset;
    return t;
  }
  const bool captures = (masks_.capture(0) >> to & 1) != 0;
  const int square = rules_->square_of(Side::first, to);
  const Stack stack = index_->stack_at(after, square);
  const Stack below = captures ? kEmptyStack : stack;
  index_->change(after, square, stack, push(below, rules_->step[0][at(to)].piece));
  const bool again =
      (rules_->extra_roll >> to & 1) != 0 || (captures && rules_->parameters.capture_extra);
  const auto tile =
      again ? index_->tile(after, own_, other_) : index_->swapped_tile(after, own_, other_);
  const LayerStore::Layer& layer = again ? layer_ : store_->at(other_, own_);
  const std::uint64_t offset = tile.offset + (again ? shape_->plane(to) * plane_size_ : 0);
  t.kind = again ? Target::Kind::same_rolls : Target::Kind::other_rolls;
  t.stride = tile.own_states;
  t.win = layer.win + offset;
  if (layer.rolls != nullptr) t.rolls = layer.rolls + offset;
  return t;
}

TileUpdate::Target TileUpdate::lane_target(int from, int to) const {
  Target t = passed_;
  if ((lane_extra_ >> to & 1) != 0) {
    const std::size_t offset = shape_->plane(to) * tile_size_;
    t.kind = Target::Kind::same_rolls;
    t.stride = tile_.own_states;
    t.win = mine_.win + offset;
    if (mine_.rolls != nullptr) t.rolls = mine_.rolls + offset;
  }
  t.from = static_cast<std::uint8_t>(from);
  return t;
}

void TileUpdate::add_middle_moves(int roll) {
  auto& moves = middle_moves_[at(roll)];
  std::size_t& count = middle_move_count_[at(roll)];
  count = 0;
  for (PathMask m = masks_.movable(0); m != 0; m &= m - 1) {
    const int from = std::countr_zero(m), to = from + roll;
    const bool home =
        to == rules_->exit || (to > rules_->exit && rules_->parameters.exit == Exit::at_least);
    if (home) {
      moves[count++] = target(from, rules_->exit);
    } else if (to < rules_->exit && (masks_.landing(0) >> to & 1) != 0) {
      moves[count++] = target(from, to);
    }
    const int back = from - roll;
    if (rules_->parameters.capture_backward && back >= 1 && (masks_.capture(0) >> back & 1) != 0) {
      moves[count++] = target(from, back);
    }
  }
}

void TileUpdate::attach(const PositionIndex::Middle& middle, int own, int other,
                        const Values& mine) {
  tile_ = index_->tile(middle, own, other);
  layer_ = store_->at(own, other);
  plane_size_ = index_->size(own, other);
  mine_ = mine;
  tile_size_ = std::size_t{tile_.own_states} * tile_.other_states;
}

void TileUpdate::load() const {
  for (std::size_t plane = 0; plane < shape_->planes(); ++plane) {
    const std::uint64_t from = plane * plane_size_ + tile_.offset;
    std::copy_n(layer_.win + from, tile_size_, mine_.win + plane * tile_size_);
    if (layer_.rolls == nullptr) continue;
    std::copy_n(layer_.rolls + from, tile_size_, mine_.rolls + plane * tile_size_);
  }
}

void TileUpdate::store() const {
  for (std::size_t plane = 0; plane < shape_->planes(); ++plane) {
    const std::uint64_t to = plane * plane_size_ + tile_.offset;
    std::copy_n(mine_.win + plane * tile_size_, tile_size_, layer_.win + to);
    if (layer_.rolls == nullptr) continue;
    std::copy_n(mine_.rolls + plane * tile_size_, tile_size_, layer_.rolls + to);
  }
}

void TileUpdate::prepare(const PositionIndex::Middle& middle, int own, int other,
                         const Values& mine, const Values& opposite) {
  attach(middle, own, other, mine);
  middle_ = middle;
  own_ = own;
  other_ = other;
  in_lane_ = own - middle.own_pieces;
  masks_ = index_->masks_of(middle);

  passed_ = {};
  passed_.kind = Target::Kind::other_rolls;
  passed_.stride = tile_.other_states;
  passed_.win = opposite.win;
  passed_.rolls = opposite.rolls;

  for (int n = 1; n <= rules_->highest_roll; ++n) {
    if (rules_->probability[at(n)] > 0) add_middle_moves(n);
  }
  entries_ = 0;
  if (in_lane_ == 0) return;
  const int lane = index_->lane_length();
  const int farthest = std::min(rules_->exit, lane + rules_->highest_roll);
  for (int to = lane + 1; to <= farthest; ++to) {
    if (to < rules_->exit && (masks_.landing(0) >> to & 1) == 0) continue;
    entries_ |= PathMask{1} << to;
    entry_[at(to)] = target(0, to);
  }
}

template <typename F>
int TileUpdate::for_each_move(std::uint32_t state, int roll, int barred, F&& f) const {
  int count = 0;
  const auto call = [&](const Target& t, std::uint32_t state_after) {
    f(t, state_after);
    ++count;
  };
  for (std::size_t i = 0; i < middle_move_count_[at(roll)]; ++i) {
    const Target& t = middle_moves_[at(roll)][i];
    if (barred == 0 || t.from != barred) call(t, state);
  }
  const PositionIndex::LaneState& pieces = index_->lane_states()[state];
  const int lane = index_->lane_length();
  for (int from = 0; from <= lane; ++from) {
    const bool there = from == 0 ? in_lane_ > pieces.count : pieces.heights[at(from - 1)] > 0;
    if (!there || (barred != 0 && from == barred)) continue;
    int to = from + roll;
    if (to > rules_->exit && rules_->parameters.exit == Exit::at_least) to = rules_->exit;
    if (to > lane && (to > rules_->exit || (entries_ >> to & 1) == 0)) continue;
    const std::uint32_t after = index_->lane_after(state, from, to);
    if (after == PositionIndex::kNoState) continue;
    if (to <= lane) {
      call(lane_target(from, to), after);
    } else {
      call(entry_[at(to)], after);
    }
  }
  return count;
}

bool TileUpdate::has_barred_piece(std::uint32_t state, int barred) const {
  if (barred <= index_->lane_length()) {
    return index_->lane_states()[state].heights[at(barred - 1)] > 0;
  }
  return (masks_.movable(0) >> barred & 1) != 0;
}

double TileUpdate::update_planes(std::uint32_t state, UpdatePlane update_plane) {
  double change = (this->*update_plane)(state, 0);
  for (std::size_t plane = 1; plane < shape_->planes(); ++plane) {
    if (!has_barred_piece(state, shape_->barred(plane))) continue;
    change = std::max(change, (this->*update_plane)(state, plane));
  }
  return change;
}

double TileUpdate::update_win(std::uint32_t state) {
  return update_planes(state, &TileUpdate::update_win_plane);
}
double TileUpdate::update_rolls(std::uint32_t state) {
  return update_planes(state, &TileUpdate::update_rolls_plane);
}

double TileUpdate::update_win_plane(std::uint32_t state, std::size_t plane) {
  // First collect what to read, then read one vector of the other player's lane states at a time,
  // so that sums stay in registers.
  const int barred = shape_->barred(plane);
  bool moves = false;
  for (int n = 0; n <= rules_->highest_roll; ++n) {
    Reads& reads = reads_[at(n)];
    reads.others = reads.own = 0;
    reads.wins = false;
    if (rules_->probability[at(n)] == 0) continue;
    const auto add = [&](const Target& t, std::uint32_t after) {
      if (t.kind == Target::Kind::other_rolls) {
        reads.other[reads.others++] = t.win + std::size_t{after} * t.stride;
      } else if (t.kind == Target::Kind::same_rolls) {
        reads.same[reads.own++] = {t.win + after, t.stride};
      } else {
        reads.wins = true;
      }
    };
    const int count = n == 0 ? 0 : for_each_move(state, n, barred, add);
    if (count == 0) add(passed_, state);
    moves |= count > 0;
  }

  const std::uint32_t states = tile_.other_states;
  for (std::uint32_t first = 0; first < states; first += kLayerPadding) {
    Lanes sum{};
    for (int n = 0; n <= rules_->highest_roll; ++n) {
      const double probability = rules_->probability[at(n)];
      if (probability == 0) continue;
      const Reads& reads = reads_[at(n)];
      Lanes lowest = Lanes{} + 1;  // the other player's win probability
      for (std::size_t i = 0; i < reads.others; ++i) {
        Lanes value;
        std::memcpy(&value, reads.other[i] + first, sizeof value);
        lowest = lowest < value ? lowest : value;
      }
      Lanes best = 1 - lowest;
      for (std::size_t i = 0; i < reads.own; ++i) {
        const auto& [from, stride] = reads.same[i];
        const std::uint32_t count = std::min(states - first, kLayerPadding);
        Lanes value{};
        for (std::uint32_t b = 0; b < count; ++b) value[b] = from[std::size_t{first + b} * stride];
        best = best > value ? best : value;
      }
      if (reads.wins) best = Lanes{} + 1;
      sum += probability * best;
    }
    std::memcpy(sum_.data() + first, &sum, sizeof sum);
  }
  if (!moves && rules_->parameters.deadlock != Deadlock::draw) evaluate_deadlocks(state);

  double* out = mine_.win + plane * tile_size_ + state;
  double change = 0;
  for (std::uint32_t b = 0; b < states; ++b, out += tile_.own_states) {
    change = std::max(change, std::abs(*out - sum_[b]));
    *out = sum_[b];
  }
  return change;
}

void TileUpdate::evaluate_deadlocks(std::uint32_t state) {
  // A drawn deadlock needs no handling: values start at 1/2 and remain there.
  for (std::uint32_t b = 0; b < tile_.other_states; ++b) {
    const std::uint64_t number = tile_.offset + std::uint64_t{b} * tile_.own_states + state;
    const Position p = index_->position_at({own_, other_, number});
    const Result result = deadlock_result(*rules_, p);
    if (result != Result::unfinished) sum_[b] = score(result);
  }
}

double TileUpdate::update_rolls_plane(std::uint32_t state, std::size_t plane) {
  const std::uint32_t states = tile_.other_states;
  double* const sum = sum_.data();
  double* const best = highest_.data();    // win probability of the best move so far
  double* const lasting = lowest_.data();  // expected rolls after it
  std::fill_n(sum, states, 1.0);
  const int barred = shape_->barred(plane);
  for (int n = 0; n <= rules_->highest_roll; ++n) {
    const double probability = rules_->probability[at(n)];
    if (probability == 0) continue;
    std::fill_n(best, states, -1.0);
    std::fill_n(lasting, states, 0.0);
    const auto read = [&](const Target& t, std::uint32_t after) {
      const bool other_rolls = t.kind == Target::Kind::other_rolls;
      for (std::uint32_t b = 0; b < states; ++b) {
        const std::size_t place =
            other_rolls ? std::size_t{after} * t.stride + b : std::size_t{b} * t.stride + after;
        const bool wins = t.kind == Target::Kind::win;
        const double win = wins ? 1.0 : other_rolls ? 1.0 - t.win[place] : t.win[place];
        if (win <= best[b]) continue;
        best[b] = win;
        lasting[b] = wins ? 0.0 : t.rolls[place];
      }
    };
    const int moves = n == 0 ? 0 : for_each_move(state, n, barred, read);
    if (moves == 0) read(passed_, state);
    for (std::uint32_t b = 0; b < states; ++b) sum[b] += probability * lasting[b];
  }
  double* out = mine_.rolls + plane * tile_size_ + state;
  double change = 0;
  for (std::uint32_t b = 0; b < states; ++b, out += tile_.own_states) {
    change = std::max(change, std::abs(*out - sum[b]));
    *out = sum[b];
  }
  return change;
}

}  // namespace tavlab::ur
