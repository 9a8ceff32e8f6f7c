// The syntax of options in an agent's text: key=value, separated by commas, values in quotes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tavlab {

/// An option as written in a text.
struct OptionText {
  std::string_view whole;
  std::string_view key;
  std::optional<std::string> value;  ///< none without an equals sign
};

/// Removes the first option from a text, and the comma after it; sets `more` to whether there was
/// one. Throws UserError for a malformed quoted value.
OptionText take_option(std::string_view& text, bool& more);

/// A value as written in an option: in quotes where it could be misread. More characters can be
/// misread in text (`is_text`) than in file names.
std::string quoted_value(const std::string& value, bool is_text);

/// An agent's text with a file in place of every occurrence of a word.
std::string with_file(std::string agent, std::string_view word, const std::string& file);

}  // namespace tavlab
