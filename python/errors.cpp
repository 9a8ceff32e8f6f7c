// C++ exceptions as Python's. pybind11 itself maps std::out_of_range to IndexError, std::bad_alloc
// to MemoryError, and other exceptions to RuntimeError.
#include <exception>
#include <filesystem>

#include "core/error.h"
#include "python/bindings.h"

namespace tavlab::python {

void bind_errors(pybind11::module_&) {
  pybind11::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const UserError& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const std::filesystem::filesystem_error& error) {
      const auto path = pybind11::reinterpret_steal<pybind11::object>(
          PyUnicode_DecodeFSDefault(error.path1().c_str()));
      const pybind11::tuple parts =
          pybind11::make_tuple(error.code().value(), error.code().message(), path);
      PyErr_SetObject(PyExc_OSError, parts.ptr());
    }
  });
}

}  // namespace tavlab::python
