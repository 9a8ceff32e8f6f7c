#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/config.h"
#include "experiments/stats/interval.h"

namespace tavlab {

/// The region in which a mean lies, according to a hypothesis.
struct Region {
  double low;            ///< minus infinity if there is no lower end
  double high;           ///< plus infinity if there is no upper end
  bool outside = false;  ///< the mean lies below `low` or above `high` instead

  /// "at least 0.45", "from 0.45 to 0.55".
  [[nodiscard]] std::string text() const;
};

/// One measurable statement. A claim with several holds if all of them do.
struct Hypothesis {
  std::string measure;            ///< see make_measure
  std::optional<Interval> range;  ///< of a measure without bounds
  /// The arm whose mean is tested; or two, for the mean of the first minus that of the second. As
  /// in the labels of cells, without the agents: "helmfrid-9 king.weak=true".
  std::vector<std::string> arms;
  Region region;

  /// "score of helmfrid-9: at most 0.5".
  [[nodiscard]] std::string text() const;
  /// Whether it is about the value under optimal play, which is solved, not played.
  [[nodiscard]] bool exact() const;
};

/// A source's statement made measurable.
struct Claim {
  std::string statement;  ///< paraphrased
  std::string source;     ///< "S000"
  double alpha = 0.05;    ///< the probability of a false verdict, at each strength
  /// A decided hypothesis continues to this number of games, for a better estimate of its mean.
  std::uint64_t least_games = 200;
  std::vector<Hypothesis> hypotheses;
  /// The games that can decide it. Its agents are the strengths, weakest first; `games` of a cell
  /// is the budget.
  ExperimentConfig experiment;
};

/// The outcome of a run.
enum class Verdict : std::uint8_t { undecided, supported, refuted };
std::string_view verdict_text(Verdict verdict);
/// Of a verdict by exact values: "proved" or "refuted by proof".
std::string_view proof_text(Verdict verdict);

/// Loads a built-in claim by its id, or a file by its path, as load_experiment does.
Claim load_claim(std::string_view id_or_path, std::optional<std::uint64_t> games = {});

/// Parses a claim; see experiments/claims/README.md for the format. Throws UserError, also for
/// hypotheses that the arms cannot decide.
Claim parse_claim(std::string_view toml_text, std::string_view origin,
                  const std::filesystem::path& folder = {},
                  std::optional<std::uint64_t> games = {});

/// Ids of the claims compiled into the binary, sorted.
std::vector<std::string> builtin_claim_ids();

}  // namespace tavlab
