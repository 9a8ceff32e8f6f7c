// Statistics of collections of games, and their files.
#include "experiments/human/human_play.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <tuple>

#include "core/io/files.h"
#include "core/random.h"
#include "core/text.h"
#include "experiments/human/human_play_json.h"
#include "experiments/human/human_play_text.h"
#include "selfplay/record/games_file.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using testing::HasSubstr;
using Json = nlohmann::ordered_json;

std::vector<CollectedGame> collect(const std::string& text, const std::string& name,
                                   const std::string& rules = {}) {
  std::vector<RecordedGame> games = read_games(text, name, detect_format(name, text));
  std::vector<CheckedGame> checked = check_games(games, {rules, {}});
  std::vector<CollectedGame> collected;
  for (std::size_t i = 0; i < games.size(); ++i) {
    collected.push_back({name, i + 1, std::move(games[i]), std::move(checked[i])});
  }
  return collected;
}

std::string collection(const std::string& name) {
  return read_file(TAVLAB_TEST_DATA "/collections/" + name, kMaxConfigBytes);
}

HumanPlay of_csv(const HumanPlayOptions& options = {}) {
  return human_play(collect(collection("brandubh.csv"), "brandubh.csv", "brandubh-7"), options);
}

HumanPlay of_pgn(const HumanPlayOptions& options) {
  return human_play(collect(collection("brandubh.pgn"), "brandubh.pgn"), options);
}

/// Wins, draws, losses and unfinished games as a list.
std::array<std::uint64_t, 4> list(const ResultCounts& counts) {
  return {counts.wins, counts.draws, counts.losses, counts.unfinished};
}
using Counts = std::array<std::uint64_t, 4>;

TEST(HumanPlay, CountsTheGamesThatTheRulesAccept) {
  const HumanPlay play = of_csv();
  EXPECT_EQ(play.summary.games, 13U);
  ASSERT_EQ(play.rule_sets.size(), 1U);
  const PlayedRules& played = play.rule_sets.front();
  EXPECT_EQ(played.rules, "brandubh-7");
  EXPECT_EQ(list(played.results), (Counts{2, 1, 6, 1}));
  EXPECT_EQ(played.distinct_games, 10U);
  const ShareEstimate share = played.share(played.results.losses);
  EXPECT_DOUBLE_EQ(share.mean, 0.6);
  EXPECT_DOUBLE_EQ(share.interval.low, wilson_interval(6, 10).low);
  // 10 12 14 16 16 22 25 33 52: the resigned game and the draw are finished.
  EXPECT_EQ(played.plies.least, 10);
  EXPECT_EQ(played.plies.most, 52);
  EXPECT_DOUBLE_EQ(played.plies.mean.mean, 200.0 / 9.0);
  EXPECT_DOUBLE_EQ(played.plies.quantiles[2], 16.0);
}

TEST(HumanPlay, SaysWhichGamesItLeavesOutAndWhy) {
  const HumanPlay play = of_csv();
  ASSERT_EQ(play.left_out.size(), 3U);
  EXPECT_EQ(play.left_out[0].number, 11U);
  EXPECT_EQ(play.left_out[0].line, 12);
  EXPECT_EQ(play.left_out[0].ply, 4);
  EXPECT_THAT(play.left_out[0].why, HasSubstr("'d4-e5'"));
  EXPECT_THAT(play.left_out[1].why, HasSubstr("the record says Black"));
  EXPECT_EQ(play.left_out[2].ply, 0);
  EXPECT_THAT(play.left_out[2].why, HasSubstr("1 fields"));
  const auto other_start = collect(
      "[Rules \"brandubh-7\"]\n[Position \"7/7/a5a/7/7/1k1a3/5a1 a\"]\n1. d2-d3 *\n", "a.pgn");
  EXPECT_THAT(left_out(other_start.front())->why, HasSubstr("another position"));
  EXPECT_EQ(refusal([&] { human_play(other_start, {}); }), "games 'a.pgn': none of 1 can be used");
}

TEST(HumanPlay, KnowsHowGamesEnded) {
  std::map<std::string, Counts> ends;
  const HumanPlay play = of_csv();
  for (const EndCount& each : play.rule_sets.front().ends) ends[each.reason] = list(each.results);
  const std::map<std::string, Counts> expected = {{"king escaped", {0, 0, 5, 0}},
                                                  {"king captured", {2, 0, 0, 0}},
                                                  {"resigned", {0, 0, 1, 0}},
                                                  {"not stated", {0, 1, 0, 0}},
                                                  {"unfinished", {0, 0, 0, 1}}};
  EXPECT_EQ(ends, expected);
  for (const auto& [tag, end] :
       {std::pair("Normal", "not stated"), std::pair("Time forfeit", "time forfeit"),
        std::pair("A won by resignation", "resigned"), std::pair("Rain", "rain")}) {
    const auto game = collect(fmt::format("[Rules \"brandubh-7\"]\n[Termination \"{}\"]\n1. d1-c1 "
                                          "d3-c3 1-0\n",
                                          tag),
                              "a.pgn");
    EXPECT_EQ(end_of(game.front()), end);
  }
}

/// A slow, obvious count from the text of the file: half of the words are the defenders' moves.
TEST(HumanPlay, CountsWinsWithinALimit) {
  HumanPlayOptions options;
  for (int limit = 1; limit <= 30; ++limit) options.limits.push_back(limit);
  const HumanPlay play = of_csv(options);
  const std::string text = collection("brandubh.csv");
  for (const LimitPoint& point : play.rule_sets.front().limits) {
    Counts expected{};
    const auto lines = split(text, '\n');
    for (std::size_t game = 1; game <= 10; ++game) {
      const auto fields = split(lines[game], ',');
      int moves = 0;
      for (const std::string_view word : words_in(fields[0])) moves += word == "resigns" ? 0 : 1;
      const int defenders = moves / 2;
      const std::size_t result = fields[3] == "Black"                                ? 0
                                 : fields[3] == "White" && defenders <= point.limit  ? 2
                                 : fields[3] == "Draw" && defenders < point.limit    ? 1
                                 : fields[3] == "Ongoing" && defenders < point.limit ? 3
                                                                                     : 0;
      ++expected[result];
    }
    EXPECT_EQ(list(point.results), expected) << point.limit;
  }
  EXPECT_EQ(list(play.rule_sets.front().limits[6].results), (Counts{6, 1, 2, 1}));
}

TEST(HumanPlay, TakesOnlyLimitsThatTheRulesAllow) {
  HumanPlayOptions options;
  EXPECT_EQ(of_csv(options).rule_sets.front().limits.size(), kUsualLimits.size());
  const auto limited =
      collect("d1-c1 d3-c3 c1-d1,0,0,Ongoing\n", "a.csv", "brandubh-7{limits.king_side_moves=15}");
  EXPECT_EQ(human_play(limited, options).rule_sets.front().limits.back().limit, 13);
  options.limits = {14, 15};
  EXPECT_THAT(refusal([&] { human_play(limited, options); }),
              HasSubstr("--limit 15: must be below that of rules"));
  const auto tavreli = collect("1. e2e4 e7e5 1/2-1/2\n", "a.pgn", "chess");
  EXPECT_THAT(refusal([&] { human_play(tavreli, options); }), HasSubstr("without a limit"));
  EXPECT_TRUE(human_play(tavreli, {}).rule_sets.front().limits.empty());
}

TEST(HumanPlay, ReadsRatings) {
  const auto rating = [](const std::string& tags, Side side) {
    return rating_of(collect("[Rules \"brandubh-7\"]\n" + tags + "\n1. d1-c1 *\n", "a.pgn").front(),
                     side);
  };
  EXPECT_EQ(rating("[FirstElo \"1500\"]", Side::first), 1500.0);
  EXPECT_EQ(rating("[attackers-rating \"1500.5?\"]", Side::first), 1500.5);
  EXPECT_EQ(rating("[WhiteElo \"1400 ± 80\"]", Side::second), 1400.0);  // the defenders are White
  EXPECT_EQ(rating("[WhiteElo \"1400\"]", Side::first), std::nullopt);
  for (const char* none : {"?", "-", "", "unrated", "-5", "123456", "nan"}) {
    EXPECT_EQ(rating(fmt::format("[BlackElo \"{}\"]", none), Side::first), std::nullopt) << none;
  }
}

/// The player rated 1650 is this agent, which is deterministic; the one rated 800 is random.
TEST(Agreement, IsFullWithThePlayerItself) {
  HumanPlayOptions options;
  options.agents = {"alphabeta:depth=2"};
  options.threads = 2;
  const HumanPlay play = of_pgn(options);
  const Agreement& found = play.rule_sets.front().agreements.front();
  EXPECT_EQ(found.agent, "alphabeta:depth=2");
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.all.positions, found.choices);
  ASSERT_EQ(found.bands.size(), 2U);
  EXPECT_EQ(found.bands[0].from, 800);
  EXPECT_EQ(found.bands[1].from, 1600);
  EXPECT_EQ(found.bands[1].agreed, found.bands[1].positions);
  EXPECT_LT(found.bands[0].share.interval.high, 0.5);
  EXPECT_TRUE(found.bands[0].share.interval.contains(found.by_chance));
  EXPECT_EQ(found.bands[0].positions + found.bands[1].positions, found.all.positions);
}

TEST(Agreement, OfASampleDependsOnTheSeedAlone) {
  HumanPlayOptions options;
  options.agents = {"random", "mcts:sims=20"};
  options.positions = 30;
  options.band_width = 1000;
  const std::string one = human_play_json(of_pgn(options));
  options.threads = 3;
  EXPECT_EQ(human_play_json(of_pgn(options)), one);
  options.seed = 2;
  EXPECT_NE(human_play_json(of_pgn(options)), one);
  const HumanPlay play = of_pgn(options);
  const std::vector<Agreement>& found = play.rule_sets.front().agreements;
  EXPECT_EQ(found[0].all.positions, 30U);
  EXPECT_EQ(found[0].by_chance, found[1].by_chance);  // the same positions for each
  EXPECT_EQ(found[0].bands[1].from, 1000);
}

/// The eight images of one first move are one move.
TEST(Agreement, TakesSymmetricMovesAsOne) {
  std::string text;
  for (const char* move :
       {"a4-a3", "a4-a5", "g4-g3", "g4-g5", "d1-c1", "d1-e1", "d7-c7", "d7-e7"}) {
    text += std::string(move) + ",0,0,Ongoing\n";
  }
  HumanPlayOptions options;
  options.agents = {"alphabeta:depth=1", "random"};
  const HumanPlay play = human_play(collect(text, "a.csv", "brandubh-7"), options);
  const std::vector<Agreement>& found = play.rule_sets.front().agreements;
  EXPECT_EQ(found[0].all.agreed % 8, 0U);
  EXPECT_DOUBLE_EQ(found[0].by_chance, 8.0 / 40.0);
  EXPECT_TRUE(found[0].bands.empty());
  EXPECT_EQ(play.rule_sets.front().first_moves.size(), 1U);
}

TEST(Agreement, EndsWhenAskedTo) {
  HumanPlayOptions options;
  options.agents = {"alphabeta:depth=1", "random"};
  std::stop_source stop;
  const HumanPlay play = human_play(
      collect(collection("brandubh.pgn"), "brandubh.pgn"), options,
      [&](const std::string&, std::uint64_t done, std::uint64_t) {
        if (done == 5) stop.request_stop();
      },
      stop.get_token());
  EXPECT_FALSE(play.complete());
  const std::vector<Agreement>& found = play.rule_sets.front().agreements;
  EXPECT_EQ(found[0].all.positions, 5U);
  EXPECT_FALSE(found[0].complete);
  EXPECT_EQ(found[1].all.positions, 0U);
  EXPECT_THAT(human_play_text(play), HasSubstr("stopped before the sample was complete"));
}

TEST(Agreement, RefusesAgentsThatCannotPlay) {
  HumanPlayOptions options;
  options.agents = {"random", "mcts:net=ur-finkel"};
  int looked = 0;
  const auto games = collect(collection("brandubh.pgn"), "brandubh.pgn");
  EXPECT_NE(refusal([&] {
              human_play(games, options,
                         [&](const std::string&, std::uint64_t, std::uint64_t) { ++looked; });
            }),
            "none");
  EXPECT_EQ(looked, 0);
}

TEST(HumanPlay, KeepsRuleSetsApart) {
  auto games = collect(collection("brandubh.csv"), "brandubh.csv", "brandubh-7");
  for (const CollectedGame& each : collect("1. e2e4 e7e5 1/2-1/2\n", "a.pgn", "chess")) {
    games.push_back(each);
  }
  const HumanPlay play = human_play(games, {});
  EXPECT_EQ(play.files, (std::vector<std::string>{"brandubh.csv", "a.pgn"}));
  ASSERT_EQ(play.rule_sets.size(), 2U);
  EXPECT_EQ(play.under(load_rule_set("chess"), "x").results.draws, 1U);
  EXPECT_EQ(&play.under(load_rule_set("brandubh-7"), "x"), &play.rule_sets[0]);
  EXPECT_THAT(refusal([&] { std::ignore = play.under(load_rule_set("helmfrid-9"), "x.json"); }),
              HasSubstr("'x.json': has no games under the rules 'helmfrid-9'"));
}

class HumanPlayFile : public testing::Test {
 protected:
  HumanPlayFile() {
    HumanPlayOptions options;
    options.agents = {"random"};
    options.positions = 20;
    text_ = human_play_json(of_pgn(options));
  }
  [[nodiscard]] std::string refusal_of(const std::string& text) const {
    const auto path = folder_.write("human.json", text);
    std::string message = refusal([&] { load_human_play(path); });
    EXPECT_THAT(message, HasSubstr(message == "none" ? "none" : "human.json"));
    return message;
  }
  /// The file with some changes, and a hash that fits them.
  template <typename Change>
  [[nodiscard]] std::string forged(Change&& change) const {
    Json json = Json::parse(text_);
    json.erase("hash");
    change(json);
    json["hash"] = fmt::format("{:016x}", hash_text(json.dump()));
    return json.dump();
  }

  TemporaryFolder folder_;
  std::string text_;
};

TEST_F(HumanPlayFile, IsReadBackAsItWas) {
  EXPECT_EQ(human_play_json(load_human_play(folder_.write("human.json", text_))), text_);
  // With numbers that are not known, and games left out.
  HumanPlayOptions options;
  options.agents = {"random"};
  for (const std::string& text :
       {human_play_json(of_csv()),
        human_play_json(human_play(collect("1. e2e4 *\n", "a.pgn", "chess"), options))}) {
    EXPECT_EQ(human_play_json(load_human_play(folder_.write("human.json", text))), text);
  }
}

TEST_F(HumanPlayFile, IsRefusedIfDamaged) {
  EXPECT_THAT(refusal_of(text_.substr(0, text_.size() / 2)), HasSubstr("human play '"));
  EXPECT_NE(refusal_of(""), "none");
  EXPECT_THAT(refusal_of("[1]"), HasSubstr("is no file of"));
  EXPECT_THAT(refusal_of("{\"format\": \"tavlab calibration\"}"), HasSubstr("is no file of"));
  std::string changed = text_;
  const std::size_t at = changed.find("\"games\": 8");
  ASSERT_NE(at, std::string::npos);
  changed[at + 9] = '9';
  EXPECT_THAT(refusal_of(changed), HasSubstr("changed or damaged"));
  EXPECT_THAT(refusal_of(forged([](Json& json) { json["format_version"] = 2; })),
              HasSubstr("its format_version is 2; this version of tavlab reads 1"));
  EXPECT_THAT(refusal([&] { load_human_play(folder_.path() / "none.json"); }),
              HasSubstr("none.json"));
}

TEST_F(HumanPlayFile, IsRefusedIfForged) {
  EXPECT_EQ(refusal_of(forged([](Json&) {})), "none");
  EXPECT_NE(refusal_of(forged([](Json& json) { json.erase("rule_sets"); })), "none");
  EXPECT_NE(refusal_of(forged([](Json& json) { json["files"] = 3; })), "none");
  EXPECT_NE(refusal_of(forged([](Json& json) { json["rule_sets"][0]["results"]["draws"] = -1; })),
            "none");
  EXPECT_NE(refusal_of(forged([](Json& json) { json["rule_sets"][0]["plies"]["most"] = 1e300; })),
            "none");
  EXPECT_NE(refusal_of(forged([](Json& json) { json["rule_sets"][0]["limits"] = {"x"}; })), "none");
}

}  // namespace
}  // namespace tavlab
