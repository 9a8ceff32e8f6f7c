// Proofs of limits of the king's moves, against plain minimax and known values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "core/error.h"
#include "core/game_state.h"
#include "core/tafl/solve/limit_prover.h"
#include "core/tafl/tafl.h"
#include "tests/solve/reading.h"
#include "tests/support/refusal.h"

namespace tavlab {
namespace {

using testing::HasSubstr;
using Verdict = LimitProof::Verdict;

using G = Tafl<2>;

std::shared_ptr<const G::Rules> rules_of(const std::string& id,
                                         const std::vector<std::string>& overrides = {}) {
  return G::compile(load_rule_set(id, overrides));
}

ProofOptions options_of(int threads = 1, std::size_t memory = std::size_t{1} << 20) {
  ProofOptions options;
  options.threads = threads;
  options.memory = memory;
  return options;
}

/// The same by all moves of the rules, with memoization but without any pruning.
class PlainProof {
 public:
  explicit PlainProof(const G::Rules& rules) : rules_(rules) {}

  bool forced(const G::Position& p, int moves) {
    if (p.node == NodeKind::terminal) return p.result == Result::second_wins;
    if (moves == 0) return false;
    const auto key = std::make_tuple(G::position_text(rules_, p), p.pending, moves);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const bool defenders = p.side == Side::second;
    MoveList<G> list;
    G::generate(rules_, p, list);
    bool result = !defenders;
    for (const auto move : list) {
      G::Position child = p;
      G::play(rules_, child, move);
      if (forced(child, moves - (defenders ? 1 : 0)) == defenders) {
        result = defenders;
        break;
      }
    }
    known_.emplace(key, result);
    return result;
  }

 private:
  const G::Rules& rules_;
  std::map<std::tuple<std::string, bool, int>, bool> known_;
};

/// A position of a random game, after this many plies or where most pieces are gone.
bool random_position(const G::Rules& rules, std::uint64_t seed, int plies, G::Position& position) {
  Random random(seed);
  position = G::start(rules);
  for (int ply = 0; ply < plies; ++ply) {
    G::play(rules, position, G::random_move(rules, position, random));
    if (position.node == NodeKind::terminal) return false;
  }
  return true;
}

class LimitProofs : public testing::TestWithParam<Reading> {};

TEST_P(LimitProofs, AgreeWithPlainMinimax) {
  const auto rules = rules_of(GetParam().rules, GetParam().overrides);
  int forced = 0, held = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    G::Position position;
    if (!random_position(*rules, seed, static_cast<int>(10 + seed % 90), position)) continue;
    const bool small = (position.pieces[0] | position.pieces[1]).count() <= 9;
    tafl::LimitProver<2> prover(*rules, options_of());
    PlainProof plain(*rules);
    for (int limit = 1; limit <= (small && rules->size == 7 ? 3 : 2); ++limit) {
      const bool expected = plain.forced(position, limit);
      ASSERT_EQ(prover.prove(position, limit).verdict, expected ? Verdict::forced : Verdict::held)
          << G::position_text(*rules, position) << " limit " << limit;
      ++(expected ? forced : held);
      if (expected) break;
    }
  }
  EXPECT_GT(forced, 0);
  EXPECT_GT(held, 20);
}

INSTANTIATE_TEST_SUITE_P(
    Readings, LimitProofs,
    testing::Values(Reading{"brandubh-7", {}}, Reading{"brandubh-7-weak-king", {}},
                    Reading{"brandubh-7", {"king.armed=none"}},
                    Reading{"brandubh-7", {"escape=edge"}},
                    Reading{"brandubh-7", {"king.capture_takes_effect=after_reply"}},
                    Reading{"brandubh-7", {"capture.optional=true"}},
                    Reading{"brandubh-7", {"exit_fort=true"}},
                    Reading{"brandubh-7", {"capture.shieldwall=pieces"}},
                    Reading{"brandubh-7", {"no_move.attackers=passes", "repetition.result=draw"}},
                    Reading{"brandubh-7", {"range.king=1"}}, Reading{"ard-ri-7", {}}),
    [](const auto& each) { return name_of(each.param); });

/// Found before by searches with less pruning.
TEST(LimitProver, KnownValues) {
  for (const auto& [id, last] : {std::pair{"brandubh-7", 7},
                                 {"ard-ri-7", 10},
                                 {"tavlei-9", 7},
                                 {"helmfrid-9", 7},
                                 {"tablut-9", 5},
                                 {"viavuca-11", 4}}) {
    const auto rules = rules_of(id);
    tafl::LimitProver<2> prover(*rules, options_of(1, std::size_t{64} << 20));
    for (int limit = 1; limit <= last; ++limit) {
      EXPECT_EQ(prover.prove(G::start(*rules), limit).verdict, Verdict::held) << id << ' ' << limit;
    }
  }
}

/// However many threads and however small the table.
TEST(LimitProver, VerdictsDoNotDependOnThreadsOrMemory) {
  const auto rules = rules_of("brandubh-7");
  int forced = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    G::Position position;
    if (!random_position(*rules, seed, 20, position)) continue;
    std::vector<Verdict> verdicts;
    for (const auto& [threads, memory] : {std::pair{1, 1 << 22}, {3, 1 << 22}, {2, 1 << 10}}) {
      tafl::LimitProver<2> prover(*rules, options_of(threads, static_cast<std::size_t>(memory)));
      verdicts.push_back(prover.prove(position, 4).verdict);
    }
    EXPECT_EQ(verdicts[0], verdicts[1]) << seed;
    EXPECT_EQ(verdicts[0], verdicts[2]) << seed;
    forced += verdicts[0] == Verdict::forced ? 1 : 0;
  }
  EXPECT_GT(forced, 5);
}

TEST(LimitProver, IsStopped) {
  const auto rules = rules_of("helmfrid-11");
  ProofOptions options = options_of(2);
  options.stop = [] { return true; };
  tafl::LimitProver<2> prover(*rules, options);
  EXPECT_EQ(prover.prove(G::start(*rules), 30).verdict, Verdict::stopped);
}

/// Repetition may matter if it binds the attackers, and they hold long enough for it to occur.
TEST(LimitProver, SaysWhereRepetitionIsLeftAside) {
  const auto aside = [](const std::vector<std::string>& overrides, int limit) {
    const auto rules = rules_of("brandubh-7", overrides);
    return tafl::LimitProver<2>(*rules, options_of())
        .prove(G::start(*rules), limit)
        .ignores_repetition;
  };
  EXPECT_FALSE(aside({}, 3));
  EXPECT_TRUE(aside({}, 4));
  EXPECT_FALSE(aside({"repetition.count=2"}, 1));
  EXPECT_TRUE(aside({"repetition.count=2"}, 2));
  EXPECT_FALSE(aside({"repetition.result=draw"}, 5));
  EXPECT_FALSE(aside({"repetition.result=attackers_win"}, 5));
  EXPECT_FALSE(aside({"repetition.result=forbidden_to_defenders"}, 5));
}

TEST(LimitProver, RefusesWhatItCannotSearch) {
  const auto refused = [](const std::vector<std::string>& overrides) {
    return refusal([&] {
      const auto rules = rules_of("brandubh-7", overrides);
      tafl::LimitProver<2>(*rules, options_of());
    });
  };
  EXPECT_EQ(refused({}), "none");
  EXPECT_THAT(refused({"limits.king_side_moves=9"}), HasSubstr("limits.king_side_moves"));
  EXPECT_THAT(refused({"limits.total_plies=90"}), HasSubstr("limits.total_plies"));
  EXPECT_THAT(refused({"no_move.defenders=passes"}), HasSubstr("no_move.defenders"));
}

}  // namespace
}  // namespace tavlab
