#include "tools/color.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

namespace tavlab::cli {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view{} : value;
}

std::string styled(std::string_view text, std::string_view style, std::FILE* stream) {
  return shows_color(stream) ? fmt::format("\x1b[{}m{}\x1b[0m", style, text) : std::string(text);
}

}  // namespace

bool shows_color(std::FILE* stream) {
  if (!variable("NO_COLOR").empty()) return false;
  const std::string_view forced = variable("CLICOLOR_FORCE");
  if (!forced.empty() && forced != "0") return true;
  const std::string_view term = variable("TERM");
  // The VT series had no colours.
  return isatty(fileno(stream)) != 0 && !term.empty() && term != "dumb" && !term.starts_with("vt");
}

void choose_color(std::string_view when) {
  if (when == "auto") return;
  const bool always = when == "always";
  setenv(always ? "CLICOLOR_FORCE" : "NO_COLOR", "1", 1);
  unsetenv(always ? "NO_COLOR" : "CLICOLOR_FORCE");
}

std::string bold(std::string_view text, std::FILE* stream) { return styled(text, "1", stream); }

std::string alarming(std::string_view text, std::FILE* stream) {
  return styled(text, "1;31", stream);
}

}  // namespace tavlab::cli
