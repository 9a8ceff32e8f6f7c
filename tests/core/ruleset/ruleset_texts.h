#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/ruleset/ruleset.h"

/// Rule sets written in the tests, and what is wrong with them.
namespace tavlab::ruleset_texts {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using Texts = std::vector<std::string>;

inline const std::string kHeader =
    "id = 'mine'\nfamily = 'tafl'\ntitle = 'My game'\nsource = 'I made it up.'\n";
inline const std::string kChildHeader =
    "id = 'child'\nextends = 'helmfrid-9'\ntitle = 'A child'\nsource = 'I changed it.'\n";

inline RuleSet parse(const std::string& body, const Texts& overrides = {}) {
  return parse_rule_set(kHeader + body, "mine.toml", overrides);
}

inline RuleSet parse_child(const std::string& body, const Texts& overrides = {}) {
  return parse_rule_set(kChildHeader + body, "child.toml", overrides);
}

/// The message of the UserError that `action` throws.
template <typename Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

inline std::string parse_error(const std::string& body) {
  return error_of([&] { parse(body); });
}

inline std::string text_error(const std::string& toml) {
  return error_of([&] { parse_rule_set(toml, "mine.toml"); });
}

inline const Assumption* find_assumption(const RuleSet& rule_set, const std::string& key) {
  const auto found = std::ranges::find(rule_set.assumptions, key, &Assumption::key);
  return found == rule_set.assumptions.end() ? nullptr : &*found;
}

}  // namespace tavlab::ruleset_texts
