// Encirclement on boards of every size, against plain flood filling.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "core/random.h"
#include "core/tafl/tafl.h"
#include "tests/support/refusal.h"

namespace tavlab::tafl {
namespace {

/// Whether no defender is reached from the edge over cells without attackers.
template <int Words>
bool cut_off(int size, const Position<Words>& p) {
  std::vector<bool> reached(static_cast<std::size_t>(size * size));
  std::vector<int> open;
  const auto reach = [&](int column, int row) {
    if (column < 0 || row < 0 || column >= size || row >= size) return;
    const int cell = row * size + column;
    if (reached[static_cast<std::size_t>(cell)] || p.pieces[0].test(cell)) return;
    reached[static_cast<std::size_t>(cell)] = true;
    open.push_back(cell);
  };
  for (int i = 0; i < size; ++i) {
    reach(i, 0);
    reach(i, size - 1);
    reach(0, i);
    reach(size - 1, i);
  }
  while (!open.empty()) {
    const int cell = open.back();
    open.pop_back();
    if (p.pieces[1].test(cell)) return false;
    const int column = cell % size, row = cell / size;
    reach(column - 1, row);
    reach(column + 1, row);
    reach(column, row - 1);
    reach(column, row + 1);
  }
  return true;
}

/// A ring of attackers around the king, which one more attacker can close, and pieces elsewhere.
std::string ring(int size, Random& random) {
  const auto below = [&](int bound) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
  };
  std::vector<std::string> rows(static_cast<std::size_t>(size),
                                std::string(static_cast<std::size_t>(size), '.'));
  const auto at = [&](int column, int row) -> char& {
    return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  };
  const int width = 3 + below(2), height = 3 + below(2);
  const int left = below(size - width + 1), top = below(size - height + 1);
  for (int i = 1; i < width - 1; ++i) at(left + i, top) = at(left + i, top + height - 1) = 'a';
  for (int i = 1; i < height - 1; ++i) at(left, top + i) = at(left + width - 1, top + i) = 'a';
  at(left + 1, top + 1) = 'k';
  at(left, top + 1) = '.';
  for (int others = below(6); others > 0; --others) {
    char& cell = at(below(size), below(size));
    if (cell == '.') cell = below(3) == 0 ? 'd' : 'a';
  }
  std::string text;
  for (const std::string& row : rows) {
    if (!text.empty()) text += '/';
    int empty = 0;
    for (const char cell : row + '|') {
      if (cell == '.') {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      if (cell != '|') text += cell;
    }
  }
  return text + " a";
}

template <int Words>
void expect_agreement(const char* id) {
  using G = Tafl<Words>;
  const std::vector<std::string> from_edge = {"encirclement=cut_off_from_edge"};
  const auto rules = G::compile(load_rule_set(id, from_edge));
  Random random(7);
  int encircled = 0, open = 0;
  for (int i = 0; i < 1500; ++i) {
    const std::string text = ring(rules->size, random);
    Position<Words> position;
    if (refusal([&] { position = G::parse_position(*rules, text); }) != "none") continue;
    if (position.node != NodeKind::decision) continue;
    MoveList<G> moves;
    G::generate(*rules, position, moves);
    for (const Move move : moves) {
      Position<Words> next = position;
      G::play(*rules, next, move);
      if (next.ending != Ending::none && next.ending != Ending::encirclement) continue;
      const bool expected = cut_off(rules->size, next);
      ASSERT_EQ(next.ending == Ending::encirclement, expected)
          << id << " " << text << " " << G::move_text(*rules, position, move);
      ++(expected ? encircled : open);
    }
  }
  EXPECT_GT(encircled, 20) << id;
  EXPECT_GT(open, 1000) << id;
}

TEST(Encirclement, IsThatOfPlainFilling) {
  expect_agreement<2>("brandubh-7");
  expect_agreement<2>("helmfrid-9");
  expect_agreement<2>("helmfrid-11");
  expect_agreement<6>("sea-battle-13");
  expect_agreement<6>("alea-evangelii-19");
}

}  // namespace
}  // namespace tavlab::tafl
