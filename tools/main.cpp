// The command line: `tavlab COMMAND ...`. Parses options, calls the libraries, prints.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "core/error.h"
#include "core/notice.h"
#include "core/text.h"
#include "core/version.h"
#include "nn/backends.h"
#include "nn/torch_library.h"
#include "tools/cli.h"

namespace {

using namespace tavlab::cli;
using tavlab::kLicence;
using tavlab::kVersion;
using tavlab::notice;
using tavlab::UserError;

constexpr std::string_view kNoMemory =
    "out of memory; use fewer games or a smaller net, table or cache";

/// One line on stderr.
void say(std::string_view line) { notice(stderr, "tavlab: {}\n", line); }

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

/// Reports a usage error in one line that refers to the help.
int report_usage(const CLI::App& app, const CLI::ParseError& error, std::string_view first) {
  if (app.get_subcommands().empty() && !first.empty() && first[0] != '-') {
    std::string commands;
    for (const CLI::App* command : app.get_subcommands({})) commands += ' ' + command->get_name();
    say(UserError(
            fmt::format("unknown command '{}'; commands:{}", tavlab::quotable(first), commands))
            .what());
    return kUserError;
  }
  const CLI::App* command = &app;
  std::string name = "tavlab";
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    name += ' ' + command->get_name();
  }
  std::string message = error.what();
  for (char& c : message) {
    if (c == '\n') c = ' ';
  }
  say(fmt::format("{} (see `{} --help`)", UserError(message).what(), name));
  return kUserError;
}

int run(int argc, char** argv) {
  CLI::App app{"tavlab: research on reconstructed board games", "tavlab"};
  app.require_subcommand(1);
  app.set_version_flag("--version", std::function<std::string()>(version_text),
                       "Version, build and licence");
  app.set_help_all_flag("--help-all", "Help for every command");
  App commands(app);
  Context context;
  add_rules_command(commands);
  add_perft_command(commands);
  add_trace_command(commands, context);
  add_openings_command(commands);
  add_games_command(commands, context);
  add_playout_command(commands);
  add_match_command(commands, context);
  add_play_command(commands);
  add_analyze_command(commands);
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
  add_decisions_command(commands);
  add_regret_command(commands);
  add_bench_command(commands);
  add_help_command(commands);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help and --version
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    return report_usage(app, error, argc > 1 ? argv[1] : "");
  }
  return context.exit_code;
}

/// Ends a command whose output could not be written completely.
int report_lost_output(int error) {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};  // the errno of an earlier failure may be lost
  if (error == 0 && poll(&out, 1, 0) > 0 && (out.revents & POLLERR) != 0) error = EPIPE;
  if (error == EPIPE) {  // as in `tavlab ... | head`: end as if SIGPIPE had not been ignored
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  say(fmt::format("cannot write to standard output{}{}", error != 0 ? ": " : "",
                  error != 0 ? std::strerror(error) : ""));
  return kUserError;
}

}  // namespace

int main(int argc, char** argv) {
  fill_closed_streams();
  // A closed log must not end a run; a closed stdout is handled below.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit is an ordinary write error
  int code = kInternalError, lost = 0;
  try {
    check_arguments(argc, argv);
    code = run(argc, argv);
  } catch (const UserError& error) {
    say(error.what());
    code = kUserError;
  } catch (const std::bad_alloc&) {
    say(kNoMemory);
    code = kUserError;
  } catch (const std::length_error&) {  // larger than any memory
    say(kNoMemory);
    code = kUserError;
  } catch (const std::system_error& error) {
    // fmt::print throws if stdout cannot be written, which is reported below.
    lost = error.code().value();
    if (error.code() == std::errc::resource_unavailable_try_again) {
      say("the system allows no more threads; use fewer with --threads");
      code = kUserError;
    } else if (std::ferror(stdout) == 0) {
      say(std::string("internal error: ") + error.what());
    }
  } catch (const std::exception& error) {
    say(std::string("internal error: ") + error.what());
  }
  errno = lost;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return report_lost_output(errno);
  return code;
}
