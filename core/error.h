#pragma once

#include <stdexcept>
#include <string>

namespace tavlab {

/// An error that the user can cause and mend: bad rules, position, move, option or file.
/// The message is one line that says what is wrong, where, and what would be right. The command
/// line prints it on stderr and exits with code 2.
class UserError : public std::runtime_error {
 public:
  explicit UserError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace tavlab
