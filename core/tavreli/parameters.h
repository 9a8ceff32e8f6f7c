#pragma once

#include <cstdint>

#include "core/repetition.h"
#include "core/ruleset/ruleset.h"

namespace tavlab::tavreli {

enum class Win : std::uint8_t { checkmate, volkhv_capture };
enum class CastlingSide : std::uint8_t { both, first, second };
enum class DoubleRight : std::uint8_t { home_unmoved, second_rank, first_own_move };
enum class DoubleCross : std::uint8_t { empty, empty_or_own };
enum class DoubleTarget : std::uint8_t { empty_or_own, empty };
enum class Promotion : std::uint8_t { destiny, choice };
enum class WhenFreed : std::uint8_t { any_move, own_move, none };
enum class RevertsUnder : std::uint8_t { any, enemy };

/// The typed and checked parameters of a rule set. core/tavreli/RULES.md defines them.
struct Parameters {
  RulesIdentity identity;
  bool stacking = true;
  Win win = Win::checkmate;
  bool volkhv_into_attack = true;
  bool stalemate_loses = false;
  bool castling = true;
  CastlingSide castling_side = CastlingSide::both;
  bool en_passant = true;
  bool cover_kills_rights = false;
  bool own_ahead = true;
  DoubleRight double_right = DoubleRight::home_unmoved;
  DoubleCross double_cross = DoubleCross::empty;
  DoubleTarget double_target = DoubleTarget::empty_or_own;
  Promotion promotion = Promotion::destiny;
  WhenFreed when_freed = WhenFreed::any_move;
  RevertsUnder reverts_under = RevertsUnder::any;
  RepetitionRule repetition{};
  int quiet_plies = 0;  ///< 0: no limit
  int total_plies = 0;  ///< 0: no limit
  bool insufficient_material = false;
};

const FamilySchema& schema();

/// The typed parameters of a rule set. Throws UserError if they contradict each other.
Parameters read_parameters(const RuleSet& rule_set);

/// Rules as named net inputs.
std::vector<NamedInput> named_inputs(const Parameters& parameters);

/// The inputs of nets of version 0.1: FamilySchema::first_inputs.
std::vector<std::string> first_inputs();

}  // namespace tavlab::tavreli
