#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/bitboard.h"
#include "core/game.h"
#include "core/tafl/parameters.h"
#include "core/tafl/views.h"

namespace tavlab::tafl {

/// The largest board size, among the odd sizes 7 to 19, that fits `Words` 64-bit words.
template <int Words>
inline constexpr int kMaxSize = Words == 2 ? 11 : 19;

template <int Words>
inline constexpr int kMaxCells = kMaxSize<Words>* kMaxSize<Words>;

inline constexpr std::uint16_t kNoCell = 0xffff;

/// The four directions, so that d ^ 1 is the opposite of d.
enum Direction : int { kEast, kWest, kNorth, kSouth };
inline constexpr int kDirections = 4;

/// A rule set compiled into lookup tables, indexed by cell (a1 = 0, then along the rank). Built
/// once by `compile`, then immutable and shared between threads.
template <int Words>
struct Rules {
  using Board = Bitboard<Words>;
  static constexpr std::size_t kCells = kMaxCells<Words>;
  static constexpr std::size_t kMaxZones = 33;

  Parameters parameters;
  int size = 0;
  int cells = 0;

  // Geometry.
  Board all{};  ///< cells of the board
  Board edge{};
  std::array<Board, kDirections>
      may_step{};  ///< cells from which a step in this direction stays on the board
  std::array<Board, kCells> single{};
  std::array<Board, kCells> neighbours{};
  std::array<std::array<std::uint16_t, kDirections>, kCells> next{};  ///< neighbour, or kNoCell
  std::array<std::array<std::uint16_t, kDirections>, kCells>
      beyond{};                                              ///< two steps away, or kNoCell
  std::array<std::array<Board, kDirections>, kCells> ray{};  ///< all cells ahead
  std::array<Board, kCells> cross{};                         ///< the four rays of a cell
  std::array<Board, kCells + 1> below{};                     ///< cells with a smaller index
  std::array<Board, kCells> column{};                        ///< cells of the same file

  // The board from its four sides (see Views): view kEast has the usual numbering.
  std::array<std::array<std::uint16_t, kCells>, kDirections> cell_seen{};  ///< cell by its number
  std::array<Views<Words>, kCells> seen{};  ///< one cell in all views
  Board first_in_line{};                    ///< first cells of the lines along +1 ...
  Board last_in_line{};                     ///< ... and last ones; the same in every view

  // Cell classes. Zone 0 is everything outside regions, and regions of one cell; regions with
  // several cells, within which pieces can move, have zones of their own.
  std::array<CellClass, kCells> cell_class{};
  std::array<std::uint8_t, kCells> region{};  ///< 0: plain; else the number of its region
  std::array<Board, kCellClasses> class_cells{};
  std::array<std::uint8_t, kCells> zone{};
  std::array<Board, kMaxZones> zone_cells{};
  int zones = 1;
  /// Cells where a kind coming from a zone may not stop, and cells it may not pass over.
  std::array<std::array<Board, kMaxZones>, kKinds> no_stop{};
  std::array<std::array<Board, kMaxZones>, kKinds> no_pass{};
  /// The same in views, for zone 0; only for kinds with `slides_by_carry`: those with unlimited
  /// range that may pass wherever they may stop.
  std::array<SlideMasks<Words>, kKinds> slide_masks{};
  std::array<bool, kKinds> slides_by_carry{};
  /// Outside zones every kind slides by carry, and moves are plain slides: no leaders, no dice for
  /// the distance, no captures to decline.
  bool only_slides = false;

  // Captures.
  std::array<Board, kVictims> hostile_always{};
  std::array<Board, kVictims> hostile_when_empty{};
  std::array<Board, kVictims> shelter{};                     ///< cells where these are not captured
  std::array<Views<Words>, kVictims> hostile_always_seen{};  ///< the first two in views
  std::array<Views<Words>, kVictims> hostile_when_empty_seen{};
  std::array<KingCapture, kCells> king_capture{};  ///< never `inherit`
  bool king_hammer = true;
  bool king_anvil = true;
  Board shieldwall_reach{};  ///< cells from which a move can complete a shieldwall capture

  // The start position.
  std::array<Board, 2> start_pieces{};  ///< attackers, defenders
  Board start_leaders{};
  std::uint16_t start_king = kNoCell;
  std::array<int, 2> start_count{};  ///< pieces of each side
  bool leaders = false;              ///< it has commanders or knights

  // Ends.
  Board escape{};
  int escapes = 0;               ///< their number
  bool attackers_extra = false;  ///< ends other than captures to check after an attackers' move
  bool defenders_extra = false;  ///< the same after a defenders' move
  std::uint16_t count_quiet = 0, count_plies = 0, count_king_moves = 0;  ///< 1 where counted

  // Zobrist keys.
  std::array<std::array<std::uint64_t, kCells>, kKinds> piece_key{};
  std::uint64_t side_key = 0;
  std::uint64_t pending_key = 0;
  std::array<std::uint64_t, 32> roll_key{};

  [[nodiscard]] bool has_dice() const { return parameters.dice != Dice::none; }
  [[nodiscard]] const ClassRules& class_rules(CellClass c) const {
    return parameters.cells[static_cast<std::size_t>(c)];
  }
};

/// The cell of `set` nearest to `cell` in a direction; kNoCell if there is none.
template <int Words>
inline std::uint16_t nearest(const Rules<Words>& rules, const Bitboard<Words>& set, int cell,
                             int direction) {
  const Bitboard<Words> ahead =
      rules.ray[static_cast<std::size_t>(cell)][static_cast<std::size_t>(direction)] & set;
  if (ahead.none()) return kNoCell;
  const bool ascending = direction == kEast || direction == kNorth;
  return static_cast<std::uint16_t>(ascending ? ahead.lowest() : ahead.highest());
}

/// The words that a board of this size needs: 2 up to 11x11, else 6.
constexpr int words_for_size(int size) { return size <= kMaxSize<2> ? 2 : 6; }

/// Compiles checked parameters. Throws UserError if the start position cannot be played.
template <int Words>
std::shared_ptr<const Rules<Words>> compile_rules(const Parameters& parameters);

/// "a1" for cell 0. Cells are numbered along the ranks.
std::string cell_name(int cell, int size);

/// The cell with a name such as "k11", or -1 if there is none on a board of this size.
int parse_cell(std::string_view text, int size);

extern template std::shared_ptr<const Rules<2>> compile_rules<2>(const Parameters&);
extern template std::shared_ptr<const Rules<6>> compile_rules<6>(const Parameters&);

}  // namespace tavlab::tafl
