#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "core/side.h"

namespace tavlab {

inline constexpr std::array<std::pair<Result, std::string_view>, 4> kStoredResults = {
    {{Result::first_wins, "first"},
     {Result::draw, "draw"},
     {Result::second_wins, "second"},
     {Result::unfinished, "unfinished"}}};

/// A result as stores and the API call it.
constexpr std::string_view stored_result_word(Result result) {
  for (const auto& [each, word] : kStoredResults) {
    if (each == result) return word;
  }
  return "unfinished";
}

/// The other way; nullopt for other words.
constexpr std::optional<Result> find_stored_result(std::string_view text) {
  for (const auto& [each, word] : kStoredResults) {
    if (word == text) return each;
  }
  return std::nullopt;
}

/// The result of a row of a store.
constexpr Result stored_result(std::string_view word) {
  return find_stored_result(word).value_or(Result::unfinished);
}

}  // namespace tavlab
