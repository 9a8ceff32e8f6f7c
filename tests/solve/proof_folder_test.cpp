// Proofs that are saved and resumed.
#include "solve/proof_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/io/files.h"
#include "core/tafl/solve/limit_prover.h"
#include "core/tafl/tafl.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using testing::HasSubstr;
using Board7 = Tafl<2>;
using LimitProver2 = tafl::LimitProver<2>;

constexpr auto kHeld = LimitProof::Verdict::held;

ProofOptions with_memory(std::size_t bytes) {
  ProofOptions options;
  options.memory = bytes;
  return options;
}

class SavedTable : public testing::Test {
 protected:
  const std::shared_ptr<const Board7::Rules> rules_ = Board7::compile(load_rule_set("brandubh-7"));
  const Board7::Position start_ = Board7::start(*rules_);
  TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "table.bin";
};

TEST_F(SavedTable, SparesTheWork) {
  LimitProver2 first(*rules_, with_memory(1 << 22));
  std::uint64_t nodes = 0;
  for (int limit = 1; limit <= 5; ++limit) nodes += first.prove(start_, limit).nodes;
  first.save(file_);
  // Also into a smaller table, as far as it has room.
  for (const std::size_t memory : {std::size_t{1} << 22, std::size_t{1} << 14}) {
    LimitProver2 again(*rules_, with_memory(memory));
    again.load(file_);
    const LimitProof five = again.prove(start_, 5);
    EXPECT_EQ(five.verdict, kHeld);
    EXPECT_LT(five.nodes, nodes / 10);
    EXPECT_EQ(again.prove(start_, 6).verdict, kHeld);
  }
}

TEST_F(SavedTable, IsRefusedWhenItIsDamagedOrOfOtherRules) {
  LimitProver2 prover(*rules_, with_memory(1 << 16));
  prover.prove(start_, 4);
  prover.save(file_);
  const auto other =
      Board7::compile(load_rule_set("brandubh-7", std::vector<std::string>{"king.armed=none"}));
  LimitProver2 of_others(*other, with_memory(1 << 16));
  EXPECT_THAT(refusal([&] { of_others.load(file_); }), HasSubstr("other rules"));
  const std::string bytes = read_file(file_, 1 << 20);
  for (std::size_t i = 0; i < bytes.size(); i += 1 + bytes.size() / 50) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 4);
    folder_.write("table.bin", changed);
    EXPECT_NE(refusal([&] { prover.load(file_); }), "none") << i;
    folder_.write("table.bin", bytes.substr(0, i));
    EXPECT_NE(refusal([&] { prover.load(file_); }), "none") << i;
  }
}

TEST(ProofFolders, GoOnWhereTheyWere) {
  const TemporaryFolder folder;
  const ProofSubject subject{"brandubh-7", "0123", "7/7 a"};
  LimitProof proof;
  proof.verdict = kHeld;
  proof.nodes = 12;
  proof.seconds = 0.5;
  {
    ProofFolder begun(folder.path(), subject);
    EXPECT_TRUE(begun.proofs().empty());
    begun.add(proof);
    proof.ignores_repetition = true;
    begun.add(proof);
    LimitProof unfinished;
    unfinished.nodes = 99;
    begun.note(unfinished);
  }
  ProofFolder again(folder.path(), subject);
  ASSERT_EQ(again.proofs().size(), 2U);
  EXPECT_EQ(again.proofs()[0].verdict, kHeld);
  EXPECT_EQ(again.proofs()[0].nodes, 12U);
  EXPECT_EQ(again.proofs()[0].seconds, 0.5);
  EXPECT_FALSE(again.proofs()[0].ignores_repetition);
  EXPECT_TRUE(again.proofs()[1].ignores_repetition);
  EXPECT_EQ(again.unfinished().nodes, 99U);
  again.add(proof);
  EXPECT_EQ(ProofFolder(folder.path(), subject).unfinished().nodes, 0U);
  EXPECT_THAT(refusal([&] {
                ProofFolder(folder.path(), {"ard-ri-7", "4567", "7/7 a"});
              }),
              HasSubstr("holds proofs of 'brandubh-7' at 7/7 a, not of 'ard-ri-7'"));
  folder.write("proof.json", "{\"format\":\"tavlab proof\"}");
  EXPECT_THAT(refusal([&] { ProofFolder(folder.path(), subject); }), HasSubstr("is damaged"));
  folder.write("proof.json", "]");
  EXPECT_THAT(refusal([&] { ProofFolder(folder.path(), subject); }), HasSubstr("is damaged"));
}

TEST(ProofFolders, LeaveForeignFilesAlone) {
  const TemporaryFolder folder;
  folder.write("table.bin", "mine");
  EXPECT_THAT(refusal([&] { ProofFolder(folder.path(), {}); }), HasSubstr("already exists"));
}

}  // namespace
}  // namespace tavlab
