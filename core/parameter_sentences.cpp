#include "core/parameter_sentences.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/words_languages.h"

namespace tavlab {
namespace {

/// The other values of a parameter that has few.
std::vector<ParameterValue> other_choices(const ParameterSpec& spec, const ParameterValue& value) {
  std::vector<ParameterValue> others;
  if (spec.type == ParameterSpec::Type::boolean) {
    others = {false, true};
  } else if (spec.type == ParameterSpec::Type::choice) {
    for (const std::string_view choice : spec.choices) others.emplace_back(std::string(choice));
  }
  std::erase(others, value);
  return others;
}

/// Collects the sentences that are no longer said where the parameter has this value; none if the
/// rules then contradict themselves.
void collect(const RuleSet& rule_set, const Words& words, Language language, std::string_view key,
             const ParameterValue& value, std::set<std::string>& changed) {
  RuleSet variant = rule_set;
  variant.parameters.find(std::string(key))->second = value;
  std::set<std::string> said;
  try {
    for (Words::Chapter& chapter : words_of(variant, language).rules) {
      std::ranges::move(chapter.sentences, std::inserter(said, said.end()));
    }
  } catch (const UserError&) {
    return;
  }
  for (const Words::Chapter& chapter : words.rules) {
    for (const std::string& sentence : chapter.sentences) {
      if (!said.contains(sentence)) changed.insert(sentence);
    }
  }
}

}  // namespace

std::set<std::string> open_sentences(const RuleSet& rule_set, const Words& words,
                                     Language language) {
  std::set<std::string> open;
  for (const Assumption& assumption : rule_set.assumptions) {
    const ParameterSpec& spec = *rule_set.schema->find(assumption.key);
    const std::vector<ParameterValue> others =
        assumption.alternatives.empty() ? other_choices(spec, rule_set.at(assumption.key))
                                        : assumption.alternatives;
    for (const ParameterValue& value : others) {
      collect(rule_set, words, language, assumption.key, value, open);
    }
  }
  return open;
}

std::set<std::string> special_sentences(const RuleSet& rule_set, const Words& words,
                                        Language language) {
  std::set<std::string> special;
  for (const ParameterSpec& spec : rule_set.schema->parameters) {
    if (rule_set.at(spec.key) == spec.fallback) continue;
    collect(rule_set, words, language, spec.key, spec.fallback, special);
  }
  return special;
}

}  // namespace tavlab
