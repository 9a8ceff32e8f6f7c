#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "selfplay/train/training.h"

namespace tavlab {

/// A round's report as one line of JSON, without the newline; nn/FORMATS.md describes its keys.
std::string metrics_line(const RoundReport& report);

/// The lines of a file that are valid JSON (json_fault); others were truncated by a crash. Empty if
/// there is no such file. Throws UserError if it cannot be read.
std::vector<std::string> read_json_lines(const std::filesystem::path& path);

/// Appends a line to a regular file in one write. Throws UserError if it cannot be written, or is
/// not a regular file.
void append_line(const std::filesystem::path& path, const std::string& line);

}  // namespace tavlab
