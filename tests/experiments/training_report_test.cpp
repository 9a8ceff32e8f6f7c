// The page of a training run, from made-up measures. browser_test.cpp checks its appearance.
#include "experiments/training/training_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/io/files.h"
#include "experiments/report/line_chart.h"
#include "selfplay/train/folder.h"
#include "tests/support/small_nets.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kConfig = R"toml(
[[rules]]
name = "brandubh-7"
[[rules]]
name = "brandubh-7"
vary = { "limits.king_side_moves" = [20, 30] }
[net]
trunk = "residual"
[ladder]
opponents = ["random"]
)toml";

/// The page after this many rounds, in each of which the attackers win 3 games of 4.
std::string page_after(int rounds, int steps) {
  const TemporaryFolder folder;
  const TrainConfig config = parse_train_config(kConfig, "config");
  write_net(TrainingFolder(folder.path()).net(),
            untrained_net(RuleVariants(config.rules).at(0), 1));
  std::string metrics;
  for (int round = 1; round <= rounds; ++round) {
    const nlohmann::json json = {{"round", round},
                                 {"minutes", 0.5 * round},
                                 {"games", 8},
                                 {"first_wins", 6},
                                 {"draws", 0},
                                 {"second_wins", 2},
                                 {"steps", steps},
                                 {"decisions_per_game", 41.47},
                                 {"policy_loss", 3.0},
                                 {"value_loss", 1.0},
                                 {"all_positions", 300},
                                 {"evaluations_per_second", 900},
                                 {"by_rules", {{3, 0, 1, 0}, {3, 0, 1, 0}}}};
    metrics += json.dump() + "\n";
  }
  folder.write("metrics.jsonl", metrics);
  write_training_report(config, folder.path());
  return read_file(folder.path() / "report.html", kMaxDataBytes);
}

TEST(TrainingReport, SaysWhatIsMissingAfterTheFirstRound) {
  const std::string page = page_after(1, 0);
  EXPECT_THAT(page, HasSubstr("brandubh-7 (3 variants)"));
  EXPECT_THAT(page, HasSubstr("The net has not been measured yet"));
  EXPECT_THAT(page, HasSubstr("The net has not been trained yet"));
  EXPECT_THAT(page_after(2, 10), Not(HasSubstr("has not been trained yet")));
}

TEST(TrainingReport, ASingleValueHasAnAxisThatCanBeRead) {
  const std::string page = page_after(1, 0);
  // 41.47 decisions a game: an axis from 37 to 46, not one of seven digits.
  EXPECT_THAT(page, HasSubstr(">40</text>"));
  EXPECT_THAT(page, Not(HasSubstr("41.47000")));
}

TEST(LineChart, ValuesThatAreAllButTheSameHaveOneToo) {
  LineChart chart{"length", "minutes", {{"decisions", {}}}, {}, {}};
  chart.series[0].points = {{0.0, 41.47, {}}, {1.0, std::nextafter(41.47, 42.0), {}}};
  EXPECT_THAT(line_chart_svg(chart, FigureWidth::wide), HasSubstr(">40</text>"));
}

TEST(TrainingReport, ManyRoundsArePooled) {
  EXPECT_THAT(page_after(20, 10), HasSubstr("interval of each round"));
  const std::string page = page_after(150, 10);
  EXPECT_THAT(page, HasSubstr("interval of 3 rounds each"));
  const std::size_t chart = page.find("Balance over training");
  const std::size_t line = page.find("<polyline", chart);
  const std::string points = page.substr(line, page.find('>', line) - line);
  EXPECT_EQ(std::ranges::count(points, ','), 50) << points;
}

}  // namespace
}  // namespace tavlab
