#include "nn/evaluation/shared_evaluation.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/io/file_identity.h"
#include "core/io/files.h"
#include "core/observation.h"
#include "core/random.h"
#include "nn/net_files.h"

namespace tavlab {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

std::shared_ptr<const EvaluationWeights> load(const std::filesystem::path& path,
                                              std::string_view name, const RulesIdentity& rules,
                                              const FeatureShape& features, int views,
                                              std::string_view handcrafted,
                                              const std::vector<NamedInput>& inputs) {
  const EvaluationNet net = read_evaluation_net(path);
  check_rules(net.trained, rules, name);
  if (net.shape.features != features || net.shape.views != views) {
    throw UserError(fmt::format(
        "net '{}': its features are {} ({}, {} buckets); those of {} are {} ({}, {} buckets)", name,
        net.shape.features.name, net.shape.features.features, net.shape.features.buckets, rules.id,
        features.name, features.features, features.buckets));
  }
  if (!net.shape.base.empty() && net.shape.base != handcrafted) {
    throw UserError(fmt::format(
        "net '{}': it corrects the handcrafted evaluation {}; that of {} is {} in this version",
        name, net.shape.base, rules.id, handcrafted));
  }
  ObservationOptions options;
  options.rule_inputs = net.trained.rule_inputs;
  ValueLine line;
  if (has_measured_values(rules.hash)) {
    line = measured_value_line(hash_text(read_file(path, kMaxBytes)), rules.hash);
  }
  return std::make_shared<const EvaluationWeights>(net, select_rule_inputs(inputs, options), line);
}

}  // namespace

std::shared_ptr<const EvaluationWeights> read_shared_evaluation(
    std::string_view file, const RulesIdentity& rules, const FeatureShape& features, int views,
    std::string_view handcrafted, const std::vector<NamedInput>& inputs) {
  using Key = std::tuple<FileIdentity, std::uint64_t>;
  static std::mutex mutex;
  static std::map<Key, std::weak_ptr<const EvaluationWeights>> evaluations;

  const std::filesystem::path path = find_evaluation(file);
  const std::optional<FileIdentity> identity = identity_of(path);
  if (!identity) return load(path, file, rules, features, views, handcrafted, inputs);
  // Held while a file is read, so that no other thread reads the same one.
  const std::lock_guard lock(mutex);
  std::erase_if(evaluations, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<const EvaluationWeights>& known = evaluations[{*identity, rules.hash}];
  if (std::shared_ptr<const EvaluationWeights> found = known.lock()) return found;
  auto weights = load(path, file, rules, features, views, handcrafted, inputs);
  known = weights;
  return weights;
}

}  // namespace tavlab
