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

/// Throws TypeError for what NumPy would turn into real numbers that mean something else: complex
/// numbers, times, texts. `what` begins the message: "evaluate: logits".
void require_real(const pybind11::array& array, std::string_view what);

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

/// float32, or uint8 if the game's planes are all 0 or 1.
PlanesOut writable_planes(pybind11::handle object, std::string_view name,
                          const std::vector<std::size_t>& shape, const GameFacts& facts);

/// Memory that one argument covers.
struct Extent {
  const void* begin;
  const void* end;
  const char* name;
};

/// Throws ValueError if two of them share memory: results would overwrite each other. Sorts them.
void require_apart(std::span<Extent> extents);

/// Copies actions, a contiguous array of int64 or int32 or any sequence of integers.
void read_actions(pybind11::handle object, std::vector<std::int64_t>& actions);

}  // namespace tavlab::python
