#include "experiments/training/training_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/io/files.h"
#include "core/ruleset/names.h"
#include "core/version.h"
#include "experiments/report/figure_files.h"
#include "experiments/report/html.h"
#include "experiments/report/line_chart.h"
#include "experiments/report/web.h"
#include "experiments/stats/bradley_terry.h"
#include "experiments/stats/elo.h"
#include "experiments/stats/interval.h"
#include "experiments/store/game_info.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"
#include "experiments/training/progress_ladder.h"
#include "experiments/training/training_games.h"
#include "nn/net.h"
#include "selfplay/train/folder.h"
#include "selfplay/train/metrics.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// The lines of metrics.jsonl; for a repeated round, the last.
std::vector<Json> read_metrics(const fs::path& folder) {
  std::map<std::uint64_t, Json> rounds;
  for (const std::string& line : read_json_lines(folder / "metrics.jsonl")) {
    Json json = Json::parse(line);
    if (!json.is_object() || !json.contains("round") || !json["round"].is_number_unsigned()) {
      continue;
    }
    const auto round = json["round"].get<std::uint64_t>();
    rounds[round] = std::move(json);
  }
  std::vector<Json> all;
  all.reserve(rounds.size());
  for (auto& [round, json] : rounds) all.push_back(std::move(json));
  return all;
}

double number(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : 0.0;
}

std::uint64_t counter(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

/// The charts of a report, which are also written as separate files.
class Charts {
 public:
  /// Does nothing if the chart has no points.
  void add(std::string name, const LineChart& chart, std::string_view caption) {
    const std::string wide = line_chart_svg(chart, FigureWidth::wide);
    if (wide.empty()) return;
    files_.push_back({std::move(name), wide});
    figures_.push_back(figure_fields(wide, line_chart_svg(chart, FigureWidth::narrow), caption));
  }
  /// The charts added since the last time.
  [[nodiscard]] std::vector<Fields> take() { return std::exchange(figures_, {}); }
  [[nodiscard]] const std::vector<NamedFigure>& files() const { return files_; }

 private:
  std::vector<NamedFigure> files_;
  std::vector<Fields> figures_;
};

LineSeries metric_series(const std::vector<Json>& metrics, const char* key, std::string name) {
  LineSeries series{std::move(name), {}};
  for (const Json& each : metrics) {
    if (number(each, "steps") == 0 && std::string_view(key).ends_with("loss")) continue;
    series.points.push_back({number(each, "minutes"), number(each, key), {}});
  }
  return series;
}

/// The net's score against each opponent as it trains.
void score_chart(Charts& charts, const LadderHistory& ladder) {
  LineChart chart{
      "The net's score against its opponents", "minutes of training", {}, Interval{0, 1}, 0.5};
  for (const LadderMatch& each : ladder.results) {
    const ScoreEstimate score = estimate_score(each.both());
    if (score.games == 0) continue;
    auto series = std::ranges::find(chart.series, each.opponent, &LineSeries::name);
    if (series == chart.series.end()) {
      series = chart.series.insert(chart.series.end(), LineSeries{each.opponent, {}});
    }
    series->points.push_back({each.minutes, score.mean, score.interval});
  }
  charts.add("score", chart,
             "Score of the net, draws counted one half, sides exchanged, against each "
             "opponent of the ladder; bands: Wilson's 95 % intervals. EARLIER: the net "
             "after half as many rounds. Dashed: even.");
}

/// Ratings of the nets of all rounds and of their opponents, from all matches together.
void rating_chart(Charts& charts, const LadderHistory& ladder) {
  constexpr std::size_t kMaxPlayers = 2000;  // the fit's work grows with their cube
  std::vector<std::string> players;
  std::map<std::uint64_t, double> minutes;
  const auto player = [&](const std::string& name) {
    const auto found = std::ranges::find(players, name);
    if (found != players.end()) return static_cast<std::size_t>(found - players.begin());
    players.push_back(name);
    return players.size() - 1;
  };
  const auto net_name = [](std::uint64_t round) { return fmt::format("net {}", round); };
  const auto opponent_name = [&](const LadderMatch& result) {
    return result.opponent_round ? net_name(*result.opponent_round) : result.opponent;
  };
  std::vector<Pairing> games;
  for (const LadderMatch& each : ladder.results) {
    const std::size_t net = player(net_name(each.round));
    const std::size_t opponent = player(opponent_name(each));
    if (net == opponent) continue;  // not a line of a ladder
    if (players.size() > kMaxPlayers) return;
    minutes[each.round] = each.minutes;
    games.push_back({net, opponent, 0, each.as_first});
    games.push_back({opponent, net, 0, each.as_second.turned()});
  }
  if (games.empty()) return;
  // One drawn game each against an average player keeps ratings finite if all games are won or
  // lost.
  const BradleyTerryFit fit = fit_bradley_terry(games, {.prior_games = 1.0});
  const std::string anchor_name = players[games.front().second];
  const std::size_t anchor = player(anchor_name);
  LineChart chart{
      "Rating of the net as it trains", "minutes of training", {{"the net", {}}}, {}, {}};
  for (const auto& [round, at] : minutes) {
    const LogitEstimate gap = fit.first_difference(player(net_name(round)), anchor);
    const double elo = kEloPerLogit * gap.value;
    const double error = 1.96 * kEloPerLogit * gap.standard_error;
    chart.series[0].points.push_back({at, elo, Interval{elo - error, elo + error}});
  }
  std::string others;
  for (const std::string& name : players) {
    if (name.starts_with("net ") || player(name) == anchor) continue;
    const LogitEstimate gap = fit.first_difference(player(name), anchor);
    others += fmt::format("{}{} {:+.0f} ± {:.0f}", others.empty() ? "" : "; ", name,
                          kEloPerLogit * gap.value, 1.96 * kEloPerLogit * gap.standard_error);
  }
  charts.add(
      "rating", chart,
      fmt::format("Elo above {} by the Bradley-Terry model over all matches of the ladder, with an "
                  "advantage of the first side; band: 95 %.{}",
                  anchor_name, others.empty() ? "" : " Others: " + others + "."));
}

void regret_chart(Charts& charts, const LadderHistory& ladder) {
  LineChart chart{
      "Loss of a decision against perfect play", "minutes of training", {{"loss", {}}}, {}, {}};
  for (const LadderRegret& each : ladder.regrets) {
    chart.series[0].points.push_back(
        {each.minutes, 100.0 * each.mean_loss,
         Interval{100.0 * each.interval.low, 100.0 * each.interval.high}});
  }
  charts.add("regret", chart,
             "Loss of a move by the net alone, one ply ahead, against the exact table, in "
             "percentage points of win probability; band: 95 %.");
}

/// Results of self-play in consecutive rounds.
struct PooledRounds {
  double minutes = 0;  ///< when the last of them was done
  ResultCounts results;

  /// The first side's score.
  [[nodiscard]] LinePoint score() const {
    const ScoreEstimate estimate = estimate_score(results);
    return {minutes, estimate.mean, estimate.interval};
  }
};

/// A count from a file, which may be forged.
std::uint64_t count_of(double number) {
  constexpr double kMost = 1e15;  // whole sums stay exact
  return number > 0 ? static_cast<std::uint64_t>(std::min(number, kMost)) : 0;
}

/// How many rounds make a point: more than about sixty points cannot be distinguished.
std::size_t rounds_of_point(const std::vector<Json>& metrics) { return metrics.size() / 60 + 1; }

std::string of_each_point(const std::vector<Json>& metrics) {
  const std::size_t rounds = rounds_of_point(metrics);
  return rounds == 1 ? "of each round" : fmt::format("of {} rounds each", rounds);
}

/// Results of the rounds, pooled into points: `read(metrics of a round)` returns wins, draws and
/// losses of the first side. Points without a finished game are left out.
template <typename Read>
std::vector<PooledRounds> pooled(const std::vector<Json>& metrics, Read read) {
  std::vector<PooledRounds> points;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (i % rounds_of_point(metrics) == 0) points.emplace_back();
    PooledRounds& point = points.back();
    point.minutes = number(metrics[i], "minutes");
    point.results += read(metrics[i]);
  }
  std::erase_if(points, [](const PooledRounds& point) { return point.results.finished() == 0; });
  return points;
}

void balance_chart(Charts& charts, const std::vector<Json>& metrics, const std::string& first) {
  LineChart chart{"Balance over training",
                  "minutes of training",
                  {{first, {}}, {"draws", {}}},
                  Interval{0, 1},
                  0.5};
  const auto results = [](const Json& round) {
    return ResultCounts{count_of(number(round, "first_wins")), count_of(number(round, "draws")),
                        count_of(number(round, "second_wins"))};
  };
  for (const PooledRounds& point : pooled(metrics, results)) {
    chart.series[0].points.push_back(point.score());
    chart.series[1].points.push_back(
        {point.minutes,
         static_cast<double>(point.results.draws) / static_cast<double>(point.results.finished()),
         {}});
  }
  charts.add("balance", chart,
             fmt::format("Score of {} in self-play, of finished games, and the share "
                         "of draws; band: Wilson's 95 % interval {}.",
                         in_sentence(first), of_each_point(metrics)));
}

std::string rules_text(const RuleVariants& variants) {
  std::set<std::string> ids;
  for (std::uint32_t i = 0; i < variants.size(); ++i) ids.insert(variants.at(i).id);
  return rule_set_names(ids);
}

/// "tavlei-9", "tavlei-9, king.armed=false, limits.king_side_moves varied".
std::string entry_name(const VariedRules& entry) {
  std::string name = entry.name;
  for (const std::string& each : entry.overrides) name += ", " + each;
  for (const auto& [key, values] : entry.vary) name += fmt::format(", {} varied", key);
  return name;
}

/// The balance of each entry of the config's rules, if there are several.
void entries_chart(Charts& charts, const std::vector<Json>& metrics, const TrainConfig& config,
                   const std::string& first) {
  if (config.rules.size() < 2) return;
  LineChart chart{"Balance by rules", "minutes of training", {}, Interval{0, 1}, 0.5};
  for (std::size_t i = 0; i < config.rules.size(); ++i) {
    const auto results = [&](const Json& round) {
      const auto found = round.find("by_rules");
      if (found == round.end() || !found->is_array() || i >= found->size()) return ResultCounts{};
      const Json& entry = (*found)[i];
      const auto count = [&](std::size_t k) {
        const bool given = entry.is_array() && k < entry.size() && entry[k].is_number();
        return given ? count_of(entry[k].get<double>()) : 0;
      };
      return ResultCounts{count(0), count(1), count(2)};
    };
    LineSeries series{entry_name(config.rules[i]), {}};
    for (const PooledRounds& point : pooled(metrics, results)) {
      series.points.push_back(point.score());
    }
    chart.series.push_back(std::move(series));
  }
  charts.add("balance-by-rules", chart,
             fmt::format("Score of {} in self-play, of finished games, by the "
                         "entries of the config's rules; bands: Wilson's 95 % "
                         "intervals {}.",
                         in_sentence(first), of_each_point(metrics)));
}

/// The matches after the last measured round.
std::vector<Fields> ladder_rows(const LadderHistory& ladder) {
  std::vector<Fields> rows;
  for (const LadderMatch& each : ladder.results) {
    if (each.round != ladder.results.back().round) continue;
    const ResultCounts both = each.both();
    const Interval interval = estimate_score(both).interval;
    rows.push_back({{"opponent", each.opponent},
                    {"won", both.wins},
                    {"drawn", both.draws},
                    {"lost", both.losses},
                    {"unfinished", both.unfinished},
                    {"score", fmt::format("{:.3f}", both.score())},
                    {"interval", fmt::format("[{:.3f}, {:.3f}]", interval.low, interval.high)},
                    {"as_first", fmt::format("{:.3f}", each.as_first.score())},
                    {"as_second", fmt::format("{:.3f}", each.as_second.score())}});
  }
  return rows;
}

void losses_chart(Charts& charts, const std::vector<Json>& metrics) {
  charts.add("losses",
             {"Losses",
              "minutes of training",
              {metric_series(metrics, "policy_loss", "policy"),
               metric_series(metrics, "value_loss", "value")},
              {},
              {}},
             "Cross entropies in nats, means over the steps of each round.");
}

/// One number of each round.
void metric_chart(Charts& charts, const std::vector<Json>& metrics, const char* name,
                  const char* title, const char* key, const char* what, const char* caption) {
  charts.add(name, {title, "minutes of training", {metric_series(metrics, key, what)}, {}, {}},
             caption);
}

}  // namespace

void write_training_report(const TrainConfig& config, const fs::path& folder) {
  const std::vector<Json> metrics = read_metrics(folder);
  if (metrics.empty()) return;
  const LadderHistory ladder = read_ladder(folder);
  const Json& last = metrics.back();
  const RuleVariants variants(config.rules);
  const GameInfo game = describe_game(variants.at(0));
  const Net net = read_net(folder / "net.safetensors");
  std::uint64_t games = 0;
  for (const Json& each : metrics) games += counter(each, "games");
  const std::string title = config.title.empty() ? "Training" : config.title;
  Fields page = {{"title", title},
                 {"rules", rules_text(variants)},
                 {"rounds", counter(last, "round")},
                 {"minutes", fmt::format("{:.1f}", number(last, "minutes"))},
                 {"games", grouped(games)},
                 {"positions", grouped(counter(last, "all_positions"))},
                 {"parameters", grouped(net.parameter_count())},
                 {"seed", config.seed},
                 {"version", kVersion},
                 {"file", config.text}};
  Charts charts;
  score_chart(charts, ladder);
  rating_chart(charts, ladder);
  regret_chart(charts, ladder);
  std::vector<Fields> strength = charts.take();
  std::vector<Fields> matches = ladder_rows(ladder);
  page.set("measured", !strength.empty() || !matches.empty());
  page.set("wants_ladder", !config.ladder.opponents.empty() || !config.ladder.table.empty());
  page.set("measured_round", ladder.results.empty() ? 0 : ladder.results.back().round);
  page.set("strength", std::move(strength)).set("ladder", std::move(matches));
  losses_chart(charts, metrics);
  page.set("learning", charts.take());
  balance_chart(charts, metrics, game.first_player);
  entries_chart(charts, metrics, config, game.first_player);
  metric_chart(charts, metrics, "length", "Length", "decisions_per_game", "decisions",
               "Searched decisions per game.");
  metric_chart(charts, metrics, "speed", "Speed", "evaluations_per_second", "evaluations",
               "Positions evaluated per second and thread, including encoding.");
  page.set("selfplay", charts.take());
  page.set("replays", training_games_html(TrainingFolder(folder).games(counter(last, "round"))));
  write_file(folder / "report.html", page_html(title, filled("training.html", page)));
  write_figures(charts.files(), folder);
}

}  // namespace tavlab
