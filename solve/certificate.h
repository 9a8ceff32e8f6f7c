#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "solve/proof.h"

namespace tavlab {

/// Lines that a sample has at most. Of the other side's moves fewer are random than the limit
/// allows, so that each line has a part that is looked at whole.
inline constexpr std::int64_t kMostSampledLines = 1'000'000'000;

/// A proof that can be checked: the winner's strategy (see LimitProof), as a file.
///
/// The file is a line of JSON, the moves of the strategy, and a checksum of both. The moves are the
/// indices of moves among the legal ones, in the order in which a walk through all games by the
/// strategy asks for them; a checker walks in the same order by the plain rules. docs/formats.md
/// has the details.
struct Certificate {
  std::string rules_hash;  ///< RuleSet::hash_text
  std::string rules_text;  ///< to_toml
  std::string family;
  std::string position;     ///< at which the limit begins
  std::string win_for;      ///< the side that wins within the limit, by its name (WinProver); or
                            ///< empty: the family's question of limits (Prover)
  int limit = 0;            ///< moves that the side, or else the second player, has
  bool held = true;         ///< the first player prevents a win within them; else there is one
  StrategySample sample;    ///< of the games that the moves are for
  std::uint64_t nodes = 0;  ///< moves that a check plays
  std::string moves;        ///< encoded by MoveWriter
};

/// The seed of a certificate's sample, which follows from what it says: a writer cannot choose the
/// lines, except by trying other numbers of them.
std::uint64_t sample_seed(const Certificate& certificate);

/// Appends indices of moves, 7 bits a byte, the lowest first; all bytes but the last have the
/// eighth bit.
class MoveWriter {
 public:
  void add(std::uint64_t index) {
    for (; index >= 0x80; index >>= 7) bytes_.push_back(static_cast<char>(index | 0x80));
    bytes_.push_back(static_cast<char>(index));
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class MoveReader {
 public:
  /// The bytes must outlive it.
  explicit MoveReader(const std::string& bytes) : bytes_(bytes) {}

  /// Nothing at the end, and for what is no index.
  std::optional<std::uint64_t> next() {
    std::uint64_t index = 0;
    for (int shift = 0; shift < 28 && at_ < bytes_.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      index |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return index;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }

 private:
  const std::string& bytes_;
  std::size_t at_ = 0;
};

/// Writes a new file. Throws UserError if it is there already, or cannot be written.
void write_certificate(const std::filesystem::path& path, const Certificate& certificate);

/// Throws UserError for a file that is not a certificate, or is damaged.
Certificate read_certificate(const std::filesystem::path& path);

}  // namespace tavlab
