// Untrusted rule sets: reading one may throw only a UserError, and what is read can be written and
// read again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/ruleset/ruleset.h"
#include "core/tafl/parameters.h"

namespace {

using tavlab::RuleSet;
using tavlab::UserError;

void require(bool condition) {
  if (!condition) std::abort();
}

void require_one_line(const UserError& error) {
  require(std::string_view(error.what()).find_first_of("\r\n") == std::string_view::npos);
}

void read(const RuleSet& rule_set) {
  const RuleSet again = tavlab::parse_rule_set(tavlab::to_toml(rule_set), "written");
  require(again.parameters == rule_set.parameters);
  require(again.assumptions.size() == rule_set.assumptions.size());
  require(again.content_hash() == rule_set.content_hash());
  tavlab::tafl::read_parameters(rule_set);
}

/// One of the lines, to serve as an override.
std::string some_line(std::string_view text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines[text.size() % lines.size()];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    read(tavlab::parse_rule_set(text, "fuzz"));
  } catch (const UserError& error) {
    require_one_line(error);
  }
  try {
    read(tavlab::load_rule_set("helmfrid-9", std::vector{some_line(text)}));
  } catch (const UserError& error) {
    require_one_line(error);
  }
  return 0;
}
