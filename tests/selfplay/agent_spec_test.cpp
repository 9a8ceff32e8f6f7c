#include "selfplay/agents/agent_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/error.h"

namespace tavlab {
namespace {

using testing::HasSubstr;

std::string canonical(std::string_view text) { return AgentSpec::parse(text).canonical(); }

std::string error_of(std::string_view text) {
  try {
    AgentSpec::parse(text);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(AgentSpec, CanonicalTextHasSortedKeysAndNoDefaults) {
  EXPECT_EQ(canonical("random"), "random");
  EXPECT_EQ(canonical("greedy"), "greedy");
  EXPECT_EQ(canonical("greedy:ties=random"), "greedy");
  EXPECT_EQ(canonical("greedy:ties=first"), "greedy:ties=first");
  EXPECT_EQ(canonical("mcts:sims=800"), "mcts:sims=800");
  EXPECT_EQ(canonical("mcts:sims=200,rollout=informed"), "mcts:rollout=informed,sims=200");
  EXPECT_EQ(canonical("mcts:sims=200,rollout=random,reuse=on"), "mcts:sims=200");
  EXPECT_EQ(canonical("mcts:sims=0200,cpuct=1.50,seconds=2.0"),
            "mcts:cpuct=1.5,seconds=2,sims=200");
  EXPECT_EQ(canonical("alphabeta:table=16,depth=4"), "alphabeta:depth=4");
  EXPECT_EQ(canonical("alphabeta:nodes=100000"), "alphabeta:nodes=100000");
}

TEST(AgentSpec, LimitsAreAlwaysSaid) {
  EXPECT_EQ(canonical("mcts"), "mcts:sims=800");
  EXPECT_EQ(canonical("mcts:rollout=none"), "mcts:rollout=none,sims=800");
  EXPECT_EQ(canonical("mcts:seconds=1"), "mcts:seconds=1");
  EXPECT_EQ(canonical("alphabeta"), "alphabeta:depth=4");
  EXPECT_EQ(canonical("alphabeta:seconds=0.5"), "alphabeta:seconds=0.5");
}

TEST(AgentSpec, NetsAndTablesTakeTheirFileAlike) {
  for (const char* text : {"net:x", "net:file=x", "net:net=x"}) {
    EXPECT_EQ(canonical(text), "net:file=x") << text;
  }
  for (const char* text : {"table:x", "table:file=x", "table:table=x"}) {
    EXPECT_EQ(canonical(text), "table:x") << text;
  }
  EXPECT_THROW(AgentSpec::parse("net:net=x,file=y"), UserError);
}

TEST(AgentSpec, SeedsDoNotDependOnWhereFilesAre) {
  const auto seed_text = [](const char* text) { return AgentSpec::parse(text).seed_text(); };
  EXPECT_EQ(seed_text("mcts:net=out/a/net.safetensors,sims=9"), "mcts:net=net.safetensors,sims=9");
  EXPECT_EQ(seed_text("net:file=net.safetensors"), seed_text("net:file=/other/net.safetensors"));
  EXPECT_EQ(seed_text("table:out/ur.table"), "table:ur.table");
  EXPECT_EQ(seed_text("greedy:ties=first"), "greedy:ties=first");
}

TEST(AgentSpec, CanonicalTextReadsBackTheSame) {
  for (const char* text :
       {"random",
        "mcts:cpuct=0.1,cutoff=40,fpu=0,nodes=5,noise=0.25,reuse=off,rollout=informed,"
        "seconds=0.25,sims=7,temperature=1",
        "alphabeta:depth=64,nodes=9,seconds=3,table=0,ties=random", "mcts:clock=cpu,seconds=1",
        "alphabeta:clock=cpu,seconds=1,selective=off", "alphabeta:depth=9,selective=on"}) {
    EXPECT_EQ(canonical(text), text);
  }
}

TEST(AgentSpec, ValuesIncludeDefaults) {
  const AgentSpec spec = AgentSpec::parse("mcts:sims=50,noise=0.25");
  EXPECT_EQ(spec.name(), "mcts");
  EXPECT_EQ(spec.integer("sims"), 50);
  EXPECT_EQ(spec.real("noise"), 0.25);
  EXPECT_EQ(spec.real("temperature"), 0.0);
  EXPECT_EQ(spec.choice("rollout"), "random");
  EXPECT_FALSE(spec.integer("nodes").has_value());
  EXPECT_TRUE(spec.deterministic());
  EXPECT_FALSE(AgentSpec::parse("mcts:sims=50,seconds=1").deterministic());
}

TEST(AgentSpec, ErrorsNameTheFaultAndWhatIsAllowed) {
  EXPECT_THAT(error_of("minimax"), HasSubstr("unknown agent 'minimax'"));
  EXPECT_THAT(error_of("minimax"), HasSubstr("alphabeta, greedy, htp, mcts, net, otep, random"));
  EXPECT_THAT(error_of(""), HasSubstr("unknown agent ''"));
  EXPECT_THAT(error_of("mcts "), HasSubstr("unknown agent"));
  EXPECT_THAT(error_of("mcts:depth=3"),
              HasSubstr("unknown option 'depth'; mcts takes backend, clock, cpuct, "));
  EXPECT_THAT(error_of("greedy:depth=3"),
              HasSubstr("unknown option 'depth'; greedy takes forbid, ties"));
  EXPECT_THAT(error_of("greedy:ties=best"), HasSubstr("ties must be one of random, first"));
  EXPECT_THAT(error_of("random:sims=3"), HasSubstr("random takes forbid"));
  EXPECT_THAT(error_of("random:"), HasSubstr("random takes forbid"));
  EXPECT_THAT(error_of("mcts:"), HasSubstr("'' is not of the form key=value"));
  EXPECT_THAT(error_of("mcts:sims=5,"), HasSubstr("'' is not of the form key=value"));
  EXPECT_THAT(error_of("mcts:sims"), HasSubstr("'sims' is not of the form key=value"));
  EXPECT_THAT(error_of("mcts:sims=5,sims=6"), HasSubstr("sims is given twice"));
  EXPECT_THAT(error_of("mcts:reuse=on,reuse=on"), HasSubstr("reuse is given twice"));
  EXPECT_THAT(error_of("mcts:sims=0"),
              HasSubstr("sims must be an integer from 1 to 1000000000, not '0'"));
  EXPECT_THAT(error_of("mcts:sims=-1"), HasSubstr("not '-1'"));
  EXPECT_THAT(error_of("mcts:sims=1e3"), HasSubstr("not '1e3'"));
  EXPECT_THAT(error_of("mcts:sims="), HasSubstr("not ''"));
  EXPECT_THAT(error_of("mcts:sims=99999999999999999999"), HasSubstr("sims must be"));
  EXPECT_THAT(error_of("mcts:noise=1.5"), HasSubstr("noise must be a number from 0 to 1"));
  EXPECT_THAT(error_of("mcts:noise=nan"), HasSubstr("noise must be"));
  EXPECT_THAT(error_of("mcts:seconds=inf"), HasSubstr("seconds must be"));
  EXPECT_THAT(error_of("mcts:seconds=0"), HasSubstr("seconds must be"));
  EXPECT_THAT(error_of("mcts:rollout=clever"), HasSubstr("one of random, informed, none"));
  EXPECT_THAT(error_of("mcts:rollout=none,cutoff=20"), HasSubstr("cutoff has no effect"));
  EXPECT_THAT(error_of("alphabeta:depth=65"), HasSubstr("an integer from 1 to 64"));
  EXPECT_THAT(error_of("alphabeta:nodes=9,without=null"),
              HasSubstr("one or more of aspiration, null_move"));
  EXPECT_THAT(error_of("alphabeta:nodes=9,without=null_move+"), HasSubstr("joined by '+'"));
}

TEST(AgentSpec, SeveralChoicesHaveOneOrder) {
  EXPECT_EQ(canonical("alphabeta:nodes=9,without=reductions+null_move+reductions"),
            "alphabeta:nodes=9,without=null_move+reductions");
  const AgentSpec spec = AgentSpec::parse("alphabeta:nodes=9,without=futility+null_move");
  EXPECT_EQ(spec.choices("without"), (std::vector<std::size_t>{1, 4}));
  EXPECT_TRUE(AgentSpec::parse("alphabeta").choices("without").empty());
}

TEST(AgentSpec, LimitsOfDepthAloneAreExact) {
  const auto selective = [](const char* text) { return is_selective(AgentSpec::parse(text)); };
  EXPECT_FALSE(selective("alphabeta"));
  EXPECT_FALSE(selective("alphabeta:depth=3"));
  EXPECT_TRUE(selective("alphabeta:depth=3,nodes=100"));
  EXPECT_TRUE(selective("alphabeta:seconds=1"));
  EXPECT_TRUE(selective("alphabeta:depth=3,selective=on"));
  EXPECT_FALSE(selective("alphabeta:seconds=1,selective=off"));
  EXPECT_THAT(error_of("alphabeta:depth=3,without=futility"), HasSubstr("selective=on"));
}

TEST(AgentSpec, QuotedValuesMayHaveCommas) {
  const AgentSpec spec = AgentSpec::parse(
      R"(uci:option.Skill Level=3,cmd="my-engine --name \"a, b\" 'c'",movetime=500,log="a,b")");
  EXPECT_EQ(spec.text("cmd"), R"(my-engine --name "a, b" 'c')");
  EXPECT_EQ(spec.integer("movetime"), 500);
  EXPECT_EQ(spec.file("log"), "a,b");
  EXPECT_EQ(spec.named("option."),
            (std::vector<std::pair<std::string, std::string>>{{"Skill Level", "3"}}));
  EXPECT_FALSE(spec.deterministic());
  EXPECT_EQ(
      spec.canonical(),
      R"(uci:cmd="my-engine --name \"a, b\" 'c'",log="a,b",movetime=500,option.Skill Level=3)");
  EXPECT_EQ(canonical(spec.canonical()), spec.canonical());
  // What need not be quoted is not: texts of earlier versions stay the same.
  EXPECT_EQ(canonical("net:file=\"my net\""), "net:file=my net");
  EXPECT_EQ(canonical("mcts:sims=\"5\""), "mcts:sims=5");
  EXPECT_EQ(canonical("uci:cmd=engine"), "uci:cmd=engine,movetime=1000");
  EXPECT_EQ(canonical("uci:cmd=engine,option.X="), "uci:cmd=engine,movetime=1000,option.X=\"\"");
  EXPECT_EQ(canonical("htp:cmd=engine,minutes=1.50"), "htp:cmd=engine,minutes=1.5");
}

TEST(AgentSpec, SeedsDoNotDependOnLogsAndWhereProgramsAre) {
  const auto seed_text = [](const char* text) { return AgentSpec::parse(text).seed_text(); };
  EXPECT_EQ(seed_text("uci:cmd=\"/a/b/engine --x\",depth=1,log=/tmp/log"),
            seed_text("uci:cmd=\"engine --x\",depth=1"));
  EXPECT_NE(seed_text("uci:cmd=\"engine --x\",depth=1"), seed_text("uci:cmd=engine,depth=1"));
}

TEST(AgentSpec, ErrorsNameWhatIsWrongWithQuotesAndCommands) {
  EXPECT_THAT(error_of("uci:cmd=\"engine"), HasSubstr("'cmd': the quote is not closed"));
  EXPECT_THAT(error_of("uci:cmd=\"engine\"x,depth=1"),
              HasSubstr("a comma or nothing must follow its quoted value"));
  EXPECT_THAT(error_of("uci:cmd=\"engine 'x\""), HasSubstr("a ' is not closed"));
  EXPECT_THAT(error_of("uci:depth=3"), HasSubstr("it needs a program: uci:cmd="));
  EXPECT_THAT(error_of("uci"), HasSubstr("it needs a program"));
  EXPECT_THAT(error_of("uci:cmd="), HasSubstr("must name a program"));
  EXPECT_THAT(error_of("uci:cmd=e,option.=3"), HasSubstr("unknown option 'option.'"));
  EXPECT_THAT(error_of("htp:cmd=e,depth=3"), HasSubstr("unknown option 'depth'; htp takes cmd"));
}

TEST(AgentSpec, ErrorsAreOneLineWhateverTheText) {
  EXPECT_EQ(error_of("a\nb\tc").find('\n'), std::string::npos);
  EXPECT_LT(error_of(std::string(100'000, 'x')).size(), 300U);
  EXPECT_LT(error_of("mcts:" + std::string(100'000, 'x')).size(), 500U);
}

TEST(AgentSpec, HelpNamesEveryOption) {
  const std::string help = agents_help();
  for (const AgentKind& kind : agent_kinds()) {
    EXPECT_THAT(help, HasSubstr(std::string(kind.name) + ":"));
    for (const AgentOption& option : kind.options) {
      EXPECT_THAT(help, HasSubstr("  " + std::string(option.key) + " "));
    }
  }
}

}  // namespace
}  // namespace tavlab
