// The native part of tavlab.Dataset.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "python/any_dataset.h"
#include "python/bindings.h"

namespace py = pybind11;

namespace tavlab::python {
namespace {

template <typename T>
py::array_t<T> array_of(const std::vector<T>& numbers, std::vector<std::size_t> shape = {}) {
  if (shape.empty()) shape = {numbers.size()};
  py::array_t<T> array(shape);
  std::ranges::copy(numbers, array.mutable_data());
  return array;
}

const StoredGame& game_at(const Shard& shard, std::int64_t i) {
  const std::vector<StoredGame>& games = shard.file().games;
  if (i < 0 || i >= static_cast<std::int64_t>(games.size())) {
    throw py::index_error(fmt::format("game {} is out of range: there are {}", i, games.size()));
  }
  return games[static_cast<std::size_t>(i)];
}

/// The fields of a tavlab.StoredGame, by their names.
py::dict game_of(const Shard& shard, std::int64_t i) {
  const StoredGame& game = game_at(shard, i);
  py::dict fields;
  fields["number"] = game.number;
  fields["game"] = std::const_pointer_cast<Game>(shard.games()[game.rules]);
  fields["round"] = game.round;
  fields["result"] = visit_game(shard.file().info.rules[game.rules], [&](auto of, const auto&) {
    return std::string(result_text<decltype(of)>(game.result));
  });
  fields["reason"] = game.reason;
  fields["opening_events"] = game.opening_events;
  fields["events"] = game.events.size();
  return fields;
}

std::unique_ptr<State> state_of(const Shard& shard, std::int64_t i, std::int64_t events) {
  const StoredGame& game = game_at(shard, i);
  if (events < 0 || events > static_cast<std::int64_t>(game.events.size())) {
    throw py::index_error(
        fmt::format("event {} is out of range: the game has {}", events, game.events.size()));
  }
  return shard.state(static_cast<std::size_t>(i), static_cast<std::size_t>(events));
}

py::dict decisions_of(const Shard& shard) {
  const DecisionColumns& all = shard.decisions();
  py::dict columns;
  columns["game"] = array_of(all.game);
  columns["event"] = array_of(all.event);
  columns["ply"] = array_of(all.ply);
  columns["rules"] = array_of(all.rules);
  columns["player"] = array_of(all.player);
  columns["full"] = array_of(all.full).attr("view")("bool");
  columns["search_value"] = array_of(all.search_value);
  return columns;
}

/// Planes before cells, as everywhere in Python.
py::array_t<float> planes_of(const TrainingBatch& batch, std::size_t planes) {
  const auto rows = static_cast<std::size_t>(batch.rows);
  const auto columns = static_cast<std::size_t>(batch.columns);
  const std::size_t cells = rows * columns;
  py::array_t<float> array(std::vector<std::size_t>{batch.count, planes, rows, columns});
  float* out = array.mutable_data();
  for (std::size_t i = 0; i < batch.count; ++i) {
    const float* const position = batch.planes.data() + i * cells * planes;
    for (std::size_t plane = 0; plane < planes; ++plane) {
      for (std::size_t cell = 0; cell < cells; ++cell) *out++ = position[cell * planes + plane];
    }
  }
  return array;
}

/// The fields of a tavlab.TrainingBatch, by their names.
py::dict encoded(Shard& shard, const std::vector<std::int64_t>& decisions, double value_lambda,
                 bool symmetry, std::uint64_t seed) {
  const auto most = static_cast<std::int64_t>(shard.decisions().game.size());
  for (const std::int64_t each : decisions) {
    if (each < 0 || each >= most) {
      throw py::index_error(fmt::format("decision {} is out of range: there are {}", each, most));
    }
  }
  if (!(value_lambda >= 0 && value_lambda <= 1)) {
    throw UserError(fmt::format("value_lambda: is {}, but must be from 0 to 1", value_lambda));
  }
  TrainingBatch batch;
  {
    const py::gil_scoped_release release;
    batch = shard.encode(decisions, {value_lambda, symmetry, seed});
  }
  const GameFacts& facts = shard.games().front()->facts();
  py::dict fields;
  fields["observation"] = planes_of(batch, static_cast<std::size_t>(facts.shape.planes));
  fields["globals"] =
      array_of(batch.globals, {batch.count, static_cast<std::size_t>(facts.shape.globals)});
  fields["value"] = array_of(batch.value, {batch.count, 3});
  fields["moves_left"] = array_of(batch.moves_left);
  const auto as_int64 = [](const std::vector<std::uint32_t>& numbers) {
    return array_of(std::vector<std::int64_t>(numbers.begin(), numbers.end()));
  };
  fields["move_position"] = as_int64(batch.move_position);
  fields["move_share"] = array_of(batch.move_share);
  fields["place_move"] = as_int64(batch.place_move);
  fields["place"] = as_int64(batch.place);
  return fields;
}

std::vector<std::shared_ptr<Game>> games_of(const Shard& shard) {
  std::vector<std::shared_ptr<Game>> games;
  for (const auto& each : shard.games()) games.push_back(std::const_pointer_cast<Game>(each));
  return games;
}

}  // namespace

void bind_dataset(py::module_& module) {
  py::class_<Shard>(module, "Dataset", "A file of a tavlab.Dataset.")
      .def(py::init([](const std::filesystem::path& path, int max_size, bool side_heads) {
             const py::gil_scoped_release release;
             return open_shard(path, {max_size, side_heads});
           }),
           py::arg("path"), py::arg("max_size"), py::arg("side_heads"),
           "Reads a shard and replays its games.")
      .def(
          "__len__", [](const Shard& s) { return s.file().games.size(); }, "The number of games.")
      .def_property_readonly(
          "agent", [](const Shard& s) { return s.file().info.agent; }, "How games were searched.")
      .def_property_readonly(
          "net", [](const Shard& s) { return s.file().info.net; }, "The net that played.")
      .def_property_readonly(
          "seed", [](const Shard& s) { return s.file().info.seed; }, "The seed of the run.")
      .def_property_readonly("games", &games_of, "The rule sets of the games.")
      .def_property_readonly("decisions", &decisions_of, "Columns of all searched decisions.")
      .def("game", &game_of, py::arg("i"), "The fields of a tavlab.StoredGame.")
      .def("state", &state_of, py::arg("i"), py::arg("events"),
           "A game after so many actions and outcomes of chance.")
      .def("encode", &encoded, py::arg("decisions"), py::arg("value_lambda"), py::arg("symmetry"),
           py::arg("seed"), "The fields of a tavlab.TrainingBatch.");
}

}  // namespace tavlab::python
