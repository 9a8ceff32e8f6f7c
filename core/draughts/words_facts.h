#pragma once

#include <string>
#include <vector>

#include "core/draughts/parameters.h"

// Shared by the files that write the words of a rule set, words*.cpp, only.
namespace tavlab::draughts::words_detail {

/// The squares with that letter in the rows of the start position, in order.
std::vector<std::string> start_squares(const Parameters& parameters, char letter);

/// Whether some limit counts moves with few pieces on the board.
bool limits_few_pieces(const Parameters& parameters);

}  // namespace tavlab::draughts::words_detail
