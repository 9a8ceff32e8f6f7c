#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab::ur {

inline constexpr int kMaxPieces = 7;
inline constexpr int kMaxPath = 30;     ///< squares of a path; the exit is one step farther
inline constexpr int kMaxRoll = 12;     ///< the highest number that dice can show
inline constexpr int kMaxSquares = 20;  ///< squares of either board
inline constexpr int kMaxCapacity = 5;  ///< pieces in a stack

enum class Board : std::uint8_t { standard, aseb };

/// The class of a square decides who may land on it, what can be captured there, and how many
/// pieces it holds.
enum class SquareClass : std::uint8_t {
  plain,         ///< one piece; an enemy on it is captured
  rosette,       ///< one piece; may give an extra roll, may be safe
  depot,         ///< a stack of one player's pieces
  shared_depot,  ///< a stack of one player's pieces; the other player may not land on it
  island,        ///< a stack of any pieces; no captures
  finish         ///< one piece, which may be safe when it is on its way home
};

enum class Opening : std::uint8_t { free, one_moves, one_then_roll };
enum class DiceKind : std::uint8_t { binary4, binary3, binary3_zero4, parity3, d4, d6, custom };
enum class TurnMoment : std::uint8_t { leaving, arrival };
enum class CrossKind : std::uint8_t { block, capture };
enum class StackAccess : std::uint8_t { top, any_in_depot };
enum class Finish : std::uint8_t { normal, immune, stack };
enum class Exit : std::uint8_t { exact, at_least };
enum class ExtraRoll : std::uint8_t { any_piece, another_piece };
enum class Deadlock : std::uint8_t { draw, more_home };

/// The typed, resolved and checked parameters of a rule set. core/ur/RULES.md defines them.
struct Parameters {
  RulesIdentity identity;
  Board board = Board::standard;
  std::vector<int> path;  ///< square numbers of the first player's path
  int pieces = 7;
  int pieces_to_win = 7;
  DiceKind dice = DiceKind::binary4;
  std::array<int, kMaxRoll + 1> dice_weights{};  ///< weight of each roll
  Opening opening = Opening::free;
  std::array<SquareClass, kMaxSquares> classes{};
  bool rosette_extra = true;
  bool rosette_safe = false;
  bool capture_extra = false;
  bool capture_backward = false;
  ExtraRoll extra_roll = ExtraRoll::any_piece;
  int turn_index = 0;  ///< as in the rule set; 0: never
  TurnMoment turn_moment = TurnMoment::leaving;
  int turned_from = 0;  ///< path index from which a piece is turned (dotted); 0: pieces never turn
  CrossKind cross_kind = CrossKind::block;
  int capacity = 4;
  StackAccess access = StackAccess::top;
  Finish finish = Finish::normal;
  Exit exit = Exit::exact;
  Deadlock deadlock = Deadlock::draw;
};

const FamilySchema& schema();

/// The typed parameters of a rule set. Throws UserError if they contradict each other.
Parameters read_parameters(const RuleSet& rule_set);

/// Rules as named net inputs.
std::vector<NamedInput> named_inputs(const Parameters& parameters);

/// The inputs of nets of version 0.1: FamilySchema::first_inputs.
std::vector<std::string> first_inputs();

}  // namespace tavlab::ur
