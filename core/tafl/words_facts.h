#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/subscript.h"
#include "core/tafl/parameters.h"
#include "core/words.h"

// Shared by the files that write the words of a rule set, words*.cpp, only.
namespace tavlab::tafl::words_detail {

using Texts = std::vector<std::string>;

constexpr std::uint8_t bit(Kind kind) { return static_cast<std::uint8_t>(1U << at(kind)); }
constexpr std::uint8_t bit(Victim victim) { return static_cast<std::uint8_t>(1U << at(victim)); }
constexpr bool has(std::uint8_t mask, std::size_t i) { return (mask >> i & 1U) != 0; }

std::string join(const Texts& texts, std::string_view between = " ");

/// By files, then ranks: a2 comes before a11.
Texts in_order(Texts cells);

/// One class of special squares that the board has.
struct SpecialCells {
  CellClass cell_class;
  const Texts* cells;
};

/// A place where the king may be captured in a way of its own.
enum class KingPlace : std::uint8_t { throne, beside_corner, beside_throne, edge, elsewhere };

/// Places where he is captured in the same way.
struct KingPlaces {
  std::vector<KingPlace> places;
  KingCapture capture;
};

/// What a writer needs to know of the rules, whatever its language.
class RulesWriter : protected WordsWriter {
 protected:
  explicit RulesWriter(const Parameters& parameters);

  [[nodiscard]] const ClassRules& rules(const SpecialCells& area) const {
    return p_.cells[at(area.cell_class)];
  }
  /// The classes of special squares on this board.
  [[nodiscard]] std::vector<SpecialCells> special_cells() const;
  [[nodiscard]] bool has_camps() const;
  /// Whether the squares called corners are forts: some are not at the board's corners.
  [[nodiscard]] bool forts() const;
  [[nodiscard]] int count(char letter) const;
  /// The kinds on squares of the area at the start.
  [[nodiscard]] std::uint8_t starting_in(const SpecialCells& area) const;
  /// The area's squares by connected parts.
  [[nodiscard]] std::vector<Texts> regions(const SpecialCells& area) const;
  /// Whether none of the area's squares are connected.
  [[nodiscard]] bool disconnected(const SpecialCells& area) const;
  /// Whether all of the area's squares are corners of the board, behind which nothing lies.
  [[nodiscard]] bool behind_nothing(const SpecialCells& area) const;
  /// Whether squares of any class are hostile to one of these victims.
  [[nodiscard]] bool hostile_to(std::uint8_t victims) const;
  /// The start position, as in position texts.
  [[nodiscard]] std::string start_text() const;
  /// Ranges of moves, each with the kinds that have it.
  [[nodiscard]] std::vector<std::pair<int, std::uint8_t>> ranges() const;
  /// How the king is captured: places in the order in which they count.
  [[nodiscard]] std::vector<KingPlaces> king_captures() const;
  /// Whether the king may have to be surrounded on the edge, where three squares are next to him.
  [[nodiscard]] bool surrounded_at_edge() const;
  /// Whether any rule can capture the king.
  [[nodiscard]] bool can_capture_king() const;
  /// Whether repetition ends games.
  [[nodiscard]] bool repetition_ends() const;

  const Parameters& p_;
  std::uint8_t present_ = 0;  ///< kinds in the start position
};

}  // namespace tavlab::tafl::words_detail
