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

/// A stored cell: everything that a report says about it.
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
  std::vector<std::pair<std::string, std::string>> parameters;  ///< all, as written by the family
  AgentPair agents;
  MatchMode match = MatchMode::single;
  std::uint64_t games = 0;  ///< wanted
  std::uint64_t seed = 0;
  int opening_plies = 0;
  int max_plies = 0;
  std::vector<std::pair<std::string, std::string>> conditions;  ///< MatchSettings::conditions
  GameInfo game;
};

/// Kinds of runs with a separate report command; the others report when they are run again. A match
/// is an experiment of one cell, and has its report.
inline constexpr std::string_view kExperimentRun = "tavlab experiment run";
inline constexpr std::string_view kClaimRun = "tavlab claim run";
inline constexpr std::string_view kMatchRun = "tavlab match";

/// Properties of the whole run.
struct StoredExperiment {
  std::string id;
  std::string title;
  std::string question;
  std::string reading;  ///< what its games show and what they do not; may be empty
  std::string caution;  ///< why its cells do not compare their rules; empty if they do
  std::string config_text;
  std::string config_name;     ///< as on the command line
  std::string config_folder;   ///< absolute, of its file; empty if built in
  std::string command;         ///< that plays its games, without --out and --games
  std::string tavlab_version;  ///< that last wrote to the store
  std::string nets;            ///< of the agents, as agent_nets_text writes them
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> games_option;  ///< --games of the last run
  std::string shard;                          ///< "2/4"; empty for a whole run

  /// The first words of the command: "tavlab claim run".
  [[nodiscard]] std::string kind() const;
  /// The command that rewrites the report of its folder.
  [[nodiscard]] std::string report_command(const std::filesystem::path& folder) const;
};

/// The games of one experiment in `folder/games.sqlite`.
///
/// Games are inserted in transactions of at most about a second, so a killed process loses only the
/// games of the last second; they are replayed identically when the run is resumed. Every failure
/// is one UserError that says what to do, and leaves the file as of the last commit.
class Store {
 public:
  /// Opens or creates the store of this experiment. Throws UserError for a file that is not a
  /// store, is damaged, or holds games of another experiment, other rules or other agents. The
  /// folder's lock must be held. A store of the previous format is migrated to the newest one.
  static Store open_for_run(const std::filesystem::path& folder, const ExperimentConfig& config,
                            const StoredExperiment& experiment);

  /// Opens the store into which others are merged, or creates it like the one in `first`.
  static Store open_for_merge(const std::filesystem::path& folder,
                              const std::filesystem::path& first);

  /// Opens the store of a run for reading, even during that run: a snapshot of its current state.
  /// If `scratch` is given nothing in `folder` changes, and files that must be written to read the
  /// store go there. Throws UserError for a file that is not a store, or is damaged.
  static Store open_for_report(const std::filesystem::path& folder,
                               const std::filesystem::path& scratch = {});

  /// Describes the run of a store. Unlike opening it, this reads little of the file and misses
  /// damage elsewhere. Throws UserError for a file that is not a store.
  static StoredExperiment read_experiment(const std::filesystem::path& folder,
                                          const std::filesystem::path& scratch = {});

  [[nodiscard]] StoredExperiment experiment();
  [[nodiscard]] std::vector<StoredCell> cells();
  [[nodiscard]] ResultCounts counts(std::int64_t cell);
  /// Average seconds per stored game of a cell, 0 without games.
  [[nodiscard]] double mean_seconds(std::int64_t cell);
  /// Numbers below `wanted` of games that are not stored, in order.
  [[nodiscard]] std::vector<std::uint64_t> missing(std::int64_t cell, std::uint64_t wanted);
  /// A cell's games in the order of their numbers, those below a number.
  void each_game(std::int64_t cell, const std::function<void(const GameRecord&)>& visit,
                 std::uint64_t below = std::numeric_limits<std::int64_t>::max());
  /// The finished game with the lowest number.
  [[nodiscard]] std::optional<GameRecord> first_finished(std::int64_t cell);

  /// A text stored with the games; empty if there is none.
  [[nodiscard]] std::string note(const std::string& key);
  void put_note(const std::string& key, const std::string& text);

  struct Merged {
    std::uint64_t taken = 0;  ///< games that were new
    std::uint64_t known = 0;  ///< games that were already stored
  };
  /// Takes the games of another folder's store, all or none. Throws UserError if it holds another
  /// experiment, or a game that differs from the stored one.
  Merged merge(const std::filesystem::path& folder);

  /// Changes how many games of a cell are wanted, such as when a test has decided.
  void want_games(std::int64_t cell, std::uint64_t games);
  /// One more than the highest number of a cell's games, 0 without games.
  [[nodiscard]] std::uint64_t numbers(std::int64_t cell);
  /// Removes the games of a cell from a number on.
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
  /// Throws UserError unless every row is valid. Returns the format.
  std::int64_t check();
  void create(const StoredExperiment& experiment);
  void adopt(const ExperimentConfig& config, const StoredExperiment& experiment);
  void write_experiment(const StoredExperiment& experiment);
  std::string meta(const char* key);
  /// Does nothing if the text is empty.
  std::optional<std::uint64_t> number(const char* key);

  /// Runs a database operation and turns its errors into ones that a user can act on.
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
    // The open transaction is lost; the file is as of the last commit.
    transaction_.reset();
    fail(error);
  }
}

}  // namespace tavlab
