#include "core/near.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"

namespace tavlab {
namespace {

/// Longer texts are not similar to any name.
constexpr std::size_t kLongestName = 80;

std::string name_of(std::string_view text) { return folded(whole_letters(text, kLongestName)); }

/// The words of a name such as "king.beside_throne", sorted.
std::vector<std::string> words_of_name(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return c == '.' || c == '_' || c == '-'; }, ' ');
  std::vector<std::string> words;
  for (const std::string_view word : split(name, ' ')) words.emplace_back(word);
  std::ranges::sort(words);
  return words;
}

std::vector<std::string_view> views(std::span<const std::string> texts) {
  return {texts.begin(), texts.end()};
}

}  // namespace

std::string folded(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const unsigned next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    if (byte >= 'A' && byte <= 'Z') {
      result += static_cast<char>(byte - 'A' + 'a');
      continue;
    }
    unsigned letter = (byte & 0x1fU) << 6U | (next & 0x3fU);
    if ((byte != 0xc3 && byte != 0xd0 && byte != 0xd1) || (next & 0xc0U) != 0x80U) {
      result += text[i];
      continue;
    }
    if ((letter >= 0xc0 && letter <= 0xde && letter != 0xd7) ||  // À to Þ
        (letter >= 0x410 && letter <= 0x42f)) {                  // А to Я
      letter += 0x20;
    } else if (letter == 0x401 || letter == 0x451) {  // Ё, ё
      letter = 0x435;
    }
    result += static_cast<char>(0xc0U | letter >> 6U);
    result += static_cast<char>(0x80U | (letter & 0x3fU));
    ++i;
  }
  return result;
}

std::string_view nearest(std::string_view text, std::span<const std::string_view> candidates) {
  const std::string given = name_of(text);
  std::string_view best;
  std::size_t best_distance = std::string_view::npos;
  bool best_lost = false;
  for (const std::string_view candidate : candidates) {
    const std::string name = name_of(candidate);
    const std::size_t distance = edit_distance(given, name);
    // Of two as near, rather the one of which letters were lost: "sed" is "seed", not "set".
    const bool lost = name.size() == given.size() + distance;
    if (distance < best_distance || (distance == best_distance && lost && !best_lost)) {
      best = candidate;
      best_distance = distance;
      best_lost = lost;
    }
  }
  return best;
}

std::string_view similar(std::string_view text, std::span<const std::string_view> candidates) {
  const std::string given = name_of(text);
  const std::string_view best = nearest(text, candidates);
  if (best.empty() || given.empty()) return {};
  const auto first = [&](auto&& fits) {
    const auto found = std::ranges::find_if(
        candidates, [&](std::string_view candidate) { return fits(name_of(candidate)); });
    return found == candidates.end() ? std::string_view{} : *found;
  };
  const std::size_t wrong = edit_distance(given, name_of(best));
  if (wrong <= 1) return best;
  const std::string_view same_words =
      first([words = words_of_name(given)](const std::string& name) {
        return words.size() > 1 && words_of_name(name) == words;
      });
  if (!same_words.empty()) return same_words;
  constexpr std::size_t kTelling = 4;  // letters that do not stand in a name by chance
  const std::string_view begins =
      first([&](const std::string& name) { return name.starts_with(given); });
  if (!begins.empty() && given.size() >= kTelling) return begins;
  if (wrong <= given.size() / 3) return best;
  if (!begins.empty() || given.size() < kTelling) return begins;
  return first([&](const std::string& name) { return name.find(given) != std::string::npos; });
}

std::string near_note(std::string_view text, std::span<const std::string_view> candidates) {
  const std::string_view near = similar(text, candidates);
  return near.empty() ? std::string() : fmt::format("; the nearest is '{}'", near);
}

std::string_view nearest(std::string_view text, std::span<const std::string> candidates) {
  return nearest(text, views(candidates));
}
std::string_view similar(std::string_view text, std::span<const std::string> candidates) {
  return similar(text, views(candidates));
}
std::string near_note(std::string_view text, std::span<const std::string> candidates) {
  return near_note(text, views(candidates));
}

}  // namespace tavlab
