// The published verdicts: each states whose games it rests on, so that a reader who sees it in
// isolation does not take the play of weak agents for a property of the rules.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/claim/claim.h"
#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

constexpr std::string_view kMark = "or weak agents only";  // of a sentence or a cell

std::string source_file(const char* name) {
  return test::read(std::string(TAVLAB_SOURCE_DIR "/") + name);
}

/// From the first `begin` to the next `end` after it, or to the end of the text.
std::string part(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return {};
  return text.substr(at, text.find(end, at + begin.size()) - at);
}

/// The claims in the table of what weak players said, by their ids.
std::vector<std::string> old_claims(const std::string& results) {
  std::vector<std::string> ids;
  std::istringstream lines(part(results, "\n| claim | source | verdict", "\n\n"));
  for (std::string line; std::getline(lines, line);) {
    const std::string id = part(line, "](#", ") |");
    if (!id.empty()) ids.push_back(id.substr(3));
  }
  return ids;
}

TEST(Results, EveryVerdictByWeakAgentsSaysSo) {
  const std::string results = source_file("experiments/RESULTS.md");
  const std::vector<std::string> ids = old_claims(results);
  EXPECT_EQ(ids.size(), 23U);
  int marked = 0;
  for (const std::string& id : ids) {
    const std::string row = part(results, "](#" + id + ") |", "\n");
    const std::string section = part(results, "<a id=\"" + id + "\">", "<a id=");
    ASSERT_FALSE(row.empty()) << id;
    ASSERT_FALSE(section.empty()) << id;
    if (id == "ur-opening-exact") {  // solved: no agent's play matters
      EXPECT_THAT(row, Not(HasSubstr(kMark))) << id;
      EXPECT_THAT(section, Not(HasSubstr(kMark))) << id;
    } else {
      EXPECT_THAT(row, HasSubstr(kMark)) << id;
      // In the sentence that gives the verdict, and at the head of the column of verdicts.
      EXPECT_THAT(part(section, "\n**", "**\n"), HasSubstr(kMark)) << id;
      EXPECT_THAT(part(section, "| agents |", "\n"), HasSubstr("verdict for weak agents")) << id;
      ++marked;
    }
  }
  EXPECT_GE(marked, 1);
}

/// A claim's file cannot be changed without a new version that the page lists.
TEST(Results, ListEveryVersionOfEveryClaim) {
  const std::string versions =
      part(source_file("experiments/RESULTS.md"), "\n## Versions", "\n## ");
  for (const std::string& id : builtin_claim_ids()) {
    const Claim claim = load_claim(id);
    EXPECT_THAT(versions,
                HasSubstr(fmt::format("| `{}` | {} | {} |", id, claim.version, claim.hash())));
    EXPECT_EQ(claim.version > 1, !claim.replaces.empty()) << id;
  }
}

/// Both pages begin with what is known of the agents' strength, before any verdict.
/// The first page repeats the scores between the strongest agents, with their intervals, and that
/// they are not the last word.
TEST(Results, TheFirstPageSaysWhatTheStrongestAgentsDo) {
  const std::string results =
      part(source_file("experiments/RESULTS.md"), "## Between the strongest agents", "\n## ");
  const std::string readme = source_file("README.md");
  const std::string top = readme.substr(0, readme.find("\n## Install"));
  for (const char* rules : {"helmfrid-9", "helmfrid-11", "tavlei-9", "viavuca-11"}) {
    const std::string begin = fmt::format("\n| {} | ", rules);
    const std::string row = part(results, begin, " |");
    ASSERT_GT(row.size(), begin.size()) << rules;
    const std::string score = row.substr(begin.size());
    EXPECT_THAT(score, MatchesRegex("0.[0-9][0-9] .0.[0-9][0-9], 0.[0-9][0-9]."));
    EXPECT_THAT(top, HasSubstr(score)) << rules;
  }
  EXPECT_THAT(top, HasSubstr("has not converged"));
  EXPECT_THAT(results, HasSubstr("What this does not show"));
}

TEST(Results, ThePageOnClaimsMarksTheVerdictsThatItRepeats) {
  const std::string evidence = source_file("docs/evidence.md");
  std::size_t at = 0;
  int verdicts = 0;
  for (; (at = evidence.find("\n**\"", at)) != std::string::npos; ++at, ++verdicts) {
    const std::string paragraph = part(evidence.substr(at + 1), "**\"", "\n\n");
    EXPECT_THAT(paragraph, HasSubstr(kMark));
  }
  EXPECT_GE(verdicts, 2);
  for (at = 0; (at = evidence.find("\n![", at)) != std::string::npos; ++at) {
    EXPECT_THAT(part(evidence.substr(at + 1), "![", "]"), HasSubstr("weak agents"));
  }
}

/// What was known when a hypothesis was written is part of what its verdict is worth.
TEST(Results, TheClaimOnExtraThrowsSaysWhenItsHypothesisCame) {
  const std::string section =
      part(source_file("experiments/RESULTS.md"), "<a id=\"ur-extra-throws\">", "<a id=");
  EXPECT_THAT(section, HasSubstr("was added after the claim's first result"));
  EXPECT_THAT(section, HasSubstr("had been undecided"));
}

}  // namespace
}  // namespace tavlab
