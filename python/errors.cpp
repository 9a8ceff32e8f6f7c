// C++ exceptions as Python's. pybind11 itself maps std::out_of_range to IndexError, std::bad_alloc
// to MemoryError, and other exceptions to RuntimeError.
#include <cerrno>
#include <exception>
#include <filesystem>

#include "core/error.h"
#include "core/io/file_error.h"
#include "python/bindings.h"

namespace tavlab::python {

namespace {

/// The kind of OSError that Python itself raises for it.
PyObject* os_error(int error) {
  switch (error) {
    case ENOENT:
      return PyExc_FileNotFoundError;
    case EACCES:
    case EPERM:
      return PyExc_PermissionError;
    case EISDIR:
      return PyExc_IsADirectoryError;
    default:
      return PyExc_OSError;
  }
}

}  // namespace

void bind_errors(pybind11::module_&) {
  pybind11::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const FileError& error) {
      PyErr_SetString(os_error(error.error()), error.what());
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
