#pragma once

#include <string>
#include <vector>

namespace tavlab::cli {

/// The arguments of the program with options and arguments that have been renamed as they are
/// written now. A notice on stderr names each: the old ones will be removed in the next version.
std::vector<std::string> with_new_spellings(std::vector<std::string> arguments);

}  // namespace tavlab::cli
