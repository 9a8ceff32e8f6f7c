#pragma once

#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

// A thin wrapper of CLI11, whose headers take seconds to compile: only the files that work on the
// tree of all commands include them. Names and meanings are CLI11's.
namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace tavlab::cli {

/// A constraint on the text of an option.
class Check {
 public:
  /// `find_fault` returns what is wrong with the text, or an empty string; it may also change the
  /// text (see Option::transform). The description is shown in the help.
  Check(const std::function<std::string(std::string&)>& find_fault, const std::string& description);
  explicit Check(const CLI::Validator& validator);

 private:
  friend class Option;
  std::shared_ptr<const CLI::Validator> validator_;
};

/// Numbers from `low` to `high`; T is int or std::uint64_t.
template <typename T>
Check in_range(T low, T high);
/// Numbers in a range; unlike `in_range`, it refuses "nan".
Check number_between(double minimum, double maximum);
Check one_of(const std::vector<std::string>& texts);
/// An untrusted value for a message: quotable, or "an empty text".
std::string shown_value(const std::string& text);
/// Reads sizes such as 4GB, in powers of 1000.
Check size_in_bytes();
/// Non-empty texts; `instead` tells the user what to do instead.
Check not_empty(const std::string& instead);

/// An option, a positional argument or a flag.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(option) {}
  Option(const Option&) = delete;
  Option& operator=(const Option&) = delete;

  Option* required(bool value = true);
  Option* check(const Check& check);
  Option* transform(const Check& check);
  Option* capture_default_str();
  Option* excludes(Option* other);
  Option* type_name(const std::string& name);
  Option* option_text(const std::string& text);
  Option* delimiter(char character);
  Option* allow_extra_args(bool value);

 private:
  CLI::Option& option_;
};

/// A command: `tavlab` itself, or a subcommand at any level. It owns what it returns pointers to.
class App {
 public:
  explicit App(CLI::App& app) : app_(app) {}
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  App* add_subcommand(const std::string& name, const std::string& help);
  App* require_subcommand(int count);
  /// Whether a command below this one was called.
  [[nodiscard]] bool has_called_subcommand() const;

  /// For the types T instantiated in command_line.cpp.
  template <typename T>
  Option* add_option(const std::string& name, T& value, const std::string& help);
  Option* add_option(const std::string& name, const std::function<void(const std::string&)>& take,
                     const std::string& help);
  Option* add_flag(const std::string& name, bool& value, const std::string& help);
  Option* get_option(const std::string& name);
  /// How often an option was given.
  [[nodiscard]] std::size_t count(const std::string& name) const;

  /// Leaves the command out of the help.
  App* hide();
  App* footer(const std::string& text);
  App* callback(const std::function<void()>& run);

 private:
  Option* keep(CLI::Option* option);

  CLI::App& app_;
  std::deque<App> subcommands_;
  std::deque<Option> options_;
};

}  // namespace tavlab::cli
