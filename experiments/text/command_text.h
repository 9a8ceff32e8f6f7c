#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tavlab {

/// A text quoted for a shell.
std::string shell_quoted(std::string_view text);

/// Appends a space and a word, quoted if necessary.
void add_word(std::string& command, std::string_view word);

/// Appends `--set` with each override of a rule set.
void add_settings(std::string& command, std::span<const std::string> overrides);

}  // namespace tavlab
