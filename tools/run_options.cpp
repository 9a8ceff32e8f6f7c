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
               "Replace files in the folder that have a report's names and are not tavlab's");
}

void add_out_option(App& app, std::string& out) {
  app.add_option("--out", out, "Folder for what comes of it; a run that it holds goes on")
      ->required()
      ->check(folder_name());
}

Check folder_name() {
  return {[](const std::string& text) -> std::string {
            if (text.empty()) return "is empty; name a folder";
            std::error_code error;
            const fs::path path = fs::weakly_canonical(text, error);
            if (error) return {};
            if (path == path.root_path()) return "is the root of the file system; name a folder";
            // What the kernel makes up; but /dev/shm holds files.
            const auto within = [&](const fs::path& folder) {
              return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
                     folder.end();
            };
            const bool made_up = within("/dev") || within("/proc") || within("/sys");
            if (!made_up || (within("/dev/shm") && path != "/dev/shm")) return {};
            return "is no folder for files, but one of the system's devices; name a folder";
          },
          ""};
}

void add_report_out_option(App& app, std::string& out) {
  app.add_option("--out", out,
                 "Folder for the report instead of DIR, in which nothing is written then")
      ->check(not_empty("leave the option out for DIR"));
}

void add_net_machine_options(App& app, std::string& device, std::string& backend) {
  app.add_option("--device", device, "Where nets run and learn: cpu or cuda:0")
      ->capture_default_str();
  app.add_option("--backend", backend, "What runs nets: auto, cpu, eigen or torch")
      ->capture_default_str()
      ->check(one_of(std::vector<std::string>(kBackends.begin(), kBackends.end())));
}

void WorkerArguments::add_to(App& app) {
  app.add_option("--shard", shard,
                 "K/N: only the games of the K-th of N parts, into a folder of its own")
      ->check(not_empty("leave the option out for the whole run"));
  app.add_flag("--die-with-parent", die_with_parent,
               "End when the process that started this one ends");
}

Shard WorkerArguments::begin() const {
  if (die_with_parent) cli::die_with_parent();
  return Shard::parse(shard);
}

void add_made_run_options(App& app, MadeRunOptions& options, const std::string& games_help) {
  app.add_option("--games", options.games, games_help)
      ->capture_default_str()
      ->check(in_range(2, 100000000));
  add_seed_option(app, options.seed, "Decides every game");
  app.add_option("--opening", options.opening_plies, "Random plies at the start")
      ->capture_default_str()
      ->check(in_range(0, 1000));
  app.add_option("--max-plies", options.max_plies, "A longer game is unfinished")
      ->capture_default_str()
      ->check(in_range(1, 1000000));
  add_threads_option(app, options.threads);
  add_force_flag(app, options.force);
  app.add_flag("--quiet", options.quiet, "No progress");
  add_json_flag(app, options.json);
}

}  // namespace tavlab::cli
