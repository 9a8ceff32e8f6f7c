#pragma once

#include <string_view>

#include "core/error.h"

namespace tavlab {

/// A file that the system does not let be read or written: OSError in Python.
class FileError : public UserError {
 public:
  /// `error`: as errno has it.
  FileError(std::string_view message, int error) : UserError(message), error_(error) {}

  [[nodiscard]] int error() const { return error_; }

 private:
  int error_;
};

}  // namespace tavlab
