// Table files: what they answer, and which are refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>

#include "core/error.h"
#include "core/ur/ur.h"
#include "tests/solve/forge.h"
#include "tests/solve/solved.h"

namespace tavlab::ur {
namespace {

RuleSet rule_set_of(const char* id, const std::vector<std::string>& overrides) {
  return load_rule_set(id, overrides);
}

class UrTable : public testing::Test {
 protected:
  UrTable() {
    (void)solve(rule_set_of("ur-finkel", {"pieces=2"}), {.tolerance = 1e-13, .rolls = true}, file_);
  }

  std::string refusal(const RuleSet& rule_set) {
    try {
      (void)Table::open(file_, *rules_of(rule_set));
    } catch (const UserError& error) {
      const std::string text = error.what();
      return text.substr(text.find("': ") + 3);
    }
    return "accepted";
  }
  std::string refusal() { return refusal(rule_set_of("ur-finkel", {"pieces=2"})); }

  Folder folder_;
  std::filesystem::path file_ = folder_.file("t");
};

TEST_F(UrTable, ValuesFollowFromEachOther) {
  const auto rules = rules_of(rule_set_of("ur-finkel", {"pieces=2"}));
  const auto table = Table::open(file_, *rules);
  ASSERT_TRUE(table->has_rolls());
  const PositionIndex& index = table->shape().index();
  for (std::uint64_t number = 0; number < index.size(2, 2); number += 7) {
    const Position p = index.position_at({2, 2, number});
    double value = 0, rolls = 0;
    for (int n = 0; n <= rules->highest_roll; ++n) {
      Position next = p;
      play_roll(*rules, next, static_cast<std::uint8_t>(n));
      const double probability = rules->probability[static_cast<std::size_t>(n)];
      value += probability * table->value(*rules, next);
      const bool passed = next.node == NodeKind::chance;
      rolls += probability * (table->rolls(*rules, next) + (passed ? 1 : 0));
    }
    ASSERT_NEAR(table->value(*rules, p), value, 1e-12);
    ASSERT_NEAR(table->rolls(*rules, p), rolls, 1e-9);
  }
}

TEST_F(UrTable, AnswersForGamesWithMorePieces) {
  const auto small = rules_of(rule_set_of("ur-finkel", {"pieces=2"}));
  const auto large = rules_of(rule_set_of("ur-finkel", {}));
  const auto table = Table::open(file_, *large);
  const char* rows = "4__2/3w1b2/4__2 w";
  EXPECT_FALSE(table->knows(*large, start_position(*large)));
  const Position p = Ur::parse_position(*large, std::string(rows) + " home=5:6");
  ASSERT_TRUE(table->knows(*large, p));
  EXPECT_EQ(table->value(*large, p),
            Table::open(file_, *small)
                ->value(*small, Ur::parse_position(*small, std::string(rows) + " home=0:1")));
}

TEST_F(UrTable, RejectsForeignRules) {
  EXPECT_EQ(refusal(rule_set_of("ur-masters", {"pieces=2"})),
            "it is for other rules, 'ur-finkel{pieces=2}'");
  EXPECT_EQ(refusal(rule_set_of("ur-finkel", {"pieces=2", "rosette.safe=false"})),
            "it is for other rules, 'ur-finkel{pieces=2}'");
  EXPECT_EQ(refusal(rule_set_of("ur-finkel", {"pieces=3", "pieces_to_win=2"})),
            "it is for games in which 0 pieces need not come home, not 1");
  // Other names for the same chances, and parameters that do not matter.
  EXPECT_EQ(refusal(rule_set_of("ur-finkel", {"dice.kind=custom", "dice.weights=2,8,12,8,2"})),
            "accepted");
  EXPECT_EQ(refusal(rule_set_of("ur-finkel", {"opening=one_moves"})), "accepted");
}

TEST_F(UrTable, RejectsOtherFiles) {
  write_bytes(file_, "");
  EXPECT_EQ(refusal(), "it is empty");
  write_bytes(file_, "Royal Game of Ur");
  EXPECT_EQ(refusal(), "it is not a tavlab table; `tavlab solve` makes them");
  write_bytes(file_, std::string(100000, 'x'));
  EXPECT_EQ(refusal(), "it is not a tavlab table; `tavlab solve` makes them");
  std::filesystem::remove(file_);
  EXPECT_EQ(refusal(), "cannot be read: No such file or directory");
  std::filesystem::create_directory(file_);
  EXPECT_EQ(refusal(), "cannot be read: is not a regular file");
}

TEST_F(UrTable, RejectsTruncatedFiles) {
  const std::string whole = bytes_of(file_);
  for (std::size_t size = 1; size < whole.size(); size += 1 + size / 3) {
    write_bytes(file_, whole.substr(0, size));
    EXPECT_NE(refusal(), "accepted") << size;
    EXPECT_THROW((void)read_table_info(file_), UserError) << size;
  }
  write_bytes(file_, whole.substr(0, whole.size() - 8));
  EXPECT_EQ(refusal(), "it is truncated in the layer of 2 and 2 pieces");
  write_bytes(file_, whole.substr(0, 300));
  EXPECT_EQ(refusal(), "it is truncated: its header is incomplete");
  write_bytes(file_, whole + "more");
  EXPECT_EQ(refusal(), "it is damaged: it has data after its last layer");
}

TEST_F(UrTable, RejectsEveryFlippedBit) {
  const std::string whole = bytes_of(file_);
  for (std::size_t place = 0; place < whole.size(); place += place < 700 ? 1 : 997) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
    write_bytes(file_, damaged);
    EXPECT_NE(refusal(), "accepted") << place;
  }
}

/// Tables whose checksums are right and whose contents cannot be.
class ForgedTable : public UrTable {
 protected:
  static constexpr std::size_t kFirstLayer = sizeof(TableHeader);

  /// Both ways to read the file refuse it with one line; returns that of `read_table_info`.
  std::string forged(const std::string& bytes) {
    write_bytes(file_, bytes);
    EXPECT_NE(refusal(), "accepted");
    try {
      (void)read_table_info(file_);
    } catch (const UserError& error) {
      const std::string text = error.what();
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
      EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
      return text.substr(text.find("': ") + 3);
    }
    return "accepted";
  }
  std::string header_with(const std::function<void(TableHeader&)>& change) {
    std::string bytes = whole_;
    TableHeader header = *read_at<TableHeader>(bytes, 0);
    change(header);
    write_at(bytes, 0, header);
    repair(bytes);
    return forged(bytes);
  }
  /// Changes the header of the nth layer.
  std::string layer_with(std::size_t n, const std::function<void(LayerHeader&)>& change) {
    std::string bytes = whole_;
    LayerHeader layer = *read_at<LayerHeader>(bytes, offset_of(n));
    change(layer);
    // Not `repair`, which would follow the number of values to a wrong offset.
    layer.checksum = checksum(checked_part(layer));
    write_at(bytes, offset_of(n), layer);
    return forged(bytes);
  }
  std::string value_with(std::size_t offset, double value) {
    std::string bytes = whole_;
    write_at(bytes, offset, value);
    repair(bytes);
    return forged(bytes);
  }
  std::size_t offset_of(std::size_t n) {
    std::size_t offset = kFirstLayer;
    for (; n > 0; --n) {
      offset += sizeof(LayerHeader) + 2 * read_at<LayerHeader>(whole_, offset)->values * 8;
    }
    return offset;
  }

  const std::string whole_ = bytes_of(file_);
  const double nan_ = std::numeric_limits<double>::quiet_NaN();
  const double infinite_ = std::numeric_limits<double>::infinity();
};

TEST_F(ForgedTable, RepairingChangesNothingInAWholeTable) {
  std::string bytes = whole_;
  repair(bytes);
  EXPECT_EQ(refusal(), "accepted");
  EXPECT_TRUE(bytes == whole_);
}

TEST_F(ForgedTable, HeadersThatCannotBe) {
  const std::string damaged = "its header is damaged or forged: ";
  for (const std::int32_t pieces : {0, -1, 8, 46340, 700'000'000, std::numeric_limits<int>::max(),
                                    std::numeric_limits<int>::min()}) {
    EXPECT_EQ(header_with([&](TableHeader& h) { h.pieces = pieces; }),
              damaged + fmt::format("its number of pieces is {}, not from 1 to 7", pieces));
  }
  // Valid numbers that do not match the layers.
  for (const std::int32_t pieces : {1, 3, 7}) {
    EXPECT_NE(header_with([&](TableHeader& h) { h.pieces = pieces; }), "accepted") << pieces;
  }
  for (const std::int32_t spare : {-1, 1, 2, std::numeric_limits<int>::max()}) {
    EXPECT_NE(header_with([&](TableHeader& h) { h.spare = spare; }), "accepted") << spare;
  }
  for (const std::uint32_t rolls : {0U, 2U, 0xffffffffU}) {
    EXPECT_NE(header_with([&](TableHeader& h) { h.has_rolls = rolls; }), "accepted") << rolls;
  }
  for (const std::uint64_t planes : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{32},
                                     std::numeric_limits<std::uint64_t>::max()}) {
    EXPECT_NE(header_with([&](TableHeader& h) { h.planes = planes; }), "accepted") << planes;
  }
  for (const std::int64_t more : {-1, 1, 1 << 30}) {
    EXPECT_NE(header_with([&](TableHeader& h) {
                h.positions += static_cast<std::uint64_t>(more);
              }).find("positions, the layers have 12869"),
              std::string::npos);
  }
  for (const double tolerance : {nan_, infinite_, -infinite_, -1e-12, 7e9, 0.0}) {
    EXPECT_NE(header_with([&](TableHeader& h) { h.tolerance = tolerance; }), "accepted")
        << tolerance;
  }
}

TEST_F(ForgedTable, NamesOfRulesThatAreNoText) {
  const auto named = [&](std::string_view name) {
    return header_with([&](TableHeader& h) {
      h.rules_id.fill(name == "endless" ? 'A' : '\0');
      if (name != "endless") std::ranges::copy(name, h.rules_id.begin());
    });
  };
  for (const char* name : {"endless", "\x1b[31mred", "one\ntwo", "a\ttab", "\xff\xfe", "\xc3"}) {
    EXPECT_EQ(named(name),
              "its header is damaged or forged: the name of its rules is not plain text");
  }
}

TEST_F(ForgedTable, LayersThatCannotBe) {
  for (std::size_t n = 0; n < 4; ++n) {
    for (const int pieces : {0, -1, 3, 999'999'999, std::numeric_limits<int>::max(),
                             std::numeric_limits<int>::min()}) {
      EXPECT_NE(layer_with(n, [&](LayerHeader& l) { l.own = pieces; }).find("does not start"),
                std::string::npos);
      EXPECT_NE(layer_with(n, [&](LayerHeader& l) { l.other = pieces; }).find("does not start"),
                std::string::npos);
    }
    // Times eight, some of these overflow to small numbers.
    for (const std::uint64_t values :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 61, (std::uint64_t{1} << 61) + 5,
          std::uint64_t{1} << 60, std::numeric_limits<std::uint64_t>::max()}) {
      EXPECT_NE(layer_with(n, [&](LayerHeader& l) { l.values = values; }), "accepted") << values;
    }
    EXPECT_NE(layer_with(n, [](LayerHeader& l) { l.sweeps = 0; }), "accepted");
    for (const double residual : {nan_, infinite_, -infinite_, -1e-20, 1.0, 7e9}) {
      EXPECT_NE(layer_with(n, [&](LayerHeader& l) { l.residual = residual; })
                    .find("the tolerance is 1e-13"),
                std::string::npos);
      EXPECT_NE(layer_with(n, [&](LayerHeader& l) { l.rolls_residual = residual; }), "accepted");
    }
  }
  // The same layer twice, and a pair the other way round.
  const std::string first = whole_.substr(kFirstLayer, offset_of(1) - kFirstLayer);
  EXPECT_NE(forged(whole_.substr(0, offset_of(1)) + first + whole_.substr(offset_of(1))),
            "accepted");
  const std::string second = whole_.substr(offset_of(1), offset_of(2) - offset_of(1));
  const std::string third = whole_.substr(offset_of(2), offset_of(3) - offset_of(2));
  EXPECT_NE(forged(whole_.substr(0, offset_of(1)) + third + second + whole_.substr(offset_of(3))),
            "accepted");
}

TEST_F(ForgedTable, ValuesThatCannotBe) {
  for (std::size_t n = 0; n < 4; ++n) {
    const std::size_t win = offset_of(n) + sizeof(LayerHeader);
    const std::size_t size = read_at<LayerHeader>(whole_, offset_of(n))->values * sizeof(double);
    const std::size_t rolls = win + size;
    for (const std::size_t place : {std::size_t{0}, size / 16 * 8, size - 8}) {
      for (const double value : {nan_, infinite_, -infinite_, -1e-3, 1.001, 7e9}) {
        EXPECT_NE(value_with(win + place, value).find("values that are not probabilities"),
                  std::string::npos)
            << value;
      }
      for (const double value : {nan_, infinite_, -infinite_, -1e-3}) {
        EXPECT_NE(value_with(rolls + place, value).find("values that are not numbers of rolls"),
                  std::string::npos)
            << value;
      }
    }
  }
}

TEST_F(ForgedTable, RoundingIsNoForgery) {
  const RuleSet rule_set = rule_set_of("ur-finkel", {"pieces=2"});
  const auto rules = rules_of(rule_set);
  for (const double value : {1 + 1e-12, -1e-12}) {
    std::string bytes = whole_;
    const std::size_t layer = offset_of(3) + sizeof(LayerHeader);
    for (std::size_t i = 0; i < 100; ++i) write_at(bytes, layer + 8 * i, value);
    repair(bytes);
    write_bytes(file_, bytes);
    EXPECT_NO_THROW((void)read_table_info(file_));
    const auto table = Table::open(file_, *rules);
    for (std::uint64_t number = 0; number < 100; ++number) {
      Position p = table->shape().index().position_at({2, 2, number});
      EXPECT_EQ(table->value(*rules, p), value > 0.5 ? 1 : 0);
    }
  }
}

/// A file that another program cuts short while it is read: one line, not a signal.
TEST_F(UrTable, CutShortWhileInUse) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto rules = rules_of(rule_set_of("ur-finkel", {"pieces=2"}));
  const auto read_on = [&] {
    const auto table = Table::open(file_, *rules);
    std::filesystem::resize_file(file_, 100);
    const Position start = start_position(*rules);
    std::_Exit(table->value(*rules, start) > 0 ? 0 : 1);
  };
  EXPECT_EXIT(read_on(), testing::ExitedWithCode(2),
              "^tavlab: table '.*/t': it was truncated, or its disk failed, while in "
              "use\n$");
}

/// Files written by the first version: they are read, and made again byte for byte.
TEST(KeptTables, AreReadAndMadeAgain) {
  const Folder folder;
  const std::filesystem::path data(TAVLAB_TEST_DATA "/ur-tables");
  const RuleSet one = rule_set_of("ur-finkel", {"pieces=1"});
  const auto rules = rules_of(one);
  for (const bool rolls : {false, true}) {
    const auto kept = data / (rolls ? "finkel-1-throws.table" : "finkel-1.table");
    EXPECT_NEAR(Table::open(kept, *rules)->value(*rules, start_position(*rules)), 0.530049839525,
                1e-12);
    EXPECT_EQ(read_table_info(kept).layers.size(), 1U);
    const auto made = folder.file(rolls ? "throws" : "win");
    (void)solve(one, {.rolls = rolls}, made);
    EXPECT_TRUE(bytes_of(made) == bytes_of(kept));
  }
  // What it left of a table of four layers when it was killed in the third.
  const RuleSet lane = rule_set_of("ur-finkel", {"pieces=2", "path=[d1,c1]", "exit=at_least"});
  write_bytes(folder.file("lane.part"), bytes_of(data / "lane-2.table.part"));
  EXPECT_TRUE(solve(lane, {}, folder.file("lane")).continued);
  EXPECT_TRUE(bytes_of(folder.file("lane")) == bytes_of(data / "lane-2.table"));
}

}  // namespace
}  // namespace tavlab::ur
