#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "tools/cli.h"

// `tavlab solve` for families whose tables have endgames.
namespace tavlab::cli {

struct EndgameArguments {
  std::vector<int> pieces;  ///< of the first and of the second player
  int threads = 1;
  std::uint64_t memory = 0;  ///< bytes; 0: all that is available
  bool moves = true;         ///< also how many moves a win takes
  std::string out;
  bool json = false;
};

/// Solves, writes the table and prints what it says.
void solve_endgames(const RuleSet& rule_set, const EndgameArguments& options, Context& context);

/// Checks a table and prints what it says.
void print_endgame_info(const std::string& file, bool json);

}  // namespace tavlab::cli
