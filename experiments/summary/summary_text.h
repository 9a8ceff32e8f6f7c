#pragma once

#include <filesystem>
#include <string>

#include "experiments/summary/summary.h"

namespace tavlab {

/// The forms in which a summary leaves the program. The keys of the JSON document and the columns
/// of the CSV file are documented in experiments/README.md and only ever added to.
std::string summary_json(const Summary& summary);
std::string summary_csv(const Summary& summary);
/// For a terminal.
std::string summary_table(const Summary& summary);

/// The table as Markdown, for pasting.
std::string summary_markdown(const Summary& summary);

/// Writes summary.csv, summary.json and summary.md.
void write_summaries(const Summary& summary, const std::filesystem::path& folder);

}  // namespace tavlab
