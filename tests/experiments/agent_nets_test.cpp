#include "experiments/config/agent_nets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.h"
#include "nn/net_files.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

ExperimentConfig config_of(const std::string& first, const std::string& second) {
  ExperimentConfig config;
  config.cells.resize(1);
  config.cells[0].agents.first = first;
  config.cells[0].agents.second = second;
  return config;
}

/// Different content under the same name is a different net, whatever kind of agent plays it.
TEST(AgentNets, AreKnownByTheirContent) {
  const TemporaryFolder folder;
  const auto file = [&](const char* text) { return folder.write("x.safetensors", text).string(); };
  const std::string path = file("one");
  const ExperimentConfig config = config_of("mcts:net=" + path + ",sims=9", "net:file=" + path);
  const std::string before = agent_nets_text(agent_nets(config));
  EXPECT_THAT(before, testing::EndsWith(" " + path + "\n"));
  EXPECT_EQ(replaced_net(before, before), "");
  file("two");
  EXPECT_EQ(replaced_net(before, agent_nets_text(agent_nets(config))), "net " + path);
  EXPECT_EQ(replaced_net("", before), "") << "an older store has none";
}

TEST(AgentNets, OfAllKindsOfAgents) {
  const auto nets =
      agent_nets(config_of("alphabeta:net=helmfrid-9,nodes=9", "mcts:eval=tavlei-9,sims=9"));
  ASSERT_EQ(nets.size(), 2U);
  EXPECT_EQ(nets.at("evaluation helmfrid-9"), evaluation_hash("helmfrid-9"));
  EXPECT_EQ(nets.at("evaluation tavlei-9"), evaluation_hash("tavlei-9"));
  EXPECT_TRUE(
      agent_nets(config_of("alphabeta:net=auto,nodes=9", "alphabeta:eval=material")).empty())
      << "cells store what auto stands for; eval is not a file there";
  EXPECT_TRUE(agent_nets(config_of("mcts:net=auto,sims=9", "net:file=auto")).empty());
  // One name for a net and an evaluation.
  EXPECT_EQ(
      agent_nets(config_of("alphabeta:net=tavlei-9,nodes=9", "mcts:net=tavlei-9,sims=9")).size(),
      2U);
  EXPECT_THROW(agent_nets(config_of("random", "net:file=gone.safetensors")), UserError);
}

TEST(AgentNets, SayWhereAutoIsNotEquallyStrong) {
  std::vector<ExperimentCell> cells(2);
  cells[0].agents =
      cells[1].agents = {"", "alphabeta:net=auto,nodes=9", "alphabeta:net=auto,nodes=9"};
  cells[0].group = "published";
  cells[1].group = "changed";
  cells[0].evaluation = "helmfrid-9 0123456789abcdef";
  EXPECT_EQ(
      unequal_evaluations_note(cells),
      "alphabeta:net=auto,nodes=9 is not equally strong under these rules, so that their games "
      "do not compare the rules: its learned evaluation is helmfrid-9 in 'published'; none in "
      "'changed'.");
  cells.push_back(cells[1]);
  cells[2].group = "changed more";
  for (ExperimentCell& cell : cells) cell.agents.second = "mcts:eval=auto,sims=9";
  EXPECT_EQ(
      unequal_evaluations_note(cells),
      "alphabeta:net=auto,nodes=9 and mcts:eval=auto,sims=9 are not equally strong under these "
      "rules, so that their games do not compare the rules: their learned evaluation is helmfrid-9 "
      "in 'published'; none in 'changed', 'changed more'.");
  cells.pop_back();
  cells[1].evaluation = cells[0].evaluation;
  EXPECT_EQ(unequal_evaluations_note(cells), "");
  cells[1].evaluation = "";
  cells[1].agents = {"", "alphabeta:nodes=9", "alphabeta:nodes=9"};
  EXPECT_EQ(unequal_evaluations_note(cells), "");
}

TEST(AgentNets, SayWhereAutoIsAnotherNet) {
  std::vector<ExperimentCell> cells(2);
  cells[0].agents = cells[1].agents = {"", "mcts:net=auto,sims=9", "random"};
  cells[0].group = "9x9";
  cells[1].group = "11x11";
  cells[0].net = "helmfrid-9 0123456789abcdef";
  cells[1].net = "tafl-11 0123456789abcdef";
  EXPECT_EQ(unequal_evaluations_note(cells),
            "mcts:net=auto,sims=9 is not equally strong under these rules, so that their games do "
            "not compare the rules: its net is helmfrid-9 in '9x9'; tafl-11 in '11x11'.");
  // Another net is another agent, whose games are others.
  ExperimentCell changed = cells[0];
  changed.net = "helmfrid-9 fedcba9876543210";
  EXPECT_NE(changed.identity(), cells[0].identity());
  changed.agents.first = cells[0].agents.first = "random";
  EXPECT_EQ(changed.identity(), cells[0].identity());
}

}  // namespace
}  // namespace tavlab
