#include "core/ruleset/malformed_lines.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/io/toml_reader.h"
#include "core/text.h"

namespace tavlab {
namespace {

/// The first fault of the parser, if there is one.
std::optional<RuleSetFault> first_fault(std::string_view text, const std::string& origin) {
  try {
    (void)parse_toml(text, origin);
    return {};
  } catch (const UserError& error) {
    return located(error.what(), printable(origin));
  }
}

/// Where a line begins; numbers are from 1.
std::size_t begin_of_line(std::string_view text, std::size_t number) {
  std::size_t begin = 0;
  for (std::size_t line = 1; line < number; ++line) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) return text.size();
    begin = end + 1;
  }
  return begin;
}

bool is_header(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] == '[';
}

}  // namespace

RuleSetFault located(std::string message, const std::string& origin, std::size_t line) {
  std::string_view rest = message;
  const std::string place = origin + ':';
  if (!rest.starts_with(place)) return {line, std::move(message)};
  rest.remove_prefix(place.size());
  for (std::size_t colon; (colon = rest.find(':')) != std::string_view::npos;) {
    const auto number = parse_number(rest.substr(0, colon));  // the line, then the column
    if (!number) break;
    if (line == 0) line = static_cast<std::size_t>(*number);
    rest.remove_prefix(colon + 1);
  }
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  return {line, std::string(rest)};
}

ParsableToml without_malformed_lines(std::string text, const std::string& origin) {
  constexpr std::size_t kMostFaults = 100;
  ParsableToml parsable;
  std::size_t last = 0;
  while (const auto fault = first_fault(text, origin)) {
    parsable.faults.push_back(*fault);
    if (fault->line <= last || parsable.faults.size() == kMostFaults) return parsable;
    last = fault->line;
    const std::size_t begin = begin_of_line(text, fault->line);
    // A list or a text that never ends: its own line is not the one where the parser stops.
    if (first_fault(std::string_view(text).substr(0, begin), origin)) return parsable;
    std::size_t end = begin_of_line(text, fault->line + 1);
    if (is_header(std::string_view(text).substr(begin))) {
      while (end < text.size() && !is_header(std::string_view(text).substr(end))) {
        end = begin_of_line(std::string_view(text).substr(end), 2) + end;
      }
    }
    for (std::size_t i = begin; i < end; ++i) {
      if (text[i] != '\n') text[i] = ' ';
    }
  }
  parsable.text = std::move(text);
  return parsable;
}

}  // namespace tavlab
