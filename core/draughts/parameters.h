#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/repetition.h"
#include "core/ruleset/ruleset.h"
#include "core/side.h"

namespace tavlab::draughts {

enum class ManCapture : std::uint8_t { all, forward };
enum class KingMove : std::uint8_t { flying, step };
enum class KingLanding : std::uint8_t { continuing, any, behind };
enum class CaptureChoice : std::uint8_t { free, most, most_kings, italian };
enum class Crowning : std::uint8_t { continues, end_of_move, stop };
enum class Removal : std::uint8_t { after, at_once };
enum class JumpAgain : std::uint8_t { never, after_another, yes };
enum class LoneKing : std::uint8_t { main_road, anywhere };

/// A rule set's values, typed and checked. core/draughts/RULES.md explains each.
struct Parameters {
  RulesIdentity identity;
  int size = 8;
  int men_rows = 3;
  std::vector<std::string> rows;  ///< another start position, from the top rank down
  int most_pieces = 12;           ///< of a player: the number at the start
  Side first = Side::first;
  ManCapture man_capture = ManCapture::all;
  bool man_captures_king = true;
  KingMove king_move = KingMove::flying;
  KingLanding king_landing = KingLanding::continuing;
  CaptureChoice choice = CaptureChoice::free;
  bool king_first = false;
  Crowning crowning = Crowning::continues;
  Removal removal = Removal::after;
  bool columns = false;
  JumpAgain again = JumpAgain::never;
  RepetitionRule repetition{};
  bool counts_plies = false;  ///< whether the rule set counts plies in the limits below, or moves
  // Limits in plies; 0: none.
  int kings_only = 0;
  int three_kings = 0;
  LoneKing lone_king = LoneKing::main_road;
  int pieces_2_3 = 0;
  int pieces_4_5 = 0;
  int pieces_6_7 = 0;
  int total_plies = 0;
};

const FamilySchema& schema();

/// Reads a rule set's values. Throws UserError if they contradict each other.
Parameters read_parameters(const RuleSet& rule_set);

/// The rules as named inputs of nets.
std::vector<NamedInput> named_inputs(const Parameters& parameters);

}  // namespace tavlab::draughts
