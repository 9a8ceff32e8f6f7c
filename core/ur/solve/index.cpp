#include "core/ur/solve/index.h"

#include <algorithm>
#include <map>

#include "core/subscript.h"
#include "core/ur/board.h"

namespace tavlab::ur {
namespace {

/// The maximum number of digits of a group, so that its tables stay in the cache.
constexpr std::uint32_t kMaxDigits = 700;

int count_of(Stack stack, Side side) {
  int count = 0;
  for (; stack != kEmptyStack; stack = pop(stack)) count += owner(top(stack)) == side;
  return count;
}

}  // namespace

PositionIndex::PositionIndex(const Rules& rules, int most) : rules_(&rules), most_(most) {
  find_lanes();
  list_squares();
  make_groups();
  count();
}

void PositionIndex::find_lanes() {
  const auto is_lane = [&](int i) {
    const auto& index = rules_->index[at(rules_->square_of(Side::first, i))];
    return index[1][0] == 0 && index[0][1] == 0;
  };
  while (lane_length_ < rules_->length && is_lane(lane_length_ + 1)) ++lane_length_;

  // All ways to fill the lane, fewest pieces first.
  std::vector<LaneState> states{LaneState{}};
  for (int i = 1; i <= lane_length_; ++i) {
    const int capacity = rules_->capacity[at(rules_->square_of(Side::first, i))];
    const std::size_t before = states.size();
    for (int h = 1; h <= capacity; ++h) {
      for (std::size_t n = 0; n < before; ++n) {
        LaneState state = states[n];
        state.heights[at(i - 1)] = static_cast<std::uint8_t>(h);
        state.count += h;
        state.progress += h * i;
        if (state.count <= most_) states.push_back(state);
      }
    }
  }
  std::ranges::stable_sort(states, {}, &LaneState::count);
  lane_states_ = std::move(states);
  for (int count = 0; count <= most_; ++count) {
    lane_prefix_.push_back(static_cast<std::uint32_t>(
        std::ranges::count_if(lane_states_, [&](const LaneState& s) { return s.count <= count; })));
  }

  std::map<std::array<std::uint8_t, kMaxPath>, std::uint32_t> number;
  for (std::uint32_t n = 0; n < lane_states_.size(); ++n) number[lane_states_[n].heights] = n;
  for (const LaneState& state : lane_states_) {
    for (int from = 0; from <= lane_length_ + 1; ++from) {
      for (int to = 0; to <= lane_length_ + 1; ++to) {
        LaneState next = state;
        bool possible =
            from <= lane_length_ && to > 0 && (from == 0 || next.heights[at(from - 1)] > 0);
        if (possible && from > 0) --next.heights[at(from - 1)];
        if (possible && to <= lane_length_) ++next.heights[at(to - 1)];
        const auto found = possible ? number.find(next.heights) : number.end();
        lane_after_.push_back(found == number.end() ? kNoState : found->second);
      }
    }
  }
}

bool PositionIndex::can_stand(int square, Stack stack) const {
  const auto& index = rules_->index[at(square)];
  const SquareClass c = rules_->square_class(square);
  const int pieces = height(stack);
  if (pieces > rules_->capacity[at(square)]) return false;
  for (int level = 0; level < pieces; ++level) {
    const Piece piece = piece_at(stack, level);
    const int i = index[at(owner(piece))][at(visit_of(piece))];
    if (i == 0) return false;
    if (pieces == 1) continue;
    if (c != SquareClass::island && owner(piece) != owner(top(stack))) return false;
    if (c == SquareClass::finish && !rules_->turned(i)) return false;
  }
  return true;
}

void PositionIndex::list_squares() {
  square_place_.fill(-1);
  for (int number = 0; number < kMaxSquares; ++number) {
    mirror_[at(number)] = mirrored(rules_->parameters.board, number);
  }
  for (int number = 0; number < kMaxSquares; ++number) {
    const auto& index = rules_->index[at(number)];
    const auto in_lane = [&](const auto& visits) {
      return visits[0] > 0 && visits[0] <= lane_length_;
    };
    if (in_lane(index[0]) || in_lane(index[1])) continue;
    if (index[0][0] == 0 && index[1][0] == 0) continue;
    Square square;
    square.number = number;
    square.code.fill(-1);
    for (std::size_t stack = kEmptyStack; stack < kStackCodes; ++stack) {
      const auto s = static_cast<Stack>(stack);
      // A leading 1 and pairs of bits: other numbers are not stacks.
      if (push(pop(s), top(s)) != s || (std::bit_width(s) & 1) == 0) continue;
      if (!can_stand(number, s)) continue;
      square.code[stack] = static_cast<std::int16_t>(square.stacks.size());
      square.stacks.push_back(s);
    }
    square_place_[at(number)] = static_cast<int>(squares_.size());
    squares_.push_back(std::move(square));
  }
}

void PositionIndex::make_groups() {
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    Square& square = squares_[i];
    const auto codes = static_cast<std::uint32_t>(square.stacks.size());
    // First fit.
    std::size_t g = 0;
    while (g < groups_.size() && groups_[g].digits * codes > kMaxDigits) ++g;
    if (g == groups_.size()) groups_.emplace_back();
    square.group = g;
    square.radix = static_cast<std::uint16_t>(groups_[g].digits);
    groups_[g].digits *= codes;
    groups_[g].squares.push_back(i);
  }
  // If both players' paths are lanes only, there is one middle, the empty one.
  if (groups_.empty()) groups_.emplace_back();
  for (Square& square : squares_) {
    const Square& mirror = squares_[at(square_place_[at(mirror_[at(square.number)])])];
    square.mirror_group = mirror.group;
    for (const Stack stack : square.stacks) {
      square.own_part[stack] = static_cast<std::uint16_t>(square.code[stack] * square.radix);
      square.other_part[stack] =
          static_cast<std::uint16_t>(mirror.code[flipped(stack)] * mirror.radix);
    }
  }
  for (Group& group : groups_) {
    for (std::uint32_t digit = 0; digit < group.digits; ++digit) fill_digit(group, digit);
  }
}

void PositionIndex::fill_digit(Group& group, std::uint32_t digit) {
  int own = 0, other = 0, progress = 0;
  Masks masks;
  std::array<std::uint16_t, kMaxGroups> other_view{};
  for (const std::size_t i : group.squares) {
    const Square& square = squares_[i];
    const Stack stack = square.stacks[digit / square.radix % square.stacks.size()];
    own += count_of(stack, Side::first);
    other += count_of(stack, Side::second);
    for (Stack rest = stack; rest != kEmptyStack; rest = pop(rest)) {
      const Piece piece = top(rest);
      progress += rules_->index[at(square.number)][at(owner(piece))][at(visit_of(piece))];
    }
    masks = masks.with({}, rules_->squares[at(square.number)].effects[stack]);
    std::uint16_t& part = other_view[square.mirror_group];
    part = static_cast<std::uint16_t>(part + square.other_part[stack]);
  }
  group.own.push_back(static_cast<std::uint8_t>(own));
  group.other.push_back(static_cast<std::uint8_t>(other));
  group.progress.push_back(static_cast<std::int16_t>(progress));
  group.masks.push_back(masks);
  group.other_view.push_back(other_view);
}

void PositionIndex::count() {
  const auto rows = at((most_ + 1) * (most_ + 1));
  completions_.assign(rows, 0);
  for (int own = 0; own <= most_; ++own) {
    for (int other = 0; other <= most_; ++other) {
      completions_[place(own, other)] =
          std::uint64_t{lane_states_up_to(own)} * lane_states_up_to(other);
    }
  }
  middles_.assign(rows, 1);
  for (std::size_t g = groups_.size(); g-- > 0;) {
    Group& group = groups_[g];
    std::vector<std::uint64_t> completions(rows, 0), middles(rows, 0);
    group.before.assign(rows * group.digits, 0);
    for (int own = 0; own <= most_; ++own) {
      for (int other = 0; other <= most_; ++other) {
        std::uint64_t& sum = completions[place(own, other)];
        for (std::uint32_t digit = 0; digit < group.digits; ++digit) {
          group.before[place(own, other) * group.digits + digit] = sum;
          if (group.own[digit] > own || group.other[digit] > other) continue;
          const std::size_t rest = place(own - group.own[digit], other - group.other[digit]);
          sum += completions_[rest];
          middles[place(own, other)] += middles_[rest];
        }
      }
    }
    completions_ = std::move(completions);
    middles_ = std::move(middles);
  }
}

PositionIndex::Middle PositionIndex::middle_of(const Stacks& stacks) const {
  Middle middle;
  for (const Square& square : squares_) {
    const Stack stack = stacks[at(square.number)];
    change(middle, square.number, kEmptyStack, stack);
    middle.own_pieces += count_of(stack, Side::first);
    middle.other_pieces += count_of(stack, Side::second);
  }
  return middle;
}

Stacks PositionIndex::stacks_of(const Middle& middle) const {
  Stacks stacks;
  stacks.fill(kEmptyStack);
  for (const Square& square : squares_) {
    stacks[at(square.number)] =
        square.stacks[middle.own[square.group] / square.radix % square.stacks.size()];
  }
  return stacks;
}

PositionIndex::Place PositionIndex::place_of(const Position& p, int pieces) const {
  const bool turned = p.side == Side::second;
  Stacks stacks;
  for (int square = 0; square < kMaxSquares; ++square) {
    stacks[at(square)] = turned ? flipped(p.stacks[at(mirror_[at(square)])]) : p.stacks[at(square)];
  }
  const auto lane_number = [&](Side side) {
    std::array<std::uint8_t, kMaxPath> heights{};
    for (int i = 1; i <= lane_length_; ++i) {
      heights[at(i - 1)] =
          static_cast<std::uint8_t>(height(stacks[at(rules_->square_of(side, i))]));
    }
    const auto found = std::ranges::find(lane_states_, heights, &LaneState::heights);
    return static_cast<std::uint64_t>(found - lane_states_.begin());
  };
  const auto me = at(p.side);
  Place place{pieces - p.home[me], pieces - p.home[me ^ 1], 0};
  const Tile t = tile(middle_of(stacks), place.own, place.other);
  place.number = t.offset + lane_number(Side::second) * t.own_states + lane_number(Side::first);
  return place;
}

Position PositionIndex::position_at(const Place& place) const {
  Middle middle;
  int own = place.own, other = place.other;
  std::uint64_t left = place.number;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    const auto row =
        group.before.begin() + static_cast<std::ptrdiff_t>(this->place(own, other) * group.digits);
    // The last digit that starts at or before the number. Digits without positions start at the
    // same number as the next one.
    const auto digit =
        static_cast<std::uint32_t>(std::upper_bound(row, row + group.digits, left) - row - 1);
    left -= row[static_cast<std::ptrdiff_t>(digit)];
    middle.own[g] = static_cast<std::uint16_t>(digit);
    own -= group.own[digit];
    other -= group.other[digit];
  }
  Position p{};
  p.stacks.fill(kEmptyStack);
  const Stacks stacks = stacks_of(middle);
  std::ranges::copy(stacks, p.stacks.begin());
  const std::uint64_t own_states = lane_states_up_to(own);
  const auto fill_lane = [&](Side side, const LaneState& state) {
    for (int i = 1; i <= lane_length_; ++i) {
      Stack& stack = p.stacks[at(rules_->square_of(side, i))];
      for (int n = 0; n < state.heights[at(i - 1)]; ++n) stack = push(stack, make_piece(side, 0));
    }
  };
  fill_lane(Side::first, lane_states_[left % own_states]);
  fill_lane(Side::second, lane_states_[left / own_states]);
  p.side = Side::first;
  const int pieces = rules_->parameters.pieces;
  p.home = {static_cast<std::uint8_t>(pieces - place.own),
            static_cast<std::uint8_t>(pieces - place.other)};
  complete_position(*rules_, p);
  return p;
}

}  // namespace tavlab::ur
