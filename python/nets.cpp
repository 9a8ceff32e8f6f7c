// The native part of tavlab/nets.py.
#include <pybind11/pybind11.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>

#include "nn/net.h"
#include "python/bindings.h"

namespace py = pybind11;

namespace tavlab::python {

void bind_nets(py::module_& module) {
  module.def(
      "check_net",
      [](const std::filesystem::path& path) {
        const py::gil_scoped_release release;
        static_cast<void>(read_net(path));
      },
      py::arg("path"), "Raises ValueError unless agents can read the net in this file.");
}

}  // namespace tavlab::python
