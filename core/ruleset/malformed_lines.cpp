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

bool is_header(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] == '[';
}

/// Whether a line states a key, as in `king.armed = "none"`, `"king.armed" = ...`.
bool is_statement(std::string_view line) {
  const std::size_t equals = line.find('=');
  const std::string_view key = line.substr(0, equals);
  return equals != std::string_view::npos &&
         key.find_first_not_of(" \t") != std::string_view::npos &&
         std::ranges::all_of(key, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  std::string_view("_.-\" \t").find(c) != std::string_view::npos;
         });
}

/// The header or the key of a line.
std::string_view stated_in(std::string_view line) {
  line = line.substr(0, is_header(line) ? line.find(']') + 1 : line.find('='));
  while (line.starts_with(' ') || line.starts_with('\t')) line.remove_prefix(1);
  while (line.ends_with(' ') || line.ends_with('\t')) line.remove_suffix(1);
  return line;
}

/// Whether the header in a line is that of the table which it would end.
bool continues_table(std::string_view text, std::size_t line) {
  for (std::size_t above = line - 1; above > 0; --above) {
    const std::string_view other = line_of(text, above);
    if (is_header(other)) return stated_in(other) == stated_in(line_of(text, line));
  }
  return false;
}

std::string plain_key(std::string_view stated) {
  std::string key(stated);
  std::erase(key, '"');
  return key;
}

/// What stands twice, and how to go on.
std::string repeated(std::string_view text, std::size_t line) {
  const std::string_view stated = stated_in(line_of(text, line));
  for (std::size_t above = 1; above < line; ++above) {
    if (stated_in(line_of(text, above)) == stated) {
      return fmt::format("{} stands twice, here and in line {}", stated, above);
    }
  }
  if (!is_header(stated)) {
    return fmt::format("{} is already set by lines above, as a [table]; keep one form", stated);
  }
  return fmt::format("{} is already set by lines above, as in {}.KEY = VALUE; keep one form",
                     stated, stated.substr(1, stated.find(']') - 1));
}

/// The first run of Cyrillic letters in UTF-8 (U+0400 to U+04FF), in quotation marks; some of them
/// look like Latin ones. Empty if there are none.
std::string cyrillic_in(std::string_view text) {
  const auto is_cyrillic = [&](std::size_t i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    return byte >= 0xD0 && byte <= 0xD3 && i + 1 < text.size();
  };
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    if (!is_cyrillic(begin)) continue;
    std::size_t end = begin;
    while (end < text.size() && is_cyrillic(end)) end += 2;
    return fmt::format("'{}'", text.substr(begin, end - begin));
  }
  return {};
}

/// A common mistake in a line.
struct Mistake {
  std::string hint;                  ///< for the end of a message; empty if there is none
  std::optional<std::string> meant;  ///< the line without it, if that is known
};

Mistake mistake_in(std::string_view line) {
  while (line.ends_with(' ') || line.ends_with('\r')) line.remove_suffix(1);
  if (is_header(line) && line.find(']') == std::string_view::npos) {
    return {"; the closing ']' is missing", fmt::format("{}]", line)};
  }
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return {};
  if (const std::string letters = cyrillic_in(stated_in(line)); !letters.empty()) {
    return {fmt::format("; keys have Latin letters, but {} is Cyrillic", letters), {}};
  }
  std::string_view value = line.substr(equals + 1);
  while (value.starts_with(' ')) value.remove_prefix(1);
  const auto with_value = [&](std::string_view other) {
    return fmt::format("{}{}", line.substr(0, line.size() - value.size()), other);
  };
  if (value.empty()) return {"; the value is missing", {}};
  if (stated_in(line).empty()) return {"; the key is missing", {}};
  const bool digits = value.find_first_not_of("0123456789_") == std::string_view::npos;
  const bool word = !digits && std::ranges::all_of(value, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
  });
  if (word) {
    const std::string quoted = fmt::format("\"{}\"", value);
    return {"; a text needs quotation marks: " + quoted, with_value(quoted)};
  }
  // “ ” „ and « of word processors, in UTF-8.
  for (const std::string_view mark : {"\xe2\x80\x9c", "\xe2\x80\x9d", "\xe2\x80\x9e", "\xc2\xab"}) {
    if (value.starts_with(mark)) return {"; quotation marks must be straight: \"", {}};
  }
  if (value.starts_with('"') && value.find('"', 1) == std::string_view::npos) {
    return {"; the closing quotation mark is missing", with_value(fmt::format("{}\"", value))};
  }
  return {};
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
  if (text.find('\0') != std::string::npos) {
    parsable.faults.push_back({0, "is not a text in UTF-8; save it in that encoding"});
    return parsable;
  }
  std::size_t last = 0;
  while (auto fault = first_fault(text, origin)) {
    const auto parses_before = [&](std::size_t line) {
      return !first_fault(std::string_view(text).substr(0, begin_of_line(text, line)), origin);
    };
    // A key that stands twice is well written.
    const bool repeats = fault->message.find("redefine") != std::string::npos;
    const std::string wrong(line_of(text, fault->line));
    Mistake mistake = repeats ? Mistake{} : mistake_in(wrong);
    if (repeats) fault->message = "malformed TOML: " + repeated(text, fault->line);
    fault->message += mistake.hint;
    const bool endless = !parses_before(fault->line);
    if (endless) {
      // A list or a text that never ends: the parser stops behind the line in which it begins,
      // before which all is well.
      std::size_t begins = 1, after = fault->line;
      while (after - begins > 1) {
        const std::size_t middle = begins + (after - begins) / 2;
        (parses_before(middle) ? begins : after) = middle;
      }
      fault = {begins,
               "what begins in this line has no end: a list needs ']', a text a quotation "
               "mark"};
      mistake = {};
    }
    const std::size_t line = fault->line;
    if (line > last) parsable.faults.push_back(*std::move(fault));
    if (parsable.faults.size() == kMostFaults) {
      parsable.faults.back().message += "; malformed lines after this one are not listed";
      return parsable;
    }
    if (line <= last) return parsable;
    last = line;
    const std::size_t begin = begin_of_line(text, line);
    if (mistake.meant) {  // so that what the line says is looked at, too
      std::string meant = text;
      meant.replace(begin, line_of(text, line).size(), *mistake.meant);
      const auto next = first_fault(meant, origin);
      if (!next || next->line > line) {
        text = std::move(meant);
        continue;
      }
    }
    // What a header heads goes with it, and what has no end ends where a statement begins.
    std::size_t end = begin_of_line(text, line + 1);
    const bool header = is_header(wrong) && !(repeats && continues_table(text, line));
    if (!header && !endless) parsable.keys.emplace_back(plain_key(stated_in(wrong)));
    while ((header || endless) && end < text.size()) {
      const std::string_view rest = std::string_view(text).substr(end);
      const std::string_view next = rest.substr(0, rest.find('\n'));
      if (is_header(next) || (endless && !header && is_statement(next))) break;
      end += begin_of_line(rest, 2);
    }
    const std::string_view below = std::string_view(text).substr(begin, end - begin);
    if (header && below.find('=') != std::string_view::npos) {
      parsable.faults.back().message += "; the lines below it are looked at when this is mended";
    }
    for (std::size_t i = begin; i < end; ++i) {
      if (text[i] != '\n') text[i] = ' ';
    }
  }
  parsable.text = std::move(text);
  return parsable;
}

}  // namespace tavlab
