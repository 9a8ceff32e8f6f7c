#pragma once

#include <cstdint>
#include <filesystem>

#include "solve/tafl/limit_table.h"

namespace tavlab::tafl {

/// Writes up to 64 million entries of 16 bytes, those that took the most work; other threads may go
/// on with the table. `fingerprint` says what the table is of. Throws UserError.
void save_table(const std::filesystem::path& path, const LimitTable& table,
                std::uint64_t fingerprint);

/// Adds the entries of such a file. Throws UserError if it is damaged, or has another fingerprint.
void load_table(const std::filesystem::path& path, LimitTable& table, std::uint64_t fingerprint);

}  // namespace tavlab::tafl
