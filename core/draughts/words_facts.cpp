#include "core/draughts/words_facts.h"

#include "core/draughts/notation.h"
#include "core/subscript.h"

namespace tavlab::draughts::words_detail {

std::vector<std::string> start_squares(const Parameters& parameters, char letter) {
  std::vector<std::string> squares;
  for (int rank = 0; rank < parameters.size; ++rank) {
    for (int file = 0; file < parameters.size; ++file) {
      if (parameters.rows[at(parameters.size - 1 - rank)][at(file)] != letter) continue;
      squares.push_back(square_name(square_at(file, rank)));
    }
  }
  return squares;
}

bool limits_few_pieces(const Parameters& parameters) {
  return parameters.pieces_2_3 > 0 || parameters.pieces_4_5 > 0 || parameters.pieces_6_7 > 0;
}

}  // namespace tavlab::draughts::words_detail
