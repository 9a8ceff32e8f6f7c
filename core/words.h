#pragma once

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavlab {

/// A name and its meaning.
struct Term {
  std::string name;
  std::string meaning;

  bool operator==(const Term&) const = default;
};

/// A description of a game under some rules, for people. The sentences are generated from the
/// parameters, so they always match what is played.
struct Words {
  /// A heading and the sentences under it.
  struct Chapter {
    std::string title;  ///< "Moves"
    std::vector<std::string> sentences;

    bool operator==(const Chapter&) const = default;
  };

  std::string summary;         ///< what the game is about, in one sentence
  std::array<Term, 2> sides;   ///< {"attackers", "capture the king"}, {"defenders", ...}
  std::vector<Term> pieces;    ///< the letters of position texts: {"k", "king"}
  std::vector<Chapter> rules;  ///< the board, moves, captures, ends, dice
  std::vector<Term> endings;   ///< the reasons for which games can end: {"king captured", "..."}
  std::string check;           ///< the word for a threat to win at once ("in check"), or empty

  bool operator==(const Words&) const = default;
};

/// All but the summary as text, in lines of at most 92 characters, with an empty line before each
/// heading.
std::string words_text(const Words& words);

// Helpers with which families write their sentences.

/// The text with its first letter capitalized.
std::string capitalized(std::string text);

/// Collects sentences under headings; base class of the families' writers.
class WordsWriter {
 protected:
  /// Starts a chapter.
  void chapter(std::string title) { words_.rules.push_back({std::move(title), {}}); }
  /// Adds a sentence to the chapter, with its first letter capitalized.
  template <typename... T>
  void say(fmt::format_string<T...> format, T&&... values) {
    words_.rules.back().sentences.push_back(
        capitalized(fmt::format(format, std::forward<T>(values)...)));
  }
  void add_ending(bool possible, std::string_view reason, std::string meaning) {
    if (possible) words_.endings.push_back({std::string(reason), std::move(meaning)});
  }
  /// Everything written, without empty chapters.
  Words finished();

  Words words_;
};

/// "a", "a and b", "a, b and c".
std::string enumeration(std::span<const std::string> items, std::string_view last = "and");

/// "no pieces", "one piece", "13 pieces".
std::string counted(int count, std::string_view noun);

/// "three", "12": words up to twelve.
std::string cardinal(int number);

/// "third", "21st".
std::string ordinal(int number);

}  // namespace tavlab
