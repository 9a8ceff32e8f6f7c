// Reading a rule set's parameters, the board, and the start position.
#include "tests/tavreli/reference/game.h"

namespace tavlab::tavreli_reference {

char other(char player) { return player == 'w' ? 'b' : 'w'; }

std::string beside(const std::string& square, int files, int ranks) {
  const int file = square[0] + files;
  const int rank = square[1] + ranks;
  if (file < 'a' || file > 'h' || rank < '1' || rank > '8') return "";
  return {static_cast<char>(file), static_cast<char>(rank)};
}

int ahead(char player) { return player == 'w' ? 1 : -1; }

char second_rank(char player) { return player == 'w' ? '2' : '7'; }

char last_rank(char player) { return player == 'w' ? '8' : '1'; }

char destiny_of(char file) {
  const std::string destinies = "RNBQHBNR";
  return destinies[static_cast<std::size_t>(file - 'a')];
}

const Piece* top(const Board& board, const std::string& square) {
  const auto found = board.find(square);
  return found == board.end() ? nullptr : &found->second.back();
}

ReferenceGame::ReferenceGame(const RuleSet& rule_set)
    : stacking_(rule_set.flag("stacking")),
      volkhv_capture_(rule_set.text("win") == "volkhv_capture"),
      into_attack_(rule_set.flag("volkhv.into_attack")),
      stalemate_loses_(rule_set.text("stalemate") == "loss"),
      castling_(rule_set.flag("castling")),
      castling_side_(rule_set.text("castling_side")),
      en_passant_(rule_set.flag("en_passant")),
      cover_kills_rights_(rule_set.flag("cover_kills_rights")),
      own_ahead_(rule_set.flag("ratnik.own_ahead")),
      double_right_(rule_set.text("ratnik.double_right")),
      double_cross_(rule_set.text("ratnik.double_cross")),
      double_target_(rule_set.text("ratnik.double_target")),
      choice_(rule_set.text("promotion.kind") == "choice"),
      when_freed_(rule_set.text("promotion.when_freed")),
      reverts_under_any_(rule_set.text("promotion.reverts_under") == "any"),
      quiet_limit_(static_cast<int>(rule_set.integer("limits.quiet_plies"))),
      total_limit_(static_cast<int>(rule_set.integer("limits.total_plies"))),
      insufficient_material_(rule_set.flag("insufficient_material")) {}

State ReferenceGame::start() const {
  State state;
  const std::string behind = "RNBQKBNR";
  for (const char player : {'w', 'b'}) {
    for (char file = 'a'; file <= 'h'; ++file) {
      Piece piece;
      piece.owner = player;
      piece.kind = behind[static_cast<std::size_t>(file - 'a')];
      state.board[{file, player == 'w' ? '1' : '8'}] = {piece};
      Piece ratnik;
      ratnik.owner = player;
      ratnik.destiny = choice_ ? '\0' : destiny_of(file);
      ratnik.fresh = double_right_ != "second_rank";
      state.board[{file, second_rank(player)}] = {ratnik};
    }
  }
  if (castling_ && castling_side_ != "second") state.castling = {'K', 'Q'};
  if (castling_ && castling_side_ != "first") state.castling.insert({'k', 'q'});
  return state;
}

}  // namespace tavlab::tavreli_reference
