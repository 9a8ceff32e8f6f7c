// What one row defines for a parameter: parsing, its text for the hash, its conditions, and the
// inputs of nets. Shown with the parameters of a family that does not exist.
#include "core/ruleset/rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/io/files.h"
#include "core/ruleset/parameter_table.h"
#include "tests/core/ruleset/ruleset_texts.h"

namespace tavlab::ruleset_texts {
namespace {

using testing::Pair;
using testing::UnorderedElementsAre;

enum class Colour { none, red, green };

struct Toy {
  RulesIdentity identity;
  bool wild = false;
  bool late = false;
  Colour colour = Colour::red;
  std::array<int, 2> steps{};
  int limit = 0;
  std::uint8_t kinds = 0;
};

using R = Row<Toy>;

const MaskNames kKinds = {{"man", 1}, {"king", 2}, {"all", 3}};

const std::vector<R>& rows() {
  static const std::vector<R> all = {
      R::flag("wild", &Toy::wild, true, "Wild."),
      R::choice("when", &Toy::late, "soon", {"soon", "later"}, "When."),
      R::choice("colour", &Toy::colour, "green", {"red", "green"}, "Which.", Colour::red)
          .needs("wild", {"true"}),
      R::number(
          "step", [](auto& toy) -> auto& { return toy.steps[1]; }, 0, 1, 4, "How far.", "far"),
      R::number("limit", &Toy::limit, 0, 1, 100, "How long.", "none").limit(),
      R::mask("kinds", &Toy::kinds, kKinds, {"man"}, "Who."),
      R::texts("cells", R::Texts{}, "Where."),
  };
  return all;
}

const FamilySchema& toy_schema();

Toy read(const RuleSet& rule_set, CrossChecks /*checks*/) {
  return read_rows(toy_schema(), rows(), rule_set);
}

const FamilySchema& toy_schema() {
  static const FamilySchema toy = schema_of("toy", rows(), read);
  return toy;
}

RuleSet toy(const Texts& overrides = {}) {
  RuleSet rule_set;
  rule_set.id = "toy";
  rule_set.family = "toy";
  complete(rule_set, toy_schema());
  return with_overrides(rule_set, overrides);
}

std::map<std::string, float> seen(const RuleSet& rule_set) {
  std::map<std::string, float> numbers;
  for (const NamedInput& input : named_inputs(rows(), read_rows(toy_schema(), rows(), rule_set))) {
    EXPECT_TRUE(numbers.emplace(input.name, input.value).second) << input.name;
  }
  return numbers;
}

TEST(Rows, ReadTheirMember) {
  const Toy plain = read_rows(toy_schema(), rows(), toy());
  EXPECT_TRUE(plain.wild);
  EXPECT_FALSE(plain.late);
  EXPECT_EQ(plain.colour, Colour::green);
  EXPECT_EQ(plain.steps[1], 0);
  EXPECT_EQ(plain.kinds, 1);
  const Toy other =
      read_rows(toy_schema(), rows(),
                toy({"wild=true", "when=later", "colour=red", "step=3", "limit=7", "kinds=[all]"}));
  EXPECT_TRUE(other.late);
  EXPECT_EQ(other.colour, Colour::red);
  EXPECT_EQ(other.steps[1], 3);
  EXPECT_EQ(other.limit, 7);
  EXPECT_EQ(other.kinds, 3);
  EXPECT_EQ(other.identity.id, "toy{colour=red,kinds=[all],limit=7,step=3,when=later,wild=true}");
  EXPECT_THAT(other.identity.parameters,
              UnorderedElementsAre(Pair("when", "later"), Pair("colour", "red"), Pair("step", "3"),
                                   Pair("limit", "7"), Pair("kinds", "[all]")));
}

TEST(Rows, OfAnotherFamilyAreRejected) {
  EXPECT_THAT(error_of([] { read_rows(toy_schema(), rows(), load_rule_set("helmfrid-9")); }),
              HasSubstr("family is tafl, but must be toy"));
}

TEST(Rows, GroupsOfNamesAreOneValue) {
  EXPECT_EQ(toy({"kinds=[man, king]"}).content_hash(), toy({"kinds=[all]"}).content_hash());
  EXPECT_NE(toy({"kinds=[king]"}).content_hash(), toy({"kinds=[all]"}).content_hash());
}

TEST(Rows, SayWhatTheyNeed) {
  EXPECT_THAT(error_of([] {
                toy({"wild=false", "colour=red"});
              }),
              HasSubstr("colour = red has no effect without wild = true"));
}

TEST(Rows, AreSeenByNets) {
  EXPECT_THAT(seen(toy()), UnorderedElementsAre(
                               Pair("wild", 1), Pair("when=later", 0), Pair("colour=red", 0),
                               Pair("colour=green", 1), Pair("step=far", 1), Pair("step", 0),
                               Pair("limit:has", 0), Pair("limit:near", 0), Pair("limit:left", 0),
                               Pair("kinds:man", 1), Pair("kinds:king", 0)));
  const auto other = seen(toy({"step=3", "limit=50", "when=later"}));
  EXPECT_EQ(other.at("step"), 0.75F);
  EXPECT_EQ(other.at("step=far"), 0);
  EXPECT_EQ(other.at("limit:has"), 1);
  EXPECT_EQ(other.at("limit:left"), 0.5F);
  EXPECT_EQ(other.at("limit:near"), static_cast<float>(1.0 / 6.0));
  EXPECT_EQ(other.at("when=later"), 1);
}

/// Nets store the names: they must be unique, and each must belong to a parameter.
TEST(Rows, OfEveryFamilyHaveNamesOfTheirOwn) {
  for (const std::string_view family : family_names()) {
    std::set<std::string> names, keys;
    for (const ParameterSpec& spec : find_family_schema(family)->parameters) {
      EXPECT_TRUE(keys.insert(std::string(spec.key)).second) << spec.key;
      EXPECT_FALSE(spec.help.empty()) << spec.key;
      for (const std::string& name : spec.inputs) EXPECT_TRUE(names.insert(name).second) << name;
    }
    EXPECT_GT(names.size(), keys.size());
  }
}

/// RULES.md has the table that `tavlab rules parameters FAMILY` prints.
TEST(Rows, AreListedWhereTheRulesAreExplained) {
  for (const std::string_view family : family_names()) {
    const auto path = std::filesystem::path(TAVLAB_ROOT) / "core" / family / "RULES.md";
    EXPECT_THAT(read_file(path, kMaxConfigBytes),
                HasSubstr(parameter_table(*find_family_schema(family))))
        << path << " must have what `tavlab rules parameters " << family << "` prints";
  }
}

}  // namespace
}  // namespace tavlab::ruleset_texts
