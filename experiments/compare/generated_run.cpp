#include "experiments/compare/generated_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/io/files.h"
#include "core/notice.h"
#include "experiments/report/replay_section.h"
#include "experiments/summary/summary_text.h"
#include "selfplay/agents/agent_spec.h"

namespace tavlab {
namespace {

/// A path to rules relative to `folder`, so that both can be moved together; ids unchanged.
std::string seen_from(const std::filesystem::path& folder, const std::string& rules) {
  if (rules.find('/') == std::string::npos && !rules.ends_with(".toml")) return rules;
  const std::filesystem::path path =
      std::filesystem::proximate(rules, std::filesystem::absolute(folder));
  return path.has_parent_path() ? path.string() : "./" + path.string();
}

}  // namespace

std::vector<std::string> canonical_agents(std::string_view command,
                                          const std::vector<std::string>& agents,
                                          std::size_t least) {
  if (agents.size() < least) {
    throw UserError(fmt::format("{}: --agents: name at least {}", command,
                                least == 1 ? "one agent" : "two agents"));
  }
  std::vector<std::string> found;
  for (const std::string& agent : agents) {
    found.push_back(AgentSpec::parse(agent).canonical());
    if (std::ranges::count(found, found.back()) > 1) {
      throw UserError(fmt::format("{}: the agent '{}' is named twice", command, agent));
    }
  }
  return found;
}

GeneratedRun prepare_run(DesignToml design, std::string command,
                         const std::filesystem::path& folder, const GeneratedRunOptions& options) {
  const bool random_openings = options.conditions.openings.empty();
  if (random_openings && options.opening_plies >= options.max_plies) {
    throw UserError(fmt::format("--opening must be below --max-plies, which is {}, not {}",
                                options.max_plies, options.opening_plies));
  }
  for (const auto& [first, second] : design.agents) {
    AgentSpec::parse(first);
    AgentSpec::parse(second);
  }
  design.games = options.games;
  design.seed = options.seed;
  design.opening_plies = random_openings ? options.opening_plies : 0;
  design.conditions = options.conditions;
  design.max_plies = options.max_plies;
  GeneratedRun run;
  run.folder = folder;
  // The folder need not exist yet, so paths are read as they were given.
  run.config = parse_experiment(design.text(), (folder / "experiment.toml").string());
  design.conditions = options.conditions.seen_from(folder);
  for (DesignToml::Arm& arm : design.arms) arm.rules = seen_from(folder, arm.rules);
  run.config.text = run.toml = design.text();
  run.fill.command =
      std::move(command) + fmt::format(" --games {} --seed {}", options.games, options.seed) +
      (random_openings ? fmt::format(" --opening {}", options.opening_plies) : std::string()) +
      fmt::format(" --max-plies {}", options.max_plies) + options.conditions.options();
  if (options.log != nullptr && !run.config.cells.empty()) {
    const std::string repeated =
        repeated_openings_text(run.config.cells.front().match_settings(), options.games);
    if (!repeated.empty()) notice(options.log, "{}", repeated);
  }
  run.fill.threads = options.threads;
  run.fill.writes = {"experiment.toml",  "ambiguity.json", "ambiguity.md", "compare.json",
                     "compare.md",       "ladder.json",    "ladder.md",    "match.json",
                     "calibration.json", "calibration.md", "limit.json",   "limit.md"};
  run.fill.force = options.force;
  run.fill.quiet = options.quiet;
  run.fill.log = options.log;
  run.fill.player = options.player;
  return run;
}

FilledStore GeneratedRun::play() const {
  const std::filesystem::path file = folder / "experiment.toml";
  FilledStore filled = fill_store(config, file.string(), folder, fill);
  write_file(file, toml);
  return filled;
}

std::vector<ResultCounts> GeneratedRun::counts(Store& store) const {
  std::vector<ResultCounts> counts;
  const std::vector<StoredCell> cells = store.cells();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    ResultCounts results;
    std::uint64_t next = 0;
    store.each_game(
        cells[i].id,
        [&](const GameRecord& game) {
          if (game.number != next) return;
          results.add(game.result);
          ++next;
        },
        config.cells[i].games);
    counts.push_back(results);
  }
  return counts;
}

void write_generated_run(std::string_view name, const GeneratedRunTexts& texts,
                         const Summary& games, ReportFrame frame, FilledStore& filled,
                         const std::filesystem::path& folder, const GeneratedRunOptions& options) {
  write_summaries(games, folder);
  write_file(folder / fmt::format("{}.json", name), texts.json);
  write_file(folder / fmt::format("{}.md", name), texts.markdown);
  frame.replays = replay_section(filled.store, games);
  write_file(folder / "report.html", report_html(games, frame));
  if (options.output != nullptr && (filled.complete || options.json || games.games() > 0)) {
    const std::string& text = options.json ? texts.json : texts.terminal;
    notice(options.output, "{}", text);
    if (!options.json) {
      if (!filled.complete) {
        notice(options.output, "interrupted: only the finished games are counted\n");
      }
      notice(options.output, "report: {}\n", (folder / "report.html").string());
    }
  }
  if (!filled.complete && options.log != nullptr) {
    notice(options.log, "stopped; finished games are stored. The same command resumes.\n");
  }
}

}  // namespace tavlab
