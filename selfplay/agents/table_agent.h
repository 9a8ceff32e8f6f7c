#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/error.h"
#include "core/solving/exact.h"
#include "selfplay/agent.h"
#include "selfplay/agents/agent_spec.h"

namespace tavlab {

/// The agent `table`: perfect play from an exact table; among moves of equal value, the one with
/// the shortest way to a win or the longest way to a loss; ties go to the first move. `choose`
/// throws UserError if the position is not in the table.
template <Game G>
requires(Exact<G>::available) class TableAgent final : public Agent<G> {
 public:
  using Move = typename G::Move;
  using Table = typename Exact<G>::Table;

  /// `file` stands for the table in messages.
  TableAgent(std::shared_ptr<const Table> table, std::string file)
      : table_(std::move(table)), file_(std::move(file)) {}

  void check_start(const typename G::Rules& rules,
                   const typename G::Position& position) const override {
    if (table_->has(rules, position)) return;
    throw UserError(
        fmt::format("table '{}': it covers {}, not {}; use it in a search with "
                    "alphabeta:endgame={}",
                    file_, table_->covers(), G::position_text(rules, position), file_));
  }

  Move choose(GameState<G>& state, Random&, Analysis<G>* report) override {
    const auto& rules = state.rules();
    const bool first = state.to_move() == Side::first;
    check_start(rules, state.position());
    state.legal_moves(moves_);
    Move best = moves_[0];
    double preference = first ? -2.0 : 3.0;
    if (report != nullptr) *report = {};
    preferences_.clear();
    for (const Move move : moves_) {
      auto next = state.position();
      G::play(rules, next, move);
      const double value = table_->value(rules, next);
      const double mine = table_->preference(rules, next);
      if (first ? mine > preference : mine < preference) {
        preference = mine;
        value_ = value;
        best = move;
      }
      if (report != nullptr) report->candidates.push_back({move, 1, value});
      preferences_.push_back(mine);
    }
    if (report != nullptr) {
      report->value = value_;
      report->principal_variation = {best};
      report->nodes = moves_.size();
      report->depth = 1;
      sort(report->candidates, first);
      if constexpr (!Exact<G>::whole_games) {
        if (table_->decided(state.position())) {
          report->proven = value_ > 0.5 ? Result::first_wins : Result::second_wins;
          report->plies_to_end = table_->plies(state.position());
        }
      }
    }
    return best;
  }

  [[nodiscard]] std::optional<double> value() const override { return value_; }

 private:
  /// Sorts by the mover's preference, the best first; the candidates are in the order of moves_.
  template <typename Candidates>
  void sort(Candidates& candidates, bool first) const {
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
      return first ? preferences_[a] > preferences_[b] : preferences_[a] < preferences_[b];
    });
    Candidates sorted;
    if constexpr (requires { sorted.reserve(order.size()); }) sorted.reserve(order.size());
    for (const std::size_t i : order) sorted.push_back(candidates[i]);
    candidates = std::move(sorted);
  }

  std::shared_ptr<const Table> table_;
  std::string file_;
  double value_ = 0.5;  ///< at the last choice
  MoveList<G> moves_;
  std::vector<double> preferences_;  ///< of the moves
};

/// Makes the agent of a `table` spec. Throws UserError if the table is for other rules, or is one
/// of whole games that does not contain the start.
template <Game G>
std::unique_ptr<Agent<G>> make_table_agent(const AgentSpec& spec, const typename G::Rules& rules) {
  const std::string file = spec.file("file");
  auto table = open_table<G>(file, rules);
  if constexpr (Exact<G>::available) {
    if (Exact<G>::whole_games && !table->knows(rules, G::start(rules))) {
      throw UserError(
          fmt::format("table '{}': it covers {}, too few for a whole game of these rules; "
                      "use it in a search with alphabeta:endgame={}",
                      file, table->covers(), file));
    }
    if (!table->has_moves()) {
      throw UserError(
          fmt::format("table '{}': it stores winners alone, without the way to a win; use it "
                      "in a search with alphabeta:endgame={}",
                      file, file));
    }
    return std::make_unique<TableAgent<G>>(std::move(table), file);
  } else {
    return nullptr;  // no such table exists
  }
}

}  // namespace tavlab
