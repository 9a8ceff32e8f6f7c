#pragma once

#include <string>
#include <vector>

namespace tavlab {

/// A name and what it stands for.
struct Term {
  std::string name;
  std::string meaning;

  bool operator==(const Term&) const = default;
};

/// A game under some rules, in words for people. The sentences are made from the parameters, so
/// that they say what is played and nothing else.
struct Words {
  /// A heading and sentences that belong under it.
  struct Chapter {
    std::string title;  ///< "How pieces move"
    std::vector<std::string> sentences;
  };

  std::string summary;                ///< what the game is about, in one sentence
  std::vector<Term> pieces;           ///< the letters of position texts: {"k", "king"}
  std::vector<Chapter> rules;         ///< board, moves, captures, ends, dice
  std::vector<Term> endings;          ///< the reasons that games end by: {"king captured", "..."}
  std::vector<std::string> notation;  ///< lines on how positions, moves and rolls are written
  std::string check;  ///< what a threat to win at once is called ("in check"), or empty
};

}  // namespace tavlab
