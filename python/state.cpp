// tavlab.State.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/side.h"
#include "python/any_game.h"
#include "python/arrays.h"
#include "python/bindings.h"

namespace py = pybind11;

namespace tavlab::python {
namespace {

std::vector<double> returns_of(const State& state) {
  if (state.current_player() != kTerminalPlayer) return {0.0, 0.0};
  const double first = 2.0 * score(state.result()) - 1.0;
  return {first, 0.0 - first};
}

void check_player(int player) {
  if (player != 0 && player != 1) {
    throw py::index_error(fmt::format("player is {}, but must be 0 or 1", player));
  }
}

std::vector<std::uint32_t> legal_actions_of(const State& state, std::optional<int> player) {
  if (player) {
    check_player(*player);
    if (state.current_player() != *player) return {};
  }
  return state.legal_actions();
}

py::array_t<bool> mask_of(const State& state, std::optional<int> player) {
  const GameFacts& facts = state.game()->facts();
  const bool chance = state.current_player() == kChancePlayer;
  const std::size_t size = chance ? facts.chance_outcomes : facts.actions;
  py::array_t<bool> mask(static_cast<py::ssize_t>(size));
  bool* const data = mask.mutable_data();
  std::fill_n(data, size, false);
  for (const std::uint32_t action : legal_actions_of(state, player)) data[action] = true;
  return mask;
}

std::vector<std::size_t> planes_shape(const GameFacts& facts) {
  return {static_cast<std::size_t>(facts.shape.planes), static_cast<std::size_t>(facts.rows),
          static_cast<std::size_t>(facts.columns)};
}

py::array observation_of(const State& state, const py::object& out) {
  const GameFacts& facts = state.game()->facts();
  if (out.is_none()) {
    py::array_t<float> planes(planes_shape(facts));
    state.write_planes({planes.mutable_data(), nullptr});
    return planes;
  }
  state.write_planes(writable_planes(out, "out", planes_shape(facts), facts));
  return py::reinterpret_borrow<py::array>(out);
}

py::array_t<float> globals_of(const State& state) {
  const auto size = static_cast<std::size_t>(state.game()->facts().shape.globals);
  py::array_t<float> globals(static_cast<py::ssize_t>(size));
  state.write_globals({globals.mutable_data(), size});
  return globals;
}

/// An action as Python passes it. (pybind11's own error lists signatures over several lines.)
std::int64_t action_of(py::handle object, const char* function) {
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!number) {
    PyErr_Clear();
    throw py::type_error(
        fmt::format("State.{}(): action must be an int, not {}", function, type_name(object)));
  }
  int overflow = 0;
  const long long action = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0) {
    throw py::index_error(fmt::format("action {} is out of range", std::string(py::str(number))));
  }
  return action;
}

std::unique_ptr<State> child_of(const State& state, py::handle action) {
  std::unique_ptr<State> child = state.clone();
  child->apply(action_of(action, "child"));
  return child;
}

/// OpenSpiel passes the player and the action; here they are optional, and checked.
void undo(State& state, std::optional<int> player, std::optional<std::int64_t> action) {
  const std::vector<std::uint32_t> played = state.history();
  if (action && (played.empty() || played.back() != *action)) {
    throw UserError(fmt::format("action {} is not the last one that was played", *action));
  }
  if (!player) return state.undo();
  if (*player != kChancePlayer) check_player(*player);
  const std::unique_ptr<State> before = state.clone();
  before->undo();
  if (before->current_player() != *player) {
    throw UserError(fmt::format("the last action was not played by player {}", *player));
  }
  state.undo();
}

std::string player_text(const State& state) {
  const int player = state.current_player();
  if (player == kTerminalPlayer) {
    return fmt::format("{}, {}", state.result_text(), state.reason());
  }
  if (player == kChancePlayer) return "chance is next";
  return fmt::format("{} to move", state.game()->facts().players[static_cast<std::size_t>(player)]);
}

py::tuple pickled(const State& state) {
  return py::make_tuple(std::const_pointer_cast<Game>(state.game()), state.start_text(),
                        state.moves_text());
}

std::unique_ptr<State> unpickled(const py::tuple& parts) try {
  if (parts.size() != 3) throw UserError("the pickle is not that of a state");
  const auto game = parts[0].cast<std::shared_ptr<Game>>();
  if (game == nullptr) throw UserError("the pickle is not that of a state");
  auto state = game->new_state(parts[1].cast<std::string>());
  state->play(parts[2].cast<std::string>());
  return state;
} catch (const py::cast_error&) {
  throw UserError("the pickle is not that of a state");
}

}  // namespace

void bind_state(py::module_& module) {
  py::class_<State> state(
      module, "State",
      "A game in progress: the position, and all that was played before it. Made "
      "by Game.new_initial_state.");
  state
      .def_property_readonly(
          "game", [](const State& s) { return std::const_pointer_cast<Game>(s.game()); },
          "The game that is played.")
      .def("current_player", &State::current_player,
           "The player to move, 0 or 1; tavlab.CHANCE (-1) before an outcome of chance, "
           "tavlab.TERMINAL (-4) at the end.")
      .def(
          "is_chance_node", [](const State& s) { return s.current_player() == kChancePlayer; },
          "Whether chance is next.")
      .def(
          "is_terminal", [](const State& s) { return s.current_player() == kTerminalPlayer; },
          "Whether the game is over.")
      .def("legal_actions", &legal_actions_of, py::arg("player") = py::none(),
           "The legal actions, sorted; the outcomes at a chance node, none at the end. With a "
           "player, none if another one is to move.")
      .def("legal_actions_mask", &mask_of, py::arg("player") = py::none(),
           "The same as an array of bools with one element for each action (or outcome of chance).")
      .def("chance_outcomes", &State::chance_outcomes,
           "The outcomes of chance that can come next, each with its probability.")
      .def(
          "apply_action",
          [](State& s, py::handle action) { s.apply(action_of(action, "apply_action")); },
          py::arg("action"), "Plays an action, or an outcome at a chance node.")
      .def("apply_text", &State::play, py::arg("moves"),
           "Plays moves and outcomes written as text, separated by spaces: all of them, or none if "
           "one is illegal.")
      .def(
          "undo_action", &undo, py::arg("player") = py::none(), py::arg("action") = py::none(),
          "Takes back the last action. Player and action, as OpenSpiel passes them, are checked if "
          "given.")
      .def("clone", &State::clone, "An independent copy.")
      .def("child", &child_of, py::arg("action"), "A copy in which the action has been played.")
      .def("__copy__", &State::clone, "An independent copy.")
      .def(
          "__deepcopy__", [](const State& s, const py::dict&) { return s.clone(); },
          py::arg("memo"), "An independent copy; the game, which is immutable, is shared.")
      .def("returns", &returns_of,
           "1 for the winner and -1 for the loser; 0 for both in a draw and before the end.")
      .def(
          "player_return",
          [](const State& s, int player) {
            check_player(player);
            return returns_of(s)[static_cast<std::size_t>(player)];
          },
          py::arg("player"), "The return of one player.")
      .def_property_readonly(
          "result", [](const State& s) { return std::string(s.result_text()); },
          "The name of the winner, 'draw', or 'unfinished'.")
      .def_property_readonly(
          "reason", [](const State& s) { return std::string(s.reason()); },
          "Why the game is over, such as 'king captured'; empty before the end.")
      .def("observation", &observation_of, py::arg("out") = py::none(),
           "The planes of the position, as nets of tavlab see it: float32 of "
           "Game.observation_shape, or written to `out`, a float32 or uint8 array.")
      .def("globals", &globals_of,
           "The numbers that accompany the planes: float32 of Game.globals_shape.")
      .def(
          "action_to_string",
          [](const State& s, py::handle action) {
            return s.action_text(action_of(action, "action_to_string"));
          },
          py::arg("action"), "An action that is legal here, as text.")
      .def(
          "action_to_string",
          [](const State& s, int player, py::handle action) {
            if (player != kChancePlayer) check_player(player);
            return s.action_text(action_of(action, "action_to_string"));
          },
          py::arg("player"), py::arg("action"), "The same with the player, as OpenSpiel passes it.")
      .def(
          "string_to_action",
          [](const State& s, const std::string& text) { return s.action_of(text); },
          py::arg("text"), "The action of a legal move, or outcome of chance, written as text.")
      .def(
          "policy_places",
          [](const State& s, py::handle action) {
            return s.policy_places(action_of(action, "policy_places"));
          },
          py::arg("action"),
          "Indices into a net's policy of Game.policy_size logits; their sum is the action's "
          "logit.")
      .def(
          "captured",
          [](const State& s, py::handle action) {
            return s.captured(action_of(action, "captured"));
          },
          py::arg("action"), "The names of the squares whose pieces the action captures, sorted.")
      .def("to_text", &State::position_text,
           "The position as text, from which Game.new_initial_state makes it again, without what "
           "was played before.")
      .def("history", &State::history, "All actions and outcomes of chance since the start.")
      .def("moves_text", &State::moves_text,
           "The same as text, separated by spaces, for apply_text and `tavlab trace`.")
      .def_property_readonly("plies", &State::plies,
                             "Moves since the start, without outcomes of chance.")
      .def_property_readonly(
          "occurrences", &State::occurrences,
          "How often the position has occurred since the last irreversible move, this time "
          "included; 1 if the rules ignore repetition.")
      .def("key", &State::key,
           "A 64-bit key of the position and how often it has occurred, for tables.")
      .def("svg", &State::svg, "The board as an SVG drawing, with the last move marked.")
      .def("_repr_svg_", &State::svg, "The board in a notebook.")
      .def("__str__", &State::board_text, "The board as text, for people.")
      .def(
          "__repr__",
          [](const State& s) {
            return fmt::format("<tavlab.State of {}: ply {}, {}>", s.game()->rule_set().id,
                               s.plies(), player_text(s));
          },
          "The game, the ply, and the player to move or the result.")
      .def(
          "__eq__",
          [](const State& s, const py::object& other) {
            return py::isinstance<State>(other) && s.same_as(other.cast<const State&>());
          },
          py::arg("other"), "Whether the game, its start and all that was played are the same.")
      .def(
          "__hash__", [](const State& s) { return static_cast<py::ssize_t>(s.hash() >> 1); },
          "Equal states have equal hashes. A state that is a key must not be changed; clone it.")
      .def(py::pickle(&pickled, &unpickled));
}

}  // namespace tavlab::python
