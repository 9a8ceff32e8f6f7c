#include "core/ruleset/draft.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/ruleset/parameter_table.h"
#include "core/ruleset/values.h"
#include "core/text.h"

namespace tavlab {
namespace {

std::string comment(std::string_view text) {
  constexpr std::size_t kWidth = 90;
  const std::string wrapped = wrap(text, kWidth, 0);
  std::string out;
  for (const std::string_view line : split(wrapped, '\n')) {
    if (!line.empty()) out += fmt::format("# {}\n", line);
  }
  return out;
}

}  // namespace

std::string rule_set_draft(const RuleSet& from, std::string_view id) {
  using ruleset_values::toml_string, ruleset_values::toml_value;
  std::string out = comment(fmt::format(
      "A rule set that begins as a copy of {}. `tavlab rules check` finds its mistakes, `tavlab "
      "rules show` describes it. Of a parameter that is left out, the default holds.",
      from.id));
  out += fmt::format("id = {}\nfamily = {}\ntitle = {}\n", toml_string(std::string(id)),
                     toml_string(from.family),
                     toml_string(fmt::format("{}, begun from {}", id, from.id)));
  out += comment("Which text the rules are from. That of " + from.id + ": " + from.source);
  out += fmt::format("source = {}\n",
                     toml_string(fmt::format("Not stated yet; begun from {}.", from.id)));
  for (const ParameterSpec& spec : from.schema->parameters) {
    const auto open = std::ranges::find(from.assumptions, spec.key, &Assumption::key);
    const std::string lacking = spec.lacking(from);
    const bool assumed = open != from.assumptions.end() && lacking.empty();
    out += '\n' + comment(fmt::format("{} ({})", spec.help, parameter_facts(spec)));
    if (assumed) out += comment("Its value is at the end, with what the source leaves open.");
    if (!assumed && !lacking.empty()) out += comment("No effect without " + lacking + ":");
    if (!assumed) {
      out += fmt::format("{}{} = {}\n", lacking.empty() ? "" : "# ", spec.key,
                         toml_value(spec, from.at(spec.key)));
    }
  }
  if (from.assumptions.empty()) return out;
  out += '\n' +
         comment(
             "What the source leaves open: the value taken, the reason, and other values that the "
             "source allows.");
  for (const Assumption& assumption : from.assumptions) {
    const ParameterSpec& spec = *from.schema->find(assumption.key);
    if (!spec.lacking(from).empty()) continue;
    out += ruleset_values::toml_assumption(spec, from.at(spec.key), assumption) + '\n';
  }
  return out;
}

}  // namespace tavlab
