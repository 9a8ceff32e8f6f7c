#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tafl/words_facts.h"

// Shared by words.cpp, words_captures.cpp and words_ends.cpp only.
namespace tavlab::tafl::words_detail {

/// One class of special squares: its cells and its names.
struct Area : SpecialCells {
  std::string one;        ///< "the throne", "a corner"
  std::string many;       ///< "the throne", "the corners"
  std::string_view in;    ///< "on", "in"
  std::string_view onto;  ///< "onto", "into"
};

/// Writes the sentences; each chapter is a function.
class Writer : private RulesWriter {
 public:
  explicit Writer(const Parameters& parameters);

  Words words();

 private:
  [[nodiscard]] std::string kinds(std::uint8_t mask) const;
  [[nodiscard]] std::string victims(std::uint8_t mask) const;
  [[nodiscard]] std::string escape_squares() const;
  [[nodiscard]] std::string place_name(KingPlace place) const;

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

  std::vector<Area> areas_;
};

}  // namespace tavlab::tafl::words_detail
