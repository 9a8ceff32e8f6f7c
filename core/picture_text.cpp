#include "core/picture_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/words.h"

namespace tavlab {
namespace {

/// The pieces on a square, or the sign of an empty one.
std::string square_text(const Picture& picture, const Picture::Square& square) {
  if (!square.exists) return {};
  if (square.pieces.empty()) {
    if (!square.marks.empty()) return {picture.marks[square.marks.front()].sign};
    return square.used ? "." : "";
  }
  if (picture.stacks == Picture::Stacks::low) {
    std::string text;
    for (const std::uint8_t piece : square.pieces) text += picture.looks[piece].sign;
    return text;
  }
  std::string text(1, picture.looks[square.pieces.back()].sign);
  if (square.pieces.size() > 1) text += std::to_string(square.pieces.size());
  return text;
}

/// "c3  White: PR n B  luchnik (лучник)": the whole stack from the bottom up, and the name of its
/// top piece.
std::string stack_line(const Picture& picture, std::size_t square) {
  std::vector<std::string_view> texts;
  for (const std::uint8_t piece : picture.squares[square].pieces) {
    texts.push_back(picture.looks[piece].text);
  }
  const PieceLook& top = picture.looks[picture.squares[square].pieces.back()];
  return fmt::format("{:<3} {}: {}  {}", picture.name(square),
                     capitalized(picture.player(top.owner)), fmt::join(texts, " "), top.name);
}

}  // namespace

std::vector<std::string> lines_beside(const Picture& picture) {
  std::vector<std::string> lines = picture.beside;
  if (picture.stacks != Picture::Stacks::high) return lines;
  for (std::size_t i = 0; i < picture.squares.size(); ++i) {
    if (picture.squares[i].pieces.size() > 1) lines.push_back(stack_line(picture, i));
  }
  return lines;
}

std::string picture_text(const Picture& picture, bool reverse) {
  std::vector<std::string> cells;
  // All squares get the width of the widest, so that files stay aligned; the height of a stack
  // always has room, so that the board's width does not change during a game.
  std::size_t width = picture.stacks == Picture::Stacks::high ? 2 : 1;
  for (const Picture::Square& square : picture.squares) {
    cells.push_back(square_text(picture, square));
    width = std::max(width, cells.back().size());
  }
  const std::string gap(picture.stacks == Picture::Stacks::high ? 2 : 1, ' ');
  std::size_t margin = 1;
  for (const std::string& label : picture.row_labels) margin = std::max(margin, label.size());

  std::vector<std::string> lines;
  for (std::size_t row = 0; row <= picture.rows; ++row) {
    const bool labels = row == picture.rows;
    std::string line = fmt::format("{:>{}} ", labels ? "" : picture.row_labels[row], margin);
    for (std::size_t column = 0; column < picture.columns; ++column) {
      const std::size_t square = row * picture.columns + column;
      const std::string& cell = labels ? picture.column_labels[column] : cells[square];
      const bool last =
          reverse && !labels && std::ranges::count(picture.last_move, square) > 0 && !cell.empty();
      line += last ? fmt::format("{}\x1b[7m{}\x1b[0m{:<{}}", gap, cell, "", width - cell.size())
                   : fmt::format("{}{:<{}}", gap, cell, width);
    }
    lines.push_back(std::move(line));
  }
  const std::size_t board_width = margin + 1 + picture.columns * (gap.size() + width);
  const std::vector<std::string> beside = lines_beside(picture);
  lines.resize(std::max(lines.size(), beside.size()));
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i < beside.size() && !beside[i].empty()) {
      if (i > picture.rows) lines[i].assign(board_width, ' ');
      lines[i] += "  " + beside[i];
    }
    lines[i].erase(lines[i].find_last_not_of(' ') + 1);
    text += lines[i] + '\n';
  }
  return text;
}

std::string legend_text(const Picture& picture) {
  std::vector<std::pair<std::string, std::string>> pieces;  // name, signs
  for (const PieceLook& look : picture.looks) {
    const std::string name = look.name.substr(0, look.name.find(','));
    auto known = std::ranges::find(pieces, name, &std::pair<std::string, std::string>::first);
    if (known == pieces.end()) known = pieces.insert(pieces.end(), {name, ""});
    if (known->second.find(look.sign) != std::string::npos) continue;
    known->second += known->second.empty() ? "" : " ";
    known->second += look.sign;
  }
  std::vector<std::string> parts[2];
  for (const auto& [name, signs] : pieces) parts[0].push_back(fmt::format("{} {}", signs, name));
  for (const SquareMark& mark : picture.marks) {
    parts[1].push_back(fmt::format("{} {}", mark.sign, mark.meaning));
  }
  std::string text = fmt::format("{}{}{}", fmt::join(parts[0], ", "), parts[1].empty() ? "" : "; ",
                                 fmt::join(parts[1], ", "));
  if (picture.stacks == Picture::Stacks::high) {
    text += "; a number after a piece: the height of the stack it is on top of";
  }
  return text;
}

}  // namespace tavlab
