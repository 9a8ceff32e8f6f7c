#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "core/solving/prover.h"
#include "solve/certificate.h"
#include "solve/proof_folder.h"
#include "solve/proof_run.h"
#include "solve/win_prover.h"

namespace tavlab {

/// A ProofRun by a search of limits or of wins. Slow to compile, so only the units of
/// proof_runs_of_game.cpp.in include this.
template <FamilyGame G, typename Search>
class SearchRun final : public ProofRun {
 public:
  using Position = typename G::Position;

  SearchRun(const typename G::Rules& rules, Side side, const Position& position,
            ProofOptions options, ProofFolder* folder, double checkpoint)
      : rules_(rules),
        side_(side),
        position_(position),
        folder_(folder),
        checkpoint_(checkpoint),
        search_(make(with_checkpoints(std::move(options)))) {
    if (folder_ == nullptr) return;
    folder_->begin();
    if (folder_->has_table()) search_.load(folder_->table());
  }

  LimitProof prove(int limit) override {
    if (folder_ == nullptr) return search_.prove(position_, limit);
    const auto index = static_cast<std::size_t>(limit == kUnlimitedMoves ? 0 : limit - 1);
    if (index < folder_->proofs().size()) return folder_->proofs()[index];
    before_ = folder_->unfinished();
    began_ = saved_ = Clock::now();
    proving_ = true;
    LimitProof proof = search_.prove(position_, limit);
    proving_ = false;
    const bool stopped = proof.verdict == LimitProof::Verdict::stopped;
    if (stopped || proof.seconds > checkpoint_) save(proof.nodes);
    proof.nodes += before_.nodes;
    proof.seconds += before_.seconds;
    if (!stopped) folder_->add(proof);
    return proof;
  }

  void keep(ProofFolder& folder, std::span<const LimitProof> proofs,
            const LimitProof& unfinished) override {
    folder.begin();
    for (const LimitProof& proof : proofs) folder.add(proof);
    search_.save(folder.table());
    folder.note(unfinished);
  }

  std::optional<std::pair<Certificate, StrategyReport>> certificate(
      const RuleSet& rule_set, int limit, bool held, const StrategySample& sample) override {
    Certificate certificate;
    certificate.rules_hash = rule_set.hash_text();
    certificate.rules_text = to_toml(rule_set);
    certificate.family = rule_set.family;
    certificate.position = G::position_text(rules_, position_);
    if (kTakesSide) certificate.win_for = player_name<G>(side_);
    certificate.limit = limit;
    certificate.held = held;
    certificate.sample = sample;
    if (sample.lines > 0) certificate.sample.seed = sample_seed(certificate);
    const StrategyReport report = strategy(limit, held, certificate.sample, certificate.moves);
    if (report.stopped) return std::nullopt;
    if (!report.fault.empty()) {
      throw std::logic_error("a proof has no strategy: " + report.fault);
    }
    certificate.nodes = report.nodes;
    return std::pair(std::move(certificate), report);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr bool kTakesSide =
      std::is_constructible_v<Search, const typename G::Rules&, Side, ProofOptions>;

  Search make(ProofOptions options) const {
    if constexpr (kTakesSide) {
      return Search(rules_, side_, std::move(options));
    } else {
      return Search(rules_, std::move(options));
    }
  }
  StrategyReport strategy(int limit, bool held, const StrategySample& sample, std::string& moves) {
    if constexpr (kTakesSide) {
      return search_.strategy(position_, limit, sample, moves);
    } else {
      return search_.strategy(position_, limit, held, sample, moves);
    }
  }

  static double seconds_since(Clock::time_point time) {
    return std::chrono::duration<double>(Clock::now() - time).count();
  }

  ProofOptions with_checkpoints(ProofOptions options) {
    options.progress = [this, shown = std::move(options.progress)](const ProofProgress& now) {
      if (shown) shown(now);
      if (!proving_ || seconds_since(saved_) < checkpoint_) return;
      save(now.nodes);
      saved_ = Clock::now();
    };
    return options;
  }

  /// Saves the search's table after this many nodes of the limit in progress.
  void save(std::uint64_t nodes) {
    LimitProof spent = before_;
    spent.nodes += nodes;
    spent.seconds += seconds_since(began_);
    search_.save(folder_->table());
    folder_->note(spent);
  }

  const typename G::Rules& rules_;
  Side side_;
  Position position_;
  ProofFolder* folder_;
  double checkpoint_;
  bool proving_ = false;
  LimitProof before_;  ///< the effort spent on the limit in progress before this run
  Clock::time_point began_, saved_;
  Search search_;
};

template <FamilyGame G>
std::unique_ptr<ProofRun> make_limit_run(const typename G::Rules& rules,
                                         const typename G::Position& position, ProofOptions options,
                                         ProofFolder* folder, double checkpoint) {
  if constexpr (Prover<G>::available) {
    using Search = typename Prover<G>::Search;
    return std::make_unique<SearchRun<G, Search>>(rules, Side::second, position, std::move(options),
                                                  folder, checkpoint);
  } else {
    throw std::logic_error("this family has no prover of limits");
  }
}

template <FamilyGame G>
std::unique_ptr<ProofRun> make_win_run(const typename G::Rules& rules, Side side,
                                       const typename G::Position& position, ProofOptions options,
                                       ProofFolder* folder, double checkpoint) {
  return std::make_unique<SearchRun<G, WinProver<G>>>(rules, side, position, std::move(options),
                                                      folder, checkpoint);
}

}  // namespace tavlab
