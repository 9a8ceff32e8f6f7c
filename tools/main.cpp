// The command line: `tavlab COMMAND ...`. Parses options, calls the libraries, prints.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <iostream>
#include <new>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/notice.h"
#include "core/text.h"
#include "core/version.h"
#include "nn/backends.h"
#include "nn/torch_library.h"
#include "tools/cli.h"
#include "tools/color.h"
#include "tools/completion.h"
#include "tools/examples.h"
#include "tools/fitted_text.h"
#include "tools/old_spellings.h"
#include "tools/usage.h"

namespace {

using namespace tavlab::cli;
using tavlab::kLicence;
using tavlab::kVersion;
using tavlab::notice;
using tavlab::UserError;

constexpr std::string_view kNoMemory =
    "out of memory; use fewer games or a smaller net, table or cache";

/// Reports errors: one line on stderr and, for a program that asked for JSON, the same as a JSON
/// object on stdout.
class ErrorReport {
 public:
  explicit ErrorReport(std::span<char* const> arguments)
      : json_(std::ranges::any_of(
            arguments, [](std::string_view argument) { return argument == "--json"; })) {}

  /// `code` is a word that stays the same when the message changes.
  void say(std::string_view code, std::string_view message) const {
    notice(stderr, "{} {}\n", alarming("tavlab:"), message);
    if (!json_) return;
    const Json error = {{"error", {{"code", code}, {"message", message}}}};
    notice(stdout, "{}\n", error.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

 private:
  bool json_;
};

/// Keeps files from getting the descriptor of a closed stdin, stdout or stderr, or messages would
/// be written into them. The placeholders can be neither read nor written.
void fill_closed_streams() {
  for (int i = 0; i <= STDERR_FILENO; ++i) {
    if (fcntl(i, F_GETFD) >= 0 || errno != EBADF) continue;
    if (open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY) != i) std::_Exit(kInternalError);
  }
}

std::string version_text() {
  return fmt::format("tavlab {}\n{}\nnets on this machine: {}; LibTorch: {}\n{}", kVersion,
                     tavlab::build_text(), tavlab::instruction_set_name(), tavlab::torch_version(),
                     kLicence);
}

/// Arguments are quoted in tables, reports and on terminals, so they must be plain text.
void check_arguments(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (!tavlab::is_utf8(argv[i])) {
      throw UserError(fmt::format("argument {}, '{}', is not valid UTF-8", i, argv[i]));
    }
    if (!tavlab::is_plain(argv[i])) {
      throw UserError(fmt::format(
          "argument {}, '{}', contains control characters; only newlines and tabs are allowed", i,
          argv[i]));
    }
  }
}

/// Adds `--color` to every command that does something itself.
void add_color_option(CLI::App& app) {
  const auto commands = app.get_subcommands([](CLI::App*) { return true; });
  for (CLI::App* command : commands) add_color_option(*command);
  if (!commands.empty() && app.get_require_subcommand_min() > 0) return;
  App(app)
      .add_option(
          "--color", [](const std::string& when) { choose_color(when); },
          "Colours: auto, always or never; auto obeys NO_COLOR")
      ->check(one_of({"auto", "always", "never"}));
  app.get_option("--color")->trigger_on_parse();  // errors in what follows have colours, too
}

int run(int argc, char** argv, const ErrorReport& report) {
  CLI::App app{"tavlab: research on reconstructed board games", "tavlab"};
  app.require_subcommand(1);
  app.set_version_flag("--version", std::function<std::string()>(version_text),
                       "Version, build and licence");
  app.set_help_all_flag("--help-all", "Help for every command");
  App commands(app);
  Context context;
  add_rules_command(commands, context);
  add_perft_command(commands, context);
  add_trace_command(commands, context);
  add_openings_command(commands, context);
  add_games_command(commands, context);
  add_playout_command(commands, context);
  add_match_command(commands, context);
  add_play_command(commands, context);
  add_analyze_command(commands, context);
  add_engine_command(commands);
  add_serve_command(commands);
  add_experiment_command(commands, context);
  add_claim_command(commands, context);
  add_compare_command(commands, context);
  add_ladder_command(commands, context);
  add_calibrate_command(commands, context);
  add_limit_command(commands, context);
  add_train_command(commands, context);
  add_selfplay_command(commands, context);
  add_learn_command(commands, context);
  add_dataset_command(commands, context);
  add_evaluate_command(commands, context);
  add_net_command(commands);
  add_solve_command(commands, context);
  add_prove_command(commands, context);
  add_decisions_command(commands, context);
  add_regret_command(commands, context);
  add_bench_command(commands, context);
  add_help_command(commands, app);
  add_completion_command(commands, app);
  add_color_option(app);
  add_examples(app);
  if (argc > 1 && argv[1] == std::string_view("complete")) {  // for completion scripts
    fmt::print("{}", completions(app, std::vector<std::string>(argv + 2, argv + argc)));
    return kSuccess;
  }
  std::vector<std::string> arguments = with_new_spellings({argv + 1, argv + argc});
  std::ranges::reverse(arguments);  // as CLI11 wants them
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::Success& request) {  // --help and --version
    std::ostringstream text;
    const int code = app.exit(request, text, std::cerr);
    fmt::print("{}", fitted_to_stdout(text.str()));
    return code;
  } catch (const CLI::ParseError& error) {
    report.say("usage", UserError(usage_error(app, error)).what());
    return kUserError;
  } catch (const UserError& error) {
    throw UserError(error.what() + meant_command(app, error.what()));
  }
  return context.exit_code;
}

/// Ends a command whose output could not be written completely.
int report_lost_output(int error, const ErrorReport& report) {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};  // the errno of an earlier failure may be lost
  if (error == 0 && poll(&out, 1, 0) > 0 && (out.revents & POLLERR) != 0) error = EPIPE;
  if (error == EPIPE) {  // as in `tavlab ... | head`: end as if SIGPIPE had not been ignored
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  report.say("output", fmt::format("cannot write to standard output{}{}", error != 0 ? ": " : "",
                                   error != 0 ? std::strerror(error) : ""));
  return kUserError;
}

}  // namespace

int main(int argc, char** argv) {
  fill_closed_streams();
  // A closed log must not end a run; a closed stdout is handled below.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit is an ordinary write error
  const ErrorReport report({argv, argv + argc});
  int code = kInternalError, lost = 0;
  try {
    check_arguments(argc, argv);
    code = run(argc, argv, report);
  } catch (const UserError& error) {
    report.say("invalid", error.what());
    code = kUserError;
  } catch (const std::bad_alloc&) {
    report.say("memory", kNoMemory);
    code = kUserError;
  } catch (const std::length_error&) {  // larger than any memory
    report.say("memory", kNoMemory);
    code = kUserError;
  } catch (const std::system_error& error) {
    // fmt::print throws if stdout cannot be written, which is reported below.
    lost = error.code().value();
    if (error.code() == std::errc::resource_unavailable_try_again) {
      report.say("threads", "the system allows no more threads; use fewer with --threads");
      code = kUserError;
    } else if (std::ferror(stdout) == 0) {
      report.say("internal", std::string("internal error: ") + error.what());
    }
  } catch (const std::exception& error) {
    report.say("internal", std::string("internal error: ") + error.what());
  }
  errno = lost;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return report_lost_output(errno, report);
  return code;
}
