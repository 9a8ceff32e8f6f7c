#include "selfplay/train/old_keys.h"

#include <fmt/format.h>

#include <sstream>

#include "core/error.h"
#include "core/io/toml_reader.h"

namespace tavlab {
namespace {

/// Keys of the table [learn].
constexpr RenamedKey kRenamed[] = {{"reuse", "replay_ratio"},
                                   {"most_gradient", "max_grad_norm"},
                                   {"window_most", "max_window"},
                                   {"plies_weight", "moves_left_weight"},
                                   {"squares_weight", "ownership_weight"}};

}  // namespace

std::vector<RenamedKey> rename_old_keys(toml::table& config, std::string_view origin) {
  std::vector<RenamedKey> renamed;
  toml::table* const learn = config["learn"].as_table();
  if (learn == nullptr) return renamed;
  for (const RenamedKey& key : kRenamed) {
    toml::node* const node = learn->get(key.before);
    if (node == nullptr) continue;
    if (learn->contains(key.now)) {
      throw UserError(
          fmt::format("{}: '{}' and '{}' in [learn] are the old and the new name of the same key",
                      origin, key.before, key.now));
    }
    learn->insert(key.now, std::move(*node));
    learn->erase(key.before);
    renamed.push_back(key);
  }
  return renamed;
}

std::string present_identity(const std::string& identity) {
  const std::size_t begin = identity.starts_with('#') ? identity.find('\n') + 1 : 0;
  try {
    toml::table table = parse_toml(std::string_view(identity).substr(begin), "checkpoint");
    if (rename_old_keys(table, "checkpoint").empty()) return identity;
    std::ostringstream text;
    text << identity.substr(0, begin) << toml::toml_formatter(table);
    return text.str();
  } catch (const UserError&) {
    return identity;  // not a config
  }
}

}  // namespace tavlab
