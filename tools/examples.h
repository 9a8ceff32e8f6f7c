#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace tavlab::cli {

/// A command line that can be pasted, and what it is for.
struct Example {
  std::string_view command;
  std::string_view purpose;
};

/// The examples of a command, such as "rules show", from examples.txt.
std::vector<Example> examples_of(std::string_view command);

/// Adds the examples to the end of each command's help.
void add_examples(CLI::App& root);

}  // namespace tavlab::cli
