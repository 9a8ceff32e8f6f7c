#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab::protocol {

/// Joins words with single spaces.
std::string joined(const std::vector<std::string_view>& words, std::size_t from, std::size_t to);

/// The text without leading and trailing blanks.
std::string_view trimmed(std::string_view text);

std::string lower(std::string_view text);

/// The value of a text that is exactly a decimal number; nullopt otherwise.
template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace tavlab::protocol
