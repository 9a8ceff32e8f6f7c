#pragma once

#include <memory>
#include <string_view>

#include "nn/backend.h"
#include "nn/learner.h"
#include "nn/net.h"

namespace tavlab {

/// What LibTorch does for nets. It lies in a module of its own that is loaded when it is first
/// asked for, since LibTorch takes a good part of a second to load, which no other command should
/// wait for. `device` is "cpu" or "cuda:0"; both throw UserError for one that is not there.
struct TorchLibrary {
  /// Runs a net, on the CPU in the calling thread alone.
  std::unique_ptr<NetBackend> (*make_backend)(const Net& net, std::string_view device);
  /// Goes on from a net.
  std::unique_ptr<Learner> (*make_learner)(const Net& net, const LearnerOptions& options,
                                           std::string_view device);
};

/// The function by which the module gives it away, and its type.
inline constexpr const char* kTorchLibrarySymbol = "tavlab_torch_library";
using TorchLibraryFunction = const TorchLibrary* (*)();

/// The version of LibTorch that this tavlab was built with, or "none". Loads nothing.
std::string_view torch_version();

/// Null where this tavlab was built without LibTorch. Throws UserError where the module is there
/// but cannot be loaded.
const TorchLibrary* find_torch_library();

/// Throws UserError, which says how to get it, where there is none.
const TorchLibrary& torch_library();

}  // namespace tavlab
