// No text of a user, store or rule set changes a page: its tags are those of a page with harmless
// texts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/families.h"
#include "experiments/claim/claim_html.h"
#include "experiments/claim/claim_run.h"
#include "experiments/compare/compare.h"
#include "experiments/compare/compare_text.h"
#include "experiments/experiment.h"
#include "experiments/ladder/ladder.h"
#include "experiments/ladder/ladder_text.h"
#include "experiments/report/html.h"
#include "experiments/report/replays.h"
#include "tests/experiments/fake_games.h"
#include "tests/experiments/markup.h"

namespace tavlab {
namespace {

using test::markup_error;
using test::skeleton;

constexpr const char* kHostile =
    "</title></style></script>]]>--><img src='x' onerror=\"evil()\"/> {{x}} {{{y}}} & \x01 ";

/// Puts one text before each of those that a report may show.
class Taint {
 public:
  explicit Taint(std::string text) : text_(std::move(text)) {}

  void operator()(std::string& text) const { text.insert(0, text_); }
  void operator()(std::vector<std::pair<std::string, std::string>>& pairs) const {
    for (auto& [key, value] : pairs) {
      (*this)(key);
      (*this)(value);
    }
  }
  void operator()(GameInfo& game) const {
    (*this)(game.first_player);
    (*this)(game.second_player);
    (*this)(game.position);
  }
  void operator()(StoredExperiment& experiment) const {
    for (std::string* each : {&experiment.id, &experiment.title, &experiment.question,
                              &experiment.reading, &experiment.config_text, &experiment.config_name,
                              &experiment.command, &experiment.tavlab_version}) {
      (*this)(*each);
    }
  }
  void operator()(CellSummary& summary) const {
    StoredCell& cell = summary.cell;
    for (std::string* each : {&cell.label, &cell.group, &cell.rules_id, &cell.rules_title,
                              &cell.rules_hash, &cell.agents.name}) {
      (*this)(*each);
    }
    (*this)(cell.settings);
    (*this)(cell.parameters);
    (*this)(cell.game);
    std::map<std::string, std::uint64_t> reasons;
    for (const auto& [reason, games] : summary.reasons) reasons[text_ + reason] = games;
    summary.reasons = std::move(reasons);
    if (summary.chance) {
      for (RollCount& each : summary.chance->roll_counts) (*this)(each.name);
    }
  }
  void operator()(Summary& summary) const {
    (*this)(summary.experiment);
    for (CellSummary& cell : summary.cells) (*this)(cell);
  }

 private:
  std::string text_;
};

/// The page that `make` makes has the same tags with and without a taint.
template <typename Make>
void expect_same_tags(const Make& make) {
  const std::string plain = make(Taint("plain ")), tainted = make(Taint(kHostile));
  EXPECT_NE(tainted.find("&lt;img src=&#39;x&#39; onerror=&quot;evil()&quot;/&gt; {{x}}"),
            std::string::npos)
      << "the taint is shown";
  EXPECT_EQ(markup_error(tainted), "");
  EXPECT_EQ(skeleton(tainted), skeleton(plain));
}

template <typename Options>
Options quiet() {
  Options options;
  options.threads = 2;
  test::silence(options);
  options.player = test::fake_player();
  return options;
}

TEST(Escaping, OfExperiments) {
  const TemporaryFolder folder;
  const auto file = folder.write(
      "x.toml", std::string("reading = \"Weak agents.\"\n") + std::string(test::kSmallConfig));
  const Summary summary =
      run_experiment(file.string(), folder.path() / "out", quiet<ExperimentOptions>()).summary;
  expect_same_tags([&](const Taint& taint) {
    Summary tainted = summary;
    taint(tainted);
    return report_html(tainted);
  });
}

/// Names in rules reach boards, legends and sentences, too, if the rules themselves are valid.
TEST(Escaping, OfBoardsAndWords) {
  const TemporaryFolder folder;
  const auto file = folder.write("x.toml", std::string(test::kSmallConfig));
  const Summary summary =
      run_experiment(file.string(), folder.path() / "out", quiet<ExperimentOptions>()).summary;
  expect_same_tags([&](const Taint& taint) {
    Summary tainted = summary;
    for (CellSummary& cell : tainted.cells) {
      taint(cell.cell.rules_id);
      taint(cell.cell.rules_title);
    }
    const std::string page = report_html(tainted);
    EXPECT_NE(page.find("<path class=\"cell\""), std::string::npos) << "the board is drawn";
    EXPECT_NE(page.find("<h4>Moves</h4>"), std::string::npos) << "the rules are described";
    return page;
  });
}

TEST(Escaping, OfGamesWithDice) {
  const TemporaryFolder folder;
  const auto file = folder.write("x.toml",
                                 "id = \"x\"\ntitle = \"x\"\nquestion = \"x\"\n"
                                 "rules = [\"ur-finkel\", \"ur-masters\"]\nagents = [\"random\", "
                                 "\"greedy\"]\ngames = 4\nseed = 3\nmax_plies = 2000\n");
  ExperimentOptions options = quiet<ExperimentOptions>();
  options.player = {};
  const Summary summary = run_experiment(file.string(), folder.path() / "out", options).summary;
  ASSERT_TRUE(summary.cells.front().chance.has_value());
  expect_same_tags([&](const Taint& taint) {
    Summary tainted = summary;
    taint(tainted);
    return report_html(tainted);
  });
}

TEST(Escaping, OfClaims) {
  const TemporaryFolder folder;
  ClaimOptions options = quiet<ClaimOptions>();
  options.games = 30;
  options.agents = {"alphabeta:nodes=16", "mcts:sims=16"};
  const ClaimResult result = run_claim("tafl-attackers-harder", folder.path(), options);
  expect_same_tags([&](const Taint& taint) {
    ClaimResult tainted = result;
    taint(tainted.games);
    taint(tainted.claim.source);
    taint(tainted.claim.statement);
    for (Hypothesis& each : tainted.claim.hypotheses) taint(each.arms.front());
    for (std::string& each : tainted.strengths) taint(each);
    return report_html(tainted.games, claim_frame(tainted));
  });
}

TEST(Escaping, OfComparisons) {
  const TemporaryFolder folder;
  CompareOptions options = quiet<CompareOptions>();
  options.player = {};
  options.rules = {"brandubh-7", "brandubh-7-weak-king", "brandubh-7-no-return"};
  options.agent = "random";
  options.games = 4;
  options.sample.positions = 40;
  options.sample.asked = 0;
  const CompareResult result = run_compare(options, folder.path());
  ASSERT_FALSE(result.pairs.front().in_first.examples.empty());
  expect_same_tags([&](const Taint& taint) {
    CompareResult tainted = result;
    taint(tainted.games);
    for (RuleSet& each : tainted.rules) taint(each.id);
    for (RulesComparison& pair : tainted.pairs) {
      for (ParameterDifference& each : pair.parameters) {
        for (std::string* text : {&each.key, &each.first, &each.second}) taint(*text);
      }
      for (DifferingPosition& each : pair.in_first.examples) {
        for (std::string* text : {&each.only_first, &each.only_second}) taint(*text);
      }
    }
    return report_html(tainted.games, compare_frame(tainted));
  });
}

TEST(Escaping, OfLadders) {
  const TemporaryFolder folder;
  LadderOptions options = quiet<LadderOptions>();
  options.rules = "helmfrid-9";
  options.agents = {"random", "greedy"};
  options.games = 20;
  const LadderResult result = run_ladder(options, folder.path());
  expect_same_tags([&](const Taint& taint) {
    LadderResult tainted = result;
    taint(tainted.games);
    for (Rung& rung : tainted.rungs) taint(rung.agent);
    return report_html(tainted.games, ladder_frame(tainted));
  });
}

TEST(Escaping, OfReplays) {
  const RuleSet rules = load_rule_set("brandubh-7");
  Replay replay{rules, "d7-e7", "a game", "agents", "a result", {}};
  replay.notes = {{"one", {}}, {"two", {{"a1", 0.5}}}};
  expect_same_tags([&](const Taint& taint) {
    Replay tainted = replay;
    for (std::string* text : {&tainted.title, &tainted.agents, &tainted.result}) taint(*text);
    for (ReplayNote& note : tainted.notes) taint(note.text);
    const std::string html = replays_html("Games", "Some.", {tainted}).html;
    EXPECT_EQ(html.find("<img"), std::string::npos);
    return "<!DOCTYPE html><div>" + html + "</div>";
  });
}

}  // namespace
}  // namespace tavlab
