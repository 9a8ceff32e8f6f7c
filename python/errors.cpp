// C++ exceptions as Python's. pybind11 itself maps std::out_of_range to IndexError, std::bad_alloc
// to MemoryError, and other exceptions to RuntimeError.
#include <exception>

#include "core/error.h"
#include "python/bindings.h"

namespace tavlab::python {

void bind_errors(pybind11::module_&) {
  pybind11::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const UserError& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    }
  });
}

}  // namespace tavlab::python
