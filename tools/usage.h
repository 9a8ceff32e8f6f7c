#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

// The tree of commands as its help, its completions, its manual and its errors see it.
namespace tavlab::cli {

/// The commands directly below one that are shown to users, in order.
std::vector<const CLI::App*> commands_of(const CLI::App& app);
/// The named options of a command that are shown to users, and its positional arguments.
std::vector<const CLI::Option*> options_of(const CLI::App& command);
std::vector<const CLI::Option*> positionals_of(const CLI::App& command);
/// "--depth"; a short option without a long name is "-d".
std::string name_of(const CLI::Option& option);
/// Whether an option takes a value.
bool takes_value(const CLI::Option& option);
/// The values that an option may have, if they are few enough to list ("{a,b}" in the help).
std::vector<std::string> choices_of(const CLI::Option& option);

/// The command below `app` with this name, or null.
const CLI::App* find_command(const CLI::App& app, std::string_view name);
/// The command that was called, with its name ("tavlab rules show").
struct CalledCommand {
  const CLI::App* app;
  std::string name;
};
CalledCommand called_command(const CLI::App& app);

/// "; the nearest command is `tavlab bench search`" if a message of the called command is about a
/// word that may be one of its own commands, misspelt; otherwise nothing.
std::string meant_command(const CLI::App& app, std::string_view message);

/// What is wrong with a command line that could not be parsed, in one line that names what was
/// probably meant.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace tavlab::cli
