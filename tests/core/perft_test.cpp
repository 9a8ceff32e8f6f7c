#include "core/perft.h"

#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/families.h"

namespace tavlab {

void PrintTo(const PerftCounts& counts, std::ostream* out) {
  *out << counts.nodes << " nodes, " << counts.captures << " captures, " << counts.ends << " ends";
}

namespace {

/// Published or independently computed numbers, from the start position. Several programs that
/// share no code agree on the shallower ones.
struct Known {
  std::string_view rules;
  int depth;
  std::uint64_t nodes;
  std::optional<std::uint64_t> captures;
  std::optional<std::uint64_t> ends;
};

constexpr std::optional<std::uint64_t> kUnknown = std::nullopt;

#ifndef TAVLAB_SLOW
const std::vector<Known> kNumbers = {
    {"helmfrid-11", 1, 116, kUnknown, 0},
    {"helmfrid-11", 2, 6788, kUnknown, 0},
    {"helmfrid-11", 3, 806344, 4200, 0},
    {"helmfrid-11-cross", 1, 120, kUnknown, 0},
    {"helmfrid-11-cross", 2, 12152, kUnknown, 0},
    {"helmfrid-11-cross", 3, 1466960, 13544, 0},
    {"helmfrid-9", 1, 72, kUnknown, 0},
    {"helmfrid-9", 2, 3944, kUnknown, 0},
    {"helmfrid-9", 3, 285728, 4336, 0},
    {"tavlei-9", 1, 72, kUnknown, 0},
    {"tavlei-9", 2, 3944, kUnknown, 0},
    {"tavlei-9", 3, 285728, 4336, 0},
    {"tablut-9", 1, 80, kUnknown, kUnknown},
    {"tablut-9", 2, 4400, kUnknown, kUnknown},
    {"tablut-9", 3, 353200, kUnknown, kUnknown},
    {"brandubh-7", 1, 40, kUnknown, kUnknown},
    {"brandubh-7", 2, 960, kUnknown, kUnknown},
    {"brandubh-7", 3, 39512, kUnknown, kUnknown},
    {"brandubh-7", 4, 1007392, kUnknown, kUnknown},
    {"brandubh-7-weak-king", 3, 39512, kUnknown, kUnknown},
    {"brandubh-7-weak-king", 4, 1007392, kUnknown, kUnknown},
    {"brandubh-7-no-return", 3, 39512, kUnknown, kUnknown},
    {"brandubh-7-no-return", 4, 1007392, kUnknown, kUnknown},
    {"brandubh-7-harmless-throne", 3, 39512, kUnknown, kUnknown},
    {"brandubh-7-harmless-throne", 4, 1007392, kUnknown, kUnknown},
    {"copenhagen-11", 1, 116, kUnknown, 0},
    {"copenhagen-11", 2, 6788, kUnknown, 0},
    {"copenhagen-11", 3, 806344, 4200, 0},
    {"ashton-tablut-9", 1, 56, kUnknown, kUnknown},
    {"ashton-tablut-9", 2, 4408, kUnknown, kUnknown},
    {"ashton-tablut-9", 3, 248456, kUnknown, kUnknown},
    {"tavreli", 1, 39, kUnknown, 0},
    {"tavreli", 2, 1519, kUnknown, 0},
    {"tavreli", 3, 68299, kUnknown, kUnknown},
    {"chess", 1, 20, 0, 0},
    {"chess", 2, 400, 0, 0},
    {"chess", 3, 8902, 34, 0},
    {"chess", 4, 197281, 1576, 8},
};
#else
const std::vector<Known> kNumbers = {
    {"helmfrid-11", 4, 50456804, 294312, 0},
    {"helmfrid-11-cross", 4, 148809480, 1331776, 0},
    {"helmfrid-9", 4, 15951824, 292984, 0},
    {"helmfrid-9", 5, 1167760776, 26878648, 672},
    {"tavlei-9", 4, 15951824, 292984, 0},
    {"tablut-9", 4, 19913864, kUnknown, kUnknown},
    {"copenhagen-11", 4, 50456804, 294312, 0},
    {"ashton-tablut-9", 4, 19158688, kUnknown, kUnknown},
    {"tavreli", 4, 3041483, kUnknown, kUnknown},
    {"chess", 5, 4865609, 82719, 347},
};
#endif

std::string case_name(const std::string& rules, int depth) {
  std::string name;
  for (const char c : rules) name += c == '-' || c == '.' || c == '=' ? '_' : c;
  return name + "_depth_" + std::to_string(depth);
}

void PrintTo(const Known& known, std::ostream* out) {
  *out << known.rules << " to " << known.depth;
}

class KnownPerft : public testing::TestWithParam<Known> {};

TEST_P(KnownPerft, Counts) {
  const Known& known = GetParam();
  visit_game(load_rule_set(known.rules), [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto start = G::start(*rules);
    const PerftCounts counts = perft<G>(*rules, start, known.depth);
    EXPECT_EQ(counts, (PerftCounts{known.nodes, known.captures.value_or(counts.captures),
                                   known.ends.value_or(counts.ends)}));
    EXPECT_EQ(perft_bulk<G>(*rules, start, known.depth), known.nodes);
  });
}

INSTANTIATE_TEST_SUITE_P(Numbers, KnownPerft, testing::ValuesIn(kNumbers), [](const auto& info) {
  return case_name(std::string(info.param.rules), info.param.depth);
});

#ifndef TAVLAB_SLOW

/// Rule sets for which all ways of counting must agree: built-in ones, and some with features that
/// affect counting (chance, declined captures, ends within the depth, repetition within it).
struct Counted {
  std::string name;
  std::string rules;
  std::vector<std::string> overrides;
  std::string position;  ///< empty: the start
  int depth;
};

void PrintTo(const Counted& c, std::ostream* out) { *out << c.name; }

std::vector<Counted> counted() {
  std::vector<Counted> all;
  for (const std::string& id : builtin_rule_set_ids()) {
    all.push_back({id, id, {}, "", id.starts_with("alea") || id.starts_with("sea") ? 2 : 3});
  }
  const auto add = [&](std::string name, std::vector<std::string> overrides, std::string position,
                       int depth) {
    all.push_back(
        {std::move(name), "brandubh-7", std::move(overrides), std::move(position), depth});
  };
  add("distance", {"dice.kind=distance", "repetition.result=draw"}, "", 2);
  add("exact_reroll",
      {"dice.kind=distance", "dice.distance=exact", "dice.impossible=reroll", "dice.faces=8",
       "repetition.result=draw"},
      "", 2);
  add("parity", {"dice.kind=parity", "repetition.result=draw"}, "", 3);
  add("optional", {"capture.optional=true"}, "7/3a3/2d1d2/3ka2/a6/1d3a1/7 a", 4);
  add("limits", {"limits.total_plies=3", "limits.quiet_plies=2"}, "", 4);
  add("move_limit", {"limits.king_side_moves=1"}, "", 4);
  add("forbidden_second", {"repetition.count=2"}, "7/7/7/a2k2a/7/7/7 a", 5);
  add("drawn_second", {"repetition.count=2", "repetition.result=draw"}, "7/7/7/a2k2a/7/7/7 a", 4);
  add("passes", {"no_move.attackers=passes", "no_move.defenders=passes", "repetition.result=draw"},
      "3a3/2dad2/3d3/7/3k3/7/7 a", 3);
  return all;
}

class Perft : public testing::TestWithParam<Counted> {};

/// Whether the move that led from one position to the next captured, read off the board: the
/// opponent has lost a piece. With towers, the same move may free pieces, so there an opponent's
/// top piece must be gone from its square.
template <Game G>
bool has_captured(const typename G::Position& before, const typename G::Position& after) {
  const Side victim = other(G::to_move(before));
  if constexpr (requires { before.top; }) {
    for (std::size_t square = 0; square < before.top.size(); ++square) {
      const bool victims = (before.owned[static_cast<std::size_t>(victim)] >> square & 1) != 0;
      if (victims && after.top[square] != before.top[square]) return true;
    }
    return false;
  } else {
    return G::piece_count(after, victim) < G::piece_count(before, victim);
  }
}

/// Nodes, captures and ends the long way: every move made in a game with its history, and the
/// captures read off the board.
template <Game G>
PerftCounts count_plainly(GameState<G>& state, int depth) {
  PerftCounts counts;
  if (depth == 0 || state.over()) return counts;
  if (state.node_kind() == NodeKind::chance) {
    ChanceList<G> outcomes;
    G::chance_outcomes(state.rules(), state.position(), outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      GameState<G> next = state;
      next.play_chance(outcome.value);
      counts += count_plainly(next, next.node_kind() == NodeKind::decision ? depth : depth - 1);
    }
    return counts;
  }
  MoveList<G> moves;
  state.legal_moves(moves);
  for (const auto move : moves) {
    GameState<G> next = state;
    next.play(move);
    if (depth > 1) {
      counts += count_plainly(next, depth - 1);
      continue;
    }
    ++counts.nodes;
    counts.captures += has_captured<G>(state.position(), next.position());
    counts.ends += next.over();
  }
  return counts;
}

TEST_P(Perft, EveryWayToCountAgrees) {
  const Counted& c = GetParam();
  visit_game(load_rule_set(c.rules, c.overrides), [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto position =
        c.position.empty() ? G::start(*rules) : G::parse_position(*rules, c.position);
    for (int depth = 0; depth <= c.depth; ++depth) {
      SCOPED_TRACE(depth);
      const PerftCounts counts = perft<G>(*rules, position, depth);
      EXPECT_EQ(perft_bulk<G>(*rules, position, depth), counts.nodes);

      GameState<G> state(*rules, position);
      EXPECT_EQ(perft(state, depth), counts);
      EXPECT_EQ(G::key(*rules, state.position()), G::key(*rules, position));

      if (counts.nodes <= 200000) {
        EXPECT_EQ(count_plainly(state, depth), counts);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Ways, Perft, testing::ValuesIn(counted()), [](const auto& info) {
  return case_name(info.param.name, info.param.depth);
});

/// Repetition cuts the tree where it ends a game or forbids a move, within the depth at which the
/// history starts to matter.
TEST(PerftWithRepetition, RepetitionWithinTheDepthCounts) {
  const std::string position = "7/7/7/a2k2a/7/7/7 a";
  const auto count = [&](std::vector<std::string> overrides, int depth) {
    return visit_game(load_rule_set("brandubh-7", overrides), [&](auto game, const auto& rules) {
      using G = decltype(game);
      return perft<G>(*rules, G::parse_position(*rules, position), depth);
    });
  };
  const auto ignored = count({"repetition.result=ignored"}, 4);
  const auto drawn = count({"repetition.result=draw", "repetition.count=2"}, 4);
  const auto forbidden = count({"repetition.result=forbidden", "repetition.count=2"}, 4);
  EXPECT_EQ(drawn.nodes, ignored.nodes);
  // Move there and back again, for each way the two sides can do it.
  const std::uint64_t repeating = drawn.ends - ignored.ends;
  EXPECT_GT(repeating, 0U);
  EXPECT_EQ(forbidden.nodes + repeating, ignored.nodes);
}

/// Neither a finished game nor depth 0 has any moves.
TEST(PerftOfNothing, IsZero) {
  visit_game(load_rule_set("brandubh-7"), [](auto game, const auto& rules) {
    using G = decltype(game);
    EXPECT_EQ(perft<G>(*rules, G::start(*rules), 0), PerftCounts{});
    auto over = G::parse_position(*rules, "7/7/6a/7/3k3/7/7 d");
    for (const char* move : {"d3-a3", "g5-g4", "a3-a1"}) {
      G::play(*rules, over, G::parse_move(*rules, over, move));
    }
    ASSERT_EQ(G::node_kind(over), NodeKind::terminal);
    EXPECT_EQ(perft<G>(*rules, over, 2), PerftCounts{});
    EXPECT_EQ(perft_bulk<G>(*rules, over, 2), 0U);
  });
}

#endif

}  // namespace
}  // namespace tavlab
