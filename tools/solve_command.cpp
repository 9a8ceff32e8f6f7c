// tavlab solve RULES --out FILE; tavlab solve --info FILE
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/io/files.h"
#include "core/memory.h"
#include "core/notice.h"
#include "core/solving/exact.h"
#include "core/text.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "tools/cli.h"
#include "tools/run_options.h"
#include "tools/solve_endgames.h"

namespace tavlab::cli {
namespace {

struct SolveArguments {
  RulesArguments rules;
  std::string pieces;
  double tolerance = 1e-12;
  int threads = 1;
  std::uint64_t memory = 0;
  bool rolls = false;
  bool winners = false;
  double checkpoint = SolveOptions{}.checkpoint_seconds;
  std::string out;
  std::string info;
  bool quiet = false;
  bool json = false;
};

/// Up to `most` numbers of pieces, separated by commas; missing ones are 0.
std::vector<int> pieces_of(const std::string& text, std::size_t most) {
  if (text.empty()) throw UserError("solve: give the pieces of each side with --pieces, as in 3,1");
  std::vector<int> numbers;
  for (const std::string_view word : split(text, ',')) {
    const std::optional<int> number = parse_number(word);
    if (!number || *number < 0 || *number > 8 || numbers.size() == most) {
      throw UserError(fmt::format("--pieces: '{}' should be {} from 0 to 8", text,
                                  most == 1 ? "a number" : "two numbers, as in 3,1, each"));
    }
    numbers.push_back(*number);
  }
  numbers.resize(most);
  return numbers;
}

std::string duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", std::max(1.0, seconds));
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

void print_info(const SolveArguments& options) {
  if (is_endgame_table(options.info)) return print_endgame_info(options.info, options.json);
  const TableInfo info = read_table_info(options.info);
  double residual = 0, rolls_residual = 0;
  for (const LayerHeader& layer : info.layers) {
    residual = std::max(residual, layer.residual);
    rolls_residual = std::max(rolls_residual, layer.rolls_residual);
  }
  const TableHeader& header = info.header;
  const bool rolls = header.has_rolls != 0;
  if (options.json) {
    Json layers = Json::array();
    for (const LayerHeader& layer : info.layers) {
      layers.push_back({{"own", layer.own},
                        {"other", layer.other},
                        {"values", layer.values},
                        {"sweeps", layer.sweeps},
                        {"residual", layer.residual}});
    }
    print_json({{"rules", header.rules_id.data()},
                {"rules_hash", fmt::format("{:016x}", header.rules_hash)},
                {"pieces", header.pieces},
                {"positions", header.positions},
                {"throws", rolls},
                {"tolerance", header.tolerance},
                {"residual", residual},
                {"bytes", info.bytes},
                {"layers", layers}});
    return;
  }
  fmt::print("{}: complete, checksums correct\n", options.info);
  fmt::print("  made for      {} (rules hash {:016x})\n", header.rules_id.data(),
             header.rules_hash);
  fmt::print("  pieces        up to {} of each player not home\n", header.pieces);
  fmt::print("  positions     {} in {} layers, {}\n", header.positions, info.layers.size(),
             size_text(info.bytes));
  fmt::print("  values        win probabilities{}\n",
             rolls ? " and expected rolls" : "; no expected rolls (--rolls)");
  fmt::print("  residual      {:.2e} (tolerance {:.0e})\n", residual, header.tolerance);
  if (rolls) fmt::print("  of rolls      {:.2e}\n", rolls_residual);
}

void solve_and_print(SolveArguments options, Context& context) {
  RuleSet rule_set = options.rules.load();
  const bool own_name = options.out.empty();
  if (own_name) {
    const std::string pieces = options.pieces.empty() ? "" : "-" + options.pieces;
    options.out = folder_for("", rule_set.id + pieces) + ".table";
  }
  bool whole_games = false;
  visit_game(rule_set, [&](auto game, const auto&) {
    using Solver = Exact<decltype(game)>;
    if (!Solver::available) {
      throw UserError(
          fmt::format("rules '{}': the family {} has no solver", rule_set.id, rule_set.family));
    }
    whole_games = Solver::whole_games;
  });
  if (!whole_games) {
    if (options.rolls || options.tolerance != SolveArguments{}.tolerance ||
        options.checkpoint != SolveArguments{}.checkpoint) {
      throw UserError(
          fmt::format("rules '{}': --rolls, --tolerance and --checkpoint are for games "
                      "with dice",
                      rule_set.id));
    }
    if (own_name) make_folder(std::filesystem::path(options.out).parent_path());
    return solve_endgames(rule_set,
                          {pieces_of(options.pieces, 2), options.threads, options.memory,
                           !options.winners, options.out, options.quiet, options.json},
                          context);
  }
  if (options.winners) {
    throw UserError(fmt::format("rules '{}': --winners is for endgames", rule_set.id));
  }
  if (!options.pieces.empty()) {
    RulesArguments arguments = options.rules;
    arguments.overrides.push_back(fmt::format("pieces={}", pieces_of(options.pieces, 1)[0]));
    rule_set = arguments.load();
  }
  const SolveOptions settings{options.tolerance, options.threads, options.memory, options.rolls,
                              options.checkpoint};
  const SolveEstimate needed = estimate(rule_set, settings);
  if (!options.json) {
    notice(stderr, "{}: {} positions; {} of memory, a file of {}, about {} on {} thread(s)\n",
           rule_set.id, needed.positions, size_text(needed.memory), size_text(needed.file),
           duration(needed.seconds), options.threads);
  }
  if (own_name) make_folder(std::filesystem::path(options.out).parent_path());
  const auto begin = std::chrono::steady_clock::now();
  Progress line("positions", needed.positions);
  if (options.quiet) line.silence();
  const StopOnSignal stop;
  SolveResult result;
  try {
    result = tavlab::solve(
        rule_set, settings, options.out,
        [&](const SolveProgress& p) {
          line.update(p.positions_done,
                      fmt::format("{} and {} pieces left, sweep {}{}, residual {:.1e}", p.own,
                                  p.other, p.sweep, p.rolls ? " of rolls" : "", p.change));
        },
        stop.token());
  } catch (const SolveStopped&) {
    line.finish();
    notice(stderr, "stopped; the same command resumes.\n");
    context.stopped();
    if (options.json) print_json({{"rules", rule_set.id}, {"complete", false}});
    return;
  }
  line.finish();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double rate = static_cast<double>(result.updates) / seconds;
  if (options.json) {
    Json json = {{"rules", rule_set.id},
                 {"rules_hash", rule_set.hash_text()},
                 {"first_player_win", result.first_player_win},
                 {"positions", result.positions},
                 {"residual", result.residual},
                 {"sweeps", result.sweeps},
                 {"updates", result.updates},
                 {"updates_per_second", rate},
                 {"seconds", seconds},
                 {"continued", result.continued},
                 {"table", options.out}};
    if (options.rolls) json["throws"] = result.first_player_rolls;
    print_json(json);
    return;
  }
  fmt::print("the first player wins with probability {:.12f}\n", result.first_player_win);
  if (options.rolls) fmt::print("a game lasts {:.6f} rolls\n", result.first_player_rolls);
  fmt::print("{} positions, {} sweeps, residual {:.1e}; {} ({:.1f} M updates/s){}\n",
             result.positions, result.sweeps, result.residual, duration(seconds), rate / 1e6,
             result.continued ? ", resumed" : "");
  fmt::print("table: {}\n", options.out);
}

void run(const SolveArguments& options, Context& context) {
  if (!options.info.empty()) {
    if (!options.rules.name.empty() || !options.rules.overrides.empty() || !options.out.empty() ||
        !options.pieces.empty() || options.rolls || options.winners) {
      throw UserError(
          "solve: --info FILE cannot be combined with RULES or with options of solving");
    }
    return print_info(options);
  }
  if (options.rules.name.empty()) throw UserError("solve: give the RULES to solve, or --info FILE");
  solve_and_print(options, context);
}

}  // namespace

void add_solve_command(App& app, Context& context) {
  const auto options = std::make_shared<SolveArguments>();
  options->threads = hardware_threads();
  App* command =
      app.add_subcommand("solve", "Solve a game exactly and write its table, or describe a table");
  options->rules.add_to(*command);
  command->get_option("RULES")->required(false);
  command
      ->add_option("--pieces", options->pieces,
                   "Pieces per player, overriding the rules; for endgames, the maximum for the "
                   "first and the second player, not counting the king, as in 3,1")
      ->check(not_empty("give numbers of pieces"));
  command->add_flag("--winners", options->winners,
                    "For endgames, store only the winners, not the moves to the win: 2 bits per "
                    "position instead of 8");
  command
      ->add_option("--tolerance", options->tolerance,
                   "A layer is solved when a sweep changes no win probability by more than this")
      ->capture_default_str()
      ->check(number_between(1e-15, 0.1));
  add_memory_option(*command, options->memory,
                    "Memory limit, as in 4GB; default: all available memory");
  command->add_flag("--rolls", options->rolls,
                    "Also compute the expected rolls left under optimal play");
  command
      ->add_option("--checkpoint", options->checkpoint,
                   "Seconds between checkpoints of the current layer; 0: after every sweep")
      ->capture_default_str()
      ->check(number_between(0, 86400));
  command
      ->add_option("--out", options->out,
                   "The table file to write; by default runs/RULES.table, or "
                   "runs/RULES-PIECES.table with --pieces")
      ->check(not_empty("name a file"));
  command->add_option("--info", options->info, "Verify and describe a table file")
      ->check(not_empty("name a file"));
  add_threads_option(*command, options->threads);
  add_minutes_option(*command, context);
  add_quiet_flag(*command, options->quiet);
  add_json_flag(*command, options->json);
  command->footer(
      "Finished layers, and checkpoints of the current one (for endgames, only finished\n"
      "material combinations), are saved in FILE.part: a killed run resumes and gives the same\n"
      "file. The result does not depend on the number of threads.");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tavlab::cli
