// The native parts of tavlab.Agent and tavlab.search_batch.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "python/any_game.h"
#include "python/any_search.h"
#include "python/bindings.h"
#include "python/calls.h"
#include "python/evaluator.h"
#include "python/fork.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/tree_memory.h"

namespace py = pybind11;

namespace tavlab::python {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

template <typename T, typename Of>
py::array_t<T> column(const std::vector<AnalyzedMove>& moves, const Of& of) {
  py::array_t<T> array(static_cast<py::ssize_t>(moves.size()));
  std::ranges::transform(moves, array.mutable_data(), of);
  return array;
}

/// The fields of tavlab.Analysis, by their names.
py::dict as_dict(const AnalyzedState& state) {
  const std::vector<AnalyzedMove>& moves = state.moves;
  py::dict fields;
  fields["best"] = state.best;
  fields["value"] = state.value;
  fields["net_value"] = state.net_value;
  fields["proven"] = state.proven;
  fields["actions"] = column<std::int64_t>(moves, [](const auto& move) { return move.action; });
  fields["visits"] = column<std::int64_t>(
      moves, [](const auto& move) { return static_cast<std::int64_t>(move.visits); });
  fields["values"] =
      column<double>(moves, [](const auto& move) { return move.value.value_or(kUnknown); });
  fields["priors"] =
      column<double>(moves, [](const auto& move) { return move.prior.value_or(kUnknown); });
  fields["policy"] =
      column<double>(moves, [](const auto& move) { return move.policy.value_or(kUnknown); });
  std::vector<std::string> proven;
  proven.reserve(moves.size());
  for (const AnalyzedMove& move : moves) proven.push_back(move.proven);
  fields["proven_moves"] = proven;
  fields["line"] = state.line;
  fields["simulations"] = state.simulations;
  fields["nodes"] = state.nodes;
  fields["depth"] = state.depth;
  fields["seconds"] = state.seconds;
  return fields;
}

/// An agent, which is made for the game of the first state that it sees.
class AgentOfText {
  template <typename Call>
  auto during(const State& state, const Call& call) {
    const Turn turn(busy_, "this Agent");
    using Answer = decltype(call(std::declval<Player&>(), state));
    std::optional<Answer> answer;
    // Another thread may change the caller's state meanwhile.
    const std::unique_ptr<const State> searched = state.clone();
    {
      const py::gil_scoped_release release;
      if (!player_ || !game_->same_as(*state.game())) {
        player_.reset();
        try {
          player_.emplace(state.game()->new_player(text_, seed_), outlives_moves(text_));
        } catch (const UserError&) {
          // Ctrl-C while a program was started says more than that it did not answer.
          const py::gil_scoped_acquire gil;
          if (PyErr_CheckSignals() != 0) throw py::error_already_set();
          throw;
        }
        game_ = state.game();
      }
      try {
        answer = call(player_->get("Agent"), *searched);
      } catch (const Interrupted&) {
        answer.reset();
      }
    }
    if (!answer) throw py::error_already_set();
    return *std::move(answer);
  }

 public:
  AgentOfText(std::string text, std::uint64_t seed) : text_(std::move(text)), seed_(seed) {
    text_ = AgentSpec::parse(text_).canonical();
  }

  [[nodiscard]] const std::string& text() const { return text_; }

  std::uint32_t play(const State& state) {
    return during(state, [](Player& player, const State& searched) {
      return player.choose(searched, interrupted);
    });
  }

  AnalyzedState analyze(const State& state) {
    return during(state, [](Player& player, const State& searched) {
      return player.analyze(searched, interrupted);
    });
  }

  void restart() {
    if (player_) player_->get("Agent").forget();
  }

 private:
  std::string text_;
  std::uint64_t seed_;
  std::shared_ptr<const Game> game_;
  std::optional<OfProcess<Player>> player_;
  std::atomic_flag busy_;
};

SearchSettings settings_of(std::int64_t sims, int gumbel, double gumbel_scale, bool gumbel_rescaled,
                           double cpuct, double noise, double noise_alpha, int leaves,
                           bool symmetry, std::uint64_t seed) {
  const auto require = [](bool fine, const char* name, const char* range) {
    if (!fine) throw UserError(fmt::format("{}: must be {}", name, range));
  };
  require(sims >= 1, "sims", "at least 1");
  require(gumbel >= 0 && gumbel <= 1000, "gumbel", "from 0 to 1000");
  require(gumbel_scale >= 0 && gumbel_scale <= 1000, "gumbel_scale", "from 0 to 1000");
  require(cpuct >= 0 && cpuct <= 1000, "cpuct", "from 0 to 1000");
  require(noise >= 0 && noise <= 1, "noise", "from 0 to 1");
  require(noise_alpha > 0 && noise_alpha <= 1000, "noise_alpha", "above 0, and at most 1000");
  require(leaves >= 1 && leaves <= 200, "leaves", "from 1 to 200");
  SearchSettings settings;
  settings.simulations = static_cast<std::uint64_t>(sims);
  settings.gumbel_moves = gumbel;
  settings.gumbel_scale = gumbel_scale;
  settings.gumbel_rescaled = gumbel_rescaled;
  settings.cpuct = cpuct;
  settings.noise_weight = noise;
  settings.noise_alpha = noise_alpha;
  settings.leaves = leaves;
  settings.random_symmetry = symmetry;
  settings.seed = seed;
  return settings;
}

/// Throws UserError if the trees would certainly not fit in memory.
void require_memory(std::uint64_t simulations, std::size_t states) {
  constexpr std::uint64_t kLeastBytes = 64;  // of a simulation: a node and a move
  const std::uint64_t most = usable_memory() / kLeastBytes / std::max<std::size_t>(states, 1);
  if (simulations <= most) return;
  throw UserError(fmt::format("sims: is {}, but memory allows at most {} for each of {} states",
                              simulations, most, states));
}

std::vector<py::dict> search_states(const std::vector<const State*>& states,
                                    const py::function& evaluate, std::int64_t sims, int gumbel,
                                    double gumbel_scale, bool gumbel_rescaled, double cpuct,
                                    double noise, double noise_alpha, int leaves, bool symmetry,
                                    std::uint64_t seed) {
  const SearchSettings settings = settings_of(sims, gumbel, gumbel_scale, gumbel_rescaled, cpuct,
                                              noise, noise_alpha, leaves, symmetry, seed);
  require_memory(settings.simulations, states.size());
  if (states.empty()) return {};
  if (const auto none = std::ranges::find(states, nullptr); none != states.end()) {
    throw py::type_error(fmt::format("search_batch(): item {} of states must be a State, not None",
                                     none - states.begin()));
  }
  const std::shared_ptr<const Game> game = states.front()->game();
  for (std::size_t i = 1; i < states.size(); ++i) {
    if (states[i]->game()->same_as(*game)) continue;
    throw UserError(fmt::format("state {} is of another game than state 0", i));
  }
  std::unique_ptr<NetBackend> backend = function_backend(evaluate, game->facts());
  // The evaluator, or another thread, may change the caller's states meanwhile.
  std::vector<std::unique_ptr<const State>> copies;
  std::vector<const State*> searched;
  for (const State* const state : states) {
    searched.push_back(copies.emplace_back(state->clone()).get());
  }
  std::vector<AnalyzedState> answers;
  {
    const py::gil_scoped_release release;
    answers = game->search(searched, settings, std::move(backend));
  }
  std::vector<py::dict> all;
  all.reserve(answers.size());
  for (const AnalyzedState& each : answers) all.push_back(as_dict(each));
  return all;
}

}  // namespace

void bind_search(py::module_& module) {
  py::class_<AgentOfText> of(module, "Agent", "The native part of tavlab.Agent.");
  of.def(py::init<std::string, std::uint64_t>(), py::arg("text"), py::arg("seed"),
         "An agent from its text.")
      .def_property_readonly("text", &AgentOfText::text, "The agent's text, in its standard form.")
      .def("play", &AgentOfText::play, py::arg("state"), "Chooses an action.")
      .def(
          "analyze",
          [](AgentOfText& agent, const State& state) { return as_dict(agent.analyze(state)); },
          py::arg("state"), "The fields of a tavlab.Analysis.")
      .def("restart", &AgentOfText::restart, "Forgets the last game.");
  refuse_pickles(
      of,
      "an Agent cannot be copied or pickled, for it has a search in memory: make it from its text "
      "in the process that uses it");
  module.def("search_batch", &search_states, py::arg("states"), py::arg("evaluate"),
             py::arg("sims"), py::arg("gumbel"), py::arg("gumbel_scale"),
             py::arg("gumbel_rescaled"), py::arg("cpuct"), py::arg("noise"), py::arg("noise_alpha"),
             py::arg("leaves"), py::arg("symmetry"), py::arg("seed"),
             "The fields of a tavlab.Analysis of each state; see tavlab.search_batch.");
}

}  // namespace tavlab::python
