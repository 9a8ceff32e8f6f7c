#include "core/repetition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/random.h"
#include "core/repetition_words.h"

namespace tavlab {
namespace {

/// The same history as a plain list that is searched from end to end.
class PlainHistory {
 public:
  void push(std::uint64_t key, bool irreversible) { entries_.push_back({key, irreversible}); }
  void pop() { entries_.pop_back(); }
  [[nodiscard]] bool empty() const { return entries_.empty(); }

  /// The first entry that can still recur: the one that the last irreversible move reached.
  [[nodiscard]] std::size_t first() const {
    for (std::size_t i = entries_.size(); i-- > 0;) {
      if (entries_[i].irreversible || i == 0) return i;
    }
    return 0;
  }

  [[nodiscard]] int occurrences_of(std::uint64_t key) const {
    return static_cast<int>(std::count_if(entries_.begin() + static_cast<std::ptrdiff_t>(first()),
                                          entries_.end(),
                                          [&](const Entry& entry) { return entry.key == key; }));
  }
  [[nodiscard]] int occurrences() const { return occurrences_of(entries_.back().key); }
  [[nodiscard]] int most_occurrences() const {
    int most = 0;
    for (std::size_t i = first(); i < entries_.size(); ++i) {
      most = std::max(most, occurrences_of(entries_[i].key));
    }
    return most;
  }

  /// The greatest n for which the last 4n plies are n times the same four, each returning to where
  /// it began.
  [[nodiscard]] int cycles() const {
    int n = 0;
    while (is_cycle(n + 1)) ++n;
    return n;
  }
  [[nodiscard]] int cycles_with(std::uint64_t key) const {
    PlainHistory longer = *this;
    longer.push(key, false);
    return longer.cycles();
  }

 private:
  struct Entry {
    std::uint64_t key;
    bool irreversible;
  };

  [[nodiscard]] bool is_cycle(int n) const {
    const std::size_t plies = 4 * static_cast<std::size_t>(n);
    if (entries_.size() < first() + plies + 1) return false;
    const std::size_t start = entries_.size() - plies - 1;
    for (std::size_t i = start + 4; i < entries_.size(); ++i) {
      if (entries_[i].key != entries_[i - 4].key) return false;
    }
    return true;
  }

  std::vector<Entry> entries_;
};

/// A few keys, so that they recur; some share a hash bucket.
std::uint64_t some_key(Random& random) {
  const std::uint64_t key = random.below(4);
  return random.below(2) == 0 ? key : key + 1024 * (1 + std::uint64_t{random.below(3)});
}

TEST(RepetitionHistory, AgreesWithASearchOverAPlainList) {
  Random random(7);
  RepetitionHistory history;
  PlainHistory plain;
  const auto push = [&](std::uint64_t key, bool irreversible) {
    history.push(key, irreversible);
    plain.push(key, irreversible);
  };
  int most_cycles = 0;
  for (int step = 0; step < 20000; ++step) {
    switch (random.below(8)) {
      case 0:
        if (plain.empty()) break;
        history.pop();
        plain.pop();
        break;
      case 1: {  // a shuttle of four keys, several times
        const std::uint64_t cycle[] = {some_key(random), some_key(random), some_key(random),
                                       some_key(random)};
        const std::uint32_t plies = random.below(20);
        for (std::uint32_t i = 0; i < plies; ++i) push(cycle[i % 4], false);
        break;
      }
      case 2:
        push(some_key(random), random.below(8) == 0);
        break;
      case 3:  // back to the beginning of a branch
        for (std::uint32_t i = random.below(30); i > 0 && !plain.empty(); --i) {
          history.pop();
          plain.pop();
        }
        break;
      default:
        push(some_key(random), false);
        break;
    }
    const std::uint64_t key = some_key(random);
    if (plain.empty()) {
      EXPECT_EQ(history.occurrences_of(key), 0);
      EXPECT_EQ(history.most_occurrences(), 0);
      EXPECT_EQ(history.cycles(), 0);
      continue;
    }
    ASSERT_EQ(history.occurrences(), plain.occurrences()) << "step " << step;
    ASSERT_EQ(history.occurrences_of(key), plain.occurrences_of(key)) << "step " << step;
    ASSERT_EQ(history.most_occurrences(), plain.most_occurrences()) << "step " << step;
    ASSERT_EQ(history.cycles(), plain.cycles()) << "step " << step;
    ASSERT_EQ(history.cycles_with(key), plain.cycles_with(key)) << "step " << step;
    most_cycles = std::max(most_cycles, plain.cycles());
  }
  EXPECT_GE(most_cycles, 4);  // the sequences contained cycles to count
}

TEST(RepetitionHistory, CountsOnlySinceTheLastIrreversibleMove) {
  RepetitionHistory history;
  for (const std::uint64_t key : {1, 2, 3, 4, 1}) history.push(key, false);
  EXPECT_EQ(history.occurrences(), 2);
  EXPECT_EQ(history.cycles(), 1);
  history.push(5, true);
  EXPECT_EQ(history.occurrences_of(1), 0);
  history.push(1, false);
  EXPECT_EQ(history.occurrences(), 1);
  history.pop();
  history.pop();
  EXPECT_EQ(history.occurrences(), 2);
}

TEST(RepetitionHistory, ACycleMustReturnToWhereItBegan) {
  RepetitionHistory history;
  // Three times the same position, by two different ways: no cycle is repeated.
  for (const std::uint64_t key : {1, 2, 3, 4, 1, 5, 6, 7, 1}) history.push(key, false);
  EXPECT_EQ(history.occurrences(), 3);
  EXPECT_EQ(history.cycles(), 1);
  for (const std::uint64_t key : {5, 6, 7}) {
    EXPECT_EQ(history.cycles_with(key), 1);
    history.push(key, false);
  }
  EXPECT_EQ(history.cycles_with(1), 2);
  EXPECT_EQ(history.cycles_with(2), 0);
  history.push(1, false);
  EXPECT_EQ(history.cycles(), 2);
}

TEST(RepetitionHistory, ClearForgetsEverything) {
  RepetitionHistory history;
  for (const std::uint64_t key : {1, 2, 1}) history.push(key, false);
  history.clear();
  EXPECT_EQ(history.size(), 0U);
  EXPECT_EQ(history.occurrences_of(1), 0);
  history.push(1, false);
  EXPECT_EQ(history.occurrences(), 1);
}

TEST(RepetitionSentence, SaysWhatHappensAndToWhom) {
  using Verdict = RepetitionRule::Verdict;
  const auto sentence = [](Verdict verdict, int count) {
    return repetition_sentence({.verdict = verdict, .count = count}, "the same player to move");
  };
  EXPECT_EQ(sentence(Verdict::ignored, 3), "Repetition has no consequences.");
  EXPECT_EQ(sentence(Verdict::draw, 3),
            "The game is drawn when a position occurs for the third time, with the same player to "
            "move.");
  EXPECT_EQ(sentence(Verdict::mover_loses, 2),
            "When a position occurs for the second time, with the same player to move, the player "
            "who has just moved loses.");
  EXPECT_EQ(sentence(Verdict::first_wins, 4),
            "When a position occurs for the fourth time, with the same player to move, the first "
            "player wins.");
  EXPECT_EQ(sentence(Verdict::forbidden, 3),
            "A move by which a position occurs for the third time, with the same player to move, "
            "is forbidden.");
  EXPECT_EQ(sentence(Verdict::forbidden_to_second, 3),
            "A move of the second player by which a position occurs for the third time, with the "
            "same player to move, is forbidden.");
}

}  // namespace
}  // namespace tavlab
