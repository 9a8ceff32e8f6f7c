#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// The words of a command line, without a shell: blanks separate them, quotes of both kinds keep
/// blanks, a backslash keeps the next character (within double quotes only `"` and `\`). Throws
/// UserError if there is no word, or if a quote is not closed.
std::vector<std::string> command_words(std::string_view command);

/// The file of a program: its path if the name has a slash, else the first in PATH. Throws
/// UserError if no executable is found.
std::filesystem::path find_program(std::string_view name);

}  // namespace tavlab
