#include <pybind11/pybind11.h>

#include "core/version.h"
#include "python/any_game.h"
#include "python/bindings.h"

PYBIND11_MODULE(_tavlab, module) {
  using namespace tavlab::python;
  module.doc() = "The native part of tavlab.";
  module.attr("__version__") = tavlab::kVersion;
  module.attr("CHANCE") = kChancePlayer;
  module.attr("TERMINAL") = kTerminalPlayer;
  bind_errors(module);
  bind_game(module);
  bind_state(module);
  bind_batch_env(module);
  bind_search(module);
  bind_self_play(module);
  bind_dataset(module);
  bind_experiments(module);
  bind_nets(module);
  bind_stats(module);
  guard_calls(module);
}
