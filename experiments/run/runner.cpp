#include "experiments/run/runner.h"

#include <fmt/format.h>

#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "experiments/run/progress.h"
#include "experiments/run/record_queue.h"
#include "experiments/run/schedule.h"
#include "experiments/store/cell_label.h"

namespace tavlab {
namespace {

/// What the threads of one run share.
struct Floor {
  std::mutex mutex;  // guards everything but the queue, which guards itself
  Schedule schedule;
  std::size_t working = 0;  ///< threads that are not done
  std::exception_ptr failure;
  RecordQueue queue;
  std::stop_source stop;
};

/// Starts threads that work, as many as the machine gives: those that there are do all of it.
/// Throws what the first one throws where there is none.
std::vector<std::jthread> start(Floor& floor, std::size_t threads,
                                const std::function<void()>& work) {
  std::vector<std::jthread> players;
  players.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) {
    {
      const std::scoped_lock lock(floor.mutex);
      ++floor.working;
    }
    try {
      players.emplace_back(work);
    } catch (const std::system_error&) {
      const std::scoped_lock lock(floor.mutex);
      --floor.working;
      if (players.empty()) throw;
      break;
    }
  }
  return players;
}

void work(Floor& floor, const std::vector<MatchSettings>& settings, const GamePlayer& player) {
  while (!floor.stop.stop_requested()) {
    Schedule::Batch batch;
    {
      const std::scoped_lock lock(floor.mutex);
      batch = floor.schedule.next();
    }
    if (batch.numbers.empty()) break;
    try {
      player(
          settings[batch.cell], batch.numbers, 1,
          [&](const GameRecord& record) {
            {
              const std::scoped_lock lock(floor.mutex);
              floor.schedule.note(batch.cell, record.seconds);
            }
            floor.queue.push(batch.cell, record);
          },
          floor.stop.get_token());
    } catch (...) {
      const std::scoped_lock lock(floor.mutex);
      if (!floor.failure) floor.failure = std::current_exception();
      floor.stop.request_stop();
    }
  }
  const std::scoped_lock lock(floor.mutex);
  --floor.working;
  floor.queue.wake();
}

}  // namespace

RunnerResult run_games(Store& store, const ExperimentConfig& config, const RunnerOptions& options,
                       Progress& progress) {
  const std::vector<StoredCell> cells = store.cells();
  const auto threads = static_cast<std::size_t>(options.threads < 1 ? 1 : options.threads);
  std::vector<MatchSettings> settings;
  std::vector<std::vector<std::uint64_t>> missing;
  std::vector<std::uint64_t> wanted;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    settings.push_back(config.cells[i].match_settings());
    missing.push_back(store.missing(cells[i].id, cells[i].games));
    std::erase_if(missing.back(), [&](std::uint64_t number) { return !options.shard.has(number); });
    wanted.push_back(options.shard.share_of(cells[i].games));
  }

  const std::vector<std::uint64_t> wanted_here = wanted;
  Floor floor{{}, Schedule(std::move(missing), std::move(wanted), threads), 0, {}, {}, {}};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    floor.schedule.expect(i, store.mean_seconds(cells[i].id));
    progress.add_cell(fmt::format("{} | {}", short_label(cells[i]), cells[i].agents.name),
                      wanted_here[i], store.counts(cells[i].id));
  }
  const std::uint64_t to_play = floor.schedule.left();
  progress.start(threads);

  RunnerResult result;
  std::uint64_t dropped = 0;
  const auto drop_what_nobody_needs = [&] {
    if (!options.needs) return;
    const std::scoped_lock lock(floor.mutex);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!options.needs(i)) dropped += floor.schedule.drop(i);
    }
  };
  drop_what_nobody_needs();
  std::vector<std::jthread> players;
  if (to_play > 0) {
    players = start(floor, threads, [&] { work(floor, settings, options.player); });
  }

  try {
    bool working = to_play > 0;
    while (working) {
      if (options.interrupted && options.interrupted()) floor.stop.request_stop();
      double work_left = 0.0;
      {
        const std::scoped_lock lock(floor.mutex);
        if (options.finishing && options.finishing()) {
          for (std::size_t i = 0; i < cells.size(); ++i) floor.schedule.drop(i);
        }
        working = floor.working > 0;  // before taking, so that the last take gets everything
        work_left = floor.schedule.work_left();
      }
      const auto records = floor.queue.take(std::chrono::milliseconds(working ? 100 : 0));
      for (const auto& [cell, record] : records) {
        store.add(cells[cell].id, record);
        progress.count(cell, record);
        ++result.played;
        if (options.stored) options.stored(cell, record);
      }
      if (!records.empty()) drop_what_nobody_needs();
      store.commit_if_due();
      progress.show(work_left);
    }
    store.commit();
  } catch (...) {
    floor.stop.request_stop();
    floor.queue.close();  // the players may be waiting for room
    throw;                // they are joined on the way out
  }
  players.clear();
  progress.finish();
  if (floor.failure) std::rethrow_exception(floor.failure);
  result.complete = result.played + dropped == to_play;
  return result;
}

}  // namespace tavlab
