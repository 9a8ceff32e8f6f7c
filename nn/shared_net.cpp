#include "nn/shared_net.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/io/file_identity.h"

namespace tavlab {
namespace {

/// Runs a net and keeps it alive.
class OwningBackend final : public NetBackend {
 public:
  explicit OwningBackend(std::shared_ptr<const SharedNet> net)
      : net_(std::move(net)), backend_(net_->backend()) {}

  [[nodiscard]] std::string_view name() const override { return backend_->name(); }
  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) override {
    backend_->run(inputs, outputs, everything);
  }
  [[nodiscard]] std::unique_ptr<NetBackend> share() const override {
    return std::make_unique<OwningBackend>(net_);
  }

 private:
  std::shared_ptr<const SharedNet> net_;
  std::unique_ptr<NetBackend> backend_;
};

}  // namespace

SharedNet::SharedNet(Net net, const BackendChoice& choice)
    : net_(std::move(net)), prototype_(make_backend(net_, choice)) {
  net_.tensors.clear();
}

SharedNet::SharedNet(Net net, std::unique_ptr<NetBackend> prototype)
    : net_(std::move(net)), prototype_(std::move(prototype)) {
  net_.tensors.clear();
}

std::shared_ptr<const SharedNet> read_shared_net(const std::filesystem::path& path,
                                                 const BackendChoice& choice) {
  using Key = std::tuple<FileIdentity, std::string, std::string>;
  static std::mutex mutex;
  static std::map<Key, std::weak_ptr<const SharedNet>> nets;

  const std::optional<FileIdentity> identity = identity_of(path);
  if (!identity) return std::make_shared<const SharedNet>(read_net(path), choice);
  // Held while a net is read, so that no other thread reads the same file.
  const std::lock_guard lock(mutex);
  std::erase_if(nets, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<const SharedNet>& known = nets[{*identity, choice.backend, choice.device}];
  if (std::shared_ptr<const SharedNet> found = known.lock()) return found;
  auto net = std::make_shared<const SharedNet>(read_net(path), choice);
  known = net;
  return net;
}

std::unique_ptr<NetBackend> owning_backend(std::shared_ptr<const SharedNet> net) {
  return std::make_unique<OwningBackend>(std::move(net));
}

}  // namespace tavlab
