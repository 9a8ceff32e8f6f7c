// Merging stores: the part of Store that reads another store.
#include <fmt/format.h>

#include "core/error.h"
#include "experiments/config/agent_nets.h"
#include "experiments/store/format.h"
#include "experiments/store/source.h"
#include "experiments/store/store.h"

namespace tavlab {
namespace {

/// While alive, another database is attached under the name `part`.
class Attached {
 public:
  Attached(sqlite::Database& database, const StoreSource& source) : database_(database) {
    const std::string text = sqlite::uri(source.path(), source.mode() == sqlite::Mode::immutable);
    sqlite::Statement attach(database, "ATTACH DATABASE ? AS part");
    attach.bind(1, std::string_view(text)).run();
  }
  ~Attached() {
    try {
      database_.execute("DETACH DATABASE part");
    } catch (const sqlite::Error&) {  // it goes with the connection
    }
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

 private:
  sqlite::Database& database_;
};

// Every column of a cell that determines its games, and those that reports need.
constexpr const char* kCopyCells =
    "INSERT INTO main.cells (id, identity, label, place, rules, rules_hash, first_agent, "
    "second_agent, match, seed, opening_plies, max_plies, games, description) "
    "SELECT id, identity, label, place, rules, rules_hash, first_agent, second_agent, match, seed, "
    "opening_plies, max_plies, games, description FROM part.cells "
    "WHERE NOT EXISTS (SELECT 1 FROM main.cells)";

constexpr const char* kOtherCells =
    "SELECT count(*) FROM (SELECT identity FROM part.cells EXCEPT SELECT identity FROM main.cells)"
    " UNION ALL "
    "SELECT count(*) FROM (SELECT identity FROM main.cells EXCEPT SELECT identity FROM part.cells)";

// Games that differ between the stores; their times do not count.
constexpr const char* kContradictions =
    "SELECT ours.label, game.number FROM part.games AS other "
    "JOIN part.cells AS theirs ON theirs.id = other.cell "
    "JOIN main.cells AS ours ON ours.identity = theirs.identity "
    "JOIN main.games AS game ON game.cell = ours.id AND game.number = other.number "
    "WHERE game.moves <> other.moves OR game.result <> other.result OR "
    "game.reason <> other.reason OR game.search_values <> other.search_values LIMIT 1";

// Whether the other store wants more games of some cell.
constexpr const char* kWantsMore =
    "SELECT count(*) FROM part.cells AS theirs "
    "JOIN main.cells AS ours ON ours.identity = theirs.identity WHERE theirs.games > ours.games";

std::string take_games() {
  return fmt::format(
      "INSERT OR IGNORE INTO main.games SELECT ours.id, {}, {} FROM part.games AS game "
      "JOIN part.cells AS theirs ON theirs.id = game.cell "
      "JOIN main.cells AS ours ON ours.identity = theirs.identity",
      store_format::game_columns("game"), store_format::game_checksum("ours.identity", "game"));
}

}  // namespace

Store Store::open_for_merge(const std::filesystem::path& folder,
                            const std::filesystem::path& first) {
  StoredExperiment experiment = read_experiment(first);
  experiment.shard.clear();
  return open_for_writing(folder, experiment);
}

Store::Merged Store::merge(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "games.sqlite";
  const std::string name = path.string();
  return guarded([&] {
    const StoredExperiment ours = experiment();
    const StoredExperiment theirs = read_experiment(folder);
    if (ours.id != theirs.id) {
      throw UserError(
          fmt::format("{}: holds '{}', not '{}' like the others", name, theirs.id, ours.id));
    }
    if (ours.kind() != theirs.kind()) {
      throw UserError(fmt::format("{}: holds a run of `{}`, the others of `{}`", name,
                                  theirs.kind(), ours.kind()));
    }
    if (ours.tavlab_version != theirs.tavlab_version) {
      throw UserError(fmt::format("{}: its games were played by tavlab {}, the others by {}", name,
                                  theirs.tavlab_version, ours.tavlab_version));
    }
    if (const std::string net = replaced_net(ours.nets, theirs.nets); !net.empty()) {
      throw UserError(fmt::format("{}: its games were played with another net '{}' than the others",
                                  name, net));
    }
    commit();  // no database can be attached within a transaction
    const Attached attached(*database_, StoreSource(folder, {}));
    sqlite::Transaction transaction(*database_);
    store_format::check(*database_, "part", name);
    database_->execute(kCopyCells);
    sqlite::Statement others(*database_, kOtherCells);
    while (others.step()) {
      if (others.integer(0) == 0) continue;
      throw UserError(fmt::format(
          "{}: its cells differ from those of the others: other rules, agents, seed or limits",
          name));
    }
    if (ours.config_text != theirs.config_text) {
      throw UserError(fmt::format("{}: was made from a different experiment file", name));
    }
    sqlite::Statement contradictions(*database_, kContradictions);
    if (contradictions.step()) {
      throw UserError(
          fmt::format("{}: game {} of the cell '{}' differs from the one in another store; "
                      "nothing of this store was taken",
                      name, contradictions.integer(1), contradictions.text(0)));
    }
    contradictions.reset();
    others.reset();
    const std::int64_t before = database_->integer("SELECT count(*) FROM main.games");
    database_->execute(take_games().c_str());
    const std::int64_t after = database_->integer("SELECT count(*) FROM main.games");
    const std::int64_t offered = database_->integer("SELECT count(*) FROM part.games");
    // The number of wanted games may have been raised for some shards, with or without --games.
    if (database_->integer(kWantsMore) != 0) {
      sqlite::Statement put(*database_,
                            "UPDATE main.meta SET value = ? WHERE key = 'games_option'");
      const std::string games =
          theirs.games_option ? fmt::format("{}", *theirs.games_option) : std::string();
      put.bind(1, std::string_view(games)).run();
    }
    database_->execute(
        "UPDATE main.cells SET games = max(games, (SELECT games FROM part.cells WHERE "
        "part.cells.identity = main.cells.identity))");
    database_->execute(
        "INSERT OR IGNORE INTO main.meta (key, value) SELECT key, value FROM part.meta "
        "WHERE key LIKE 'note %'");
    store_format::seal(*database_);
    transaction.commit();
    Merged merged;
    merged.taken = static_cast<std::uint64_t>(after - before);
    merged.known = static_cast<std::uint64_t>(offered) - merged.taken;
    return merged;
  });
}

}  // namespace tavlab
