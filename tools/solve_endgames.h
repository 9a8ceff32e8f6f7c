#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "tools/cli.h"

// `tavlab solve` for families with endgame tables.
namespace tavlab::cli {

struct EndgameArguments {
  std::vector<int> pieces;  ///< of the first and the second player
  int threads = 1;
  std::uint64_t memory = 0;  ///< bytes; 0: all available
  bool moves = true;         ///< also store how many moves a win takes
  std::string out;
  bool quiet = false;
  bool json = false;
};

/// Solves, writes the table and prints a summary.
void solve_endgames(const RuleSet& rule_set, const EndgameArguments& options, Context& context);

/// Checks a table and prints a summary.
void print_endgame_info(const std::string& file, bool json);

}  // namespace tavlab::cli
