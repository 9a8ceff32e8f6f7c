#pragma once

#include <filesystem>

namespace tavlab {

/// A file or folder of this program's installation, such as "share/tavlab/nets/tavlei-9":
/// PREFIX/NAME where the program is PREFIX/bin/tavlab, or FOLDER/NAME in the Python package whose
/// module is in FOLDER, so that an installation can be moved. Empty if it does not exist, as when
/// the program runs from its build folder.
std::filesystem::path installed_file(const std::filesystem::path& name);

}  // namespace tavlab
