#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <stdexcept>
#include <string>

// What long calls need: one at a time, and Ctrl-C.
namespace tavlab::python {

/// Throws RuntimeError while another thread of the caller is in a call of the same object.
class Turn {
 public:
  Turn(std::atomic_flag& busy, const std::string& object) : busy_(busy) {
    if (busy_.test_and_set()) {
      throw std::runtime_error(object + " is in use by another thread; use one for each");
    }
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() { busy_.clear(); }

 private:
  std::atomic_flag& busy_;
};

/// Sets the Python error if Ctrl-C was pressed; the call then ends. Needs no GIL.
inline bool interrupted() {
  const pybind11::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

}  // namespace tavlab::python
