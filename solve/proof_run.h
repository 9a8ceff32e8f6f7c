#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/game.h"
#include "core/solving/proof.h"
#include "solve/certificate.h"

namespace tavlab {

class ProofFolder;

/// Proofs of ascending limits, or of a win in any number of moves, for one position. With a folder,
/// earlier results are read from it, the search's table is saved periodically, and a killed run
/// resumes.
class ProofRun {
 public:
  virtual ~ProofRun() = default;
  ProofRun() = default;
  ProofRun(const ProofRun&) = delete;
  ProofRun& operator=(const ProofRun&) = delete;

  /// Limits must be proved in the order 1, 2, ...; or kUnlimitedMoves alone.
  virtual LimitProof prove(int limit) = 0;

  /// Saves a run without a folder, after it was stopped, into one: the proofs so far, the effort
  /// spent on the next limit, and the search's table. The caller must hold the folder's lock.
  virtual void keep(ProofFolder& folder, std::span<const LimitProof> proofs,
                    const LimitProof& unfinished) = 0;

  /// The strategy behind a proof as a certificate, and the report of a walk through it; nullopt if
  /// stopped. `sample`: the lines and their moves; empty: all games are covered.
  virtual std::optional<std::pair<Certificate, StrategyReport>> certificate(
      const RuleSet& rule_set, int limit, bool held, const StrategySample& sample) = 0;
};

/// A run of the family's prover of limits (Prover<G>; only for families that have one). `folder`
/// may be null; `checkpoint` is the time in seconds between two saves. The rules and the folder
/// must outlive it. Throws UserError for rules that cannot be searched, or a damaged folder.
template <FamilyGame G>
std::unique_ptr<ProofRun> make_limit_run(const typename G::Rules& rules,
                                         const typename G::Position& position, ProofOptions options,
                                         ProofFolder* folder, double checkpoint);

/// The same for wins of `side`, by WinProver.
template <FamilyGame G>
std::unique_ptr<ProofRun> make_win_run(const typename G::Rules& rules, Side side,
                                       const typename G::Position& position, ProofOptions options,
                                       ProofFolder* folder, double checkpoint);

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
