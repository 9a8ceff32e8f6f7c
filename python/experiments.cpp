// The native part of tavlab/experiments.py: matches, and experiments in folders.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "experiments/calibrate/calibrate.h"
#include "experiments/claim/claim_run.h"
#include "experiments/experiment.h"
#include "experiments/store/store.h"
#include "python/any_game.h"
#include "python/bindings.h"
#include "python/calls.h"
#include "selfplay/match/match.h"

namespace py = pybind11;

namespace tavlab::python {
namespace {

/// Results as State.result names them.
std::string result_name(Result result, const std::array<std::string, 2>& players) {
  switch (result) {
    case Result::first_wins:
      return players[0];
    case Result::second_wins:
      return players[1];
    case Result::draw:
      return "draw";
    case Result::unfinished:
      break;
  }
  return "unfinished";
}

/// Columns of records, for NumPy or pandas.
class Columns {
 public:
  explicit Columns(std::array<std::string, 2> players) : players_(std::move(players)) {}

  void add(GameRecord record) { records_.push_back(std::move(record)); }
  void sort() { std::ranges::sort(records_, {}, &GameRecord::number); }

  [[nodiscard]] py::dict as_dict() const {
    py::dict columns;
    const auto numbers = [&](const char* name, auto type, const auto& of) {
      using T = decltype(type);
      py::array_t<T> array(static_cast<py::ssize_t>(records_.size()));
      std::ranges::transform(records_, array.mutable_data(),
                             [&](const GameRecord& r) { return static_cast<T>(of(r)); });
      columns[name] = array;
    };
    const auto texts = [&](const char* name, const auto& of) {
      py::list list;
      for (const GameRecord& record : records_) list.append(py::str(of(record)));
      columns[name] = list;
    };
    numbers("number", std::int64_t{}, [](const auto& r) { return r.number; });
    numbers("swapped", bool{}, [](const auto& r) { return r.swapped; });
    texts("result", [&](const auto& r) { return result_name(r.result, players_); });
    texts("reason", [](const auto& r) { return r.reason; });
    numbers("return0", double{}, [](const auto& r) {
      return r.result == Result::unfinished ? 0.0 : 2 * score(r.result) - 1;
    });
    numbers("plies", std::int64_t{}, [](const auto& r) { return r.plies; });
    numbers("choices", std::int64_t{}, [](const auto& r) { return r.choices; });
    numbers("lost0", std::int64_t{}, [](const auto& r) { return r.captured_first; });
    numbers("lost1", std::int64_t{}, [](const auto& r) { return r.captured_second; });
    numbers("legal_moves", double{}, [](const auto& r) { return r.mean_legal_moves; });
    numbers("seconds", double{}, [](const auto& r) { return r.seconds; });
    texts("moves", [](const auto& r) { return r.moves; });
    texts("values", [](const auto& r) { return r.values; });
    return columns;
  }

 private:
  std::array<std::string, 2> players_;
  std::vector<GameRecord> records_;
};

int checked_threads(int threads) {
  if (threads < 1 || threads > 1024) {
    throw UserError(fmt::format("threads: is {}, but must be from 1 to 1024", threads));
  }
  return threads;
}

py::dict play_match(const std::shared_ptr<Game>& game, const std::string& first,
                    const std::string& second, std::int64_t games, bool swap,
                    const std::optional<int>& opening_plies,
                    const std::optional<std::string>& openings, int max_plies, int threads,
                    std::uint64_t seed) {
  if (games < 1) throw UserError(fmt::format("games: is {}, but must be at least 1", games));
  if (max_plies < 1) {
    throw UserError(fmt::format("max_plies: is {}, but must be at least 1", max_plies));
  }
  checked_threads(threads);
  MatchSettings settings;
  settings.rule_set = game->rule_set();
  settings.first_agent = first;
  settings.second_agent = second;
  settings.swap = swap;
  settings.opening_plies = opening_plies.value_or(0);
  settings.max_plies = max_plies;
  settings.seed = seed;
  Columns columns(game->facts().players);
  {
    const py::gil_scoped_release release;
    if (openings) settings.openings = load_openings(*openings, settings.rule_set, seed);
    std::vector<std::uint64_t> numbers(static_cast<std::size_t>(games));
    std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
    std::stop_source stop;
    // Elsewhere, since only the caller's thread can run Python's signal handlers.
    std::future<void> match = std::async(std::launch::async, [&] {
      play_games(
          settings, numbers, threads, [&](const GameRecord& record) { columns.add(record); },
          stop.get_token());
    });
    constexpr std::chrono::milliseconds kBetweenLooks{50};
    while (match.wait_for(kBetweenLooks) != std::future_status::ready) {
      if (!interrupted()) continue;
      stop.request_stop();
      match.wait();
      const py::gil_scoped_acquire gil;
      throw py::error_already_set();
    }
    match.get();
  }
  columns.sort();
  return columns.as_dict();
}

/// Runs what stops at Ctrl-C with everything stored, and then raises KeyboardInterrupt.
template <typename Run>
void resumable(const Run& run) {
  // Signals and limits of time are those of the process.
  static std::atomic_flag running;
  if (running.test_and_set()) {
    throw std::runtime_error(
        "another thread has such a run in progress: one at a time, or each in a process of its "
        "own");
  }
  bool stopped = false;
  try {
    const py::gil_scoped_release release;
    stopped = run();
  } catch (...) {
    running.clear();
    throw;
  }
  running.clear();
  if (!stopped) return;
  PyErr_SetInterrupt();  // for a handler of the caller's own, which the run had replaced
  if (PyErr_CheckSignals() == 0) PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw py::error_already_set();
}

void experiment(const std::string& config, const std::filesystem::path& out,
                const std::optional<std::uint64_t>& games, int threads) {
  ExperimentOptions options;
  options.threads = checked_threads(threads);
  options.games = games;
  options.quiet = true;
  options.output = nullptr;
  options.log = nullptr;
  resumable([&] { return run_experiment(config, out, options).interrupted; });
}

void claim(const std::string& name, const std::filesystem::path& out,
           const std::optional<std::uint64_t>& games, const std::vector<std::string>& agents,
           const std::optional<std::filesystem::path>& calibration, double minutes, int threads) {
  ClaimOptions options;
  options.threads = checked_threads(threads);
  options.games = games;
  options.agents = agents;
  if (calibration) options.calibration = *calibration;
  options.minutes = minutes;
  options.quiet = true;
  options.output = nullptr;
  options.log = nullptr;
  resumable([&] { return run_claim(name, out, options).interrupted; });
}

void calibration(const std::string& rules, const std::vector<std::string>& overrides,
                 const std::vector<std::string>& agents, const std::filesystem::path& out,
                 std::uint64_t games, int opening_plies, int max_plies, int threads,
                 std::uint64_t seed) {
  CalibrateOptions options;
  options.rules = rules;
  options.overrides = overrides;
  options.agents = agents;
  options.games = games;
  options.opening_plies = opening_plies;
  options.max_plies = max_plies;
  options.threads = checked_threads(threads);
  options.seed = seed;
  options.quiet = true;
  options.output = nullptr;
  options.log = nullptr;
  resumable([&] { return run_calibration(options, out).interrupted; });
}

/// A store, opened for reading.
class ReadStore {
  /// Reads without the GIL; one thread at a time, as the database wants it.
  template <typename Read>
  auto alone(const Read& read) {
    const py::gil_scoped_release release;
    const std::lock_guard turn(reading_);
    return read();
  }

 public:
  explicit ReadStore(const std::filesystem::path& folder) : store_(Store::open_for_report(folder)) {
    cells_ = store_.cells();
  }

  [[nodiscard]] py::dict experiment() {
    const StoredExperiment of = alone([&] { return store_.experiment(); });
    py::dict fields;
    fields["id"] = of.id;
    fields["title"] = of.title;
    fields["question"] = of.question;
    fields["command"] = of.command;
    fields["tavlab_version"] = of.tavlab_version;
    fields["seed"] = of.seed;
    return fields;
  }

  [[nodiscard]] py::list cells() {
    py::list all;
    for (const StoredCell& cell : cells_) {
      py::dict fields;
      fields["label"] = cell.label;
      fields["rules"] = cell.rules_id;
      fields["overrides"] = cell.overrides;
      fields["first"] = cell.agents.first;
      fields["second"] = cell.agents.second;
      fields["swap"] = cell.agents.first != cell.agents.second;
      fields["games"] = cell.games;
      fields["played"] = alone([&] { return store_.counts(cell.id).games(); });
      fields["seed"] = cell.seed;
      py::dict settings;
      for (const auto& [name, value] : cell.settings) settings[py::str(name)] = value;
      fields["settings"] = settings;
      all.append(fields);
    }
    return all;
  }

  [[nodiscard]] py::dict games(std::int64_t cell) {
    if (cell < 0 || cell >= static_cast<std::int64_t>(cells_.size())) {
      throw py::index_error(
          fmt::format("cell {} is out of range: there are {}", cell, cells_.size()));
    }
    const StoredCell& of = cells_[static_cast<std::size_t>(cell)];
    Columns columns({of.game.first_player, of.game.second_player});
    alone([&] { store_.each_game(of.id, [&](const GameRecord& record) { columns.add(record); }); });
    return columns.as_dict();
  }

 private:
  std::mutex reading_;
  Store store_;
  std::vector<StoredCell> cells_;
};

}  // namespace

void bind_experiments(py::module_& module) {
  module.def("match", &play_match, py::arg("game").none(false), py::arg("first"), py::arg("second"),
             py::arg("games"), py::arg("swap"), py::arg("opening_plies"), py::arg("openings"),
             py::arg("max_plies"), py::arg("threads"), py::arg("seed"),
             "Columns of games; see tavlab.match.");
  module.def("run_experiment", &experiment, py::arg("config"), py::arg("out"), py::arg("games"),
             py::arg("threads"), "Runs an experiment; see tavlab.run_experiment.");
  module.def("run_claim", &claim, py::arg("claim"), py::arg("out"), py::arg("games"),
             py::arg("agents"), py::arg("calibration"), py::arg("minutes"), py::arg("threads"),
             "Runs a claim; see tavlab.run_claim.");
  module.def("calibrate", &calibration, py::arg("rules"), py::arg("overrides"), py::arg("agents"),
             py::arg("out"), py::arg("games"), py::arg("opening_plies"), py::arg("max_plies"),
             py::arg("threads"), py::arg("seed"), "Calibrates agents; see tavlab.calibrate.");
  py::class_<ReadStore> of(module, "Store", "The native part of tavlab.Store.");
  of.def(py::init<const std::filesystem::path&>(), py::arg("folder"), "Opens the games of a run.")
      .def("experiment", &ReadStore::experiment, "What the run is.")
      .def("cells", &ReadStore::cells, "Its cells.")
      .def("games", &ReadStore::games, py::arg("cell"), "Columns of the games of a cell.");
  refuse_pickles(
      of,
      "a Store cannot be copied or pickled, for it has a file open: open its folder in the process "
      "that uses it");
}

}  // namespace tavlab::python
