#include "python/arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace py = pybind11;

namespace tavlab::python {
namespace {

template <typename Sizes>
std::string shape_text(const Sizes& sizes, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", sizes[i]);
  return count == 1 ? fmt::format("({},)", text) : fmt::format("({})", text);
}

std::size_t dimensions(const py::array& array) { return static_cast<std::size_t>(array.ndim()); }

template <typename T>
bool is(const py::dtype& dtype) {
  return dtype.kind() == py::dtype::of<T>().kind() && dtype.itemsize() == sizeof(T) &&
         dtype.byteorder() != '>';
}

template <typename T>
void copy_actions(const py::array& array, std::vector<std::int64_t>& actions) {
  const auto* const data = static_cast<const T*>(array.data());
  std::copy_n(data, actions.size(), actions.begin());
}

/// Throws ValueError for an array whose numbers cannot be read one after the other from memory.
void require_plain(const py::array& array, std::string_view name) {
  if ((array.flags() & py::array::c_style) == 0) {
    throw py::value_error(fmt::format("{}: is not contiguous in C order", name));
  }
  if ((array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) == 0) {
    throw py::value_error(fmt::format("{}: is not aligned in memory", name));
  }
}

}  // namespace

std::string type_name(py::handle object) {
  return py::str(py::type::handle_of(object).attr("__name__"));
}

void require_real(const py::array& array, std::string_view what) {
  const char kind = array.dtype().kind();
  if (py::isinstance(array, py::module_::import("numpy.ma").attr("MaskedArray"))) {
    throw py::type_error(fmt::format("{}: must be an array without a mask", what));
  }
  // Kind V are also numbers that other packages define, such as bfloat16.
  if (std::string_view("cmMSU").find(kind) == std::string_view::npos &&
      !array.dtype().has_fields()) {
    return;
  }
  throw py::type_error(
      fmt::format("{}: must be numbers, not {}", what, std::string(py::str(array.dtype()))));
}

std::string shape_text(const py::array& array) {
  return shape_text(array.shape(), dimensions(array));
}

void* writable_data(py::handle object, std::string_view name, const std::vector<std::size_t>& shape,
                    const std::string& dtypes, bool (*fits)(const py::dtype&)) {
  if (!py::isinstance<py::array>(object)) {
    throw py::type_error(fmt::format("{} must be a NumPy array, not {}", name, type_name(object)));
  }
  auto array = py::reinterpret_borrow<py::array>(object);
  if (!fits(array.dtype())) {
    throw py::value_error(fmt::format("{}: has dtype {}, but must have {}", name,
                                      std::string(py::str(array.dtype())), dtypes));
  }
  const bool same =
      dimensions(array) == shape.size() &&
      std::equal(shape.begin(), shape.end(), array.shape(),
                 [](std::size_t a, py::ssize_t b) { return static_cast<py::ssize_t>(a) == b; });
  if (!same) {
    throw py::value_error(fmt::format("{}: has shape {}, but must have {}", name, shape_text(array),
                                      shape_text(shape, shape.size())));
  }
  require_plain(array, name);
  if (!array.writeable()) throw py::value_error(fmt::format("{}: is read-only", name));
  return array.mutable_data();
}

float* writable_floats(py::handle object, std::string_view name,
                       const std::vector<std::size_t>& shape) {
  return static_cast<float*>(writable_data(object, name, shape, "float32", is<float>));
}

std::uint8_t* writable_flags(py::handle object, std::string_view name,
                             const std::vector<std::size_t>& shape) {
  const auto fits = [](const py::dtype& dtype) {
    return is<bool>(dtype) || is<std::uint8_t>(dtype) || is<std::int8_t>(dtype);
  };
  return static_cast<std::uint8_t*>(
      writable_data(object, name, shape, "bool, uint8 or int8", fits));
}

std::int8_t* writable_int8(py::handle object, std::string_view name,
                           const std::vector<std::size_t>& shape) {
  return static_cast<std::int8_t*>(writable_data(object, name, shape, "int8", is<std::int8_t>));
}

std::int64_t* writable_int64(py::handle object, std::string_view name,
                             const std::vector<std::size_t>& shape) {
  return static_cast<std::int64_t*>(writable_data(object, name, shape, "int64", is<std::int64_t>));
}

void require_apart(std::span<Extent> extents) {
  std::ranges::sort(extents, std::less<const void*>(), &Extent::begin);
  for (std::size_t i = 1; i < extents.size(); ++i) {
    if (!std::less<const void*>()(extents[i].begin, extents[i - 1].end)) continue;
    throw py::value_error(
        fmt::format("{}: shares memory with {}", extents[i].name, extents[i - 1].name));
  }
}

PlanesOut writable_planes(py::handle object, std::string_view name,
                          const std::vector<std::size_t>& shape, const GameFacts& facts) {
  const bool bytes = py::isinstance<py::array>(object) &&
                     is<std::uint8_t>(py::reinterpret_borrow<py::array>(object).dtype());
  if (bytes && !facts.binary_planes) {
    throw py::value_error("observations of these rules have fractions: use float32, not uint8");
  }
  if (bytes) return {nullptr, writable_flags(object, name, shape)};
  void* const data = writable_data(object, name, shape, "float32 or uint8", is<float>);
  return {static_cast<float*>(data), nullptr};
}

void read_actions(py::handle object, std::vector<std::int64_t>& actions) {
  // Sequences become arrays first; whatever NumPy cannot read as numbers is its error.
  const auto array = py::isinstance<py::array>(object)
                         ? py::reinterpret_borrow<py::array>(object)
                         : py::array(py::module_::import("numpy").attr("asarray")(object));
  const bool wide = is<std::int64_t>(array.dtype());
  if (!wide && !is<std::int32_t>(array.dtype())) {
    throw py::value_error(fmt::format("actions: has dtype {}, but must have int64 or int32",
                                      std::string(py::str(array.dtype()))));
  }
  if (dimensions(array) != 1 || array.shape(0) != static_cast<py::ssize_t>(actions.size())) {
    throw py::value_error(fmt::format("actions: has shape {}, but must have ({},)",
                                      shape_text(array), actions.size()));
  }
  require_plain(array, "actions");
  if (wide) {
    copy_actions<std::int64_t>(array, actions);
  } else {
    copy_actions<std::int32_t>(array, actions);
  }
}

}  // namespace tavlab::python
