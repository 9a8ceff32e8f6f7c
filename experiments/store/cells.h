#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "experiments/store/store.h"

// The table of cells; only the store includes this.
namespace tavlab {

/// Throws UserError, which names the store by `path`, for content that tavlab does not write.
std::vector<StoredCell> read_cells(sqlite::Database& database, std::string_view path);

/// Inserts a cell, or updates the one with the same identity: its label, its place and the number
/// of wanted games may change, its games may not.
void put_cell(sqlite::Database& database, std::int64_t place, const ExperimentCell& cell);

/// Throws UserError for a stored cell that was played with other rules, agents, seed or limits than
/// the config now has under the same label, and says which.
[[noreturn]] void refuse_other_games(std::string_view path, const StoredCell& stored,
                                     const ExperimentCell& cell);

}  // namespace tavlab
