#include "experiments/store/sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <bit>
#include <string_view>

#include "core/random.h"

namespace tavlab::sqlite {
namespace {

/// The longest value and row: a game of a million plies fits.
constexpr int kMaxBytes = 64 << 20;

/// Like FNV-1a, but eight bytes at a time. Each step is a bijection of the hash and of the word, so
/// that a change of any bytes within one word is always detected. Stored in files: must not change.
class Checksum {
 public:
  void add(std::uint64_t word) { hash_ = std::rotl(hash_ ^ word, 29) * 0x9e3779b97f4a7c15U; }
  void add(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, 8);
      std::uint64_t word = 0;
      for (std::size_t i = 0; i < part.size(); ++i) {
        word |= std::uint64_t{static_cast<unsigned char>(part[i])} << (8 * i);
      }
      add(word);
      bytes.remove_prefix(part.size());
    }
  }
  [[nodiscard]] std::uint64_t value() const { return mix64(hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

void row_checksum(sqlite3_context* context, int count, sqlite3_value** values) {
  Checksum hash;
  for (int i = 0; i < count; ++i) {
    const int type = sqlite3_value_type(values[i]);
    hash.add(static_cast<std::uint64_t>(type));
    if (type == SQLITE_INTEGER) {
      hash.add(static_cast<std::uint64_t>(sqlite3_value_int64(values[i])));
    } else if (type == SQLITE_FLOAT) {
      hash.add(std::bit_cast<std::uint64_t>(sqlite3_value_double(values[i])));
    } else if (type != SQLITE_NULL) {
      const auto* bytes = static_cast<const char*>(sqlite3_value_blob(values[i]));
      const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[i]));
      hash.add(std::uint64_t{size});
      if (bytes != nullptr) hash.add(std::string_view(bytes, size));
    }
  }
  sqlite3_result_int64(context, static_cast<sqlite3_int64>(hash.value()));
}

/// None of this can fail for an open handle.
void harden(sqlite3* handle) {
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMaxBytes);
  sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 100);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1);
  sqlite3_exec(handle, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", nullptr, nullptr,
               nullptr);
}

}  // namespace

std::string uri(const std::filesystem::path& path, bool immutable) {
  std::string text = "file://";  // without a host name
  for (const char c : std::filesystem::absolute(path).string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/._-").find(c) != std::string_view::npos;
    if (plain) {
      text += c;
    } else {
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return immutable ? text + "?immutable=1" : text;
}

Database::Database(const std::filesystem::path& path, Mode mode) {
  const bool writes = mode != Mode::read_only && mode != Mode::immutable;
  const int flags = (writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX |
                    SQLITE_OPEN_URI | (mode == Mode::create ? SQLITE_OPEN_CREATE : 0);
  const std::string name =
      mode == Mode::memory ? std::string(":memory:") : uri(path, mode == Mode::immutable);
  const int code = sqlite3_open_v2(name.c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) {
    const std::string message = handle_ != nullptr ? sqlite3_errmsg(handle_) : "out of memory";
    sqlite3_close(handle_);
    throw Error(code & 0xff, message);
  }
  harden(handle_);
  sqlite3_create_function(handle_, "row_checksum", -1,
                          SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nullptr,
                          row_checksum, nullptr, nullptr);
  // A report that reads while a run writes waits for it instead of failing.
  sqlite3_busy_timeout(handle_, 10'000);
}

Database::~Database() { sqlite3_close(handle_); }

void Database::execute(const char* sql) {
  const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw Error(code & 0xff, sqlite3_errmsg(handle_));
}

std::int64_t Database::integer(const char* sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::string Database::text(const char* sql) {
  Statement statement(*this, sql);
  return statement.step() ? std::string(statement.text(0)) : std::string();
}

Statement::Statement(Database& database, const char* sql) : database_(database) {
  check(sqlite3_prepare_v2(database.handle(), sql, -1, &statement_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::check(int code) const {
  if (code != SQLITE_OK) throw Error(code & 0xff, sqlite3_errmsg(database_.handle()));
}

Statement& Statement::bind(int index, std::int64_t value) {
  check(sqlite3_bind_int64(statement_, index, value));
  return *this;
}

Statement& Statement::bind(int index, double value) {
  check(sqlite3_bind_double(statement_, index, value));
  return *this;
}

Statement& Statement::bind(int index, std::string_view value) {
  check(sqlite3_bind_text64(statement_, index, value.data(), value.size(), SQLITE_STATIC,
                            SQLITE_UTF8));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  throw Error(code & 0xff, sqlite3_errmsg(database_.handle()));
}

void Statement::reset() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

void Statement::run() {
  try {
    step();
  } catch (const Error&) {
    reset();
    throw;
  }
  reset();
}

bool Statement::is_integer(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_INTEGER;
}

bool Statement::is_real(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_FLOAT;
}

bool Statement::is_text(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_TEXT;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

double Statement::real(int column) const { return sqlite3_column_double(statement_, column); }

std::string_view Statement::text(int column) const {
  const auto* text = sqlite3_column_text(statement_, column);
  if (text == nullptr) return {};
  return {reinterpret_cast<const char*>(text),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

Transaction::~Transaction() {
  if (!open_) return;
  // Some errors roll back automatically; then there is nothing left to do.
  if (sqlite3_get_autocommit(database_.handle()) == 0) {
    sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace tavlab::sqlite
