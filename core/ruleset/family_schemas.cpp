// The one place that lists the families' schemas.
#include <array>

#include "core/ruleset/ruleset.h"
#include "core/tafl/parameters.h"
#include "core/tavreli/parameters.h"
#include "core/ur/parameters.h"

namespace tavlab {
namespace {

const std::array kSchemas = {&tafl::schema, &ur::schema, &tavreli::schema};

}  // namespace

const FamilySchema* find_family_schema(std::string_view family) {
  for (const auto schema : kSchemas) {
    if (schema().family == family) return &schema();
  }
  return nullptr;
}

std::vector<std::string_view> family_names() {
  std::vector<std::string_view> names;
  for (const auto schema : kSchemas) names.push_back(schema().family);
  return names;
}

}  // namespace tavlab
