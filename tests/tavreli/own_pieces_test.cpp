// The sources' claims about a player's own pieces in tavreli: they never hem in the volkhv, and one
// that stands in the way costs one move (docs/exact.md).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/playout.h"
#include "core/tavreli/attacks.h"
#include "core/tavreli/tavreli.h"

namespace tavlab {
namespace {

using G = Tavreli;
using Position = G::Position;
using Move = G::Move;

/// The position with the other side to move; nothing if that side's opponent is in check.
std::optional<Position> with_other_side(const G::Rules& rules, const Position& p) {
  std::string text = G::position_text(rules, p);
  const std::size_t side = text.find(' ') + 1;
  text[side] = text[side] == 'w' ? 'b' : 'w';
  text = text.substr(0, text.rfind(' ')) + " -";  // no capture en passant
  try {
    return G::parse_position(rules, text);
  } catch (const UserError&) {
    return std::nullopt;
  }
}

/// For each square next to the volkhv of the side to move that has a tower of its own on it: he may
/// step onto it with his whole tower unless he would be attacked there.
TEST(OwnPieces, NeverHemInAVolkhv) {
  int steps = 0, attacked = 0, mates = 0, mates_with_own = 0;
  for (const char* id : {"tavreli", "tavreli-000"}) {
    const auto rules = G::compile(load_rule_set(id));
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      Random random(seed);
      Position p = G::start(*rules);
      for (int ply = 0; ply < 250; ++ply) {
        const bool mate = p.node == NodeKind::terminal && G::reason(p) == "checkmate";
        if (p.node == NodeKind::terminal && !mate) break;
        MoveList<G> moves;
        if (!mate) G::generate(*rules, p, moves);
        const auto me = static_cast<std::size_t>(p.side);
        const int from = std::countr_zero(p.tops(p.side, tavreli::Kind::volkhv));
        auto next = tavreli::kVolkhvSteps[static_cast<std::size_t>(from)] & p.owned[me];
        if (mate) {
          ++mates;
          mates_with_own += next != 0;
        }
        for (; next != 0; next &= next - 1) {
          const Move step(from, std::countr_zero(next), p.height[static_cast<std::size_t>(from)]);
          const bool legal = std::find(moves.begin(), moves.end(), step) != moves.end();
          Position after = p;
          G::play(*rules, after, step);
          const auto seen = with_other_side(*rules, after);
          if (!seen) continue;
          EXPECT_EQ(legal, !seen->in_check) << G::position_text(*rules, p);
          ++(legal ? steps : attacked);
        }
        if (mate) break;
        G::play(*rules, p, G::random_move(*rules, p, random));
      }
    }
  }
  EXPECT_GT(steps, 10000);
  EXPECT_GT(attacked, 100);
  EXPECT_GT(mates, 10);
  EXPECT_GT(mates_with_own, 3);
}

std::string square_name(int square) {
  return fmt::format("{}{}", static_cast<char>('a' + square % 8), 1 + square / 8);
}

/// A position with these towers, by square, and White to move.
std::optional<Position> position_of(const G::Rules& rules,
                                    const std::array<std::string, 64>& towers) {
  std::string board;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const std::string& tower = towers[static_cast<std::size_t>(8 * rank + file)];
      if (tower.empty()) {
        ++empty;
        continue;
      }
      if (empty > 0) board += fmt::to_string(empty);
      empty = 0;
      board += tower;
    }
    if (empty > 0) board += fmt::to_string(empty);
    if (rank > 0) board += '/';
  }
  try {
    return G::parse_position(rules, board + " w - - -");
  } catch (const UserError&) {
    return std::nullopt;
  }
}

bool has_move(const G::Rules& rules, const Position& p, int from, int to, int pieces) {
  MoveList<G> moves;
  G::generate(rules, p, moves);
  return std::find(moves.begin(), moves.end(), Move(from, to, pieces)) != moves.end();
}

/// Each slide with one own piece in its way, any but the volkhv: first onto it, then on alone.
/// Nothing can obstruct the pieces that leap, and the steps of the volkhv.
TEST(OwnPieces, InTheWayCostOneMove) {
  const auto rules = G::compile(load_rule_set("tavreli"));
  int slides = 0;
  for (const auto& [mover, straight, diagonal] :
       {std::tuple("R", true, false), std::tuple("B", false, true), std::tuple("Q", true, true),
        std::tuple("+H", true, true)}) {
    for (int from = 0; from < 64; ++from) {
      for (int d = 0; d < 9; ++d) {
        const int dx = d % 3 - 1, dy = d / 3 - 1;
        if ((dx == 0 && dy == 0) || !(dx == 0 || dy == 0 ? straight : diagonal)) continue;
        std::vector<int> line;
        for (int x = from % 8 + dx, y = from / 8 + dy; x >= 0 && x < 8 && y >= 0 && y < 8;
             x += dx, y += dy) {
          line.push_back(8 * y + x);
        }
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
          for (std::size_t k = i + 1; k < line.size(); ++k) {
            const int between = line[i], to = line[k];
            // The volkhvs stand wherever they are off the line and neither is in check.
            bool done = false;
            for (int white = 0; white < 64 && !done; ++white) {
              const int black = 63 - white;
              const auto on_line = [&](int square) {
                return square == from || std::find(line.begin(), line.end(), square) != line.end();
              };
              if (on_line(white) || on_line(black)) continue;
              std::array<std::string, 64> towers;
              towers[static_cast<std::size_t>(white)] = "K";
              towers[static_cast<std::size_t>(black)] = "k";
              towers[static_cast<std::size_t>(between)] = "N";
              auto second = towers;
              towers[static_cast<std::size_t>(from)] = mover;
              second[static_cast<std::size_t>(between)] = fmt::format("(N{})", mover);
              const auto p = position_of(*rules, towers), q = position_of(*rules, second);
              if (!p || !q) continue;
              done = true;
              ++slides;
              EXPECT_FALSE(has_move(*rules, *p, from, to, 1));
              EXPECT_TRUE(has_move(*rules, *p, from, between, 1)) << square_name(from);
              EXPECT_TRUE(has_move(*rules, *q, between, to, 1)) << square_name(between);
            }
            EXPECT_TRUE(done) << mover << square_name(from) << square_name(to);
          }
        }
      }
    }
  }
  // Pairs of squares on a ray of each square: 64 squares by two dimensions of 7 * 6 / 2 and so on.
  EXPECT_GT(slides, 5000);
}

}  // namespace
}  // namespace tavlab
