#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/solving/proof.h"

namespace tavlab {

/// The maximum number of lines in a sample. Fewer of the other side's moves are random than the
/// limit allows, so that the end of each line is searched completely.
inline constexpr std::int64_t kMaxSampledLines = 1'000'000'000;

/// A checkable proof: the winner's strategy (see LimitProof), as a file.
///
/// The file is a line of JSON, the moves of the strategy, and a checksum of both. Moves are stored
/// as indices among the legal moves, in the order in which a walk through all games of the strategy
/// asks for them; a checker walks in the same order, using the plain rules. docs/formats.md has the
/// details.
struct Certificate {
  std::string rules_hash;  ///< RuleSet::hash_text
  std::string rules_text;  ///< to_toml
  std::string family;
  std::string position;     ///< from which the limit counts
  std::string win_for;      ///< name of the side that wins within the limit (WinProver); empty for
                            ///< the family's own question of limits (Prover)
  int limit = 0;            ///< moves of that side, or of the second player
  bool held = true;         ///< the first player prevents a win within them; else it is forced
  StrategySample sample;    ///< the games that the moves cover
  std::uint64_t nodes = 0;  ///< moves that a check plays
  std::string moves;        ///< encoded by MoveWriter
};

/// The seed of a certificate's sample, derived from its other fields: a writer cannot choose the
/// lines, except by trying other numbers of them.
std::uint64_t sample_seed(const Certificate& certificate);

/// Writes a new file. Throws UserError if it already exists or cannot be written.
void write_certificate(const std::filesystem::path& path, const Certificate& certificate);

/// Throws UserError for a file that is not a certificate, or is damaged.
Certificate read_certificate(const std::filesystem::path& path);

}  // namespace tavlab
