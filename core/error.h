#pragma once

#include <stdexcept>
#include <string_view>

namespace tavlab {

/// An error that the user can cause and fix: bad rules, position, move, option or file. The message
/// is one line that says what is wrong, where, and what would be right. The command line prints it
/// on stderr and exits with code 2. Messages quote untrusted input, so they pass through
/// `printable`; very long ones are shortened in the middle.
class UserError : public std::runtime_error {
 public:
  explicit UserError(std::string_view message);
};

}  // namespace tavlab
