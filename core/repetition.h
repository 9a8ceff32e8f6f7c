#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tavlab {

/// How repetition is judged, for GameState. Families whose rules ignore it say so here.
struct RepetitionRule {
  enum class Verdict : std::uint8_t {
    ignored,
    draw,
    mover_loses,         ///< whoever makes the repeating move loses
    first_wins,          ///< perpetual repetition counts against the second player
    forbidden,           ///< the repeating move is illegal
    forbidden_to_second  ///< illegal to the second player only
  };
  enum class Scope : std::uint8_t {
    position,     ///< the same position with the same side to move, anywhere in the game
    move_pattern  ///< both sides shuttle: the same cycle of four plies again and again
  };
  Verdict verdict = Verdict::ignored;
  Scope scope = Scope::position;
  int count = 3;           ///< the occurrence (or cycle) that triggers the verdict, at least 2
  int shortest_cycle = 4;  ///< plies in which a position can recur at the earliest
};

/// The keys of the positions since the start of a game, with fast counting of recurrences.
///
/// Each entry is linked to the latest earlier one in the same hash bucket, so that a look-up walks
/// only entries whose keys collide in the bucket: constant time in practice, where a backward scan
/// took a third of a random playout in long endgames. `pop` undoes `push`, so a search walks down
/// and back up one history instead of copying it.
class RepetitionHistory {
 public:
  RepetitionHistory() { clear(); }

  void clear();

  /// Appends the position reached by a move. After an irreversible move earlier positions cannot
  /// recur and are no longer looked at.
  void push(std::uint64_t key, bool irreversible);

  /// Removes the last entry.
  void pop();

  [[nodiscard]] std::size_t size() const { return entries_.size(); }

  /// Positions since the last irreversible move, its own included.
  [[nodiscard]] std::size_t reversible() const {
    return entries_.empty() ? 0 : entries_.size() - entries_.back().reversible_from;
  }

  /// How often the last position has occurred, itself included.
  [[nodiscard]] int occurrences() const { return static_cast<int>(entries_.back().occurrences); }

  /// How often the position that has occurred most often since the last irreversible move has.
  [[nodiscard]] int most_occurrences() const {
    return entries_.empty() ? 0 : static_cast<int>(entries_.back().most_occurrences);
  }

  /// How often `key` has occurred so far, were it to be reached by a reversible move.
  [[nodiscard]] int occurrences_of(std::uint64_t key) const;

  /// How many times in a row the last cycle of four plies was played, the last one included:
  /// 1 + the number of immediately preceding identical cycles; 0 if the last four plies are none.
  [[nodiscard]] int cycles() const;

  /// The same, were `key` to be reached by a reversible move.
  [[nodiscard]] int cycles_with(std::uint64_t key) const;

 private:
  static constexpr std::size_t kBuckets = 1024;
  static constexpr std::uint32_t kNone = 0xffffffffU;

  struct Entry {
    std::uint64_t key;
    std::uint32_t previous;          ///< the latest earlier entry in the same bucket, or kNone
    std::uint32_t reversible_from;   ///< first entry that can still recur
    std::uint32_t occurrences;       ///< of this key from there up to this entry
    std::uint32_t most_occurrences;  ///< of any key from there up to this entry
  };

  static std::size_t bucket(std::uint64_t key) { return key % kBuckets; }

  std::vector<Entry> entries_;
  std::array<std::uint32_t, kBuckets> heads_;
};

inline void RepetitionHistory::clear() {
  entries_.clear();
  heads_.fill(kNone);
}

inline void RepetitionHistory::push(std::uint64_t key, bool irreversible) {
  const auto index = static_cast<std::uint32_t>(entries_.size());
  const std::uint32_t from =
      irreversible || entries_.empty() ? index : entries_.back().reversible_from;
  std::uint32_t times = 1, most = 1;
  if (from != index) {
    times = static_cast<std::uint32_t>(occurrences_of(key)) + 1;
    most = std::max(entries_.back().most_occurrences, times);
  }
  std::uint32_t& head = heads_[bucket(key)];
  entries_.push_back({key, head, from, times, most});
  head = index;
}

inline void RepetitionHistory::pop() {
  const Entry& last = entries_.back();
  heads_[bucket(last.key)] = last.previous;
  entries_.pop_back();
}

inline int RepetitionHistory::occurrences_of(std::uint64_t key) const {
  if (entries_.empty()) return 0;
  const std::uint32_t from = entries_.back().reversible_from;
  int count = 0;
  for (std::uint32_t i = heads_[bucket(key)]; i != kNone && i >= from; i = entries_[i].previous) {
    count += entries_[i].key == key;
  }
  return count;
}

inline int RepetitionHistory::cycles_with(std::uint64_t key) const {
  // n identical cycles are 4n plies, of which the last 4(n-1)+1 positions equal those four earlier.
  if (entries_.empty()) return 0;
  const std::size_t first = entries_.back().reversible_from;
  std::size_t end = entries_.size();  // where `key` would stand
  std::size_t same = 0;
  while (end >= first + 4 && entries_[end - 4].key == key) {
    ++same;
    if (end == first + 4) break;
    key = entries_[--end].key;
  }
  return static_cast<int>((same + 3) / 4);
}

inline int RepetitionHistory::cycles() const {
  if (entries_.empty()) return 0;
  const std::size_t first = entries_.back().reversible_from;
  std::size_t last = entries_.size() - 1;
  std::size_t same = 0;
  while (last >= first + 4 && entries_[last].key == entries_[last - 4].key) {
    ++same;
    --last;
  }
  return static_cast<int>((same + 3) / 4);
}

}  // namespace tavlab
