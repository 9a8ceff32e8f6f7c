#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/huge_pages.h"
#include "core/solving/proof.h"
#include "core/solving/win_keys.h"

namespace tavlab {

/// What is known about whether one side wins from a position.
struct WinBounds {
  std::uint8_t within = kUnlimitedMoves;  ///< the fewest of its moves known to suffice
  std::uint8_t without = 0;               ///< the most known not to suffice
};

/// What a search reads for a position and a number of moves.
struct WinKnown {
  bool found = false;
  ProofNumbers numbers;
  std::uint8_t within = kUnlimitedMoves;  ///< if it is proved
  std::uint8_t workers = 0;               ///< threads searching it
};

/// A hash table shared by threads: bounds proved for positions, for any number of moves left, and
/// proof numbers of positions with a given number of moves left. Both kinds of entries of a
/// position are in the same bucket, which has its own lock; a full bucket drops the entry with the
/// least work.
class WinTable {
 public:
  /// Throws std::bad_alloc.
  explicit WinTable(std::size_t bytes)
      : table_(std::bit_floor(std::max<std::size_t>(1, bytes / sizeof(Bucket)))) {}

  [[nodiscard]] std::size_t bytes() const { return table_.size() * sizeof(Bucket); }

  [[nodiscard]] WinKnown find(const WinKey& key, int moves) {
    WinKnown known;
    const Locked bucket(table_[index(key.key)]);
    for (const Entry& entry : bucket->entries) {
      if (entry.key() != key || entry.work == 0) continue;
      if (entry.moves == kBounds) {
        if (entry.bounds.within != kUnlimitedMoves && entry.bounds.within <= moves) {
          return {true, ProofNumbers::proved(), entry.bounds.within, 0};
        }
        if (moves != kUnlimitedMoves && moves <= entry.bounds.without) {
          return {true, ProofNumbers::disproved(), kUnlimitedMoves, 0};
        }
      } else if (entry.moves == tag(moves)) {
        known = {true, entry.numbers, kUnlimitedMoves, entry.workers};
      }
    }
    return known;
  }

  [[nodiscard]] WinBounds bounds(const WinKey& key) {
    const Locked bucket(table_[index(key.key)]);
    for (const Entry& entry : bucket->entries) {
      if (entry.key() == key && entry.work != 0 && entry.moves == kBounds) return entry.bounds;
    }
    return {};
  }

  /// Stores the numbers of an undecided position; also the disproof of one with any number of
  /// moves, which depends on the path to it and is not saved.
  void store(const WinKey& key, int moves, ProofNumbers numbers, std::uint64_t work) {
    const Locked bucket(table_[index(key.key)]);
    Entry& entry = slot(*bucket, key, tag(moves));
    entry.numbers = numbers;
    raise(entry, work);
  }

  /// Stores that the side wins, or does not win, within this many moves.
  void prove(const WinKey& key, int within, std::uint64_t work) {
    change_bounds(key, work, [&](WinBounds& bounds) {
      bounds.within = static_cast<std::uint8_t>(std::min<int>(bounds.within, within));
    });
  }
  void disprove(const WinKey& key, int moves, std::uint64_t work) {
    change_bounds(key, work, [&](WinBounds& bounds) {
      bounds.without = static_cast<std::uint8_t>(std::max<int>(bounds.without, moves));
    });
  }

  /// Adds or removes threads searching an undecided position.
  void change_workers(const WinKey& key, int moves, int by) {
    const Locked bucket(table_[index(key.key)]);
    for (Entry& entry : bucket->entries) {
      if (entry.key() != key || entry.work == 0 || entry.moves != tag(moves)) continue;
      entry.workers = static_cast<std::uint8_t>(std::clamp(entry.workers + by, 0, 255));
    }
  }

  /// Words per entry in a file.
  static constexpr std::size_t kWords = 3;

  /// The entries that took the most work, at most `most`. Other threads may keep searching.
  [[nodiscard]] std::vector<std::uint64_t> heaviest(std::size_t most) {
    std::array<std::size_t, 65> count{};
    for_each([&](const Entry& entry) { ++count[lasts(entry) ? entry.work : 0]; });
    std::size_t least = count.size(), taken = 0;
    while (least > 1 && taken + count[least - 1] <= most) taken += count[--least];
    std::vector<std::uint64_t> words;
    words.reserve(kWords * taken);
    for_each([&](const Entry& entry) {
      if (!lasts(entry) || entry.work < least || words.size() >= kWords * most) return;
      words.push_back(entry.main);
      words.push_back(std::uint64_t{entry.numbers.proof} << 32 | entry.numbers.disproof);
      words.push_back(std::uint64_t{entry.bounds.within} |
                      std::uint64_t{entry.bounds.without} << 8 | std::uint64_t{entry.moves} << 16 |
                      std::uint64_t{entry.work} << 24 | std::uint64_t{entry.check} << 32);
    });
    return words;
  }
  /// Adds such entries, perhaps from a table of another size.
  void take(std::span<const std::uint64_t> words) {
    for (std::size_t i = 0; i + kWords <= words.size(); i += kWords) {
      const auto byte = [&](int at) { return static_cast<std::uint8_t>(words[i + 2] >> 8 * at); };
      const WinKey key{words[i], static_cast<std::uint16_t>(words[i + 2] >> 32)};
      const Locked bucket(table_[index(key.key)]);
      Entry& entry = slot(*bucket, key, byte(2));
      entry.numbers = {static_cast<std::uint32_t>(words[i + 1] >> 32),
                       static_cast<std::uint32_t>(words[i + 1])};
      entry.bounds = {byte(0), byte(1)};
      entry.work = std::clamp<std::uint8_t>(byte(3), 1, 64);
    }
  }

 private:
  static constexpr std::uint8_t kBounds = 0xff, kUnlimited = 0xfe;

  struct Entry {
    std::uint64_t main = 0;  ///< WinKey::key
    ProofNumbers numbers;
    WinBounds bounds;
    std::uint8_t moves = 0;  ///< left, for the numbers; or kBounds, kUnlimited
    std::uint8_t work = 0;   ///< 1 + log2 of the nodes it took; 0: free
    std::uint8_t workers = 0;
    std::uint16_t check = 0;  ///< WinKey::check

    [[nodiscard]] WinKey key() const { return {main, check}; }
  };
  struct alignas(128) Bucket {
    Entry entries[5];
    std::atomic_flag locked;
  };
  static_assert(sizeof(Bucket) == 128);

  /// A bucket while its lock is held.
  class Locked {
   public:
    explicit Locked(Bucket& bucket) : bucket_(bucket) {
      while (bucket_.locked.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Locked() { bucket_.locked.clear(std::memory_order_release); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;
    Bucket* operator->() const { return &bucket_; }
    Bucket& operator*() const { return bucket_; }

   private:
    Bucket& bucket_;
  };

  static std::uint8_t tag(int moves) {
    return moves == kUnlimitedMoves ? kUnlimited : static_cast<std::uint8_t>(moves);
  }
  [[nodiscard]] std::size_t index(std::uint64_t key) const { return key & (table_.size() - 1); }

  static bool lasts(const Entry& entry) {
    return entry.moves != kUnlimited || entry.numbers.disproof != 0;
  }

  static void raise(Entry& entry, std::uint64_t work) {
    const auto log = static_cast<std::uint8_t>(std::bit_width(work | 1));
    entry.work = std::max(entry.work, log);
  }

  /// The position's entry of a kind; a new one replaces the one with the least work.
  static Entry& slot(Bucket& bucket, const WinKey& key, std::uint8_t moves) {
    Entry* least = bucket.entries;
    for (Entry& entry : bucket.entries) {
      if (entry.key() == key && entry.moves == moves && entry.work != 0) return entry;
      if (entry.work < least->work) least = &entry;
    }
    *least = Entry{};
    least->main = key.key;
    least->check = key.check;
    least->moves = moves;
    return *least;
  }

  template <typename F>
  void change_bounds(const WinKey& key, std::uint64_t work, F&& change) {
    const Locked bucket(table_[index(key.key)]);
    Entry& entry = slot(*bucket, key, kBounds);
    change(entry.bounds);
    raise(entry, work);
  }

  template <typename F>
  void for_each(F&& f) {
    for (Bucket& bucket : table_) {
      const Locked locked(bucket);
      for (const Entry& entry : bucket.entries) {
        if (entry.work != 0) f(entry);
      }
    }
  }

  std::vector<Bucket, HugePageAllocator<Bucket>> table_;
};

}  // namespace tavlab
