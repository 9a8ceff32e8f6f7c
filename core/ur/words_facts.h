#pragma once

#include <string>
#include <vector>

#include "core/ur/rules.h"
#include "core/words.h"

// Shared by the files that write the words of a rule set, words*.cpp, only.
namespace tavlab::ur::words_detail {

using Texts = std::vector<std::string>;

/// What a writer needs to know of the rules, whatever its language.
class RulesWriter : protected WordsWriter {
 protected:
  explicit RulesWriter(const Rules& rules) : rules_(rules), p_(rules.parameters) {}

  /// Names of the squares of a class, sorted.
  [[nodiscard]] Texts squares_of(SquareClass c) const;
  [[nodiscard]] bool has(SquareClass c) const { return !squares_of(c).empty(); }
  [[nodiscard]] bool has_stacks() const;
  /// Whether pieces turn on the board.
  [[nodiscard]] bool turns() const { return p_.turned_from > 0 && p_.turned_from <= rules_.length; }
  /// Whether the path visits a square twice.
  [[nodiscard]] bool visits_twice() const;
  /// The squares of White's path, in order.
  [[nodiscard]] Texts path() const;
  /// The name of a square of White's path.
  [[nodiscard]] std::string square_of_path(int path_index) const;
  [[nodiscard]] bool can_roll_nothing() const { return p_.dice_weights[0] > 0; }
  /// The possible rolls with their probabilities: "1 (3/8)".
  [[nodiscard]] Texts chances() const;

  const Rules& rules_;
  const Parameters& p_;
};

}  // namespace tavlab::ur::words_detail
