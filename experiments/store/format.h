#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "experiments/store/sqlite.h"

// The file format of a store and its validation; only the store includes this.
namespace tavlab::store_format {

/// Format 5 is format 4 with a checksum in every row.
inline constexpr std::int64_t kNewest = 5, kOldest = 4;

/// "tavl": distinguishes stores from other SQLite files.
inline constexpr std::int64_t kApplicationId = 0x7461766c;

/// Creates the tables of the newest format in an empty file.
void create(sqlite::Database& database);

/// Migrates an older format to the newest one. Within the caller's transaction.
void upgrade(sqlite::Database& database, std::int64_t format);

/// Updates the checksums of `meta` and `cells` after a change. Within the caller's transaction;
/// games get theirs from insert_game.
void seal(sqlite::Database& database);

/// A statement that takes the id of the cell and the columns of game_columns, in this order.
std::string insert_game();

/// Every column of a game except its cell and its checksum, separated by commas.
std::string game_columns(std::string_view table);

/// The checksum of a game as an SQL expression: `identity` is that of its cell, so that a game
/// keeps its checksum in another store, where cells have other ids.
std::string game_checksum(std::string_view identity, std::string_view table);

/// Throws UserError unless the database (`name` is "main" or an attached one) is a store of a known
/// format, its tables are those of the format without triggers or other additions, SQLite's checks
/// pass, and every row has valid types, ranges, printable texts and checksum. `path` is for the
/// message. Returns the format.
std::int64_t check(sqlite::Database& database, std::string_view name, const std::string& path);

/// Checks only that the database is a store of a known format with the tables of that format.
/// Returns the format.
std::int64_t check_tables(sqlite::Database& database, std::string_view name,
                          const std::string& path);

}  // namespace tavlab::store_format
