#include "tests/draughts/agreement/duel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/error.h"
#include "tests/draughts/agreement/made_positions.h"
#include "tests/support/agreement.h"
#include "tests/support/draws.h"

namespace tavlab::draughts_agreement {

using ReferenceMove = draughts_reference::Move;
using draughts_reference::Stack;
using draughts_reference::State;

std::string Coverage::text() const {
  return fmt::format(
      "{} plies, {} captures, {} long, {} in many ways, {} written in full, {} crowned, {} in "
      "passing, {} captures by kings, {} circles, {} high columns, {} released, {} again, {} "
      "threats; {}",
      plies, captures, long_captures, many_ways, long_texts, crowned, crowned_passing, by_kings,
      circles, high_columns, released, again, threats, endings);
}

/// Read from its text, which does not say whether the game is over.
State Duel::random_position() {
  return game_.parse(game_.text(made_position(rule_set_, game_, random_)));
}

/// Any legal move; or a largest capture, a king's move, or the way back.
Draughts::Move Duel::chosen_move() {
  const draughts::Position& p = core_.position();
  if (chance(random_, 0.4)) return core_.random_move(random_);
  MoveList<Draughts> moves;
  core_.legal_moves(moves);
  const std::uint32_t wanted = random_.below(3);
  std::size_t most = 0;
  for (const auto move : moves) {
    most = std::max(most, Draughts::captured_squares(*rules_, p, move).size());
  }
  std::vector<Draughts::Move> found;
  for (const auto move : moves) {
    const std::array fits = {
        Draughts::captured_squares(*rules_, p, move).size() == most,
        (p.kings >> move.from() & 1) != 0,
        move.from() == last_but_one_.to() && move.to() == last_but_one_.from(),
    };
    if (fits[wanted]) found.push_back(move);
  }
  return found.empty() ? any_of(random_, moves) : any_of(random_, found);
}

/// Identifies the reference's moves.
std::string Duel::name_of(const ReferenceMove& move) const {
  return fmt::format("{}:{} takes {} to {}", move.from(), move.to(), fmt::join(move.captured, ","),
                     game_.text(move.after));
}

void Duel::play_move() {
  const Draughts::Move move = chosen_move();
  const draughts::Position& p = core_.position();
  const std::string text = Draughts::move_text(*rules_, p, move);
  draughts::Position next = p;
  Draughts::play(*rules_, next, move);
  const auto found = std::ranges::find_if(expected_, [&](const ReferenceMove& expected) {
    return expected.from() == draughts::square_name(move.from()) &&
           expected.to() == draughts::square_name(move.to()) &&
           expected.captured == Draughts::captured_squares(*rules_, p, move) &&
           game_.text(expected.after) == Draughts::position_text(*rules_, next);
  });
  line_.push_back(text);
  if (found == expected_.end()) return complain("core plays a move that the reference has not");
  compare_move(move, *found);
  note(*found);
  last_but_one_ = last_;
  last_ = move;
  const State after = game_.adjudicated(found->after);
  const bool wins = after.result == (reference_.side == 'w' ? "white" : "black");
  if (Draughts::wins_at_once(*rules_, p, move) != wins) {
    complain("wins_at_once is wrong about " + text);
  }
  core_.play(move);
  reference_ = after;
  check_repetition();
}

/// Counts the effects of the move, by the reference.
void Duel::note(const ReferenceMove& move) {
  const Stack& before = reference_.board.at(move.from());
  const Stack& after = move.after.board.at(move.to());
  const std::size_t jumps = move.captured.empty() ? 0 : move.ways.front().size() - 1;
  const bool crowned = after.front().king && !before.front().king;
  coverage_.captures += jumps > 0;
  coverage_.long_captures += jumps >= 4;
  coverage_.many_ways += move.ways.size() > 1;
  coverage_.crowned += crowned;
  coverage_.crowned_passing += crowned && !move.to().ends_with(game_.last_row(reference_.side));
  coverage_.by_kings += jumps > 0 && before.front().king;
  coverage_.circles += move.from() == move.to();
  coverage_.high_columns += after.size() >= 6;
  coverage_.again += jumps > move.captured.size();
  for (const std::string& square : move.captured) {
    const auto rest = move.after.board.find(square);
    if (rest == move.after.board.end()) continue;
    coverage_.released += rest->second.front().owner == reference_.side;
    break;
  }
}

void Duel::compare() {
  if (!compare_state()) return;
  expected_ = game_.legal_moves(reference_);
  compare_moves();
  if (random_.below(4) == 0) compare_reading();
}

void Duel::compare_moves() {
  const draughts::Position& p = core_.position();
  MoveList<Draughts> moves;
  Draughts::generate(*rules_, p, moves);
  std::vector<std::string> core, expected;
  for (const auto move : moves) {
    draughts::Position next = p;
    Draughts::play(*rules_, next, move);
    core.push_back(fmt::format("{}:{} takes {} to {}", draughts::square_name(move.from()),
                               draughts::square_name(move.to()),
                               fmt::join(Draughts::captured_squares(*rules_, p, move), ","),
                               Draughts::position_text(*rules_, next)));
  }
  for (const ReferenceMove& move : expected_) expected.push_back(name_of(move));
  std::ranges::sort(core);
  std::ranges::sort(expected);
  const bool cut = expected.size() > Draughts::max_moves;  // see RULES.md
  if (cut ? !std::ranges::includes(expected, core) : core != expected) {
    return complain(fmt::format("the moves are {} by core, {} by the reference", core, expected));
  }
  if (Draughts::count_moves(*rules_, p) != moves.size()) {
    complain("count_moves does not count what generate gives");
  }
  if (random_.below(8) == 0) compare_threats();
}

/// Whether either player could win at once if it were to move.
void Duel::compare_threats() {
  for (const char player : {'w', 'b'}) {
    State state = reference_;
    state.side = player;
    const bool wins = std::ranges::any_of(game_.legal_moves(state), [&](const ReferenceMove& move) {
      return game_.adjudicated(move.after).result == (player == 'w' ? "white" : "black");
    });
    coverage_.threats += wins;
    const Side side = player == 'w' ? Side::first : Side::second;
    if (Draughts::threatens(*rules_, core_.position(), side) != wins) {
      complain(fmt::format("threatens is wrong about {}", player));
    }
  }
}

/// Checks what core reports about a legal move.
void Duel::compare_move(Draughts::Move move, const ReferenceMove& expected) {
  const draughts::Position& p = core_.position();
  const std::string text = Draughts::move_text(*rules_, p, move);
  const bool captures = !expected.captured.empty();
  if (Draughts::is_capture(*rules_, p, move) != captures) complain("is_capture is wrong: " + text);
  // The short form if it is unique, else one of its paths.
  const auto between_same = std::ranges::count_if(expected_, [&](const ReferenceMove& other) {
    return other.from() == expected.from() && other.to() == expected.to();
  });
  std::vector<std::string> texts;
  for (const auto& way : expected.ways) texts.push_back(fmt::format("{}", fmt::join(way, ":")));
  if (!captures) texts = {expected.from() + '-' + expected.to()};
  const auto all_ways = texts;
  if (captures && between_same == 1) texts = {expected.from() + ':' + expected.to()};
  coverage_.long_texts += between_same > 1;
  if (std::ranges::find(texts, text) == texts.end()) {
    complain(fmt::format("{} is written for one of {}", text, texts));
  }
  for (const std::string& way : {text, any_of(random_, all_ways)}) {
    try {
      if (!(Draughts::parse_move(*rules_, p, way) == move)) {
        complain(fmt::format("{} is read as another move than {}", way, text));
      }
    } catch (const UserError& error) {
      complain(fmt::format("{}: {}", way, error.what()));
    }
  }
}

}  // namespace tavlab::draughts_agreement
