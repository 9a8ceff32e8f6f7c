#pragma once

#include <memory>

#include "nn/backend.h"

namespace tavlab {

/// Merges simultaneous requests of several threads into one batch, for devices that evaluate many
/// positions in about the time of one. The backends that `share()` returns all run on `backend`,
/// one batch at a time.
///
/// A thread that finds the device idle runs all waiting requests; those that arrive meanwhile form
/// the next batch ("flat combining": Hendler et al. 2010). So batches grow with the load, and no
/// thread waits for a batch to fill.
std::unique_ptr<NetBackend> make_joined_backend(std::unique_ptr<NetBackend> backend);

}  // namespace tavlab
