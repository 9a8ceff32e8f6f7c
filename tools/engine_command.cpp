// tavlab engine [--rules RULES] [--agent AGENT] [--protocol uci|htp|otep]
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/io/lines.h"
#include "selfplay/engine/front.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

struct EngineArguments {
  std::string rules = "copenhagen-11";
  std::vector<std::string> overrides;
  std::string agent = "alphabeta:net=auto,seconds=1";
  std::string protocol = "uci";
  std::uint64_t seed = 1;
};

/// Writes whole lines to standard output, unbuffered, from two threads. A host that has gone away
/// is noticed when its input ends.
class Output {
 public:
  void write(std::string_view line) {
    std::string text(line);
    text += '\n';
    const std::lock_guard lock(mutex_);
    for (std::string_view rest = text; !rest.empty();) {
      const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return;
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }

 private:
  std::mutex mutex_;
};

/// The next line, or nullopt after the last; lines that are too long are refused and skipped.
std::optional<std::string> next_line(LineReader& lines, EngineFront& front) {
  for (;;) {
    try {
      return lines.next();
    } catch (const UserError& error) {
      lines.skip_line();
      front.refuse(error.what());
    }
  }
}

void run(const EngineArguments& options) {
  EngineSettings settings;
  settings.rule_set = load_rule_set(options.rules, options.overrides);
  settings.agent = options.agent;
  settings.seed = options.seed;
  Output output;
  const auto front = make_engine_front(options.protocol, settings,
                                       [&](std::string_view line) { output.write(line); });
  front->greet();
  LineReader lines(std::cin, "standard input");
  while (const std::optional<std::string> line = next_line(lines, *front)) {
    if (!front->handle(*line)) break;
  }
}

}  // namespace

void add_engine_command(App& app) {
  const auto options = std::make_shared<EngineArguments>();
  App* command = app.add_subcommand("engine", "Serve an agent to other programs over a protocol");
  command->add_option("--rules", options->rules, "A rule set or a file")->capture_default_str();
  add_set_option(*command, options->overrides);
  command->add_option("--agent", options->agent, "The agent (see `tavlab help agents`)")
      ->capture_default_str();
  std::vector<std::string> protocols;
  for (const std::string_view name : engine_protocols()) protocols.emplace_back(name);
  command
      ->add_option("--protocol", options->protocol,
                   "uci: all families; htp, otep: attackers and defenders")
      ->capture_default_str()
      ->check(one_of(protocols));
  add_seed_option(*command, options->seed, "Seed of the agent");
  command->footer(
      "Reads commands from standard input and answers on standard output, one message per line;\n"
      "see docs/protocols.md. If `go` gives no limits, the agent's own apply.");
  command->callback([options] { run(*options); });
}

}  // namespace tavlab::cli
