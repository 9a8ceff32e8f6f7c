#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace tavlab {

/// Why a JSON text is rejected: invalid JSON, nested too deeply, a duplicate key in an object, or
/// more values than anything that tavlab writes. Empty if it is fine. Libraries would build the
/// whole tree before it could be checked.
std::string json_fault(std::string_view text);

/// A non-negative integer from a JSON library's value. Throws UserError for anything else, which
/// the library would silently convert.
template <typename Json>
std::uint64_t json_count(const Json& value) {
  if (!value.is_number_unsigned()) throw UserError("is not a non-negative integer");
  return value.template get<std::uint64_t>();
}

/// A list of non-negative integers.
template <typename Json>
std::vector<std::uint64_t> json_counts(const Json& list) {
  if (!list.is_array()) throw UserError("is not a list");
  std::vector<std::uint64_t> counts;
  for (const auto& each : list) counts.push_back(json_count(each));
  return counts;
}

}  // namespace tavlab
