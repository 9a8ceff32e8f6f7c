#include "tests/tavreli/agreement/duel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/error.h"
#include "tests/support/agreement.h"
#include "tests/support/draws.h"
#include "tests/tavreli/agreement/made_positions.h"
#include "tests/tavreli/agreement/rule_sets.h"

namespace tavlab::tavreli_agreement {

using tavreli_reference::State;
using tavreli_reference::Tower;
using Special = tavreli::Move::Special;

std::string Coverage::text() const {
  return fmt::format(
      "{} plies, {} captures, {} checks, {} splits, {} releases, {} promotions, {} freed, "
      "{} reversions, {} double steps, {} en passant, {} castlings, {} high towers; {}",
      plies, captures, checks, splits, releases, promotions, freed, reversions, double_steps,
      en_passant, castlings, high_towers, endings);
}

/// Read from its text, which does not say whether the game is over.
State Duel::random_position() {
  return game_.parse(game_.text(made_position(rule_set_, game_, random_)));
}

/// Any legal move; or one of a kind that brings about rare rules; or the way back.
Tavreli::Move Duel::chosen_move() {
  const tavreli::Position& p = core_.position();
  if (chance(random_, 0.4)) return core_.random_move(random_);
  MoveList<Tavreli> moves;
  core_.legal_moves(moves);
  const auto is_ratnik = [&](int square) {
    return p.acting[static_cast<std::size_t>(tavreli::Kind::ratnik)] >> square & 1;
  };
  constexpr std::uint32_t kEnPassant = 3;
  const bool may_pass = p.en_passant != tavreli::kNowhere && chance(random_, 0.7);
  const std::uint32_t wanted = may_pass ? kEnPassant : random_.below(7);
  std::vector<Tavreli::Move> found;
  for (const auto move : moves) {
    const int ranks =
        p.side == Side::first ? tavreli::rank_of(move.to()) : 7 - tavreli::rank_of(move.to());
    const std::array fits = {
        Tavreli::is_capture(*rules_, p, move),
        move.pieces() < p.height[static_cast<std::size_t>(move.from())],
        is_ratnik(move.from()) && ranks >= 4,
        move.special() == Special::en_passant,
        move.special() == Special::castling || move.special() == Special::double_step,
        p.height[static_cast<std::size_t>(move.to())] > 1,
        move.from() == last_but_one_.to() && move.to() == last_but_one_.from(),
    };
    if (fits[wanted]) found.push_back(move);
  }
  return found.empty() ? any_of(random_, moves) : any_of(random_, found);
}

void Duel::play_move() {
  const Tavreli::Move move = chosen_move();
  const std::string text = Tavreli::move_text(*rules_, core_.position(), move);
  compare_move(move, text);
  line_.push_back(text);
  last_but_one_ = last_;
  last_ = move;
  const State after = game_.play(reference_, text);
  note(move, after);
  const bool wins = after.result == (reference_.side == 'w' ? "white" : "black");
  if (Tavreli::wins_at_once(*rules_, core_.position(), move) != wins) {
    complain("wins_at_once is wrong about " + text);
  }
  core_.play(move);
  reference_ = after;
  check_repetition();
}

/// Counts what the move brings about, by the reference.
void Duel::note(Tavreli::Move move, const State& after) {
  const State& before = reference_;
  const std::string from = tavreli::square_name(move.from()), to = tavreli::square_name(move.to());
  const Tower& source = before.board.at(from);
  const bool part = move.pieces() < static_cast<int>(source.size());
  coverage_.captures += Tavreli::is_capture(*rules_, core_.position(), move);
  coverage_.checks += game_.check(after);
  coverage_.splits += part;
  coverage_.double_steps += move.special() == Special::double_step;
  coverage_.en_passant += move.special() == Special::en_passant;
  coverage_.castlings += move.special() == Special::castling;
  if (move.special() == Special::castling) return;
  coverage_.promotions +=
      source.back().acts_as() == 'P' && to[1] == tavreli_reference::last_rank(before.side);
  coverage_.high_towers += after.board.at(to).size() >= 8;
  if (part) {
    const Tower& rest = after.board.at(from);
    coverage_.releases += rest.back().owner != before.side;
    coverage_.freed += rest.back().turned && !source[rest.size() - 1].turned;
  }
  const auto target = before.board.find(to);
  if (target == before.board.end() || !rule_set_.flag("stacking")) return;
  coverage_.reversions +=
      target->second.back().turned && !after.board.at(to)[target->second.size() - 1].turned;
}

void Duel::compare() {
  const bool continues = compare_state();
  const tavreli::Position& p = core_.position();
  expect_same("the side to move", p.side == Side::first ? "w" : "b", {reference_.side});
  if (p.in_check != (rules_->checkmate() && game_.check(reference_))) complain("check differs");
  if (!continues || complained()) return;
  compare_moves();
  if (random_.below(4) == 0) compare_reading();
}

void Duel::compare_moves() {
  const tavreli::Position& p = core_.position();
  MoveList<Tavreli> moves;
  Tavreli::generate(*rules_, p, moves);
  std::vector<std::string> core;
  for (const auto move : moves) core.push_back(Tavreli::move_text(*rules_, p, move));
  std::sort(core.begin(), core.end());
  const std::vector<std::string> expected = game_.legal_moves(reference_);
  if (core != expected) {
    return complain(fmt::format("the moves are {} by core, {} by the reference", core, expected));
  }
  if (Tavreli::count_moves(*rules_, p) != moves.size()) {
    complain("count_moves does not count what generate gives");
  }
  const Tavreli::Move any = any_of(random_, moves);
  compare_move(any, Tavreli::move_text(*rules_, p, any));
}

/// Checks what core reports about a legal move.
void Duel::compare_move(Tavreli::Move move, const std::string& text) {
  const tavreli::Position& p = core_.position();
  std::vector<std::string> captured;
  if (game_.captures(reference_, text)) {
    captured = {tavreli::square_name(move.to())};
    if (!reference_.board.contains(captured.front())) {  // en passant
      captured.front() = tavreli_reference::beside(captured.front(), 0,
                                                   -tavreli_reference::ahead(reference_.side));
    }
  }
  if (Tavreli::captured_squares(*rules_, p, move) != captured) {
    complain("captured_squares is wrong about " + text);
  }
  if (Tavreli::is_capture(*rules_, p, move) == captured.empty()) {
    complain("is_capture is wrong about " + text);
  }
  if (!(Tavreli::parse_move(*rules_, p, text) == move)) {
    complain("parse_move does not read back " + text);
  }
}

}  // namespace tavlab::tavreli_agreement
