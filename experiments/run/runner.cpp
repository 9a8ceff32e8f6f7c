#include "experiments/run/runner.h"

#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <vector>

#include "core/error.h"
#include "core/parallel.h"
#include "experiments/run/progress.h"
#include "experiments/run/record_queue.h"
#include "experiments/run/schedule.h"
#include "experiments/store/cell_label.h"
#include "selfplay/match/match_lane.h"

namespace tavlab {
namespace {

/// State shared by the threads of one run.
struct SharedState {
  std::mutex mutex;  // guards the schedule; the queue guards itself
  Schedule schedule;
  RecordQueue queue;
};

/// State that a thread keeps between batches: the agents of the cell that it played last.
struct WorkerState {
  std::size_t cell = 0;
  std::unique_ptr<MatchLane> lane;
};

/// Plays the next batch of games; false if none is left.
bool play_batch(SharedState& floor, const std::vector<MatchSettings>& settings,
                const GamePlayer& player, WorkerState& seat, const std::stop_token& stop) {
  Schedule::Batch batch;
  {
    const std::scoped_lock lock(floor.mutex);
    batch = floor.schedule.next();
  }
  if (batch.numbers.empty()) return false;
  const auto finished = [&](const GameRecord& record) {
    {
      const std::scoped_lock lock(floor.mutex);
      floor.schedule.note(batch.cell, record.seconds);
    }
    floor.queue.push(batch.cell, record);
  };
  if (player) {
    player(settings[batch.cell], batch.numbers, 1, finished, stop);
    return true;
  }
  if (!seat.lane || seat.cell != batch.cell) {
    seat.lane = nullptr;  // two trees or nets at a time might be too many
    seat = {batch.cell, make_match_lane(settings[batch.cell])};
  }
  seat.lane->play(batch.numbers, finished, stop);
  return true;
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
  SharedState floor{{}, Schedule(std::move(missing), std::move(wanted), threads), {}};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    floor.schedule.expect(i, store.mean_seconds(cells[i].id));
    if (options.turn) floor.schedule.set_turn(i, options.turn(i));
    progress.add_cell(fmt::format("{} | {}", short_label(cells[i]), cells[i].agents.name),
                      wanted_here[i], store.counts(cells[i].id));
  }
  const std::uint64_t to_play = floor.schedule.left();
  progress.start(threads);

  RunnerResult result;
  std::uint64_t dropped = 0;
  const auto drop_unneeded = [&] {
    if (!options.needs) return;
    const std::scoped_lock lock(floor.mutex);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!options.needs(i)) dropped += floor.schedule.drop(i);
    }
  };
  drop_unneeded();
  std::vector<WorkerState> seats(threads);
  Workers players(
      to_play > 0 ? threads : 0,
      [&](std::size_t worker, const std::stop_token& stop) {
        return play_batch(floor, settings, options.player, seats[worker], stop);
      },
      {}, [&] { floor.queue.wake(); });
  if (to_play > 0 && players.threads() == 0) {
    throw UserError("cannot start a thread to play games");
  }

  try {
    bool working = to_play > 0;
    while (working) {
      if (options.interrupted && options.interrupted()) players.request_stop();
      working = players.working();  // before taking, so that the last take gets everything
      double work_left = 0.0;
      {
        const std::scoped_lock lock(floor.mutex);
        if (options.finishing && options.finishing()) {
          for (std::size_t i = 0; i < cells.size(); ++i) floor.schedule.drop(i);
        }
        work_left = floor.schedule.work_left();
      }
      const auto records = floor.queue.take(std::chrono::milliseconds(working ? 100 : 0));
      for (const auto& [cell, record] : records) {
        store.add(cells[cell].id, record);
        progress.count(cell, record);
        ++result.played;
        if (options.stored) options.stored(cell, record);
      }
      if (!records.empty()) drop_unneeded();
      store.commit_if_due();
      progress.show(work_left);
    }
    store.commit();
  } catch (...) {
    players.request_stop();
    floor.queue.close();  // the players may be waiting for room
    throw;                // their threads are joined during unwinding
  }
  progress.finish();
  players.wait();
  result.complete = result.played + dropped == to_play;
  return result;
}

}  // namespace tavlab
