#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

#include "core/ruleset/ruleset.h"
#include "solve/ur/table_shape.h"

namespace tavlab::ur {

struct SolveOptions {
  double tolerance = 1e-12;  ///< a layer is done when a sweep changes no win probability by more
  int threads = 1;
  std::uint64_t memory_limit = 0;  ///< bytes; 0 is what the machine has available
  bool throws = false;             ///< expected throws left under optimal play too
  /// Layers in work are kept on the disk about this often, where that takes little time; 0: after
  /// every sweep.
  double checkpoint_seconds = 15;
};

/// What solving takes, known before it begins.
struct SolveEstimate {
  std::uint64_t positions = 0;
  std::uint64_t memory = 0;  ///< bytes
  std::uint64_t file = 0;    ///< bytes
  std::uint64_t disk = 0;    ///< bytes that the file takes at most while it is made
  double seconds = 0;        ///< roughly, from a typical rate and number of sweeps
};

struct SolveProgress {
  int own = 0, other = 0;  ///< the layer in work: pieces that are not home
  std::uint64_t sweep = 0;
  double change = 0;                 ///< the largest in the last sweep
  std::uint64_t positions_done = 0;  ///< of layers that are done
  std::uint64_t positions = 0;
  std::uint64_t updates = 0;  ///< of positions, so far in this run
  bool throws = false;        ///< whether expected throws are being computed
};

struct SolveResult {
  double first_player_win = 0;  ///< before the first throw, of the starting position of the rules
  double first_player_throws = 0;  ///< expected throws of a game; 0 where not wanted
  std::uint64_t positions = 0;
  double residual = 0;       ///< the largest of all layers
  std::uint64_t sweeps = 0;  ///< of all layers together
  std::uint64_t updates = 0;
  bool continued = false;  ///< some sweeps were an earlier run's
};

/// Throws UserError where the rules contradict themselves.
SolveEstimate estimate(const RuleSet& rule_set, const SolveOptions& options);

/// Solves a rule set exactly and writes its table to `out`: value iteration, layer by layer, from
/// few pieces to many, since pieces that are home never come back. Within a layer and the same seen
/// from the other side, tiles are swept in place (Gauss-Seidel), those whose pieces have come
/// farthest first, so that a value reaches all that do not lead through a capture in one sweep.
///
/// The result does not depend on the number of threads. Finished layers, and now and then those in
/// work, are kept in `out` + ".part"; a run that finds them there goes on, and gives the identical
/// file, however often it was killed. When `stop` is requested the run ends early with an exception
/// of type Stopped; what was kept stays.
///
/// Throws UserError where memory does not suffice, a file is foreign, or writing fails.
SolveResult solve(const RuleSet& rule_set, const SolveOptions& options,
                  const std::filesystem::path& out,
                  const std::function<void(const SolveProgress&)>& on_progress = {},
                  const std::stop_token& stop = {});

class Stopped : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "stopped"; }
};

}  // namespace tavlab::ur
