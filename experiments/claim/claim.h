#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/claim/players.h"
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

/// One way to read the rules: the arms of the claim with another value of an assumption.
struct ClaimReading {
  std::string name;  ///< "board.hostile=none"; empty for the rules as the arms name them
  /// The arms that it changes, and what they become.
  std::map<std::string, std::string> arms;
};

/// A source's statement made measurable.
struct Claim {
  int version = 1;         ///< a changed claim is a new version
  std::string replaces;    ///< of a later version: what changed, and what was known by then
  std::string statement;   ///< paraphrased
  std::string source;      ///< "S000"
  std::string untestable;  ///< why no games can decide it; empty if they can
  double alpha = 0.05;     ///< the probability of a false verdict, at each strength
  /// How far the last two doublings of search may move a mean that has converged, as a share of the
  /// measure's range.
  double tolerance = 0.03;
  /// A decided hypothesis continues to this number of games, for a better estimate of its mean.
  std::uint64_t least_games = 200;
  std::vector<Hypothesis> hypotheses;
  std::vector<ClaimReading> readings = {{}};  ///< the first is that of the arms as they are
  std::vector<std::string> unplayable;        ///< readings that contradict the rest of the rules
  /// How a calibration chooses the agents; empty if the file names them.
  std::optional<PlayersRequest> request;
  int doublings = 0;  ///< of search, below the strongest agents
  /// Ladders of agents, each kind against each. Empty if the file lists agents that are no ladders:
  /// mirrors, or pairs. Then the agents of the cells are those, weakest first.
  ClaimPlayers players;
  /// The games that can decide it; `games` of a cell is the budget.
  ExperimentConfig experiment;

  /// Whether ladders of agents play it; else the file lists agents, as its question is about them.
  [[nodiscard]] bool by_ladders() const { return request || players.kinds() > 0; }
  /// Whether a calibration has still to choose the agents. Until then random ones stand for them.
  [[nodiscard]] bool wants_players() const { return request && players.kinds() == 0; }
  /// What an arm becomes in a reading.
  [[nodiscard]] const std::string& arm_in(std::size_t reading, const std::string& arm) const;
  /// The name of the rung at which a cell's agents play (ClaimPlayers::rung_name); for agents that
  /// are no ladders, their name.
  [[nodiscard]] std::string strength_of(const ExperimentCell& cell) const;
  /// A hash of the file's text, 16 hexadecimal digits.
  [[nodiscard]] std::string hash() const;
};

/// The outcome of a run.
enum class Verdict : std::uint8_t { undecided, supported, refuted };
std::string_view verdict_text(Verdict verdict);
/// Of a verdict by exact values: "proved" or "refuted by proof".
std::string_view proof_text(Verdict verdict);

/// Loads a built-in claim by its id, or a file by its path, as load_experiment does. `players` as
/// in parse_claim.
Claim load_claim(std::string_view id_or_path, std::optional<std::uint64_t> games = {},
                 std::optional<std::uint64_t> seed = {}, const ClaimPlayers& players = {});

/// Parses a claim; see experiments/claims/README.md for the format. `players`, if there are any,
/// play in place of the agents of the file. Throws UserError, also for hypotheses that the arms
/// cannot decide.
Claim parse_claim(std::string_view toml_text, std::string_view origin,
                  const std::filesystem::path& folder = {}, std::optional<std::uint64_t> games = {},
                  const ClaimPlayers& players = {});

/// Ids of the claims compiled into the binary, sorted.
std::vector<std::string> builtin_claim_ids();

}  // namespace tavlab
