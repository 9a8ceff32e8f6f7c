#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/game.h"
#include "core/io/table_words.h"
#include "core/random.h"
#include "core/solving/proof.h"
#include "core/solving/prove_together.h"
#include "core/solving/prover.h"
#include "core/solving/strategy_moves.h"
#include "solve/certificate.h"
#include "solve/win_search.h"
#include "solve/win_strategy.h"

namespace tavlab {

/// Proves whether a side forces a win, within a limit of its own moves or at all, with several
/// threads sharing one table, which persists between calls. For any game without chance.
///
/// Rules on repetition cannot take away a win: under the strategy that wins in the fewest moves,
/// the number of moves left to the win decreases with each turn of the side, so no position occurs
/// twice and no such rule applies. They can add a win where they restrict the opponent, so the
/// verdict "not within the limit" may hold only with them ignored.
template <Game G>
class WinProver {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;

  /// The rules must outlive it. Throws UserError for rules with dice, and for too little memory.
  WinProver(const Rules& rules, Side side, ProofOptions options)
      : rules_(rules),
        keys_(rules),
        side_(side),
        options_(std::move(options)),
        table_((check_rules(rules, side), check_table_size(options_.memory))) {
    const typename WinSearch<G>::Shared shared{rules_, keys_, side_,
                                               table_, stop_, options_.threads};
    for (int thread = 0; thread < options_.threads; ++thread) {
      searches_.push_back(std::make_unique<WinSearch<G>>(shared));
    }
  }

  /// The position must not be over. `limit` is from 1 to kMaxLimit, or kUnlimitedMoves: then the
  /// verdict is `forced` or `stopped`.
  LimitProof prove(const Position& position, int limit) {
    const WinKey key = keys_.of(position);
    LimitProof proof = prove_together(
        searches_, options_, stop_,
        [&](auto& search) {
          return limit == kUnlimitedMoves ? search.wins_in_any_number(position)
                                          : search.wins(position, limit).value();
        },
        [&](std::uint64_t nodes) {
          return ProofProgress{nodes, table_.find(key, limit).numbers};
        });
    using Verdict = LimitProof::Verdict;
    if (proof.verdict == Verdict::forced) {
      const int within = std::min<int>(table_.bounds(key).within, limit);
      if (within < kUnknownWithin) proof.within = within;
    }
    const bool gave_up = std::any_of(searches_.begin(), searches_.end(),
                                     [](const auto& search) { return search->gave_up(); });
    if (proof.verdict == Verdict::held && (limit == kUnlimitedMoves || gave_up)) {
      proof.verdict = Verdict::stopped;
    }
    proof.ignores_repetition = proof.verdict == Verdict::held && repetition_matters(limit);
    return proof;
  }

  /// See SearchRun.
  void save(const std::filesystem::path& path) {
    write_table_words(path, kTable, table_.heaviest(kMaxSavedWords / kTable.words), fingerprint());
  }
  void load(const std::filesystem::path& path) {
    table_.take(read_table_words(path, kTable, fingerprint()));
  }

  /// The strategy by which the side wins within `limit` moves, after `prove` has found a win: sets
  /// `moves` as in a Certificate, and returns the report of a walk through it.
  StrategyReport strategy(const Position& position, int limit, const StrategySample& sample,
                          std::string& moves) {
    MoveWriter writer;
    const StrategyReport report =
        watched<typename WinSearch<G>::Stopped>(options_, stop_, [&](const ProofOptions& options) {
          WinStrategyWalk<G> walk(
              rules_, side_,
              [&](const Position& p, int left) {
                const typename G::Move best = searches_[0]->winning_move(p, left);
                MoveList<G> list;
                G::generate(rules_, p, list);
                const auto found = std::find(list.begin(), list.end(), best);
                if (found == list.end()) return std::int64_t{-1};
                writer.add(static_cast<std::uint64_t>(found - list.begin()));
                return static_cast<std::int64_t>(found - list.begin());
              },
              options);
          return walk.run(position, limit, sample);
        });
    moves = writer.take();
    return report;
  }

  /// Checks a strategy by a walk with the plain rules.
  static StrategyReport check(const Rules& rules, Side side, const Position& position, int limit,
                              const StrategySample& sample, const std::string& moves,
                              const ProofOptions& options) {
    check_rules(rules, side);
    if (limit < 1 || limit >= kUnknownWithin) {
      throw UserError(
          fmt::format("a limit must be from 1 to {} moves, not {}", kUnknownWithin - 1, limit));
    }
    MoveReader reader(moves);
    WinStrategyWalk<G> walk(
        rules, side,
        [&](const Position&, int) {
          const auto index = reader.next();
          return index ? static_cast<std::int64_t>(*index) : std::int64_t{-1};
        },
        options);
    StrategyReport report = walk.run(position, limit, sample);
    if (report.fault.empty() && !report.stopped && !reader.at_end()) {
      report.fault = "it has more moves than it needs";
    }
    return report;
  }

 private:
  static constexpr TableKind kTable{"tavlab win table 2\n", WinTable::kWords,
                                    "tavlab win table 1\n"};

  /// Wins in this many moves or more count as wins in this many (WinSearch).
  static constexpr int kUnknownWithin = 253;

  static void check_rules(const Rules& rules, [[maybe_unused]] Side side) {
    const std::string& id = rules.parameters.identity.id;
    if (G::has_chance(rules)) {
      throw UserError(fmt::format("rules '{}': wins cannot be proved with dice", id));
    }
    // With a counter that wins, the shortest win may repeat positions.
    if constexpr (Prover<G>::available) {
      if (side == Side::first && Prover<G>::limit(rules) > 0) {
        throw UserError(fmt::format(
            "rules '{}': wins for '{}' cannot be proved with a limit of the other side's moves; "
            "set it to none",
            id, player_name<G>(side)));
      }
    }
  }

  /// Whether rules on repetition could help the side: a position must occur `count` times, with at
  /// least one move of the side between occurrences, and one more move must be left to win.
  [[nodiscard]] bool repetition_matters(int limit) const {
    const RepetitionRule rule = G::repetition_rule(rules_);
    using Verdict = RepetitionRule::Verdict;
    switch (rule.verdict) {
      case Verdict::ignored:
      case Verdict::draw:
        return false;
      case Verdict::first_wins:
        if (side_ == Side::second) return false;
        break;
      case Verdict::forbidden_to_second:
        if (side_ == Side::second) return false;
        break;
      case Verdict::mover_loses:
      case Verdict::forbidden:
        break;
    }
    if constexpr (Prover<G>::available) {
      if (Prover<G>::passes(rules_, side_)) return true;
    }
    return limit >= rule.count;
  }

  /// Distinguishes tables of different rules, sides, and versions with different keys.
  [[nodiscard]] std::uint64_t fingerprint() const {
    return derive_seed({rules_.parameters.identity.hash, G::key(rules_, G::start(rules_)),
                        side_ == Side::first ? 1U : 2U});
  }

  const Rules& rules_;
  typename Prover<G>::Keys keys_;
  Side side_;
  ProofOptions options_;
  WinTable table_;
  std::atomic<bool> stop_ = false;
  std::vector<std::unique_ptr<WinSearch<G>>> searches_;  ///< one per thread
};

}  // namespace tavlab
