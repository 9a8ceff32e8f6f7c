#include "core/ur/words_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/subscript.h"
#include "core/ur/board.h"

namespace tavlab::ur::words_detail {

Texts RulesWriter::squares_of(SquareClass c) const {
  Texts names;
  for (int square = 0; square < kMaxSquares; ++square) {
    if (rules_.square_class(square) == c) names.push_back(square_name(p_.board, square));
  }
  std::ranges::sort(names);
  return names;
}

bool RulesWriter::has_stacks() const {
  return has(SquareClass::depot) || has(SquareClass::shared_depot) || has(SquareClass::island) ||
         (turns() && p_.finish == Finish::stack && has(SquareClass::finish));
}

bool RulesWriter::visits_twice() const {
  return std::ranges::any_of(
      rules_.index, [](const auto& visits) { return visits[0][1] != 0; });  // [side][visit]
}

Texts RulesWriter::path() const {
  Texts names;
  for (const int square : p_.path) names.push_back(square_name(p_.board, square));
  return names;
}

std::string RulesWriter::square_of_path(int path_index) const {
  return square_name(p_.board, rules_.square_of(Side::first, path_index));
}

Texts RulesWriter::chances() const {
  Texts all;
  for (int n = 0; n <= rules_.highest_roll; ++n) {
    if (p_.dice_weights[at(n)] == 0) continue;
    all.push_back(fmt::format("{} ({}/{})", n, p_.dice_weights[at(n)], rules_.weight_sum));
  }
  return all;
}

}  // namespace tavlab::ur::words_detail
