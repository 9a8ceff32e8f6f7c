#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/game_state.h"
#include "core/random.h"
#include "core/ruleset/ruleset.h"
#include "tests/support/agreement.h"
#include "tests/support/draws.h"

namespace tavlab {

/// What every family counts in the games compared. Families add how often rare cases occurred, to
/// show that the comparison covers them.
struct DuelCoverage {
  std::map<std::string, int> endings;  ///< games by "result: reason"
  std::int64_t plies = 0;

  /// Games that ended for a reason, whoever won.
  [[nodiscard]] int endings_by(std::string_view reason) const {
    int games = 0;
    for (const auto& [ending, times] : endings) {
      if (ending.ends_with(reason)) games += times;
    }
    return games;
  }
};

/// Games played by core and by the reference in step, compared after every move and roll, from the
/// start and from random positions. `Reference` is a family's second implementation: it has
/// `start`, `text` and, where repetition counts, `recurrence_text`.
template <Game G, typename Reference, std::derived_from<DuelCoverage> Coverage>
class DuelOf {
 public:
  DuelOf(const DuelOf&) = delete;
  DuelOf& operator=(const DuelOf&) = delete;
  virtual ~DuelOf() = default;

  /// Plays `plies` plies. Returns the first disagreement with everything needed to reproduce it, or
  /// an empty text.
  std::string run(std::int64_t plies) {
    const std::int64_t until = coverage_.plies + plies;
    // If games are over at once, there is nothing to play.
    for (int games = 0; coverage_.plies < until && games < plies + 10; ++games) {
      begin();
      if (complained()) break;
      play_game(until);
    }
    return complaint_;
  }

 protected:
  using State = std::decay_t<decltype(std::declval<const Reference&>().start())>;

  struct Settings {
    double from_start;           ///< the share of games that begin at the start
    std::array<int, 3> lengths;  ///< a game is cut off after one of these numbers of events
  };

  /// Throws UserError if core refuses the rule set.
  DuelOf(const RuleSet& rule_set, std::uint64_t seed, Coverage& coverage, const Settings& settings)
      : rule_set_(rule_set),
        rules_(G::compile(rule_set)),
        game_(rule_set),
        random_(seed),
        coverage_(coverage),
        core_(*rules_),
        settings_(settings) {}

  /// A position to begin at, which need not be reachable.
  virtual State random_position() = 0;
  /// Plays a move, or a roll, with both.
  virtual void play_move() = 0;
  virtual void play_roll() {}
  /// Compares the current position, its moves and rolls.
  virtual void compare() = 0;

  [[nodiscard]] std::string core_text() const {
    return G::position_text(*rules_, core_.position());
  }

  /// References leave repetition to their caller. To be called after every move.
  void check_repetition() {
    const int times = ++occurrences_[game_.recurrence_text(reference_)];
    const std::string& verdict = rule_set_.text("repetition.result");
    if (reference_.result != "unfinished" || verdict == "ignored") return;
    if (times < rule_set_.integer("repetition.count")) return;
    reference_.reason = "repetition";
    reference_.result = verdict == "draw" ? "draw" : reference_.side == 'w' ? "white" : "black";
  }

  [[nodiscard]] bool complained() const { return !complaint_.empty(); }

  /// The result, its reason and the position. Returns whether there are moves or rolls to compare.
  bool compare_state() {
    if (complained()) return false;
    expect_same("the result", std::string(result_text<G>(core_.result())), reference_.result);
    expect_same("the reason", std::string(core_.reason()), reference_.reason);
    expect_same("the position", core_text(), game_.text(reference_));
    return !complained() && reference_.result == "unfinished";
  }

  /// The text of a position reads back as the same position.
  void compare_reading() {
    try {
      const typename G::Position read = G::parse_position(*rules_, core_text());
      expect_same("the position read back", G::position_text(*rules_, read), core_text());
      if constexpr (std::equality_comparable<typename G::Position>) {
        if (!(read == core_.position())) complain("the position does not read back as itself");
      }
      if (G::key(*rules_, read) != G::key(*rules_, core_.position()) ||
          G::repetition_key(read) != G::repetition_key(core_.position())) {
        complain("the key of the position read back differs");
      }
    } catch (const UserError& error) {
      complain(fmt::format("the position does not read back: {}", error.what()));
    }
  }

  void expect_same(std::string_view what, const std::string& core, const std::string& expected) {
    if (core != expected) {
      complain(fmt::format("{} is '{}' by core, '{}' by the reference", what, core, expected));
    }
  }

  /// The first complaint counts.
  void complain(const std::string& what) {
    if (complained()) return;
    complaint_ = fmt::format("{}\nrules {}\n{}from {}\nline {}\ncore {}\nreference {}\n", what,
                             rule_set_.id, differences(rule_set_), from_, fmt::join(line_, " "),
                             core_text(), game_.text(reference_));
  }

  const RuleSet& rule_set_;
  std::shared_ptr<const typename G::Rules> rules_;
  Reference game_;
  Random random_;
  Coverage& coverage_;
  GameState<G> core_;
  State reference_;
  std::vector<std::string> line_;  ///< moves and rolls of this game

 private:
  /// Sets both to the start or to a random position.
  void begin() {
    line_.clear();
    if (chance(random_, settings_.from_start)) {
      from_ = "the start";
      reference_ = game_.start();
      core_.reset(G::start(*rules_));
    } else {
      reference_ = random_position();
      from_ = game_.text(reference_);
      try {
        core_.reset(G::parse_position(*rules_, from_));
      } catch (const UserError& error) {
        complain(fmt::format("core refuses the position: {}", error.what()));
      }
    }
    if constexpr (requires { game_.recurrence_text(reference_); }) {
      occurrences_ = {{game_.recurrence_text(reference_), 1}};
    }
    compare();
  }

  void play_game(std::int64_t until) {
    const int longest = settings_.lengths[random_.below(3)];
    for (int event = 0; event < longest && !complained() && !core_.over(); ++event) {
      if (core_.node_kind() == NodeKind::chance) {
        play_roll();
      } else {
        play_move();
        ++coverage_.plies;
      }
      compare();
      if (coverage_.plies >= until) break;
    }
    if (!core_.over()) return;
    ++coverage_.endings[fmt::format("{}: {}", result_text<G>(core_.result()), core_.reason())];
  }

  Settings settings_;
  std::map<std::string, int> occurrences_;  ///< of positions in this game, by their text
  std::string from_;
  std::string complaint_;
};

}  // namespace tavlab
