#pragma once

#include <gtest/gtest.h>

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/families.h"

namespace tavlab {

/// The message of the UserError from loading and compiling the rules, or "read".
inline std::string refusal(std::string_view rules, const std::vector<std::string>& overrides) {
  try {
    visit_game(load_rule_set(rules, overrides), [](auto, const auto&) {});
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

/// The message of the UserError that something throws, or "none".
template <std::invocable Action>
std::string refusal(Action&& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return "none";
}

/// All `count` built-in rule sets of a family compile.
inline void expect_built_in_compile(std::string_view family, int count) {
  int found = 0;
  for (const std::string& id : builtin_rule_set_ids()) {
    if (load_rule_set(id).family != family) continue;
    ++found;
    EXPECT_EQ(refusal(id, {}), "read") << id;
  }
  EXPECT_EQ(found, count);
}

}  // namespace tavlab
