# Finds what the Python module needs: pybind11, and the headers of a Python with NumPy. Sets TAVLAB_PYTHON_FOUND.
# The libraries become part of a shared object, so all code must be position-independent.
# Without other instructions it is the system's Python, which has Debian's packages.
if(NOT DEFINED Python3_EXECUTABLE AND NOT DEFINED ENV{VIRTUAL_ENV} AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 3.9 QUIET COMPONENTS Interpreter Development.Module NumPy)
set(PYBIND11_FINDPYTHON OFF)
if(Python3_FOUND)
  set(PYTHON_EXECUTABLE ${Python3_EXECUTABLE})
  find_package(pybind11 2.10 QUIET CONFIG)
endif()
if(Python3_FOUND AND pybind11_FOUND)
  set(TAVLAB_PYTHON_FOUND ON)
  # One option for libraries and programs, since they share precompiled headers. Without the second one, functions of other
  # files could be replaced when the module is loaded, and would not be inlined.
  target_compile_options(tavlab_options INTERFACE -fPIC -fno-semantic-interposition)
elseif(TAVLAB_PYTHON STREQUAL "ON")
  message(FATAL_ERROR "TAVLAB_PYTHON is ON, but pybind11, or the headers of a Python with NumPy, are not found: run "
                      "tools/setup.sh --python, or point Python3_EXECUTABLE at a Python")
endif()
