#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "solve/certificate.h"
#include "solve/proof_folder.h"
#include "solve/prover.h"

namespace tavlab {

/// Proofs of ascending limits, or of a win in any number of moves, for one position, by a
/// LimitProver or WinProver. With a folder, earlier results are read from it, the search's table is
/// saved periodically, and a killed run resumes.
template <FamilyGame G, typename Search>
class ProofRun {
 public:
  using Position = typename G::Position;

  /// `folder` may be null; `checkpoint` is the time in seconds between two saves. The rules and the
  /// folder must outlive the run. `side` is the one whose win is to be proved, if the search takes
  /// one. Throws UserError for rules that cannot be searched, or a damaged folder.
  ProofRun(const typename G::Rules& rules, Side side, const Position& position,
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

  /// Limits must be proved in the order 1, 2, ...; or kAnyNumber alone.
  LimitProof prove(int limit) {
    if (folder_ == nullptr) return search_.prove(position_, limit);
    const auto index = static_cast<std::size_t>(limit == kAnyNumber ? 0 : limit - 1);
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

  /// The strategy behind a proof as a certificate, and the report of a walk through it; nullopt if
  /// stopped. `sample`: the lines and their moves, unless all games are to be covered.
  std::optional<std::pair<Certificate, StrategyReport>> certificate(
      const RuleSet& rule_set, int limit, bool held, const StrategySample& sample = {}) {
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

/// A certificate's rules, and the report of a walk through its strategy.
struct CheckedCertificate {
  RuleSet rule_set;
  StrategyReport report;
};

/// Walks a certificate's strategy by the plain rules; `name` identifies it in messages. Throws
/// UserError if it does not prove its claim; the report may be `stopped`.
CheckedCertificate check_certificate(const Certificate& certificate, const std::string& name,
                                     const ProofOptions& options);

}  // namespace tavlab
