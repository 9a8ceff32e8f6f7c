#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "core/side.h"

namespace tavlab {

/// The word for a result in texts.
constexpr std::string_view result_word(Result result) {
  switch (result) {
    case Result::first_wins:
      return "1-0";
    case Result::second_wins:
      return "0-1";
    case Result::draw:
      return "1/2-1/2";
    case Result::unfinished:
      break;
  }
  return "*";
}

/// Whether a word is the result of a game in texts: "1-0", "0-1", a draw in two spellings, or "*"
/// for none.
inline bool is_result_word(std::string_view word) {
  constexpr std::array<std::string_view, 5> kResults = {"1-0", "0-1", "1/2-1/2", "½-½", "*"};
  return std::ranges::find(kResults, word) != kResults.end();
}

}  // namespace tavlab
