#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

namespace tavlab {

/// A renamed key of a config.
struct RenamedKey {
  std::string_view before, now;
};

/// Renames the keys of a training config that had other names in version 0.1, and returns those
/// found. Throws UserError, naming the config, if it has both names of a key.
std::vector<RenamedKey> rename_old_keys(toml::table& config, std::string_view origin);

/// Converts a stored identity_text() to that of this version.
std::string present_identity(const std::string& identity);

}  // namespace tavlab
