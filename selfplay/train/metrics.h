#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "selfplay/train/training.h"

namespace tavlab {

/// A round's report as one line of JSON, without the newline; nn/FORMATS.md says what its keys
/// mean.
std::string metrics_line(const RoundReport& report);

/// The lines of a file that are JSON (json_fault); others were cut off by a sudden end. None where
/// there is no such file. Throws UserError for one that cannot be read.
std::vector<std::string> read_json_lines(const std::filesystem::path& path);

/// Adds a line to a regular file, in one write. Throws UserError when it cannot be written, or is
/// anything else.
void append_line(const std::filesystem::path& path, const std::string& line);

}  // namespace tavlab
