#pragma once

#include <filesystem>

namespace tavlab {

/// Whether the store's file in a folder was made by tavlab: by the application id in its header, or
/// by the log beside it if a killed run had written nothing else yet.
bool has_store(const std::filesystem::path& folder);

/// Throws UserError if a store's file, or one of those that SQLite keeps beside it and removes, is
/// a symbolic or hard link or not a regular file, has other content, or exists without a store.
void refuse_foreign_store_files(const std::filesystem::path& folder);

}  // namespace tavlab
