#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "nn/backend.h"
#include "nn/evaluation/evaluation_learner.h"
#include "nn/learner.h"
#include "nn/net.h"

namespace tavlab {

/// The functions that use LibTorch. They are in a separate module that is loaded on first use,
/// since loading LibTorch takes a large part of a second, which other commands should not wait for.
/// `device` is "cpu" or "cuda:0"; both throw UserError if there is no such device.
struct TorchLibrary {
  /// Runs a net; on the CPU only in the calling thread.
  std::unique_ptr<NetBackend> (*make_backend)(const Net& net, std::string_view device);
  /// Makes a learner that starts from a net.
  std::unique_ptr<Learner> (*make_learner)(const Net& net, const LearnerOptions& options,
                                           std::string_view device);
  /// Makes a learner of learned evaluations, on the CPU.
  std::unique_ptr<EvaluationLearner> (*make_evaluation_learner)(
      const EvaluationShape& shape, std::size_t rule_inputs,
      const EvaluationLearnerOptions& options);
};

/// The names and types of the functions that the module exports. The first identifies the headers
/// that the module was built with: if they differ, calls would be undefined behaviour.
inline constexpr const char* kTorchInterfaceSymbol = "tavlab_torch_interface";
using TorchInterfaceFunction = const char* (*)();
inline constexpr const char* kTorchLibrarySymbol = "tavlab_torch_library";
using TorchLibraryFunction = const TorchLibrary* (*)();

/// The version of LibTorch that this tavlab was built with; "none", perhaps with how to get it, if
/// it was built without, or the module is not installed. Loads nothing.
std::string torch_version();

/// Null if this tavlab was built without LibTorch. Throws UserError if the module cannot be loaded
/// or is of another build.
const TorchLibrary* find_torch_library();

/// Throws UserError, explaining how to get it, if there is none.
const TorchLibrary& torch_library();

}  // namespace tavlab
