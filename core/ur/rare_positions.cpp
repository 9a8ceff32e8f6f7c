#include "core/ur/rare_positions.h"

#include <algorithm>

#include "core/subscript.h"
#include "core/ur/notation.h"

namespace tavlab::ur {

std::vector<std::string> rare_positions(const Rules& rules) {
  std::vector<std::string> texts;
  int roll = 1;  // the least that moves a piece
  while (roll < rules.highest_roll && rules.probability[at(roll)] == 0) ++roll;
  const int before = std::max(1, rules.exit - roll);
  for (const Side side : {Side::first, Side::second}) {
    Position p{};
    p.stacks.fill(kEmptyStack);
    p.side = side;
    p.roll = static_cast<std::uint8_t>(roll);
    p.home[at(side)] = static_cast<std::uint8_t>(rules.parameters.pieces_to_win - 1);
    const Rules::Step place = rules.step[at(side)][at(before)];
    p.stacks[place.square] = push(kEmptyStack, place.piece);
    complete_position(rules, p);
    texts.push_back(position_text(rules, p));
  }
  return texts;
}

}  // namespace tavlab::ur
