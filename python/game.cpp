// tavlab.Game and the functions that load rule sets.
#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/language.h"
#include "core/ruleset/names.h"
#include "core/ruleset/ruleset.h"
#include "core/words_languages.h"
#include "python/any_game.h"
#include "python/bindings.h"

namespace py = pybind11;

namespace tavlab::python {
namespace {

using ConstGame = std::shared_ptr<const Game>;

/// pybind11 holds no pointers to const; no function of a game changes it.
std::shared_ptr<Game> held(const ConstGame& game) { return std::const_pointer_cast<Game>(game); }

std::shared_ptr<Game> load_rules(const std::string& name, const std::vector<std::string>& overrides,
                                 int max_size, bool side_heads, int max_game_length) {
  return held(make_game(load_rule_set(name, overrides), {max_size, side_heads, max_game_length}));
}

py::dict parameters_of(const Game& game) {
  py::dict all;
  for (const auto& [key, value] : game.rule_set().parameters) all[py::str(key)] = py::cast(value);
  return all;
}

std::string rules_text(const Game& game, const std::string& lang) {
  const Language language = language_named("lang", lang);
  const RuleSet& rules = game.rule_set();
  const Words words = words_of(rules, language);
  return fmt::format("{}: {}\n{}\n{}", rules.id, rules.title, words.summary,
                     words_text(words, language));
}

py::tuple pickled(const Game& game) {
  const RuleSet& rules = game.rule_set();
  return py::make_tuple(rules.family, rules.id, rules.overrides, to_toml(rules),
                        game.options().max_size, game.options().side_heads,
                        game.options().max_game_length);
}

/// Throws UserError if tavlab.load would refuse a file with this text because of its id.
void require_loadable(const RuleSet& rules, const std::string& text) {
  static_cast<void>(parse_rule_set(text, "Game.to_toml"));
  const std::vector<std::string> known = builtin_rule_set_ids();
  if (std::ranges::find(known, rules.id) == known.end()) return;
  if (load_rule_set(rules.id).content_hash() == rules.content_hash()) return;
  throw UserError(fmt::format(
      "Game.to_toml: id '{}' is that of other rules, which come with tavlab; choose another",
      rules.id));
}

std::shared_ptr<Game> unpickled(const py::tuple& parts) try {
  if (parts.size() != 7) throw UserError("the pickle is not that of a game");
  const auto family = parts[0].cast<std::string>();
  const FamilySchema* schema = find_family_schema(family);
  if (schema == nullptr) throw_unknown_family("pickled game", family);
  RuleSet rules = parse_stored_rule_set(parts[3].cast<std::string>(), "pickled game", *schema);
  rules.id = parts[1].cast<std::string>();
  rules.overrides = parts[2].cast<std::vector<std::string>>();
  return held(make_game(std::move(rules),
                        {parts[4].cast<int>(), parts[5].cast<bool>(), parts[6].cast<int>()}));
} catch (const py::cast_error&) {
  throw UserError("the pickle is not that of a game");
}

}  // namespace

void bind_game(py::module_& module) {
  module.def("rule_set_ids", &builtin_rule_set_ids,
             "The ids of the rule sets that come with tavlab, sorted.");
  module.def("load", &load_rules, py::arg("rules"), py::arg("overrides"), py::arg("max_size"),
             py::arg("side_heads"), py::arg("max_game_length"), "Loads rules; see tavlab.load.");

  py::class_<Game, std::shared_ptr<Game>> game(
      module, "Game", "The rules of a game. Immutable; made by tavlab.load.");
  game.def_property_readonly(
          "id", [](const Game& g) { return g.rule_set().id; },
          "The id of the rule set with its overrides: 'helmfrid-9{king.armed=none}'.")
      .def_property_readonly(
          "title", [](const Game& g) { return g.rule_set().title; },
          "The name of the rule set for people.")
      .def_property_readonly(
          "family", [](const Game& g) { return g.rule_set().family; },
          "The family of games whose rules these are.")
      .def_property_readonly(
          "source", [](const Game& g) { return g.rule_set().source; },
          "The text that the rules are from, and where it is silent.")
      .def_property_readonly(
          "content_hash", [](const Game& g) { return g.rule_set().hash_text(); },
          "A hash of all that affects play: rule sets that share it are the same game.")
      .def_property_readonly("parameters", &parameters_of,
                             "All parameters of the rules by their keys.")
      .def_property_readonly(
          "players",
          [](const Game& g) { return py::make_tuple(g.facts().players[0], g.facts().players[1]); },
          "The names of players 0 and 1. Which of them begins is part of the rules.")
      .def_property_readonly(
          "num_players", [](const Game&) { return 2; }, "2.")
      .def_property_readonly(
          "num_distinct_actions", [](const Game& g) { return g.facts().actions; },
          "Actions are numbers from 0 to this, exclusive.")
      .def_property_readonly(
          "policy_size", [](const Game& g) { return g.facts().policy_places; },
          "The number of logits of a net's policy. An action below it is the index of its logit if "
          "it has a single one.")
      .def_property_readonly(
          "max_chance_outcomes", [](const Game& g) { return g.facts().chance_outcomes; },
          "Outcomes of chance are numbers from 0 to this, exclusive; 0 in games without chance.")
      .def_property_readonly(
          "max_game_length", [](const Game& g) { return g.options().max_game_length; },
          "The plies after which BatchEnv cuts games off. States are not cut off.")
      .def_property_readonly(
          "max_size", [](const Game& g) { return g.options().max_size; },
          "The largest board that the actions cover.")
      .def_property_readonly(
          "side_heads", [](const Game& g) { return g.options().side_heads; },
          "Whether each player has actions of their own.")
      .def_property_readonly(
          "observation_shape",
          [](const Game& g) {
            return py::make_tuple(g.facts().shape.planes, g.facts().rows, g.facts().columns);
          },
          "The shape of an observation: planes, rows, columns.")
      .def_property_readonly(
          "globals_shape", [](const Game& g) { return py::make_tuple(g.facts().shape.globals); },
          "The shape of the numbers that accompany the planes: the side to move, limits, the "
          "rules.")
      .def_property_readonly(
          "binary_observation", [](const Game& g) { return g.facts().binary_planes; },
          "Whether all planes are 0 or 1, so that uint8 can hold them.")
      .def_property_readonly(
          "rule_inputs",
          [](const Game& g) { return rule_input_names(*find_family_schema(g.rule_set().family)); },
          "The names of the last of the globals, which tell nets the rules.")
      .def_property_readonly(
          "mover_relative", [](const Game& g) { return !g.facts().side_global.has_value(); },
          "Whether observations, actions and the values of tavlab's nets are from the view of the "
          "player to move; else from that of player 0.")
      .def_property_readonly(
          "min_utility", [](const Game&) { return -1.0; }, "The return of a lost game, -1.")
      .def_property_readonly(
          "max_utility", [](const Game&) { return 1.0; }, "The return of a won game, 1.")
      .def_property_readonly(
          "utility_sum", [](const Game&) { return 0.0; }, "The sum of both players' returns, 0.")
      .def("rules_text", &rules_text, py::arg("lang") = "en",
           "The rules as sentences, generated from the parameters, in English ('en') or Russian "
           "('ru').")
      .def(
          "to_toml",
          [](const Game& g, const std::optional<std::string>& id) {
            RuleSet rules = g.rule_set();
            rules.id = id ? *id : file_id(rules.id);
            std::string text = to_toml(rules);
            if (id) require_loadable(rules, text);
            return text;
          },
          py::arg("id") = py::none(),
          "The rule set as a file that tavlab.load reads. With overrides it is another game, "
          "whose id is by default that of the rule set with '-variant' behind it.")
      .def(
          "new_initial_state",
          [](const Game& g, const std::optional<std::string>& position) {
            return g.new_state(position ? *position : std::string());
          },
          py::arg("position") = py::none(),
          "A new game, at the start of the rules or at a position as State.to_text writes it.")
      .def(
          "__eq__",
          [](const Game& g, const py::object& other) {
            return py::isinstance<Game>(other) && g.same_as(other.cast<const Game&>());
          },
          py::arg("other"), "Whether rules and options are the same, whatever their ids.")
      .def(
          "__hash__", [](const Game& g) { return static_cast<py::ssize_t>(g.hash() >> 1); },
          "Equal games have equal hashes.")
      .def(
          "__repr__",
          [](const Game& g) { return fmt::format("tavlab.load('{}')", g.rule_set().id); },
          "The game as it is loaded.")
      .def(py::pickle(&pickled, &unpickled));
}

}  // namespace tavlab::python
