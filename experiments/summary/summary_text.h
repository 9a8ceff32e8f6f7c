#pragma once

#include <filesystem>
#include <string>

#include "experiments/summary/summary.h"

namespace tavlab {

/// Output formats of a summary. The keys of the JSON document and the columns of the CSV file are
/// documented in experiments/README.md; they are only ever added.
std::string summary_json(const Summary& summary);
std::string summary_csv(const Summary& summary);
/// For a terminal.
std::string summary_table(const Summary& summary);

/// The table as Markdown, for pasting.
std::string summary_markdown(const Summary& summary);

/// Whether games of a cell are repeated so often that it is no chance.
bool repeats_much(const CellSummary& cell);

/// A caution, where games of a cell are repeated so often that it is no chance: agents without
/// chance play an opening always in one way. Empty if there is no such cell.
std::string repeats_text(const Summary& summary);

/// repeats_text and the experiment's own caution, each after an empty line and wrapped for a
/// terminal; empty if there is neither.
std::string caution_text(const Summary& summary);

/// Writes summary.csv, summary.json and summary.md.
void write_summaries(const Summary& summary, const std::filesystem::path& folder);

}  // namespace tavlab
