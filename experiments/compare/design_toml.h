#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavlab {

/// A text as TOML writes it.
std::string toml_string(std::string_view text);

/// An experiment that a command makes up, to be written as a file
/// that `tavlab experiment run` takes as well.
struct DesignToml {
  struct Arm {
    std::string name;
    std::string rules;                                          ///< id or path
    std::vector<std::pair<std::string, std::string>> set = {};  ///< overrides
  };
  std::string id;
  std::string title;
  std::string question;
  std::vector<std::pair<std::string, std::string>> agents;  ///< on the first side and the second
  bool two_game = false;                                    ///< agents exchange sides
  std::uint64_t games = 0;
  std::uint64_t seed = 1;
  int opening_plies = 0;
  int max_plies = 2000;
  std::vector<Arm> arms;

  /// An arm of rules with overrides as the command line has them, "KEY=VALUE".
  void add_arm(std::string name, std::string rules, std::span<const std::string> overrides = {});

  [[nodiscard]] std::string text() const;
};

}  // namespace tavlab
