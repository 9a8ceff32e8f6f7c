// C++ exceptions as Python's. pybind11 itself maps std::out_of_range to IndexError, std::bad_alloc
// to MemoryError, and other exceptions to RuntimeError.
#include <cerrno>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/io/file_error.h"
#include "python/bindings.h"

namespace tavlab::python {

namespace {

/// The message of a command for a caller of functions: options ("--max-plies"), but not those of a
/// command that the message names in backquotes, become arguments ("max_plies").
std::string for_functions(std::string_view message) {
  std::string text;
  bool quoted = false, option = false;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const char c = message[i];
    if (c == '`') quoted = !quoted;
    const bool begins = !quoted && message.substr(i).starts_with("--") &&
                        (i == 0 || message[i - 1] == ' ') && i + 2 < message.size() &&
                        message[i + 2] >= 'a' && message[i + 2] <= 'z';
    if (begins) {
      option = true;
      ++i;
      continue;
    }
    option = option && (c == '-' || (c >= 'a' && c <= 'z'));
    text += option && c == '-' ? '_' : c;
  }
  return text;
}

/// The kind of OSError that Python itself raises for it.
PyObject* os_error(int error) {
  switch (error) {
    case ENOENT:
      return PyExc_FileNotFoundError;
    case EACCES:
    case EPERM:
      return PyExc_PermissionError;
    case EEXIST:
      return PyExc_FileExistsError;
    case ENOTDIR:
      return PyExc_NotADirectoryError;
    case EISDIR:
      return PyExc_IsADirectoryError;
    default:
      return PyExc_OSError;
  }
}

}  // namespace

void bind_errors(pybind11::module_&) {
  // NOLINTNEXTLINE(performance-unnecessary-value-param): the type is that of pybind11.
  const auto translate = [](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const FileError& error) {
      PyErr_SetString(os_error(error.error()), for_functions(error.what()).c_str());
    } catch (const UserError& error) {
      PyErr_SetString(PyExc_ValueError, for_functions(error.what()).c_str());
    } catch (const std::filesystem::filesystem_error& error) {
      const auto path = pybind11::reinterpret_steal<pybind11::object>(
          PyUnicode_DecodeFSDefault(error.path1().c_str()));
      const pybind11::tuple parts =
          pybind11::make_tuple(error.code().value(), error.code().message(), path);
      PyErr_SetObject(PyExc_OSError, parts.ptr());
    }
  };
  pybind11::register_local_exception_translator(translate);
}

}  // namespace tavlab::python
