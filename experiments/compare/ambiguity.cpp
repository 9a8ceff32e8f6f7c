#include "experiments/compare/ambiguity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/families.h"
#include "core/text.h"
#include "core/version.h"
#include "experiments/compare/design_toml.h"
#include "experiments/report/html.h"
#include "experiments/report/web.h"
#include "experiments/run/interrupt.h"
#include "experiments/stats/multiple.h"
#include "experiments/summary/labels.h"
#include "experiments/summary/summary_text.h"
#include "experiments/text/command_text.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kDefault = "as taken";

/// An alternative of one assumption, or one of each of two.
struct Variant {
  std::string name;
  std::vector<std::pair<std::string, std::string>> set;
  std::vector<std::string> reasons;
};

std::vector<Variant> single_variants(const RuleSet& rules) {
  std::vector<Variant> variants;
  for (const Assumption& assumption : rules.assumptions) {
    const ParameterSpec* spec = rules.schema->find(assumption.key);
    for (const ParameterValue& value : assumption.alternatives) {
      const std::string text = value_text(*spec, value);
      variants.push_back({fmt::format("{} = {}", assumption.key, text),
                          {{assumption.key, text}},
                          {assumption.reason}});
    }
  }
  return variants;
}

void add_pairs(std::vector<Variant>& variants) {
  const std::size_t singles = variants.size();
  for (std::size_t i = 0; i < singles; ++i) {
    for (std::size_t j = i + 1; j < singles; ++j) {
      const Variant &a = variants[i], &b = variants[j];
      if (a.set.front().first == b.set.front().first) continue;
      Variant both{a.name + ", " + b.name, a.set, a.reasons};
      both.set.push_back(b.set.front());
      both.reasons.push_back(b.reasons.front());
      variants.push_back(std::move(both));
    }
  }
}

std::vector<std::string> overrides_of(const AmbiguityOptions& options, const Variant& variant) {
  std::vector<std::string> overrides = options.overrides;
  for (const auto& [key, value] : variant.set) {
    overrides.push_back(fmt::format("{}={}", key, value));
  }
  return overrides;
}

/// Throws UserError if a value that the variant sets has no effect under its rules.
void require_effect(const Variant& variant, const RuleSet& rules, const RuleSet& as_taken) {
  RuleSet varied = as_taken;  // of the same name, so that the same faults read alike
  for (const auto& [key, value] : variant.set) varied.parameters[key] = rules.at(key);
  const std::vector<std::string> known = as_taken.schema->contradictions(as_taken);
  for (const std::string& fault : varied.schema->contradictions(varied)) {
    if (std::ranges::find(known, fault) == known.end()) throw UserError(fault);
  }
  for (const auto& [key, value] : variant.set) {
    const std::string lacking = rules.schema->find(key)->lacking(rules);
    if (!lacking.empty()) throw UserError(fmt::format("no effect without {}", lacking));
  }
}

/// Alternatives that contradict the rest of a rule set, or have no effect, are listed, not played.
std::vector<std::string> remove_unplayable(const AmbiguityOptions& options,
                                           std::vector<Variant>& variants) {
  std::vector<std::string> unplayable;
  const RuleSet as_taken = load_rule_set(options.rules, options.overrides);
  std::erase_if(variants, [&](const Variant& variant) {
    try {
      const RuleSet rules = load_rule_set(options.rules, overrides_of(options, variant));
      visit_game(rules, [](auto, const auto&) {});
      require_effect(variant, rules, as_taken);
      return false;
    } catch (const UserError& error) {
      unplayable.push_back(fmt::format("{}: {}", variant.name, error.what()));
      return true;
    }
  });
  return unplayable;
}

DesignToml design_of(const AmbiguityOptions& options, const RuleSet& rules,
                     const std::vector<Variant>& variants) {
  DesignToml design;
  design.id = "ambiguity";
  design.title = fmt::format("How much the assumptions of {} matter", rules.id);
  design.question = fmt::format(
      "Where the source of {} is silent, a value was assumed. How much would each alternative "
      "change balance, length and draws?",
      rules.id);
  design.agents = {{options.agent, options.agent}};
  design.add_arm(kDefault, options.rules, options.overrides);
  for (const Variant& variant : variants) {
    design.add_arm(variant.name, options.rules, overrides_of(options, variant));
  }
  return design;
}

std::string command_of(const AmbiguityOptions& options) {
  std::string command = "tavlab experiment ambiguity";
  add_word(command, options.rules);
  add_settings(command, options.overrides);
  command += " --agent";
  add_word(command, options.agent);
  if (options.pairs) command += " --pairs";
  return command;
}

/// The confidence of each interval in a table of this many rows such that all hold simultaneously
/// with 95 %, whatever their dependence (Bonferroni).
double together(std::size_t rows) {
  const auto intervals =
      static_cast<double>(std::max<std::size_t>(1, rows) * kRankedMeasures.size());
  return 1.0 - 0.05 / intervals;
}

std::vector<AmbiguityRow> rank(const Summary& summary, const std::vector<Variant>& variants) {
  std::vector<AmbiguityRow> rows;
  std::vector<double> p;
  const double confidence = together(variants.size());
  for (std::size_t i = 0; i < variants.size(); ++i) {
    AmbiguityRow row{variants[i].name, variants[i].reasons, {}, {}};
    for (std::size_t m = 0; m < kRankedMeasures.size(); ++m) {
      row.differences[m] =
          difference(summary.cells.front(), summary.cells[i + 1], kRankedMeasures[m], confidence);
      p.push_back(row.differences[m].p_value);
    }
    rows.push_back(std::move(row));
  }
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t m = 0; m < kRankedMeasures.size(); ++m) {
      rows[i].adjusted[m] = adjusted[i * kRankedMeasures.size() + m];
    }
  }
  std::ranges::stable_sort(rows, std::ranges::greater{}, [](const AmbiguityRow& row) {
    return std::abs(row.differences.front().value);
  });
  return rows;
}

std::string difference_text(const Difference& difference) {
  if (!std::isfinite(difference.interval.low) || !std::isfinite(difference.interval.high)) {
    return "–";  // too few finished games
  }
  const int digits = difference.measure == std::string_view("plies") ? 1 : 3;
  // No "-0.000": adding zero takes the sign from a negative zero.
  const auto shown = [scale = digits == 1 ? 10.0 : 1000.0](double value) {
    return std::round(value * scale) / scale + 0.0;
  };
  return fmt::format("{:+.{}f} [{:+.{}f}, {:+.{}f}]", shown(difference.value), digits,
                     shown(difference.interval.low), digits, shown(difference.interval.high),
                     digits);
}

/// A star if the difference is significant after correction for all comparisons.
std::string marked(const AmbiguityRow& row, std::size_t measure) {
  return difference_text(row.differences[measure]) + (row.adjusted[measure] <= 0.05 ? " *" : "");
}

constexpr const char* kLegend =
    "Differences from the rules as taken; every row has games of its own, and all are compared "
    "with "
    "the same games as taken: if those came out high or low by chance, all differences are off "
    "alike. The intervals hold simultaneously with 95 % (Bonferroni). "
    "*: significant at 5 % after Holm's correction for all comparisons in the table, a sharper "
    "test, so that the interval of a difference with a star may contain 0. Rows with fewer than 30 "
    "games get no stars.";

std::string result_text(const AmbiguityResult& result) {
  TextTable table({"", "score", "plies", "draws"});
  for (const AmbiguityRow& row : result.rows) {
    table.add({row.variant, marked(row, 0), marked(row, 1), marked(row, 2)});
  }
  const CellSummary& taken = result.games.cells.front();
  std::string text = fmt::format(
      "{} as taken, played by {}: score of {} {}, {} plies, {} % draws\n\n{}\n{}", result.rules_id,
      result.agent, in_sentence(taken.cell.game.first_player), number_text(taken.score.mean, 3),
      number_text(taken.mean_plies, 1), number_text(100.0 * taken.measure("draw").mean(), 1),
      table.text(), wrap(kLegend, kTextWidth, 0));
  text += caution_text(result.games);
  for (const std::string& each : result.unplayable) text += fmt::format("not playable: {}\n", each);
  return text;
}

std::string result_markdown(const AmbiguityResult& result) {
  std::string text =
      fmt::format("| {} | score | plies | draws |\n|---|---|---|---|\n", result.rules_id);
  for (const AmbiguityRow& row : result.rows) {
    text += fmt::format("| {} | {} | {} | {} |\n", row.variant, marked(row, 0), marked(row, 1),
                        marked(row, 2));
  }
  text += fmt::format("\nPlayed by `{}`, {} games per row. {}\n", result.agent,
                      grouped(result.games.cells.front().games()), kLegend);
  const std::string& caution = result.games.experiment.caution;
  return caution.empty() ? text : text + fmt::format("\n{}\n", caution);
}

std::string result_json(const AmbiguityResult& result) {
  Json json = {{"format", "tavlab ambiguity"}, {"format_version", 1},
               {"tavlab_version", kVersion},   {"rules", result.rules_id},
               {"agent", result.agent},        {"complete", !result.interrupted},
               {"rows", Json::array()},        {"unplayable", result.unplayable}};
  const std::string& caution = result.games.experiment.caution;
  if (!caution.empty()) json["caution"] = caution;
  for (const AmbiguityRow& row : result.rows) {
    Json one = {{"variant", row.variant}, {"reasons", row.reasons}};
    for (std::size_t m = 0; m < kRankedMeasures.size(); ++m) {
      const Difference& difference = row.differences[m];
      const bool known = difference.first.count() > 0 && difference.second.count() > 0;
      one[kRankedMeasures[m]] = {{"difference", known ? Json(difference.value) : Json()},
                                 {"low", known ? Json(difference.interval.low) : Json()},
                                 {"high", known ? Json(difference.interval.high) : Json()},
                                 {"p_value", known ? Json(difference.p_value) : Json()},
                                 {"p_value_holm", known ? Json(row.adjusted[m]) : Json()}};
    }
    json["rows"].push_back(std::move(one));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

ReportFrame result_frame(const AmbiguityResult& result) {
  std::vector<Fields> rows;
  for (const AmbiguityRow& row : result.rows) {
    rows.push_back({{"variant", row.variant},
                    {"score", marked(row, 0)},
                    {"plies", marked(row, 1)},
                    {"draws", marked(row, 2)},
                    {"reasons", fmt::format("{}", fmt::join(row.reasons, " "))}});
  }
  ReportFrame frame;
  frame.verdict = filled("ambiguity.html", {{"rows", std::move(rows)}, {"legend", kLegend}});
  return frame;
}

}  // namespace

AmbiguityResult run_ambiguity(const AmbiguityOptions& options,
                              const std::filesystem::path& folder) {
  const InterruptGuard guard;
  const RuleSet rules = load_rule_set(options.rules, options.overrides);
  std::vector<Variant> variants = single_variants(rules);
  if (options.pairs) add_pairs(variants);
  AmbiguityResult result;
  result.unplayable = remove_unplayable(options, variants);
  if (variants.empty()) {
    throw UserError(fmt::format("rules '{}': no assumption has alternatives", rules.id));
  }
  const GeneratedRun run =
      prepare_run(design_of(options, rules, variants), command_of(options), folder, options);
  FilledStore filled = run.play();
  tell_left_out(filled.store, options.games, options.log);

  result.rules_id = rules.id;
  result.interrupted = !filled.complete;
  result.games = summarize(filled.store);
  result.agent = result.games.cells.front().cell.agents.name;
  result.rows = rank(result.games, variants);
  write_generated_run("ambiguity",
                      {result_json(result), result_markdown(result), result_text(result)},
                      result.games, result_frame(result), filled, folder, options);
  return result;
}

}  // namespace tavlab
