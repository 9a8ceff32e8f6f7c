#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

namespace tavlab {

/// A key of a config that was renamed.
struct RenamedKey {
  std::string_view before, now;
};

/// Gives the keys of a training config that have another name in version 0.1 their present one, and
/// returns those that were there. Throws UserError, naming the config, where it has both.
std::vector<RenamedKey> rename_old_keys(toml::table& config, std::string_view origin);

/// A stored identity_text() as this version writes it.
std::string present_identity(const std::string& identity);

}  // namespace tavlab
