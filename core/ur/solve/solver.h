#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

#include "core/ruleset/ruleset.h"
#include "core/ur/solve/table_shape.h"

namespace tavlab::ur {

struct SolveOptions {
  double tolerance = 1e-12;  ///< a layer is done when a sweep changes no win probability by more
  int threads = 1;
  std::uint64_t memory_limit = 0;  ///< bytes; 0: all available memory
  bool rolls = false;              ///< also compute the expected rolls left under optimal play
  /// Checkpoints of the current layers are written about this often if that is cheap; 0: after
  /// every sweep.
  double checkpoint_seconds = 15;
};

/// The resources that solving needs, estimated in advance.
struct SolveEstimate {
  std::uint64_t positions = 0;
  std::uint64_t memory = 0;  ///< bytes
  std::uint64_t file = 0;    ///< bytes
  std::uint64_t disk = 0;    ///< maximum bytes of the file while it is being written
  double seconds = 0;        ///< rough, from a typical rate and number of sweeps
};

struct SolveProgress {
  int own = 0, other = 0;  ///< the current layer: pieces that are not home
  std::uint64_t sweep = 0;
  double change = 0;                 ///< the largest in the last sweep
  std::uint64_t positions_done = 0;  ///< of finished layers
  std::uint64_t positions = 0;
  std::uint64_t updates = 0;  ///< position updates so far in this run
  bool rolls = false;         ///< whether expected rolls are being computed
};

struct SolveResult {
  double first_player_win = 0;    ///< in the start position, before the first roll
  double first_player_rolls = 0;  ///< expected rolls of a game; 0 if not requested
  std::uint64_t positions = 0;
  double residual = 0;       ///< the largest of all layers
  std::uint64_t sweeps = 0;  ///< of all layers together
  std::uint64_t updates = 0;
  bool continued = false;  ///< some sweeps were done by an earlier run
};

/// Throws UserError if the rules contradict themselves.
SolveEstimate estimate(const RuleSet& rule_set, const SolveOptions& options);

/// Solves a rule set exactly and writes its table to `out`: value iteration, layer by layer, from
/// few pieces to many, since pieces that are home never return. Within a layer and its mirror from
/// the other side, tiles are swept in place (Gauss-Seidel), those with the most advanced pieces
/// first, so that values propagate in one sweep through all moves without a capture.
///
/// The result does not depend on the number of threads. Finished layers, and checkpoints of the
/// current ones, are saved in `out` + ".part"; a later run resumes from them and gives the
/// identical file, however often it was killed. When `stop` is requested, the run ends early by
/// throwing Stopped; what was saved remains.
///
/// Throws UserError for insufficient memory, a foreign file, or a write error.
SolveResult solve(const RuleSet& rule_set, const SolveOptions& options,
                  const std::filesystem::path& out,
                  const std::function<void(const SolveProgress&)>& on_progress = {},
                  const std::stop_token& stop = {});

class Stopped : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "stopped"; }
};

}  // namespace tavlab::ur
