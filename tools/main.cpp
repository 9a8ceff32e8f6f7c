// The command line: `tavlab COMMAND ...`. Parses options, calls the libraries, prints.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "core/error.h"
#include "experiments/version.h"
#include "tools/cli.h"

namespace {

using namespace tavlab::cli;
using tavlab::kVersion;

/// One line on stderr; a stderr that cannot be written (fmt would throw) is no reason to crash.
void say(const std::string& line) { std::fputs(("tavlab: " + line + "\n").c_str(), stderr); }

/// One line for a mistake on the command line, and where help is.
int report_usage(const CLI::App& app, const CLI::ParseError& error, std::string_view first) {
  if (app.get_subcommands().empty() && !first.empty() && first[0] != '-') {
    std::string commands;
    for (const CLI::App* command : app.get_subcommands({})) commands += ' ' + command->get_name();
    say(fmt::format("there is no command '{}'; commands:{}", first, commands));
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
  say(fmt::format("{} (see `{} --help`)", message, name));
  return kUserError;
}

int run(int argc, char** argv) {
  CLI::App app{"tavlab: research on reconstructed board games", "tavlab"};
  app.require_subcommand(1);
  app.set_version_flag("--version", kVersion);
  app.set_help_all_flag("--help-all", "Help for every command");
  Context context;
  add_rules_command(app);
  add_perft_command(app);
  add_trace_command(app, context);
  add_playout_command(app);
  add_match_command(app);
  add_play_command(app);
  add_analyze_command(app);
  add_experiment_command(app, context);
  add_claim_command(app, context);
  add_compare_command(app, context);
  add_ladder_command(app, context);
  add_train_command(app, context);
  add_selfplay_command(app, context);
  add_learn_command(app, context);
  add_dataset_command(app, context);
  add_solve_command(app);
  add_regret_command(app);
  add_bench_command(app);
  add_help_command(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help and --version
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    return report_usage(app, error, argc > 1 ? argv[1] : "");
  }
  return context.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  int code = kInternalError;
  try {
    code = run(argc, argv);
  } catch (const tavlab::UserError& error) {
    say(error.what());
    code = kUserError;
  } catch (const std::bad_alloc&) {
    say("there is not enough memory for this; ask for less: fewer games, a smaller net, table or "
        "cache");
    code = kUserError;
  } catch (const std::exception& error) {
    say(std::string("internal error: ") + error.what());
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    say("cannot write to standard output");
    return kUserError;
  }
  return code;
}
