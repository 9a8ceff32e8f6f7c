#include "core/words.h"

#include <algorithm>
#include <cctype>

#include "core/text.h"
#include "core/words_languages.h"

namespace tavlab {
namespace {

constexpr std::array<std::string_view, 13> kCardinals = {"no",   "one",    "two",   "three", "four",
                                                         "five", "six",    "seven", "eight", "nine",
                                                         "ten",  "eleven", "twelve"};
constexpr std::array<std::string_view, 13> kOrdinals = {
    "",        "first",  "second", "third", "fourth",   "fifth",  "sixth",
    "seventh", "eighth", "ninth",  "tenth", "eleventh", "twelfth"};

/// The headings of `words_text` that are no chapters of a game.
struct Headings {
  std::string_view sides, pieces, endings;
};

Headings headings_in(Language language) {
  if (language == Language::russian) return {"Стороны", "Фигуры", "Чем кончается партия"};
  return {"Sides", "Pieces", "Endings"};
}

std::size_t letters_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

/// The capital of a small Cyrillic letter of two bytes, or the letter itself.
std::string cyrillic_capital(std::string letter) {
  const auto lead = static_cast<unsigned char>(letter[0]);
  const auto last = static_cast<unsigned char>(letter[1]);
  if (lead == 0xd0 && last >= 0xb0) return {letter[0], static_cast<char>(last - 0x20)};
  if (lead == 0xd1 && last <= 0x8f) return {'\xd0', static_cast<char>(last + 0x20)};
  return letter == "ё" ? "Ё" : letter;
}

std::string terms_text(std::string_view title, std::span<const Term> terms) {
  std::size_t width = 0;
  for (const Term& term : terms) width = std::max(width, letters_in(term.name));
  std::string text = fmt::format("\n{}\n", title);
  for (const Term& term : terms)
    text += fmt::format("  {:<{}}  {}\n", term.name, width, term.meaning);
  return text;
}

}  // namespace

std::string words_text(const Words& words) { return words_text(words, Language::english); }

std::string words_text(const Words& words, Language language, const std::set<std::string>& marked,
                       std::size_t width) {
  const Headings headings = headings_in(language);
  std::string text =
      terms_text(headings.sides, words.sides) + terms_text(headings.pieces, words.pieces);
  for (const Words::Chapter& chapter : words.rules) {
    text += fmt::format("\n{}\n", chapter.title);
    for (const std::string& sentence : chapter.sentences) {
      std::string item = wrap(sentence, width, 4);
      item[2] = marked.contains(sentence) ? '*' : '-';
      text += item;
    }
  }
  return text + terms_text(headings.endings, words.endings);
}

Words WordsWriter::finished() {
  std::erase_if(words_.rules, [](const Words::Chapter& each) { return each.sentences.empty(); });
  return std::move(words_);
}

std::string enumeration(std::span<const std::string> items, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? fmt::format(" {} ", last) : std::string(", ");
    text += items[i];
  }
  return text;
}

std::string cardinal(int number) {
  const auto n = static_cast<std::size_t>(number);
  return n < kCardinals.size() ? std::string(kCardinals[n]) : std::to_string(number);
}

std::string ordinal(int number) {
  const auto n = static_cast<std::size_t>(number);
  if (n < kOrdinals.size()) return std::string(kOrdinals[n]);
  const int tens = number / 10 % 10, ones = number % 10;
  const std::string_view suffix = tens == 1   ? "th"
                                  : ones == 1 ? "st"
                                  : ones == 2 ? "nd"
                                  : ones == 3 ? "rd"
                                              : "th";
  return fmt::format("{}{}", number, suffix);
}

std::string counted(int count, std::string_view noun) {
  return fmt::format("{} {}{}", cardinal(count), noun, count == 1 ? "" : "s");
}

std::string capitalized(std::string text) {
  if (text.size() > 1 && (text[0] == '\xd0' || text[0] == '\xd1')) {
    return cyrillic_capital(text.substr(0, 2)) + text.substr(2);
  }
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

}  // namespace tavlab
