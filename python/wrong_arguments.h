#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace tavlab::python {

/// One line that says why pybind11 found no overload of a function for these arguments:
/// "BatchEnv(): n must be an int, not float". Needs the GIL. `is_value` tells that the types are
/// right, but a value is not: an int out of range, or a text that is none.
struct WrongArguments {
  std::string text;
  bool is_value = false;
};
WrongArguments wrong_arguments(const pybind11::detail::function_record& overloads,
                               const pybind11::tuple& args, const pybind11::dict& kwargs);

/// Lets the function refuse numbers with a fraction where it takes an int: pybind11 would round
/// those of NumPy.
void take_ints_only(pybind11::detail::function_record& function);

/// The name of a function as users call it: "State.clone()", or that of the class for a
/// constructor.
std::string called_name(const pybind11::detail::function_record& function);

}  // namespace tavlab::python
