#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/solving/proof.h"

namespace tavlab {

/// The subject of the proofs in a folder.
struct ProofSubject {
  std::string rules;       ///< id, with overrides
  std::string rules_hash;  ///< RuleSet::hash_text
  std::string position;
  /// The name of the side whose win is to be proved; empty for the family's own question of limits
  /// (Prover).
  std::string win_for = {};
  bool any_number = false;  ///< of moves: one proof instead of one per limit
  bool operator==(const ProofSubject&) const = default;
};

/// The folder of a run of proofs, usually for ascending limits: `proof.json` has the results so
/// far, `table.bin` the search's table, from which the same command resumes after a kill. The
/// caller must hold the folder's lock.
class ProofFolder {
 public:
  /// Reads the run in the folder, if there is one. Throws UserError if it is a different run or
  /// damaged.
  ProofFolder(std::filesystem::path folder, ProofSubject subject);

  /// Writes the subject of a new run; called once the search has accepted it.
  void begin();

  /// The proofs of the limits 1, 2, ... so far; or the one for any number of moves.
  [[nodiscard]] const std::vector<LimitProof>& proofs() const { return proofs_; }
  /// The effort spent on the next limit before an interruption.
  [[nodiscard]] const LimitProof& unfinished() const { return unfinished_; }
  [[nodiscard]] std::filesystem::path table() const { return folder_ / "table.bin"; }
  [[nodiscard]] bool has_table() const;

  /// Adds the proof of the next limit. Throws UserError if it cannot be written.
  void add(const LimitProof& proof);
  /// Records the effort spent on the next limit so far; called when the table is saved.
  void note(const LimitProof& unfinished);

 private:
  void write() const;

  std::filesystem::path folder_;
  ProofSubject subject_;
  bool begun_ = false;
  std::vector<LimitProof> proofs_;
  LimitProof unfinished_;
};

}  // namespace tavlab
