#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/subscript.h"
#include "core/tafl/parameters.h"
#include "core/words.h"

// Shared by words.cpp, words_captures.cpp and words_ends.cpp only.
namespace tavlab::tafl::words_detail {

using Texts = std::vector<std::string>;

constexpr std::uint8_t bit(Kind kind) { return static_cast<std::uint8_t>(1U << at(kind)); }
constexpr bool has(std::uint8_t mask, std::size_t i) { return (mask >> i & 1U) != 0; }

std::string join(const Texts& texts, std::string_view between = " ");

/// One class of special squares: its cells and its names.
struct Area {
  CellClass cell_class;
  const Texts* cells;
  std::string one;        ///< "the throne", "a corner"
  std::string many;       ///< "the throne", "the corners"
  std::string_view in;    ///< "on", "in"
  std::string_view onto;  ///< "onto", "into"
};

/// Writes the sentences; each chapter is a function.
class Writer : private WordsWriter {
 public:
  explicit Writer(const Parameters& parameters);

  Words words();

 private:
  [[nodiscard]] const ClassRules& rules(const Area& area) const {
    return p_.cells[at(area.cell_class)];
  }
  [[nodiscard]] int count(char letter) const;
  [[nodiscard]] std::string kinds(std::uint8_t mask) const;
  [[nodiscard]] std::string victims(std::uint8_t mask) const;
  [[nodiscard]] std::uint8_t starting_in(const Area& area) const;
  [[nodiscard]] std::vector<Texts> regions(const Area& area) const;
  [[nodiscard]] std::string escape_squares() const;
  [[nodiscard]] bool can_capture_king() const;

  void board();
  void moves();
  void entry(const Area& area);
  void captures();
  void hostility(const Area& area);
  void shieldwall();
  void king();
  void king_places();
  void ends();
  void no_move();
  void repetition();
  void dice();
  void name_pieces();
  void name_endings();

  const Parameters& p_;
  std::vector<Area> areas_;
  std::uint8_t present_ = 0;  ///< kinds in the start position
};

}  // namespace tavlab::tafl::words_detail
