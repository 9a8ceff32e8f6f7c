#include "serve/api/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/refusal.h"

namespace tavlab::serve {
namespace {

using testing::HasSubstr;

std::string agent_fault(const char* text) {
  return refusal([&] { browser_agent(text); });
}

TEST(BrowserAgents, MayNotReachOutsideTheServer) {
  EXPECT_THAT(agent_fault("uci:cmd=\"sh -c ls\""), HasSubstr("may start no programs"));
  EXPECT_THAT(agent_fault("htp:cmd=ls"), HasSubstr("may start no programs"));
  EXPECT_NE(agent_fault("table:/etc/passwd"), "none");
  EXPECT_NE(agent_fault("alphabeta:depth=2,endgame=/etc/passwd"), "none");
  EXPECT_THAT(agent_fault("alphabeta:depth=2,net=/etc/passwd"), HasSubstr("come with tavlab"));
  EXPECT_THAT(agent_fault("mcts:eval=../x,sims=10"), HasSubstr("come with tavlab"));
  EXPECT_THAT(agent_fault("mcts:net=x.safetensors"), HasSubstr("come with tavlab"));
}

TEST(BrowserAgents, MayNotTakeTheMachine) {
  EXPECT_THAT(agent_fault("alphabeta:depth=2,table=4096"), HasSubstr("at most 64 MB"));
  EXPECT_THAT(agent_fault("alphabeta:depth=2,threads=64"), HasSubstr("threads"));
  EXPECT_THAT(agent_fault("mcts:sims=10,memory=100000"), HasSubstr("at most 64 MiB"));
  EXPECT_EQ(browser_agent("mcts:sims=10").integer("memory"), 64) << "its default is a share of all";
}

TEST(BrowserAgents, AreOtherwiseThoseOfTheCommandLine) {
  EXPECT_EQ(agent_fault("random"), "none");
  EXPECT_EQ(agent_fault("greedy"), "none");
  EXPECT_EQ(agent_fault("alphabeta:net=auto,seconds=1"), "none");
  EXPECT_EQ(agent_fault("mcts:net=tavlei-9,sims=20"), "none");
}

std::string body_fault(std::string_view body) {
  return refusal([&] { game_request(parse_body(body)); });
}

TEST(Requests, NameWhatIsWrong) {
  EXPECT_THAT(body_fault(""), HasSubstr("not JSON"));
  EXPECT_THAT(body_fault("[1]"), HasSubstr("must be a JSON object"));
  EXPECT_THAT(body_fault("{}"), HasSubstr("'rules' is missing"));
  EXPECT_THAT(body_fault(R"({"rules": 5})"), HasSubstr("'rules' must be a text"));
  EXPECT_THAT(body_fault(R"({"rules": "helmfrid-9", "moves": "a1-a2"})"),
              HasSubstr("'moves' must be a list"));
  EXPECT_THAT(body_fault(R"({"rules": "helmfrid-9", "moves": [1]})"),
              HasSubstr("'moves' must be a list"));
  EXPECT_THAT(body_fault(R"({"rules": "helmfrid-9", "changes": ["king.armed=perhaps"]})"),
              HasSubstr("king.armed"));
  EXPECT_THAT(body_fault(R"({"rules": "no-such"})"), HasSubstr("no rule set 'no-such'"));
  EXPECT_EQ(body_fault(R"({"rules": "helmfrid-9", "position": null, "moves": null})"), "none");
  EXPECT_EQ(body_fault(R"({"rules": "helmfrid-9", "position": ""})"), "none");
}

TEST(Requests, NameNoFiles) {
  for (const char* name :
       {"../core/tafl/rulesets/helmfrid-9.toml", "/etc/passwd", "x.toml", "./x"}) {
    const Json request = {{"rules", name}};
    EXPECT_THAT(refusal([&] { rule_set_of(request); }), HasSubstr("no rule set")) << name;
  }
  const Json extends = {
      {"toml", "id = \"x\"\ntitle = \"x\"\nsource = \"x\"\nextends = \"/etc/passwd\"\n"}};
  EXPECT_NE(refusal([&] { rule_set_of(extends); }), "none");
}

TEST(Requests, AreBounded) {
  Json request = {{"rules", "helmfrid-9"}, {"moves", Json::array()}};
  for (std::size_t i = 0; i <= kMaxWords; ++i) request["moves"].push_back("a1-a2");
  EXPECT_THAT(refusal([&] { game_request(request); }), HasSubstr("at most"));
  EXPECT_THAT(body_fault(std::string(100'000, '[')), HasSubstr("not JSON"));
}

TEST(Requests, HaveNumbersWithinBounds) {
  const Json request = {{"seconds", 3}, {"text", "3"}, {"huge", 1e300}};
  EXPECT_EQ(number_field(request, "seconds", 1, 0, 10), 3);
  EXPECT_EQ(number_field(request, "missing", 1, 0, 10), 1);
  for (const char* key : {"text", "huge"}) {
    EXPECT_THAT(refusal([&] { number_field(request, key, 1, 0, 10); }),
                HasSubstr("must be a number from 0 to 10"));
  }
}

}  // namespace
}  // namespace tavlab::serve
