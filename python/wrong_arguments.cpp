#include "python/wrong_arguments.h"

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "python/arrays.h"

namespace py = pybind11;

namespace tavlab::python {
namespace {

using Function = py::detail::function_record;

/// A parameter as the signature of pybind11 names it.
struct Parameter {
  std::string name;
  std::string type;
  bool optional = false;  ///< has a default
};

/// Splits at commas that are not in brackets.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if (c != ',' || (depth > 0 && i < text.size())) continue;
    std::string_view part = text.substr(begin, i - begin);
    while (part.starts_with(' ')) part.remove_prefix(1);
    if (!part.empty()) parts.push_back(part);
    begin = i + 1;
  }
  return parts;
}

/// "(self: State, player: Optional[int] = None) -> None".
std::vector<Parameter> parameters_of(const Function& function) {
  std::string_view text = function.signature;
  const std::size_t begin = text.find('(');
  const std::size_t end = text.rfind(") -> ");
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  std::vector<Parameter> parameters;
  for (const std::string_view part : parts_of(text.substr(begin + 1, end - begin - 1))) {
    const std::size_t colon = part.find(": ");
    const std::size_t equals = part.find(" = ");
    if (colon == std::string_view::npos) continue;
    parameters.push_back({std::string(part.substr(0, colon)),
                          std::string(part.substr(colon + 2, equals == std::string_view::npos
                                                                 ? std::string_view::npos
                                                                 : equals - colon - 2)),
                          equals != std::string_view::npos});
  }
  // pybind11 makes the functions of properties before it knows that they are methods.
  if (function.is_method && !parameters.empty()) parameters.front().name = "self";
  return parameters;
}

bool is_int(const Parameter& parameter) {
  return parameter.type == "int" || parameter.type == "Optional[int]";
}

/// "int" of "Optional[int]".
std::optional<std::string_view> inside(std::string_view type, std::string_view outer) {
  if (!type.starts_with(outer) || type.size() < outer.size() + 2) return {};
  if (type[outer.size()] != '[') return {};
  return type.substr(outer.size() + 1, type.size() - outer.size() - 2);
}

bool is_number(py::handle value) {
  return PyFloat_Check(value.ptr()) || PyIndex_Check(value.ptr()) ||
         (PyNumber_Check(value.ptr()) != 0 && !PyComplex_Check(value.ptr()));
}

bool is_truth(py::handle value) {
  const PyNumberMethods* const methods = Py_TYPE(value.ptr())->tp_as_number;
  return value.is_none() || (methods != nullptr && methods->nb_bool != nullptr);
}

bool is_text(py::handle value) {
  return PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr());
}

bool is_sequence(py::handle value) { return PySequence_Check(value.ptr()) != 0 && !is_text(value); }

bool is_numbers(py::handle value) {
  return static_cast<bool>(
      py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(value));
}

/// Whether it is what Python takes for an int. Whatever else than a TypeError comes of asking is
/// the caller's.
bool is_integer(py::handle value) {
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (number) return true;
  if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
  PyErr_Clear();
  return false;
}

struct Kind {
  std::string_view type;
  std::string_view wanted;
  bool (*fits)(py::handle);
};

constexpr std::array kKinds = {
    Kind{"int", "an int", is_integer},
    Kind{"float", "a number", is_number},
    Kind{"bool", "a bool", is_truth},
    Kind{"str", "a str", is_text},
    Kind{"os.PathLike", "a path",
         [](py::handle value) { return is_text(value) || py::hasattr(value, "__fspath__"); }},
    Kind{"function", "a function", [](py::handle v) { return PyCallable_Check(v.ptr()) != 0; }},
    Kind{"dict", "a dict", [](py::handle value) { return PyDict_Check(value.ptr()) != 0; }},
    Kind{"tuple", "a tuple", [](py::handle value) { return PyTuple_Check(value.ptr()) != 0; }},
};

std::string misfit(std::string_view name, std::string_view wanted, py::handle value) {
  return fmt::format("{} must be {}, not {}", name, wanted,
                     value.is_none() ? "None" : type_name(value));
}

std::string with_article(const std::string& name) {
  return (std::strchr("AEIOU", name.front()) != nullptr ? "an " : "a ") + name;
}

/// What is wrong with the value of a parameter; nothing if it has the right type. Classes of the
/// module are types, too.
std::optional<std::string> complaint(const std::string& name, std::string_view type,
                                     py::handle value, py::handle module) {
  if (const auto of = inside(type, "Optional")) {
    if (value.is_none()) return {};
    auto found = complaint(name, *of, value, module);
    const std::size_t end = found ? found->rfind(", not ") : std::string::npos;
    if (end != std::string::npos && found->starts_with(name)) found->insert(end, " or None");
    return found;
  }
  if (const auto of = inside(type, "List")) {
    if (!is_sequence(value)) return misfit(name, "a sequence", value);
    const auto items = py::reinterpret_borrow<py::sequence>(value);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const py::object item = items[i];
      if (auto found = complaint(fmt::format("item {} of {}", i, name), *of, item, module)) {
        return found;
      }
    }
    return {};
  }
  if (inside(type, "numpy.ndarray")) {
    if (is_numbers(value)) return {};
    const bool inner = name.starts_with("item ");
    if (!is_sequence(value)) {
      return misfit(name, inner ? "a number" : "an array of numbers", value);
    }
    const auto items = py::reinterpret_borrow<py::sequence>(value);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const py::object item = items[i];
      if (auto found = complaint(fmt::format("item {} of {}", i, name), type, item, module)) {
        return found;
      }
    }
    return fmt::format("{} must be an array of numbers, with rows of the same length", name);
  }
  for (const Kind& kind : kKinds) {
    if (kind.type == type) {
      return kind.fits(value) ? std::nullopt : std::optional(misfit(name, kind.wanted, value));
    }
  }
  const std::string own(type.substr(type.rfind('.') + 1));
  if (py::hasattr(module, own.c_str())) {
    const py::object wanted = module.attr(own.c_str());
    if (!py::isinstance(value, wanted)) return misfit(name, with_article(own), value);
  }
  return {};
}

/// Why ints do not fit, whose types are right: those that only the widest types hold are named.
std::string out_of_range(const std::vector<std::pair<const Parameter*, py::object>>& given) {
  std::string names, only;
  for (const auto& [parameter, value] : given) {
    if (!is_int(*parameter) || !PyLong_Check(value.ptr())) continue;
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow == 0 && number >= 0 && number <= std::numeric_limits<int>::max()) continue;
    names += (names.empty() ? "" : " or ") + parameter->name;
    if (overflow == 0) only = std::to_string(number);
  }
  if (names.empty()) return {};
  const bool single = names.find(" or ") == std::string::npos;
  return single && !only.empty() ? fmt::format("{} is {}, which is out of range", names, only)
                                 : names + " is out of range";
}

/// Why a text does not fit: a str is not always one.
std::string no_text(const std::string& name, py::object text) {
  if (py::hasattr(text, "__fspath__")) text = text.attr("__fspath__")();
  if (PyList_Check(text.ptr()) || PyTuple_Check(text.ptr())) {
    for (const py::handle item : text) {
      const std::string found = no_text(name, py::reinterpret_borrow<py::object>(item));
      if (!found.empty()) return found;
    }
  }
  if (!PyUnicode_Check(text.ptr())) return {};
  if (PyUnicode_AsUTF8(text.ptr()) == nullptr) {
    PyErr_Clear();
    return name + " has a character that is half of a pair (a lone surrogate)";
  }
  const Py_ssize_t nul = PyUnicode_FindChar(text.ptr(), 0, 0, PyUnicode_GET_LENGTH(text.ptr()), 1);
  return nul >= 0 ? name + " has a NUL character" : std::string();
}

/// The same for all arguments.
std::string no_text(const std::vector<std::pair<const Parameter*, py::object>>& given) {
  for (const auto& [parameter, value] : given) {
    if (std::string found = no_text(parameter->name, value); !found.empty()) return found;
  }
  return {};
}

/// The overload that takes so many arguments, or else the last one.
const Function& meant(const Function& overloads, std::size_t count) {
  const Function* each = &overloads;
  while (each->nargs != count && each->next != nullptr) each = each->next;
  return *each;
}

}  // namespace

std::string called_name(const Function& function) {
  const std::string name = function.name;
  if (!function.is_method) return name + "()";
  const std::string of = py::str(function.scope.attr("__name__"));
  if (name.empty()) return "a property of " + of;
  return name == "__init__" ? of + "()" : fmt::format("{}.{}()", of, name);
}

void take_ints_only(Function& function) {
  const std::vector<Parameter> parameters = parameters_of(function);
  if (function.args.size() != parameters.size()) return;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (is_int(parameters[i])) function.args[i].convert = false;
  }
}

WrongArguments wrong_arguments(const Function& overloads, const py::tuple& args,
                               const py::dict& kwargs) {
  const std::string name = called_name(overloads) + ": ";
  const Function& function = meant(overloads, args.size() + kwargs.size());
  const std::vector<Parameter> parameters = parameters_of(function);
  const py::object module = py::module_::import("tavlab._tavlab");
  if (args.size() > parameters.size()) {
    const std::size_t own = function.is_method ? 1 : 0;
    const std::size_t most = parameters.size() - own;
    return {fmt::format("{}takes {} argument{}, but {} were given", name, most,
                        most == 1 ? "" : "s", args.size() - own)};
  }
  std::vector<std::pair<const Parameter*, py::object>> given;
  std::size_t named = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    const bool by_name = kwargs.contains(parameter.name.c_str());
    if (by_name) ++named;
    if (i < args.size()) {
      if (by_name) return {fmt::format("{}{} is given twice", name, parameter.name)};
      given.emplace_back(&parameter, args[i]);
    } else if (by_name) {
      given.emplace_back(&parameter, kwargs[parameter.name.c_str()]);
    } else if (!parameter.optional) {
      return {fmt::format("{}{} is missing", name, parameter.name)};
    }
  }
  if (named < kwargs.size()) {
    for (const auto& [key, value] : kwargs) {
      const std::string word = py::str(key);
      bool known = false;
      for (const Parameter& parameter : parameters) known = known || parameter.name == word;
      if (!known) return {fmt::format("{}there is no argument {}", name, word)};
    }
  }
  const bool built = overloads.is_constructor;  // pybind11 has looked at self itself
  for (std::size_t i = built ? 1 : 0; i < given.size(); ++i) {
    const auto& [parameter, value] = given[i];
    if (auto found = complaint(parameter->name, parameter->type, value, module)) {
      return {name + *found};
    }
  }
  for (const std::string& found : {out_of_range(given), no_text(given)}) {
    if (!found.empty()) return {name + found, true};
  }
  return {fmt::format("{}the arguments do not fit {}", name, function.signature)};
}

}  // namespace tavlab::python
