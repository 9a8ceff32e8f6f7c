#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/record_texts.h"
#include "core/tafl/otn.h"
#include "core/tafl/tafl.h"

namespace tavlab {

/// In OpenTafl's notation.
template <int Words>
struct RecordTexts<Tafl<Words>> {
  using G = Tafl<Words>;

  static constexpr bool exist = true;
  static RuleSet read_rules(std::string_view text) { return tafl::rules_from_otn(text); }
  static std::string rules_text(const RuleSet& rules, Side first) {
    return tafl::rules_to_otn(rules, first);
  }
  static std::string rules_text(const typename G::Rules& rules, Side first) {
    return tafl::rules_to_otn(rules.parameters, first);
  }
  static std::vector<std::string> lost(const RuleSet& rules) { return tafl::lost_in_otn(rules); }
  static std::string board_text(const typename G::Rules& rules,
                                const typename G::Position& position) {
    return tafl::board_to_otn(rules, position);
  }
  static bool squares_identify_moves(const typename G::Rules& rules) {
    return !rules.parameters.capture_optional;
  }
  /// A captured king is not written: the game is over.
  static bool writes_capture(const typename G::Rules& rules, const typename G::Position& position,
                             std::string_view square) {
    return tafl::parse_cell(square, rules.size) != position.king;
  }
  static typename G::Position read_board(const typename G::Rules& rules, std::string_view text,
                                         std::string_view rules_text) {
    const Side first =
        rules_text.empty() ? rules.parameters.first : tafl::first_side_in_otn(rules_text);
    return tafl::board_from_otn(rules, text, first);
  }
};

}  // namespace tavlab
