#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace tavlab {

/// A rule set with changes, as the parameter of a test.
struct Reading {
  const char* rules;
  std::vector<std::string> overrides;
};

/// The reading as the name of a test.
inline std::string name_of(const Reading& reading) {
  std::string name = reading.rules;
  for (const std::string& text : reading.overrides) name += "_" + text;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

}  // namespace tavlab
