#pragma once

#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/game_state.h"
#include "core/picture_text.h"

namespace tavlab::fuzz {

/// Aborts if a promise is broken, as a fuzz target must.
inline void require(bool condition) {
  if (!condition) std::abort();
}

/// Runs `read`, which may throw a UserError of one line, and nothing else.
template <typename Read>
void expect_one_line_error(Read&& read) {
  try {
    read();
  } catch (const UserError& error) {
    require(std::string_view(error.what()).find_first_of("\r\n") == std::string_view::npos);
  }
}

/// Rule sets that between them use every part of the notation, on boards of several sizes.
struct Source {
  std::string rules;
  std::vector<std::string> overrides = {};
};

inline const std::vector<Source>& sources() {
  static const std::vector<Source> all = {
      {"helmfrid-9"},
      {"brandubh-7"},
      {"ashton-tablut-9"},
      {"viavuca-11-leaders"},
      {"copenhagen-11", {"capture.optional=true", "capture.shieldwall_flank_move=false"}},
      {"alea-evangelii-19"},
      {"helmfrid-9",
       {"dice.kind=distance", "dice.distance=exact", "king.capture_takes_effect=after_reply",
        "capture.optional=true", "limits.quiet_plies=50", "limits.total_plies=90",
        "limits.king_side_moves=20"}},
      {"helmfrid-9", {"dice.kind=distance", "dice.impossible=reroll", "no_move.attackers=passes"}},
      {"brandubh-7",
       {"dice.kind=parity", "repetition.result=draw", "no_move.attackers=passes",
        "no_move.defenders=passes", "king.capture_takes_effect=after_reply"}},
      {"ur-finkel"},
      {"ur-aseb", {"exit=at_least", "capture.backward=true"}},
      {"ur-skiryuk"},
      {"ur-skiryuk-tjau", {"opening=free", "finish.rule=stack"}},
      {"ur-skiryuk",
       {"stack.access=any_in_depot", "stack.capacity=2", "cross_kind=capture", "deadlock=more_home",
        "pieces_to_win=5"}},
      {"tavreli"},
      {"tavreli-002"},
      {"tavreli-capture", {"limits.quiet_plies=50", "limits.total_plies=90"}},
      {"tavreli", {"cover_kills_rights=true", "promotion.when_freed=own_move"}},
      {"chess"},
      {"russian-draughts"},
      {"brazilian-draughts", {"board.size=10", "capture.choice=most_kings"}},
      {"italian-draughts", {"limits.total_plies=90"}},
      {"thai-draughts", {"board.size=12", "draws.unit=plies", "draws.pieces_2_3=5"}},
      {"bashni", {"removal=at_once", "same_column_again=yes"}},
      {"lasca"},
  };
  return all;
}

/// A call of Test::run<G>(rules, text) for each rule set, compiled once.
template <typename Test>
const std::vector<std::function<void(std::string_view)>>& tests_of_all_rules() {
  static const std::vector<std::function<void(std::string_view)>> tests = [] {
    std::vector<std::function<void(std::string_view)>> made;
    for (const Source& source : sources()) {
      visit_game(load_rule_set(source.rules, source.overrides), [&](auto game, const auto& rules) {
        made.emplace_back(
            [rules](std::string_view t) { Test::template run<decltype(game)>(*rules, t); });
      });
    }
    return made;
  }();
  return tests;
}

template <typename Test>
void under_all_rules(std::string_view text) {
  for (const auto& test : tests_of_all_rules<Test>()) test(text);
}

/// For slow tests: under one of them, chosen by the length of the text.
template <typename Test>
void under_one_rule_set(std::string_view text) {
  const auto& tests = tests_of_all_rules<Test>();
  tests[text.size() % tests.size()](text);
}

/// What must hold in any position, however it came about.
template <Game G>
void require_sound(const typename G::Rules& rules, const typename G::Position& position) {
  const bool over = G::node_kind(position) == NodeKind::terminal;
  require((G::result(position) != Result::unfinished) == over);
  require(G::reason(position).empty() != over);
  require(!picture_text(G::picture(rules, position)).empty());
  const double value = G::evaluate(rules, position);
  require(value >= 0.0 && value <= 1.0);
  const std::string text = G::position_text(rules, position);
  if (!over) {
    const typename G::Position again = G::parse_position(rules, text);
    require(G::position_text(rules, again) == text);
    require(G::key(rules, again) == G::key(rules, position));
    require(G::repetition_key(again) == G::repetition_key(position));
    require(G::node_kind(again) == G::node_kind(position));
  }
  if (G::node_kind(position) == NodeKind::chance) {
    ChanceList<G> outcomes;
    G::chance_outcomes(rules, position, outcomes);
    require(!outcomes.empty());
    for (const ChanceOutcome& outcome : outcomes) {
      const std::string name = G::chance_text(rules, outcome.value);
      require(G::parse_chance(rules, position, name) == outcome.value);
    }
  } else if (!over) {
    MoveList<G> moves;
    G::generate(rules, position, moves);
    require(!moves.empty());
    require(G::count_moves(rules, position) == moves.size());
    for (const auto move : moves) {
      require(G::parse_move(rules, position, G::move_text(rules, position, move)) == move);
    }
  }
}

}  // namespace tavlab::fuzz
