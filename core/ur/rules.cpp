#include "core/ur/rules.h"

#include <numeric>

#include "core/subscript.h"
#include "core/ur/board.h"

namespace tavlab::ur {
namespace {

constexpr PathMask bit(int path_index) { return PathMask{1} << path_index; }

void fill_path(Rules& rules) {
  rules.length = static_cast<int>(rules.parameters.path.size());
  rules.exit = rules.length + 1;
  for (int i = 1; i <= rules.length; ++i) {
    const int first = rules.parameters.path[at(i - 1)];
    const int visit = rules.index[at(first)][0][0] != 0 ? 1 : 0;
    for (const Side side : {Side::first, Side::second}) {
      const int square = side == Side::first ? first : mirrored(rules.parameters.board, first);
      rules.step[at(side)][at(i)] = {static_cast<std::uint8_t>(square),
                                     static_cast<std::uint8_t>(make_piece(side, visit))};
      rules.index[at(square)][at(side)][at(visit)] = static_cast<std::uint8_t>(i);
    }
  }
}

enum class Landing : std::uint8_t { forbidden, free, captures };

/// Whether a side's piece may land on path index `to`, and captures, by the stack there.
Landing landing(const Rules& rules, Side side, int to, int square, Stack stack) {
  if (stack == kEmptyStack) return Landing::free;
  const Parameters& p = rules.parameters;
  const Piece there = top(stack);
  const bool mine = owner(there) == side;
  const bool room = height(stack) < rules.capacity[at(square)];
  const auto path_index = [&](Piece piece) {
    return rules.index[at(square)][at(owner(piece))][at(visit_of(piece))];
  };
  const SquareClass square_class = rules.square_class(square);
  switch (square_class) {
    case SquareClass::island:
      return room ? Landing::free : Landing::forbidden;
    case SquareClass::depot:
    case SquareClass::shared_depot:
      return mine && room ? Landing::free : Landing::forbidden;
    case SquareClass::finish:
      if (p.finish != Finish::normal && rules.turned(path_index(there))) {
        const bool stacks = p.finish == Finish::stack && mine && rules.turned(to) && room;
        return stacks ? Landing::free : Landing::forbidden;
      }
      break;
    case SquareClass::plain:
    case SquareClass::rosette:
      break;
  }
  if (mine || (square_class == SquareClass::rosette && p.rosette_safe)) return Landing::forbidden;
  if (p.cross_kind == CrossKind::block && rules.turned(to) != rules.turned(path_index(there))) {
    return Landing::forbidden;
  }
  return Landing::captures;
}

/// Whether the side may move its piece of this visit from the square, by the stack there.
bool may_move(const Rules& rules, Side side, int visit, int square, Stack stack) {
  if (stack == kEmptyStack) return false;
  const Piece piece = make_piece(side, visit);
  const SquareClass c = rules.square_class(square);
  const bool any = rules.parameters.access == StackAccess::any_in_depot &&
                   (c == SquareClass::depot || c == SquareClass::shared_depot);
  return any ? contains(stack, piece) : top(stack) == piece;
}

void fill_capacities(Rules& rules) {
  rules.capacity.fill(1);
  for (int square = 0; square < kMaxSquares; ++square) {
    const SquareClass c = rules.square_class(square);
    const bool stacks = c == SquareClass::depot || c == SquareClass::shared_depot ||
                        c == SquareClass::island ||
                        (c == SquareClass::finish && rules.parameters.finish == Finish::stack);
    if (stacks) rules.capacity[at(square)] = rules.parameters.capacity;
  }
}

void fill_effects(Rules& rules) {
  for (int square = 0; square < static_cast<int>(Rules::kPlaces); ++square) {
    auto& [own, effects] = rules.squares[at(square)];
    const std::size_t codes = std::size_t{1} << (2 * rules.capacity[at(square)] + 1);
    for (std::size_t code = 0; code < codes; ++code) {
      Masks effect;
      for (const Side side : {Side::first, Side::second}) {
        for (const int visit : {0, 1}) {
          const int i = rules.index[at(square)][at(side)][at(visit)];
          if (i == 0) continue;
          own.add_movable(at(side), bit(i));
          own.add_landing(at(side), bit(i));
          own.add_capture(at(side), bit(i));
          if ((std::bit_width(code) & 1) == 0) continue;  // not a valid stack
          const auto stack = static_cast<Stack>(code);
          if (may_move(rules, side, visit, square, stack)) effect.add_movable(at(side), bit(i));
          const Landing result = landing(rules, side, i, square, stack);
          if (result != Landing::forbidden) effect.add_landing(at(side), bit(i));
          if (result == Landing::captures) effect.add_capture(at(side), bit(i));
        }
      }
      effects.push_back(effect);
    }
  }
  for (const std::size_t side : {0, 1}) {
    for (int i = 1; i <= rules.exit; ++i) rules.empty.add_landing(side, bit(i));
    rules.hand_bits.add_movable(side, bit(0));
    for (std::size_t hands = 0; hands < 4; ++hands) {
      if ((hands >> side & 1) != 0) rules.hand_effect[hands].add_movable(side, bit(0));
    }
  }
}

void fill_rolls(Rules& rules) {
  const auto& weights = rules.parameters.dice_weights;
  rules.weight_sum = std::accumulate(weights.begin(), weights.end(), 0);
  for (int n = 0; n <= kMaxRoll; ++n) {
    const int weight = weights[at(n)];
    if (weight > 0) rules.highest_roll = n;
    rules.probability[at(n)] = static_cast<double>(weight) / rules.weight_sum;
    rules.roll_case.insert(rules.roll_case.end(), at(weight), static_cast<std::uint8_t>(n));
    if (rules.parameters.exit != Exit::at_least) continue;
    for (int i = std::max(0, rules.exit + 1 - n); i <= rules.length; ++i) {
      rules.overshoot[at(n)] |= bit(i);
    }
  }
}

}  // namespace

std::shared_ptr<const Rules> compile_rules(Parameters parameters) {
  const auto rules = std::make_shared<Rules>();
  rules->parameters = std::move(parameters);
  fill_path(*rules);
  fill_capacities(*rules);
  fill_effects(*rules);
  fill_rolls(*rules);
  for (int i = 1; i <= rules->length; ++i) {
    const bool rosette =
        rules->square_class(rules->square_of(Side::first, i)) == SquareClass::rosette;
    if (rosette && rules->parameters.rosette_extra) rules->extra_roll |= bit(i);
  }
  return rules;
}

}  // namespace tavlab::ur
