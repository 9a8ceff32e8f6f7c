#pragma once

#include <filesystem>
#include <memory>

#include "nn/backend.h"
#include "nn/backends.h"
#include "nn/net.h"

namespace tavlab {

/// A net shared by any number of threads. Its weights are in memory once; each thread has its own
/// buffers.
class SharedNet {
 public:
  /// Throws UserError for an unknown backend or device.
  SharedNet(Net net, const BackendChoice& choice);

  /// What `prototype` runs, described as a net without weights.
  SharedNet(Net net, std::unique_ptr<NetBackend> prototype);

  /// The net without its weights.
  [[nodiscard]] const Net& net() const { return net_; }
  /// A backend for one thread, which may outlive this.
  [[nodiscard]] std::unique_ptr<NetBackend> backend() const { return prototype_->share(); }

 private:
  Net net_;
  std::unique_ptr<NetBackend> prototype_;  ///< never run itself
};

/// The net of a file, shared by all callers (such as the workers of a match and the agents of both
/// sides) as long as somebody keeps it or one of its backends. A file that has been replaced is
/// reread. Throws UserError as read_net and make_backend do. Thread-safe.
std::shared_ptr<const SharedNet> read_shared_net(const std::filesystem::path& path,
                                                 const BackendChoice& choice);

/// A backend that keeps the net alive, so that further readers of the same file share it.
std::unique_ptr<NetBackend> owning_backend(std::shared_ptr<const SharedNet> net);

}  // namespace tavlab
