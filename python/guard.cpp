// What stands before every function of the module. pybind11 passes on None, and objects that
// `Class.__new__` made without a constructor, as null pointers or memory without an object; and it
// answers wrong arguments in many lines. Here, both are a TypeError of one line. A call that fits
// pays for a look at each argument, no more.
#include <fmt/format.h>
#include <pybind11/pybind11.h>

#include <cstring>
#include <string>

#include "python/arrays.h"
#include "python/bindings.h"
#include "python/wrong_arguments.h"

namespace py = pybind11;

namespace tavlab::python {
namespace {

/// The function by which pybind11 answers all calls.
struct Dispatch : py::cpp_function {
  using cpp_function::dispatcher;
};

/// A `list_function` takes a list of objects of the module.
enum class Kind { function, method, constructor, list_function };

py::detail::function_record& record_of(PyObject* capsule) {
  return *static_cast<py::detail::function_record*>(
      PyCapsule_GetPointer(capsule, py::detail::get_function_record_capsule_name()));
}

/// Whether it is an object of a class of pybind11's that has not been constructed.
bool is_unmade(PyObject* object) {
  PyTypeObject* const metaclass = py::detail::get_internals().default_metaclass;
  if (!PyObject_TypeCheck(reinterpret_cast<PyObject*>(Py_TYPE(object)), metaclass)) return false;
  auto* const instance = reinterpret_cast<py::detail::instance*>(object);
  if (instance->simple_layout) return instance->simple_value_holder[0] == nullptr;
  for (const auto& part : py::detail::values_and_holders(instance)) {
    if (part.value_ptr() == nullptr) return true;
  }
  return false;
}

PyObject* refuse_unmade(PyObject* capsule, PyObject* object) {
  const std::string text = fmt::format(
      "{0}: this {1} was made by {1}.__new__, without its constructor, and cannot be used",
      called_name(record_of(capsule)), type_name(object));
  PyErr_SetString(PyExc_TypeError, text.c_str());
  return nullptr;
}

PyObject* find_unmade(PyObject* object, bool inside) {
  if (is_unmade(object)) return object;
  if (!inside || (!PyList_Check(object) && !PyTuple_Check(object))) return nullptr;
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(object);
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* const item = PySequence_Fast_GET_ITEM(object, i);
    if (is_unmade(item)) return item;
  }
  return nullptr;
}

void raise_wrong(PyObject* capsule, PyObject* args, PyObject* kwargs) {
  const WrongArguments wrong =
      wrong_arguments(record_of(capsule), py::reinterpret_borrow<py::tuple>(args),
                      kwargs == nullptr ? py::dict() : py::reinterpret_borrow<py::dict>(kwargs));
  PyErr_SetString(wrong.is_value ? PyExc_ValueError : PyExc_TypeError, wrong.text.c_str());
}

/// Replaces pybind11's words on arguments that fit no overload. Another TypeError stays.
void explain(PyObject* capsule, PyObject* args, PyObject* kwargs) {
  const py::detail::function_record& function = record_of(capsule);
  py::error_already_set raised;
  const std::string text = py::str(raised.value());
  if (!text.starts_with(std::string(function.name) + "(): incompatible ")) return raised.restore();
  raise_wrong(capsule, args, kwargs);
}

template <Kind kind>
PyObject* guarded(PyObject* capsule, PyObject* args, PyObject* kwargs) {
  try {
    const Py_ssize_t count = PyTuple_GET_SIZE(args);
    for (Py_ssize_t i = kind == Kind::constructor ? 1 : 0; i < count; ++i) {
      PyObject* const unmade = find_unmade(PyTuple_GET_ITEM(args, i), kind == Kind::list_function);
      if (unmade != nullptr) return refuse_unmade(capsule, unmade);
    }
    if (kind == Kind::constructor && count > 0 && !is_unmade(PyTuple_GET_ITEM(args, 0)) &&
        std::strcmp(record_of(capsule).name, "__setstate__") == 0) {
      const std::string text =
          called_name(record_of(capsule)) + ": the object is made already; this is for pickle";
      PyErr_SetString(PyExc_TypeError, text.c_str());
      return nullptr;
    }
    if (kwargs != nullptr) {
      for (const auto& [name, value] : py::reinterpret_borrow<py::dict>(kwargs)) {
        PyObject* const unmade = find_unmade(value.ptr(), kind == Kind::list_function);
        if (unmade != nullptr) return refuse_unmade(capsule, unmade);
      }
    }
    if (kind == Kind::method && count > 0 && PyTuple_GET_ITEM(args, 0) == Py_None) {
      raise_wrong(capsule, args, kwargs);
      return nullptr;
    }
    PyObject* const answer = Dispatch::dispatcher(capsule, args, kwargs);
    if (answer == nullptr && PyErr_ExceptionMatches(PyExc_TypeError) != 0) {
      explain(capsule, args, kwargs);
    }
    return answer;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

void guard_function(py::handle function) {
  const py::handle inner = py::detail::get_function(function);
  if (!inner || !PyCFunction_Check(inner.ptr())) return;
  auto* const made = reinterpret_cast<PyCFunctionObject*>(inner.ptr());
  const auto plain =
      reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(Dispatch::dispatcher));
  if (made->m_ml->ml_meth != plain) return;
  for (auto* each = &record_of(made->m_self); each != nullptr; each = each->next) {
    take_ints_only(*each);
  }
  const py::detail::function_record& record = record_of(made->m_self);
  const bool takes_list = std::strstr(record.signature, "List[tavlab.") != nullptr;
  const auto chosen = record.is_constructor ? guarded<Kind::constructor>
                      : record.is_method    ? guarded<Kind::method>
                      : takes_list          ? guarded<Kind::list_function>
                                            : guarded<Kind::function>;
  made->m_ml->ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(chosen));
}

/// In place of pybind11's constructor of classes that have none.
int refuse_to_make(PyObject* self, PyObject*, PyObject*) {
  const PyTypeObject* const type = Py_TYPE(self);
  PyErr_Format(PyExc_TypeError, "%s(): has no constructor: %s", type_name(self).c_str(),
               type->tp_doc == nullptr ? "" : type->tp_doc);
  return -1;
}

/// In place of pybind11's `__new__` of the base of all classes, which ends the process where there
/// is nothing to make. `pickle` calls it with protocols 0 and 1.
PyObject* new_object(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  try {
    return py::detail::pybind11_object_new(type, args, kwargs);
  } catch (const std::exception&) {
    PyErr_SetString(
        PyExc_TypeError,
        "objects of tavlab have no base that can be made; pickle them with protocol 2 or "
        "later");
    return nullptr;
  }
}

void guard_class(py::handle type) {
  auto* const slots = reinterpret_cast<PyTypeObject*>(type.ptr());
  if (slots->tp_init == py::detail::pybind11_object_init) slots->tp_init = refuse_to_make;
  if (slots->tp_new == py::detail::pybind11_object_new) slots->tp_new = new_object;
  for (const auto& [name, member] : py::dict(type.attr("__dict__"))) {
    if (PyObject_TypeCheck(member.ptr(), &PyProperty_Type)) {
      for (const char* part : {"fget", "fset", "fdel"}) guard_function(member.attr(part));
    } else {
      guard_function(member);
    }
  }
}

}  // namespace

void guard_calls(py::module_& module) {
  reinterpret_cast<PyTypeObject*>(py::detail::get_internals().instance_base)->tp_new = new_object;
  for (const auto& [name, member] : py::dict(module.attr("__dict__"))) {
    if (PyType_Check(member.ptr())) {
      guard_class(member);
    } else {
      guard_function(member);
    }
  }
}

}  // namespace tavlab::python
