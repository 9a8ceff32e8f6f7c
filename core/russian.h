#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/repetition.h"

// Helpers with which families write their Russian sentences.
namespace tavlab::russian {

enum class Gender : std::uint8_t { masculine, feminine, neuter };

/// The forms of a noun after numbers in the nominative.
struct Noun {
  std::string_view one;   ///< 1, 21: "ход"
  std::string_view few;   ///< 2 to 4, 22, the genitive of the singular: "хода"
  std::string_view many;  ///< 0, 5 to 20, 25, the genitive of the plural: "ходов"
  Gender gender = Gender::masculine;
};

inline constexpr Noun kMove = {"ход", "хода", "ходов"};

/// "одна", "два", "две", "13": words up to twelve.
std::string cardinal(int number, Gender gender);

/// "один ход", "две фишки", "13 фигур".
std::string counted(int count, const Noun& noun);

/// The same in the genitive, as after "после", with the number in digits: "2 ходов", "21 хода".
std::string counted_genitive(int count, const Noun& noun);

/// "второй", "13-й".
std::string ordinal(int number);

/// "во второй раз", "в третий раз".
std::string occasion(int number);

/// As `repetition_sentence` (core/repetition_words.h). `same`: what else must be the same, as in "с
/// той же очередью хода".
std::string repetition_sentence(const RepetitionRule& rule, std::string_view same);

}  // namespace tavlab::russian
