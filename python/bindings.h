#pragma once

#include <pybind11/pybind11.h>

// The parts of the module. Docstrings are those of tavlab/_tavlab.pyi, to the letter; a test
// compares them. What belongs to a class or function of the package has its name, which messages
// show.
namespace tavlab::python {

void bind_errors(pybind11::module_& module);
void bind_game(pybind11::module_& module);
void bind_state(pybind11::module_& module);
void bind_batch_env(pybind11::module_& module);
void bind_search(pybind11::module_& module);
void bind_self_play(pybind11::module_& module);
void bind_dataset(pybind11::module_& module);
void bind_experiments(pybind11::module_& module);
void bind_nets(pybind11::module_& module);
void bind_stats(pybind11::module_& module);

/// Lets objects of a class refuse to be copied or pickled, and say why.
template <typename Class>
void refuse_pickles(Class& of, const char* why) {
  of.def(
      "__reduce__",
      [why](const typename Class::type&) -> pybind11::object { throw pybind11::type_error(why); },
      "Refuses to be pickled.");
}

/// After all of them: no call of the module reaches C++ with arguments that are not what it takes.
void guard_calls(pybind11::module_& module);

}  // namespace tavlab::python
