#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "experiments/store/sqlite.h"

// What the file of a store looks like, and whether one is sound; only the store includes this.
namespace tavlab::store_format {

/// Format 5 is format 4 with a checksum in every row.
inline constexpr std::int64_t kNewest = 5, kOldest = 4;

/// "tavl": tells our stores from any other SQLite file.
inline constexpr std::int64_t kApplicationId = 0x7461766c;

/// Makes the tables of the newest format in an empty file.
void create(sqlite::Database& database);

/// Brings an older format up to the newest one. Within the caller's transaction.
void upgrade(sqlite::Database& database, std::int64_t format);

/// Puts the checksums of `meta` and `cells` right that a change has made wrong. Within the caller's
/// transaction; games have theirs from insert_game.
void seal(sqlite::Database& database);

/// A statement that takes the id of the cell and what game_columns names, in this order.
std::string insert_game();

/// Every column of a game but its cell and its checksum, with commas between.
std::string game_columns(std::string_view table);

/// The checksum of a game as an expression of SQL: `identity` is that of its cell, so that a game
/// keeps its checksum in another store, where cells have other ids.
std::string game_checksum(std::string_view identity, std::string_view table);

/// Throws UserError unless the database (`name` is "main" or of an attached one) is a store of a
/// format that is known, its tables are those of the format and nothing hangs on them, SQLite finds
/// nothing wrong with them, and every row has the types, ranges and printable texts that it must,
/// and its checksum. `path` is for the message. Returns the format.
std::int64_t check(sqlite::Database& database, std::string_view name, const std::string& path);

/// Only whether the database is a store of a format that is known, and its tables are those of the
/// format. Returns the format.
std::int64_t check_tables(sqlite::Database& database, std::string_view name,
                          const std::string& path);

}  // namespace tavlab::store_format
