#pragma once

#include <memory>

#include "nn/backend.h"

namespace tavlab {

/// Runs in one batch what several threads ask of a net at the same time, for devices that evaluate
/// many positions in about the time of one. The backends that `share()` gives all run on `backend`,
/// one batch at a time.
///
/// A thread that finds the device idle runs everything that waits; what comes meanwhile is the next
/// batch ("flat combining": Hendler et al. 2010). So batches grow with the load, and nobody waits
/// for a batch to fill.
std::unique_ptr<NetBackend> make_joined_backend(std::unique_ptr<NetBackend> backend);

}  // namespace tavlab
