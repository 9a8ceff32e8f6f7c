#include "experiments/compare/design_toml.h"

#include <fmt/format.h>

namespace tavlab {

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string DesignToml::text() const {
  std::string out = fmt::format(
      "id = {}\ntitle = {}\nquestion = {}\nagents = [{}]\ngames = {}\nseed = {}\n"
      "opening_plies = {}\nmax_plies = {}\n",
      toml_string(id), toml_string(title), toml_string(question), toml_string(agent), games, seed,
      opening_plies, max_plies);
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
