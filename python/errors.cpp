// C++ exceptions as Python's. pybind11 itself maps std::out_of_range to IndexError, std::bad_alloc
// to MemoryError, and other exceptions to RuntimeError.
#include <cerrno>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

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
  // A text of the caller's that is quoted whole.
  constexpr std::size_t kMost = 2000, kBegin = 700, kEnd = 300;
  if (text.size() <= kMost) return text;
  std::size_t begin = kBegin, end = text.size() - kEnd;
  const auto inside = [&](std::size_t at) { return (text[at] & 0xC0) == 0x80; };  // of a character
  while (inside(begin)) --begin;
  while (inside(end)) ++end;
  return text.substr(0, begin) + " ... " + text.substr(end);
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
    } catch (const std::bad_alloc&) {
      PyErr_SetString(PyExc_MemoryError, "memory ran out");
    } catch (const std::filesystem::filesystem_error& error) {
      const auto path = pybind11::reinterpret_steal<pybind11::object>(
          PyUnicode_DecodeFSDefault(error.path1().c_str()));
      const pybind11::tuple parts =
          pybind11::make_tuple(error.code().value(), error.code().message(), path);
      PyErr_SetObject(PyExc_OSError, parts.ptr());
    } catch (const std::system_error& error) {
      if (error.code() != std::errc::resource_unavailable_try_again) throw;
      PyErr_SetString(PyExc_RuntimeError,
                      "the system starts no further thread: use fewer, or allow more memory");
    }
  };
  pybind11::register_local_exception_translator(translate);
}

}  // namespace tavlab::python
