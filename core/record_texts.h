#pragma once

#include "core/game.h"

namespace tavlab {

/// How another program writes the rules and boards of a game, for records and protocols that hold
/// such texts. A family that has them specializes this in core/<family>/record_texts.h, which
/// core/record_texts_of_families.h includes:
///
///   static constexpr bool exist = true;
///   static RuleSet read_rules(std::string_view text);               throws UserError
///   static std::string rules_text(const RuleSet&, Side first);      `first` moves first
///   static std::string rules_text(const Rules&, Side first);        the same for compiled rules
///   static std::vector<std::string> lost(const RuleSet&);           parameters it cannot express
///   static std::string board_text(const Rules&, const Position&);
///   static bool squares_identify_moves(const Rules&);  whether no two moves have the same squares
///   static bool writes_capture(const Rules&, const Position&, std::string_view square);
///                                        whether records write that this piece is captured
///   static Position read_board(const Rules&, std::string_view text, std::string_view rules_text);
///                                        the side that moves first by the rules is to move
template <typename G>
struct RecordTexts {
  static constexpr bool exist = false;
};

}  // namespace tavlab
