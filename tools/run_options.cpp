#include "tools/run_options.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "nn/backends.h"
#include "tools/cli.h"

namespace tavlab::cli {

namespace fs = std::filesystem;

void add_force_flag(App& app, bool& force) {
  app.add_flag("--force", force,
               "Overwrite files in the folder that have a report's names but are not tavlab's");
}

Option* add_out_option(App& app, std::string& out) {
  return app
      .add_option("--out", out,
                  "Output folder; a run in it is resumed. By default runs/NAME, or a folder beside "
                  "it where that holds another run")
      ->check(folder_name());
}

std::string plain_name(const std::string& id_or_path) {
  return id_or_path.ends_with(".toml") ? fs::path(id_or_path).stem().string() : id_or_path;
}

std::string plain_name(const std::string& id_or_path, std::optional<std::uint64_t> seed) {
  const std::string name = plain_name(id_or_path);
  return seed ? fmt::format("{}-seed-{}", name, *seed) : name;
}

std::string folder_for(const std::string& out, const std::string& name) {
  if (!out.empty()) return out;
  std::string plain = plain_name(name);
  for (char& c : plain) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '_' || c == '.';
    if (!fits) c = '-';
  }
  return (fs::path("runs") / plain).string();
}

std::string free_folder_for(const std::string& name) {
  const std::string first = folder_for("", name);
  std::string folder = first;
  for (int i = 2; fs::exists(folder); ++i) folder = fmt::format("{}-{}", first, i);
  return folder;
}

Check folder_name() {
  return {[](const std::string& text) -> std::string {
            if (text.empty()) return "is empty; name a folder";
            std::error_code error;
            const fs::path path = fs::weakly_canonical(text, error);
            if (error) return {};
            if (path == path.root_path()) return "is the root of the file system; name a folder";
            // Virtual file systems; but /dev/shm has regular files.
            const auto within = [&](const fs::path& folder) {
              return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
                     folder.end();
            };
            const bool is_virtual = within("/dev") || within("/proc") || within("/sys");
            if (!is_virtual || (within("/dev/shm") && path != "/dev/shm")) return {};
            return "is a virtual system folder, not one for files; name another folder";
          },
          ""};
}

void add_report_out_option(App& app, std::string& out) {
  app.add_option("--out", out,
                 "Folder for the report instead of DIR; then nothing is written into DIR")
      ->check(not_empty("omit the option for DIR"));
}

void add_human_option(App& app, std::string& human) {
  app.add_option("--human", human,
                 "How people play, to be drawn beside it: a file of `tavlab games stats --out`. "
                 "The folder keeps a copy")
      ->check(not_empty("omit the option for none"));
}

void add_net_machine_options(App& app, std::string& device, std::string& backend) {
  app.add_option("--device", device, "Device on which nets run and are trained: cpu or cuda:0")
      ->capture_default_str();
  app.add_option("--backend", backend, "Inference backend: auto, cpu, eigen or torch")
      ->capture_default_str()
      ->check(one_of(std::vector<std::string>(kBackends.begin(), kBackends.end())));
}

void WorkerArguments::add_to(App& app) {
  app.add_option("--shard", shard,
                 "K/N: only the games of the K-th of N parts, into a separate folder")
      ->check(not_empty("omit the option for the whole run"));
  app.add_flag("--die-with-parent", die_with_parent, "End when the parent process ends");
}

Shard WorkerArguments::begin() const {
  if (die_with_parent) cli::die_with_parent();
  return Shard::parse(shard);
}

void add_play_conditions(App& app, PlayConditions& conditions) {
  constexpr double kMaxSeconds = 1e6;
  app.add_option(
         "--openings", conditions.openings,
         "plies=N, plies=N,unique, plies=N,unique,sample=M or a file with a line of moves for "
         "each opening, in place of --opening; each is played in a pair of games with sides "
         "exchanged")
      ->check(not_empty("omit the option for random openings"))
      ->excludes(app.get_option("--opening"));
  Option* const time =
      app.add_option("--time", conditions.time, "Seconds for each move, for all agents")
          ->check(number_between(0.001, kMaxSeconds));
  Option* const clock = app.add_option("--clock", conditions.clock,
                                       "S+INC: a clock of S seconds for each agent (5m: minutes, "
                                       "as `play` counts), and INC more "
                                       "after each of its moves")
                            ->check(not_empty("write it as in 60+0.5"))
                            ->excludes(time);
  app.add_option("--nodes", conditions.nodes,
                 "Nodes for each move, for all agents (of mcts: simulations)")
      ->check(in_range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
      ->excludes(time)
      ->excludes(clock);
  app.add_option(
         "--odds", conditions.odds,
         "SIDE=F, where SIDE is first or second: that side gets 1/F of the time or the nodes")
      ->check(not_empty("write it as in second=10"));
  app.add_option("--time-margin", conditions.margin,
                 "How many seconds late a move may come before the game is lost; default with "
                 "--clock 0.05, with --time no limit")
      ->check(number_between(0.0, kMaxSeconds));
  app.add_option("--adjudicate", conditions.adjudicate,
                 "plies=N,score=S[,draw=D][,after=P]: end a game when both agents agree")
      ->check(not_empty("write it as in plies=8,score=0.95"));
}

std::string play_conditions_help() {
  return R"(--time, --clock and --nodes replace the limits in the agents' texts; agents that do not search, and
Gumbel searches, ignore them. A flag that falls loses the game: "time forfeit". Games with time limits
are not reproducible. --odds is for rules under which one side wins nearly all games between equals.
--openings plies=N,unique plays one opening of each class of symmetric positions, in an order drawn
from the seed; with sample=M, M of them, drawn at random. Openings from a file are played in file order.
--adjudicate: after N moves in a row, half of them of each agent, in which the searches of both expect
a score of at least S for the same side, that side has won; where they expect 0.5 ± D from ply P on,
the game is drawn. The reason is "adjudicated".
)";
}

void add_generated_run_options(App& app, GeneratedRunOptions& options,
                               const std::string& games_help, Context& context) {
  app.add_option("--games", options.games, games_help)
      ->capture_default_str()
      ->check(in_range(2, 100000000));
  add_seed_option(app, options.seed, "Random seed");
  app.add_option("--opening", options.opening_plies, "Random plies at the start of each game")
      ->capture_default_str()
      ->check(in_range(0, 1000));
  app.add_option("--max-plies", options.max_plies, "Stop longer games as unfinished")
      ->capture_default_str()
      ->check(in_range(1, 1000000));
  add_threads_option(app, options.threads);
  add_minutes_option(app, context);
  add_force_flag(app, options.force);
  add_quiet_flag(app, options.quiet);
  add_json_flag(app, options.json);
}

}  // namespace tavlab::cli
