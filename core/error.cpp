#include "core/error.h"

#include <string>

#include "core/text.h"

namespace tavlab {
namespace {

/// A message of any length as one line that is safe to print.
std::string error_line(std::string_view message) {
  constexpr std::size_t kBegin = 1200, kEnd = 300;
  if (message.size() <= kBegin + kEnd) return printable(message);
  return printable(whole_letters(message, kBegin)) + " ... " +
         printable(message.substr(message.size() - kEnd));
}

}  // namespace

UserError::UserError(std::string_view message) : std::runtime_error(error_line(message)) {}

}  // namespace tavlab
