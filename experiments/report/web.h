#pragma once

#include <string_view>

#include "experiments/report/fields.h"

namespace tavlab {

/// Fills a template of experiments/report/web; see template.h.
Markup filled(std::string_view file, const Fields& fields);

/// A whole page: title, style sheets, and the content of its main part.
std::string page_html(const std::string& title, Markup content);

}  // namespace tavlab
