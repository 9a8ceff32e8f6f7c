#include "core/repetition_words.h"

#include <fmt/format.h>

#include "core/words.h"

namespace tavlab {

std::string repetition_sentence(const RepetitionRule& rule, std::string_view same) {
  const std::string event =
      fmt::format("a position occurs for the {} time, with {}", ordinal(rule.count), same);
  switch (rule.verdict) {
    case RepetitionRule::Verdict::ignored:
      break;
    case RepetitionRule::Verdict::draw:
      return fmt::format("The game is drawn when {}.", event);
    case RepetitionRule::Verdict::mover_loses:
      return fmt::format("When {}, the player who has just moved loses.", event);
    case RepetitionRule::Verdict::first_wins:
      return fmt::format("When {}, the first player wins.", event);
    case RepetitionRule::Verdict::forbidden:
      return fmt::format("A move by which {}, is forbidden.", event);
    case RepetitionRule::Verdict::forbidden_to_second:
      return fmt::format("A move of the second player by which {}, is forbidden.", event);
  }
  return "Repetition has no consequences.";
}

}  // namespace tavlab
