#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/rows.h"
#include "core/tafl/parameters.h"

namespace tavlab::tafl {

/// Reads size, start position and special cells, with named layouts and marked cells resolved.
/// Returns whether they do not contradict each other.
bool read_board(const RuleSet& rule_set, Parameters& parameters, CrossChecks checks);

/// Whether the start position has a piece with this letter. The rule set may be contradictory:
/// rows need not fit the board.
bool start_has(const RuleSet& rule_set, char letter);

// For the content hash: layouts as rows and sorted cells, so that a named layout and its rows are
// the same game.
std::string canonical_layout(const RuleSet& rule_set);
std::string canonical_cells(const RuleSet& rule_set, std::string_view key,
                            std::vector<std::string> Parameters::*cells);

}  // namespace tavlab::tafl
