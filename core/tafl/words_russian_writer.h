#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tafl/words_facts.h"

// Shared by words_russian.cpp, words_russian_captures.cpp and words_russian_ends.cpp only.
namespace tavlab::tafl::words_detail {

/// One class of special squares: its cells and its names, all masculine.
struct RussianArea : SpecialCells {
  std::string_view one;   ///< "трон", "лагерь нападающих"
  std::string_view many;  ///< "трон", "лагеря нападающих"
  std::string_view of;    ///< "трона"
  std::string_view with;  ///< "троном", as in "рядом с троном"
  std::string_view in;    ///< "на троне", "в углу"
  std::string_view into;  ///< "на трон", "в угол"
};

/// Writes the sentences in Russian; each chapter is a function.
class RussianWriter : private RulesWriter {
 public:
  explicit RussianWriter(const Parameters& parameters);

  Words words();

 private:
  [[nodiscard]] std::string kinds(std::uint8_t mask) const;
  /// "может" or "могут", for the kinds of the mask.
  [[nodiscard]] std::string_view may(std::uint8_t mask) const;
  [[nodiscard]] const RussianArea& corners() const;
  /// Where the king escapes: "угла", as in "достигает угла", and "в угол", as in "провести в угол".
  [[nodiscard]] std::string escape_of() const;
  [[nodiscard]] std::string escape_to() const;
  [[nodiscard]] std::string place_name(KingPlace place) const;

  void board();
  void moves();
  void entry(const RussianArea& area);
  void captures();
  void hostility(const RussianArea& area);
  void shieldwall();
  void king();
  void king_places();
  void ends();
  void no_move();
  void repetition();
  void dice();
  void name_pieces();
  void name_endings();

  std::vector<RussianArea> areas_;
};

}  // namespace tavlab::tafl::words_detail
