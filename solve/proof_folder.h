#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "solve/proof.h"

namespace tavlab {

/// What the proofs in a folder are of.
struct ProofSubject {
  std::string rules;       ///< id, with overrides
  std::string rules_hash;  ///< RuleSet::hash_text
  std::string position;
  /// The side whose win is asked for, by its name; empty where it is the family's question of
  /// limits (Prover).
  std::string win_for = {};
  bool any_number = false;  ///< of moves: one proof, in place of one for each limit
  bool operator==(const ProofSubject&) const = default;
};

/// The folder of a run of proofs, for rising limits mostly: `proof.json`, what was proved so far,
/// and `table.bin`, what the search has learned, with which the same command resumes after a kill.
/// The folder's lock must be held.
class ProofFolder {
 public:
  /// Reads the run in the folder, if there is one. Throws UserError if it is another one, or
  /// damaged.
  ProofFolder(std::filesystem::path folder, ProofSubject subject);

  /// Writes what the run is of, if nothing is there yet: once it is sure that it can be searched.
  void begin();

  /// The proofs of the limits 1, 2, ... as far as they went; or that of any number of moves.
  [[nodiscard]] const std::vector<LimitProof>& proofs() const { return proofs_; }
  /// What was spent on the next limit before it was interrupted.
  [[nodiscard]] const LimitProof& unfinished() const { return unfinished_; }
  [[nodiscard]] std::filesystem::path table() const { return folder_ / "table.bin"; }
  [[nodiscard]] bool has_table() const;

  /// Adds the proof of the next limit. Throws UserError if it cannot be written.
  void add(const LimitProof& proof);
  /// Notes what was spent on it so far, when the table is saved.
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
