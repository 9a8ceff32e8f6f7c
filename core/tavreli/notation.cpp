#include "core/tavreli/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <optional>

#include "core/error.h"
#include "core/subscript.h"
#include "core/tavreli/moves.h"
#include "core/tavreli/obstacle.h"
#include "core/tavreli/position_text.h"

namespace tavlab::tavreli {
namespace {

/// A published move in normal form: lower case, Latin letters, no marks after it, no dashes.
/// Castlings become 00 and 000.
std::string bare_move(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 12> cyrillic = {{{"а", 'a'},
                                                                           {"А", 'a'},
                                                                           {"с", 'c'},
                                                                           {"С", 'c'},
                                                                           {"е", 'e'},
                                                                           {"Е", 'e'},
                                                                           {"о", '0'},
                                                                           {"О", '0'},
                                                                           {"х", 'x'},
                                                                           {"В", 'b'},
                                                                           {"–", '-'},
                                                                           {"—", '-'}}};
  std::string plain;
  while (!text.empty()) {
    const auto found = std::ranges::find_if(
        cyrillic, [&](const auto& each) { return text.starts_with(each.first); });
    if (found != cyrillic.end()) {
      plain += found->second;
      text.remove_prefix(found->first.size());
      continue;
    }
    const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
    plain += c == 'o' ? '0' : c;
    text.remove_prefix(1);
  }
  const std::size_t end = plain.find_last_not_of("+x#!?*");
  plain.resize(end == std::string::npos ? 0 : end + 1);
  bool in_brackets = false;  // there a dash would be the sign of a number
  std::erase_if(plain, [&](char c) {
    in_brackets = c == '(' || (in_brackets && c != ')');
    return c == ' ' || (c == '-' && !in_brackets);
  });
  return plain;
}

/// Fast path for texts as written by `move_text`, the bulk of replayed records; no move for any
/// other text.
Move find_own(const Position& p, const FixedList<Move, kMaxMoves>& moves, std::string_view text) {
  const bool castling = text == "0-0" || text == "0-0-0";
  const auto square = [&](std::size_t i) {
    return i + 1 < text.size() ? text[i] - 'a' + 8 * (text[i + 1] - '1') : -1;
  };
  const int from = square(0);
  const std::size_t dash = text.find('-');
  if (!castling && (from < 0 || from > 63 || dash == std::string_view::npos)) return {};
  for (const Move move : moves) {
    const bool castles = move.special() == Move::Special::castling;
    if (castles != castling || (!castling && move.from() != from)) continue;
    if (!castling && move.to() != square(dash + 1)) continue;
    if (move_text(p, move) == text) return move;
  }
  return {};
}

/// The squares of a move in normal form, without the pieces it moves and what it becomes.
std::optional<std::pair<int, int>> squares_of(std::string_view bare) {
  const auto read_square = [&] {
    int square = -1;
    if (bare.size() > 1 && bare[0] >= 'a' && bare[0] <= 'h' && bare[1] >= '1' && bare[1] <= '8') {
      square = 8 * (bare[1] - '1') + bare[0] - 'a';
      bare.remove_prefix(2);
    }
    return square;
  };
  const int from = read_square();
  const std::size_t bracket = bare.starts_with('(') ? bare.find(')') : std::string_view::npos;
  if (bracket != std::string_view::npos) bare.remove_prefix(bracket + 1);
  const int to = read_square();
  const bool becomes =
      bare.size() == 1 && std::string_view("qrbn").find(bare[0]) != std::string_view::npos;
  if (from < 0 || to < 0 || (!bare.empty() && !becomes)) return std::nullopt;
  return std::pair(from, to);
}

}  // namespace

std::string move_text(const Position& p, Move move) {
  if (move.special() == Move::Special::castling) return move.to() > move.from() ? "0-0" : "0-0-0";
  std::string text = square_name(move.from());
  if (move.pieces() < p.height[at(move.from())]) text += fmt::format("({})", move.pieces());
  text += '-' + square_name(move.to());
  if (move.special() >= Move::Special::become_knyaz) {
    text += "QRBN"[at(move.special()) - at(Move::Special::become_knyaz)];
  }
  return text;
}

Move parse_move(const Rules& rules, const Position& p, std::string_view text) {
  const auto wrong = [&](const std::string& what) {
    return UserError(fmt::format("move '{}': {}", text, what));
  };
  if (p.node != NodeKind::decision) throw wrong("the game is over");
  FixedList<Move, kMaxMoves> moves;
  generate(rules, p, moves);
  if (const Move own = find_own(p, moves, text); own != Move()) return own;
  const std::string bare = bare_move(text);
  std::string from_there;
  const std::string_view square = std::string_view(bare).substr(0, 2);
  std::size_t others = 0;
  for (const Move move : moves) {
    const std::string name = move_text(p, move);
    if (bare_move(name) == bare) return move;
    // A move of the whole tower may state its height.
    const int height = p.height[at(move.from())];
    if (move.special() != Move::Special::castling && move.pieces() == height &&
        bare_move(fmt::format("{}({}){}", name.substr(0, 2), height, name.substr(2))) == bare) {
      return move;
    }
    if (name.starts_with(square)) {
      if (from_there.size() < 200) {
        from_there += ' ' + name;
      } else {
        ++others;
      }
    }
  }
  if (bare == "00" || bare == "000") {
    const std::string why = castling_obstacle(rules, p, bare == "00" ? 0 : 1);
    throw wrong(fmt::format("not legal: {}", why));
  }
  if (const auto way = squares_of(bare)) {
    const std::string why = obstacle(rules, p, way->first, way->second);
    if (!why.empty()) throw wrong(fmt::format("not legal: {}", why));
  }
  const std::string_view player = p.side == Side::first ? "White" : "Black";
  const bool plain = std::ranges::all_of(square, [](char c) { return c > 0; });
  if (from_there.empty() && !plain)
    throw wrong("not legal; moves are written e2-e4, c3(2)-c6, 0-0");
  if (from_there.empty()) {
    throw wrong(
        fmt::format("not legal; {} has no move from '{}'; moves are written e2-e4, "
                    "c3(2)-c6, 0-0",
                    player, square));
  }
  if (others > 0) from_there += fmt::format(" and {} more", others);
  throw wrong(fmt::format("not legal; from there:{}", from_there));
}

std::vector<std::string> captured_squares(const Position& p, Move move) {
  if (!is_capture(p, move)) return {};
  if (move.special() != Move::Special::en_passant) return {square_name(move.to())};
  return {square_name(move.to() + (p.side == Side::first ? -8 : 8))};
}

int free_pieces(const Position& p, Side side) {
  int count = 0;
  for (Squares own = p.owned[at(side)]; own != 0; own &= own - 1) {
    for (const Piece piece : tower(p, std::countr_zero(own))) count += piece.side() == side;
  }
  return count;
}

}  // namespace tavlab::tavreli
