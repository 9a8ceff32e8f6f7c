#include "experiments/merge.h"

#include <fmt/format.h>

#include "core/error.h"
#include "experiments/claim/claim_run.h"
#include "experiments/folder/output_folder.h"
#include "experiments/run/fill_store.h"
#include "experiments/run/interrupt.h"
#include "experiments/store/files.h"
#include "experiments/store/store.h"
#include "selfplay/run_folder.h"

namespace tavlab {
MergeOutcome merge_experiments(const std::vector<std::filesystem::path>& stores,
                               const std::filesystem::path& folder,
                               const ExperimentOptions& options) {
  const InterruptGuard guard;
  // All are checked before anything is written.
  for (const std::filesystem::path& each : stores) {
    std::error_code error;
    if (std::filesystem::equivalent(each, folder, error)) {
      throw UserError(fmt::format("{}: cannot be merged into itself", each.string()));
    }
    Store::open_for_report(each);
  }
  const OutputFolder output_folder(folder);
  check_no_training(folder);
  refuse_foreign_store_files(folder);
  if (!options.force && !has_store(folder)) refuse_foreign_files(folder, claim_files());
  Store merged = Store::open_for_merge(folder, stores.front());
  if (const std::string shard = merged.experiment().shard; !shard.empty()) {
    throw UserError(
        fmt::format("{}: holds shard {}; merge into another folder", folder.string(), shard));
  }
  MergeOutcome outcome;
  for (const std::filesystem::path& each : stores) {
    const Store::Merged counts = merged.merge(each);
    outcome.taken += counts.taken;
    outcome.known += counts.known;
  }
  merged.commit();
  if (merged.experiment().kind() == kClaimRun) {
    ClaimOptions claim;
    claim.json = options.json;
    claim.output = options.output;
    claim.log = options.log;
    outcome.summary = report_claim(folder, claim).games;
  } else {
    outcome.summary = report_store(merged, folder, options);
  }
  return outcome;
}

}  // namespace tavlab
