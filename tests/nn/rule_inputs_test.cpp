// A net tells two rule sets apart where they differ in any parameter.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"

namespace tavlab {
namespace {

/// All that a net is shown of the start under these rules.
std::vector<float> start_of(const RuleSet& rule_set) {
  return visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const ObservationOptions options{19, false};
    const ObservationShape shape = G::Observation::shape(options);
    const typename G::Observation encoding(*rules, options);
    const std::size_t cells =
        static_cast<std::size_t>(encoding.rows()) * static_cast<std::size_t>(encoding.columns());
    std::vector<float> planes(cells * static_cast<std::size_t>(shape.planes));
    std::vector<float> globals(static_cast<std::size_t>(shape.globals));
    encoding.encode(G::start(*rules), 1, 0, planes, globals);
    planes.insert(planes.end(), globals.begin(), globals.end());
    return planes;
  });
}

/// Some other values of a parameter, as overrides are written.
std::vector<std::string> values_of(const ParameterSpec& spec) {
  switch (spec.type) {
    case ParameterSpec::Type::boolean:
      return {"true", "false"};
    case ParameterSpec::Type::integer: {
      std::vector<std::string> values;
      for (const std::int64_t value : {spec.minimum, spec.minimum + 1, spec.maximum}) {
        values.push_back(std::to_string(value));
      }
      return values;
    }
    case ParameterSpec::Type::choice:
    case ParameterSpec::Type::choice_list:
    case ParameterSpec::Type::choice_or_text_list: {
      std::vector<std::string> values;
      for (const std::string_view value : spec.choices) values.emplace_back(value);
      return values;
    }
    case ParameterSpec::Type::text_list:
      break;
  }
  return {};
}

/// Equivalent values: all pieces by their number, and dice with the chances of Skiryuk's.
bool is_equivalent(const std::string& override) {
  return override == "pieces_to_win=7" || override == "dice.kind=3d6_parity";
}

class RuleInputs : public testing::TestWithParam<const char*> {};

TEST_P(RuleInputs, DifferWhereParametersDo) {
  const RuleSet base = load_rule_set(GetParam());
  const std::vector<float> seen = start_of(base);
  int differing = 0;
  for (const ParameterSpec& spec : find_family_schema(base.family)->parameters) {
    for (const std::string& value : values_of(spec)) {
      const std::vector<std::string> overrides = {std::string(spec.key) + "=" + value};
      if (is_equivalent(overrides.front())) continue;
      std::optional<RuleSet> other;
      std::vector<float> shown;
      try {
        other = load_rule_set(GetParam(), overrides);
        if (other->content_hash() == base.content_hash()) continue;
        shown = start_of(*other);
      } catch (const UserError&) {
        continue;  // contradicts the rest
      }
      ++differing;
      EXPECT_NE(shown, seen) << overrides.front();
    }
  }
  EXPECT_GT(differing, 15);
}

INSTANTIATE_TEST_SUITE_P(Families, RuleInputs,
                         testing::Values("helmfrid-9", "copenhagen-11", "ur-finkel", "ur-skiryuk",
                                         "tavreli", "chess", "russian-draughts", "bashni",
                                         "lasca"));

}  // namespace
}  // namespace tavlab
