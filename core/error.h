#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace tavlab {

/// An error that the user can cause and mend: bad rules, position, move, option or file.
/// The message is one line that says what is wrong, where, and what would be right. The command
/// line prints it on stderr and exits with code 2. As messages quote what was given, control
/// characters in them become '?'.
class UserError : public std::runtime_error {
 public:
  explicit UserError(std::string message) : std::runtime_error(one_line(std::move(message))) {}

 private:
  static std::string one_line(std::string text) {
    for (char& c : text) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    }
    return text;
  }
};

}  // namespace tavlab
