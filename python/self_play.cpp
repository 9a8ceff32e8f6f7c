// The native part of tavlab.selfplay.
#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl/filesystem.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "core/error.h"
#include "experiments/folder/output_folder.h"
#include "nn/shared_net.h"
#include "python/any_game.h"
#include "python/arrays.h"
#include "python/bindings.h"
#include "python/evaluator.h"
#include "selfplay/generate/self_play_run.h"

namespace py = pybind11;

namespace tavlab::python {
namespace {

/// What the evaluator is for self-play: a net without weights.
std::shared_ptr<const SharedNet> shared(py::function evaluate, const Game& game) {
  Net net;
  net.family = game.rule_set().family;
  net.spec.encoding = {game.options().max_size, game.options().side_heads};
  net.shape = game.facts().shape;
  return std::make_shared<const SharedNet>(std::move(net),
                                           function_backend(std::move(evaluate), game.facts()));
}

[[noreturn]] void refuse(const char* name, py::handle value, const char* wanted) {
  throw py::type_error(
      fmt::format("selfplay(): {} must be {}, not {}", name, wanted, type_name(value)));
}

/// Options by their names in a config's [selfplay]. Throws UserError.
SelfPlayOptions options_of(const py::dict& given) {
  SelfPlayOptions options;
  const auto read = [&](const char* name, auto& option, auto least, auto most) {
    if (!given.contains(name)) return;
    using Option = std::remove_reference_t<decltype(option)>;
    try {
      option = given[name].cast<Option>();
    } catch (const py::cast_error&) {
      if (PyLong_Check(py::object(given[name]).ptr())) {
        throw UserError(fmt::format("{}: is {}, but must be from {} to {}", name,
                                    std::string(py::str(given[name])), least, most));
      }
      refuse(name, given[name], std::is_integral_v<Option> ? "an int" : "a number");
    }
    if (!(option >= static_cast<Option>(least) && option <= static_cast<Option>(most))) {  // or NaN
      throw UserError(
          fmt::format("{}: is {}, but must be from {} to {}", name, option, least, most));
    }
  };
  read("sims", options.simulations, 1, 1'000'000);
  read("gumbel", options.gumbel_moves, 0, 1000);
  read("gumbel_scale", options.gumbel_scale.scale, 0.0, 1000.0);
  read("cpuct", options.cpuct, 0.0, 1000.0);
  read("noise", options.noise_weight, 0.0, 1.0);
  read("noise_alpha", options.noise_alpha, 0.001, 1000.0);
  read("temperature", options.temperature, 0.0, 100.0);
  read("temperature_end", options.temperature_end, 0.0, 100.0);
  read("temperature_halving", options.temperature_halving, 1, 10'000);
  read("opening_plies", options.opening_plies, 0, 1000);
  read("max_plies", options.max_plies, 1, 1'000'000);
  read("resign_below", options.resign_below, 0.0, 0.5);
  read("games_in_flight", options.games_in_flight, 1, 1 << 16);
  const auto read_flag = [&](const char* name, bool& option) {
    if (!given.contains(name)) return;
    try {
      option = given[name].cast<bool>();
    } catch (const py::cast_error&) {
      refuse(name, given[name], "a bool");
    }
  };
  read_flag("gumbel_rescaled", options.gumbel_scale.rescaled);
  read_flag("symmetry", options.random_symmetry);
  options.groups = 1;
  options.cache_positions = 0;  // the evaluator may change between calls
  return options;
}

std::uint64_t self_play(const std::shared_ptr<Game>& game, py::function evaluate,
                        std::int64_t games, const std::filesystem::path& out, std::uint64_t seed,
                        std::int64_t games_per_shard, const std::string& name,
                        const py::dict& options, const py::object& progress) {
  if (games < 1) throw UserError(fmt::format("games: is {}, but must be at least 1", games));
  if (games_per_shard < 1) {
    throw UserError(fmt::format("games_per_shard: is {}, but must be at least 1", games_per_shard));
  }
  SelfPlayRun run;
  run.options = options_of(options);
  run.seed = seed;
  run.net = name;
  run.evaluator = shared(std::move(evaluate), *game);
  run.games = static_cast<std::uint64_t>(games);
  run.games_per_round = static_cast<std::uint64_t>(games_per_shard);
  SelfPlayHooks hooks;
  if (!progress.is_none()) {
    hooks.playing = [&](std::uint64_t before, const SelfPlayProgress& state) {
      const py::gil_scoped_acquire gil;
      progress(before + state.games);
    };
  }
  const RuleVariants variants(std::vector<RuleSet>{game->rule_set()});
  const py::gil_scoped_release release;
  const OutputFolder output_folder(out);  // locked: also against a call from `evaluate`
  return run_self_play(run, variants, out, hooks);
}

}  // namespace

void bind_self_play(py::module_& module) {
  module.def("selfplay", &self_play, py::arg("game").none(false), py::arg("evaluate"),
             py::arg("games"), py::arg("out"), py::arg("seed"), py::arg("games_per_shard"),
             py::arg("name"), py::arg("options"), py::arg("progress"),
             "Plays games into shards; see tavlab.selfplay.");
}

}  // namespace tavlab::python
