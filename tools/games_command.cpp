// tavlab games check|convert|stats|review
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/io/files.h"
#include "core/io/lines.h"
#include "core/notice.h"
#include "experiments/human/human_play.h"
#include "experiments/human/human_play_json.h"
#include "experiments/human/human_play_text.h"
#include "experiments/review/review.h"
#include "experiments/review/review_text.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "experiments/store/stored_games.h"
#include "experiments/text/command_text.h"
#include "selfplay/record/check_games.h"
#include "selfplay/record/games_file.h"
#include "selfplay/record/games_summary.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

constexpr std::size_t kMaxGamesBytes = std::size_t{1} << 28;

struct GamesArguments {
  std::string file;
  GameRules rules;
  std::string format;  ///< empty: detected
  std::string to = "text";
  std::string out;
  std::string agent = "alphabeta:net=auto,nodes=50000";
  int game = 0;  ///< from 1; 0: all
  std::uint64_t seed = 1;
  bool quiet = false;
  bool json = false;
};

constexpr std::string_view kFormats =
    R"(Formats (docs/formats.md), detected from the file's name or its content:
  text   like PGN: tags [Name "value"], numbered moves, {comments}, the result
  lines  a game per line, moves and rolls separated by spaces
  csv    moves,attackers captured,defenders captured,result
  otg    tags [name:value], boards from a1 on, captures after moves, comments in brackets
The rules are those given with --rules, or else those that each game names.
Exit codes: 1 if the rules disagree with a game, 2 if a game or the file cannot be read.)";

/// The games of a file, or of the store in a folder. An empty format is detected.
std::vector<RecordedGame> read_games_of(const std::string& file, const std::string& format) {
  if (std::filesystem::is_directory(file)) {
    if (!format.empty()) throw UserError("--format is for files, not for a run's folder");
    std::vector<RecordedGame> games = stored_games(file);
    if (games.empty()) throw UserError(fmt::format("'{}': contains no games yet", file));
    return games;
  }
  const bool from_stdin = file == "-";
  const std::string text = from_stdin ? read_stream(std::cin, "standard input", kMaxGamesBytes)
                                      : read_file(file, kMaxGamesBytes);
  std::vector<RecordedGame> games = read_games(
      text, file, format.empty() ? detect_format(file, text) : parse_games_format(format));
  if (games.empty()) throw UserError(fmt::format("games '{}': contains no games", file));
  return games;
}

int exit_code(const GamesSummary& summary) {
  if (summary.unreadable > 0) return kUserError;
  return summary.disagree > 0 ? kRefuted : kSuccess;
}

/// Checks games in portions and shows how far it is. Once a stop is requested, only the games
/// before it are in the answer.
std::vector<CheckedGame> check_with_progress(std::span<const RecordedGame> games,
                                             const GameRules& rules, bool quiet,
                                             const std::stop_token& stop) {
  constexpr std::size_t kPortion = 100;
  Progress progress("games", games.size());
  if (quiet) progress.silence();
  std::vector<CheckedGame> all;
  all.reserve(games.size());
  while (all.size() < games.size() && !stop.stop_requested()) {
    const std::size_t portion = std::min(kPortion, games.size() - all.size());
    std::ranges::move(check_games(games.subspan(all.size(), portion), rules),
                      std::back_inserter(all));
    progress.update(all.size(), "checking");
  }
  progress.finish();
  return all;
}

/// Of what begins once all games are checked.
void tell_stopped(Context& context) {
  context.stopped();
  notice(stderr, "stopped while the games were checked. The same command begins again.\n");
}

/// "games.csv:12: game 3, ply 41: the record continues ...", for each disagreement.
std::vector<std::string> complaints(const std::string& file, const RecordedGame& game,
                                    const CheckedGame& checked, std::size_t number) {
  std::vector<std::string> lines;
  if (!checked.error.empty()) {
    lines.push_back(fmt::format("{}:{}: game {}: {}", file, game.line, number + 1, checked.error));
  }
  for (const Disagreement& each : checked.disagreements) {
    lines.push_back(
        fmt::format("{}:{}: game {}, ply {}: {}", file, each.line, number + 1, each.ply, each.why));
  }
  return lines;
}

Json disagreement_json(const Disagreement& each) {
  return {
      {"kind", kind_text(each.kind)}, {"ply", each.ply}, {"line", each.line}, {"why", each.why}};
}

Json summary_json(const GamesSummary& summary) {
  return {{"games", summary.games},
          {"agree", summary.agree},
          {"disagree", summary.disagree},
          {"unreadable", summary.unreadable},
          {"off_the_board", summary.off_the_board},
          {"kinds", summary.kinds}};
}

void check(const GamesArguments& options, Context& context) {
  const StopOnSignal stop;
  std::vector<RecordedGame> games = read_games_of(options.file, options.format);
  const std::vector<CheckedGame> checked =
      check_with_progress(games, options.rules, options.quiet, stop.token());
  const GamesSummary summary = summarize(checked);
  context.exit_code = exit_code(summary);
  const std::size_t left = games.size() - checked.size();
  games.resize(checked.size());
  if (left > 0) {
    context.stopped();
    notice(stderr, "stopped: {} of {} games are checked. The same command begins again.\n",
           checked.size(), checked.size() + left);
  }
  if (options.json) {
    Json json = summary_json(summary);
    json["interrupted"] = left > 0;
    json["wrong"] = Json::array();
    for (std::size_t i = 0; i < games.size(); ++i) {
      if (checked[i].agrees()) continue;
      Json one = {{"game", i + 1}, {"line", games[i].line}, {"rules", checked[i].rules}};
      if (!checked[i].error.empty()) one["error"] = checked[i].error;
      one["disagreements"] = Json::array();
      for (const Disagreement& each : checked[i].disagreements) {
        one["disagreements"].push_back(disagreement_json(each));
      }
      json["wrong"].push_back(one);
    }
    print_json(json);
    return;
  }
  for (std::size_t i = 0; i < games.size(); ++i) {
    for (const std::string& line : complaints(options.file, games[i], checked[i], i)) {
      fmt::print("{}\n", line);
    }
  }
  fmt::print("{}\n", summary_line(summary));
  for (const auto& [kind, count] : summary.kinds) fmt::print("  {:<16} {}\n", kind, count);
}

/// Writes the games that can be replayed to the end; names the others on stderr.
void convert(const GamesArguments& options, Context& context) {
  const GamesFormat to = parse_games_format(options.to);
  if (options.json && options.out.empty()) {
    throw UserError("games convert: --json needs --out: without it the games are printed");
  }
  if (!options.out.empty()) check_new_file(options.out);
  const StopOnSignal stop;
  const std::vector<RecordedGame> games = read_games_of(options.file, options.format);
  const std::vector<CheckedGame> checked =
      check_with_progress(games, options.rules, options.quiet, stop.token());
  if (checked.size() < games.size()) return tell_stopped(context);
  std::vector<WrittenGame> written;
  for (std::size_t i = 0; i < games.size(); ++i) {
    bool whole = checked[i].error.empty();
    for (const Disagreement& each : checked[i].disagreements) {
      whole &= each.kind == Disagreement::Kind::other_captures ||
               each.kind == Disagreement::Kind::other_result;
    }
    for (const std::string& line : complaints(options.file, games[i], checked[i], i)) {
      notice(stderr, "tavlab: {}{}\n", line, whole ? "" : "; left out");
    }
    if (whole && !games[i].variations.empty()) {
      notice(stderr, "tavlab: {}:{}: game {}: its variations are left out: {}\n", options.file,
             games[i].line, i + 1, games[i].variations.size());
    }
    if (whole) written.push_back(checked[i].written);
  }
  const std::string text = games_text(written, to);
  if (options.out.empty()) {
    fmt::print("{}", text);
  } else {
    write_new_file(options.out, text);
  }
  const GamesSummary summary = summarize(checked);
  context.exit_code = exit_code(summary);
  if (options.json) {
    Json json = {{"out", options.out}, {"written", written.size()}};
    json.update(summary_json(summary));
    return print_json(json);
  }
  notice(stderr, "tavlab: {} of {} games written\n", written.size(), games.size());
}

struct StatsArguments {
  std::vector<std::string> files;
  GameRules rules;
  std::string format;
  HumanPlayOptions play;
  std::string out;
  bool quiet = false;
  bool json = false;
};

/// The games of all files, checked; none once a stop is requested. Names those that disagree with
/// the rules on stderr.
std::optional<std::vector<CollectedGame>> collect(const StatsArguments& options,
                                                  const std::stop_token& stop) {
  std::vector<CollectedGame> collected;
  for (const std::string& file : options.files) {
    if (std::ranges::count(options.files, file) > 1) {
      throw UserError(fmt::format("games '{}': given twice", file));
    }
    std::vector<RecordedGame> games = read_games_of(file, options.format);
    std::vector<CheckedGame> checked =
        check_with_progress(games, options.rules, options.quiet, stop);
    if (checked.size() < games.size()) return std::nullopt;
    for (std::size_t i = 0; i < games.size(); ++i) {
      CollectedGame& game = collected.emplace_back(
          CollectedGame{file, i + 1, std::move(games[i]), std::move(checked[i])});
      const bool counts = !left_out(game);
      for (const std::string& line : complaints(file, game.recorded, game.checked, i)) {
        notice(stderr, "tavlab: {}{}\n", line, counts ? "" : "; left out");
      }
      if (!counts && game.checked.agrees()) {
        notice(stderr, "tavlab: {}:{}: game {}: {}; left out\n", file, game.recorded.line, i + 1,
               left_out(game)->why);
      }
    }
  }
  return collected;
}

void stats(const StatsArguments& options, Context& context) {
  if (!options.out.empty()) check_new_file(options.out);
  const StopOnSignal stop;
  const std::optional<std::vector<CollectedGame>> games = collect(options, stop.token());
  if (!games) return tell_stopped(context);
  std::optional<Progress> progress;
  const HumanPlay play = human_play(
      *games, options.play,
      [&](const std::string& agent, std::uint64_t done, std::uint64_t all) {
        if (options.quiet) return;
        if (done == 1) progress.emplace("positions", all);
        progress->update(done, agent);
      },
      stop.token());
  if (progress) progress->finish();
  const std::string json = human_play_json(play);
  fmt::print("{}", options.json ? json : human_play_text(play));
  context.exit_code = exit_code(play.summary);
  if (!play.complete()) {
    context.stopped();
    if (!options.out.empty()) {
      notice(stderr, "tavlab: {} was not written, because the measurement was stopped\n",
             options.out);
    }
  } else if (!options.out.empty()) {
    write_new_file(options.out, json);
  }
}

/// A game's players, or its place in the file.
std::string title_of(const RecordedGame& game, std::size_t number) {
  std::string first = game.header("First"), second = game.header("Second");
  if (first.empty()) first = game.header("White");
  if (second.empty()) second = game.header("Black");
  const std::string place = fmt::format("Game {}", number + 1);
  return first.empty() && second.empty() ? place : fmt::format("{}: {} - {}", place, first, second);
}

/// The moves of a game, without rolls.
std::uint64_t moves_in(const WrittenGame& game) {
  return static_cast<std::uint64_t>(
      std::ranges::count(game.moves, false, &WrittenGame::Move::roll));
}

void review(const GamesArguments& options, Context& context) {
  if (!options.out.empty()) check_new_file(options.out);
  const std::vector<RecordedGame> games = read_games_of(options.file, options.format);
  const StopOnSignal stop;
  const std::vector<CheckedGame> checked =
      check_with_progress(games, options.rules, options.quiet, stop.token());
  if (checked.size() < games.size()) return tell_stopped(context);
  std::vector<GameReview> reviews;
  for (std::size_t i = 0; i < games.size(); ++i) {
    for (const std::string& line : complaints(options.file, games[i], checked[i], i)) {
      notice(stderr, "tavlab: {}\n", line);
    }
    if (options.game != 0 && options.game != static_cast<int>(i) + 1) continue;
    if (!checked[i].error.empty()) continue;
    Progress progress("moves", moves_in(checked[i].written));
    if (options.quiet) progress.silence();
    progress.announce("reviewing");
    std::uint64_t done = 0;
    try {
      reviews.push_back(review_game(checked[i], options.agent, options.seed, title_of(games[i], i),
                                    stop.token(), [&] { progress.update(++done, "reviewing"); }));
    } catch (const ReviewStopped&) {
      progress.finish();
      context.stopped();
      notice(stderr, "stopped in game {}; {}\n", i + 1,
             reviews.empty()
                 ? "a game is reviewed whole; fewer nodes or seconds take less time"
                 : fmt::format("the games before it are reviewed, and --game {} goes on", i + 1));
      break;
    }
    progress.finish();
    if (!options.json) fmt::print("{}", review_text(reviews.back()));
    flush_stdout();
  }
  const bool stopped = stop.token().stop_requested();
  if (!stopped) context.exit_code = exit_code(summarize(checked));
  if (reviews.empty() && stopped) return;
  if (reviews.empty()) {
    if (options.game == 0) {
      throw UserError(fmt::format("games '{}': none of its {} games can be reviewed", options.file,
                                  games.size()));
    }
    throw UserError(fmt::format("games '{}': there is no game {} that can be reviewed; it has {}",
                                options.file, options.game, games.size()));
  }
  if (options.json) fmt::print("{}\n", reviews_json(reviews));
  if (options.out.empty()) return;
  std::string command = "tavlab games review";
  add_word(command, options.file);
  if (!options.rules.name.empty()) {
    command += " --rules";
    add_word(command, options.rules.name);
  }
  add_settings(command, options.rules.overrides);
  if (options.game != 0) command += fmt::format(" --game {}", options.game);
  command += " --agent";
  add_word(command, options.agent);
  command += fmt::format(" --seed {}", options.seed);
  write_new_file(options.out, reviews_html(reviews, options.seed, command));
}

/// Adds the rules of the games and the format of their file.
void add_rules_and_format(App& command, GameRules& rules, std::string& format) {
  command.add_option("--rules", rules.name,
                     "The rules of all games; by default those that each game names");
  command
      .add_option("--set", rules.overrides,
                  "Override a parameter, as in --set repetition.result=ignored")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  command.add_option("--format", format, "The file's format: text, lines, csv, otg");
}

constexpr const char* kFileHelp =
    "A file of games, - for stdin, or the folder of a run (match, experiment)";

/// Adds the options of every subcommand but stats: the file, its format and its rules.
void add_common(App& command, GamesArguments& options) {
  command.add_option("FILE", options.file, kFileHelp)->required();
  add_rules_and_format(command, options.rules, options.format);
  command.footer(std::string(kFormats));
}

void add_stats_command(App& games, Context& context) {
  const auto options = std::make_shared<StatsArguments>();
  options->play.threads = hardware_threads();
  App* command = games.add_subcommand(
      "stats", "How people play: shares, lengths, a limit imposed afterwards, moves agents share");
  command->add_option("FILE", options->files, std::string(kFileHelp) + "; several are one sample")
      ->required();
  add_rules_and_format(*command, options->rules, options->format);
  command
      ->add_option("--limit", options->play.limits,
                   "Limits of the second side's moves; by default 9 to 40")
      ->check(in_range(1, 999));
  command->add_option("--agent", options->play.agents,
                      "Agents to compare the moves with (see `tavlab help agents`)");
  command
      ->add_option("--positions", options->play.positions,
                   "Positions for each agent, drawn at random from those of each rule set")
      ->capture_default_str()
      ->check(in_range(std::uint64_t{1}, std::uint64_t{1000000000}));
  command->add_option("--band", options->play.band_width, "The width of bands of ratings")
      ->capture_default_str()
      ->check(in_range(1, 10000));
  add_seed_option(*command, options->play.seed, "Seed of the positions and of the agents");
  add_threads_option(*command, options->play.threads);
  add_minutes_option(*command, context);
  command->add_option("--out", options->out, "Also write the JSON document to this new file");
  add_quiet_flag(*command, options->quiet);
  add_json_flag(*command, options->json);
  command->footer(
      "Ratings are read from tags such as [WhiteElo \"1512\"] or [attackers-rating:1512].\n" +
      std::string(kFormats));
  command->callback([options, &context] { stats(*options, context); });
}

}  // namespace

void add_games_command(App& app, Context& context) {
  App* command = app.add_subcommand("games", "Check, convert, count and review recorded games");
  command->require_subcommand(1);
  const auto add = [&](const std::string& name, const std::string& help,
                       void (*run)(const GamesArguments&, Context&)) {
    const auto options = std::make_shared<GamesArguments>();
    App* sub = command->add_subcommand(name, help);
    add_common(*sub, *options);
    sub->callback([options, &context, run] { run(*options, context); });
    return std::pair(sub, options);
  };
  const auto [check_app, check_options] =
      add("check", "Replay games and report where they disagree with the rules", check);
  add_minutes_option(*check_app, context);
  add_quiet_flag(*check_app, check_options->quiet);
  add_json_flag(*check_app, check_options->json);
  const auto [convert_app, convert_options] =
      add("convert", "Write games in another format", convert);
  convert_app->add_option("--to", convert_options->to, "text, lines, csv or otg")
      ->capture_default_str();
  convert_app->add_option("--out", convert_options->out, "A new file; by default stdout");
  add_minutes_option(*convert_app, context);
  add_quiet_flag(*convert_app, convert_options->quiet);
  add_json_flag(*convert_app, convert_options->json,
                "With --out, print one JSON document about what was written");
  const auto [review_app, review_options] = add(
      "review", "Report what each move lost according to an agent, and the turning points", review);
  review_app->add_option("--agent", review_options->agent, "The agent (see `tavlab help agents`)")
      ->capture_default_str();
  review_app->add_option("--game", review_options->game, "Only this game of the file, from 1")
      ->check(in_range(1, 1000000000));
  review_app->add_option("--out", review_options->out, "Also write a report to this new HTML file");
  add_seed_option(*review_app, review_options->seed, "Seed of the searches");
  add_minutes_option(*review_app, context);
  add_quiet_flag(*review_app, review_options->quiet);
  add_json_flag(*review_app, review_options->json);
  add_stats_command(*command, context);
}

}  // namespace tavlab::cli
