#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/game_state.h"
#include "tests/support/agreement.h"
#include "tests/support/draws.h"
#include "tests/tafl/agreement/agreement.h"
#include "tests/tafl/agreement/drawn_rule_sets.h"
#include "tests/tafl/agreement/made_positions.h"
#include "tests/tafl/reference/game.h"

namespace tavlab::agreement {

/// Games by core and by the reference in step, compared after every ply.
template <Game G>
class Duel {
 public:
  using Texts = std::vector<std::string>;

  Duel(const RuleSet& rule_set, const typename G::Rules& rules, std::uint64_t seed,
       Coverage& coverage)
      : rule_set_(rule_set),
        rules_(rules),
        reference_(rule_set),
        state_(rules),
        random_(seed),
        coverage_(coverage) {}

  /// The first disagreement within `plies` plies, or an empty text.
  std::string run(std::int64_t plies) {
    const std::int64_t until = coverage_.plies + plies;
    while (coverage_.plies < until && complaint_.empty()) {
      if (!begin()) {
        if (++dull_starts_ > 1000) break;
        continue;
      }
      dull_starts_ = 0;
      play_game(until);
    }
    return complaint_;
  }

  /// The first disagreement along the line, or an empty text.
  std::string follow(const std::string& position, const Texts& moves) {
    begin_at(position);
    for (const std::string& text : moves) {
      if (!complaint_.empty()) break;
      try {
        if (text[0] == '[') {
          play_roll(G::parse_chance(rules_, state_.position(), text));
        } else {
          play_move(G::parse_move(rules_, state_.position(), text));
        }
      } catch (const UserError& error) {
        complain(fmt::format("core refuses {}: {}", text, error.what()));
      }
      compare_positions();
    }
    return complaint_;
  }

 private:
  /// Sets both to the start or to a made position; false when the game is over there.
  bool begin() {
    shuttle_ = chance(random_, 0.25) ? 0.8 : 0.1;
    if (chance(random_, 0.15)) {
      longest_ = 600;
      begin_at("");
    } else {
      longest_ = std::array{3, 20, 600}[random_.below(3)];
      const auto position = make_position(reference_, rule_set_, random_);
      if (!position) return false;
      begin_at(*position);
    }
    return complaint_.empty() && !state_.over();
  }

  /// Sets both to the position, or the start.
  void begin_at(const std::string& position) {
    moves_.clear();
    last_own_ = {};
    from_ = position.empty() ? "the start" : position;
    if (position.empty()) {
      reference_.start();
      state_.reset(G::start(rules_));
    } else {
      reference_.set_position(position);
      try {
        state_.reset(G::parse_position(rules_, position));
      } catch (const UserError& error) {
        complain(fmt::format("core refuses the position: {}", error.what()));
      }
    }
    compare_positions();
  }

  void play_game(std::int64_t until) {
    for (int ply = 0; ply < longest_ && complaint_.empty() && !state_.over(); ++ply) {
      if (state_.node_kind() == NodeKind::chance) {
        play_roll(choose_roll());
      } else {
        play_move(choose());
        if (++coverage_.plies >= until) break;
      }
      compare_positions();
    }
    const std::string result(result_text<G>(state_.result()));
    if (state_.over()) ++coverage_.endings[fmt::format("{}: {}", result, state_.reason())];
  }

  void play_roll(std::uint8_t outcome) {
    const std::string text = G::chance_text(rules_, outcome);
    moves_.push_back(text);
    state_.play_chance(outcome);
    reference_.play_chance(text);
    coverage_.passes += state_.node_kind() != NodeKind::decision;
  }

  std::uint8_t choose_roll() {
    ChanceList<G> outcomes;
    G::chance_outcomes(rules_, state_.position(), outcomes);
    return outcomes[random_.below(static_cast<std::uint32_t>(outcomes.size()))].value;
  }

  void play_move(typename G::Move move) {
    const std::string text = G::move_text(rules_, state_.position(), move);
    compare_captures(move, text);
    last_own_[static_cast<std::size_t>(state_.to_move())] = text;
    moves_.push_back(text);
    const Texts captured = G::captured_squares(rules_, state_.position(), move);
    const auto is_far = [&](const std::string& name) {
      const int size = reference_.size();
      const int files = std::abs(name[0] - 'a' - move.to() % size);
      const int ranks = std::abs(std::stoi(name.substr(1)) - 1 - move.to() / size);
      return files + ranks > 1;
    };
    coverage_.captures += !captured.empty();
    coverage_.shieldwalls += std::any_of(captured.begin(), captured.end(), is_far);
    coverage_.declined += text.find('~') != std::string::npos;
    state_.play(move);
    reference_.play(text);
  }

  /// Mostly moves that make something happen: captures, moves of the king, moves next to him, and
  /// moves back and forth.
  typename G::Move choose() {
    MoveList<G> moves;
    state_.legal_moves(moves);
    const double kind = random_.uniform();
    std::vector<typename G::Move> wanted;
    if (chance(random_, shuttle_)) {
      const std::string& last = last_own_[static_cast<std::size_t>(state_.to_move())];
      const std::size_t dash = last.find('-');
      for (const auto move : moves) {
        if (dash == std::string::npos) break;
        const std::string back =
            last.substr(dash + 1, last.find('~') - dash - 1) + '-' + last.substr(0, dash);
        if (G::move_text(rules_, state_.position(), move) == back) wanted.push_back(move);
      }
    } else if (kind < 0.5) {
      for (const auto move : moves) {
        if (G::is_capture(rules_, state_.position(), move)) wanted.push_back(move);
      }
    } else if (kind < 0.75) {
      for (const auto move : moves) {
        const auto p = state_.position();
        if (state_.to_move() == Side::second && move.from() == p.king) wanted.push_back(move);
        if (state_.to_move() == Side::first) {
          const int size = reference_.size();
          const int distance = std::abs(move.to() % size - p.king % size) +
                               std::abs(move.to() / size - p.king / size);
          if (distance == 1) wanted.push_back(move);
        }
      }
    }
    if (!wanted.empty()) return any_of(random_, wanted);
    if (kind < 0.9) return moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
    const auto move = state_.random_move(random_);
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) {
      complain("random_move gives an illegal move " +
               G::move_text(rules_, state_.position(), move));
    }
    return move;
  }

  void compare_captures(typename G::Move move, const std::string& text) {
    const Texts core = G::captured_squares(rules_, state_.position(), move);
    const Texts expected = reference_.captured_by(text);
    if (core != expected) {
      complain(fmt::format("{} captures {} by core, {} by the reference", text, core, expected));
    }
    if (core.empty() == G::is_capture(rules_, state_.position(), move)) {
      complain(fmt::format("is_capture of {} is wrong", text));
    }
  }

  void expect_same(std::string_view what, const std::string& core, const std::string& expected) {
    if (core != expected) {
      complain(fmt::format("{} is '{}' by core, '{}' by the reference", what, core, expected));
    }
  }

  void compare_positions() {
    if (!complaint_.empty()) return;
    const auto& position = state_.position();
    const std::string text = G::position_text(rules_, position);
    coverage_.pending += text.find(" pending") != std::string::npos;
    expect_same("the result", std::string(result_text<G>(state_.result())), reference_.result());
    expect_same("the reason", std::string(state_.reason()), reference_.reason());
    expect_same("the position", text, reference_.position_text());
    expect_same("the side to move", std::string(player_name<G>(state_.to_move())),
                reference_.to_move());
    const auto node = [](bool over, bool chance) {
      return over ? "terminal" : chance ? "chance" : "decision";
    };
    expect_same("the node", node(state_.over(), state_.node_kind() == NodeKind::chance),
                node(reference_.over(), reference_.is_chance()));
    if (!complaint_.empty() || state_.over()) return;
    if (state_.node_kind() == NodeKind::chance) {
      compare_rolls();
    } else {
      compare_moves();
    }
    if (random_.below(8) == 0) compare_reading(text);
  }

  void compare_rolls() {
    ChanceList<G> outcomes;
    G::chance_outcomes(rules_, state_.position(), outcomes);
    std::map<std::string, double> core;
    std::map<std::string, double> expected;
    for (const ChanceOutcome& outcome : outcomes) {
      core[G::chance_text(rules_, outcome.value)] = outcome.probability;
    }
    for (const auto& [text, probability] : reference_.chance_outcomes()) {
      expected[text] = probability;
    }
    const bool same =
        std::equal(core.begin(), core.end(), expected.begin(), expected.end(),
                   [](const auto& a, const auto& b) {
                     return a.first == b.first && std::abs(a.second - b.second) < 1e-12;
                   });
    if (!same)
      complain(fmt::format("the rolls are {} by core, {} by the reference", core, expected));
  }

  void compare_moves() {
    MoveList<G> moves;
    state_.legal_moves(moves);
    Texts core;
    core.reserve(moves.size());
    for (const auto move : moves) core.push_back(G::move_text(rules_, state_.position(), move));
    std::sort(core.begin(), core.end());
    const Texts expected = reference_.legal_moves();
    if (core != expected) {
      Texts extra;
      Texts missing;
      std::set_difference(core.begin(), core.end(), expected.begin(), expected.end(),
                          std::back_inserter(extra));
      std::set_difference(expected.begin(), expected.end(), core.begin(), core.end(),
                          std::back_inserter(missing));
      return complain(
          fmt::format("only core has the moves {}, only the reference {}", extra, missing));
    }
    MoveList<G> generated;
    G::generate(rules_, state_.position(), generated);
    if (G::count_moves(rules_, state_.position()) != generated.size()) {
      complain("count_moves does not count what generate gives");
    }
    if (random_.below(16) != 0) return;
    for (const auto move : moves) {
      const std::string text = G::move_text(rules_, state_.position(), move);
      compare_captures(move, text);
      if (!(G::parse_move(rules_, state_.position(), text) == move)) {
        complain("parse_move does not read back " + text);
      }
      compare_winning(move, text);
    }
  }

  void compare_winning(typename G::Move move, const std::string& text) {
    auto next = state_.position();
    G::play(rules_, next, move);
    const bool wins = G::result(next) == win_for(state_.to_move());
    if (G::wins_at_once(rules_, state_.position(), move) != wins) {
      complain("wins_at_once is wrong about " + text);
    }
  }

  /// The text of a position reads back as the same position.
  void compare_reading(const std::string& text) {
    const auto k = text.find('k');
    if (k == std::string::npos) return complain("no king in an unfinished game");
    try {
      const auto read = G::parse_position(rules_, text);
      if (!(read == state_.position())) complain("the position does not read back as itself");
      if (G::key(rules_, read) != G::key(rules_, state_.position())) {
        complain("the key of the position read back differs");
      }
    } catch (const UserError& error) {
      complain(fmt::format("the position does not read back: {}", error.what()));
    }
  }

  void complain(const std::string& what) {
    if (!complaint_.empty()) return;
    complaint_ =
        fmt::format("{}\nrules {}\n{}from {}\nmoves {}\ncore {}\nreference {}\n", what,
                    rule_set_.id, differences(rule_set_), from_, fmt::join(moves_, " "),
                    G::position_text(rules_, state_.position()), reference_.position_text());
  }

  const RuleSet& rule_set_;
  const typename G::Rules& rules_;
  reference::ReferenceGame reference_;
  GameState<G> state_;
  Random random_;
  Coverage& coverage_;
  double shuttle_ = 0;
  int dull_starts_ = 0;  ///< in a row, in which the game was over at once
  int longest_ = 0;      ///< plies of this game at most
  std::string from_;
  Texts moves_;
  std::array<std::string, 2> last_own_;
  std::string complaint_;
};

}  // namespace tavlab::agreement
