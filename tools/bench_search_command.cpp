// tavlab bench search: the speed of alpha-beta over a fixed suite, and its signature.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/notice.h"
#include "experiments/run/progress.h"
#include "selfplay/bench/search_bench.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

struct BenchSearchArguments {
  std::vector<std::string> rules;
  SearchBenchOptions search;
  bool quiet = false;
  bool json = false;
};

Json result_json(const SearchBenchResult& result) {
  return {{"rules", result.rules},        {"positions", result.positions},
          {"depth", result.mean_depth()}, {"nodes", result.nodes},
          {"seconds", result.seconds},    {"nodes_per_second", result.nodes_per_second()}};
}

void print_result(const std::string& name, const SearchBenchResult& result) {
  fmt::print("{:<22} {:>9} {:>6.2f} {:>12} {:>9.3f} {:>9.2f} M\n", name, result.positions,
             result.mean_depth(), result.nodes, result.seconds, result.nodes_per_second() / 1e6);
  flush_stdout();
}

void print_heads() {
  fmt::print("{:<22} {:>9} {:>6} {:>12} {:>9} {:>11}\n", "rules", "positions", "depth", "nodes",
             "seconds", "nodes/s");
}

void run(BenchSearchArguments options, bool whole, Context& context) {
  const StopOnSignal stop;
  options.search.stop = stop.token();
  Json each = Json::array();
  bool first = true;
  Progress progress("rule sets", options.rules.size());
  if (options.quiet) progress.silence();
  progress.announce("searching");
  std::size_t done = 0;
  const SearchBenchResult all =
      bench_search(options.rules, options.search, [&](const SearchBenchResult& result) {
        progress.finish();  // the table grows where it stood
        if (options.json) {
          each.push_back(result_json(result));
        } else {
          if (std::exchange(first, false)) print_heads();
          print_result(result.rules, result);
        }
        progress.update(++done, "searching");
      });
  progress.finish();
  const bool stopped = stop.token().stop_requested();
  if (stopped) {
    context.stopped();
    notice(stderr,
           "stopped; the figures of the finished rule sets are printed. The same command "
           "begins again.\n");
  }
  const bool signature = whole && !stopped && options.search.gives_signature();
  if (options.json) {
    Json json = {{"bench", each},
                 {"nodes", all.nodes},
                 {"seconds", all.seconds},
                 {"nodes_per_second", all.nodes_per_second()},
                 {"interrupted", stopped}};
    if (signature) json["signature"] = all.nodes;
    print_json(json);
    return;
  }
  if (!stopped) print_result("all", all);
  if (signature) fmt::print("signature {}\n", all.nodes);
}

}  // namespace

void add_bench_search_command(App& bench, Context& context) {
  const auto options = std::make_shared<BenchSearchArguments>();
  options->rules = search_bench_rules();
  App* command = bench.add_subcommand(
      "search", "Measure alpha-beta over a fixed suite of positions, with its signature");
  command->add_option("RULES", options->rules, "Rule sets of the suite")->capture_default_str();
  command
      ->add_option("--threads", options->search.threads,
                   "Threads that search; more than one is measured by the clock")
      ->capture_default_str()
      ->check(in_range(1, 256));
  command->add_option("--deeper", options->search.deeper, "Plies added to the depths of the suite")
      ->capture_default_str()
      ->check(in_range(0, 20));
  add_minutes_option(*command, context);
  add_quiet_flag(*command, options->quiet);
  add_json_flag(*command, options->json);
  command->footer(
      "The selective search, with a table of 16 MB, searches each position to a fixed depth;\n"
      "depth is the mean reached. Seconds are processor time, or with --threads wall-clock time.\n"
      "Signature: the nodes of the whole suite on one thread. It is the same on every machine, "
      "and\n"
      "changes if and only if the search or an evaluation does.");
  command->callback(
      [command, options, &context] { run(*options, command->count("RULES") == 0, context); });
}

}  // namespace tavlab::cli
