#include "experiments/store/store_look.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>
#include <unistd.h>

#include <charconv>
#include <string_view>
#include <system_error>

#include "core/error.h"
#include "experiments/folder/directory_lock.h"
#include "experiments/store/cells.h"
#include "experiments/store/format.h"
#include "experiments/store/stored_result.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;

/// How to read a store without changing it. SQLite makes files beside a store to read it together
/// with a writer, and needs none where nobody writes.
sqlite::Mode mode_to_look(const fs::path& folder, const fs::path& store) {
  if (DirectoryLock::is_held(folder)) return sqlite::Mode::read_only;
  const fs::path log = store.string() + "-wal";
  std::error_code error;
  const bool was_killed = fs::is_regular_file(log, error) && fs::file_size(log, error) > 0;
  if (!was_killed) return sqlite::Mode::immutable;
  if (access(folder.c_str(), W_OK) != 0) {
    throw UserError(fmt::format(
        "{}: the last run was killed, so {} also holds games, which can be read only in a writable "
        "folder",
        store.string(), log.filename().string()));
  }
  return sqlite::Mode::read_only;
}

/// A condition on games in SQL.
std::string condition_of(const GameFilter& filter) {
  std::string text = "1";
  if (filter.cells) text = fmt::format("cell IN ({})", fmt::join(*filter.cells, ", "));
  if (filter.result) text += fmt::format(" AND result = '{}'", stored_result_word(*filter.result));
  return text;
}

}  // namespace

template <typename Action>
auto StoreLook::guarded(const Action& action) -> decltype(action()) {
  try {
    return action();
  } catch (const sqlite::Error& error) {
    const bool busy = error.code() == SQLITE_BUSY;
    throw UserError(fmt::format("{}: {} ({})", path_.string(),
                                busy ? "is busy; try again" : "cannot be read as a store",
                                error.what()));
  }
}

StoreLook::StoreLook(const fs::path& folder) : path_(folder / "games.sqlite") {
  for (const char* const suffix : {"", "-wal", "-shm", "-journal"}) {
    const std::string name = path_.string() + suffix;
    std::error_code error;
    const fs::file_type type = fs::symlink_status(name, error).type();
    if (type != fs::file_type::not_found && type != fs::file_type::regular) {
      throw UserError(fmt::format("{}: cannot be read: is not a regular file", name));
    }
  }
  guarded([&] {
    database_ = std::make_unique<sqlite::Database>(path_, mode_to_look(folder, path_));
    database_->execute("BEGIN");  // one snapshot
    store_format::check_tables(*database_, "main", path_.string());
  });
}

StoredExperiment StoreLook::experiment() {
  return guarded([&] {
    std::map<std::string, std::string, std::less<>> meta;
    sqlite::Statement rows(*database_,
                           "SELECT key, value FROM meta WHERE key IN ('id', 'title', 'question', "
                           "'command', 'seed', 'shard')");
    while (rows.step()) meta[std::string(rows.text(0))] = rows.text(1);
    StoredExperiment experiment;
    experiment.id = meta["id"];
    experiment.title = meta["title"];
    experiment.question = meta["question"];
    experiment.command = meta["command"];
    experiment.shard = meta["shard"];
    const std::string& seed = meta["seed"];
    std::from_chars(seed.data(), seed.data() + seed.size(), experiment.seed);
    return experiment;
  });
}

std::vector<StoredCell> StoreLook::cells() {
  return guarded([&] { return read_cells(*database_, path_.string()); });
}

std::uint64_t StoreLook::count(const GameFilter& filter) {
  return guarded([&] {
    const std::string sql = "SELECT count(*) FROM games WHERE " + condition_of(filter);
    return static_cast<std::uint64_t>(database_->integer(sql.c_str()));
  });
}

std::vector<ListedGame> StoreLook::list(const GameFilter& filter, std::uint64_t first,
                                        std::uint64_t most) {
  return guarded([&] {
    const std::string sql = fmt::format(
        "SELECT cell, number, swapped, result, reason, plies FROM games WHERE {} "
        "ORDER BY cell, number LIMIT ? OFFSET ?",
        condition_of(filter));
    sqlite::Statement rows(*database_, sql.c_str());
    rows.bind(1, static_cast<std::int64_t>(most)).bind(2, static_cast<std::int64_t>(first));
    std::vector<ListedGame> games;
    while (rows.step()) {
      games.push_back({rows.integer(0), static_cast<std::uint64_t>(rows.integer(1)),
                       rows.integer(2) != 0, stored_result(rows.text(3)), std::string(rows.text(4)),
                       static_cast<int>(rows.integer(5))});
    }
    return games;
  });
}

std::optional<PlayedGame> StoreLook::game(std::int64_t cell, std::uint64_t number) {
  return guarded([&]() -> std::optional<PlayedGame> {
    // Format 4 has no checksums.
    const bool sealed = database_->integer("PRAGMA user_version") >= 5;
    const std::string right =
        sealed ? "games.checksum IS " +
                     store_format::game_checksum(
                         "(SELECT identity FROM cells WHERE id = games.cell)", "games")
               : "1";
    const std::string sql = fmt::format(
        "SELECT {}, swapped, result, reason, plies, moves FROM games WHERE cell = ? AND number = ?",
        right);
    sqlite::Statement row(*database_, sql.c_str());
    row.bind(1, cell).bind(2, static_cast<std::int64_t>(number));
    if (!row.step()) return std::nullopt;
    if (row.integer(0) != 1) {
      throw UserError(fmt::format("{}: game {} of cell {} is damaged: its checksum does not match",
                                  path_.string(), number, cell));
    }
    PlayedGame game{{cell, number, row.integer(1) != 0, stored_result(row.text(2)),
                     std::string(row.text(3)), static_cast<int>(row.integer(4))},
                    std::string(row.text(5))};
    return game;
  });
}

std::map<std::int64_t, CellTally> StoreLook::tallies() {
  return guarded([&] {
    sqlite::Statement rows(*database_,
                           "SELECT cell, swapped, result, count(*), sum(seconds) FROM games "
                           "GROUP BY cell, swapped, result");
    std::map<std::int64_t, CellTally> tallies;
    while (rows.step()) {
      const auto games = static_cast<std::uint64_t>(rows.integer(3));
      ResultCounts counts;
      switch (stored_result(rows.text(2))) {
        case Result::first_wins:
          counts.wins = games;
          break;
        case Result::draw:
          counts.draws = games;
          break;
        case Result::second_wins:
          counts.losses = games;
          break;
        case Result::unfinished:
          counts.unfinished = games;
          break;
      }
      const bool swapped = rows.integer(1) != 0;
      CellTally& tally = tallies[rows.integer(0)];
      tally.side += counts;
      tally.agent += swapped ? counts.turned() : counts;
      tally.swaps |= swapped;
      tally.seconds += rows.real(4);
    }
    return tallies;
  });
}

}  // namespace tavlab
