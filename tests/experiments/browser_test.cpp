// Reports in a browser: headless Chromium opens each kind of page, wide and as narrow as a phone,
// light and dark, and reports what it found. Skipped where there is no Chromium.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/families.h"
#include "experiments/claim/claim_run.h"
#include "experiments/compare/ambiguity.h"
#include "experiments/compare/compare.h"
#include "experiments/experiment.h"
#include "experiments/ladder/ladder.h"
#include "experiments/training/training_report.h"
#include "selfplay/dataset/shard.h"
#include "selfplay/generate/self_play.h"
#include "selfplay/train/folder.h"
#include "tests/experiments/fake_games.h"
#include "tests/support/small_nets.h"

namespace tavlab {
namespace {

using nlohmann::json;

/// Appended to a page: what a person would notice, as JSON in a separate element.
constexpr std::string_view kProbe = R"html(<script>
addEventListener('load', function () {
  var shown = function (element) {
    var box = element.getBoundingClientRect();
    return box.width > 60 ? box.height > 30 : false;
  };
  var count = function (list) { return Array.prototype.filter.call(list, shown).length; };
  var figures = document.querySelectorAll('figure');
  var empty = Array.prototype.filter.call(figures, function (figure) {
    return count(figure.querySelectorAll('svg')) !== 1;
  }).map(function (figure) { return figure.textContent.trim().slice(0, 80); });
  var replay = document.querySelector('.replay'), steps = [];
  var squares = function () {
    return Array.prototype.map.call(replay.querySelectorAll('.pieces use'), function (piece) {
      return piece.getAttribute('x') + ',' + piece.getAttribute('y') + piece.getAttribute('href');
    }).sort().join(' ');
  };
  if (replay) {
    steps.push(squares());
    ['on', 'on', 'back', 'last', 'first'].forEach(function (go) {
      replay.querySelector('[data-go=' + go + ']').click();
      steps.push(squares());
    });
    replay.querySelector('[data-go=last]').click();
  }
  var at = replay ? replay.querySelector('.at').textContent : '';
  var boards = Array.prototype.map.call(document.querySelectorAll('.replay'), function (box) {
    box.querySelector('[data-go=last]').click();
    var end = box.querySelector('.beside').textContent;
    box.querySelector('[data-go=back]').click();
    return {
      end: end, before: box.querySelector('.beside').textContent,
      moved: box.querySelectorAll('.moved').length,
      counts: Array.prototype.map.call(box.querySelectorAll('text.count'), function (text) {
        return Number(text.textContent);
      })
    };
  });
  var probe = document.createElement('pre');
  probe.id = 'probe';
  probe.textContent = JSON.stringify({
    figures: figures.length, empty: empty, replays: count(document.querySelectorAll('.replay')),
    steps: steps, boards: boards, at: at,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    paper: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.body).color,
    moved: document.querySelectorAll('.moved').length,
    title: document.querySelector('h1').textContent,
    strange: document.querySelectorAll('img, iframe, object, base, form, link, [onerror]').length,
    evil: typeof window.evil,
    ids: ['verdict', 'tests', 'ladder', 'ambiguity', 'even', 'command'].filter(function (id) {
      return document.getElementById(id) !== null;
    })
  });
  document.body.appendChild(probe);
});
</script></body></html>)html";

struct Page {
  json probe;
  std::string errors;  ///< reported by the scripts
};

std::string browser() {
  for (const char* path :
       {"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"}) {
    if (std::filesystem::exists(path)) return path;
  }
  return {};
}

class ReportInBrowser : public testing::Test {
 protected:
  void SetUp() override {
    if (browser().empty()) GTEST_SKIP() << "no Chromium here (Debian package chromium)";
  }

  /// Common settings of quiet runs.
  template <typename Options>
  static Options quiet(Options options) {
    options.threads = 2;
    test::silence(options);
    return options;
  }

  Page open(const std::filesystem::path& out, int width, const std::string& hash = "",
            bool dark = false) {
    std::string text = test::read(out / "report.html");
    const std::size_t end = text.rfind("</body></html>");
    EXPECT_NE(end, std::string::npos);
    text.replace(end, std::string::npos, kProbe);
    const std::filesystem::path file = folder_.path() / "probed.html";
    test::write(file, text);
    const std::filesystem::path log = folder_.path() / "log";
    const std::string command =
        browser() + " --headless --no-sandbox --disable-gpu --disable-dev-shm-usage " +
        (dark ? "--blink-settings=preferredColorScheme=0 " : "") +
        "--enable-logging=stderr --user-data-dir=" + (folder_.path() / "profile").string() +
        " --window-size=" + std::to_string(width) + ",900 --dump-dom 'file://" + file.string() +
        hash + "' 2>" + log.string();
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string dom;
    std::array<char, 65536> buffer;
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) {
      dom.append(buffer.data(), got);
    }
    Page page;
    std::ifstream lines(log);
    for (std::string line; std::getline(lines, line);) {
      if (line.find("CONSOLE") != std::string::npos) page.errors += line + "\n";
    }
    const std::string mark = "<pre id=\"probe\">";
    const std::size_t begin = dom.find(mark);
    if (begin == std::string::npos) {
      ADD_FAILURE() << "the page did not come to its end: " << test::read(log);
      return page;
    }
    std::string found = dom.substr(begin + mark.size());
    found.resize(found.find("</pre>"));
    for (const auto& [entity, sign] :
         {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}}) {
      for (std::size_t at = 0; (at = found.find(entity, at)) != std::string::npos; ++at) {
        found.replace(at, std::string_view(entity).size(), sign);
      }
    }
    page.probe = json::parse(found);
    return page;
  }

  void expect_sound(const std::filesystem::path& out, const std::string& id) {
    for (const int width : {1200, 400}) {
      const Page page = open(out, width);
      EXPECT_EQ(page.errors, "") << out << " at " << width;
      if (page.probe.is_null()) return;
      EXPECT_GT(page.probe.at("figures").get<int>(), 2) << out;
      EXPECT_EQ(page.probe.at("empty"), json::array()) << out << " at " << width;
      EXPECT_LE(page.probe.at("overflow").get<int>(), 0) << out << " at " << width;
      EXPECT_GE(page.probe.at("replays").get<int>(), 1) << out;
      EXPECT_EQ(page.probe.at("strange"), 0) << out;
      EXPECT_EQ(page.probe.at("evil"), "undefined") << out;
      EXPECT_THAT(page.probe.at("ids").get<std::vector<std::string>>(), testing::Contains(id));
      const json& steps = page.probe.at("steps");
      ASSERT_EQ(steps.size(), 6U);
      EXPECT_EQ(steps[0], steps[5]) << "start, on, on, back, end, start";
      EXPECT_EQ(steps[1], steps[3]);
      EXPECT_NE(steps[1], steps[2]);
      EXPECT_NE(steps[4], steps[0]);
      EXPECT_NE(steps[4], "") << "pieces at the end";
      EXPECT_GT(page.probe.at("moved").get<int>(), 0) << "what the last move changed is marked";
    }
  }

  TemporaryFolder folder_;
};

TEST_F(ReportInBrowser, OfAnExperiment) {
  test::write(folder_.path() / "x.toml", R"toml(
id = "curve"
title = "A curve"
question = "Where is it even?"
rules = ["helmfrid-9"]
agents = ["random"]
games = 60
seed = 7
max_plies = 400
[grid]
"limits.king_side_moves" = [40, 80, 160]
)toml");
  const std::filesystem::path out = folder_.path() / "out";
  run_experiment((folder_.path() / "x.toml").string(), out, quiet(ExperimentOptions{}));
  expect_sound(out, "even");

  const Page there = open(out, 1200, "#replay-0-3");
  EXPECT_THAT(there.probe.at("steps")[0].get<std::string>(),
              testing::Ne(there.probe.at("steps")[5].get<std::string>()))
      << "a link leads to a position";
  const Page dark = open(out, 1200, "", true), light = open(out, 1200);
  EXPECT_NE(dark.probe.at("paper"), light.probe.at("paper"));
  EXPECT_NE(dark.probe.at("ink"), light.probe.at("ink"));
}

/// Stacks are drawn, counted and written out; hands and rolls stand beside the board.
TEST_F(ReportInBrowser, OfStacksHandsAndRolls) {
  test::write(folder_.path() / "x.toml", R"toml(
id = "beside"
title = "Stacks, hands, rolls"
question = "What stands beside the board?"
rules = ["tavreli", "ur-skiryuk"]
agents = ["random"]
games = 8
seed = 5
max_plies = 3000
)toml");
  const std::filesystem::path out = folder_.path() / "out";
  run_experiment((folder_.path() / "x.toml").string(), out, quiet(ExperimentOptions{}));
  expect_sound(out, "command");
  const json boards = open(out, 1200).probe.at("boards");
  ASSERT_EQ(boards.size(), 2U);
  for (const json& board : boards) EXPECT_GE(board.at("moved").get<int>(), 1) << board;
  const json& stacks = boards[0];
  ASSERT_FALSE(stacks.at("counts").empty()) << stacks;
  const std::string written = stacks.at("before");
  EXPECT_EQ(static_cast<std::size_t>(std::count(written.begin(), written.end(), '\n')) + 1,
            stacks.at("counts").size() + (written.starts_with("plies") ? 1 : 0))
      << "a line for each stack: " << written;
  EXPECT_THAT(written, testing::ContainsRegex("[a-h][1-8] (White|Black): [A-Za-z+]+ [A-Za-z+]+ "));
  const json& hands = boards[1];
  EXPECT_THAT(hands.at("end").get<std::string>(),
              testing::ContainsRegex("(White|Black): 0 in hand"));
  EXPECT_THAT(hands.at("before").get<std::string>(),
              testing::ContainsRegex("(White|Black) rolled [0-9]"));
}

/// Text from a config or a store is shown verbatim, and never executed.
TEST_F(ReportInBrowser, OfAnExperimentThatMeansHarm) {
  const std::string evil = "</title></style></script>]]>--><img src='x' onerror='evil = 1'>&lt;";
  test::write(folder_.path() / "x.toml", R"toml(
id = "harm"
title = """)toml" + evil + R"toml("""
question = """)toml" + evil + R"toml("""
reading = """say `)toml" + evil + R"toml(` or so"""
agents = ["random"]
games = 8
seed = 7
max_plies = 400
rules = ["brandubh-7"]
[[arm]]
name = """)toml" + evil + R"toml("""
[[arm]]
name = "weak"
set = { "king.weak" = true }
)toml");
  const std::filesystem::path out = folder_.path() / "out";
  run_experiment((folder_.path() / "x.toml").string(), out, quiet(ExperimentOptions{}));
  test::change_store(out / "games.sqlite",
                     "UPDATE games SET reason = '<script>evil = 1</script>' WHERE reason <> ''");
  report_experiment(out, quiet(ExperimentOptions{}));
  expect_sound(out, "command");
  const Page page = open(out, 1200);
  EXPECT_EQ(page.probe.at("title"), evil);
}

TEST_F(ReportInBrowser, OfAClaim) {
  ClaimOptions options = quiet(ClaimOptions{});
  options.games = 40;
  options.agents = {"alphabeta:nodes=64", "mcts:rollout=none,sims=64"};
  run_claim("ur-d4", folder_.path() / "out", options);
  expect_sound(folder_.path() / "out", "verdict");
}

TEST_F(ReportInBrowser, OfAComparison) {
  CompareOptions options = quiet(CompareOptions{});
  options.rules = {"tavreli", "chess"};
  options.agent = "random";
  options.games = 10;
  options.sample.positions = 100;
  options.sample.asked = 0;
  run_compare(options, folder_.path() / "out");
  expect_sound(folder_.path() / "out", "command");
}

TEST_F(ReportInBrowser, OfALadder) {
  LadderOptions options = quiet(LadderOptions{});
  options.rules = "ur-finkel";
  options.agents = {"random", "greedy"};
  options.games = 40;
  run_ladder(options, folder_.path() / "out");
  expect_sound(folder_.path() / "out", "ladder");
}

TEST_F(ReportInBrowser, OfAnAmbiguitySweep) {
  AmbiguityOptions options = quiet(AmbiguityOptions{});
  options.rules = "tavreli";
  options.agent = "random";
  options.games = 4;
  options.max_plies = 3000;
  run_ambiguity(options, folder_.path() / "out");
  expect_sound(folder_.path() / "out", "ambiguity");
}

/// The page of a training run, with games of an untrained net and made-up measures.
TEST_F(ReportInBrowser, OfATraining) {
  const TrainConfig config = parse_train_config(R"toml(
title = "a training"
rules = "brandubh-7"
[net]
trunk = "residual"
blocks = 1
channels = 8
[selfplay]
simulations = 6
max_plies = 200
)toml",
                                                "config");
  const RuleVariants variants(config.rules);
  const Net net = untrained_net(variants.at(0), 1);
  const TrainingFolder folder(folder_.path());
  write_net(folder.net(), net);
  visit_game(variants.at(0), [&](auto game, const auto&) {
    SelfPlay<decltype(game)> play(config.selfplay, variants, 1);
    play.take_nets(net, std::nullopt, {"eigen", "cpu"});
    write_shard(folder.games(2), {"tafl", 1, "", "", {variants.at(0)}},
                play.round(4, ~std::uint64_t{0}, {}, {}, 2, {}));
  });
  std::string metrics, ladder;
  for (int round = 1; round <= 2; ++round) {
    const json of_round = {{"round", round},
                           {"minutes", 0.5 * round},
                           {"games", 4},
                           {"first_wins", 3},
                           {"draws", 0},
                           {"second_wins", 1},
                           {"decisions_per_game", 30.0 + round},
                           {"all_positions", 120 * round},
                           {"steps", 10},
                           {"policy_loss", 3.0 / round},
                           {"value_loss", 1.0 / round},
                           {"evaluations_per_second", 1000.0 * round}};
    metrics += of_round.dump() + "\n";
    const json of_ladder = {{"round", round},
                            {"minutes", 0.5 * round},
                            {"opponent", "random"},
                            {"as_first", {round, 0, 1, 0}},
                            {"as_second", {round, 1, 0, 0}}};
    ladder += of_ladder.dump() + "\n";
  }
  test::write(folder_.path() / "metrics.jsonl", metrics);
  test::write(folder_.path() / "ladder.jsonl", ladder);
  write_training_report(config, folder_.path());
  expect_sound(folder_.path(), "ladder");
}

}  // namespace
}  // namespace tavlab
