#include "tests/tavreli/agreement/made_positions.h"

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/draws.h"

namespace tavlab::tavreli_agreement {
namespace {

using tavreli_reference::Board;
using tavreli_reference::Piece;
using tavreli_reference::ReferenceGame;
using tavreli_reference::State;

/// Builds one position.
class Maker {
 public:
  Maker(const RuleSet& rule_set, Random& random)
      : rule_set_(rule_set), random_(random), choice_(is("promotion.kind", "choice")) {}

  State make();

 private:
  [[nodiscard]] bool is(const char* key, const char* value) const {
    return rule_set_.text(key) == value;
  }
  [[nodiscard]] bool stacking() const { return rule_set_.flag("stacking"); }

  [[nodiscard]] std::string any_square(bool crowded);
  [[nodiscard]] bool can_stand(const Piece& piece, const std::string& square) const;
  void place(const Piece& piece, const std::string& square);
  void place_castlers(char player);
  void place_others(char player, double share, bool crowded);
  void give_rights();
  void turn_over();
  void step_double();

  const RuleSet& rule_set_;
  Random& random_;
  bool choice_;
  State state_;
  std::string volkhvs_;  ///< players whose volkhv has been placed
};

/// Any square, or one of a few where towers are to be high.
std::string Maker::any_square(bool crowded) {
  const char file = static_cast<char>('a' + random_.below(crowded ? 3 : 8));
  return {file, static_cast<char>('1' + random_.below(8))};
}

bool Maker::can_stand(const Piece& piece, const std::string& square) const {
  const Piece* there = tavreli_reference::top(state_.board, square);
  if (there != nullptr && (!stacking() || there->kind == 'K')) return false;
  if (piece.kind != 'P' || stacking()) return true;
  // Without towers ratniks are not carried: they are in front of their start, and not turned over.
  return square[1] != '1' && square[1] != '8';
}

void Maker::place(const Piece& piece, const std::string& square) {
  if (can_stand(piece, square)) state_.board[square].push_back(piece);
}

/// Volkhv and ratoborets at home, sometimes.
void Maker::place_castlers(char player) {
  if (!chance(random_, 0.3)) return;
  const char rank = player == 'w' ? '1' : '8';
  for (const char file : {'a', 'h'}) {
    if (chance(random_, 0.7)) place({.owner = player, .kind = 'R'}, {file, rank});
  }
  place({.owner = player, .kind = 'K'}, {'e', rank});
  volkhvs_ += player;
}

/// A share of the other pieces.
void Maker::place_others(char player, double share, bool crowded) {
  for (const char kind : std::string_view("QBBNN")) {
    if (chance(random_, share)) place({.owner = player, .kind = kind}, any_square(crowded));
  }
  for (char file = 'a'; file <= 'h'; ++file) {
    if (!chance(random_, share)) continue;
    Piece ratnik{.owner = player};
    ratnik.destiny = choice_ ? '\0' : tavreli_reference::destiny_of(file);
    std::string square = any_square(crowded);
    const double where = random_.uniform();
    if (where < 0.25) square = {file, tavreli_reference::second_rank(player)};
    if (where > 0.75) square[1] = chance(random_, 0.5) ? '7' : '2';
    if (where > 0.9 && stacking()) square[1] = tavreli_reference::last_rank(player);
    place(ratnik, square);
  }
}

/// Rights to castle and to double steps for pieces that may have them.
void Maker::give_rights() {
  const auto at_home = [&](const char* square, char player, char kind) {
    const auto found = state_.board.find(square);
    return found != state_.board.end() && found->second.front().owner == player &&
           found->second.front().kind == kind;
  };
  const std::string castlers = rule_set_.text("castling_side");
  if (rule_set_.flag("castling") && castlers != "second") {
    if (at_home("e1", 'w', 'K') && at_home("h1", 'w', 'R')) state_.castling.insert('K');
    if (at_home("e1", 'w', 'K') && at_home("a1", 'w', 'R')) state_.castling.insert('Q');
  }
  if (rule_set_.flag("castling") && castlers != "first") {
    if (at_home("e8", 'b', 'K') && at_home("h8", 'b', 'R')) state_.castling.insert('k');
    if (at_home("e8", 'b', 'K') && at_home("a8", 'b', 'R')) state_.castling.insert('q');
  }
  if (is("ratnik.double_right", "second_rank")) return;
  for (auto& [square, tower] : state_.board) {
    for (Piece& piece : tower) {
      if (piece.kind != 'P') continue;
      const bool home = &piece == &tower.front() &&
                        square[1] == tavreli_reference::second_rank(piece.owner) &&
                        piece.destiny == tavreli_reference::destiny_of(square[0]);
      if (home || is("ratnik.double_right", "first_own_move")) piece.fresh = chance(random_, 0.7);
    }
  }
}

/// Ratniks that have turned over: some top ones, and those that must have. Below others only
/// where they keep their face.
void Maker::turn_over() {
  if (choice_) return;
  for (auto& [square, tower] : state_.board) {
    for (Piece& piece : tower) {
      if (piece.kind != 'P') continue;
      const bool on_top = &piece == &tower.back();
      const bool must = on_top && square[1] == tavreli_reference::last_rank(piece.owner) &&
                        !is("promotion.when_freed", "none");
      const bool may = on_top || is("promotion.reverts_under", "enemy");
      if (must || (may && chance(random_, 0.15))) piece.turned = true;
      if (piece.turned && !on_top && !may) piece.turned = false;
      if (piece.turned) piece.fresh = false;
    }
  }
}

/// The square that a double step of the opponent may just have crossed, or none.
void Maker::step_double() {
  const char player = tavreli_reference::other(state_.side);
  const int back = -tavreli_reference::ahead(player);
  std::vector<std::string> steppers, threatened;  // the latter beside an enemy's ratnik
  for (const auto& [square, tower] : state_.board) {
    const Piece& piece = tower.back();
    if (piece.owner != player || piece.acts_as() != 'P') continue;
    const std::string crossed = tavreli_reference::beside(square, 0, back);
    if (crossed.empty() || state_.board.contains(crossed)) continue;
    const std::string began = tavreli_reference::beside(crossed, 0, back);
    if (began.empty()) continue;
    if (began[1] == tavreli_reference::second_rank(player) ||
        is("ratnik.double_right", "first_own_move")) {
      steppers.push_back(square);
      for (const int files : {-1, 1}) {
        const Piece* there =
            tavreli_reference::top(state_.board, tavreli_reference::beside(square, files, 0));
        if (there != nullptr && there->owner != player && there->acts_as() == 'P') {
          threatened.push_back(square);
        }
      }
    }
  }
  if (steppers.empty() || chance(random_, 0.3)) return;
  const std::string& stepper = any_of(random_, threatened.empty() ? steppers : threatened);
  state_.crossed = tavreli_reference::beside(stepper, 0, back);
  state_.board.at(stepper).back().fresh = false;
}

State Maker::make() {
  state_.side = chance(random_, 0.5) ? 'w' : 'b';
  const double share = random_.below(3) == 0 ? 0.1 : random_.uniform();
  const bool crowded = stacking() && chance(random_, 0.3);
  for (const char player : {'w', 'b'}) place_castlers(player);
  for (const char player : {'w', 'b'}) place_others(player, share, crowded);
  for (const char player : {'w', 'b'}) {
    while (volkhvs_.find(player) == std::string::npos) {
      const std::string square = any_square(false);
      if (!can_stand({.owner = player, .kind = 'K'}, square)) continue;
      place({.owner = player, .kind = 'K'}, square);
      volkhvs_ += player;
    }
  }
  give_rights();
  turn_over();
  step_double();
  const auto limited = [&](const char* key) {
    const auto limit = static_cast<int>(rule_set_.integer(key));
    return limit > 1 && chance(random_, 0.3) ? between(random_, 0, limit - 1) : 0;
  };
  state_.quiet = limited("limits.quiet_plies");
  state_.plies = limited("limits.total_plies");
  return state_;
}

}  // namespace

State made_position(const RuleSet& rule_set, const ReferenceGame& game, Random& random) {
  for (;;) {
    State state = Maker(rule_set, random).make();
    // A player who may not be left in check has not just been.
    State before = state;
    before.side = tavreli_reference::other(state.side);
    if (rule_set.text("win") == "volkhv_capture" || !game.check(before)) return state;
  }
}

}  // namespace tavlab::tavreli_agreement
