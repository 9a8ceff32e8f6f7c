#include "experiments/text/command_text.h"

#include <algorithm>

namespace tavlab {

std::string shell_quoted(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./+,:=@").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, plain)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

void add_word(std::string& command, std::string_view word) {
  command += ' ';
  command += shell_quoted(word);
}

void add_settings(std::string& command, std::span<const std::string> overrides) {
  for (const std::string& each : overrides) {
    command += " --set";
    add_word(command, each);
  }
}

}  // namespace tavlab
