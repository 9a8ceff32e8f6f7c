"""The stub of the native part says what the module says: names, parameters and docstrings."""

import ast
import inspect
import re
from pathlib import Path

import tavlab
from tavlab import _tavlab

STUB = ast.parse(Path(tavlab.__file__).with_name("_tavlab.pyi").read_text())


def is_property(node):
    return any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)


def parameters(node):
    return [argument.arg for argument in node.args.posonlyargs + node.args.args]


def members(nodes):
    """Definitions by name; several for overloads."""
    found = {}
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.setdefault(node.name, []).append(node)
    return found


def signatures(function):
    """The parameters and docstrings that pybind11 writes, one pair for each overload."""
    text = inspect.getdoc(function)
    name = function.__name__
    found = []
    for match in re.finditer(rf"^(?:\d+\. )?{name}\(([^\n]*)\)(?: -> [^\n]*)?\n\n(.*?)(?=^\d+\. {name}\(|\Z)", text, re.M | re.S):
        if match.group(1).startswith("*args"):
            continue
        inside = re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", match.group(1)))
        names = [part.split(":")[0].strip() for part in inside.split(",") if part.strip()]
        found.append((names, match.group(2).strip()))
    return found


def check_function(native, nodes):
    told = signatures(native)
    assert len(told) == len(nodes), native
    for (names, doc), node in zip(told, nodes):
        assert names == parameters(node), node.name
        assert doc == ast.get_docstring(node), node.name


def public(names):
    special = {"__eq__", "__len__", "__hash__", "__repr__", "__str__", "__copy__", "__deepcopy__", "_repr_svg_"}
    return {name for name in names if not name.startswith("_") or name in special}


def test_the_functions_agree():
    stub = members(STUB.body)
    native = {name for name in vars(_tavlab) if not name.startswith("_") and callable(getattr(_tavlab, name))}
    assert set(stub) == native
    for name in native:
        if not inspect.isclass(getattr(_tavlab, name)):
            check_function(getattr(_tavlab, name), stub[name])


def test_the_constants_agree():
    named = {node.target.id for node in STUB.body if isinstance(node, ast.AnnAssign)}
    assert named == {"CHANCE", "TERMINAL", "__version__"}
    assert all(hasattr(_tavlab, name) for name in named)


def test_the_classes_agree():
    for name, (node,) in members(STUB.body).items():
        if not isinstance(node, ast.ClassDef):
            continue
        native = getattr(_tavlab, name)
        assert ast.get_docstring(node) == inspect.getdoc(native), name
        stub = members(node.body)
        told = public(vars(native)) | ({"__init__"} & set(stub))
        assert set(stub) == told, name
        for member, nodes in stub.items():
            value = inspect.getattr_static(native, member)
            if isinstance(value, property):
                assert is_property(nodes[0]), member
                assert ast.get_docstring(nodes[0]) == inspect.getdoc(value), member
            else:
                check_function(getattr(native, member), nodes)
