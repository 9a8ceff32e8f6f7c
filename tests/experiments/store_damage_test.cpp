// Stores damaged by time or by somebody: a report is right, or there is none and one line that says
// why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <fstream>
#include <string>
#include <vector>

#include "core/random.h"
#include "experiments/claim/claim_run.h"
#include "experiments/experiment.h"
#include "experiments/measure/move_traits.h"
#include "experiments/merge.h"
#include "experiments/report/replay_section.h"
#include "experiments/store/format.h"
#include "experiments/store/sqlite.h"
#include "experiments/store/store.h"
#include "experiments/summary/summary_text.h"
#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using test::error_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// SQL without any of our safeguards, as available to a forger.
void forge(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
  sqlite3_close(database);
}

class DamagedStore : public testing::Test {
 protected:
  DamagedStore() : config_(folder_.path() / "small.toml") {
    test::write(config_, R"toml(
id = "archived"
title = "A store of format 4"
question = "Is it still read?"
rules = ["brandubh-7"]
agents = ["random"]
games = 12
seed = 5
max_plies = 60
[grid]
"limits.king_side_moves" = ["none", 13]
)toml");
  }

  static ExperimentOptions quiet(std::uint64_t games = 12) {
    ExperimentOptions options;
    options.threads = 2;
    options.games = games;
    test::silence(options);
    return options;
  }

  std::filesystem::path at(const std::string& name) const { return folder_.path() / name; }
  std::filesystem::path store(const std::string& name) const { return at(name) / "games.sqlite"; }

  void run(const std::string& out, std::uint64_t games = 12, const std::string& shard = {}) {
    ExperimentOptions options = quiet(games);
    options.shard = Shard::parse(shard);
    run_experiment(config_.string(), at(out), options);
  }

  /// A folder with the store that tavlab wrote before rows had checksums.
  void make_old(const std::string& name) {
    std::filesystem::create_directory(at(name));
    const std::string dump =
        test::read(std::filesystem::path(TAVLAB_TEST_DATA) / "store-format-4.sql");
    ASSERT_FALSE(dump.empty());
    forge(store(name), dump);
  }

  /// All that is ever shown of a store.
  static std::string report(const std::filesystem::path& folder) {
    Store store = Store::open_for_report(folder);
    const Summary summary = summarize(store);
    return summary_json(summary) + summary_csv(summary) + summary_table(summary) +
           replay_section(store, summary).html + store.experiment().config_text +
           store.experiment().shard;
  }

  /// Rows without what depends on the clock.
  std::string games(const std::string& name) {
    sqlite::Database database(store(name), sqlite::Mode::existing);
    sqlite::Statement rows(
        database,
        "SELECT identity, number, swapped, result, reason, plies, captured_first, captured_second, "
        "mean_legal_moves, choices, moves FROM games JOIN cells ON games.cell = cells.id "
        "ORDER BY place, number");
    std::string text;
    while (rows.step()) {
      for (int column = 0; column < 11; ++column) text += std::string(rows.text(column)) + " ";
      text += '\n';
    }
    return text;
  }

  TemporaryFolder folder_;
  std::filesystem::path config_;
};

TEST_F(DamagedStore, NoFlippedByteGivesAnotherReport) {
  run("out");
  const std::string right = report(at("out"));
  const std::string bytes = test::read(store("out"));
  ASSERT_GT(bytes.size(), 10'000U);
  Random random(1);
  int refused = 0;
  // All of the header; then one byte in every few, a random bit each time.
  for (std::size_t i = 0; i < bytes.size(); i += i < 120 ? 1 : 1 + random.below(30)) {
    std::string flipped = bytes;
    flipped[i] = static_cast<char>(flipped[i] ^ (1 << random.below(8)));
    test::write(store("out"), flipped);
    std::string found;
    const std::string message = error_of([&] { found = report(at("out")); });
    if (message.empty()) {
      ASSERT_EQ(found, right) << "byte " << i;
    } else {
      ++refused;
      ASSERT_THAT(message, HasSubstr(store("out").string())) << "byte " << i;
    }
    for (const char* log : {"-wal", "-shm", "-journal"}) {
      std::filesystem::remove(store("out").string() + log);
    }
  }
  EXPECT_GT(refused, 500);
}

TEST_F(DamagedStore, ADamagedGameIsNamedAndNothingChanges) {
  run("out");
  run("other");
  forge(store("out"), "UPDATE games SET plies = plies + 1 WHERE cell = 2 AND number = 7");
  const std::string before = test::read(store("out"));
  const auto names_it =
      AllOf(HasSubstr(store("out").string() + ": game 7 of the cell 'brandubh-7"),
            HasSubstr("limits.king_side_moves=13"), HasSubstr("its checksum does not match"),
            HasSubstr("DELETE FROM games WHERE cell = 2 AND number = 7"));
  const std::string html = test::read(at("out") / "report.html");
  EXPECT_THAT(error_of([&] { report_experiment(at("out"), quiet()); }), names_it);
  EXPECT_THAT(error_of([&] { run("out", 20); }), names_it);
  EXPECT_THAT(error_of([&] {
                merge_experiments({at("other"), at("out")}, at("merged"), quiet());
              }),
              names_it);
  EXPECT_EQ(test::read(store("out")), before);
  EXPECT_EQ(test::read(at("out") / "report.html"), html);
  EXPECT_FALSE(std::filesystem::exists(at("merged")));
  // The remedy in the message works.
  forge(store("out"), "DELETE FROM games WHERE cell = 2 AND number = 7");
  run("out");
  EXPECT_EQ(games("out"), games("other"));
}

TEST_F(DamagedStore, WhatItSaysOfTheRunAndOfCellsIsChecked) {
  run("out");
  const std::string bytes = test::read(store("out"));
  for (const char* change :
       {"UPDATE meta SET value = 'Another title' WHERE key = 'title'",
        "UPDATE meta SET key = 'note x' WHERE key = 'title'",
        "UPDATE cells SET label = 'another' WHERE id = 1", "UPDATE cells SET seed = 6 WHERE id = 1",
        "UPDATE games SET cell = 1, number = 100 WHERE cell = 2 AND number = 0",
        "UPDATE games SET checksum = checksum + 1 WHERE cell = 1 AND number = 0"}) {
    test::write(store("out"), bytes);
    forge(store("out"), change);
    EXPECT_THAT(error_of([&] { report(at("out")); }), HasSubstr("checksum does not match"))
        << change;
  }
}

TEST_F(DamagedStore, FormatFourIsReadGoneOnWithAndMerged) {
  make_old("old");
  run("new");
  EXPECT_EQ(games("old"), games("new")) << "this version plays the same games";
  const std::string before = test::read(store("old"));
  EXPECT_EQ(report_experiment(at("old"), quiet()).games(), 24U);
  EXPECT_EQ(test::read(store("old")), before) << "a report does not change the store";
  merge_experiments({at("old")}, at("merged"), quiet());
  EXPECT_EQ(games("merged"), games("new"));
  EXPECT_FALSE(report(at("merged")).empty());

  const std::string rows = games("old");
  run("old", 14);
  run("new", 14);
  EXPECT_EQ(games("old"), games("new"));
  const std::filesystem::path copy = at("old") / "games.sqlite.format-4";
  ASSERT_TRUE(std::filesystem::exists(copy)) << "the converted store stays as it was";
  std::filesystem::create_directory(at("copy"));
  std::filesystem::copy_file(copy, store("copy"));
  EXPECT_EQ(games("copy"), rows);
  EXPECT_EQ(report_experiment(at("copy"), quiet()).games(), 24U);
  forge(store("old"), "UPDATE games SET plies = plies + 1 WHERE cell = 1 AND number = 3");
  EXPECT_THAT(error_of([&] { report(at("old")); }), HasSubstr("its checksum does not match"))
      << "earlier games have checksums now, too";
}

TEST_F(DamagedStore, AMergedGameKeepsItsChecksumThoughCellsHaveOtherNumbers) {
  run("one", 12, "1/2");
  run("two", 12, "2/2");
  run("whole");
  forge(store("two"),
        "UPDATE games SET cell = cell + 10; UPDATE cells SET id = id + 10; UPDATE games SET "
        "checksum = checksum");
  // Their cells' ids are part of the cells' checksums, not of the games'.
  {
    sqlite::Database database(store("two"), sqlite::Mode::existing);
    store_format::seal(database);
  }
  merge_experiments({at("one"), at("two")}, at("merged"), quiet());
  EXPECT_EQ(games("merged"), games("whole"));
  EXPECT_FALSE(report(at("merged")).empty());
}

/// Changes to a store of format 4, which has no checksums.
class ForgedStore : public DamagedStore, public testing::WithParamInterface<const char*> {};

TEST_P(ForgedStore, GetsOneClearLine) {
  make_old("old");
  forge(store("old"), GetParam());
  for (int turn = 0; turn < 2; ++turn) {
    const std::string message = turn == 0 ? error_of([&] { report_experiment(at("old"), quiet()); })
                                          : error_of([&] { run("old", 14); });
    EXPECT_THAT(message, AllOf(HasSubstr(store("old").string()), Not(HasSubstr("\n")),
                               Not(HasSubstr("\x1b"))));
  }
  EXPECT_FALSE(std::filesystem::exists(at("old") / "report.html"));
}

INSTANTIATE_TEST_SUITE_P(
    All, ForgedStore,
    testing::Values(
        "UPDATE games SET plies = -5 WHERE number = 1", "UPDATE games SET plies = 'many'",
        "UPDATE games SET plies = 4000000000", "UPDATE games SET plies = 2.5",
        "UPDATE games SET number = -1 WHERE number = 1", "UPDATE games SET seconds = 9e999",
        "UPDATE games SET seconds = -1", "UPDATE games SET mean_legal_moves = 'x'",
        "UPDATE games SET moves = zeroblob(10)", "UPDATE games SET moves = char(27) || '[2J'",
        "UPDATE games SET moves = printf('%.*c', 70000000, 'a') WHERE cell = 1 AND number = 0",
        "UPDATE games SET reason = 'king' || char(27) || '[31m'", "UPDATE games SET swapped = 2",
        "UPDATE games SET cell = 99 WHERE cell = 2",
        "UPDATE cells SET label = char(27) || ']0;x' || char(7)", "UPDATE cells SET label = x'ff'",
        "UPDATE cells SET label = CAST(x'ff' AS TEXT)", "UPDATE cells SET match = 'chess'",
        "UPDATE cells SET max_plies = -1", "UPDATE cells SET games = 9223372036854775807",
        "UPDATE cells SET description = '{}'", "UPDATE cells SET description = 'no JSON'",
        "UPDATE cells SET description = replace(printf('%.*c', 100000, '['), ' ', '')",
        "UPDATE cells SET description = json_set(description, '$.start.position', "
        "printf('%.*c', 5000, '/'))",
        "UPDATE cells SET description = json_set(description, '$.players[0]', char(27))",
        "UPDATE cells SET description = json_set(description, '$.players', 5)",
        "UPDATE cells SET place = 'x'", "UPDATE meta SET value = char(27) WHERE key = 'command'",
        "UPDATE meta SET value = char(155) WHERE key = 'title'",
        "UPDATE meta SET value = x'00' WHERE key = 'title'",
        "UPDATE meta SET value = 'many' WHERE key = 'seed'",
        "UPDATE meta SET value = '-1' WHERE key = 'games_option'",
        "CREATE TRIGGER t AFTER UPDATE ON cells BEGIN DELETE FROM games; END",
        "CREATE INDEX i ON games (abs(plies))", "ALTER TABLE games ADD COLUMN evil TEXT",
        "DROP TABLE meta", "DROP TABLE games; CREATE TABLE games (cell, number)",
        "ALTER TABLE meta RENAME TO m; CREATE VIEW meta AS SELECT * FROM m",
        "DROP TABLE games; CREATE VIEW games AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL "
        "SELECT i + 1 FROM n) SELECT i AS cell, i AS number FROM n",
        "PRAGMA user_version = 6", "PRAGMA user_version = 3", "PRAGMA user_version = -1",
        "PRAGMA application_id = 0"));

/// Replaying games finds moves that are not legal; the message says whose they are.
TEST_F(DamagedStore, ForgedMovesAreToldWithTheirStoreAndGame) {
  make_old("old");
  forge(store("old"), "UPDATE games SET moves = 'a1-a1' WHERE cell = 1 AND number = 3");
  Store forged = Store::open_for_report(at("old"));
  const auto captures = share_of_moves(load_rule_set("brandubh-7"), "capture");
  const std::string message = error_of([&] {
    forged.each_game(1, [&](const GameRecord& game) { static_cast<void>(captures(game)); });
  });
  EXPECT_THAT(message, HasSubstr(store("old").string() + ": game 3: "));
  EXPECT_THAT(message, HasSubstr("a1-a1"));
}

TEST_F(DamagedStore, ManyForgedCellsAreRefused) {
  make_old("old");
  forge(store("old"),
        "WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 11000) "
        "INSERT INTO cells SELECT i, 'x' || i, label, place, rules, rules_hash, first_agent, "
        "second_agent, match, seed, opening_plies, max_plies, games, description FROM cells, n "
        "WHERE id = 1");
  EXPECT_THAT(error_of([&] { report(at("old")); }), HasSubstr("more than 10000 cells"));
}

TEST_F(DamagedStore, WhatOthersPutBesideTheTablesIsOfNoConcern) {
  run("out");
  const std::string before = report(at("out"));
  forge(store("out"),
        "CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine'); "
        "CREATE VIEW wins AS SELECT count(*) FROM games WHERE result = 'first'");
  EXPECT_EQ(report(at("out")), before);
}

TEST_F(DamagedStore, PipesAndFoldersAreNoStores) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    const std::string name = std::string("pipe") + suffix;
    make_old(name);
    const std::string file = store(name).string() + suffix;
    std::filesystem::remove(file);
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    EXPECT_THAT(error_of([&] { report(at(name)); }), HasSubstr(file + ": cannot be read: is not"));
    EXPECT_THAT(error_of([&] { run(name); }), HasSubstr(file + ": is not a regular file"));
  }
  std::filesystem::create_directories(store("folder"));
  EXPECT_THAT(error_of([&] { report(at("folder")); }), HasSubstr("is not a regular file"));
}

}  // namespace
}  // namespace tavlab
