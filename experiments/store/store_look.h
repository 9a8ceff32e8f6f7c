#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result_counts.h"
#include "experiments/store/sqlite.h"
#include "experiments/store/store.h"

namespace tavlab {

/// A game in a list.
struct ListedGame {
  std::int64_t cell = 0;
  std::uint64_t number = 0;
  bool swapped = false;
  Result result = Result::unfinished;
  std::string reason;
  int plies = 0;
};

/// A game to replay.
struct PlayedGame : ListedGame {
  std::string moves;  ///< as in GameRecord
};

/// Which games of a store are listed.
struct GameFilter {
  std::optional<std::vector<std::int64_t>> cells;  ///< all without it
  std::optional<Result> result;
};

/// The games of a cell so far.
struct CellTally {
  ResultCounts side;     ///< from the view of the first side
  ResultCounts agent;    ///< from the view of the first agent, whatever side it plays
  bool swaps = false;    ///< the agents have exchanged sides
  double seconds = 0.0;  ///< of all games together
};

/// Looks at a few games of a store, even while a run writes it: a snapshot of its state. Changes
/// nothing that is stored, follows no links, and reads no more than it is asked for, so that damage
/// elsewhere is not noticed. All functions throw UserError for a file that is no store or is
/// damaged.
class StoreLook {
 public:
  explicit StoreLook(const std::filesystem::path& folder);

  /// Of StoredExperiment only the texts, the seed and the shard.
  [[nodiscard]] StoredExperiment experiment();
  [[nodiscard]] std::vector<StoredCell> cells();
  /// By the ids of cells; those without games are left out.
  [[nodiscard]] std::map<std::int64_t, CellTally> tallies();
  /// The number of games that a filter lists.
  [[nodiscard]] std::uint64_t count(const GameFilter& filter);
  /// At most `most` of them from the place `first` on, in the order of cells and numbers.
  [[nodiscard]] std::vector<ListedGame> list(const GameFilter& filter, std::uint64_t first,
                                             std::uint64_t most);
  /// A game, whose checksum is checked; nullopt if it is not stored.
  [[nodiscard]] std::optional<PlayedGame> game(std::int64_t cell, std::uint64_t number);

 private:
  /// Turns errors of the database into one line about the file.
  template <typename Action>
  auto guarded(const Action& action) -> decltype(action());

  std::filesystem::path path_;
  std::unique_ptr<sqlite::Database> database_;
};

}  // namespace tavlab
