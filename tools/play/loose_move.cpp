#include "tools/play/loose_move.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace tavlab::play {
namespace {

/// Between the parts of a move. Not those of declined captures and of visits, which tell moves
/// apart.
constexpr std::string_view kSeparators = " \t-:>,._";

/// The parts between separators, in lower case.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (kSeparators.find(c) != std::string_view::npos) {
      if (!parts.back().empty()) parts.emplace_back();
    } else {
      parts.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  if (parts.back().empty()) parts.pop_back();
  return parts;
}

std::string without_separators(std::string_view text) {
  std::string all;
  for (const std::string& part : parts_of(text)) all += part;
  return all;
}

/// Whether each part begins the part of a move at the same place: "h d1" for hand-d1.
bool begins(const std::vector<std::string>& typed, const std::vector<std::string>& move) {
  if (typed.size() > move.size()) return false;
  return std::equal(typed.begin(), typed.end(), move.begin(),
                    [](const std::string& a, const std::string& b) { return b.starts_with(a); });
}

template <typename Wanted>
std::vector<std::string> texts_of(std::span<const serve::MoveView> legal, const Wanted& wanted) {
  std::vector<std::string> texts;
  for (const serve::MoveView& move : legal) {
    if (wanted(move)) texts.push_back(move.text);
  }
  return texts;
}

}  // namespace

std::vector<std::string> moves_meant(std::span<const serve::MoveView> legal,
                                     std::string_view text) {
  const std::vector<std::string> parts = parts_of(text);
  const std::string typed = without_separators(text);
  if (typed.empty()) return {};
  std::vector<std::string> found = texts_of(
      legal, [&](const serve::MoveView& move) { return without_separators(move.text) == typed; });
  if (!found.empty()) return found;
  found = texts_of(legal, [&](const serve::MoveView& move) {
    return !move.squares.empty() && move.squares.front() + move.squares.back() == typed;
  });
  if (!found.empty()) return found;
  return texts_of(legal, [&](const serve::MoveView& move) {
    return without_separators(move.text).starts_with(typed) || begins(parts, parts_of(move.text));
  });
}

std::string as_two_squares(const Picture& picture, std::string_view text) {
  const std::string typed = without_separators(text);
  for (std::size_t end = 1; end < typed.size(); ++end) {
    const std::size_t from = picture.find(std::string_view(typed).substr(0, end));
    const std::size_t to = picture.find(std::string_view(typed).substr(end));
    if (from < picture.squares.size() && to < picture.squares.size()) {
      return picture.name(from) + '-' + picture.name(to);
    }
  }
  return std::string(text);
}

}  // namespace tavlab::play
