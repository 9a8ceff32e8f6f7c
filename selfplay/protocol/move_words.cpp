#include "selfplay/protocol/move_words.h"

#include <fmt/format.h>

#include "selfplay/protocol/words.h"

namespace tavlab::protocol {

std::string bare_move(std::string_view word) {
  const std::string small = lower(word);
  // Files end at s on the largest board, so an x is never one. In "c3xe5" it stands between the
  // squares of the move itself, and is a mark like the dash.
  const auto is_alphanumeric = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  const std::size_t dash = small.find('-');
  const std::size_t captures =
      dash == std::string::npos ? std::string::npos : small.find('x', dash);
  std::string bare;
  for (const char c : std::string_view(small).substr(0, captures)) {
    if (is_alphanumeric(c) && c != 'x') bare += c;
  }
  return bare;
}

std::string with_dash(std::string_view word) {
  const auto square = [](std::string_view text) {
    return text.size() >= 2 && text.size() <= 3 && text[0] >= 'a' && text[0] <= 'z' &&
           text.find_first_not_of("0123456789", 1) == std::string_view::npos;
  };
  const std::size_t second = word.find_last_not_of("0123456789");
  if (second == std::string_view::npos || !square(word.substr(0, second)) ||
      !square(word.substr(second))) {
    return std::string(word);
  }
  return fmt::format("{}-{}", word.substr(0, second), word.substr(second));
}

}  // namespace tavlab::protocol
