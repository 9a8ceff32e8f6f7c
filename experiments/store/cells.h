#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "experiments/store/store.h"

// The table of cells; only the store includes this.
namespace tavlab {

/// Throws UserError, which names the store by `path`, for what no store of ours says.
std::vector<StoredCell> read_cells(sqlite::Database& database, std::string_view path);

/// Inserts a cell, or brings the one with the same identity up to date: what it is called, its
/// place and how many games are wanted may change, what its games are may not.
void put_cell(sqlite::Database& database, std::int64_t place, const ExperimentCell& cell);

/// Throws UserError for a stored cell that was played by other rules, agents, seed or
/// limits than the config now has under the same label, saying which.
[[noreturn]] void refuse_other_games(std::string_view path, const StoredCell& stored,
                                     const ExperimentCell& cell);

}  // namespace tavlab
