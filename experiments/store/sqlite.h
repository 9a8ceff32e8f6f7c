#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace tavlab::sqlite {

/// A failure that SQLite reports; `code` is its primary result code (SQLITE_FULL, ...).
class Error : public std::runtime_error {
 public:
  Error(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] int code() const { return code_; }

 private:
  int code_;
};

enum class Mode : std::uint8_t {
  create,     ///< created if missing
  existing,   ///< read and written
  read_only,  ///< read; files beside it may be written for locking
  immutable,  ///< read, and nothing is written: only for a file that nothing changes meanwhile
  memory      ///< new, without a file
};

/// A path as SQLite's URI, for opening or ATTACH.
std::string uri(const std::filesystem::path& path, bool immutable = false);

/// One connection. Not to be used by two threads at a time. The file may be forged: its schema may
/// call only SQLite's own harmless functions, and values are limited in length.
///
/// Statements may call `row_checksum(...)`: a hash over any number of values and their types.
class Database {
 public:
  using Mode = sqlite::Mode;

  Database(const std::filesystem::path& path, Mode mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Runs statements that return nothing of interest.
  void execute(const char* sql);
  /// The first column of the first row; 0 or "" if there is none.
  std::int64_t integer(const char* sql);
  std::string text(const char* sql);

  [[nodiscard]] sqlite3* handle() const { return handle_; }

 private:
  sqlite3* handle_ = nullptr;
};

/// A prepared statement. Bind from 1, then step; columns count from 0.
class Statement {
 public:
  Statement(Database& database, const char* sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(int index, std::int64_t value);
  Statement& bind(int index, double value);
  /// The text must live until the next reset.
  Statement& bind(int index, std::string_view value);

  /// True when there is a row to read.
  bool step();
  /// Prepares for new values; forgets the bound ones.
  void reset();
  /// For statements that change something: steps once and resets, even after an error.
  void run();

  [[nodiscard]] bool is_integer(int column) const;
  [[nodiscard]] bool is_real(int column) const;
  [[nodiscard]] bool is_text(int column) const;

  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;
  /// Valid until the next step or reset.
  [[nodiscard]] std::string_view text(int column) const;

 private:
  void check(int code) const;

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

/// Rolls back unless committed.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) {
    database_.execute("BEGIN IMMEDIATE");
  }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace tavlab::sqlite
