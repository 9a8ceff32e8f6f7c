// How options stand in an agent's text: key=value, separated by commas, values in quotes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tavlab {

/// An option as it stands in a text.
struct OptionText {
  std::string_view whole;
  std::string_view key;
  std::optional<std::string> value;  ///< none without an equals sign
};

/// Takes the first option of a text, and the comma behind it; `more` says whether there was one.
/// Throws UserError for a quote that is not closed.
OptionText take_option(std::string_view& text, bool& more);

/// A value as it is written: in quotes where it could be misread. Texts of several words have more
/// such characters than file names.
std::string written_value(const std::string& value, bool is_text);

/// An agent's text with a file in place of a word, wherever it stands.
std::string with_file(std::string agent, std::string_view word, const std::string& file);

}  // namespace tavlab
