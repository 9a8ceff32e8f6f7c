#pragma once

#include <string>
#include <string_view>

namespace tavlab {

/// The text with everything escaped that means something in HTML, XML or a quoted attribute, and
/// control characters replaced.
std::string escaped(std::string_view text);

/// A JSON document as it may stand in a <script type="application/json">: the same document,
/// without the characters that could end the element or mean something in XML.
std::string json_in_script(std::string_view json);

}  // namespace tavlab
