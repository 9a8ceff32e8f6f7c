#include "tools/old_spellings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "core/notice.h"
#include "core/text.h"

namespace tavlab::cli {
namespace {

/// An option that has another name now.
struct Renamed {
  std::string_view command;
  std::string_view before;
  std::string_view now;
  double factor = 1.0;  ///< of the value, where the unit changed
};

constexpr Renamed kRenamed[] = {
    {"compare", "--asked", "--analyzed"},
    {"solve", "--throws", "--rolls"},
    {"prove", "--seconds", "--minutes", 1.0 / 60},
};

/// A positional argument that is an option now.
struct Named {
  std::string_view command;
  std::size_t place;  ///< among the positional arguments, from 0
  std::size_t least;  ///< positional arguments that there were at least
  std::string_view option;
};

constexpr Named kNamed[] = {
    {"experiment merge", 0, 2, "--out"},
    {"net convert", 1, 2, "--out"},
};

void say_renamed(std::string_view command, std::string_view before, std::string_view now) {
  notice(stderr, "tavlab {}: {} is now {}; the old spelling will be removed in the next version\n",
         command, before, now);
}

bool calls(const std::vector<std::string>& arguments, std::string_view command) {
  const auto words = split(command, ' ');
  return arguments.size() >= words.size() &&
         std::equal(words.begin(), words.end(), arguments.begin());
}

void rename(std::vector<std::string>& arguments, const Renamed& option) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string& word = arguments[i];
    const bool joined = word.starts_with(std::string(option.before) + '=');
    if (word != option.before && !joined) continue;
    say_renamed(option.command, option.before, option.now);
    const auto converted = [&](const std::string& value) {
      const auto number = finite_number(value);
      return option.factor == 1.0 || !number ? value : fmt::format("{}", *number * option.factor);
    };
    if (joined) {
      word = fmt::format("{}={}", option.now, converted(word.substr(option.before.size() + 1)));
    } else {
      word = option.now;
      if (i + 1 < arguments.size()) arguments[i + 1] = converted(arguments[i + 1]);
    }
  }
}

void name(std::vector<std::string>& arguments, const Named& argument) {
  std::vector<std::size_t> places;
  for (std::size_t i = split(argument.command, ' ').size(); i < arguments.size(); ++i) {
    // The old commands had no other options; those of the new ones may have values.
    if (arguments[i].starts_with('-') && arguments[i] != "--json" && arguments[i] != "--force") {
      return;
    }
    if (!arguments[i].starts_with('-')) places.push_back(i);
  }
  if (places.size() < argument.least) return;
  say_renamed(argument.command, fmt::format("argument {}", argument.place + 1),
              fmt::format("{} ...", argument.option));
  const std::size_t at = places[argument.place];
  const std::string value = arguments[at];
  arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(at));
  arguments.insert(arguments.end(), {std::string(argument.option), value});
}

}  // namespace

std::vector<std::string> with_new_spellings(std::vector<std::string> arguments) {
  for (const Renamed& option : kRenamed) {
    if (calls(arguments, option.command)) rename(arguments, option);
  }
  for (const Named& argument : kNamed) {
    if (calls(arguments, argument.command)) name(arguments, argument);
  }
  return arguments;
}

}  // namespace tavlab::cli
