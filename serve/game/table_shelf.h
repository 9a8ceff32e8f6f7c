#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace tavlab::serve {

/// The exact tables in a folder, opened when they are first asked for. For any number of threads.
/// What a table is, only those who ask know.
class TableShelf {
 public:
  /// An empty name: no tables.
  explicit TableShelf(std::filesystem::path folder) : folder_(std::move(folder)) {}

  using Opened = std::shared_ptr<const void>;
  using Open = std::function<Opened(const std::filesystem::path&)>;

  /// The table for the rules with this hash, or null. `open` opens a file of the folder, or returns
  /// null if it is none for these rules; what it throws is thrown.
  Opened find(std::uint64_t rules_hash, const Open& open);

 private:
  static constexpr std::size_t kMostOpen = 8;

  std::filesystem::path folder_;
  std::mutex mutex_;                                   ///< guards what follows
  std::deque<std::pair<std::uint64_t, Opened>> open_;  ///< the latest last
};

}  // namespace tavlab::serve
