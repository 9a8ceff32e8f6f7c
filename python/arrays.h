#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "python/any_game.h"

// Arrays that the caller owns: every check before a pointer into one is used.
namespace tavlab::python {

/// The name of an object's type: "float32".
std::string type_name(pybind11::handle object);

/// The shape of an array as Python writes it: "(2, 3)".
std::string shape_text(const pybind11::array& array);

/// The data of an array in which results are written. Throws TypeError for anything else than a
/// NumPy array, and ValueError for one of another shape, one that is not contiguous, or one that is
/// read-only. `name` is that of the argument.
void* writable_data(pybind11::handle object, std::string_view name,
                    const std::vector<std::size_t>& shape, const std::string& dtypes,
                    bool (*fits)(const pybind11::dtype&));

/// float32.
float* writable_floats(pybind11::handle object, std::string_view name,
                       const std::vector<std::size_t>& shape);
/// bool, uint8 or int8, which all hold 0 and 1 in one byte.
std::uint8_t* writable_flags(pybind11::handle object, std::string_view name,
                             const std::vector<std::size_t>& shape);
/// int8.
std::int8_t* writable_int8(pybind11::handle object, std::string_view name,
                           const std::vector<std::size_t>& shape);

/// int64.
std::int64_t* writable_int64(pybind11::handle object, std::string_view name,
                             const std::vector<std::size_t>& shape);

/// Throws ValueError if the game's planes are not 0 or 1.
void require_binary(const GameFacts& facts);

/// Whether it is an array of bytes (uint8) in place of numbers.
bool is_uint8(pybind11::handle object);

/// Copies actions, a contiguous array of int64 or int32 or any sequence of integers.
void read_actions(pybind11::handle object, std::vector<std::int64_t>& actions);

}  // namespace tavlab::python
