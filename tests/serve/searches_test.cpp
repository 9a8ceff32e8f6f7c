#include "serve/search/searches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/error.h"
#include "serve/api/answers.h"
#include "serve/search/measurement.h"

namespace tavlab::serve {
namespace {

using testing::HasSubstr;

/// The events of a search.
struct Events {
  std::vector<std::pair<std::string, Json>> all;

  Listener listener() {
    return [this](std::string_view event, const Json& data) {
      all.emplace_back(event, data);
      return true;
    };
  }
};

bool is_legal(const Json& request, const std::string& move) {
  Json asked = request;
  asked["move"] = move;
  return explain_move(asked)["legal"].get<bool>();
}

TEST(Analysis, EndsWithAMove) {
  Searches searches({});
  Events events;
  const Json request = {
      {"rules", "helmfrid-9"}, {"agent", "alphabeta:depth=3"}, {"moves", {"d1-d3"}}};
  searches.analyze(request, events.listener(), {});
  ASSERT_FALSE(events.all.empty());
  const auto& [event, data] = events.all.back();
  EXPECT_EQ(event, "done");
  EXPECT_TRUE(is_legal(request, data["best"].get<std::string>()));
  EXPECT_EQ(data["moves"].size(), describe_position(request)["moves"].size());
  EXPECT_EQ(data["line"][0], data["best"]);
}

TEST(Analysis, EndsWhenItsTimeIsOver) {
  Searches searches({});
  Events events;
  searches.analyze({{"rules", "helmfrid-11"}, {"seconds", 0.3}}, events.listener(), {});
  EXPECT_EQ(events.all.back().first, "done");
  ASSERT_GT(events.all.size(), 1U) << "it tells while it searches";
  EXPECT_EQ(events.all.front().first, "progress");
}

TEST(Analysis, EndsWhenItsClientHasGone) {
  Searches searches({});
  int told = 0;
  searches.analyze({{"rules", "helmfrid-11"}, {"seconds", 60}},
                   [&](std::string_view, const Json&) { return ++told < 2; }, {});
  EXPECT_EQ(told, 2);
}

TEST(Analysis, EndsWithTheServer) {
  Searches searches({});
  std::stop_source stop;
  std::string last;
  searches.analyze(
      {{"rules", "helmfrid-11"}, {"seconds", 60}},
      [&](std::string_view event, const Json&) {
        last = event;
        stop.request_stop();
        return true;
      },
      stop.get_token());
  EXPECT_EQ(last, "done");
}

TEST(Analysis, GivesWayToOthers) {
  SearchLimits limits;
  limits.at_once = 1;
  limits.seconds_if_others = 0.01;
  Searches searches(limits);
  std::vector<std::jthread> clients;
  clients.reserve(6);
  std::atomic<int> done{0};
  for (int i = 0; i < 6; ++i) {
    clients.emplace_back([&] {
      searches.analyze({{"rules", "helmfrid-11"}, {"seconds", i == 5 ? 0.2 : 60}},
                       [&](std::string_view event, const Json&) {
                         if (event == "done") ++done;
                         // The last one has nobody behind it.
                         return done < 5 || event == "done";
                       },
                       {});
    });
  }
  clients.clear();
  EXPECT_GE(done, 5);
}

TEST(Analysis, SaysWhatItCannotSearch) {
  Searches searches({});
  Events events;
  const auto fault = [&](const Json& request) -> std::string {
    try {
      searches.analyze(request, events.listener(), {});
    } catch (const UserError& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(fault({{"rules", "helmfrid-9"}, {"agent", "nobody"}}), HasSubstr("nobody"));
  EXPECT_THAT(fault({{"rules", "helmfrid-9"}, {"seconds", 1e9}}), HasSubstr("'seconds'"));
  EXPECT_TRUE(events.all.empty());
}

TEST(Reply, IsALegalMoveOfEveryLevel) {
  Searches searches({});
  for (const char* rules : {"brandubh-7", "tavreli", "russian-draughts"}) {
    for (int level = 1; level <= 4; ++level) {
      const Json request = {{"rules", rules}, {"level", level}};
      const auto reply = searches.reply(request, [] { return true; }, {});
      ASSERT_TRUE(reply);
      EXPECT_TRUE(is_legal(request, (*reply)["move"].get<std::string>())) << rules << level;
    }
  }
}

TEST(Reply, IsTheSameForTheSameSeed) {
  Searches searches({});
  const Json request = {{"rules", "brandubh-7"}, {"level", 1}, {"seed", 5}};
  const auto first = searches.reply(request, [] { return true; }, {});
  EXPECT_EQ((*first)["move"], (*searches.reply(request, [] { return true; }, {}))["move"]);
}

/// The value is within its interval, and 0 and 1 are its bounds.
TEST(Measurement, TellsAValueWithItsInterval) {
  Searches searches({});
  Json last;
  std::string event_of_last;
  // Ends by its client, whatever the machine's speed.
  measure({{"rules", "brandubh-7"}, {"minutes", 30}}, searches, 30,
          [&](std::string_view event, const Json& data) {
            last = data;
            event_of_last = event;
            return !data.contains("value") || data["games"].get<int>() < 30;
          },
          {});
  EXPECT_EQ(event_of_last, "progress");
  EXPECT_LE(last["low"].get<double>(), last["value"].get<double>());
  EXPECT_GE(last["high"].get<double>(), last["value"].get<double>());
  EXPECT_GE(last["low"].get<double>(), 0.0);
  EXPECT_LE(last["high"].get<double>(), 1.0);
  EXPECT_EQ(last["score"].size(), 2U);
}

TEST(Measurement, RefusesRulesThatCannotBePlayed) {
  Searches searches({});
  const Json request = {{"rules", "helmfrid-9"}, {"changes", {"nonsense=1"}}};
  EXPECT_THROW(
      measure(request, searches, 30, [](std::string_view, const Json&) { return true; }, {}),
      UserError);
}

}  // namespace
}  // namespace tavlab::serve
