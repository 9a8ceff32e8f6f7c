#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/game.h"
#include "core/repetition.h"
#include "core/ruleset/ruleset.h"

namespace tavlab::tafl {

/// Piece kinds, in the order of the letters of position text: a d k c n.
enum class Kind : std::uint8_t { attacker, defender, king, commander, knight };
inline constexpr int kKinds = 5;

/// Groups of pieces for hostile cells. Commanders count as attackers, knights as defenders.
enum class Victim : std::uint8_t { attackers, defenders, king };
inline constexpr int kVictims = 3;

enum class CellClass : std::uint8_t { plain, throne, corner, attacker_camp, defender_camp };
inline constexpr int kCellClasses = 5;

/// The rules of a class of cells. Kind masks have bit i for Kind i, victim masks bit i for Victim
/// i.
struct ClassRules {
  std::uint8_t stop = 0;                ///< kinds that may stop there
  std::uint8_t pass = 0;                ///< kinds that may pass over it when empty
  std::uint8_t reenter = 0;             ///< kinds that may stop there coming from another region
  std::uint8_t hostile_always = 0;      ///< victims to which it is hostile, empty or occupied
  std::uint8_t hostile_when_empty = 0;  ///< victims to which it is hostile while it is empty
  std::uint8_t shelter = 0;             ///< victims that cannot be captured there
};

enum class KingCapture : std::uint8_t {
  inherit,    ///< only beside a corner: as if the corner were not there
  surround,   ///< every orthogonal neighbour on the board must be hostile
  custodial,  ///< two hostile neighbours on opposite sides, like other pieces
  never
};
enum class KingArms : std::uint8_t { full, hammer, anvil, none };
enum class LeaderCapture : std::uint8_t { off, two_leaders, leader_and_corner, leader_and_any };
enum class Shieldwall : std::uint8_t { none, pieces, corner_closes };
enum class Encirclement : std::uint8_t { off, cut_off_from_edge, cut_off_from_escape, immobile };
enum class Escape : std::uint8_t { corners, edge, edge_without_camps };
enum class NoMove : std::uint8_t { loses, draws, passes };
enum class Dice : std::uint8_t { none, parity, distance };

/// The typed parameters of a tafl rule set. See `schema()` for their meaning.
struct Parameters {
  RulesIdentity identity;
  int size = 11;
  std::vector<std::string> rows;  ///< start position, top rank first, letters a d k c n x and '.'
  Side first = Side::first;
  std::vector<std::string> throne;
  std::vector<std::string> corners;
  std::vector<std::string> attacker_camps;
  std::vector<std::string> defender_camps;
  std::array<ClassRules, kCellClasses> cells{};
  std::array<int, kKinds> range{};  ///< 0: unlimited

  KingArms king_armed = KingArms::full;
  bool king_weak = false;
  KingCapture king_on_throne = KingCapture::surround;
  KingCapture king_beside_throne = KingCapture::surround;
  KingCapture king_on_edge = KingCapture::custodial;
  KingCapture king_beside_corner = KingCapture::inherit;
  KingCapture king_elsewhere = KingCapture::custodial;
  bool king_capture_delayed = false;

  bool capture_optional = false;
  LeaderCapture leaders = LeaderCapture::off;
  bool linnaean = false;
  Shieldwall shieldwall = Shieldwall::none;
  bool shieldwall_flank_move = true;
  bool shieldwall_king_immune = true;

  Escape escape = Escape::corners;
  bool exit_fort = false;
  Encirclement encirclement = Encirclement::off;
  NoMove no_move_attackers = NoMove::loses;
  NoMove no_move_defenders = NoMove::loses;

  RepetitionRule repetition;

  int king_side_moves = 0;  ///< 0: no limit
  int quiet_plies = 0;      ///< plies without capture until a draw; 0: no limit
  int total_plies = 0;      ///< plies until a draw; 0: no limit

  Dice dice = Dice::none;
  int dice_faces = 6;
  bool dice_odd_moves = false;
  bool dice_exact = false;
  bool dice_reroll = false;
};

/// The family's parameters, for the loader, `tavlab rules show` and the documentation.
const FamilySchema& schema();

/// The typed parameters of a rule set of this family, with named layouts and marked cells resolved.
/// Throws UserError if they contradict each other.
Parameters read_parameters(const RuleSet& rule_set);

/// Rules as named net inputs, without cells and start position, which the board shows.
std::vector<NamedInput> named_inputs(const Parameters& parameters);

/// The inputs of nets of version 0.1: FamilySchema::first_inputs.
std::vector<std::string> first_inputs();

}  // namespace tavlab::tafl
