#include "tools/manual.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string_view>

#include "core/text.h"
#include "core/version.h"
#include "tools/examples.h"
#include "tools/usage.h"

namespace tavlab::cli {
namespace {

/// Text in which nothing is a request or an escape of roff.
std::string escaped(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    // Long lists of values may be broken.
    if (c == ',' && i + 1 < text.size() && text[i + 1] != ' ') out += "\\:";
    line_begins = c == '\n';
  }
  return out;
}

/// A paragraph: the lines of the help are filled anew.
std::string filled(std::string_view text) {
  std::string out;
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string_view::npos) {
      if (!out.empty() && !out.ends_with(".PP\n")) out += ".PP\n";
    } else {
      out += escaped(line.substr(begin)) + '\n';
    }
  }
  if (out.ends_with(".PP\n")) out.resize(out.size() - 4);
  return out;
}

std::string title(std::string_view name) {
  std::string upper(name);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return fmt::format(".TH {} 1 \"\" \"tavlab {}\" \"tavlab\"\n.ad l\n", escaped(upper), kVersion);
}

std::string value_name(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t end = type.find_first_of(" :[");
  return type.empty() ? "VALUE" : type.substr(0, end);
}

std::string argument_name(const CLI::Option& option) {
  std::string name = option.get_name(true);
  if (option.get_items_expected_max() > 1) name += "...";
  return name;
}

std::string synopsis(const CLI::App& command, std::string_view path) {
  std::string out = fmt::format(".B {}\n", escaped(path));
  for (const CLI::Option* argument : positionals_of(command)) {
    const std::string name = fmt::format("\\fI{}\\fR", escaped(argument_name(*argument)));
    out += argument->get_required() ? name + '\n' : '[' + name + "]\n";
  }
  if (!options_of(command).empty()) out += "[\\fIoptions\\fR]\n";
  return out;
}

std::string entry(const std::string& term, const CLI::Option& option) {
  std::string text = option.get_description();
  if (!option.get_default_str().empty()) {
    text += fmt::format(" (default: {})", option.get_default_str());
  }
  if (option.get_required()) text += " (required)";
  return fmt::format(".TP\n{}\n{}", term, filled(text));
}

/// The text after the options in the help, without its examples, which get a section.
std::string explanation(const CLI::App& command) {
  const std::string footer = command.get_footer();
  std::string_view text = footer;
  text = text.substr(0, text.find("Examples:"));
  return filled(text);
}

/// What a command is for, its arguments and options, and those of the commands below it. `level`
/// is the macro of its headings.
std::string description(const CLI::App& command, const std::string& path, bool top) {
  const auto heading = [&](std::string_view name) {
    return top ? fmt::format(".SH {}\n", name) : fmt::format(".PP\n{}:\n", name);
  };
  std::string out;
  if (top) {
    out += ".SH SYNOPSIS\n" + synopsis(command, path) + ".SH DESCRIPTION\n";
  } else {
    out += fmt::format(".SS {}\n", escaped(path)) + synopsis(command, path) + ".PP\n";
  }
  out += filled(command.get_description() + ".");
  const std::string more = explanation(command);
  if (!more.empty()) out += ".PP\n" + more;
  const auto positionals = positionals_of(command);
  if (!positionals.empty()) out += heading(top ? "ARGUMENTS" : "Arguments");
  for (const CLI::Option* argument : positionals) {
    out += entry(fmt::format("\\fI{}\\fR", escaped(argument_name(*argument))), *argument);
  }
  out += heading(top ? "OPTIONS" : "Options");
  for (const CLI::Option* option : options_of(command)) {
    std::string term = fmt::format("\\fB{}\\fR", escaped(name_of(*option)));
    if (takes_value(*option)) term += fmt::format(" \\fI{}\\fR", escaped(value_name(*option)));
    out += entry(term, *option);
  }
  const auto below = commands_of(command);
  if (top && !below.empty()) out += ".SH COMMANDS\n";
  for (const CLI::App* each : below) {
    out += description(*each, path + ' ' + each->get_name(), false);
  }
  const std::vector<Example> examples =
      examples_of(std::string_view(path).substr(path.find(' ') + 1));
  if (examples.empty()) return out;
  out += heading(top ? "EXAMPLES" : "Examples");
  for (const Example& each : examples) {
    out += fmt::format(".TP\n{}\n{}\n", escaped(each.purpose), escaped(each.command));
  }
  return out;
}

}  // namespace

std::string program_manual(const CLI::App& root) {
  std::string out = title("tavlab");
  out += ".SH NAME\ntavlab \\- research on reconstructed board games\n";
  out += ".SH SYNOPSIS\n.B tavlab\n\\fIcommand\\fR [\\fIarguments\\fR] [\\fIoptions\\fR]\n";
  out +=
      ".SH DESCRIPTION\n" +
      filled(
          "tavlab plays, analyses and compares board games by their rule sets, and trains programs "
          "that play them. `tavlab help` says which command does what; `tavlab help agents`, "
          "`tavlab help notation` and `tavlab help rules` explain what several commands take.");
  out += ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(root)) {
    out += fmt::format(".TP\n\\fBtavlab\\-{}\\fR(1)\n{}", escaped(command->get_name()),
                       filled(command->get_description() + "."));
  }
  out += ".SH OPTIONS\n";
  for (const CLI::Option* option : options_of(root)) {
    out += entry(fmt::format("\\fB{}\\fR", escaped(name_of(*option))), *option);
  }
  out += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] :
       {std::pair{"0", "success"}, std::pair{"1", "a test was decided negatively"},
        std::pair{"2", "an error in the command, its files or its machine"},
        std::pair{"3", "a test was not decided"}, std::pair{"70", "a bug"},
        std::pair{"130", "ended by Ctrl-C; the same command goes on"}}) {
    out += fmt::format(".TP\n{}\n{}.\n", code, meaning);
  }
  out += ".SH ENVIRONMENT\n.TP\nNO_COLOR\nNo colours, as with \\-\\-color=never.\n";
  out += ".TP\nLC_ALL, LC_MESSAGES, LANG\nThe language in which rules are explained.\n";
  return out;
}

std::string command_manual(const CLI::App& command) {
  const std::string& name = command.get_name();
  std::string summary = command.get_description();
  for (char& c : summary) c = c == '\n' ? ' ' : c;
  return title("tavlab-" + name) +
         fmt::format(".SH NAME\ntavlab\\-{} \\- {}\n", escaped(name), escaped(summary)) +
         description(command, "tavlab " + name, true) + ".SH SEE ALSO\n\\fBtavlab\\fR(1)\n";
}

}  // namespace tavlab::cli
