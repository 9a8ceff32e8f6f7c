#pragma once

#include <stdexcept>
#include <string_view>

namespace tavlab {

/// An error that the user can cause and mend: bad rules, position, move, option or file.
/// The message is one line that says what is wrong, where, and what would be right. The command
/// line prints it on stderr and exits with code 2. As messages quote what was given, they pass
/// through `printable`, and the middle of a very long one is left out.
class UserError : public std::runtime_error {
 public:
  explicit UserError(std::string_view message);
};

}  // namespace tavlab
