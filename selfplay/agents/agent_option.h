#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// An option of an agent: its key, allowed values and meaning.
struct AgentOption {
  enum class Type : std::uint8_t {
    integer,
    real,
    choice,
    choices,
    net,         ///< a net's file, or the name of one that comes with tavlab
    evaluation,  ///< the same for a learned evaluation
    file,        ///< any other file
    text,
    command
  };

  std::string_view key;  ///< one that ends in a dot is the prefix of any number of keys
  Type type;
  std::string_view fallback;  ///< the default in canonical form; empty if there is none
  std::string_view help;      ///< one phrase
  double minimum = 0.0;       ///< for numbers
  double maximum = 0.0;
  std::vector<std::string_view> choices = {};  ///< `choices` takes several, joined by '+'
  bool affects_play = true;                    ///< options that do not are in no seed

  [[nodiscard]] bool names_a_file() const {
    return type == Type::net || type == Type::evaluation || type == Type::file;
  }
  /// The allowed values, for errors and help: "an integer from 1 to 64", "one of on, off".
  [[nodiscard]] std::string allowed() const;
  /// The canonical form of a value; nullopt if it is not allowed. Throws UserError for a malformed
  /// command.
  [[nodiscard]] std::optional<std::string> canonical(std::string_view text) const;
};

/// The value of a text that is exactly one integer.
std::optional<std::int64_t> whole_number(std::string_view text);

}  // namespace tavlab
