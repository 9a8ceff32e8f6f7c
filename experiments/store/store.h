#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/result_counts.h"
#include "experiments/config/config.h"
#include "experiments/store/game_info.h"
#include "experiments/store/sqlite.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// A cell as the store keeps it: everything that a report says about it.
struct StoredCell {
  std::int64_t id = 0;
  std::string identity;
  std::string label;
  std::string group;
  std::vector<std::pair<std::string, std::string>> settings;
  std::string rules_id;
  std::string rules_title;
  std::string rules_hash;
  std::string family;
  std::vector<std::string> overrides;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< all, as the family writes them
  AgentPair agents;
  MatchMode match = MatchMode::single;
  std::uint64_t games = 0;  ///< wanted
  std::uint64_t seed = 0;
  int opening_plies = 0;
  int max_plies = 0;
  GameInfo game;
};

/// Kinds of runs that report by a command of their own; the others report when they are run again.
inline constexpr std::string_view kExperimentRun = "tavlab experiment run";
inline constexpr std::string_view kClaimRun = "tavlab claim run";

/// What the whole run has in common.
struct StoredExperiment {
  std::string id;
  std::string title;
  std::string question;
  std::string reading;  ///< what its games show and what not; may be empty
  std::string config_text;
  std::string config_name;     ///< as the command line named it
  std::string config_folder;   ///< absolute, of its file; empty where it is built in
  std::string command;         ///< that plays its games, without --out and --games
  std::string tavlab_version;  ///< that last wrote to the store
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> games_option;  ///< --games of the last run
  std::string shard;                          ///< "2/4"; empty for a whole run

  /// The first words of the command: "tavlab claim run".
  [[nodiscard]] std::string kind() const;
  /// What writes the report of its folder anew.
  [[nodiscard]] std::string report_command(const std::filesystem::path& folder) const;
};

/// The games of one experiment in `folder/games.sqlite`.
///
/// Games are inserted in transactions of at most about a second, so a killed process loses only the
/// games of the last second; they are played again, identically, when the run is continued. Every
/// failure is one UserError that says what to do, and leaves the file as the last commit left it.
class Store {
 public:
  /// Opens the store of this experiment, or makes it. Throws UserError for a file that is no store,
  /// is damaged, or holds games of another experiment, other rules or other agents. The folder's
  /// lock must be held. A store of the format before is brought up to the newest one.
  static Store open_for_run(const std::filesystem::path& folder, const ExperimentConfig& config,
                            const StoredExperiment& experiment);

  /// Opens the store that others are merged into, or makes it after the one in `first`.
  static Store open_for_merge(const std::filesystem::path& folder,
                              const std::filesystem::path& first);

  /// Opens the store of a run for reading, also while that run goes on: as it is at this moment.
  /// Where a folder `scratch` is named nothing in `folder` changes, and what must be written to
  /// read the store goes there. Throws UserError for a file that is no store, or is damaged.
  static Store open_for_report(const std::filesystem::path& folder,
                               const std::filesystem::path& scratch = {});

  /// What a store says of its run. Unlike opening it, this reads little of the file: damage further
  /// on does not show. Throws UserError for a file that is no store.
  static StoredExperiment read_experiment(const std::filesystem::path& folder,
                                          const std::filesystem::path& scratch = {});

  [[nodiscard]] StoredExperiment experiment();
  [[nodiscard]] std::vector<StoredCell> cells();
  [[nodiscard]] ResultCounts counts(std::int64_t cell);
  /// Seconds that the stored games of a cell took on the average, 0 without games.
  [[nodiscard]] double mean_seconds(std::int64_t cell);
  /// Numbers below `wanted` of games that are not stored, in order.
  [[nodiscard]] std::vector<std::uint64_t> missing(std::int64_t cell, std::uint64_t wanted);
  /// A cell's games in the order of their numbers, those below a number.
  void each_game(std::int64_t cell, const std::function<void(const GameRecord&)>& visit,
                 std::uint64_t below = std::numeric_limits<std::int64_t>::max());
  /// The finished game with the lowest number.
  [[nodiscard]] std::optional<GameRecord> first_finished(std::int64_t cell);

  /// A text that was kept beside the games; empty where there is none.
  [[nodiscard]] std::string note(const std::string& key);
  void put_note(const std::string& key, const std::string& text);

  struct Merged {
    std::uint64_t taken = 0;  ///< games that were new
    std::uint64_t known = 0;  ///< games that were there already
  };
  /// Takes in the games of another folder's store, all or none. Throws UserError where that one
  /// holds another experiment, or a game that is there differently.
  Merged merge(const std::filesystem::path& folder);

  /// One more than the highest number of a cell's games, 0 without games.
  [[nodiscard]] std::uint64_t numbers(std::int64_t cell);
  /// Takes out the games of a cell from a number on.
  void remove_games(std::int64_t cell, std::uint64_t first);

  /// Adds a game to the open transaction.
  void add(std::int64_t cell, const GameRecord& game);
  /// Commits when the open transaction is older than about a second.
  void commit_if_due();
  void commit();

 private:
  Store(const std::filesystem::path& path, sqlite::Mode mode);

  static Store open_existing(const std::filesystem::path& folder,
                             const std::filesystem::path& scratch);
  static Store open_for_writing(const std::filesystem::path& folder,
                                const StoredExperiment& experiment);
  /// Throws UserError unless every row is sound. Returns the format.
  std::int64_t check();
  void create(const StoredExperiment& experiment);
  void adopt(const ExperimentConfig& config, const StoredExperiment& experiment);
  void write_experiment(const StoredExperiment& experiment);
  std::string meta(const char* key);
  /// Nothing where the text is empty.
  std::optional<std::uint64_t> number(const char* key);

  /// Runs something against the database and turns its errors into what a user can act on.
  template <typename Action>
  auto guarded(const Action& action) -> decltype(action());
  [[noreturn]] void fail(const sqlite::Error& error) const;

  std::filesystem::path path_;
  std::unique_ptr<sqlite::Database> database_;
  std::unique_ptr<sqlite::Transaction> transaction_;
  std::unique_ptr<sqlite::Statement> insert_;
  std::chrono::steady_clock::time_point begun_;
};

template <typename Action>
auto Store::guarded(const Action& action) -> decltype(action()) {
  try {
    return action();
  } catch (const sqlite::Error& error) {
    // Whatever was open is lost; the file is as the last commit left it.
    transaction_.reset();
    fail(error);
  }
}

}  // namespace tavlab
