#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tavlab::cli {

/// A text with lines of at most `width` columns, broken between words. What a line goes on with is
/// below its last column of text, as in "  --seed UINT   The seed of the agents", or else below its
/// first letter. Words that are longer stay whole.
std::string fitted(std::string_view text, std::size_t width);

/// The same for a person at a terminal; texts for files and pipes stay as they are.
std::string fitted_to_stdout(std::string text);

}  // namespace tavlab::cli
