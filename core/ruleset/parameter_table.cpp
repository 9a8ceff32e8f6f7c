#include "core/ruleset/parameter_table.h"

#include <fmt/format.h>

namespace tavlab {
namespace {

/// The conditions without which the parameter has no effect.
std::string conditions(const ParameterSpec& spec) {
  std::string text;
  for (const Condition& condition : spec.conditions) {
    text += fmt::format("{}{}", text.empty() ? "" : " and ", condition.text);
  }
  return text;
}

std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace

std::string parameter_facts(const ParameterSpec& spec) {
  std::string text = fmt::format("{}; default {}", spec.allowed(), value_text(spec, spec.fallback));
  if (const std::string needed = conditions(spec); !needed.empty()) text += "; needs " + needed;
  if (spec.since != kFirstVersion) text += fmt::format("; since {}", spec.since);
  return text;
}

std::string parameter_table(const FamilySchema& schema) {
  std::string text =
      "| parameter | values | default | needs | what it says |\n|---|---|---|---|---|\n";
  for (const ParameterSpec& spec : schema.parameters) {
    std::string help(spec.help);
    if (spec.since != kFirstVersion) help += fmt::format(" Since {}.", spec.since);
    text += fmt::format("| `{}` | {} | `{}` | {} | {} |\n", spec.key, cell(spec.allowed()),
                        value_text(spec, spec.fallback), cell(conditions(spec)), cell(help));
  }
  return text;
}

}  // namespace tavlab
