// Nets outlive parameters: those of version 0.1 see rules as that version did, and a net without an
// input that came later plays wherever the new parameter is neutral.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/text.h"
#include "nn/net_evaluator.h"
#include "tests/support/later_version.h"
#include "tests/support/net_opinion.h"
#include "tests/support/refusal.h"
#include "tests/support/small_nets.h"

namespace tavlab {
namespace {

using later_version::upgraded;
using Numbers = std::map<std::size_t, float>;  ///< by their places, without those that are 0

/// How rules are seen by a net with these inputs: the last of the globals.
template <typename G>
std::vector<float> rules_seen(const typename G::Rules& rules, const ObservationOptions& options) {
  const ObservationShape shape = G::Observation::shape(options);
  const typename G::Observation observation(rules, options);
  const auto cells = static_cast<std::size_t>(observation.rows() * observation.columns());
  std::vector<float> planes(cells * static_cast<std::size_t>(shape.planes));
  std::vector<float> globals(static_cast<std::size_t>(shape.globals));
  observation.encode(G::start(rules), 1, 0, planes, globals);
  const auto count = static_cast<std::ptrdiff_t>(options.rule_inputs->size());
  return {globals.end() - count, globals.end()};
}

/// tests/data/version-0.1/rule-inputs.txt: for each rule set its id, a tab, how many inputs it has,
/// and those that are not 0, as place=value.
TEST(FirstInputs, ShowRulesAsVersion01Did) {
  std::ifstream file(TAVLAB_SOURCE_DIR "/tests/data/version-0.1/rule-inputs.txt");
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    const std::size_t tab = line.find('\t');
    const RuleSet rule_set = load_rule_set(line.substr(0, tab));
    std::istringstream words(line.substr(tab + 1));
    std::size_t count = 0;
    words >> count;
    Numbers expected;
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      expected[std::stoul(word.substr(0, equals))] = std::stof(word.substr(equals + 1));
    }
    visit_game(rule_set, [&](auto game, const auto& rules) {
      const NetSpec spec = with_first_inputs({.encoding = {19, false}}, rule_set.family);
      const std::vector<float> seen = rules_seen<decltype(game)>(*rules, spec.encoding);
      ASSERT_EQ(seen.size(), count) << rule_set.id;
      Numbers found;
      for (std::size_t i = 0; i < count; ++i) {
        if (seen[i] != 0) found[i] = seen[i];
      }
      EXPECT_EQ(found, expected) << rule_set.id;
    });
  }
  EXPECT_EQ(lines, 49);
}

/// They do not see what this version adds; a separate test must show that they play where it is
/// neutral.
TEST(FirstInputs, AreInputsOfThePresent) {
  for (const std::string_view family : family_names()) {
    const FamilySchema& schema = *find_family_schema(family);
    if (schema.first_inputs.empty()) {
      EXPECT_THROW(with_first_inputs({}, family), UserError);
      continue;
    }
    EXPECT_NO_THROW(check_rule_inputs(schema, with_first_inputs({}, family).encoding));
    const std::vector<std::string>& first = schema.first_inputs;
    for (const ParameterSpec& spec : schema.parameters) {
      if (spec.since != kFirstVersion) continue;
      for (const std::string& name : spec.inputs) {
        EXPECT_EQ(std::ranges::count(first, name), 1) << name;
      }
    }
  }
}

class LaterRules : public testing::TestWithParam<const char*> {
 protected:
  const RuleSet now_ = load_rule_set(GetParam());
  const Net net_ = untrained_net(now_, 1);
  [[nodiscard]] std::string refused(const RuleSet& rule_set) const {
    return refusal([&] { check_rules(net_, identity_of(rule_set), "old"); });
  }
};

TEST_P(LaterRules, AreUnchangedWhereTheNewParameterIsNeutral) {
  EXPECT_EQ(refused(upgraded(now_)), "none");
  EXPECT_EQ(outputs_of(net_, upgraded(now_)), outputs_of(net_, now_));
}

TEST_P(LaterRules, AreRefusedElsewhere) {
  const std::string id = GetParam();
  EXPECT_EQ(refused(with_overrides(upgraded(now_), std::vector<std::string>{"imagined.flag=true"})),
            "net 'old': it has no input for imagined.flag, which is true in '" + id +
                "{imagined.flag=true}'; it plays rules with imagined.flag = false");
  EXPECT_EQ(
      refused(with_overrides(upgraded(now_), std::vector<std::string>{"imagined.choice=new"})),
      "net 'old': it has no input for imagined.choice, which is new in '" + id +
          "{imagined.choice=new}'; it plays rules with imagined.choice = old");
}

/// A net of the later version has the inputs; it plays what it was trained for.
TEST_P(LaterRules, ArePlayedByNetsThatSeeThem) {
  const RuleSet later =
      with_overrides(upgraded(now_), std::vector<std::string>{"imagined.flag=true"});
  Net net = net_;
  net.spec.encoding.rule_inputs->emplace_back("imagined.flag");
  EXPECT_THAT(refusal([&] { check_rules(net, identity_of(later), "new"); }),
              testing::HasSubstr("nearest: " + now_.id + ", in which imagined.flag = false"));
  net.rules.push_back({later.id, later.content_hash()});
  EXPECT_EQ(refusal([&] { check_rules(net, identity_of(later), "new"); }), "none");
}

/// A net that was trained with the new value of a choice has an input for it, and plays it.
TEST_P(LaterRules, MayAddValuesToAChoice) {
  RuleSet later = with_overrides(upgraded(now_), std::vector<std::string>{"imagined.choice=new"});
  Net net = net_;
  net.spec.encoding.rule_inputs->emplace_back("imagined.choice=new");
  net.rules.push_back({later.id, later.content_hash()});
  EXPECT_EQ(refusal([&] { check_rules(net, identity_of(later), "new"); }), "none");
}

INSTANTIATE_TEST_SUITE_P(
    Families, LaterRules, testing::Values("brandubh-7", "ur-finkel", "tavreli", "russian-draughts"),
    [](const auto& info) {
      return std::string(info.param).substr(0, std::string(info.param).find('-'));
    });

}  // namespace
}  // namespace tavlab
