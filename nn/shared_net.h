#pragma once

#include <filesystem>
#include <memory>

#include "nn/backend.h"
#include "nn/backends.h"
#include "nn/net.h"

namespace tavlab {

/// A net shared by any number of threads. Its weights are in memory once; the buffers needed to run
/// it belong to each thread.
class SharedNet {
 public:
  /// Throws UserError for an unknown backend or device.
  SharedNet(Net net, const BackendChoice& choice);

  /// The net without its weights.
  [[nodiscard]] const Net& net() const { return net_; }
  /// A back end for one thread, which may outlive this.
  [[nodiscard]] std::unique_ptr<NetBackend> backend() const { return prototype_->share(); }

 private:
  Net net_;
  std::unique_ptr<NetBackend> prototype_;  ///< is never run
};

/// The net of a file, read once as long as anybody keeps it or one of the back ends: the workers of
/// a match and the agents of both sides share it. A file that has been replaced since is read anew.
/// Throws UserError as read_net and make_backend do. Any thread may call it.
std::shared_ptr<const SharedNet> read_shared_net(const std::filesystem::path& path,
                                                 const BackendChoice& choice);

/// A back end of the net that keeps it, so that who asks for the same file meanwhile shares it.
std::unique_ptr<NetBackend> keeping_backend(std::shared_ptr<const SharedNet> net);

}  // namespace tavlab
