#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// The openings of a match. Where the agents exchange sides, each is played in a pair of games:
/// games 2k and 2k + 1 begin with opening k. Else game n begins with opening n. After the last one
/// the first is played again.
struct OpeningSuite {
  std::string source;              ///< as requested
  std::vector<std::string> lines;  ///< moves and rolls separated by spaces; never empty
  int plies = 0;                   ///< of the longest

  [[nodiscard]] const std::string& of_game(std::uint64_t number, bool in_pairs) const {
    return lines[(in_pairs ? number / 2 : number) % lines.size()];
  }
  /// A hash of the lines in their order.
  [[nodiscard]] std::string hash_text() const;
};

/// Whether a text requests openings by their length, not from a file.
inline bool is_enumeration(std::string_view text) { return text.starts_with("plies="); }

/// The openings that a text names: "plies=N" for all openings of that length or "plies=N,unique"
/// for one of each class of symmetric positions, in an order drawn from the seed; either followed
/// by
/// ",sample=M" for M of them, drawn move by move from the seed, all moves being equally likely
/// (rules with the same moves so far draw the same ones); else the path of a file with a line for
/// each, as `tavlab openings` prints them, in its order. In a file, empty lines and those that
/// begin with '#' are ignored; a relative path is relative to `folder`. Throws UserError; for an
/// illegal move it names the file, the line and the ply.
std::shared_ptr<const OpeningSuite> load_openings(std::string_view text, const RuleSet& rule_set,
                                                  std::uint64_t seed,
                                                  const std::filesystem::path& folder = {});

}  // namespace tavlab
