#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/dataset/stored_game.h"
#include "selfplay/generate/group.h"
#include "selfplay/generate/run_shards.h"

namespace tavlab {

/// A round of self-play that was stopped before its end.
struct StoppedRound {
  std::uint64_t round = 0;           ///< its number, from 1
  double seconds = 0.0;              ///< time spent on it
  std::vector<StoredGame> finished;  ///< its games so far
  std::vector<GroupState> groups;
};

/// The stopped round of a run in its folder: `stopped.json` and two shards that it names.
class StoppedRoundFile {
 public:
  /// The shards must outlive it.
  StoppedRoundFile(std::filesystem::path folder, const RunShards& shards)
      : folder_(std::move(folder)), shards_(&shards) {}

  /// Replaces what is there, atomically. `net` names the net that played. Throws UserError.
  void write(StoppedRound round, const std::string& net) const;

  /// The stopped round with this number of a run with so many groups; none if there is no such
  /// round, or another. Throws UserError, naming the file, if one is malformed.
  [[nodiscard]] std::optional<StoppedRound> read(std::uint64_t round, std::size_t groups) const;

  /// Removes what is there: the round was finished.
  void remove() const;

 private:
  [[nodiscard]] std::filesystem::path index() const { return folder_ / "stopped.json"; }
  [[nodiscard]] std::filesystem::path games(std::uint64_t part) const;
  [[nodiscard]] std::filesystem::path in_flight(std::uint64_t part) const;
  /// The number of the shards that are there; 0 if none are.
  [[nodiscard]] std::uint64_t part() const;
  void remove_shards(std::uint64_t part) const;

  std::filesystem::path folder_;
  const RunShards* shards_;
};

}  // namespace tavlab
