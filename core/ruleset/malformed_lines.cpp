#include "core/ruleset/malformed_lines.h"

#include <fmt/format.h>

#include <algorithm>
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

std::string_view line_of(std::string_view text, std::size_t number) {
  const std::size_t begin = begin_of_line(text, number);
  return text.substr(begin, text.find('\n', begin) - begin);
}

/// Says what is meant where a text has no quotation marks, the most common mistake.
RuleSetFault with_hint(RuleSetFault fault, std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return fault;
  std::string_view value = line.substr(equals + 1);
  while (value.starts_with(' ')) value.remove_prefix(1);
  while (value.ends_with(' ')) value.remove_suffix(1);
  const bool word = !value.empty() && std::ranges::all_of(value, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
  });
  if (word) fault.message += fmt::format("; a text needs quotation marks: \"{}\"", value);
  // “ ” „ and « of word processors, in UTF-8.
  for (const std::string_view mark : {"\xe2\x80\x9c", "\xe2\x80\x9d", "\xe2\x80\x9e", "\xc2\xab"}) {
    if (value.starts_with(mark)) fault.message += "; quotation marks must be straight: \"";
  }
  if (value.empty()) fault.message += "; the value is missing";
  if (value.starts_with('"') && value.find('"', 1) == std::string_view::npos) {
    fault.message += "; the closing quotation mark is missing";
  }
  return fault;
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
  constexpr std::size_t kMostFaults = 100, kMostLinesBack = 100;
  ParsableToml parsable;
  std::size_t last = 0;
  while (const auto fault = first_fault(text, origin)) {
    const auto parses_before = [&](std::size_t line) {
      return !first_fault(std::string_view(text).substr(0, begin_of_line(text, line)), origin);
    };
    RuleSetFault found = with_hint(*fault, line_of(text, fault->line));
    if (!parses_before(fault->line)) {
      // A list or a text that never ends: the parser stops behind the line in which it begins.
      std::size_t line = fault->line;
      const std::size_t first = line > kMostLinesBack ? line - kMostLinesBack : 1;
      while (line > first && !parses_before(line)) --line;
      if (parses_before(line)) {
        found = {line,
                 "what begins in this line has no end: a list needs ']', a text a quotation "
                 "mark"};
      }
    }
    const std::size_t line = found.line;
    if (line > last) parsable.faults.push_back(std::move(found));
    if (line <= last || parsable.faults.size() == kMostFaults) return parsable;
    last = line;
    const std::size_t begin = begin_of_line(text, line);
    std::size_t end = begin_of_line(text, line + 1);
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
