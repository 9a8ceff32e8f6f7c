#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tavlab {

/// A text as a shell takes it.
std::string shell_quoted(std::string_view text);

/// Adds a word behind a blank, quoted where it must be.
void add_word(std::string& command, std::string_view word);

/// Adds `--set` with each override of a rule set.
void add_settings(std::string& command, std::span<const std::string> overrides);

}  // namespace tavlab
