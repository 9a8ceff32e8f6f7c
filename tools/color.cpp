#include "tools/color.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

namespace tavlab::cli {
namespace {

std::string styled(std::string_view text, std::string_view style, std::FILE* stream) {
  return shows_color(stream) ? fmt::format("\x1b[{}m{}\x1b[0m", style, text) : std::string(text);
}

}  // namespace

std::string_view environment_variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return value == nullptr ? std::string_view() : value;
}

bool has_cursor(std::FILE* stream) {
  const std::string_view term = environment_variable("TERM");
  return isatty(fileno(stream)) != 0 && !term.empty() && term != "dumb";
}

bool shows_color(std::FILE* stream) {
  if (!environment_variable("NO_COLOR").empty()) return false;
  const std::string_view forced = environment_variable("CLICOLOR_FORCE");
  if (!forced.empty() && forced != "0") return true;
  // The VT series had no colours.
  return has_cursor(stream) && !environment_variable("TERM").starts_with("vt");
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
