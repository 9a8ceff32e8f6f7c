#include "core/words.h"

#include <algorithm>
#include <cctype>

#include "core/text.h"

namespace tavlab {
namespace {

constexpr std::array<std::string_view, 13> kCardinals = {"no",   "one",    "two",   "three", "four",
                                                         "five", "six",    "seven", "eight", "nine",
                                                         "ten",  "eleven", "twelve"};
constexpr std::array<std::string_view, 13> kOrdinals = {
    "",        "first",  "second", "third", "fourth",   "fifth",  "sixth",
    "seventh", "eighth", "ninth",  "tenth", "eleventh", "twelfth"};

std::string terms_text(std::string_view title, std::span<const Term> terms) {
  std::size_t width = 0;
  for (const Term& term : terms) width = std::max(width, term.name.size());
  std::string text = fmt::format("\n{}\n", title);
  for (const Term& term : terms)
    text += fmt::format("  {:<{}}  {}\n", term.name, width, term.meaning);
  return text;
}

}  // namespace

std::string words_text(const Words& words) {
  std::string text = terms_text("Sides", words.sides) + terms_text("Pieces", words.pieces);
  for (const Words::Chapter& chapter : words.rules) {
    text += fmt::format("\n{}\n", chapter.title);
    for (const std::string& sentence : chapter.sentences) {
      std::string item = wrap(sentence, 92, 4);
      item[2] = '-';
      text += item;
    }
  }
  return text + terms_text("Endings", words.endings);
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
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

}  // namespace tavlab
