#include "experiments/store/format.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <vector>

#include "core/error.h"
#include "core/text.h"
#include "experiments/config/config_design.h"

namespace tavlab::store_format {
namespace {

/// The schema of format 4. It is compared with the text in a file, so not a letter may change.
constexpr const char* kSchema = R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE cells (
  id INTEGER PRIMARY KEY,
  identity TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  place INTEGER NOT NULL,
  rules TEXT NOT NULL,
  rules_hash TEXT NOT NULL,
  first_agent TEXT NOT NULL,
  second_agent TEXT NOT NULL,
  match TEXT NOT NULL,
  seed INTEGER NOT NULL,
  opening_plies INTEGER NOT NULL,
  max_plies INTEGER NOT NULL,
  games INTEGER NOT NULL,
  description TEXT NOT NULL
);
CREATE TABLE games (
  cell INTEGER NOT NULL REFERENCES cells (id),
  number INTEGER NOT NULL,
  swapped INTEGER NOT NULL,
  result TEXT NOT NULL CHECK (result IN ('first', 'draw', 'second', 'unfinished')),
  reason TEXT NOT NULL,
  plies INTEGER NOT NULL,
  captured_first INTEGER NOT NULL,
  captured_second INTEGER NOT NULL,
  mean_legal_moves REAL NOT NULL,
  seconds REAL NOT NULL,
  moves TEXT NOT NULL,
  choices INTEGER NOT NULL,
  throws INTEGER NOT NULL,
  passes INTEGER NOT NULL,
  longest_run INTEGER NOT NULL,
  longest_turn INTEGER NOT NULL,
  lead_changes INTEGER NOT NULL,
  throw_counts TEXT NOT NULL,
  search_values TEXT NOT NULL,
  PRIMARY KEY (cell, number)
);
)sql";

/// Additions of format 5.
constexpr const char* kAddChecksums =
    "ALTER TABLE meta ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE cells ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;";

constexpr std::array<std::string_view, 3> kTables = {"meta", "cells", "games"};

/// The permitted values of a column.
struct Column {
  enum class Kind : std::uint8_t { number, real, text, any_text };
  std::string_view name;
  Kind kind;
  std::int64_t least = 0;  ///< of a number; bytes of a text
  std::int64_t most = 0;
};

constexpr auto kNumber = Column::Kind::number;
constexpr auto kReal = Column::Kind::real;
constexpr auto kText = Column::Kind::text;
/// A text that is shown only in a report, which escapes it: a whole file, a folder.
constexpr auto kAnyText = Column::Kind::any_text;

constexpr std::int64_t kMost = 1'000'000'000, kShortText = 1 << 20, kLongText = 1 << 26;
constexpr std::int64_t kMaxSeed = std::numeric_limits<std::int64_t>::max();

constexpr std::array<Column, 2> kMetaColumns = {{
    {"key", kText, 1, kShortText},
    {"value", kAnyText, 0, kLongText},
}};

constexpr std::array<Column, 14> kCellColumns = {{
    {"id", kNumber, 1, kMost},
    {"identity", kText, 1, kShortText},
    {"label", kText, 0, kShortText},
    {"place", kNumber, 0, kMost},
    {"rules", kText, 0, kShortText},
    {"rules_hash", kText, 0, kShortText},
    {"first_agent", kText, 0, kShortText},
    {"second_agent", kText, 0, kShortText},
    {"match", kText, 0, kShortText},
    {"seed", kNumber, 0, kMaxSeed},
    {"opening_plies", kNumber, 0, kMost},
    {"max_plies", kNumber, 0, kMost},
    {"games", kNumber, 0, kMost},
    {"description", kText, 0, kLongText},
}};

constexpr std::array<Column, 18> kGameColumns = {{
    {"number", kNumber, 0, kMost - 1},
    {"swapped", kNumber, 0, 1},
    {"result", kText, 1, kShortText},
    {"reason", kText, 0, kShortText},
    {"plies", kNumber, 0, kMost / 10},
    {"captured_first", kNumber, 0, kMost / 10},
    {"captured_second", kNumber, 0, kMost / 10},
    {"mean_legal_moves", kReal, 0, kMost},
    {"seconds", kReal, 0, kMost},
    {"moves", kText, 0, kLongText},
    {"choices", kNumber, 0, kMost / 10},
    {"throws", kNumber, 0, kMost / 10},
    {"passes", kNumber, 0, kMost / 10},
    {"longest_run", kNumber, 0, kMost / 10},
    {"longest_turn", kNumber, 0, kMost / 10},
    {"lead_changes", kNumber, 0, kMost / 10},
    {"throw_counts", kText, 0, kShortText},
    {"search_values", kText, 0, kLongText},
}};

std::string names(std::span<const Column> columns, std::string_view table) {
  std::string text;
  for (const Column& each : columns) {
    text += fmt::format("{}{}.{}", text.empty() ? "" : ", ", table, each.name);
  }
  return text;
}

/// Fast path for printable ASCII, as nearly all texts are.
bool is_shown_safely(std::string_view text) {
  bool simple = true;
  for (const char c : text) simple &= c >= ' ' && c <= '~';  // no early exit, so that it vectorizes
  return simple || is_plain(text);
}

/// What is wrong with a value; empty if nothing is.
std::string fault(const sqlite::Statement& row, int at, const Column& column) {
  switch (column.kind) {
    case kNumber:
      if (!row.is_integer(at)) return fmt::format("its {} is not an integer", column.name);
      if (row.integer(at) < column.least || row.integer(at) > column.most) {
        return fmt::format("its {} is {}, which is out of range", column.name, row.integer(at));
      }
      return {};
    case kReal: {
      if (!row.is_real(at)) return fmt::format("its {} is not a number", column.name);
      const double value = row.real(at);
      const bool possible = std::isfinite(value) && value >= static_cast<double>(column.least) &&
                            value <= static_cast<double>(column.most);
      return possible ? std::string()
                      : fmt::format("its {} is {}, which is out of range", column.name, value);
    }
    case kText:
    case kAnyText:
      break;
  }
  if (!row.is_text(at)) return fmt::format("its {} is not a text", column.name);
  const std::string_view text = row.text(at);
  const auto size = static_cast<std::int64_t>(text.size());
  if (size < column.least || size > column.most) {
    return fmt::format("its {} has {} bytes", column.name, size);
  }
  if (column.kind == kText && !is_shown_safely(text)) {
    return fmt::format("its {} is not plain text", column.name);
  }
  return {};
}

/// What is wrong with a row, whose values begin at `at` and are followed by whether its checksum is
/// correct; empty if nothing is.
std::string fault(const sqlite::Statement& row, int at, std::span<const Column> columns) {
  std::string found;
  for (const Column& column : columns) {
    found = fault(row, at++, column);
    if (!found.empty()) return found;
  }
  return row.integer(at) == 1 ? found : "its checksum does not match";
}

[[noreturn]] void damaged(const std::string& path, const std::string& what) {
  throw UserError(fmt::format(
      "{}: {}; restore the file from a backup, or move it away to start over", path, what));
}

std::string meta_checksum(std::string_view table) {
  return fmt::format("row_checksum({})", names(kMetaColumns, table));
}

std::string cell_checksum(std::string_view table) {
  return fmt::format("row_checksum({})", names(kCellColumns, table));
}

/// An SQL expression for whether a checksum is correct.
std::string comparison(std::int64_t format, std::string_view table, const std::string& checksum) {
  return format < 5 ? "1" : fmt::format("{}.checksum IS {}", table, checksum);
}

void check_meta(sqlite::Database& database, std::string_view name, const std::string& path,
                std::int64_t format) {
  // These two hold the user's own text, which is never printed unescaped.
  const std::set<std::string_view> any = {"config_text", "config_folder"};
  sqlite::Statement rows(database,
                         fmt::format("SELECT {}, {} FROM {}.meta AS m", names(kMetaColumns, "m"),
                                     comparison(format, "m", meta_checksum("m")), name)
                             .c_str());
  while (rows.step()) {
    std::string what = fault(rows, 0, kMetaColumns);
    if (what.empty() && !any.contains(rows.text(0)) && !is_shown_safely(rows.text(1))) {
      what = "it is not plain text";
    }
    if (what.empty()) continue;
    damaged(path, fmt::format("its entry '{}' about the run is damaged ({})",
                              rows.is_text(0) ? rows.text(0) : "", what));
  }
}

void check_cells(sqlite::Database& database, std::string_view name, const std::string& path,
                 std::int64_t format) {
  sqlite::Statement rows(database,
                         fmt::format("SELECT {}, {} FROM {}.cells AS c", names(kCellColumns, "c"),
                                     comparison(format, "c", cell_checksum("c")), name)
                             .c_str());
  std::uint64_t count = 0;
  while (rows.step()) {
    std::string what = fault(rows, 0, kCellColumns);
    const std::string_view match = rows.text(8);
    if (what.empty() && match != match_mode_text(MatchMode::single) &&
        match != match_mode_text(MatchMode::two_game)) {
      what = fmt::format("its match is '{}'", match);
    }
    if (!what.empty()) {
      damaged(path, fmt::format("the cell '{}' is damaged ({})",
                                rows.is_text(2) ? rows.text(2) : "", what));
    }
    if (++count > kMaxCells) {
      damaged(path, fmt::format("it has more than {} cells, the maximum", kMaxCells));
    }
  }
}

void check_games(sqlite::Database& database, std::string_view name, const std::string& path,
                 std::int64_t format) {
  // Reads the table itself; SQLite's own check finds an inconsistent index.
  sqlite::Statement rows(
      database, fmt::format("SELECT c.label, g.cell, {}, {} FROM {}.games AS g NOT INDEXED "
                            "LEFT JOIN {}.cells AS c ON c.id = g.cell",
                            names(kGameColumns, "g"),
                            comparison(format, "g", game_checksum("c.identity", "g")), name, name)
                    .c_str());
  constexpr int kNumberAt = 2, kResultAt = 4;
  const std::set<std::string_view> results = {"first", "draw", "second", "unfinished"};
  while (rows.step()) {
    std::string what;
    if (!rows.is_text(0)) what = "it belongs to no cell";
    if (what.empty()) what = fault(rows, kNumberAt, kGameColumns);
    if (what.empty() && !results.contains(rows.text(kResultAt)))
      what = "its result is not one of the four";
    if (what.empty()) continue;
    throw UserError(fmt::format(
        "{0}: game {1} of the cell '{2}' is damaged ({3}); restore the file from a backup, or "
        "remove that game with `DELETE FROM games WHERE cell = {4} AND number = {1}` in sqlite3: "
        "the command of the run plays it again",
        path, rows.integer(kNumberAt), rows.text(0), what, rows.integer(1)));
  }
}

/// The schema of a file of a format: the text that SQLite stored for each table.
std::vector<std::string> tables_of(std::int64_t format) {
  sqlite::Database fresh({}, sqlite::Mode::memory);
  fresh.execute(kSchema);
  if (format >= 5) fresh.execute(kAddChecksums);
  std::vector<std::string> tables;
  tables.reserve(kTables.size());
  for (const std::string_view table : kTables) {
    tables.push_back(
        fresh.text(fmt::format("SELECT sql FROM sqlite_schema WHERE name = '{}'", table).c_str()));
  }
  return tables;
}

}  // namespace

std::string insert_game() {
  std::string values;
  for (std::size_t i = 0; i <= kGameColumns.size(); ++i) values += fmt::format("?{}, ", i + 1);
  std::string summed = "(SELECT identity FROM cells WHERE id = ?1)";
  for (std::size_t i = 1; i <= kGameColumns.size(); ++i) summed += fmt::format(", ?{}", i + 1);
  return fmt::format("INSERT INTO games VALUES ({}row_checksum({}))", values, summed);
}

std::string game_columns(std::string_view table) { return names(kGameColumns, table); }

std::string game_checksum(std::string_view identity, std::string_view table) {
  return fmt::format("row_checksum({}, {})", identity, names(kGameColumns, table));
}

void create(sqlite::Database& database) {
  database.execute(kSchema);
  database.execute(kAddChecksums);
  database.execute(fmt::format("PRAGMA application_id = {}", kApplicationId).c_str());
  database.execute(fmt::format("PRAGMA user_version = {}", kNewest).c_str());
}

void upgrade(sqlite::Database& database, std::int64_t format) {
  if (format >= 5) return;
  database.execute(kAddChecksums);
  seal(database);
  database.execute(
      fmt::format("UPDATE games SET checksum = {}",
                  game_checksum("(SELECT identity FROM cells WHERE id = games.cell)", "games"))
          .c_str());
  database.execute(fmt::format("PRAGMA user_version = {}", kNewest).c_str());
}

void seal(sqlite::Database& database) {
  database.execute(fmt::format("UPDATE main.meta SET checksum = {0} WHERE checksum <> {0}",
                               meta_checksum("meta"))
                       .c_str());
  database.execute(fmt::format("UPDATE main.cells SET checksum = {0} WHERE checksum <> {0}",
                               cell_checksum("cells"))
                       .c_str());
}

std::int64_t check_tables(sqlite::Database& database, std::string_view name,
                          const std::string& path) {
  if (database.integer(fmt::format("PRAGMA {}.application_id", name).c_str()) != kApplicationId) {
    throw UserError(fmt::format(
        "{}: is an SQLite file, but not a tavlab store; move it away or choose another --out",
        path));
  }
  const std::int64_t format = database.integer(fmt::format("PRAGMA {}.user_version", name).c_str());
  if (format < kOldest || format > kNewest) {
    throw UserError(fmt::format(
        "{}: has format {} of another version of tavlab; this version reads formats {} and {}",
        path, format, kOldest, kNewest));
  }
  // Foreign tables do no harm; triggers and indexes on ours might.
  sqlite::Statement rows(
      database,
      fmt::format("SELECT type, name, lower(tbl_name), sql FROM {}.sqlite_schema", name).c_str());
  const std::vector<std::string> expected = tables_of(format);
  std::set<std::string_view> found;
  while (rows.step()) {
    const auto table = std::ranges::find(kTables, rows.text(2));
    if (table == kTables.end()) continue;
    // The indexes of primary keys and UNIQUE have no SQL text.
    if (rows.text(0) == "index" && !rows.is_text(3)) continue;
    const bool right = rows.text(0) == "table" && rows.text(1) == *table &&
                       rows.text(3) == expected[static_cast<std::size_t>(table - kTables.begin())];
    if (!right || !found.insert(*table).second) {
      throw UserError(fmt::format(
          "{}: its {} '{}' is not that of a store of format {}: the file is damaged or was "
          "changed; restore it from a backup, or move it away to start over",
          path, rows.text(0), rows.text(1), format));
    }
  }
  if (found.size() != kTables.size()) damaged(path, "a table is missing");
  return format;
}

std::int64_t check(sqlite::Database& database, std::string_view name, const std::string& path) {
  const std::int64_t format = check_tables(database, name, path);
  const std::string state =
      database.text(fmt::format("PRAGMA {}.integrity_check(1)", name).c_str());
  if (state != "ok") throw sqlite::Error(SQLITE_CORRUPT, state);
  check_meta(database, name, path, format);
  check_cells(database, name, path, format);
  check_games(database, name, path, format);
  return format;
}

}  // namespace tavlab::store_format
