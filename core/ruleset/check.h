#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// What is wrong in a line of a rule-set file.
struct RuleSetFault {
  std::size_t line = 0;  ///< from 1; 0 for what is missing
  std::string message;

  bool operator==(const RuleSetFault&) const = default;
};

/// A rule-set file with all its faults.
struct RuleSetCheck {
  std::vector<RuleSetFault> faults;  ///< by line
  /// What could be read: a parameter with a fault has the value that it would have without that
  /// line. Empty if the parameters could not be read at all.
  std::optional<RuleSet> rule_set;
  std::map<std::string, std::size_t> lines;  ///< of the parameters that the file states
  std::vector<std::string> unread;           ///< keys of malformed lines, as they stand there
};

/// Reads a file as `load_rule_set` does, but goes on after a fault. Faults between parameters are
/// found when the rules are compiled, which needs all families: see `words_of`. Throws UserError
/// only if the file cannot be read.
RuleSetCheck check_rule_set(const std::filesystem::path& path);

}  // namespace tavlab
