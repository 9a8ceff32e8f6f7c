#pragma once

#include <string>
#include <string_view>

namespace tavlab {

/// Escapes all characters that are special in HTML, XML or a quoted attribute, and replaces control
/// characters.
std::string escaped(std::string_view text);

/// Escapes a JSON document for a <script type="application/json">: the same document, without
/// characters that could end the element or are special in XML.
std::string json_in_script(std::string_view json);

}  // namespace tavlab
