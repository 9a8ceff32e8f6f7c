#include "selfplay/agents/agent_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>
#include <system_error>

#include "core/text.h"
#include "selfplay/process/command_words.h"

namespace tavlab {
namespace {

/// The shortest text that reads back as the same number.
std::string number_text(std::int64_t number) { return fmt::format("{}", number); }
std::string number_text(double number) {
  const std::string shortest = fmt::format("{}", number);
  const double whole = std::nearbyint(number);
  return whole == number && std::abs(whole) < 1e15 ? fmt::format("{:.0f}", whole) : shortest;
}

/// Several choices, each once, in the order of `choices`.
std::optional<std::string> canonical_choices(const std::vector<std::string_view>& choices,
                                             std::string_view text) {
  std::set<std::string_view> given;
  for (const std::string_view each : split(text, '+')) {
    if (std::ranges::find(choices, each) == choices.end()) return std::nullopt;
    given.insert(each);
  }
  std::vector<std::string_view> ordered;
  std::ranges::copy_if(choices, std::back_inserter(ordered),
                       [&](std::string_view choice) { return given.contains(choice); });
  return fmt::format("{}", fmt::join(ordered, "+"));
}

}  // namespace

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return number;
}

std::optional<std::string> AgentOption::canonical(std::string_view text) const {
  switch (type) {
    case Type::integer: {
      const auto number = whole_number(text);
      if (!number || static_cast<double>(*number) < minimum ||
          static_cast<double>(*number) > maximum) {
        return std::nullopt;
      }
      return number_text(*number);
    }
    case Type::real: {
      const auto number = finite_number(text);
      if (!number || !(*number >= minimum) || !(*number <= maximum)) {
        return std::nullopt;
      }
      return number_text(*number == 0.0 ? 0.0 : *number);  // no "-0"
    }
    case Type::choice:
      if (std::ranges::find(choices, text) == choices.end()) return std::nullopt;
      return std::string(text);
    case Type::choices:
      return canonical_choices(choices, text);
    case Type::net:
    case Type::evaluation:
    case Type::file:
      if (text.empty()) return std::nullopt;
      return std::string(text);
    case Type::text:
      return std::string(text);
    case Type::command:
      (void)command_words(text);  // throws
      return std::string(text);
  }
  return std::nullopt;
}

std::string AgentOption::allowed() const {
  switch (type) {
    case Type::integer:
      return fmt::format("an integer from {:.0f} to {:.0f}", minimum, maximum);
    case Type::real:
      return fmt::format("a number from {} to {}", number_text(minimum), number_text(maximum));
    case Type::net:
    case Type::evaluation:
    case Type::file:
      return "a file; in quotes if its name contains commas";
    case Type::text:
      return "text; in quotes if it contains commas";
    case Type::command:
      return "a command";
    case Type::choices:
      return fmt::format("one or more of {}, joined by '+'", fmt::join(choices, ", "));
    case Type::choice:
      break;
  }
  return fmt::format("one of {}", fmt::join(choices, ", "));
}

}  // namespace tavlab
