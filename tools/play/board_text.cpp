#include "tools/play/board_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "tools/terminal.h"

namespace tavlab::play {
namespace {

using cli::columns_of_text;
using Emblem = PieceLook::Emblem;
using Shape = SquareMark::Shape;

// Colours of the 256 that are the same on every terminal. Pieces are white or black on grounds of
// medium brightness, so both stand out on light and dark terminals and without colour vision.
constexpr int kLightPiece = 231, kDarkPiece = 16, kSignInk = 230, kDotInk = 187;
constexpr int kPlainGround = 101, kLightGround = 137, kDarkGround = 95, kMarkedGround = 242;
constexpr int kMovedGround = 130, kCapturedGround = 124;

/// A text with colours, or without.
std::string painted(std::string_view text, int ink, int ground, BoardStyle style) {
  if (!style.color) return std::string(text);
  return fmt::format("\x1b[38;5;{};48;5;{}m{}\x1b[0m", ink, ground, text);
}

struct Symbols {
  std::string_view solid, outline;
};

Symbols symbols_of(Emblem emblem) {
  switch (emblem) {
    case Emblem::cross:
      return {"♚", "♔"};
    case Emblem::diamond:
      return {"◆", "◇"};
    case Emblem::ring:
      return {"◉", "◎"};
    case Emblem::crown:
      return {"♛", "♕"};
    case Emblem::none:
      break;
  }
  return {"●", "○"};
}

/// The figure of a chessman, whose shape everybody knows; empty for other pieces.
std::string_view chessman(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kMen[] = {
      {"king", "♚"},   {"queen", "♛"},  {"rook", "♜"},
      {"bishop", "♝"}, {"knight", "♞"}, {"pawn", "♟"}};
  const auto* const found =
      std::ranges::find(kMen, name, &std::pair<std::string_view, std::string_view>::first);
  return found == std::end(kMen) ? std::string_view() : found->second;
}

std::string_view symbol_of(Shape shape) {
  switch (shape) {
    case Shape::shade:
      return "░";
    case Shape::hatch:
      return "▒";
    case Shape::diamond:
      return "◊";
    case Shape::cross:
      return "×";
    case Shape::star:
      return "✶";
    case Shape::dot:
      return "∘";
    case Shape::ring:
      return "¤";
    case Shape::bars:
      break;
  }
  return "≡";
}

/// Without colours the players' pieces differ by their outlines.
std::string piece_sign(const Picture& picture, const PieceLook& look, BoardStyle style) {
  if (!style.unicode) return {look.sign};
  if (!look.letters.empty()) {
    // Without colours, capital and small letters tell the players apart.
    const std::string_view man = style.color ? chessman(look.name) : std::string_view();
    return man.empty() ? std::string(1, look.sign) : std::string(man);
  }
  const Symbols symbols = symbols_of(look.emblem);
  const bool solid = style.color || look.owner != picture.light;
  return std::string(solid ? symbols.solid : symbols.outline);
}

std::string mark_sign(const SquareMark& mark, BoardStyle style) {
  return style.unicode ? std::string(symbol_of(mark.shape)) : std::string(1, mark.sign);
}

int ink_of(const Picture& picture, Side owner) {
  return owner == picture.light ? kLightPiece : kDarkPiece;
}

/// The pieces on a square as far as they are drawn there, from the bottom up.
std::span<const std::uint8_t> drawn_pieces(const Picture& picture, const Picture::Square& square) {
  const std::span<const std::uint8_t> all = square.pieces;
  return picture.stacks == Picture::Stacks::low || all.empty() ? all : all.last(1);
}

/// The height of a stack of which only the top is drawn.
std::string height_text(const Picture& picture, const Picture::Square& square) {
  const bool high = picture.stacks != Picture::Stacks::low && square.pieces.size() > 1;
  return high ? std::to_string(square.pieces.size()) : std::string();
}

std::size_t width_of(const Picture& picture, const Picture::Square& square) {
  return drawn_pieces(picture, square).size() + height_text(picture, square).size();
}

int ground_of(const Picture& picture, const Picture::Square& square) {
  if (!square.marks.empty()) return kMarkedGround;
  const bool chequered = std::ranges::any_of(picture.squares, &Picture::Square::dark);
  return !chequered ? kPlainGround : square.dark ? kDarkGround : kLightGround;
}

std::string empty_sign(const Picture& picture, const Picture::Square& square, BoardStyle style) {
  if (!square.marks.empty()) return mark_sign(picture.marks[square.marks.front()], style);
  if (!square.used) return " ";
  return style.unicode ? "·" : ".";
}

/// A square between the places of two brackets, `width` columns without them.
std::string cell_text(const Picture& picture, std::size_t index, std::size_t width,
                      const BoardMarks& marks, BoardStyle style) {
  const Picture::Square& square = picture.squares[index];
  if (!square.exists) return std::string(width + 2, ' ');
  const bool moved = std::ranges::count(marks.moved, index) > 0;
  const bool captured = !moved && std::ranges::count(marks.captured, index) > 0;
  const int ground = moved ? kMovedGround : captured ? kCapturedGround : ground_of(picture, square);
  std::string cell = painted(moved ? "[" : captured ? "(" : " ", kSignInk, ground, style);
  const auto pieces = drawn_pieces(picture, square);
  for (const std::uint8_t piece : pieces) {
    const PieceLook& look = picture.looks[piece];
    cell += painted(piece_sign(picture, look, style), ink_of(picture, look.owner), ground, style);
  }
  std::string rest;
  if (pieces.empty()) {
    rest = empty_sign(picture, square, style);
  } else {
    rest = height_text(picture, square);
  }
  rest.append(width - pieces.size() - static_cast<std::size_t>(columns_of_text(rest)), ' ');
  rest += moved ? "]" : captured ? ")" : " ";
  const bool dot = pieces.empty() && square.marks.empty();
  return cell + painted(rest, dot && !moved && !captured ? kDotInk : kSignInk, ground, style);
}

std::size_t margin_of(const Picture& picture) {
  std::size_t margin = 1;
  for (const std::string& label : picture.row_labels) margin = std::max(margin, label.size());
  return margin;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// The lines of a board with cells of `columns` columns.
std::vector<std::string> framed(const Picture& picture, std::size_t columns, BoardStyle style,
                                const std::vector<std::string>& cells) {
  const std::size_t margin = margin_of(picture);
  const bool has_frame = style.unicode && style.frame;
  const std::string_view side = has_frame ? "│" : "";
  const std::string edge = repeated("─", picture.columns * columns);
  std::vector<std::string> lines;
  if (has_frame) lines.push_back(fmt::format("{:{}} ┌{}┐", "", margin, edge));
  for (std::size_t row = 0; row < picture.rows; ++row) {
    std::string line = fmt::format("{:>{}} {}", picture.row_labels[row], margin, side);
    for (std::size_t column = 0; column < picture.columns; ++column) {
      line += cells[row * picture.columns + column];
    }
    lines.push_back(line.append(side));
  }
  if (has_frame) lines.push_back(fmt::format("{:{}} └{}┘", "", margin, edge));
  std::string labels(margin + 1 + (has_frame ? 1 : 0), ' ');
  for (const std::string& label : picture.column_labels) {
    labels += fmt::format(" {:<{}}", label, columns - 1);
  }
  lines.push_back(labels + (has_frame ? " " : ""));
  return lines;
}

/// Joins parts with commas, in lines of at most `width` columns.
std::string joined(const std::vector<std::string>& parts, int width) {
  std::string text;
  int column = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string part = parts[i] + (i + 1 < parts.size() ? "," : "");
    const int needed = columns_of_text(part);
    const bool fits = column > 0 && column + 1 + needed <= width;
    if (column > 0) text += fits ? ' ' : '\n';
    column = fits ? column + 1 + needed : needed;
    text += part;
  }
  return text + '\n';
}

}  // namespace

std::vector<std::string> board_lines(const Picture& picture, const BoardMarks& marks,
                                     BoardStyle style) {
  // All squares get the width of the widest; the height of a stack always has room, so that the
  // board's width does not change during a game.
  std::size_t width = picture.stacks == Picture::Stacks::high ? 2 : 1;
  for (const Picture::Square& square : picture.squares) {
    width = std::max(width, width_of(picture, square));
  }
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < picture.squares.size(); ++i) {
    cells.push_back(cell_text(picture, i, width, marks, style));
  }
  return framed(picture, width + 2, style, cells);
}

std::string side_sign(const Picture& picture, Side side, BoardStyle style) {
  const auto look = std::ranges::find(picture.looks, side, &PieceLook::owner);
  if (look == picture.looks.end()) return {};
  std::string sign = " " + piece_sign(picture, *look, style) + " ";
  if (!look->letters.empty()) sign = style.color && style.unicode ? " ● " : "";
  return painted(sign, ink_of(picture, side), kPlainGround, style);
}

std::string legend(const Picture& picture, BoardStyle style, int width) {
  const auto sample = [&](const std::string& sign, int ink, int ground) {
    return style.color ? painted(" " + sign + " ", ink, ground, style) : sign;
  };
  struct Entry {
    std::string name, signs, shown;
  };
  std::vector<Entry> pieces;
  for (const PieceLook& look : picture.looks) {
    const std::string name = look.name.substr(0, look.name.find(','));
    auto entry = std::ranges::find(pieces, name, &Entry::name);
    if (entry == pieces.end()) entry = pieces.insert(pieces.end(), {name, {}, {}});
    if (entry->signs.find(look.sign) != std::string::npos) continue;
    entry->signs += look.sign;
    entry->shown += entry->shown.empty() || style.color ? "" : " ";
    entry->shown +=
        sample(piece_sign(picture, look, style), ink_of(picture, look.owner), kPlainGround);
  }
  std::vector<std::string> parts;
  parts.reserve(pieces.size() + picture.marks.size());
  for (const Entry& entry : pieces) parts.push_back(entry.shown + ' ' + entry.name);
  for (const SquareMark& mark : picture.marks) {
    parts.push_back(sample(mark_sign(mark, style), kSignInk, kMarkedGround) + ' ' + mark.meaning);
  }
  if (picture.stacks == Picture::Stacks::high) {
    parts.emplace_back(
        "a number after a piece: the height of its stack; beside the board the whole stacks, from "
        "the bottom up");
  }
  if (picture.stacks == Picture::Stacks::low) parts.emplace_back("stacks from the bottom up");
  parts.push_back(painted("[ ]", kSignInk, kMovedGround, style) + " last move");
  parts.push_back(painted("( )", kSignInk, kCapturedGround, style) + " captured");
  return joined(parts, width);
}

std::vector<std::string> path_lines(const Picture& picture, const std::vector<std::string>& path) {
  std::vector<std::string> numbers(picture.squares.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::size_t square = picture.find(path[i]);
    if (square == picture.squares.size()) continue;
    numbers[square] += (numbers[square].empty() ? "" : "/") + std::to_string(i + 1);
  }
  std::size_t width = 1;
  for (const std::string& number : numbers) width = std::max(width, number.size());
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < picture.squares.size(); ++i) {
    const std::string text = !numbers[i].empty()         ? numbers[i]
                             : picture.squares[i].exists ? "."
                                                         : "";
    cells.push_back(fmt::format(" {:<{}} ", text, width));
  }
  return framed(picture, width + 2, {}, cells);
}

}  // namespace tavlab::play
