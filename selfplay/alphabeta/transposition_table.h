#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/huge_pages.h"
#include "core/random.h"
#include "selfplay/alphabeta/search_score.h"

namespace tavlab {

/// A transposition table of the alpha-beta search. Several threads may search with one table
/// without locks: a slot stores its key xor its data, so that one written by two threads at once is
/// not found (Hyatt and Mann 2002, "A lock-less transposition table implementation for parallel
/// search"). Games and searches are started by one thread, while no other one searches.
class TranspositionTable {
 public:
  enum class Bound : std::uint8_t { none, lower, upper, exact };

  static constexpr std::uint32_t kNoMove = (1U << 22) - 1;

  struct Entry {
    SearchScore score = 0;
    Bound bound = Bound::none;  ///< none: only the move is valid
    int depth = 0;
    std::uint32_t move = kNoMove;  ///< see move_tag
  };

  /// Allocates all memory. A table of 0 MB stores nothing.
  explicit TranspositionTable(std::size_t megabytes)
      : clusters_((megabytes << 20) / sizeof(Cluster)) {}

  [[nodiscard]] bool enabled() const { return !clusters_.empty(); }

  /// Forgets everything. Entries of earlier games are recognised by their age and treated as empty,
  /// by lookup and replacement, so that games do not depend on earlier ones.
  void start_game() {
    if (age_ > kAges / 2) {
      for (Cluster& cluster : clusters_) cluster.clear();
      age_ = 0;
    }
    oldest_ = age_ + 1;
    age_ = oldest_;
  }

  /// A new search of the same game: entries stay, but are replaced first.
  void start_search() {
    if (age_ - oldest_ < kAges / 2 - 2) ++age_;  // else only replacement gets coarser
  }

  /// Begins to load the entry of a key that will be looked up soon: most lookups miss the caches.
  void prefetch(std::uint64_t key) const {
    if (enabled()) __builtin_prefetch(&cluster_of(key));
  }

  [[nodiscard]] bool find(std::uint64_t key, Entry& entry) const {
    if (!enabled()) return false;
    for (const Slot& slot : cluster_of(key).slots) {
      const std::uint64_t data = slot.data();
      if (slot.key(data) != key || !alive(data)) continue;
      entry = unpack(data);
      return true;
    }
    return false;
  }

  void store(std::uint64_t key, const Entry& entry) {
    if (!enabled()) return;
    constexpr int kEmpty = std::numeric_limits<int>::min();
    Slot* victim = nullptr;
    int least = std::numeric_limits<int>::max();
    for (Slot& slot : clusters_[index_of(key)].slots) {
      const std::uint64_t data = slot.data();
      if (!alive(data)) {
        if (least != kEmpty) victim = &slot;
        least = kEmpty;
        continue;
      }
      const Entry old = unpack(data);
      if (slot.key(data) == key) {
        // A deeper entry of this search is worth more than a shallower bound.
        const bool keep = age_of(data) == age_ && old.bound != Bound::none &&
                          (entry.bound == Bound::none ||
                           (old.depth > entry.depth && entry.bound != Bound::exact));
        if (!keep) slot.set(key, pack(entry));
        return;
      }
      const int worth = old.depth - 4 * static_cast<int>(age_ - age_of(data));
      if (worth < least) {
        least = worth;
        victim = &slot;
      }
    }
    victim->set(key, pack(entry));
  }

 private:
  // 21 bits of score, 22 of move, 7 of depth, 2 of bound, 12 of age.
  static constexpr std::uint64_t kAges = 1U << 12;
  static constexpr std::uint64_t kScoreBias = 1U << 20;
  static_assert(kInfiniteScore < SearchScore{kScoreBias});

  class Slot {
   public:
    /// Age 0: never written.
    [[nodiscard]] std::uint64_t data() const { return data_.load(std::memory_order_relaxed); }
    /// The key that goes with these data; an arbitrary number if another thread wrote in between.
    [[nodiscard]] std::uint64_t key(std::uint64_t data) const {
      return check_.load(std::memory_order_relaxed) ^ data;
    }
    void set(std::uint64_t key, std::uint64_t data) {
      check_.store(key ^ data, std::memory_order_relaxed);
      data_.store(data, std::memory_order_relaxed);
    }

   private:
    std::atomic<std::uint64_t> check_{0};  ///< the key xor the data
    std::atomic<std::uint64_t> data_{0};
  };
  static_assert(sizeof(Slot) == 16);

  struct alignas(64) Cluster {
    std::array<Slot, 4> slots;

    void clear() {
      for (Slot& slot : slots) slot.set(0, 0);
    }
  };
  static_assert(sizeof(Cluster) == 64);

  static std::uint64_t age_of(std::uint64_t data) { return data >> 52; }
  [[nodiscard]] bool alive(std::uint64_t data) const { return age_of(data) >= oldest_; }

  [[nodiscard]] std::uint64_t pack(const Entry& entry) const {
    return (static_cast<std::uint64_t>(entry.score) + kScoreBias) |
           static_cast<std::uint64_t>(entry.move) << 21 |
           static_cast<std::uint64_t>(entry.depth & 0x7f) << 43 |
           static_cast<std::uint64_t>(entry.bound) << 50 | age_ << 52;
  }

  static Entry unpack(std::uint64_t data) {
    return {static_cast<SearchScore>(data & 0x1fffff) - static_cast<SearchScore>(kScoreBias),
            static_cast<Bound>(data >> 50 & 3), static_cast<int>(data >> 43 & 0x7f),
            static_cast<std::uint32_t>(data >> 21 & kNoMove)};
  }

  /// Works for any number of clusters up to 2^32: the high half of the product (Lemire 2019) with
  /// a mixed key, since families need not distribute their keys evenly.
  [[nodiscard]] std::size_t index_of(std::uint64_t key) const {
    return ((mix64(key) >> 32) * clusters_.size()) >> 32;
  }
  [[nodiscard]] const Cluster& cluster_of(std::uint64_t key) const {
    return clusters_[index_of(key)];
  }

  std::vector<Cluster, HugePageAllocator<Cluster>> clusters_;
  std::uint64_t oldest_ = 1;  ///< the first age of this game
  std::uint64_t age_ = 1;
};

}  // namespace tavlab
