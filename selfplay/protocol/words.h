#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab::protocol {

/// Words again as one text, a space between them.
std::string joined(const std::vector<std::string_view>& words, std::size_t from, std::size_t to);

/// The text without blanks at its ends.
std::string_view trimmed(std::string_view text);

std::string lower(std::string_view text);

/// The value of a text that is exactly a decimal number, and of nothing else.
template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace tavlab::protocol
