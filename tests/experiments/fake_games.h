#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "core/error.h"
#include "core/random.h"
#include "experiments/run/runner.h"
#include "experiments/store/format.h"
#include "experiments/store/sqlite.h"
#include "tests/support/temporary_folder.h"

namespace tavlab::test {

/// Hash of everything that must determine a cell's games, so that a wrong seed, rule set or agent
/// shows.
inline std::uint64_t fake_cell(const MatchSettings& settings) {
  return derive_seed({settings.seed, settings.rule_set.content_hash(),
                      hash_text(settings.first_agent), hash_text(settings.second_agent)});
}

/// A game made up from its cell and number.
inline GameRecord fake_game(std::uint64_t cell, bool swap, std::uint64_t number) {
  Random random(derive_seed({cell, number}));
  GameRecord record;
  record.number = number;
  record.swapped = swap && number % 2 == 1;
  const std::uint32_t draw = random.below(100);
  record.result = draw < 55   ? Result::first_wins
                  : draw < 65 ? Result::draw
                  : draw < 97 ? Result::second_wins
                              : Result::unfinished;
  record.reason = record.result == Result::first_wins    ? "king captured"
                  : record.result == Result::draw        ? "repetition"
                  : record.result == Result::second_wins ? "king escaped"
                                                         : "ply cap";
  record.plies = 20 + static_cast<int>(random.below(60) + random.below(60));
  record.captured_first = static_cast<int>(random.below(10));
  record.captured_second = static_cast<int>(random.below(6));
  record.mean_legal_moves = 40.0 + random.uniform();
  record.seconds = 0.001;
  for (int i = 0; i < record.plies; ++i) record.moves += i == 0 ? "a4-a2" : " e5-e6";
  record.moves += std::to_string(random.below(1000));
  return record;
}

inline GameRecord fake_game(const MatchSettings& settings, std::uint64_t number) {
  return fake_game(fake_cell(settings), settings.swap, number);
}

/// Plays synthetic games that each take a given time; optionally counts them.
inline GamePlayer fake_player(std::chrono::microseconds each = std::chrono::microseconds(0),
                              const std::shared_ptr<std::atomic<int>>& played = {}) {
  return [each, played](const MatchSettings& settings, std::span<const std::uint64_t> numbers, int,
                        const std::function<void(const GameRecord&)>& finished,
                        const std::stop_token& stop) {
    const std::uint64_t cell = fake_cell(settings);
    for (const std::uint64_t number : numbers) {
      if (stop.stop_requested()) return;
      if (each.count() > 0) std::this_thread::sleep_for(each);
      finished(fake_game(cell, settings.swap, number));
      if (played) ++*played;
    }
  };
}

/// Ends the run with the error "interrupted" after some games, as a signal ends it.
inline GamePlayer interrupted_after(int games, GamePlayer player) {
  const auto left = std::make_shared<std::atomic<int>>(games);
  return [left, player = std::move(player)](
             const MatchSettings& settings, std::span<const std::uint64_t> numbers, int threads,
             const std::function<void(const GameRecord&)>& finished, const std::stop_token& stop) {
    for (const std::uint64_t number : numbers) {
      if (stop.stop_requested()) return;
      if (--*left < 0) throw UserError("interrupted");
      player(settings, std::array{number}, threads, finished, stop);
    }
  };
}

inline void write(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Changes a store and makes its checksums match.
inline void change_store(const std::filesystem::path& file, const char* sql) {
  sqlite::Database database(file, sqlite::Mode::existing);
  database.execute(sql);
  store_format::seal(database);
  database.execute(
      ("UPDATE games SET checksum = " +
       store_format::game_checksum("(SELECT identity FROM cells WHERE id = games.cell)", "games"))
          .c_str());
}

/// The message of the UserError that the action throws; empty when it throws none.
template <typename Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return {};
}

/// A run without progress, results and messages.
template <typename Options>
void silence(Options& options) {
  options.quiet = true;
  options.output = nullptr;
  options.log = nullptr;
}

inline constexpr std::string_view kSmallConfig = R"toml(
id = "small"
title = "A small <experiment> & its \"title\""
question = "Who wins?"
rules = ["helmfrid-9"]
agents = ["random", "mcts:sims=10"]
games = 40
seed = 7
max_plies = 300

[[arm]]
name = "limit"
[arm.grid]
"limits.king_side_moves" = ["none", 9, 13]

[[arm]]
name = "weak king"
set = { "king.weak" = true }
)toml";

}  // namespace tavlab::test
