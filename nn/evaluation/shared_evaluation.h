#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "nn/evaluation/evaluation_net.h"

namespace tavlab {

/// A learned evaluation, given by its file or the name of one that comes with tavlab
/// (find_evaluation), for these rules: their identity, their family's features and number of views,
/// the name of its handcrafted evaluation, and the named rule inputs. Shared by all callers as long
/// as one of them keeps it. Throws UserError if the file is not a learned evaluation, or not one
/// for these rules. Thread-safe.
std::shared_ptr<const EvaluationWeights> read_shared_evaluation(
    std::string_view file, const RulesIdentity& rules, const FeatureShape& features, int views,
    std::string_view handcrafted, const std::vector<NamedInput>& inputs);

/// In place of a file's name: the learned evaluation that comes with tavlab for the rules.
inline constexpr std::string_view kShippedEvaluation = "auto";

/// A key in the training history of an evaluation or a net: why `auto` does not stand for it.
inline constexpr const char* kByNameOnly = "by_name_only";

/// The name of the learned evaluation that comes with tavlab for these rules; empty if there is
/// none, or only one that must be named.
std::string shipped_evaluation_for(const RulesIdentity& rules);

/// shipped_evaluation_for a game's rules; empty for a family without learned evaluations.
template <typename G>
std::string shipped_evaluation_of(const typename G::Rules& rules) {
  if constexpr (G::capabilities.features) {
    return shipped_evaluation_for(rules.parameters.identity);
  } else {
    return {};
  }
}

/// read_shared_evaluation for a game's rules.
template <typename G>
std::shared_ptr<const EvaluationWeights> read_shared_evaluation(std::string_view file,
                                                                const typename G::Rules& rules) {
  const typename G::Features features(rules);
  return read_shared_evaluation(file, rules.parameters.identity, features.shape(),
                                G::Features::kViews, G::Features::kHandcrafted,
                                features.rule_inputs());
}

}  // namespace tavlab
