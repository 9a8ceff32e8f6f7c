#pragma once

#include <string>
#include <string_view>

// How texts are kept within the delimiters of a game file. The plain forms are unchanged where
// nothing needs it, so that other programs show most texts as they are.
namespace tavlab {

/// A comment as it is written between braces, where it must contain no "}" and where blanks and
/// line breaks are all the same: such characters are "&#125;", "&#10;" and so on, by their numbers,
/// and "&" is "&amp;" if it could be taken for the start of one.
std::string escaped_comment(std::string_view comment);
/// The other way.
std::string comment_of(std::string_view escaped);

/// A header's value as it is written between quotes: a backslash before quotes and backslashes, as
/// in PGN.
std::string escaped_header(std::string_view value);
/// The other way.
std::string header_value_of(std::string_view escaped);

/// A text of several lines on one: line breaks as "\n", backslashes as "\\".
std::string on_one_line(std::string_view text);
/// The other way.
std::string lines_of(std::string_view line);

}  // namespace tavlab
