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

/// Collects the sentences that are not said under a variant of the rules, from a chapter on. Throws
/// UserError if the variant contradicts itself.
void collect(const RuleSet& variant, const Words& words, Language language,
             std::set<std::string>& changed, std::size_t from_chapter = 0) {
  std::set<std::string> said;
  for (Words::Chapter& chapter : words_of(variant, language).rules) {
    std::ranges::move(chapter.sentences, std::inserter(said, said.end()));
  }
  for (std::size_t i = from_chapter; i < words.rules.size(); ++i) {
    for (const std::string& sentence : words.rules[i].sentences) {
      if (!said.contains(sentence)) changed.insert(sentence);
    }
  }
}

/// The parameters which a message names.
std::vector<const ParameterSpec*> named_in(std::string_view message, const FamilySchema& schema) {
  std::vector<const ParameterSpec*> named;
  for (const ParameterSpec& spec : schema.parameters) {
    if (message.find(spec.key) != std::string_view::npos) named.push_back(&spec);
  }
  return named;
}

}  // namespace

std::set<std::string> open_sentences(const RuleSet& rule_set, const Words& words,
                                     Language language) {
  std::set<std::string> open;
  for (const Assumption& assumption : rule_set.assumptions) {
    const ParameterSpec& spec = *rule_set.schema->find(assumption.key);
    if (!spec.lacking(rule_set).empty()) continue;  // whatever its value is
    const std::vector<ParameterValue> others =
        assumption.alternatives.empty() ? other_choices(spec, rule_set.at(assumption.key))
                                        : assumption.alternatives;
    for (const ParameterValue& value : others) {
      RuleSet variant = rule_set;
      variant.parameters.find(assumption.key)->second = value;
      try {
        collect(variant, words, language, open);
      } catch (const UserError&) {
        continue;  // the value contradicts the other parameters
      }
    }
  }
  return open;
}

std::vector<const Assumption*> unsaid_assumptions(const RuleSet& rule_set, const Words& words,
                                                  Language language) {
  std::vector<const Assumption*> unsaid;
  for (const Assumption& assumption : rule_set.assumptions) {
    if (!rule_set.schema->find(assumption.key)->lacking(rule_set).empty()) continue;
    RuleSet alone = rule_set;
    alone.assumptions = {assumption};
    if (open_sentences(alone, words, language).empty()) unsaid.push_back(&assumption);
  }
  return unsaid;
}

std::set<std::string> special_sentences(const RuleSet& rule_set, const Words& words,
                                        Language language) {
  std::set<std::string> special;
  for (const ParameterSpec& spec : rule_set.schema->parameters) {
    if (rule_set.at(spec.key) == spec.fallback) continue;
    RuleSet variant = rule_set;
    variant.parameters.find(std::string(spec.key))->second = spec.fallback;
    // What contradicts the usual value gets its usual value, too: an escape to the edge goes with a
    // board without corners. The first chapter, which names squares and says where the pieces
    // start, would then be of another board.
    constexpr int kMostContradictions = 4;
    for (int i = 0; i < kMostContradictions; ++i) {
      try {
        collect(variant, words, language, special, i == 0 ? 0 : 1);
        break;
      } catch (const UserError& error) {
        for (const ParameterSpec* other : named_in(error.what(), *rule_set.schema)) {
          variant.parameters.find(std::string(other->key))->second = other->fallback;
        }
      }
    }
  }
  return special;
}

}  // namespace tavlab
