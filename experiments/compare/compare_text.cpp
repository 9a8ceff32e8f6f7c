#include "experiments/compare/compare_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/text.h"
#include "core/version.h"
#include "experiments/measure/game_measures.h"
#include "experiments/report/board_svg.h"
#include "experiments/report/pictures.h"
#include "experiments/report/web.h"
#include "experiments/stats/multiple.h"
#include "experiments/summary/summary_text.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : fmt::format("{:.1f} %", 100.0 * share(part, whole));
}

/// One line of the comparison of positions: its label, and the share in each direction.
struct PositionLine {
  const char* words;
  std::string first;
  std::string second;
};

std::vector<PositionLine> position_lines(const RulesComparison& pair) {
  const PositionComparison &a = pair.in_first, &b = pair.in_second;
  if (a.positions + b.positions == 0) return {};
  const auto line = [&](const char* words, auto part, auto whole) {
    return PositionLine{words, percent(a.*part, a.*whole), percent(b.*part, b.*whole)};
  };
  using C = PositionComparison;
  std::vector<PositionLine> lines = {
      line("not a position of the other rules", &C::unreadable, &C::positions),
      {"legal moves differ", percent(a.moves_differ, a.positions - a.unreadable),
       percent(b.moves_differ, b.positions - b.unreadable)},
      {"same moves, different result", percent(a.results_differ, a.positions - a.unreadable),
       percent(b.results_differ, b.positions - b.unreadable)},
      line("the agent plays a different move", &C::choice_differs, &C::asked),
      line("... with other random numbers only", &C::choice_noise, &C::asked)};
  const auto mean = [](double value, std::uint64_t valued) {
    return valued == 0 ? std::string("-") : fmt::format("{:.3f}", value);
  };
  lines.push_back({"mean shift of the agent's value", mean(a.value_shift, a.valued),
                   mean(b.value_shift, b.valued)});
  lines.push_back({"... with other random numbers only", mean(a.value_noise, a.valued),
                   mean(b.value_noise, b.valued)});
  return lines;
}

std::string digits(double value) {
  return fmt::format("{:.{}f}", value, std::abs(value) < 10.0 ? 3 : 1);
}

std::string interval_text(const Interval& interval) {
  return fmt::format("[{}, {}]", digits(interval.low), digits(interval.high));
}

std::string_view title_of(const Difference& difference) {
  return find_game_measure(difference.measure)->title;
}

/// Holm's p-values of a pair's game measures, in their order.
std::vector<double> adjusted(const RulesComparison& pair) {
  std::vector<double> p;
  for (const Difference& each : pair.games) p.push_back(each.p_value);
  return holm(p);
}

/// For each game measure of a pair, a star if the difference is significant. None where games
/// repeat each other, since the p-values count each of them.
std::vector<std::string_view> stars(const CompareResult& result, const RulesComparison& pair) {
  const bool tells = std::ranges::none_of(result.games.cells, repeats_much);
  std::vector<std::string_view> all;
  for (const double p : adjusted(pair)) all.push_back(tells && p <= 0.05 ? " *" : "");
  return all;
}

const Difference* score_difference(const RulesComparison& pair) {
  const auto found = std::ranges::find(pair.games, "score", &Difference::measure);
  return found == pair.games.end() ? nullptr : &*found;
}

/// How often the rules differ in the positions of both, in legal moves or their results, in
/// percent; empty where no positions were compared.
std::string differing_percent(const RulesComparison& pair, int digits_behind) {
  const auto parted = [](const PositionComparison& c) {
    return c.unreadable + c.moves_differ + c.results_differ;
  };
  const std::uint64_t positions = pair.in_first.positions + pair.in_second.positions;
  if (positions == 0) return {};
  return fmt::format("{:.{}f} %",
                     100.0 * share(parted(pair.in_first) + parted(pair.in_second), positions),
                     digits_behind);
}

Json positions_json(const PositionComparison& c) {
  Json json = {{"positions", c.positions},
               {"unreadable", c.unreadable},
               {"moves_differ", c.moves_differ},
               {"results_differ", c.results_differ},
               {"asked", c.asked},
               {"choice_differs", c.choice_differs},
               {"choice_wavers", c.choice_noise},
               {"value_shift", c.value_shift},
               {"value_waver", c.value_noise},
               {"examples", Json::array()}};
  for (const DifferingPosition& each : c.examples) {
    json["examples"].push_back({{"position", each.position},
                                {"what", each.what},
                                {"first", each.only_first},
                                {"second", each.only_second}});
  }
  return json;
}

constexpr const char* kGamesLegend =
    "Differences: mean of the second rules minus that of the first, with individual 95 % "
    "intervals. *: significant at 5 % after Holm's correction for all measures, from 30 games on "
    "that hardly repeat each other. "
    "Positions, of one family only, are compared without their history: rules about repetition "
    "show only in the games.";

/// Boards of example positions in which two rule sets differ.
std::vector<Fields> examples(const CompareResult& result, const RulesComparison& pair) {
  std::vector<Fields> figures;
  const auto words = [](const std::string& moves) {
    return moves.empty() ? "nothing more" : shortened(moves, 120);
  };
  const auto add = [&](const PositionComparison& comparison, std::size_t own, std::size_t other) {
    for (const DifferingPosition& each : comparison.examples) {
      const std::optional<Picture> board = picture_of(result.rules[own], each.position);
      figures.push_back({{"board", board ? Markup(board_svg(*board, each.position)) : Markup()},
                         {"beside", board ? board_notes(*board) : ""},
                         {"position", each.position},
                         {"what", each.what},
                         {"first", result.rules[own].id},
                         {"only_first", words(each.only_first)},
                         {"second", result.rules[other].id},
                         {"only_second", words(each.only_second)}});
    }
  };
  add(pair.in_first, pair.first, pair.second);
  add(pair.in_second, pair.second, pair.first);
  return figures;
}

Markup pair_html(const CompareResult& result, const RulesComparison& pair) {
  std::vector<Fields> parameters, positions, measures;
  for (const ParameterDifference& each : pair.parameters) {
    parameters.push_back({{"key", each.key}, {"first", each.first}, {"second", each.second}});
  }
  for (const PositionLine& line : position_lines(pair)) {
    positions.push_back({{"words", line.words}, {"first", line.first}, {"second", line.second}});
  }
  const std::vector<std::string_view> star = stars(result, pair);
  for (std::size_t i = 0; i < pair.games.size(); ++i) {
    const Difference& each = pair.games[i];
    const GameMeasure& measure = *find_game_measure(each.measure);
    measures.push_back({{"measure", measure.title},
                        {"meaning", measure.meaning},
                        {"first", digits(each.first.mean())},
                        {"second", digits(each.second.mean())},
                        {"difference", fmt::format("{}{}", digits(each.value), star[i])},
                        {"interval", interval_text(each.interval)}});
  }
  return filled("comparison.html", {{"first", result.rules[pair.first].id},
                                    {"second", result.rules[pair.second].id},
                                    {"parameters", std::move(parameters)},
                                    {"positions", std::move(positions)},
                                    {"measures", std::move(measures)},
                                    {"legend", kGamesLegend},
                                    {"examples", examples(result, pair)}});
}

/// For several rule sets: the difference of each pair.
TextTable matrix(const CompareResult& result) {
  std::vector<std::string> head = {""};
  for (const RuleSet& each : result.rules) head.push_back(each.id);
  TextTable table(head);
  for (std::size_t i = 0; i < result.rules.size(); ++i) {
    std::vector<std::string> row = {result.rules[i].id};
    row.resize(result.rules.size() + 1);
    row[i + 1] = fmt::format("{:.3f}", result.games.cells[i].score.mean);
    for (const RulesComparison& pair : result.pairs) {
      if (pair.first != i && pair.second != i) continue;
      const std::size_t other = pair.first == i ? pair.second : pair.first;
      const Difference* score = score_difference(pair);
      const double sign = pair.first == i ? 1.0 : -1.0;
      const Interval interval = score ? score->interval : Interval{};
      row[other + 1] = fmt::format(
          "{:+.3f} [{:+.2f}, {:+.2f}]", sign * (score ? score->value : 0.0),
          sign > 0.0 ? interval.low : -interval.high, sign > 0.0 ? interval.high : -interval.low);
      const std::string parting = differing_percent(pair, 0);
      if (!parting.empty()) row[other + 1] += fmt::format(" ({})", parting);
    }
    table.add(std::move(row));
  }
  return table;
}

constexpr const char* kMatrixLegend =
    "Diagonal: score of the first side. Elsewhere: the column's score minus the row's with its "
    "95 % interval, not corrected for multiple comparisons, and the share of positions in which "
    "the "
    "rules differ (the position itself, its legal moves, or the result of a move).";

/// How many games there are, how they begin, and each score with its interval.
std::string games_text(const CompareResult& result, const RulesComparison& pair) {
  const CellSummary &a = result.games.cells[pair.first], &b = result.games.cells[pair.second];
  std::string begin = fmt::format("after {} random plies", a.cell.opening_plies);
  for (const auto& [name, value] : a.cell.conditions) {
    if (name == "openings") begin = "from the openings " + value;
  }
  return fmt::format(
      "{} and {} games {}; score of {}: {:.3f} {} and {:.3f} {}.", grouped(a.games()),
      grouped(b.games()), begin, in_sentence(result.games.player(Side::first)), a.score.mean,
      interval_text(a.score.interval), b.score.mean, interval_text(b.score.interval));
}

}  // namespace

std::string compare_json(const CompareResult& result) {
  Json json = {{"format", "tavlab comparison"},   {"format_version", 1},
               {"tavlab_version", kVersion},      {"agent", result.agent},
               {"complete", !result.interrupted}, {"rules", Json::array()},
               {"pairs", Json::array()}};
  const std::string& caution = result.games.experiment.caution;
  if (!caution.empty()) json["caution"] = caution;
  for (const RuleSet& each : result.rules) {
    json["rules"].push_back({{"id", each.id}, {"hash", each.hash_text()}});
  }
  for (const RulesComparison& pair : result.pairs) {
    Json one = {{"first", result.rules[pair.first].id},
                {"second", result.rules[pair.second].id},
                {"parameters", Json::object()},
                {"in_first", positions_json(pair.in_first)},
                {"in_second", positions_json(pair.in_second)},
                {"measures", Json::object()}};
    for (const ParameterDifference& each : pair.parameters) {
      one["parameters"][each.key] = {each.first, each.second};
    }
    const std::vector<double> p = adjusted(pair);
    for (std::size_t i = 0; i < pair.games.size(); ++i) {
      const Difference& each = pair.games[i];
      one["measures"][std::string(each.measure)] = {
          {"first", each.first.mean()}, {"second", each.second.mean()}, {"difference", each.value},
          {"low", each.interval.low},   {"high", each.interval.high},   {"p_value", each.p_value},
          {"p_value_holm", p[i]}};
    }
    json["pairs"].push_back(std::move(one));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string compare_markdown(const CompareResult& result) {
  std::string text;
  for (const RulesComparison& pair : result.pairs) {
    const std::string &first = result.rules[pair.first].id, &second = result.rules[pair.second].id;
    text += fmt::format("### {} and {}\n\n| parameter | {} | {} |\n|---|---|---|\n", first, second,
                        first, second);
    for (const ParameterDifference& each : pair.parameters) {
      text += fmt::format("| {} | {} | {} |\n", each.key, each.first, each.second);
    }
    const std::vector<PositionLine> lines = position_lines(pair);
    if (!lines.empty()) {
      text += fmt::format("\n| positions of games by | {} | {} |\n|---|---|---|\n", first, second);
    }
    for (const PositionLine& line : lines) {
      text += fmt::format("| {} | {} | {} |\n", line.words, line.first, line.second);
    }
    text += fmt::format("\n| measure | {} | {} | difference |\n|---|---|---|---|\n", first, second);
    const std::vector<std::string_view> star = stars(result, pair);
    for (std::size_t i = 0; i < pair.games.size(); ++i) {
      const Difference& each = pair.games[i];
      text += fmt::format("| {} | {} | {} | {} {}{} |\n", title_of(each), digits(each.first.mean()),
                          digits(each.second.mean()), digits(each.value),
                          interval_text(each.interval), star[i]);
    }
    text += fmt::format("\nPlayed by `{}`, {} {}\n\n", result.agent, games_text(result, pair),
                        kGamesLegend);
  }
  if (const std::string& caution = result.games.experiment.caution; !caution.empty()) {
    text += caution + "\n";
  }
  return text;
}

std::string compare_text(const CompareResult& result) {
  if (result.pairs.size() > 1) {
    return fmt::format("Played by {}\n\n{}\n{}{}", result.agent, matrix(result).text(),
                       wrap(kMatrixLegend, kTextWidth, 0), caution_text(result.games));
  }
  std::string text;
  for (const RulesComparison& pair : result.pairs) {
    const std::string &first = result.rules[pair.first].id, &second = result.rules[pair.second].id;
    TextTable parameters({"parameter", first, second});
    bool any_short = pair.parameters.empty();
    std::string long_values;  // of many cells, or the rows of a board
    for (const ParameterDifference& each : pair.parameters) {
      constexpr std::size_t kLong = 40;
      if (each.first.size() <= kLong && each.second.size() <= kLong) {
        parameters.add({each.key, each.first, each.second});
        any_short = true;
        continue;
      }
      long_values += fmt::format("{}\n{}{}", each.key,
                                 wrap(fmt::format("{}: {}", first, each.first), kTextWidth, 4),
                                 wrap(fmt::format("{}: {}", second, each.second), kTextWidth, 4));
    }
    TextTable positions({"positions of games by", first, second});
    for (const PositionLine& line : position_lines(pair)) {
      positions.add({line.words, line.first, line.second});
    }
    TextTable games({"games between equals", first, second, "difference"});
    const std::vector<std::string_view> star = stars(result, pair);
    for (std::size_t i = 0; i < pair.games.size(); ++i) {
      const Difference& each = pair.games[i];
      games.add(
          {std::string(title_of(each)), digits(each.first.mean()), digits(each.second.mean()),
           fmt::format("{} {}{:<2}", digits(each.value), interval_text(each.interval), star[i])});
    }
    const bool compared = pair.in_first.positions + pair.in_second.positions > 0;
    text += fmt::format("{}{}\n{}{}\n{}", any_short ? parameters.text() : "", long_values,
                        compared ? positions.text() + "\n" : "", games.text(),
                        wrap(fmt::format("Played by {}, {} {}", result.agent,
                                         games_text(result, pair), kGamesLegend),
                             kTextWidth, 0) +
                            caution_text(result.games));
    for (const PositionComparison* each : {&pair.in_first, &pair.in_second}) {
      if (each->examples.empty()) continue;
      const DifferingPosition& example = each->examples.front();
      const bool own = each == &pair.in_first;
      const auto listed = [](const std::string& moves) {
        return moves.empty() ? std::string("nothing more") : shortened(moves, 80);
      };
      text += fmt::format("\n{} differ in {}\n  {}: {}\n  {}: {}\n", example.what, example.position,
                          own ? first : second, listed(example.only_first), own ? second : first,
                          listed(example.only_second));
    }
  }
  return text;
}

ReportFrame compare_frame(const CompareResult& result) {
  ReportFrame frame;
  if (result.pairs.empty()) return frame;
  std::vector<Fields> pairs;
  for (const RulesComparison& pair : result.pairs) {
    const Difference* score = score_difference(pair);
    pairs.push_back(
        {{"first", result.rules[pair.first].id},
         {"second", result.rules[pair.second].id},
         {"parameters", pair.parameters.size() == 1
                            ? std::string("1 parameter differs")
                            : fmt::format("{} parameters differ", pair.parameters.size())},
         {"parting", differing_percent(pair, 1)},
         {"score", score == nullptr
                       ? std::string()
                       : fmt::format("{:+.3f} {}", score->value, interval_text(score->interval))}});
    frame.figures.html += pair_html(result, pair).html;
  }
  frame.verdict = filled("comparison_brief.html",
                         {{"pairs", std::move(pairs)},
                          {"matrix", result.pairs.size() > 1 ? matrix(result).text() : ""},
                          {"legend", kMatrixLegend}});
  return frame;
}

}  // namespace tavlab
