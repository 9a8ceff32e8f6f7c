#include "tools/usage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/near.h"
#include "core/text.h"

namespace tavlab::cli {
namespace {

std::string first_word(const std::vector<std::string>& words) {
  return words.empty() ? std::string() : words.front();
}

std::vector<const CLI::App*> all_commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// An option that the command does not have.
std::string unknown_option(const CalledCommand& called, const std::string& given) {
  const std::string name = given.substr(0, given.find('='));
  std::vector<std::string> known;
  for (const CLI::Option* option : options_of(*called.app)) {
    for (const std::string& each : option->get_lnames()) known.push_back("--" + each);
  }
  if (std::ranges::find(known, name) != known.end()) {
    return fmt::format("{} stands after the command: {} ... {}", name, called.name, name);
  }
  // Of a command that was not named.
  const auto takes = [&](const CLI::App* command) {
    return std::ranges::any_of(options_of(*command), [&](const CLI::Option* option) {
      const std::vector<std::string>& names = option->get_lnames();
      return std::ranges::find(names, name.substr(std::min<std::size_t>(2, name.size()))) !=
             names.end();
    });
  };
  if (called.app->get_parent() == nullptr && std::ranges::any_of(commands_of(*called.app), takes)) {
    return fmt::format("{} stands after a command: tavlab COMMAND ... {}", name, name);
  }
  // A single letter is similar to every other one.
  constexpr std::size_t kLetter = 2, kDashes = 2;
  std::string near;
  if (name.size() > kLetter + 1) {
    std::vector<std::string> plain;  // dashes would make all names similar
    plain.reserve(known.size());
    for (const std::string& each : known) plain.push_back(each.substr(kDashes));
    const std::string_view nearest = similar(std::string_view(name).substr(kDashes), plain);
    if (!nearest.empty()) near = fmt::format("; the nearest is '--{}'", nearest);
  }
  return fmt::format("unknown option {}{}", in_quotes(name), near);
}

std::string unknown_command(const CalledCommand& called, const std::string& given) {
  std::vector<std::string> known;
  for (const CLI::App* command : commands_of(*called.app)) known.push_back(command->get_name());
  const bool top = called.app->get_parent() == nullptr;
  std::string near = near_note(given, known);
  std::vector<std::string> below;
  for (const CLI::App* command : commands_of(*called.app)) {
    if (find_command(*command, given) == nullptr) continue;
    below.push_back(fmt::format("`{} {} {}`", called.name, command->get_name(), given));
  }
  if (!below.empty()) {
    near = fmt::format("; the nearest {} {}", below.size() == 1 ? "is" : "are",
                       fmt::join(below, ", "));
  }
  std::string all;
  if (!top) all = fmt::format("; commands: {}", fmt::join(known, ", "));
  return fmt::format("unknown command {}{}{}", in_quotes(given), near, all);
}

/// CLI11's message on too few or too many values of an option, which it begins with, in plain
/// words.
std::string number_of_values_error(const std::string& message) {
  const std::string option = message.substr(0, message.find_first_of(": "));
  if (!option.starts_with('-')) return message;
  const auto says = [&](const char* words) { return message.find(words) != std::string::npos; };
  if (says("At Most")) return option + " is given more than once";
  if (says("flag override")) return option + " takes no value";
  return option + " needs a value";
}

/// CLI11's message on a value that cannot be read, "Could not convert: --game = x", in plain words.
std::string conversion_error(const CLI::App& command, const std::string& message) {
  constexpr std::string_view kBefore = "Could not convert: ", kIs = " = ";
  const std::size_t is = message.find(kIs);
  if (!message.starts_with(kBefore) || is == std::string::npos) return message;
  const std::string name = message.substr(kBefore.size(), is - kBefore.size());
  const CLI::Option* const option = command.get_option_no_throw(name);
  if (option == nullptr) return message;
  if (option->get_items_expected_max() == 0) return name + " takes no value";
  return fmt::format("{}: must be a number, not {}", name,
                     in_quotes(std::string_view(message).substr(is + kIs.size())));
}

}  // namespace

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  std::vector<const CLI::App*> shown;
  for (const CLI::App* command : all_commands(app)) {
    if (!command->get_group().empty()) shown.push_back(command);
  }
  return shown;
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) {
    return option->nonpositional() && !option->get_group().empty();
  });
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::string name_of(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  return option.get_snames().empty() ? option.get_name() : "-" + option.get_snames().front();
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{'), close = type.find('}', open);
  std::vector<std::string> choices;
  if (close == std::string::npos) return choices;
  for (const std::string_view each :
       split(std::string_view(type).substr(open + 1, close - open - 1), ',')) {
    choices.emplace_back(each);
  }
  return choices;
}

const CLI::App* find_command(const CLI::App& app, std::string_view name) {
  for (const CLI::App* command : all_commands(app)) {
    if (command->get_name() == name) return command;
  }
  return nullptr;
}

CalledCommand called_command(const CLI::App& app) {
  CalledCommand called{&app, "tavlab"};
  while (!called.app->get_subcommands().empty()) {
    called.app = called.app->get_subcommands().front();
    called.name += ' ' + called.app->get_name();
  }
  return called;
}

std::string meant_command(const CLI::App& app, std::string_view message) {
  const CalledCommand called = called_command(app);
  std::vector<std::string> known;
  for (const CLI::App* command : commands_of(*called.app)) known.push_back(command->get_name());
  for (const CLI::Option* option : positionals_of(*called.app)) {
    for (const std::string& given : option->results()) {
      if (message.find(in_quotes(given)) == std::string_view::npos) continue;
      const std::string_view near = similar(given, known);
      if (!near.empty()) return fmt::format("; the nearest command is `{} {}`", called.name, near);
    }
  }
  return {};
}

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const CalledCommand called = called_command(app);
  const std::string see = fmt::format(" (see `{} --help`)", called.name);
  // An unknown word explains why something else is missing.
  const int code = error.get_exit_code();
  const bool missing = code == static_cast<int>(CLI::ExitCodes::RequiredError) ||
                       code == static_cast<int>(CLI::ExitCodes::ExtrasError);
  const std::string extra = missing ? first_word(app.remaining(true)) : std::string();
  if (extra.size() > 1 && extra.front() == '-') return unknown_option(called, extra) + see;
  const bool wants_command = called.app->get_require_subcommand_min() > 0;
  if (wants_command) {
    if (!extra.empty()) {
      return unknown_command(called, extra) +
             (called.app == &app ? std::string("; `tavlab help` lists all") : see);
    }
    if (called.app == &app) return "no command is given; `tavlab help` says what there is";
    std::vector<std::string> known;
    for (const CLI::App* command : commands_of(*called.app)) known.push_back(command->get_name());
    return fmt::format("{} needs a command: {}{}", called.name, fmt::join(known, ", "), see);
  }
  if (!extra.empty()) {
    const bool sets = called.app->get_option_no_throw("--set") != nullptr;
    const std::string meant =
        sets && extra.find('=') != std::string::npos
            ? fmt::format("; parameters are set by --set {}", printable(extra))
            : "";
    return fmt::format("unexpected argument {}{}{}", in_quotes(extra), meant, see);
  }
  std::string message = error.what();
  if (code == static_cast<int>(CLI::ExitCodes::ArgumentMismatch)) {
    message = number_of_values_error(message);
  }
  if (code == static_cast<int>(CLI::ExitCodes::ConversionError)) {
    message = conversion_error(*called.app, message);
  }
  std::ranges::replace(message, '\n', ' ');
  return message + see;
}

}  // namespace tavlab::cli
