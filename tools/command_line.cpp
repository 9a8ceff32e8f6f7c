#include "tools/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/near.h"
#include "core/text.h"
#include "tools/cli.h"

namespace tavlab::cli {

Check::Check(const std::function<std::string(std::string&)>& find_fault,
             const std::string& description)
    : validator_(std::make_shared<CLI::Validator>(find_fault, description)) {}

Check::Check(const CLI::Validator& validator)
    : validator_(std::make_shared<CLI::Validator>(validator)) {}

namespace {

/// Digits, perhaps with a sign, without a zero before others.
bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos &&
         (text.size() == 1 || text.front() != '0');
}

}  // namespace

std::string shown_value(const std::string& text) {
  return text.empty() ? "an empty text" : quotable(text);
}

template <typename T>
Check in_range(T low, T high) {
  return {[low, high](const std::string& text) {
            T number{};
            // CLI11 would read 010 and 0x8 as 8.
            const bool read = is_decimal(text) && CLI::detail::lexical_cast(text, number);
            return read && number >= low && number <= high
                       ? std::string{}
                       : fmt::format("must be a whole number from {} to {}, not {}", low, high,
                                     shown_value(text));
          },
          fmt::format("{} to {}", low, high)};
}
template Check in_range<int>(int, int);
template Check in_range<std::uint64_t>(std::uint64_t, std::uint64_t);

Check number_between(double minimum, double maximum) {
  return {[minimum, maximum](const std::string& text) {
            double number = std::numeric_limits<double>::quiet_NaN();
            const bool read = CLI::detail::lexical_cast(text, number);
            return read && number >= minimum && number <= maximum
                       ? std::string{}
                       : fmt::format("must be a number from {} to {}, not {}", minimum, maximum,
                                     shown_value(text));
          },
          fmt::format("{} to {}", minimum, maximum)};
}

Check one_of(const std::vector<std::string>& texts) {
  return {[texts](const std::string& text) {
            const bool known = std::ranges::find(texts, text) != texts.end();
            return known ? std::string{}
                         : fmt::format("must be {}, not {}{}", fmt::join(texts, ", "),
                                       in_quotes(text), near_note(text, texts));
          },
          fmt::format("{{{}}}", fmt::join(texts, ","))};
}

Check size_in_bytes() { return Check(CLI::AsSizeValue(true)); }

Check not_empty(const std::string& instead) {
  return {[instead](const std::string& text) {
            return text.empty() ? "is empty; " + instead : std::string{};
          },
          ""};
}

Option* Option::required(bool value) {
  option_.required(value);
  return this;
}
Option* Option::check(const Check& check) {
  option_.check(*check.validator_);
  return this;
}
Option* Option::transform(const Check& check) {
  option_.transform(*check.validator_);
  return this;
}
Option* Option::capture_default_str() {
  option_.capture_default_str();
  return this;
}
Option* Option::excludes(Option* other) {
  option_.excludes(&other->option_);
  return this;
}
Option* Option::type_name(const std::string& name) {
  option_.type_name(name);
  return this;
}
Option* Option::option_text(const std::string& text) {
  option_.option_text(text);
  return this;
}
Option* Option::delimiter(char character) {
  option_.delimiter(character);
  return this;
}
Option* Option::allow_extra_args(bool value) {
  option_.allow_extra_args(value);
  return this;
}

Option* App::keep(CLI::Option* option) { return &options_.emplace_back(*option); }

App* App::add_subcommand(const std::string& name, const std::string& help) {
  return &subcommands_.emplace_back(*app_.add_subcommand(name, help));
}
App* App::require_subcommand(int count) {
  app_.require_subcommand(count);
  return this;
}
bool App::has_called_subcommand() const { return !app_.get_subcommands().empty(); }

template <typename T>
Option* App::add_option(const std::string& name, T& value, const std::string& help) {
  return keep(app_.add_option(name, value, help));
}
template Option* App::add_option(const std::string&, std::string&, const std::string&);
template Option* App::add_option(const std::string&, int&, const std::string&);
template Option* App::add_option(const std::string&, std::uint64_t&, const std::string&);
template Option* App::add_option(const std::string&, double&, const std::string&);
template Option* App::add_option(const std::string&, std::vector<std::string>&, const std::string&);
template Option* App::add_option(const std::string&, std::vector<std::uint64_t>&,
                                 const std::string&);
template Option* App::add_option(const std::string&, std::vector<int>&, const std::string&);
template Option* App::add_option(const std::string&, std::optional<std::uint64_t>&,
                                 const std::string&);
template Option* App::add_option(const std::string&, std::optional<double>&, const std::string&);

Option* App::add_option(const std::string& name,
                        const std::function<void(const std::string&)>& take,
                        const std::string& help) {
  return keep(app_.add_option_function<std::string>(name, take, help));
}
Option* App::add_flag(const std::string& name, bool& value, const std::string& help) {
  return keep(app_.add_flag(name, value, help));
}
Option* App::get_option(const std::string& name) { return keep(app_.get_option(name)); }
std::size_t App::count(const std::string& name) const { return app_.count(name); }

App* App::hide() {
  app_.group("");
  return this;
}
App* App::footer(const std::string& text) {
  app_.footer(text);
  return this;
}
App* App::callback(const std::function<void()>& run) {
  app_.callback(run);
  return this;
}

}  // namespace tavlab::cli
