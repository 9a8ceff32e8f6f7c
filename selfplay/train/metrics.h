#pragma once

#include <filesystem>
#include <string>

#include "selfplay/train/training.h"

namespace tavlab {

/// A round's report as one line of JSON, without the newline; nn/FORMATS.md says what its keys
/// mean.
std::string metrics_line(const RoundReport& report);

/// Adds a line to a file, in one write. Throws UserError when it cannot be written.
void append_line(const std::filesystem::path& path, const std::string& line);

}  // namespace tavlab
