#pragma once

#include <cstdio>
#include <string>
#include <string_view>

// Whether and how colours are written to a stream, for all commands.
namespace tavlab::cli {

/// The value of an environment variable; empty if there is none.
std::string_view environment_variable(const char* name);

/// Whether a stream is a terminal that moves its cursor.
bool has_cursor(std::FILE* stream);

/// Whether to write colours to a stream: as `--color` says, or else if it is a terminal that can
/// show them and NO_COLOR (no-color.org) is not set.
bool shows_color(std::FILE* stream);

/// Takes the value of `--color`: auto, always or never. It holds for this process and those that it
/// starts, so it is kept where they look for it: in NO_COLOR and CLICOLOR_FORCE.
void choose_color(std::string_view when);

/// The text in bold, if the stream shows colours.
std::string bold(std::string_view text, std::FILE* stream = stdout);
/// The text in the colour of errors, if the stream shows colours.
std::string alarming(std::string_view text, std::FILE* stream = stderr);

}  // namespace tavlab::cli
