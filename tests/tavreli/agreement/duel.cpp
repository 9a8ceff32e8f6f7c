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

int Coverage::endings_by(std::string_view reason) const {
  int games = 0;
  for (const auto& [ending, times] : endings) {
    if (ending.ends_with(reason)) games += times;
  }
  return games;
}

std::string Coverage::text() const {
  return fmt::format(
      "{} plies, {} captures, {} checks, {} splits, {} releases, {} promotions, {} freed, "
      "{} reversions, {} double steps, {} en passant, {} castlings, {} high towers; {}",
      plies, captures, checks, splits, releases, promotions, freed, reversions, double_steps,
      en_passant, castlings, high_towers, endings);
}

Duel::Duel(const RuleSet& rule_set, std::uint64_t seed, Coverage& coverage)
    : rule_set_(rule_set),
      rules_(Tavreli::compile(rule_set)),
      game_(rule_set),
      random_(seed),
      coverage_(coverage),
      core_(*rules_) {}

std::string Duel::run(std::int64_t plies) {
  const std::int64_t until = coverage_.plies + plies;
  // Where games are over at once there is nothing to play.
  for (int games = 0; coverage_.plies < until && games < plies + 10; ++games) {
    begin();
    if (!complaint_.empty()) break;
    play_game(until);
  }
  return complaint_;
}

/// Sets both to the start or to a made position.
void Duel::begin() {
  line_.clear();
  last_ = last_but_one_ = {};
  if (chance(random_, 0.3)) {
    from_ = "the start";
    reference_ = game_.start();
    core_.reset(Tavreli::start(*rules_));
  } else {
    // The text says nothing of the end.
    from_ = game_.text(made_position(rule_set_, game_, random_));
    reference_ = game_.parse(from_);
    try {
      core_.reset(Tavreli::parse_position(*rules_, from_));
    } catch (const UserError& error) {
      complain(fmt::format("core refuses the position: {}", error.what()));
    }
  }
  occurrences_ = {{game_.recurrence_text(reference_), 1}};
  compare();
}

void Duel::play_game(std::int64_t until) {
  const int longest = std::array{8, 60, 300}[random_.below(3)];
  for (int ply = 0; ply < longest && complaint_.empty() && !core_.over(); ++ply) {
    play_move();
    ++coverage_.plies;
    compare();
    if (coverage_.plies >= until) break;
  }
  if (core_.over()) {
    ++coverage_
          .endings[fmt::format("{}: {}", result_text<Tavreli>(core_.result()), core_.reason())];
  }
}

/// Any legal move; or one of a kind that makes the rare rules come up; or the way back.
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
  judge_repetition();
}

/// The reference leaves repetition to its caller.
void Duel::judge_repetition() {
  const int times = ++occurrences_[game_.recurrence_text(reference_)];
  const std::string& verdict = rule_set_.text("repetition.result");
  if (reference_.result != "unfinished" || verdict == "ignored") return;
  if (times < rule_set_.integer("repetition.count")) return;
  reference_.reason = "repetition";
  reference_.result = verdict == "draw" ? "draw" : reference_.side == 'w' ? "white" : "black";
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
  if (!complaint_.empty()) return;
  const tavreli::Position& p = core_.position();
  const std::string text = Tavreli::position_text(*rules_, p);
  expect_same("the result", std::string(result_text<Tavreli>(core_.result())), reference_.result);
  expect_same("the reason", std::string(core_.reason()), reference_.reason);
  expect_same("the position", text, game_.text(reference_));
  expect_same("the side to move", p.side == Side::first ? "w" : "b", {reference_.side});
  if (p.in_check != (rules_->checkmate() && game_.check(reference_))) complain("check differs");
  if (!complaint_.empty() || reference_.result != "unfinished") return;
  compare_moves();
  if (random_.below(4) == 0) compare_reading(text);
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

/// What is told about a legal move.
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

/// The text of a position reads back as the same position.
void Duel::compare_reading(const std::string& text) {
  try {
    const Tavreli::Position read = Tavreli::parse_position(*rules_, text);
    expect_same("the position read back", Tavreli::position_text(*rules_, read), text);
    if (Tavreli::key(*rules_, read) != Tavreli::key(*rules_, core_.position()) ||
        Tavreli::repetition_key(read) != Tavreli::repetition_key(core_.position())) {
      complain("the key of the position read back differs");
    }
  } catch (const UserError& error) {
    complain(fmt::format("the position does not read back: {}", error.what()));
  }
}

void Duel::expect_same(std::string_view what, const std::string& core,
                       const std::string& expected) {
  if (core != expected) {
    complain(fmt::format("{} is '{}' by core, '{}' by the reference", what, core, expected));
  }
}

void Duel::complain(const std::string& what) {
  if (!complaint_.empty()) return;
  complaint_ =
      fmt::format("{}\nrules {}\n{}from {}\nline {}\ncore {}\nreference {}\n", what, rule_set_.id,
                  differences(rule_set_), from_, fmt::join(line_, " "),
                  Tavreli::position_text(*rules_, core_.position()), game_.text(reference_));
}

}  // namespace tavlab::tavreli_agreement
