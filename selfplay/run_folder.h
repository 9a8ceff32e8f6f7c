#pragma once

#include <filesystem>
#include <string_view>

namespace tavlab {

/// Throws UserError where a folder that a run is about to begin in holds what another run wrote, or
/// what this one did before the file that it goes on from, `mark`, was lost: nothing is
/// overwritten.
void check_nothing_begun(const std::filesystem::path& folder, std::string_view mark);

}  // namespace tavlab
