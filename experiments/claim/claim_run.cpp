#include "experiments/claim/claim_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/error.h"
#include "core/io/files.h"
#include "core/notice.h"
#include "core/ruleset/names.h"
#include "core/solving/exact.h"
#include "experiments/claim/claim_html.h"
#include "experiments/claim/claim_text.h"
#include "experiments/claim/exact_value.h"
#include "experiments/claim/read_claim.h"
#include "experiments/folder/report_folder.h"
#include "experiments/human/human_check.h"
#include "experiments/report/figure_files.h"
#include "experiments/report/html.h"
#include "experiments/report/replay_section.h"
#include "experiments/run/fill_store.h"
#include "experiments/run/interrupt.h"
#include "experiments/summary/summary_text.h"
#include "experiments/text/command_text.h"

namespace tavlab {
namespace {

/// Feeds the stored games to a monitor. The cells of the store are those of the claim, in order.
void feed(ClaimMonitor& monitor, Store& store) {
  const std::vector<StoredCell> cells = store.cells();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    store.each_game(cells[i].id, [&](const GameRecord& game) { monitor.add(i, game); });
  }
}

// Keys of the store's notes: the hypotheses when the first games were played, and whether they were
// changed later.
constexpr const char* kHypotheses = "hypotheses";
constexpr const char* kChanged = "hypotheses changed";
// The claim's version and the hash of its file when the first games were played, and the agents
// that a calibration chose, as JSON.
constexpr const char* kRegistered = "registered";
constexpr const char* kPlayers = "players";
// Among how many claims the latest games were to decide.
constexpr const char* kFamily = "family";
// What the latest games of the store were played for, and how many of each cell existed before.
constexpr const char* kQuestion = "question";
constexpr const char* kKept = "kept";

std::string text_of(const Claim& claim) {
  std::string text = fmt::format("{}", claim.alpha);
  for (const Hypothesis& each : claim.hypotheses) {
    text += "\n" + each.text();
    if (each.range) text += fmt::format(" range {} {}", each.range->low, each.range->high);
  }
  return text;
}

/// The number of games that are never removed, by the identity of the cell.
std::map<std::string, std::uint64_t> kept_games(Store& store) {
  std::map<std::string, std::uint64_t> kept;
  std::istringstream lines(store.note(kKept));
  std::string identity;
  for (std::uint64_t games = 0; lines >> identity >> games;) kept[identity] = games;
  return kept;
}

/// Records the question that games are played for. This run removes no games that were played for
/// another one, or by a version that did not record it.
void note_question(const Claim& claim, Store& store) {
  const std::string text = fmt::format("{}\nleast games {}", text_of(claim), claim.least_games);
  if (store.note(kQuestion) == text) return;
  std::map<std::string, std::uint64_t> kept = kept_games(store);
  std::string lines;
  for (const StoredCell& cell : store.cells()) {
    const std::uint64_t games = std::max(kept[cell.identity], store.numbers(cell.id));
    if (games > 0) lines += fmt::format("{} {}\n", cell.identity, games);
  }
  if (!lines.empty()) store.put_note(kKept, lines);
  store.put_note(kQuestion, text);
}

/// Removes surplus games from cells that need no more. Threads finish games in any order, so these
/// differ between machines; without them a store holds the same games on any number of threads and
/// after any interruptions. Call before `monitor.finish()`, which decides for this budget only.
void remove_surplus(const ClaimMonitor& monitor, Store& store) {
  const std::map<std::string, std::uint64_t> kept = kept_games(store);
  const std::vector<StoredCell> cells = store.cells();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (monitor.needs(i) || !monitor.wants_games(i)) continue;
    const auto found = kept.find(cells[i].identity);
    const std::uint64_t before = found != kept.end() ? found->second : 0;
    store.remove_games(cells[i].id, std::max(before, monitor.kept(i)));
  }
}

std::string registration_of(const Claim& claim) {
  return fmt::format("version {} {}", claim.version, claim.hash());
}

/// A claim whose games have begun is fixed: a change after they were seen would void its error.
void check_registration(const Claim& claim, const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder / "games.sqlite", error)) return;
  const ReportFolder report(folder, {}, {}, true);
  Store store = Store::open_for_report(folder, report.scratch());
  const std::string before = store.note(kRegistered), now = registration_of(claim);
  if (before.empty() || before == now) return;
  if (const std::uint64_t seed = store.experiment().seed; seed != claim.experiment.seed) {
    throw UserError(fmt::format(
        "{}: its games were played with seed {}, not {}; games with another seed need another "
        "folder",
        folder.string(), seed, claim.experiment.seed));
  }
  throw UserError(fmt::format(
      "{}: its games were played for {} of the claim, and this is {}; a changed claim needs a new "
      "'version' that says what it 'replaces', and another folder",
      folder.string(), before, now));
}

std::string players_text(const ClaimPlayers& players) {
  return nlohmann::json{{"calibration", players.calibration}, {"ladders", players.ladders}}.dump();
}

/// The ladders with which a store's games were played; none if its claim lists agents.
ClaimPlayers stored_players(Store& store) {
  ClaimPlayers players;
  const std::string text = store.note(kPlayers);
  if (text.empty()) return players;
  try {
    const auto json = nlohmann::json::parse(text);
    players.calibration = json.at("calibration");
    players.ladders = json.at("ladders").get<std::vector<std::vector<std::string>>>();
  } catch (const nlohmann::json::exception&) {
    throw UserError("the store's note of the players is damaged");
  }
  return players;
}

/// The rules of all arms and readings.
std::vector<RuleSet> distinct_rules(const Claim& claim) {
  std::vector<RuleSet> rules;
  std::set<std::string> known;
  for (const ExperimentCell& cell : claim.experiment.cells) {
    if (known.insert(cell.rule_set.hash_text()).second) rules.push_back(cell.rule_set);
  }
  return rules;
}

/// The claim, played by the agents that the options or a calibration name.
Claim claim_with_players(std::string_view name, const ClaimOptions& options) {
  Claim claim = load_claim(name, options.games, options.seed);
  if (!claim.untestable.empty()) {
    throw UserError(fmt::format("claim '{}' cannot be tested by games: {}", claim.experiment.id,
                                claim.untestable));
  }
  if (!options.agents.empty()) {
    if (!claim.by_ladders()) {
      throw UserError(fmt::format(
          "claim '{}' lists its agents, since its question is about them; run it without --agents",
          claim.experiment.id));
    }
    return load_claim(name, options.games, options.seed,
                      ladders_below(options.agents, claim.doublings));
  }
  if (!claim.wants_players()) return claim;
  // The calibration is that of the first rule set as it is, whatever the claim changes in it.
  const RuleSet base = load_rule_set(name_to_load(claim.experiment.cells.front().rule_set), {});
  if (options.calibration.empty()) {
    throw UserError(
        fmt::format("claim '{}' is played by the strongest agents, which a calibration names: "
                    "`tavlab calibrate "
                    "{} --agents ... --out DIR`, then --calibration DIR; or name one of each kind "
                    "with --agents",
                    claim.experiment.id, name_to_load(base)));
  }
  return load_claim(name, options.games, options.seed,
                    strongest_players(load_calibration(options.calibration, base), *claim.request,
                                      claim.doublings, distinct_rules(claim)));
}

std::string command_of(std::string_view name, const ClaimOptions& options) {
  std::string command = fmt::format("{} {}", kClaimRun, shell_quoted(name));
  if (options.seed) command += fmt::format(" --seed {}", *options.seed);
  if (!options.agents.empty()) {
    command += " --agents";
    for (const std::string& agent : options.agents) add_word(command, agent);
  } else if (!options.calibration.empty()) {
    command += " --calibration";
    add_word(command, options.calibration.string());
  }
  return command;
}

/// Records the hypotheses, so that the report can say if they were changed after games were played.
void note_hypotheses(const Claim& claim, Store& store) {
  const std::string text = text_of(claim);
  const std::string before = store.note(kHypotheses);
  if (before.empty()) {
    store.put_note(kHypotheses, text);
    store.put_note(kRegistered, registration_of(claim));
    if (claim.players.kinds() > 0) store.put_note(kPlayers, players_text(claim.players));
  }
  if (!before.empty() && before != text) store.put_note(kChanged, "yes");
}

/// The key of the store's notes for the exact value of a rule set.
std::string exact_key(const RuleSet& rule_set) { return "exact " + rule_set.hash_text(); }

/// The cells of hypotheses about exact values.
std::set<std::size_t> cells_to_solve(const ClaimMonitor& monitor) {
  std::set<std::size_t> cells;
  for (const ClaimTest& test : monitor.tests()) {
    if (!test.exact) continue;
    const std::vector<std::size_t>& tested = test.parts.front().cells;
    cells.insert(tested.begin(), tested.end());
  }
  return cells;
}

/// The stored exact value of a rule set, if there is one.
std::optional<double> stored_value(const RuleSet& rule_set, Store& store) {
  const std::string text = store.note(exact_key(rule_set));
  if (text.empty()) return std::nullopt;
  double value = -1.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0.0 && value <= 1.0)) {
    throw UserError(fmt::format("the store's exact value of '{}' is '{}', not a number from 0 to 1",
                                rule_set.id, text));
  }
  return value;
}

/// Feeds the stored exact values to a monitor.
void settle_stored(ClaimMonitor& monitor, const Claim& claim, Store& store) {
  for (const std::size_t cell : cells_to_solve(monitor)) {
    const RuleSet& rule_set = claim.experiment.cells[cell].rule_set;
    const std::optional<double> value = stored_value(rule_set, store);
    if (value) monitor.settle(cell, *value, exact_error(rule_set));
  }
}

/// Adds the exact values that hypotheses are about to a summary: to every cell with the same rules,
/// whatever its agents.
void note_exact_values(Summary& summary, const ClaimMonitor& monitor, const Claim& claim,
                       Store& store) {
  for (const std::size_t known : cells_to_solve(monitor)) {
    const RuleSet& rule_set = claim.experiment.cells[known].rule_set;
    const std::optional<double> value = stored_value(rule_set, store);
    if (!value) continue;
    for (CellSummary& cell : summary.cells) {
      if (cell.cell.rules_hash == rule_set.hash_text()) cell.exact = value;
    }
  }
}

/// Solves for the exact values that hypotheses need and the store lacks.
void solve_missing(const ClaimMonitor& monitor, const Claim& claim, Store& store,
                   const std::filesystem::path& folder, const ClaimOptions& options,
                   const std::function<bool()>& out_of_time) {
  for (const std::size_t cell : cells_to_solve(monitor)) {
    const RuleSet& rule_set = claim.experiment.cells[cell].rule_set;
    if (!store.note(exact_key(rule_set)).empty()) continue;
    if (!options.quiet && options.log != nullptr) {
      notice(options.log, "solving {} exactly\n", rule_set.id);
    }
    try {
      const double value =
          solve_exact_value(rule_set, folder, threads_or_all(options.threads), out_of_time);
      store.put_note(exact_key(rule_set), fmt::format("{}", value));
    } catch (const SolveStopped&) {
      return;  // the caller reports that the run was stopped or out of time
    }
  }
}

std::size_t stored_family(Store& store) {
  const std::string text = store.note(kFamily);
  std::size_t family = 1;
  if (text.empty()) return family;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), family);
  if (error != std::errc{} || end != text.data() + text.size() || family < 1 || family > 100'000) {
    throw UserError(fmt::format("the store's note 'family' is '{}', not a number of claims", text));
  }
  return family;
}

/// One of several claims, at its share of their error.
Claim among(Claim claim, std::size_t family) {
  claim.alpha /= static_cast<double>(family);
  return claim;
}

/// The result of a monitor that has seen the games of the store.
ClaimResult conclude(const Claim& claim, ClaimMonitor& monitor, Store& store) {
  monitor.finish();
  ClaimResult result;
  result.outcome = monitor.outcome();
  result.claim = claim;
  result.strengths = monitor.strengths();
  result.tests = monitor.tests();
  for (std::size_t i = 0; i < result.strengths.size(); ++i) {
    result.verdicts.push_back(monitor.verdict(i));
  }
  result.trends = trends_of(claim, monitor);
  std::vector<std::uint64_t> counted;
  for (std::size_t i = 0; i < claim.experiment.cells.size(); ++i) {
    counted.push_back(monitor.counted(i));
  }
  result.games = summarize(store, counted);
  note_exact_values(result.games, monitor, claim, store);
  result.waiting = monitor.waiting();
  result.spent = monitor.spent();
  result.exhausted = monitor.exhausted();
  result.changed = !store.note(kChanged).empty();
  return result;
}

void write_results(const ClaimResult& result, Store& store, const std::filesystem::path& folder,
                   const ClaimOptions& options) {
  write_summaries(result.games, folder);
  write_file(folder / "claim.json", claim_json(result));
  write_file(folder / "claim.md", claim_markdown(result));
  ReportFrame frame = claim_frame(result);
  frame.replays = replay_section(store, result.games);
  write_figures(claim_figures(result), folder);
  write_figures(curve_figures(result.games), folder);
  write_file(folder / "report.html", report_html(result.games, frame));
  if (options.output == nullptr) return;
  const std::string text = options.json ? claim_json(result) : claim_text(result);
  notice(options.output, "{}", text);
  if (!options.json) {
    notice(options.output, "report: {}\n", (folder / "report.html").string());
  }
}

/// The claim as stored. Rule sets that are files are read again.
Claim stored_claim(const StoredExperiment& experiment, Store& store) {
  try {
    return parse_claim(experiment.config_text, experiment.config_name, experiment.config_folder,
                       experiment.games_option, stored_players(store));
  } catch (const UserError& error) {
    if (experiment.config_folder.empty()) throw;
    throw UserError(
        fmt::format("{} (the claim's files were in {} and must be there to evaluate it)",
                    error.what(), experiment.config_folder));
  }
}

}  // namespace

const PlayedRules* ClaimResult::people_on(std::size_t hypothesis) const {
  const Hypothesis& asked = claim.hypotheses[hypothesis];
  if (!human || asked.measure != "score" || asked.arms.size() != 1) return nullptr;
  const auto about = [&](const ClaimTest& test) {
    return test.hypothesis == hypothesis && test.reading == 0;
  };
  const auto test = std::ranges::find_if(tests, about);
  if (test == tests.end()) return nullptr;
  return human->find(games.cells[test->parts.front().cells.front()].cell.rules_hash);
}

bool ClaimResult::by_proof(std::size_t strength) const {
  const auto here = [&](const ClaimTest& test) {
    return test.strength == strength && test.reading == 0;
  };
  const auto proves = [&](const ClaimTest& test) {
    return !here(test) || (test.exact && test.verdict == Verdict::supported);
  };
  const auto refutes = [&](const ClaimTest& test) {
    return here(test) && test.exact && test.verdict == Verdict::refuted;
  };
  return std::ranges::all_of(tests, proves) || std::ranges::any_of(tests, refutes);
}

ClaimResult run_claim(std::string_view name, const std::filesystem::path& folder,
                      const ClaimOptions& options) {
  const InterruptGuard guard;
  const Claim claim = claim_with_players(name, options);
  check_registration(claim, folder);
  const std::optional<HumanPlay> human =
      human_play_for(options.human, folder, options.force, distinct_rules(claim));
  ClaimMonitor monitor(among(claim, options.family));
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  FillOptions fill;
  fill.threads = options.threads;
  fill.games = options.games;
  fill.command = command_of(name, options);
  fill.writes = {"claim.json", "claim.md"};
  fill.force = options.force;
  fill.quiet = options.quiet;
  fill.log = options.log;
  fill.player = options.player;
  fill.shard = options.shard;
  fill.out_of_time = [&] {
    const std::chrono::duration<double> spent = Clock::now() - began;
    return options.minutes > 0.0 && spent.count() > 60.0 * options.minutes;
  };
  const bool whole = options.shard.whole();
  fill.opened = [&](Store& store) {
    note_hypotheses(claim, store);
    store.put_note(kFamily, fmt::format("{}", options.family));
    if (whole) note_question(claim, store);
    if (options.shard.index == 1) {  // the first shard solves for all
      solve_missing(monitor, claim, store, folder, options, fill.out_of_time);
    }
    if (!whole) return;
    settle_stored(monitor, claim, store);
    feed(monitor, store);
  };
  fill.needs = [&](std::size_t cell) { return monitor.wants_games(cell); };
  if (whole) {
    fill.needs = [&](std::size_t cell) { return monitor.needs(cell); };
    fill.turn = [&](std::size_t cell) { return monitor.turn(cell); };
    fill.stored = [&](std::size_t cell, const GameRecord& game) { monitor.add(cell, game); };
    fill.status = [&] { return monitor.status(); };
  }
  FilledStore filled = fill_store(claim.experiment, name, folder, fill);

  const bool stopped = InterruptGuard::asked_to_stop();
  if (!options.shard.whole()) {
    ClaimResult part;
    part.claim = claim;
    part.games = summarize(filled.store);
    part.interrupted = stopped;
    part.out_of_time = !filled.complete && !stopped;
    if (options.output != nullptr && options.json) {
      notice(options.output, "{{\"shard\": \"{}\", \"games\": {}}}\n", options.shard.text(),
             part.games.games());
    } else if (options.output != nullptr) {
      notice(
          options.output,
          "shard {} has {} games; `tavlab experiment merge DIR ... --out OUT` merges the shards, "
          "`tavlab claim report OUT` gives the verdict\n",
          options.shard.text(), part.games.games());
    }
    return part;
  }
  remove_surplus(monitor, filled.store);
  ClaimResult result = conclude(claim, monitor, filled.store);
  result.human = human;
  if (human) keep_human_play(*human, folder);
  result.interrupted = stopped;
  const bool unsolved = std::ranges::any_of(
      result.tests, [](const ClaimTest& test) { return test.exact && test.looks.empty(); });
  result.out_of_time = !stopped && (!filled.complete || unsolved);
  write_results(result, filled.store, folder, options);
  if (result.interrupted && options.log != nullptr) {
    notice(options.log, "stopped; finished games are stored. The same command resumes.\n");
  }
  return result;
}

namespace {

/// The result of the games in a store; `human` and `force` as in ClaimOptions.
ClaimResult claim_result(Store& store, const std::filesystem::path& folder,
                         const std::filesystem::path& human = {}, bool force = false) {
  const StoredExperiment experiment = store.experiment();
  if (experiment.kind() != kClaimRun) {
    throw UserError(fmt::format("{}: holds a run of `{}`, whose report comes from `{}`",
                                folder.string(), experiment.kind(),
                                experiment.report_command(folder)));
  }
  if (!experiment.shard.empty()) {
    throw UserError(
        fmt::format("{}: holds shard {}; `tavlab experiment merge DIR ... --out OUT` merges all "
                    "shards and gives the verdict",
                    folder.string(), experiment.shard));
  }
  const Claim claim = stored_claim(experiment, store);
  const std::vector<StoredCell> cells = store.cells();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i < claim.experiment.cells.size() &&
        cells[i].identity == claim.experiment.cells[i].identity()) {
      continue;
    }
    throw UserError(
        fmt::format("{}: the rules of cell '{}' have changed since its games were played",
                    folder.string(), cells[i].label));
  }
  ClaimMonitor monitor(among(claim, stored_family(store)));
  settle_stored(monitor, claim, store);
  feed(monitor, store);
  ClaimResult result = conclude(claim, monitor, store);
  result.human = human_play_for(human, folder, force, distinct_rules(claim));
  return result;
}

}  // namespace

ClaimResult read_claim(const std::filesystem::path& folder, const std::filesystem::path& scratch) {
  Store store = Store::open_for_report(folder, scratch);
  return claim_result(store, folder);
}

ClaimResult report_claim(const std::filesystem::path& folder, const ClaimOptions& options,
                         const std::filesystem::path& out) {
  const InterruptGuard guard;
  const ReportFolder report(folder, out, claim_files(), options.force);
  Store store = Store::open_for_report(folder, report.scratch());
  ClaimResult result = claim_result(store, folder, options.human, options.force);
  if (result.human) keep_human_play(*result.human, report.path());
  write_results(result, store, report.path(), options);
  return result;
}

}  // namespace tavlab
