#include "experiments/store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/store/sqlite.h"
#include "experiments/store/stored_rules.h"
#include "tests/experiments/fake_games.h"
#include "tests/support/later_version.h"

namespace tavlab {
namespace {

using test::error_of;
using testing::AllOf;
using testing::HasSubstr;

class StoreTest : public testing::Test {
 protected:
  Store open(const std::string& text = std::string(test::kSmallConfig)) {
    return open(parse_experiment(text, "small.toml"));
  }

  Store open(const ExperimentConfig& config) {
    StoredExperiment experiment;
    experiment.id = config.id;
    experiment.title = config.title;
    experiment.question = config.question;
    experiment.reading = config.reading;
    experiment.config_text = config.text;
    experiment.config_name = "small.toml";
    experiment.tavlab_version = "0.0";
    experiment.nets = nets_;
    experiment.seed = config.seed;
    experiment.games_option = 12;
    return Store::open_for_run(folder_.path(), config, experiment);
  }

  static std::string replaced(const std::string& from, const std::string& to) {
    std::string text(test::kSmallConfig);
    return text.replace(text.find(from), from.size(), to);
  }

  TemporaryFolder folder_;
  std::string nets_;
  ExperimentConfig config_ = parse_experiment(test::kSmallConfig, "small.toml");
};

TEST_F(StoreTest, GivesBackWhatItWasGiven) {
  GameRecord game = test::fake_game(config_.cells[1].match_settings(), 5);
  game.choices = 17;
  game.chance = {.rolls = 51,
                 .passes = 3,
                 .longest_run = 9,
                 .longest_turn = 4,
                 .lead_changes = 2,
                 .roll_counts = {{"[1]", 40}, {"a=b", 10}, {"[12]", 1}}};
  game.values = "- 512 1000";
  {
    Store store = open();
    store.add(store.cells()[1].id, game);
    store.commit();
  }
  Store store = Store::open_for_report(folder_.path());
  const StoredExperiment experiment = store.experiment();
  EXPECT_EQ(experiment.id, "small");
  EXPECT_EQ(experiment.config_text, test::kSmallConfig);
  EXPECT_EQ(experiment.seed, 7U);
  EXPECT_EQ(experiment.games_option, 12U);
  const std::vector<StoredCell> cells = store.cells();
  ASSERT_EQ(cells.size(), config_.cells.size());
  const StoredCell& cell = cells[1];
  EXPECT_EQ(cell.label, config_.cells[1].label);
  EXPECT_EQ(cell.identity, config_.cells[1].identity());
  EXPECT_EQ(cell.settings, config_.cells[1].settings);
  EXPECT_EQ(cell.rules_hash, config_.cells[1].rule_set.hash_text());
  EXPECT_EQ(cell.games, 40U);
  EXPECT_EQ(cell.max_plies, 300);
  EXPECT_EQ(cell.game.first_player, "attackers");
  EXPECT_FALSE(cell.parameters.empty());
  EXPECT_EQ(cell.game.position.substr(0, 5), "3aaa3");
  int games = 0;
  store.each_game(cell.id, [&](const GameRecord& stored) {
    ++games;
    EXPECT_EQ(stored.number, 5U);
    EXPECT_EQ(stored.result, game.result);
    EXPECT_EQ(stored.reason, game.reason);
    EXPECT_EQ(stored.plies, game.plies);
    EXPECT_EQ(stored.captured_first, game.captured_first);
    EXPECT_EQ(stored.captured_second, game.captured_second);
    EXPECT_EQ(stored.mean_legal_moves, game.mean_legal_moves);
    EXPECT_EQ(stored.seconds, game.seconds);
    EXPECT_EQ(stored.moves, game.moves);
    EXPECT_EQ(stored.choices, 17);
    EXPECT_EQ(stored.chance.rolls, 51);
    EXPECT_EQ(stored.chance.passes, 3);
    EXPECT_EQ(stored.chance.longest_run, 9);
    EXPECT_EQ(stored.chance.longest_turn, 4);
    EXPECT_EQ(stored.chance.lead_changes, 2);
    EXPECT_EQ(stored.chance.roll_counts, game.chance.roll_counts);
    EXPECT_EQ(stored.values, game.values);
  });
  EXPECT_EQ(games, 1);
  EXPECT_EQ(store.counts(cell.id).games(), 1U);
}

/// A parameter that a later version adds leaves cells, games and seeds as they are.
TEST_F(StoreTest, GoesOnInALaterVersion) {
  const std::vector<StoredCell> before = [&] {
    Store store = open(config_);
    for (const std::uint64_t number : {0, 2}) {
      store.add(store.cells()[1].id, test::fake_game(config_.cells[1].match_settings(), number));
    }
    store.commit();
    return store.cells();
  }();
  ExperimentConfig later = config_;
  for (ExperimentCell& cell : later.cells) cell.rule_set = later_version::upgraded(cell.rule_set);
  Store store = open(later);
  const std::vector<StoredCell> after = store.cells();
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    EXPECT_EQ(after[i].identity, before[i].identity);
    EXPECT_EQ(after[i].rules_hash, before[i].rules_hash);
    EXPECT_EQ(after[i].seed, before[i].seed);
    const std::optional<RuleSet> rules =
        stored_rules(before[i], later_version::schema(before[i].family));
    ASSERT_TRUE(rules);
    EXPECT_EQ(rules->parameters, later.cells[i].rule_set.parameters);
  }
  EXPECT_EQ(store.missing(after[1].id, 4), (std::vector<std::uint64_t>{1, 3}));
  const auto game = test::fake_game(later.cells[1].match_settings(), 2);
  store.each_game(after[1].id, [&](const GameRecord& stored) {
    if (stored.number == 2) {
      EXPECT_EQ(stored.moves, game.moves);
    }
  });
}

TEST_F(StoreTest, KnowsWhatIsMissing) {
  Store store = open();
  const std::int64_t cell = store.cells()[0].id;
  for (const std::uint64_t number : {0, 1, 3, 6}) {
    store.add(cell, test::fake_game(config_.cells[0].match_settings(), number));
  }
  EXPECT_EQ(store.missing(cell, 8), (std::vector<std::uint64_t>{2, 4, 5, 7}));
  EXPECT_EQ(store.missing(cell, 3), (std::vector<std::uint64_t>{2}));
  EXPECT_EQ(store.missing(store.cells()[1].id, 2), (std::vector<std::uint64_t>{0, 1}));
}

TEST_F(StoreTest, ForgetsWhatWasNotCommitted) {
  {
    Store store = open();
    store.add(store.cells()[0].id, test::fake_game(config_.cells[0].match_settings(), 0));
    store.commit();
    store.add(store.cells()[0].id, test::fake_game(config_.cells[0].match_settings(), 1));
  }
  Store store = open();
  EXPECT_EQ(store.counts(store.cells()[0].id).games(), 1U);
}

TEST_F(StoreTest, NeverHoldsAGameTwice) {
  Store store = open();
  const std::int64_t cell = store.cells()[0].id;
  store.add(cell, test::fake_game(config_.cells[0].match_settings(), 0));
  EXPECT_THAT(
      error_of([&] { store.add(cell, test::fake_game(config_.cells[0].match_settings(), 0)); }),
      HasSubstr("UNIQUE"));
}

TEST_F(StoreTest, RefusesGamesOfSomethingElse) {
  open();
  EXPECT_THAT(error_of([&] { open(replaced("id = \"small\"", "id = \"other\"")); }),
              HasSubstr("holds the experiment 'small', not 'other'"));
  EXPECT_THAT(
      error_of([&] { open(replaced("\"king.weak\" = true", "\"king.armed\" = \"none\"")); }),
      AllOf(HasSubstr("cell 'weak king | "), HasSubstr("' was played under rules with hash")));
  EXPECT_THAT(error_of([&] { open(replaced("seed = 7", "seed = 8")); }),
              HasSubstr("with seed 7, not 8"));
  EXPECT_THAT(error_of([&] { open(replaced("max_plies = 300", "max_plies = 301")); }),
              HasSubstr("max_plies"));
  EXPECT_THAT(error_of([&] { open(replaced("\"none\", 9, 13", "\"none\", 9")); }),
              HasSubstr("which the experiment no longer has"));
}

/// Stores written before the reading was stored.
TEST_F(StoreTest, ReadsStoresWithoutAReading) {
  open();
  sqlite::Database(folder_.path() / "games.sqlite", sqlite::Database::Mode::existing)
      .execute("DELETE FROM meta WHERE key = 'reading'");
  EXPECT_EQ(Store::open_for_report(folder_.path()).experiment().reading, "");
  EXPECT_EQ(open("reading = \"How far?\"\n" + std::string(test::kSmallConfig)).experiment().reading,
            "How far?");
}

TEST_F(StoreTest, RefusesToMixVersions) {
  {
    Store store = open();
    test::change_store(folder_.path() / "games.sqlite",
                       "UPDATE meta SET value = '0.0.9' WHERE key = 'tavlab_version'");
  }
  {
    Store store = open();  // no games yet
    store.add(store.cells()[0].id, test::fake_game(config_.cells[0].match_settings(), 0));
    store.commit();
  }
  test::change_store(folder_.path() / "games.sqlite",
                     "UPDATE meta SET value = '0.0.9' WHERE key = 'tavlab_version'");
  EXPECT_THAT(error_of([&] { open(); }), HasSubstr("played by tavlab 0.0.9, this is 0.0"));
  EXPECT_EQ(Store::open_for_report(folder_.path()).cells().size(), 8U);
}

TEST_F(StoreTest, RefusesNetsThatWereReplaced) {
  nets_ = "0000000000000001 a.safetensors\n0000000000000002 b c.safetensors\n";
  open();
  nets_ = "0000000000000003 a.safetensors\n0000000000000002 b c.safetensors\n";
  {
    Store store = open();  // no games yet
    store.add(store.cells()[0].id, test::fake_game(config_.cells[0].match_settings(), 0));
    store.commit();
  }
  EXPECT_EQ(Store::open_for_report(folder_.path()).experiment().nets, nets_);
  nets_ = "0000000000000003 a.safetensors\n0000000000000004 b c.safetensors\n";
  EXPECT_THAT(error_of([&] { open(); }),
              HasSubstr("another net in place of 'b c.safetensors'; restore that file"));
  nets_ = "0000000000000003 a.safetensors\n0000000000000005 d.safetensors\n";
  open();
}

TEST_F(StoreTest, TakesInWhatIsAddedOrRenamed) {
  open();
  Store more = open(replaced("\"none\", 9, 13", "\"none\", 9, 13, 15"));
  EXPECT_EQ(more.cells().size(), 10U);
  EXPECT_EQ(more.cells()[3].settings.front().second, "15");
  std::string text = replaced("\"none\", 9, 13", "\"none\", 9, 13, 15");
  text.replace(text.find("name = \"weak king\""), 18, "name = \"frail king\"");
  Store renamed = open(text);
  EXPECT_EQ(renamed.cells().size(), 10U);
  EXPECT_EQ(renamed.cells()[4].label, "frail king | random");
}

TEST_F(StoreTest, RefusesFilesThatAreNoStore) {
  const auto path = folder_.path() / "games.sqlite";
  test::write(path,
              "certainly no database, but longer than the hundred bytes of a header, so that "
              "nothing but its content can tell; and once more: certainly no database");
  EXPECT_THAT(error_of([&] { open(); }), HasSubstr("is not an SQLite file"));
  std::filesystem::remove(path);
  {
    sqlite::Database other(path, sqlite::Database::Mode::create);
    other.execute("CREATE TABLE cats (name TEXT)");
  }
  EXPECT_THAT(error_of([&] { open(); }), HasSubstr("not a tavlab store"));
  EXPECT_THAT(error_of([&] { Store::open_for_report(folder_.path()); }),
              HasSubstr("not a tavlab store"));
  std::filesystem::remove(path);
  open();
  {
    sqlite::Database store(path, sqlite::Database::Mode::existing);
    store.execute("PRAGMA user_version = 99");
  }
  EXPECT_THAT(error_of([&] { open(); }), HasSubstr("format 99 of another version"));
  {
    sqlite::Database store(path, sqlite::Database::Mode::existing);
    store.execute("PRAGMA user_version = 1");  // before games with dice were measured
  }
  const std::string refusal =
      "has format 1 of another version of tavlab; this version reads formats 4 and 5";
  EXPECT_THAT(error_of([&] { open(); }), HasSubstr(refusal));
  EXPECT_THAT(error_of([&] { Store::open_for_report(folder_.path()); }), HasSubstr(refusal));
}

TEST_F(StoreTest, NoticesAStoreThatWasCutOff) {
  {
    Store store = open();
    for (std::uint64_t number = 0; number < 40; ++number) {
      store.add(store.cells()[0].id, test::fake_game(config_.cells[0].match_settings(), number));
    }
    store.commit();
  }
  const auto path = folder_.path() / "games.sqlite";
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  EXPECT_THAT(error_of([&] { open(); }), HasSubstr("is damaged"));
  EXPECT_THAT(error_of([&] { Store::open_for_report(folder_.path()); }), HasSubstr("is damaged"));
}

TEST_F(StoreTest, SaysThatThereIsNone) {
  EXPECT_THAT(error_of([&] { Store::open_for_report(folder_.path() / "nowhere"); }),
              HasSubstr("no such store"));
}

}  // namespace
}  // namespace tavlab
