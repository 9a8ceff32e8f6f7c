// Certificates of limits: written and checked, and refused when they are wrong.
#include "solve/certificate.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/game_text.h"
#include "core/io/files.h"
#include "core/solving/strategy_moves.h"
#include "core/tafl/solve/limit_prover.h"
#include "core/tafl/solve/limit_search.h"
#include "core/tafl/solve/strategy.h"
#include "core/tafl/solve/strategy_repetition.h"
#include "core/tafl/symmetries.h"
#include "core/tafl/tafl.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using testing::HasSubstr;
using G = Tafl<2>;
using Prover2 = tafl::LimitProver<2>;

std::shared_ptr<const G::Rules> brandubh(const std::vector<std::string>& overrides = {}) {
  return G::compile(load_rule_set("brandubh-7", overrides));
}

ProofOptions small_table() {
  ProofOptions options;
  options.memory = std::size_t{1} << 20;
  return options;
}

struct Proved {
  bool held;
  std::string moves;
  StrategyReport report;
};

Proved prove(const G::Rules& rules, const G::Position& position, int limit) {
  Prover2 prover(rules, small_table());
  Proved proved;
  proved.held = prover.prove(position, limit).verdict == LimitProof::Verdict::held;
  proved.report = prover.strategy(position, limit, proved.held, {}, proved.moves);
  return proved;
}

TEST(Strategies, AreThoseOfEitherWinner) {
  int forced = 0, held = 0, passed = 0, refused = 0;
  for (const std::vector<std::string>& overrides :
       {std::vector<std::string>{}, {"escape=edge"}, {"king.capture_takes_effect=after_reply"}}) {
    const auto rules = brandubh(overrides);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Random random(seed);
      G::Position position = G::start(*rules);
      for (int ply = 0; ply < 15 && position.node != NodeKind::terminal; ++ply) {
        G::play(*rules, position, G::random_move(*rules, position, random));
      }
      if (position.node == NodeKind::terminal) continue;
      constexpr int kLimit = 3;
      const Proved proved = prove(*rules, position, kLimit);
      EXPECT_EQ(proved.report.fault, "") << G::position_text(*rules, position);
      const auto check = [&](int limit, bool as_held, const std::string& moves) {
        return Prover2::check(*rules, position, limit, as_held, {}, moves, small_table()).fault;
      };
      EXPECT_EQ(check(kLimit, proved.held, proved.moves), "");
      EXPECT_NE(check(kLimit, !proved.held, proved.moves), "") << "the other side does not win";
      if (!proved.moves.empty()) {
        const std::string short_of_one = proved.moves.substr(0, proved.moves.size() - 1);
        EXPECT_NE(check(kLimit, proved.held, short_of_one), "");
      }
      // Another move may work as well; usually it does not.
      for (std::size_t i = 0; i < std::min<std::size_t>(proved.moves.size(), 5); ++i) {
        std::string moves = proved.moves;
        moves[i] = static_cast<char>((moves[i] + 3) % 20);
        ++(check(kLimit, proved.held, moves).empty() ? passed : refused);
      }
      EXPECT_NE(check(kLimit, proved.held, proved.moves + '\x01'), "") << "a move too many";
      ++(proved.held ? held : forced);
    }
  }
  EXPECT_GT(forced, 10);
  EXPECT_GT(held, 10);
  EXPECT_GT(refused, 50) << passed;
}

/// Within 4 moves a position cannot occur three times; twice it may.
TEST(Strategies, KnowWhetherRepetitionMatters) {
  const auto rules = brandubh();
  EXPECT_TRUE(prove(*rules, G::start(*rules), 4).report.without_repetition);
  EXPECT_TRUE(prove(*rules, G::start(*rules), 5).report.without_repetition);
  // Nothing is claimed for patterns of moves.
  const auto pattern = brandubh({"repetition.scope=move_pattern"});
  EXPECT_FALSE(prove(*pattern, G::start(*pattern), 3).report.without_repetition);
}

/// The moves of a strategy of the attackers, as a walk requested them; they hold for images, too.
class KnownMoves {
 public:
  explicit KnownMoves(const G::Rules& rules)
      : rules_(rules), symmetries_(tafl::symmetries_of(rules)) {}

  void add(const G::Position& p, int moves, G::Move move) {
    moves_[{board(p, 0), moves}] = {move.from(), move.to()};
  }
  [[nodiscard]] G::Move find(const G::Position& p, int moves) const {
    for (const int symmetry : symmetries_) {
      const auto found = moves_.find({board(p, symmetry), moves});
      if (found == moves_.end()) continue;
      int from = 0, to = 0;
      for (int cell = 0; cell < rules_.cells; ++cell) {
        const int image = tafl::transformed(symmetry, cell, rules_.size);
        if (image == found->second.first) from = cell;
        if (image == found->second.second) to = cell;
      }
      return {from, to};
    }
    ADD_FAILURE() << "no move for " << G::position_text(rules_, p);
    return {};
  }

 private:
  [[nodiscard]] std::string board(const G::Position& p, int symmetry) const {
    std::string text(static_cast<std::size_t>(rules_.cells), '.');
    for (int cell = 0; cell < rules_.cells; ++cell) {
      const char piece = p.pieces[0].test(cell)   ? 'a'
                         : cell == p.king         ? 'k'
                         : p.pieces[1].test(cell) ? 'd'
                                                  : '.';
      text[static_cast<std::size_t>(tafl::transformed(symmetry, cell, rules_.size))] = piece;
    }
    return text;
  }

  const G::Rules& rules_;
  std::vector<int> symmetries_;
  std::map<std::pair<std::string, int>, std::pair<int, int>> moves_;
};

/// Whether the attackers have a move that makes no position for the `count`th time.
bool may_move(const G::Rules& rules, const G::Position& p, int count,
              const std::map<std::string, int>& made) {
  MoveList<G> list;
  G::generate(rules, p, list);
  return std::any_of(list.begin(), list.end(), [&](G::Move move) {
    G::Position child = p;
    G::play(rules, child, move);
    const auto found = made.find(G::position_text(rules, child));
    return found == made.end() || found->second + 1 < count;
  });
}

/// Plays all games by the strategy, with their history: whether the attackers, who may not make a
/// position `count` times, always have a move, even before the defenders' last one.
bool stands(const G::Rules& rules, const KnownMoves& known, const G::Position& p, int moves,
            int count, std::map<std::string, int>& made) {
  MoveList<G> list;
  G::generate(rules, p, list);
  const auto wins_at_once = [&](const G::Position& child) {
    MoveList<G> replies;
    G::generate(rules, child, replies);
    return std::any_of(replies.begin(), replies.end(), [&](G::Move reply) {
      G::Position end = child;
      G::play(rules, end, reply);
      return G::result(end) == Result::second_wins;
    });
  };
  const bool attackers = p.side == Side::first;
  for (const G::Move move : list) {
    if (attackers && moves > 1 && !(move == known.find(p, moves))) continue;
    G::Position child = p;
    G::play(rules, child, move);
    if (child.node == NodeKind::terminal) {
      if (!attackers && G::result(child) == Result::second_wins) return false;
      if (attackers && G::result(child) != Result::second_wins) return true;
      continue;
    }
    if (!attackers) {
      if (moves > 1 ? !stands(rules, known, child, moves - 1, count, made)
                    : !may_move(rules, child, count, made)) {
        return false;
      }
      continue;
    }
    const std::string text = G::position_text(rules, child);
    const bool allowed = made[text] + 1 < count;
    if (moves == 1 && (!allowed || wins_at_once(child))) continue;
    if (!allowed) return false;
    ++made[text];
    const bool good = stands(rules, known, child, moves, count, made);
    --made[text];
    if (moves > 1) return good;
    if (good) return true;
  }
  return !attackers;
}

/// The attackers are shut in and can only shuttle, which is forbidden: they lose with the
/// defenders' second move.
TEST(Strategies, LoseWhereNoMoveIsAllowed) {
  const auto rules =
      brandubh({"board.attacker_camps=[\"b2\", \"b3\"]", "attacker_camps.shelter=[\"attackers\"]",
                "attacker_camps.reenter=[\"attackers\"]", "range.king=1", "range.defender=1",
                "range.attacker=1", "repetition.result=forbidden", "repetition.count=2",
                "encirclement=off"});
  const G::Position position = G::parse_position(*rules, "7/7/7/1d3k1/dad4/d1d4/1d5 d");
  GameState<G> state(*rules, position);
  for (const char* const move : {"f4-f5", "b3-b2", "f5-f4"}) {
    play_text(state, move);
  }
  EXPECT_EQ(state.result(), Result::second_wins);
  Prover2 prover(*rules, small_table());
  const LimitProof proof = prover.prove(position, 2);
  EXPECT_EQ(proof.verdict, LimitProof::Verdict::held);
  EXPECT_TRUE(proof.ignores_repetition);
  std::string moves;
  EXPECT_FALSE(prover.strategy(position, 2, true, {}, moves).without_repetition);
}

/// Whether a strategy holds in all its games, played out with their histories.
bool stands_everywhere(const G::Rules& rules, const G::Position& position, int limit, int count,
                       const std::string& moves) {
  KnownMoves known(rules);
  MoveReader reader(moves);
  tafl::StrategyWalk<2> walk(rules, true, [&](const G::Position& p, int left) {
    const auto index = reader.next().value();
    MoveList<G> list;
    G::generate(rules, p, list);
    known.add(p, left, list[index]);
    return static_cast<std::int64_t>(index);
  });
  EXPECT_TRUE(walk.run(position, limit));
  std::map<std::string, int> made;
  if (position.side == Side::second) ++made[G::position_text(rules, position)];
  return stands(rules, known, position, limit, count, made);
}

/// The strategy of the search's own moves, which may repeat, and whether it does.
std::pair<std::string, bool> plain_strategy(const G::Rules& rules, const G::Position& position,
                                            int limit, int count) {
  tafl::LimitTable table(std::size_t{1} << 20);
  const std::atomic<bool> stop = false;
  tafl::LimitSearch<2> search({rules, table, stop}, 0);
  MoveWriter writer;
  tafl::StrategyWalk<2> walk(rules, true, [&](const G::Position& p, int left) {
    MoveList<G> list;
    G::generate(rules, p, list);
    const auto index = std::ranges::find(list, search.best_move(p, left)) - list.begin();
    writer.add(static_cast<std::uint64_t>(index));
    return static_cast<std::int64_t>(index);
  });
  tafl::StrategyRepetition<2> repetition(rules, count, 2);
  repetition.watch(walk);
  EXPECT_TRUE(walk.run(position, limit));
  const bool may_repeat = repetition.may_repeat(position, limit, {});
  return {writer.take(), may_repeat};
}

TEST(Strategies, RepeatNothingWhereTheySaySo) {
  int repeating = 0, false_alarms = 0, mended = 0;
  for (const int count : {2, 3}) {
    const int limit = 2 + count;  // more would take minutes where nothing may be repeated
    const auto rules = brandubh({fmt::format("repetition.count={}", count), "range.king=1",
                                 "range.defender=1", "range.attacker=1"});
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      G::Position position = G::start(*rules);
      for (int ply = 0; ply < 30 && position.node != NodeKind::terminal; ++ply) {
        G::play(*rules, position, G::random_move(*rules, position, random));
      }
      if (position.node == NodeKind::terminal) continue;
      Prover2 prover(*rules, small_table());
      if (prover.prove(position, limit).verdict != LimitProof::Verdict::held) continue;
      const std::string text = G::position_text(*rules, position);
      const auto [plain, may_repeat] = plain_strategy(*rules, position, limit, count);
      const bool stood = stands_everywhere(*rules, position, limit, count, plain);
      EXPECT_TRUE(stood || may_repeat) << text;
      repeating += may_repeat ? 1 : 0;
      false_alarms += may_repeat && stood ? 1 : 0;

      std::string moves;
      if (!prover.strategy(position, limit, true, {}, moves).without_repetition) continue;
      EXPECT_TRUE(stands_everywhere(*rules, position, limit, count, moves)) << text;
      mended += may_repeat ? 1 : 0;
    }
  }
  EXPECT_GT(repeating, 10);
  EXPECT_LE(false_alarms, repeating / 10) << "it should say so only if it is";
  EXPECT_GT(mended, repeating / 2) << "of those, another strategy repeats nothing";
}

TEST(Strategies, AreSampled) {
  const auto rules = brandubh();
  const G::Position start = G::start(*rules);
  constexpr int kLimit = 4;
  Prover2 prover(*rules, small_table());
  ASSERT_EQ(prover.prove(start, kLimit).verdict, LimitProof::Verdict::held);
  std::string whole;
  prover.strategy(start, kLimit, true, {}, whole);
  const StrategySample sample{30, 2, 7};
  std::string moves;
  const StrategyReport report = prover.strategy(start, kLimit, true, sample, moves);
  EXPECT_EQ(report.fault, "");
  EXPECT_FALSE(report.without_repetition) << "not known of a sample";
  EXPECT_LT(moves.size(), whole.size() / 2);
  const auto check = [&](const StrategySample& of, const std::string& strategy) {
    return Prover2::check(*rules, start, kLimit, true, of, strategy, small_table());
  };
  const StrategyReport checked = check(sample, moves);
  EXPECT_EQ(checked.fault, "");
  EXPECT_EQ(checked.nodes, report.nodes);
  EXPECT_EQ(checked.positions, report.positions);
  // The sample has the size and the lines that its numbers and seed imply.
  EXPECT_NE(check({29, 2, 7}, moves).fault, "");
  EXPECT_NE(check({31, 2, 7}, moves).fault, "");
  EXPECT_NE(check({30, 1, 7}, moves).fault, "");
  EXPECT_NE(check({30, 2, 8}, moves).fault, "");
  EXPECT_NE(check({}, moves).fault, "");
  EXPECT_NE(check(sample, whole).fault, "");
  // With all moves random, lines are games.
  std::string games;
  EXPECT_EQ(prover.strategy(start, kLimit, true, {1, kLimit, 7}, games).fault, "");
  EXPECT_EQ(games.size(), std::size_t{kLimit - 1}) << "the last move is searched for";
}

class CertificateFile : public testing::Test {
 protected:
  Certificate certificate() {
    const RuleSet rule_set = load_rule_set("brandubh-7");
    const auto rules = G::compile(rule_set);
    const Proved proved = prove(*rules, G::start(*rules), 2);
    Certificate made;
    made.rules_hash = rule_set.hash_text();
    made.rules_text = to_toml(rule_set);
    made.family = rule_set.family;
    made.position = G::position_text(*rules, G::start(*rules));
    made.limit = 2;
    made.held = proved.held;
    made.nodes = proved.report.nodes;
    made.moves = proved.moves;
    return made;
  }
  TemporaryFolder folder_;
};

TEST_F(CertificateFile, IsReadAsWritten) {
  const Certificate made = certificate();
  write_certificate(folder_.path() / "a", made);
  const Certificate read = read_certificate(folder_.path() / "a");
  EXPECT_EQ(read.rules_hash, made.rules_hash);
  EXPECT_EQ(read.rules_text, made.rules_text);
  EXPECT_EQ(read.family, made.family);
  EXPECT_EQ(read.position, made.position);
  EXPECT_EQ(read.limit, made.limit);
  EXPECT_EQ(read.held, made.held);
  EXPECT_EQ(read.nodes, made.nodes);
  EXPECT_EQ(read.moves, made.moves);
  EXPECT_NE(refusal([&] { write_certificate(folder_.path() / "a", made); }), "none")
      << "nothing is replaced";
}

TEST_F(CertificateFile, SaysWhatItSamples) {
  Certificate made = certificate();
  made.sample = {30, 1, 0};
  write_certificate(folder_.path() / "a", made);
  const Certificate read = read_certificate(folder_.path() / "a");
  EXPECT_EQ(read.sample, (StrategySample{30, 1, sample_seed(made)}));
  // Some moves must be left to be searched in full, and the number of lines must be in range.
  for (const StrategySample& wrong :
       {StrategySample{30, 2, 0}, {30, 0, 0}, {1'000'000'001, 1, 0}}) {
    Certificate other = made;
    other.sample = wrong;
    const std::filesystem::path file = folder_.path() / "wrong";
    write_certificate(file, other);
    EXPECT_THAT(refusal([&] { read_certificate(file); }), HasSubstr("out of range"));
    std::filesystem::remove(file);
  }
  made.sample.lines = 29;
  EXPECT_NE(sample_seed(made), read.sample.seed);
}

TEST_F(CertificateFile, IsRefusedWhereverItWasChanged) {
  write_certificate(folder_.path() / "a", certificate());
  const std::string content = read_file(folder_.path() / "a", 1 << 20);
  for (std::size_t i = 0; i < content.size(); i += 11) {
    std::string changed = content;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_NE(refusal([&] { read_certificate(folder_.write("b", changed)); }), "none") << i;
  }
  for (std::size_t size = 0; size < content.size(); size += 131) {
    EXPECT_NE(refusal([&] { read_certificate(folder_.write("b", content.substr(0, size))); }),
              "none");
  }
}

TEST(MoveNumbers, AreReadAsWritten) {
  MoveWriter writer;
  const std::vector<std::uint64_t> numbers = {0, 1, 127, 128, 300, 16'383, 16'384, 2'000'000};
  for (const std::uint64_t number : numbers) writer.add(number);
  const std::string bytes = writer.take();
  MoveReader reader(bytes);
  for (const std::uint64_t number : numbers) EXPECT_EQ(reader.next(), number);
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(reader.next(), std::nullopt);
  const std::string endless(9, '\xff');
  EXPECT_EQ(MoveReader(endless).next(), std::nullopt);
}

}  // namespace
}  // namespace tavlab
