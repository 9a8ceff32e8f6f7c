#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "nn/evaluation/evaluation_net.h"

namespace tavlab {

/// The learned evaluation of a file, or of one that comes with tavlab by its name
/// (find_evaluation), for these rules: their identity, the features of their family with the number
/// of views, the name of the handcrafted evaluation, and their named inputs. Shared by all callers
/// as long as somebody keeps it. Throws UserError if the file is not one, or not for these rules.
/// Thread-safe.
std::shared_ptr<const EvaluationWeights> read_shared_evaluation(
    std::string_view file, const RulesIdentity& rules, const FeatureShape& features, int views,
    std::string_view handcrafted, const std::vector<NamedInput>& inputs);

/// In place of a file's name: the learned evaluation that comes with tavlab for the rules.
inline constexpr std::string_view kShippedEvaluation = "auto";

/// A key in the history of an evaluation's training that keeps `auto` from it, with the reason.
inline constexpr const char* kByNameOnly = "by_name_only";

/// The name of the learned evaluation that comes with tavlab for these rules; empty if none does,
/// or only one that is used by name.
std::string shipped_evaluation_for(const RulesIdentity& rules);

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
