#pragma once

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace tavlab::cli {

/// The manual page tavlab(1), from the tree of commands, in man(7) macros.
std::string program_manual(const CLI::App& root);
/// The page of a command at the top, with those below it: tavlab-rules(1).
std::string command_manual(const CLI::App& command);

}  // namespace tavlab::cli
