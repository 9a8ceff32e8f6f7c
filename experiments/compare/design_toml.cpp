#include "experiments/compare/design_toml.h"

#include <fmt/format.h>

namespace tavlab {

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\u{:04x}", byte);
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

void DesignToml::add_arm(std::string name, std::string rules,
                         std::span<const std::string> overrides) {
  Arm arm{std::move(name), std::move(rules)};
  for (const std::string& each : overrides) {
    const std::size_t equals = each.find('=');
    arm.set.emplace_back(each.substr(0, equals), each.substr(equals + 1));
  }
  arms.push_back(std::move(arm));
}

std::string DesignToml::text() const {
  std::string pairs;
  for (const auto& [first, second] : agents) {
    if (!pairs.empty()) pairs += ", ";
    pairs += first == second ? toml_string(first)
                             : fmt::format("{{ first = {}, second = {} }}", toml_string(first),
                                           toml_string(second));
  }
  std::string out = fmt::format(
      "id = {}\ntitle = {}\nquestion = {}\nagents = [{}]\nmatch = {}\ngames = {}\nseed = {}\n"
      "opening_plies = {}\nmax_plies = {}\n",
      toml_string(id), toml_string(title), toml_string(question), pairs,
      toml_string(two_game ? "two_game" : "single"), games, seed, opening_plies, max_plies);
  if (!conditions.openings.empty()) {
    out += fmt::format("openings = {}\n", toml_string(conditions.openings));
  }
  if (conditions.time > 0.0) out += fmt::format("time = {}\n", conditions.time);
  if (!conditions.clock.empty()) {
    out += fmt::format("clock = {}\n", toml_string(conditions.clock));
  }
  if (conditions.nodes > 0) out += fmt::format("nodes = {}\n", conditions.nodes);
  if (conditions.margin) out += fmt::format("time_margin = {}\n", *conditions.margin);
  if (!conditions.odds.empty()) out += fmt::format("odds = {}\n", toml_string(conditions.odds));
  if (!conditions.adjudicate.empty()) {
    out += fmt::format("adjudicate = {}\n", toml_string(conditions.adjudicate));
  }
  for (const Arm& arm : arms) {
    out += fmt::format("\n[[arm]]\nname = {}\nrules = {}\n", toml_string(arm.name),
                       toml_string(arm.rules));
    if (arm.set.empty()) continue;
    std::string set;
    for (const auto& [key, value] : arm.set) {
      set +=
          fmt::format("{}{} = {}", set.empty() ? "" : ", ", toml_string(key), toml_string(value));
    }
    out += fmt::format("set = {{ {} }}\n", set);
  }
  return out;
}

}  // namespace tavlab
