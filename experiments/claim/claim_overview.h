#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "experiments/claim/claim_run.h"

namespace tavlab {

/// The verdicts of several claims as Markdown: a table of all, then the claim_markdown of each.
std::string overview_markdown(std::span<const ClaimResult> results);

/// The same as one JSON document: `format`, `format_version`, `claims`, each as in claim.json.
std::string overview_json(std::span<const ClaimResult> results);

/// The files of an overview.
std::vector<std::string> overview_files();

/// Throws UserError if a folder has files that have the names of an overview but are not one.
void refuse_foreign_overview(const std::filesystem::path& folder);

/// Writes both texts, as claims.md and claims.json, into the parent folder of the claims.
void write_overview(std::span<const ClaimResult> results, const std::filesystem::path& folder);

/// Direct subfolders that hold whole runs of claims, sorted by name. Throws UserError for a store
/// that cannot be read. `scratch` as for Store::open_for_report.
std::vector<std::filesystem::path> folders_of_claims(const std::filesystem::path& folder,
                                                     const std::filesystem::path& scratch = {});

}  // namespace tavlab
