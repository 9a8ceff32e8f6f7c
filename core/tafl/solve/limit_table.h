#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/huge_pages.h"
#include "core/tafl/solve/symmetric_keys.h"

namespace tavlab::tafl {

/// What is known about a position and its symmetric images: the most moves of the king's side for
/// which the attackers hold, and the fewest for which they do not. One entry answers every limit,
/// since a king that cannot escape in n moves cannot in fewer.
struct LimitBounds {
  std::uint8_t held = 0;     ///< held for this many moves, 0: nothing known
  std::uint8_t lost = 0xff;  ///< lost for this many, 0xff: nothing known
  std::uint32_t move = 0;    ///< by which the side to move reaches the strongest bound; 0: none
  std::uint8_t work = 0;     ///< log2 of the nodes searched, at most 63
};

/// A hash table of LimitBounds, shared by threads without locks: a slot has two words, the first of
/// which is the key XORed with the second, so that a slot written by two threads at once matches no
/// key (Hyatt and Mann 2002). 19 bits of a second key must match, too. A full bucket drops the slot
/// with the least work.
class LimitTable {
 public:
  /// Throws std::bad_alloc.
  explicit LimitTable(std::size_t bytes)
      : table_(std::bit_floor(std::max<std::size_t>(1, bytes / sizeof(Bucket)))) {}

  [[nodiscard]] std::size_t bytes() const { return table_.size() * sizeof(Bucket); }

  [[nodiscard]] std::optional<LimitBounds> find(const SymmetricKey& key) const {
    for (const Slot& slot : bucket(key).slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if (matches(slot, data, key)) return unpack(data);
    }
    return std::nullopt;
  }

  /// Forgets everything; no other thread may use the table.
  void clear() {
    std::ranges::for_each(table_, [](Bucket& bucket) { bucket.clear(); });
  }

  /// Merges new bounds into the known ones.
  void add(const SymmetricKey& key, LimitBounds bounds) {
    Slot* least = nullptr;
    std::uint8_t least_work = 0xff;
    for (Slot& slot : bucket(key).slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if (matches(slot, data, key)) {
        const LimitBounds known = unpack(data);
        // The move belongs to the strongest of the bounds that its side has.
        if (known.held > bounds.held || known.lost < bounds.lost || bounds.move == 0) {
          bounds.move = known.move;
        }
        bounds.held = std::max(bounds.held, known.held);
        bounds.lost = std::min(bounds.lost, known.lost);
        bounds.work = std::max(bounds.work, known.work);
        write(slot, key, bounds);
        return;
      }
      const std::uint8_t work = data == 0 ? 0 : static_cast<std::uint8_t>(1 + unpack(data).work);
      if (work < least_work) {
        least_work = work;
        least = &slot;
      }
    }
    write(*least, key, bounds);
  }

  /// The entries that took the most work, at most `most`, two words each. Other threads may keep
  /// searching.
  [[nodiscard]] std::vector<std::uint64_t> heaviest(std::size_t most) const {
    std::array<std::size_t, 64> count{};
    for_each([&](std::uint64_t, std::uint64_t data) { ++count[unpack(data).work]; });
    std::size_t least = count.size(), taken = 0;
    while (least > 0 && taken + count[least - 1] <= most) taken += count[--least];
    std::vector<std::uint64_t> words;
    words.reserve(2 * taken);
    for_each([&](std::uint64_t check, std::uint64_t data) {
      if (unpack(data).work < least || words.size() >= 2 * most) return;
      words.push_back(check);
      words.push_back(data);
    });
    return words;
  }
  /// Adds such entries, perhaps from a table of another size.
  void take(std::span<const std::uint64_t> words) {
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
      const std::uint64_t data = words[i + 1];
      if (data >> 63 == 0) continue;
      // The second key's bits are already in place.
      add({words[i] ^ data, data >> kCheck << 45, 0}, unpack(data));
    }
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> check{0}, data{0};
  };

  /// Calls f with the words of each entry; entries that are being written may be torn.
  template <typename F>
  void for_each(F&& f) const {
    for (const Bucket& bucket : table_) {
      for (const Slot& slot : bucket.slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if (data != 0) f(slot.check.load(std::memory_order_relaxed), data);
      }
    }
  }
  struct alignas(64) Bucket {
    Slot slots[4];

    void clear() {
      for (Slot& slot : slots) {
        slot.check.store(0, std::memory_order_relaxed);
        slot.data.store(0, std::memory_order_relaxed);
      }
    }
  };

  // From the lowest: 22 bits of the move, 6 of the work, a byte for each bound, 19 of the second
  // key, and a bit that is always set.
  static constexpr int kWork = 22, kHeld = 28, kLost = 36, kCheck = 44;
  static constexpr std::uint64_t kUsed = std::uint64_t{1} << 63;

  static std::uint64_t check_of(const SymmetricKey& key) {
    return (key.check >> 45 << kCheck) | kUsed;
  }
  static bool matches(const Slot& slot, std::uint64_t data, const SymmetricKey& key) {
    return (slot.check.load(std::memory_order_relaxed) ^ data) == key.key &&
           data >> kCheck == check_of(key) >> kCheck;
  }
  static std::uint64_t pack(const LimitBounds& b) {
    return std::uint64_t{b.move} | std::uint64_t{b.work} << kWork | std::uint64_t{b.held} << kHeld |
           std::uint64_t{b.lost} << kLost;
  }
  static LimitBounds unpack(std::uint64_t data) {
    LimitBounds b;
    b.move = static_cast<std::uint32_t>(data & 0x3fffff);
    b.work = static_cast<std::uint8_t>(data >> kWork & 0x3f);
    b.held = static_cast<std::uint8_t>(data >> kHeld);
    b.lost = static_cast<std::uint8_t>(data >> kLost);
    return b;
  }
  static void write(Slot& slot, const SymmetricKey& key, const LimitBounds& bounds) {
    const std::uint64_t data = pack(bounds) | check_of(key);
    slot.data.store(data, std::memory_order_relaxed);
    slot.check.store(key.key ^ data, std::memory_order_relaxed);
  }

  [[nodiscard]] const Bucket& bucket(const SymmetricKey& key) const {
    return table_[key.key & (table_.size() - 1)];
  }
  Bucket& bucket(const SymmetricKey& key) { return table_[key.key & (table_.size() - 1)]; }

  std::vector<Bucket, HugePageAllocator<Bucket>> table_;
};

}  // namespace tavlab::tafl
