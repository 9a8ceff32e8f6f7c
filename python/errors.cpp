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
      const pybind11::tuple parts = pybind11::make_tuple(
          error.code().value(), error.code().message(), error.path1().string());
      PyErr_SetObject(PyExc_OSError, parts.ptr());
    }
  });
}

}  // namespace tavlab::python
