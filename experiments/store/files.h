#pragma once

#include <filesystem>

namespace tavlab {

/// Whether the store's file in a folder is one that tavlab made: by the mark in its header, or by
/// the log beside it where a killed run had written nothing else yet.
bool has_store(const std::filesystem::path& folder);

/// Throws UserError where a store's file, or one of those that SQLite keeps beside it and removes,
/// is something else: a link (also a hard one: it is somebody else's file, too), no regular file,
/// of other content, or there without a store.
void refuse_foreign_store_files(const std::filesystem::path& folder);

}  // namespace tavlab
