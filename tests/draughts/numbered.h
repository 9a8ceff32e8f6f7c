#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>
#include <vector>

namespace tavlab::draughts {

/// Squares as most countries number them: the dark ones from 1, row by row from Black's side. On
/// boards whose right-hand corner is dark (Italy) files are mirrored, as RULES.md says.
struct Numbering {
  int size = 8;
  bool mirrored = false;

  [[nodiscard]] std::string square(int number) const {
    const int row = (number - 1) / (size / 2), rank = size - 1 - row;
    const int place = (number - 1) % (size / 2);
    const int file =
        mirrored ? size - 1 - (2 * place + (rank % 2 == 0 ? 1 : 0)) : 2 * place + rank % 2;
    return fmt::format("{}{}", static_cast<char>('a' + file), rank + 1);
  }

  /// "22x13" as "f3:..." and so on.
  [[nodiscard]] std::string move(const std::string& numbers) const {
    const std::size_t sign = numbers.find_first_of("-x");
    return square(std::stoi(numbers)) + (numbers[sign] == 'x' ? ":" : "-") +
           square(std::stoi(numbers.substr(sign + 1)));
  }

  /// "W:WK21,31:B10,18,27" as a position text.
  [[nodiscard]] std::string position(const std::string& numbers) const {
    std::vector<std::string> rows(static_cast<std::size_t>(size),
                                  std::string(static_cast<std::size_t>(size), '.'));
    char owner = 'w';
    std::istringstream fields(numbers.substr(2));
    for (std::string field; std::getline(fields, field, ':');) {
      owner = static_cast<char>(std::tolower(static_cast<unsigned char>(field[0])));
      std::istringstream words(field.substr(1));
      for (std::string word; std::getline(words, word, ',');) {
        const bool king = word[0] == 'K';
        const std::string name = square(std::stoi(king ? word.substr(1) : word));
        char& there = rows[static_cast<std::size_t>(size - std::stoi(name.substr(1)))]
                          [static_cast<std::size_t>(name[0] - 'a')];
        there = static_cast<char>(king ? std::toupper(owner) : owner);
      }
    }
    std::string text;
    for (const std::string& row : rows) {
      text += text.empty() ? "" : "/";
      for (std::size_t i = 0; i < row.size();) {
        const std::size_t run = std::min(row.find_first_not_of('.', i), row.size()) - i;
        text += run > 0 ? std::to_string(run) : std::string(1, row[i]);
        i += run > 0 ? run : 1;
      }
    }
    return text + ' ' + static_cast<char>(std::tolower(static_cast<unsigned char>(numbers[0])));
  }
};

}  // namespace tavlab::draughts
