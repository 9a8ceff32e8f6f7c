// The native part of tavlab.BatchEnv (tavlab/batch_env.py).
#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "python/any_batch.h"
#include "python/any_game.h"
#include "python/arrays.h"
#include "python/bindings.h"
#include "python/calls.h"
#include "python/fork.h"

namespace py = pybind11;

namespace tavlab::python {
namespace {

constexpr std::int64_t kMostGames = std::int64_t{1} << 20;
constexpr int kMostThreads = 1024;

Learner learner_of(const std::string& name) {
  if (name == "alternate") return Learner::alternate;
  if (name == "0") return Learner::first;
  if (name == "1") return Learner::second;
  throw UserError(fmt::format("learner is {}, but must be 0, 1 or 'alternate'", name));
}

class BatchEnv {
 public:
  BatchEnv(std::shared_ptr<const Game> game, const BatchOptions& options)
      : game_(std::move(game)), games_(options.games), actions_(options.games) {
    if (options.threads < 1 || options.threads > kMostThreads) {
      throw UserError(
          fmt::format("threads is {}, but must be from 1 to {}", options.threads, kMostThreads));
    }
    guarded([&] {
      batch_.emplace(game_->new_batch(options, interrupted),
                     options.opponent && outlives_moves(*options.opponent));
    });
  }

  void reset(std::uint64_t seed, const py::object& out) {
    const Turn turn(busy_, "this BatchEnv");
    const Arrays arrays = arrays_of(out);
    begun_ = true;
    guarded([&] { batch().reset(seed, arrays.to, interrupted); });
  }

  void step(const py::object& actions, const py::object& out) {
    const Turn turn(busy_, "this BatchEnv");
    require_whole();
    read_actions(actions, actions_);
    const Arrays arrays = arrays_of(out);
    guarded([&] { batch().step(actions_, arrays.to, interrupted); });
  }

  void sample_actions(const py::object& out) {
    const Turn turn(busy_, "this BatchEnv");
    require_whole();
    batch().sample({writable_int64(out, "out", {games_}), games_});
  }

  std::unique_ptr<State> state(std::int64_t game) {
    const Turn turn(busy_, "this BatchEnv");
    require_whole();
    if (game < 0 || game >= static_cast<std::int64_t>(games_)) {
      throw py::index_error(
          fmt::format("game {} is out of range: games are from 0 to {}", game, games_ - 1));
    }
    return batch().state(static_cast<std::size_t>(game));
  }

 private:
  /// Where results are written, and what owns that memory: another thread may take an array out of
  /// the batch meanwhile.
  struct Arrays {
    BatchArrays to;
    std::vector<py::object> kept;
  };

  [[nodiscard]] Batch& batch() const { return batch_->get("BatchEnv"); }

  void require_whole() const {
    if (!batch().broken()) return;
    throw std::runtime_error(begun_ ? "the games must be reset first: the last call was interrupted"
                                    : "the games must be reset first");
  }

  template <typename Call>
  static void guarded(const Call& call) {
    bool stopped = false;
    {
      const py::gil_scoped_release release;
      try {
        call();
      } catch (const Interrupted&) {
        stopped = true;
      }
    }
    if (stopped) throw py::error_already_set();
  }

  [[nodiscard]] Arrays arrays_of(const py::object& out) const {
    const GameFacts& facts = game_->facts();
    const std::vector<std::size_t> planes = {games_, static_cast<std::size_t>(facts.shape.planes),
                                             static_cast<std::size_t>(facts.rows),
                                             static_cast<std::size_t>(facts.columns)};
    const std::vector<std::size_t> globals = {games_,
                                              static_cast<std::size_t>(facts.shape.globals)};
    const std::vector<std::size_t> column = {games_};
    Arrays arrays;
    BatchArrays& to = arrays.to;
    std::array<Extent, 9> extents{};
    std::size_t count = 0;
    const auto note = [&](const char* name, const py::object& object) {
      const auto array = py::reinterpret_borrow<py::array>(object);
      const auto* const begin = static_cast<const std::byte*>(array.data());
      extents[count++] = {begin, begin + array.nbytes(), name};
      arrays.kept.push_back(object);
    };
    const auto write_planes = [&](const char* name, float*& numbers, std::uint8_t*& bytes) {
      const py::object array = out.attr(name);
      if (array.is_none()) return;
      const PlanesOut data = writable_planes(array, name, planes, facts);
      numbers = data.numbers;
      bytes = data.bytes;
      note(name, array);
    };
    const auto write = [&](const char* name, auto*& data, const std::vector<std::size_t>& shape,
                           auto* check) {
      const py::object array = out.attr(name);
      if (array.is_none()) return;
      data = check(array, name, shape);
      note(name, array);
    };
    write_planes("observation", to.observation, to.observation_bytes);
    write_planes("final_observation", to.final_observation, to.final_observation_bytes);
    write("globals", to.globals, globals, writable_floats);
    write("final_globals", to.final_globals, globals, writable_floats);
    write("mask", to.mask, {games_, facts.actions}, writable_flags);
    write("player", to.player, column, writable_int8);
    write("reward", to.reward, column, writable_floats);
    write("done", to.done, column, writable_flags);
    write("truncated", to.truncated, column, writable_flags);
    require_apart({extents.data(), count});
    return arrays;
  }

  std::shared_ptr<const Game> game_;
  std::size_t games_;
  std::optional<OfProcess<Batch>> batch_;
  std::vector<std::int64_t> actions_;
  bool begun_ = false;  ///< by a first reset
  std::atomic_flag busy_;
};

std::unique_ptr<BatchEnv> make_env(const std::shared_ptr<Game>& game, std::int64_t n, int threads,
                                   bool sampled_chance, const std::optional<std::string>& opponent,
                                   const std::string& learner) {
  if (n < 1 || n > kMostGames) {
    throw UserError(fmt::format("n is {}, but must be from 1 to {}", n, kMostGames));
  }
  BatchOptions options;
  options.games = static_cast<std::size_t>(n);
  options.threads = threads;
  options.sampled_chance = sampled_chance;
  options.opponent = opponent;
  options.learner = learner_of(learner);
  if (opponent && !sampled_chance) {
    throw UserError("chance: is 'explicit', but must be 'sampled' where there is an opponent");
  }
  return std::make_unique<BatchEnv>(game, options);
}

}  // namespace

void bind_batch_env(py::module_& module) {
  py::class_<BatchEnv> of(module, "BatchEnv", "The games of a tavlab.BatchEnv.");
  of.def(py::init(&make_env), py::arg("game").none(false), py::arg("n"), py::arg("threads"),
         py::arg("sampled_chance"), py::arg("opponent"), py::arg("learner"),
         "Games that must be reset before the first step.")
      .def("reset", &BatchEnv::reset, py::arg("seed"), py::arg("out"),
           "Begins new games; `out` has the arrays of a tavlab.Batch.")
      .def("step", &BatchEnv::step, py::arg("actions"), py::arg("out"),
           "Plays one action in each game; `out` has the arrays of a tavlab.Batch.")
      .def("sample_actions", &BatchEnv::sample_actions, py::arg("out"),
           "Writes a random legal action of each game to an int64 array.")
      .def("state", &BatchEnv::state, py::arg("game"), "A copy of one of the games.");
  refuse_pickles(
      of,
      "a BatchEnv cannot be copied or pickled, for it has threads and games in progress: make it "
      "in the process that uses it");
}

}  // namespace tavlab::python
