#include "experiments/compare/positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "core/position_fields_of_families.h"
#include "core/random.h"
#include "core/text.h"
#include "experiments/run/interrupt.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/record/replay.h"

namespace tavlab {
namespace {

/// The parts of a position's text that only one of two rule sets has, such as the moves played
/// towards a limit: that they are missing is no difference between positions.
template <Game G>
class OwnFields {
 public:
  OwnFields(const typename G::Rules& a, const typename G::Rules& b) {
    const std::vector<std::string> of_a = keys(a), of_b = keys(b);
    std::ranges::set_symmetric_difference(of_a, of_b, std::back_inserter(keys_));
  }

  [[nodiscard]] std::string without(const std::string& text) const {
    if (keys_.empty()) return text;
    std::string kept;
    for (const std::string_view word : split(text, ' ')) {
      const std::string key(word.substr(0, word.find('=')));
      if (word.find('=') != std::string_view::npos && std::ranges::binary_search(keys_, key)) {
        continue;
      }
      kept += (kept.empty() ? "" : " ") + std::string(word);
    }
    return kept;
  }

 private:
  static std::vector<std::string> keys(const typename G::Rules& rules) {
    std::vector<std::string> all;
    for (const PositionField& field : PositionFields<G>::of(rules)) all.push_back(field.key);
    std::ranges::sort(all);
    return all;
  }

  std::vector<std::string> keys_;  ///< sorted
};

/// Legal moves as text, with the position that each leads to.
template <Game G>
std::map<std::string, std::string> futures(const typename G::Rules& rules,
                                           const typename G::Position& position,
                                           const OwnFields<G>& own_fields) {
  MoveList<G> moves;
  G::generate(rules, position, moves);
  std::map<std::string, std::string> found;
  for (const typename G::Move move : moves) {
    typename G::Position next = position;
    G::play(rules, next, move);
    found.emplace(G::move_text(rules, position, move),
                  fmt::format("{} {}", own_fields.without(G::position_text(rules, next)),
                              result_text<G>(G::result(next))));
  }
  return found;
}

/// What an agent does in a position under some rules.
template <Game G>
struct Choice {
  std::string move;
  std::optional<double> value;
};

template <Game G>
class Comparison {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;

  Comparison(const Rules& own, const Rules& other, std::string_view agent,
             const PositionSample& sample)
      : own_(own), other_(other), own_fields_(own, other), sample_(sample) {
    const AgentSpec spec = AgentSpec::parse(agent);
    own_agent_ = make_agent<G>(spec, own);
    other_agent_ = make_agent<G>(spec, other);
  }

  void look_at(const Position& position, bool ask) {
    ++found_.positions;
    const std::string text = own_fields_.without(G::position_text(own_, position));
    std::optional<Position> twin;
    try {
      twin = G::parse_position(other_, text);
    } catch (const UserError&) {
    }
    if (!twin || G::node_kind(*twin) != NodeKind::decision) {
      ++found_.unreadable;
      return;
    }
    const bool part = compare_futures(position, *twin, text);
    if (ask) compare_choices(position, *twin, text, part);
  }

  PositionComparison finish() {
    for (DifferingPosition& each : choices_) {
      if (found_.examples.size() < sample_.examples) found_.examples.push_back(std::move(each));
    }
    if (found_.valued > 0) {
      found_.value_shift /= static_cast<double>(found_.valued);
      found_.value_noise /= static_cast<double>(found_.valued);
    }
    return std::move(found_);
  }

 private:
  void remember(const std::string& position, const char* what, std::string first,
                std::string second) {
    if (found_.examples.size() >= sample_.examples) return;
    found_.examples.push_back({position, what, std::move(first), std::move(second)});
  }

  /// Returns whether the rules differ here.
  bool compare_futures(const Position& position, const Position& twin, const std::string& text) {
    const auto own = futures<G>(own_, position, own_fields_),
               other = futures<G>(other_, twin, own_fields_);
    std::string only_own, only_other;
    for (const auto& [move, next] : own) {
      if (!other.contains(move)) only_own += (only_own.empty() ? "" : " ") + move;
    }
    for (const auto& [move, next] : other) {
      if (!own.contains(move)) only_other += (only_other.empty() ? "" : " ") + move;
    }
    if (!only_own.empty() || !only_other.empty()) {
      ++found_.moves_differ;
      remember(text, "legal moves", only_own, only_other);
      return true;
    }
    for (const auto& [move, next] : own) {
      const std::string& there = other.at(move);
      if (next == there) continue;
      ++found_.results_differ;
      remember(text, "the results of a move", fmt::format("{}: {}", move, next),
               fmt::format("{}: {}", move, there));
      return true;
    }
    return false;
  }

  Choice<G> choose(Agent<G>& agent, const Rules& rules, const Position& position,
                   std::uint64_t stream) {
    GameState<G> state(rules, position);
    Random random(derive_seed({sample_.seed, found_.asked, stream}));
    agent.start_game();
    const typename G::Move move = agent.choose(state, random);
    return {G::move_text(rules, position, move), agent.value()};
  }

  void compare_choices(const Position& position, const Position& twin, const std::string& text,
                       bool part) {
    const Choice<G> here = choose(*own_agent_, own_, position, 0);
    const Choice<G> again = choose(*own_agent_, own_, position, 1);
    const Choice<G> there = choose(*other_agent_, other_, twin, 0);
    ++found_.asked;
    found_.choice_noise += here.move != again.move ? 1 : 0;
    if (here.move != there.move) {
      ++found_.choice_differs;
      // If the choice varies with random numbers alone, a different move means nothing.
      if (!part && here.move == again.move) {
        choices_.push_back({text, "the agent's moves", here.move, there.move});
      }
    }
    if (here.value && again.value && there.value) {
      ++found_.valued;
      found_.value_shift += std::abs(*here.value - *there.value);
      found_.value_noise += std::abs(*here.value - *again.value);
    }
  }

  const Rules& own_;
  const Rules& other_;
  OwnFields<G> own_fields_;
  PositionSample sample_;
  std::unique_ptr<Agent<G>> own_agent_;
  std::unique_ptr<Agent<G>> other_agent_;
  PositionComparison found_;
  std::vector<DifferingPosition> choices_;  ///< examples if there are no better ones
};

template <Game G>
PositionComparison compare_cell(Store& store, const StoredCell& cell, const typename G::Rules& own,
                                const typename G::Rules& other, std::string_view agent,
                                const PositionSample& sample, const std::function<void()>& looked) {
  std::uint64_t plies = 0;
  const auto each_game = [&](const auto& visit) { store.each_game(cell.id, visit, cell.games); };
  each_game([&](const GameRecord& game) { plies += static_cast<std::uint64_t>(game.plies); });
  Comparison<G> comparison(own, other, agent, sample);
  // The k-th of N positions lies in the k-th of N equal parts of all decisions.
  const std::uint64_t wanted = std::min(sample.positions, plies);
  const double offset = Random(sample.seed).uniform();
  const auto place = [&](std::uint64_t k) {
    return static_cast<std::uint64_t>((static_cast<double>(k) + offset) *
                                      static_cast<double>(plies) / static_cast<double>(wanted));
  };
  std::uint64_t taken = 0, seen = 0;
  each_game([&](const GameRecord& game) {
    replay<G>(own, game.moves, [&](const GameState<G>& state, typename G::Move) {
      if (taken == wanted || seen++ != place(taken)) return;
      ++taken;
      if (InterruptGuard::asked_to_stop()) return;
      // The agent gets positions at regular intervals.
      const bool ask = taken * sample.asked / wanted != (taken - 1) * sample.asked / wanted;
      comparison.look_at(state.position(), ask || sample.asked >= wanted);
      if (looked) looked();
    });
  });
  return comparison.finish();
}

}  // namespace

PositionComparison compare_positions(Store& store, const StoredCell& cell, const RuleSet& own,
                                     const RuleSet& other, std::string_view agent,
                                     const PositionSample& sample,
                                     const std::function<void()>& looked) {
  return visit_game(own, [&](auto game, const auto& own_rules) {
    using G = decltype(game);
    return visit_game(other, [&](auto other_game, const auto& other_rules) {
      if constexpr (std::is_same_v<decltype(other_game), G>) {
        return compare_cell<G>(store, cell, *own_rules, *other_rules, agent, sample, looked);
      } else {
        if (own.family != other.family) {
          throw UserError(
              fmt::format("{} is of family {}, {} of family {}: they share no positions", own.id,
                          own.family, other.id, other.family));
        }
        return PositionComparison{};  // boards of different sizes
      }
    });
  });
}

}  // namespace tavlab
