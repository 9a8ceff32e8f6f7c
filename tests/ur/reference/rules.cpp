// Reading a rule set's parameters.
#include <algorithm>
#include <numeric>

#include "tests/ur/reference/game.h"

namespace tavlab::ur_reference {
namespace {

std::string mirrored(std::string square) {
  if (square[1] == '1') {
    square[1] = '3';
  } else if (square[1] == '3') {
    square[1] = '1';
  }
  return square;
}

std::map<int, double> read_dice(const RuleSet& rule_set) {
  const std::string& kind = rule_set.text("dice.kind");
  if (kind == "4d2") {
    return {{0, 1.0 / 16}, {1, 4.0 / 16}, {2, 6.0 / 16}, {3, 4.0 / 16}, {4, 1.0 / 16}};
  }
  if (kind == "3d2") return {{0, 1.0 / 8}, {1, 3.0 / 8}, {2, 3.0 / 8}, {3, 1.0 / 8}};
  if (kind == "3d2_zero4" || kind == "3d6_parity") {
    return {{1, 3.0 / 8}, {2, 3.0 / 8}, {3, 1.0 / 8}, {4, 1.0 / 8}};
  }
  if (kind == "d4") return {{1, 0.25}, {2, 0.25}, {3, 0.25}, {4, 0.25}};
  std::map<int, double> rolls;
  if (kind == "d6") {
    for (int n = 1; n <= 6; ++n) rolls[n] = 1.0 / 6;
    return rolls;
  }
  double sum = 0;
  for (const std::string& weight : rule_set.list("dice.weights")) sum += std::stoi(weight);
  int n = 0;
  for (const std::string& weight : rule_set.list("dice.weights")) {
    if (std::stoi(weight) > 0) rolls[n] = std::stoi(weight) / sum;
    ++n;
  }
  return rolls;
}

}  // namespace

ReferenceGame::ReferenceGame(const RuleSet& rule_set)
    : board_(rule_set.text("board")),
      pieces_(static_cast<int>(rule_set.integer("pieces"))),
      pieces_to_win_(static_cast<int>(rule_set.integer("pieces_to_win"))),
      rolls_(read_dice(rule_set)),
      opening_(rule_set.text("opening")),
      rosette_extra_(rule_set.flag("rosette.extra_throw")),
      rosette_safe_(rule_set.flag("rosette.safe")),
      capture_extra_(rule_set.flag("capture.extra_throw")),
      capture_backward_(rule_set.flag("capture.backward")),
      another_piece_(rule_set.text("extra_throw.piece") == "another"),
      turned_from_(static_cast<int>(rule_set.integer("turn.index"))),
      kinds_block_(rule_set.text("cross_kind") == "block"),
      capacity_(static_cast<int>(rule_set.integer("stack.capacity"))),
      any_in_depot_(rule_set.text("stack.access") == "any_in_depot"),
      finish_(rule_set.text("finish.rule")),
      exit_at_least_(rule_set.text("exit") == "at_least"),
      more_home_wins_(rule_set.text("deadlock") == "more_home") {
  path_['w'] = path_['b'] = {"hand"};
  for (const std::string& square : rule_set.list("path")) {
    path_['w'].push_back(square);
    path_['b'].push_back(mirrored(square));
  }
  exit_ = static_cast<int>(path_['w'].size());
  path_['w'].emplace_back("home");
  path_['b'].emplace_back("home");
  if (pieces_to_win_ == 0) pieces_to_win_ = pieces_;
  if (turned_from_ > 0 && rule_set.text("turn.moment") == "leaving") ++turned_from_;
  for (const char* name : {"rosettes", "depots", "shared_depots", "islands", "finish"}) {
    for (const std::string& square : rule_set.list(std::string("squares.") + name)) {
      classes_[square] = name;
    }
  }
}

State ReferenceGame::swapped(const State& state) const {
  State other = state;
  other.board.clear();
  for (const auto& [square, stack] : state.board) {
    std::vector<Piece>& turned_round = other.board[mirrored(square)];
    for (const Piece& piece : stack) {
      turned_round.push_back({piece.owner == 'w' ? 'b' : 'w', piece.index});
    }
  }
  std::swap(other.hand.white, other.hand.black);
  std::swap(other.home.white, other.home.black);
  other.side = state.side == 'w' ? 'b' : 'w';
  if (state.result == "white") other.result = "black";
  if (state.result == "black") other.result = "white";
  return other;
}

}  // namespace tavlab::ur_reference
