// The module's interface to nn/torch_library.cpp.
#include "nn/torch/torch_backend.h"
#include "nn/torch/torch_evaluation_learner.h"
#include "nn/torch/torch_learner.h"
#include "nn/torch_library.h"

extern "C" const char* tavlab_torch_interface();
extern "C" const tavlab::TorchLibrary* tavlab_torch_library();

extern "C" const char* tavlab_torch_interface() { return TAVLAB_TORCH_INTERFACE; }

extern "C" const tavlab::TorchLibrary* tavlab_torch_library() {
  static constexpr tavlab::TorchLibrary kLibrary = {tavlab::make_torch_backend,
                                                    tavlab::make_torch_learner,
                                                    tavlab::make_torch_evaluation_learner};
  return &kLibrary;
}
