#include "experiments/store/store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>

#include "core/error.h"
#include "core/other_run.h"
#include "experiments/config/agent_nets.h"
#include "experiments/store/cells.h"
#include "experiments/store/format.h"
#include "experiments/store/source.h"
#include "experiments/store/stored_result.h"
#include "experiments/text/command_text.h"

namespace tavlab {
namespace {

/// "[1]=40 [2]=38"; empty without dice. Rolls are words in a game's moves and contain no spaces.
std::string roll_counts_text(const std::vector<RollCount>& counts) {
  std::string text;
  for (const RollCount& each : counts) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", each.name, each.count);
  }
  return text;
}

std::vector<RollCount> parse_roll_counts(std::string_view text) {
  std::vector<RollCount> counts;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const std::size_t equals = word.rfind('=');
    if (equals == std::string_view::npos) continue;
    RollCount each{std::string(word.substr(0, equals)), 0};
    std::from_chars(word.data() + equals + 1, word.data() + word.size(), each.count);
    counts.push_back(std::move(each));
  }
  return counts;
}

/// The games of a cell that satisfy a condition, in the order that it gives.
std::string select_games(std::string_view condition) {
  return fmt::format("SELECT {} FROM games WHERE cell = ? AND {}",
                     store_format::game_columns("games"), condition);
}

constexpr const char* kPutMeta = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)";

/// Takes a row of select_games.
void read_game(const sqlite::Statement& row, GameRecord& game) {
  game.number = static_cast<std::uint64_t>(row.integer(0));
  game.swapped = row.integer(1) != 0;
  game.result = stored_result(row.text(2));
  game.reason = row.text(3);
  game.plies = static_cast<int>(row.integer(4));
  game.captured_first = static_cast<int>(row.integer(5));
  game.captured_second = static_cast<int>(row.integer(6));
  game.mean_legal_moves = row.real(7);
  game.seconds = row.real(8);
  game.moves = row.text(9);
  game.choices = static_cast<int>(row.integer(10));
  game.chance.rolls = static_cast<int>(row.integer(11));
  game.chance.passes = static_cast<int>(row.integer(12));
  game.chance.longest_run = static_cast<int>(row.integer(13));
  game.chance.longest_turn = static_cast<int>(row.integer(14));
  game.chance.lead_changes = static_cast<int>(row.integer(15));
  game.chance.roll_counts = parse_roll_counts(row.text(16));
  game.values = row.text(17);
}

}  // namespace

void Store::fail(const sqlite::Error& error) const {
  const std::string path = path_.string();
  switch (error.code()) {
    case SQLITE_NOTADB:
      throw UserError(
          fmt::format("{}: is not an SQLite file; move it away or choose another --out", path));
    case SQLITE_CORRUPT:
    case SQLITE_ERROR:  // our statements are correct, so the file is damaged
    case SQLITE_TOOBIG:
    case SQLITE_FORMAT:
    case SQLITE_MISMATCH:
      throw UserError(
          fmt::format("{}: is damaged ({}); recover it with `sqlite3 FILE .recover`, or "
                      "move it away to start over",
                      path, error.what()));
    case SQLITE_FULL:
      throw UserError(
          fmt::format("{}: the disk is full; free some space and run the same command "
                      "again to resume",
                      path));
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      throw UserError(fmt::format("{}: cannot be written ({}); choose a writable folder with --out",
                                  path, error.what()));
    default:
      throw UserError(fmt::format("{}: {}; fix that and run the same command again to resume", path,
                                  error.what()));
  }
}

Store::Store(const std::filesystem::path& path, sqlite::Mode mode) : path_(path) {
  // This includes the files that SQLite would open beside it: reading a pipe might never end.
  for (const char* const suffix : {"", "-wal", "-shm", "-journal"}) {
    const std::string name = path.string() + suffix;
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(name, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
      throw UserError(fmt::format("{}: cannot be read: is not a regular file", name));
    }
  }
  guarded([&] { database_ = std::make_unique<sqlite::Database>(path, mode); });
}

std::int64_t Store::check() {
  return guarded([&] {
    const std::int64_t format = store_format::check(*database_, "main", path_.string());
    // Values with their own format are parsed once.
    static_cast<void>(experiment());
    static_cast<void>(cells());
    return format;
  });
}

std::string StoredExperiment::kind() const {
  // "tavlab ladder", but "tavlab experiment run".
  std::size_t end = command.find(' ', command.find(' ') + 1);
  if (command.starts_with("tavlab claim ") || command.starts_with("tavlab experiment ")) {
    end = command.find(' ', end + 1);
  }
  return command.substr(0, end);
}

std::string StoredExperiment::report_command(const std::filesystem::path& folder) const {
  std::string text;
  if (kind() == kExperimentRun || kind() == kMatchRun) {
    text = "tavlab experiment report";
  } else if (kind() == kClaimRun) {
    text = "tavlab claim report";
  } else {
    text = command + " --out";
  }
  add_word(text, folder.string());
  return text;
}

void Store::create(const StoredExperiment& experiment) {
  guarded([&] {
    sqlite::Transaction transaction(*database_);
    store_format::create(*database_);
    write_experiment(experiment);
    transaction.commit();
  });
}

void Store::write_experiment(const StoredExperiment& experiment) {
  sqlite::Statement put(*database_, kPutMeta);
  const auto write = [&](std::string_view key, const std::string& value) {
    put.bind(1, key).bind(2, std::string_view(value)).run();
  };
  write("id", experiment.id);
  write("title", experiment.title);
  write("question", experiment.question);
  write("reading", experiment.reading);
  write("caution", experiment.caution);
  write("config_text", experiment.config_text);
  write("config_name", experiment.config_name);
  write("config_folder", experiment.config_folder);
  write("command", experiment.command);
  write("tavlab_version", experiment.tavlab_version);
  write("nets", experiment.nets);
  write("seed", fmt::format("{}", experiment.seed));
  write("games_option",
        experiment.games_option ? fmt::format("{}", *experiment.games_option) : std::string());
  write("shard", experiment.shard);
  store_format::seal(*database_);
}

std::string Store::meta(const char* key) {
  sqlite::Statement get(*database_, "SELECT value FROM meta WHERE key = ?");
  get.bind(1, std::string_view(key));
  return get.step() ? std::string(get.text(0)) : std::string();
}

std::optional<std::uint64_t> Store::number(const char* key) {
  const std::string text = meta(key);
  if (text.empty()) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw UserError(fmt::format("{}: its entry '{}' about the run is '{}', not a number",
                                path_.string(), key, text));
  }
  return value;
}

std::string Store::note(const std::string& key) {
  return guarded([&] { return meta(("note " + key).c_str()); });
}

void Store::put_note(const std::string& key, const std::string& text) {
  commit();
  guarded([&] {
    const std::string name = "note " + key;
    sqlite::Transaction transaction(*database_);
    sqlite::Statement(*database_, kPutMeta)
        .bind(1, std::string_view(name))
        .bind(2, std::string_view(text))
        .run();
    store_format::seal(*database_);
    transaction.commit();
  });
}

/// Adds the cells of the config to a store that may hold games; throws if those are of a different
/// run.
void Store::adopt(const ExperimentConfig& config, const StoredExperiment& experiment) {
  const std::string path = path_.string();
  if (const std::string id = meta("id"); id != config.id) {
    throw OtherRun(fmt::format("{}: holds the experiment '{}', not '{}'; choose another --out",
                               path, id, config.id));
  }
  StoredExperiment stored;
  stored.command = meta("command");
  if (stored.kind() != experiment.kind()) {
    throw OtherRun(fmt::format("{}: holds a run of `{}`, not of `{}`; choose another --out", path,
                               stored.kind(), experiment.kind()));
  }
  if (const std::string shard = meta("shard"); shard != experiment.shard) {
    const auto name = [](const std::string& text) {
      return text.empty() ? std::string("the whole run") : "shard " + text;
    };
    throw OtherRun(fmt::format("{}: holds {}, not {}; choose another --out", path, name(shard),
                               name(experiment.shard)));
  }
  // The same seed need not give the same games with a different program, or other nets.
  const bool has_games = database_->integer("SELECT EXISTS (SELECT 1 FROM games)") != 0;
  const std::string version = meta("tavlab_version");
  if (has_games && version != experiment.tavlab_version) {
    throw OtherRun(
        fmt::format("{}: its games were played by tavlab {}, this is {}; resume with that "
                    "version or choose another --out",
                    path, version, experiment.tavlab_version));
  }
  const std::string replaced = replaced_net(meta("nets"), experiment.nets);
  if (has_games && !replaced.empty()) {
    throw OtherRun(
        fmt::format("{}: its games were played with another net in place of '{}'; "
                    "restore that file or choose another --out",
                    path, replaced));
  }
  std::map<std::string, StoredCell> known;  // by identity
  for (StoredCell& cell : cells()) known.emplace(cell.identity, std::move(cell));
  std::set<std::string> identities;
  for (const ExperimentCell& cell : config.cells) identities.insert(cell.identity());
  for (const auto& [identity, stored] : known) {
    if (identities.contains(identity)) continue;
    for (const ExperimentCell& cell : config.cells) {
      if (cell.label == stored.label) refuse_other_games(path, stored, cell);
    }
    throw OtherRun(
        fmt::format("{}: holds games of the cell '{}', which the experiment no longer "
                    "has; choose another --out",
                    path, stored.label));
  }

  sqlite::Transaction transaction(*database_);
  std::int64_t place = 0;
  for (const ExperimentCell& cell : config.cells) put_cell(*database_, place++, cell);
  write_experiment(experiment);  // also seals the cells
  transaction.commit();
}

Store Store::open_for_run(const std::filesystem::path& folder, const ExperimentConfig& config,
                          const StoredExperiment& experiment) {
  Store store = open_for_writing(folder, experiment);
  store.guarded([&] {
    store.adopt(config, experiment);
    store.insert_ =
        std::make_unique<sqlite::Statement>(*store.database_, store_format::insert_game().c_str());
  });
  return store;
}

namespace {

/// Keeps a copy of a store in an older format beside the migrated one: games.sqlite.format-4. An
/// existing copy, from an upgrade that did not finish, is the same.
void keep_copy(sqlite::Database& database, const std::filesystem::path& folder,
               std::int64_t format) {
  const std::filesystem::path copy = folder / fmt::format("games.sqlite.format-{}", format);
  if (std::filesystem::exists(copy)) return;
  const std::filesystem::path unfinished = copy.string() + ".unfinished";
  std::filesystem::remove(unfinished);
  sqlite::Statement statement(database, "VACUUM INTO ?");
  const std::string path = unfinished.string();
  statement.bind(1, std::string_view(path)).run();
  std::filesystem::rename(unfinished, copy);
}

}  // namespace

Store Store::open_for_writing(const std::filesystem::path& folder,
                              const StoredExperiment& experiment) {
  Store store(folder / "games.sqlite", sqlite::Mode::create);
  store.guarded([&] {
    const bool empty = store.database_->integer("SELECT count(*) FROM sqlite_schema") == 0;
    const std::int64_t format = empty ? 0 : store.check();
    store.database_->execute("PRAGMA journal_mode = WAL");
    store.database_->execute("PRAGMA synchronous = NORMAL");
    if (empty) {
      store.create(experiment);
    } else if (format != store_format::kNewest) {
      keep_copy(*store.database_, folder, format);
      sqlite::Transaction transaction(*store.database_);
      store_format::upgrade(*store.database_, format);
      transaction.commit();
    }
  });
  return store;
}

Store Store::open_existing(const std::filesystem::path& folder,
                           const std::filesystem::path& scratch) {
  const std::filesystem::path path = folder / "games.sqlite";
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw UserError(fmt::format("{}: no such store; name the folder of a run", path.string()));
  }
  const StoreSource source(folder, scratch);
  Store store(source.path(), source.mode());
  store.path_ = path;
  // Everything is read from one snapshot, even during a run. From here on all files are open, and a
  // copy may be removed.
  store.guarded([&] {
    store.database_->execute("BEGIN");
    store_format::check_tables(*store.database_, "main", path.string());
  });
  return store;
}

Store Store::open_for_report(const std::filesystem::path& folder,
                             const std::filesystem::path& scratch) {
  Store store = open_existing(folder, scratch);
  store.check();
  return store;
}

StoredExperiment Store::read_experiment(const std::filesystem::path& folder,
                                        const std::filesystem::path& scratch) {
  return open_existing(folder, scratch).experiment();
}

StoredExperiment Store::experiment() {
  return guarded([&] {
    StoredExperiment experiment;
    experiment.id = meta("id");
    experiment.title = meta("title");
    experiment.question = meta("question");
    experiment.reading = meta("reading");  // older stores have none
    experiment.caution = meta("caution");  // nor this
    experiment.config_text = meta("config_text");
    experiment.config_name = meta("config_name");
    experiment.config_folder = meta("config_folder");
    experiment.command = meta("command");
    experiment.tavlab_version = meta("tavlab_version");
    experiment.nets = meta("nets");  // older stores have none
    experiment.seed = number("seed").value_or(0);
    experiment.shard = meta("shard");
    experiment.games_option = number("games_option");
    return experiment;
  });
}

std::vector<StoredCell> Store::cells() {
  return guarded([&] { return read_cells(*database_, path_.string()); });
}

ResultCounts Store::counts(std::int64_t cell) {
  return guarded([&] {
    sqlite::Statement count(*database_,
                            "SELECT result, count(*) FROM games WHERE cell = ? GROUP BY result");
    count.bind(1, cell);
    ResultCounts tally;
    while (count.step()) {
      const auto games = static_cast<std::uint64_t>(count.integer(1));
      switch (stored_result(count.text(0))) {
        case Result::first_wins:
          tally.wins = games;
          break;
        case Result::draw:
          tally.draws = games;
          break;
        case Result::second_wins:
          tally.losses = games;
          break;
        case Result::unfinished:
          tally.unfinished = games;
          break;
      }
    }
    return tally;
  });
}

double Store::mean_seconds(std::int64_t cell) {
  return guarded([&] {
    sqlite::Statement mean(*database_, "SELECT avg(seconds) FROM games WHERE cell = ?");
    mean.bind(1, cell);
    return mean.step() ? mean.real(0) : 0.0;
  });
}

std::vector<std::uint64_t> Store::missing(std::int64_t cell, std::uint64_t wanted) {
  return guarded([&] {
    sqlite::Statement stored(*database_, "SELECT number FROM games WHERE cell = ? ORDER BY number");
    stored.bind(1, cell);
    std::vector<std::uint64_t> numbers;
    std::uint64_t next = 0;
    while (next < wanted && stored.step()) {
      const auto number = static_cast<std::uint64_t>(stored.integer(0));
      for (; next < number && next < wanted; ++next) numbers.push_back(next);
      next = number + 1;
    }
    for (; next < wanted; ++next) numbers.push_back(next);
    return numbers;
  });
}

void Store::each_game(std::int64_t cell, const std::function<void(const GameRecord&)>& visit,
                      std::uint64_t below) {
  guarded([&] {
    sqlite::Statement games(*database_, select_games("number < ? ORDER BY number").c_str());
    games.bind(1, cell).bind(2, static_cast<std::int64_t>(below));
    GameRecord game;
    while (games.step()) {
      read_game(games, game);
      try {
        visit(game);
      } catch (const UserError& error) {
        // For example an illegal move: a forged game may have a correct checksum.
        throw UserError(fmt::format("{}: game {}: {}", path_.string(), game.number, error.what()));
      }
    }
  });
}

std::optional<GameRecord> Store::first_finished(std::int64_t cell) {
  return guarded([&]() -> std::optional<GameRecord> {
    sqlite::Statement games(*database_,
                            select_games("result <> 'unfinished' ORDER BY number LIMIT 1").c_str());
    games.bind(1, cell);
    if (!games.step()) return std::nullopt;
    GameRecord game;
    read_game(games, game);
    return game;
  });
}

void Store::add(std::int64_t cell, const GameRecord& game) {
  guarded([&] {
    if (!transaction_) {
      transaction_ = std::make_unique<sqlite::Transaction>(*database_);
      begun_ = std::chrono::steady_clock::now();
    }
    const std::string roll_counts = roll_counts_text(game.chance.roll_counts);
    insert_->bind(1, cell)
        .bind(2, static_cast<std::int64_t>(game.number))
        .bind(3, std::int64_t{game.swapped})
        .bind(4, stored_result_word(game.result))
        .bind(5, std::string_view(game.reason))
        .bind(6, std::int64_t{game.plies})
        .bind(7, std::int64_t{game.captured_first})
        .bind(8, std::int64_t{game.captured_second})
        .bind(9, game.mean_legal_moves)
        .bind(10, game.seconds)
        .bind(11, std::string_view(game.moves))
        .bind(12, std::int64_t{game.choices})
        .bind(13, std::int64_t{game.chance.rolls})
        .bind(14, std::int64_t{game.chance.passes})
        .bind(15, std::int64_t{game.chance.longest_run})
        .bind(16, std::int64_t{game.chance.longest_turn})
        .bind(17, std::int64_t{game.chance.lead_changes})
        .bind(18, std::string_view(roll_counts))
        .bind(19, std::string_view(game.values))
        .run();
  });
}

void Store::want_games(std::int64_t cell, std::uint64_t games) {
  commit();
  guarded([&] {
    sqlite::Transaction transaction(*database_);
    sqlite::Statement(*database_, "UPDATE cells SET games = ? WHERE id = ?")
        .bind(1, static_cast<std::int64_t>(games))
        .bind(2, cell)
        .run();
    store_format::seal(*database_);
    transaction.commit();
  });
}

std::uint64_t Store::numbers(std::int64_t cell) {
  return guarded([&] {
    sqlite::Statement most(*database_, "SELECT max(number) + 1 FROM games WHERE cell = ?");
    most.bind(1, cell);
    return most.step() ? static_cast<std::uint64_t>(most.integer(0)) : 0;
  });
}

void Store::remove_games(std::int64_t cell, std::uint64_t first) {
  guarded([&] {
    sqlite::Statement(*database_, "DELETE FROM games WHERE cell = ? AND number >= ?")
        .bind(1, cell)
        .bind(2, static_cast<std::int64_t>(first))
        .run();
  });
}

void Store::commit_if_due() {
  if (!transaction_) return;
  if (std::chrono::steady_clock::now() - begun_ > std::chrono::milliseconds(900)) commit();
}

void Store::commit() {
  if (!transaction_) return;
  guarded([&] { transaction_->commit(); });
  transaction_.reset();
}

}  // namespace tavlab
