#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ruleset/check.h"

namespace tavlab {

/// TOML without its malformed lines.
struct ParsableToml {
  std::vector<RuleSetFault> faults;  ///< the malformed lines
  /// The text with these lines as they were meant, where that is known, or else empty, of a
  /// malformed table header the whole table; nothing if others cannot be read without them.
  std::optional<std::string> text;
  std::vector<std::string> keys;  ///< of the lines that are empty in it, as far as they have any
};

/// Finds the malformed lines of a TOML text, where the parser stops at the first.
ParsableToml without_malformed_lines(std::string text, const std::string& origin);

/// A message about a file, named as in messages, as a fault: messages begin with the file, those
/// about a line go on with its number.
RuleSetFault located(std::string message, const std::string& origin, std::size_t line = 0);

}  // namespace tavlab
