#include "experiments/match_html.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "experiments/report/web.h"
#include "experiments/stats/interval.h"
#include "experiments/summary/labels.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

Fields row(const std::string& name, const ResultCounts& tally) {
  return {{"name", name},
          {"wins", grouped(tally.wins)},
          {"draws", grouped(tally.draws)},
          {"losses", grouped(tally.losses)},
          {"unfinished", grouped(tally.unfinished)},
          {"score", score_text(estimate_score(tally))}};
}

}  // namespace

Markup match_html(const MatchReport& report) {
  const MatchSummary& summary = report.summary;
  std::vector<Fields> rows = {row(report.settings.first_agent, summary.agent(0)),
                              row(report.settings.second_agent, summary.agent(1)),
                              row(std::string(report.first_side), summary.first_side())};
  std::vector<Fields> findings;
  for (const std::string& line : match_findings(report)) findings.push_back({{"finding", line}});
  return filled("match.html", {{"rows", std::move(rows)},
                               {"findings", std::move(findings)},
                               {"tested", report.test != nullptr}});
}

}  // namespace tavlab
