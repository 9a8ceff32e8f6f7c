#pragma once

#include <cstddef>
#include <filesystem>

// The page as files, for any web server that knows nothing of tavlab.
namespace tavlab::serve {

struct SiteOptions {
  std::filesystem::path target;
  std::filesystem::path runs;  ///< the folder whose runs are shown
  std::filesystem::path wasm;  ///< the module of serve/wasm; empty: without it
};

/// Writes the page with what can be answered beforehand: the rules in all languages, the runs below
/// a folder with their reports, and the atlas. With the module, the page also plays and searches.
/// Replaces an earlier export whole; returns the number of files. Throws UserError, and then leaves
/// the target as it was: if it holds anything that no export wrote, or cannot be written.
std::size_t export_site(const SiteOptions& options);

}  // namespace tavlab::serve
