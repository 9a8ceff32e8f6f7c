#pragma once

#include <filesystem>

namespace tavlab {

/// A file or folder of the installation that this program belongs to, such as
/// "share/tavlab/nets/tavlei-9": PREFIX/NAME where the program is PREFIX/bin/tavlab, so that an
/// installation may be moved. Empty where there is none, as when the program runs where it was
/// built.
std::filesystem::path installed_file(const std::filesystem::path& name);

}  // namespace tavlab
