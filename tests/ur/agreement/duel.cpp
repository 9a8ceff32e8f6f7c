#include "tests/ur/agreement/duel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "core/error.h"
#include "tests/support/agreement.h"
#include "tests/support/draws.h"
#include "tests/ur/agreement/rule_sets.h"

namespace tavlab::ur_agreement {

using ur_reference::Piece;
using ur_reference::State;

std::string Coverage::text() const {
  return fmt::format(
      "{} plies, {} passes, {} captures, {} backward, {} extra, {} barred, {} stacked, {} below, "
      "{} overshot, {} namesakes; {}",
      plies, passes, captures, backward, extra, barred, stacked, below, overshot, namesakes,
      endings);
}

/// Pieces at random places, up to all of them.
State Duel::random_position() {
  ur_reference::Board board;
  ur_reference::Both home;
  for (const char player : {'w', 'b'}) {
    home.of(player) = chance(random_, 0.5) ? 0 : between(random_, 0, game_.pieces_to_win() - 1);
    const int left = game_.pieces() - home.of(player);
    for (int n = chance(random_, 0.5) ? left : between(random_, 0, left); n > 0; --n) {
      const Piece piece{player, between(random_, 1, game_.exit() - 1)};
      if (game_.can_stand(board, piece)) {
        board[game_.place(player, piece.index)].push_back(piece);
      }
    }
  }
  const char side = chance(random_, 0.5) ? 'w' : 'b';
  std::vector<int> winners;  // pieces that may just have won a roll
  if (rule_set_.text("extra_throw.piece") == "another" && chance(random_, 0.3)) {
    for (const auto& [square, stack] : board) {
      const Piece piece = stack.back();
      if (piece.owner == side && game_.gives_roll(side, piece.index)) {
        winners.push_back(piece.index);
      }
    }
  }
  return game_.given(board, side, home, winners.empty() ? 0 : any_of(random_, winners));
}

void Duel::play_roll() {
  ChanceList<Ur> outcomes;
  Ur::chance_outcomes(*rules_, core_.position(), outcomes);
  const std::uint8_t roll = any_of(random_, outcomes).value;
  line_.push_back(Ur::chance_text(*rules_, roll));
  core_.play_chance(roll);
  reference_ = game_.after_roll(reference_, roll);
  coverage_.passes += core_.node_kind() != NodeKind::decision;
}

/// A random move; every second time a capture, if there is one.
void Duel::play_move() {
  MoveList<Ur> moves;
  core_.legal_moves(moves);
  std::vector<Ur::Move> wanted;
  if (chance(random_, 0.5)) {
    for (const auto move : moves) {
      if (Ur::is_capture(*rules_, core_.position(), move)) wanted.push_back(move);
    }
  }
  const Ur::Move move = wanted.empty() ? core_.random_move(random_) : any_of(random_, wanted);
  line_.push_back(Ur::move_text(*rules_, core_.position(), move));
  note(move);
  const Side mover = core_.to_move();
  core_.play(move);
  coverage_.extra += !core_.over() && core_.to_move() == mover;
  reference_ = game_.after_move(reference_, {move.from(), move.to()});
}

void Duel::note(Ur::Move move) {
  const char player = reference_.side;
  coverage_.captures += Ur::is_capture(*rules_, core_.position(), move);
  coverage_.backward += move.to() < move.from();
  coverage_.barred += reference_.barred > 0;
  coverage_.overshot += move.to() - move.from() < reference_.roll && move.to() > move.from();
  const auto target = reference_.board.find(game_.place(player, move.to()));
  coverage_.stacked +=
      target != reference_.board.end() && !Ur::is_capture(*rules_, core_.position(), move);
  const auto source = reference_.board.find(game_.place(player, move.from()));
  coverage_.below +=
      source != reference_.board.end() && !(source->second.back() == Piece{player, move.from()});
}

void Duel::compare() {
  const bool continues = compare_state();
  const Ur::Position& p = core_.position();
  expect_same("the side to move", p.side == Side::first ? "w" : "b", {reference_.side});
  expect_same("the hands", fmt::format("{}:{}", p.hand[0], p.hand[1]),
              fmt::format("{}:{}", reference_.hand.white, reference_.hand.black));
  const NodeKind node = reference_.result != "unfinished" ? NodeKind::terminal
                        : reference_.roll > 0             ? NodeKind::decision
                                                          : NodeKind::chance;
  if (p.node != node) complain("the kind of node differs");
  if (!continues || complained()) return;
  if (p.node == NodeKind::chance) {
    compare_rolls();
  } else {
    compare_moves();
  }
  if (random_.below(4) == 0) compare_reading();
}

void Duel::compare_rolls() {
  ChanceList<Ur> outcomes;
  Ur::chance_outcomes(*rules_, core_.position(), outcomes);
  const auto& expected = game_.rolls();
  const bool same = std::equal(outcomes.begin(), outcomes.end(), expected.begin(), expected.end(),
                               [](const ChanceOutcome& outcome, const auto& roll) {
                                 return outcome.value == roll.first &&
                                        std::abs(outcome.probability - roll.second) < 1e-12;
                               });
  if (!same) complain("the rolls differ");
}

void Duel::compare_moves() {
  const Ur::Position& p = core_.position();
  MoveList<Ur> moves;
  Ur::generate(*rules_, p, moves);
  std::vector<std::string> core, expected;
  for (const auto move : moves) core.push_back(Ur::move_text(*rules_, p, move));
  std::map<std::string, int> namesakes;
  for (const auto& move : game_.moves(reference_)) {
    ++namesakes[game_.move_text(reference_.side, move)];
  }
  for (const auto& move : game_.moves(reference_)) {
    std::string text = game_.move_text(reference_.side, move);
    if (namesakes[text] > 1) text += fmt::format("@{}-{}", move.from, move.to);
    expected.push_back(std::move(text));
  }
  std::sort(core.begin(), core.end());
  std::sort(expected.begin(), expected.end());
  if (core != expected) {
    return complain(fmt::format("the moves are {} by core, {} by the reference", core, expected));
  }
  if (Ur::count_moves(*rules_, p) != moves.size()) {
    complain("count_moves does not count what generate gives");
  }
  for (const auto move : moves) {
    const std::string text = Ur::move_text(*rules_, p, move);
    const std::string captured = game_.captured_on(reference_, {move.from(), move.to()});
    expect_same("what " + text + " captures",
                fmt::format("{}", fmt::join(Ur::captured_squares(*rules_, p, move), " ")),
                captured);
    if (Ur::is_capture(*rules_, p, move) == captured.empty()) {
      complain("is_capture is wrong about " + text);
    }
    const State next = game_.after_move(reference_, {move.from(), move.to()});
    const bool wins = next.result == (reference_.side == 'w' ? "white" : "black");
    if (Ur::wins_at_once(*rules_, p, move) != wins) {
      complain("wins_at_once is wrong about " + text);
    }
    // On paths that visit squares twice, two moves may have the same squares.
    coverage_.namesakes += text.find('@') != std::string::npos;
    if (random_.below(4) != 0) continue;
    if (!(Ur::parse_move(*rules_, p, text) == move)) {
      complain("parse_move does not read back " + text);
    }
  }
}

}  // namespace tavlab::ur_agreement
