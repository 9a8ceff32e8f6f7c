#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace tavlab {

/// What keeps a text of JSON from being read, in words: it is none, is nested too deeply, has the
/// same key twice in an object, or more values than anything that tavlab writes. Empty where
/// nothing does. Libraries would build each level and value before anyone can ask.
std::string json_fault(std::string_view text);

/// A whole number from 0 on, of any JSON library value. Throws UserError for anything else, which
/// conversions would make some number of.
template <typename Json>
std::uint64_t json_count(const Json& value) {
  if (!value.is_number_unsigned()) throw UserError("is no whole number from 0 on");
  return value.template get<std::uint64_t>();
}

/// A list of such.
template <typename Json>
std::vector<std::uint64_t> json_counts(const Json& list) {
  if (!list.is_array()) throw UserError("is no list");
  std::vector<std::uint64_t> counts;
  for (const auto& each : list) counts.push_back(json_count(each));
  return counts;
}

}  // namespace tavlab
