// What makes two rule sets the same game: the hash, the built-in ones, their texts.
#include "core/ruleset/names.h"
#include "core/ruleset/ruleset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "core/error.h"
#include "tests/core/ruleset/ruleset_texts.h"

namespace tavlab::ruleset_texts {
namespace {

std::uint64_t hash_with(const std::string& id, const Texts& overrides) {
  return load_rule_set(id, overrides).content_hash();
}

TEST(ContentHash, IsOfTheGameAndNotOfItsName) {
  const RuleSet plain = load_rule_set("helmfrid-9");
  EXPECT_EQ(parse_child("").content_hash(), plain.content_hash());
  EXPECT_EQ(hash_with("helmfrid-9", {"king.armed=full"}), plain.content_hash());
  EXPECT_EQ(plain.hash_text().size(), 16U);
}

TEST(ContentHash, DiffersWithEveryParameter) {
  // One other value per parameter: the first that is allowed and makes a difference.
  const RuleSet plain = load_rule_set("ashton-tablut-9");
  std::set<std::uint64_t> hashes = {plain.content_hash()};
  std::size_t variants = 1;
  const auto try_value = [&](const ParameterSpec& spec, const std::string& text) {
    RuleSet variant = plain;  // not by an override, which must take effect under the others
    variant.parameters[std::string(spec.key)] = parse_parameter_value(spec, text, "test");
    if (variant.parameters == plain.parameters) return false;
    hashes.insert(variant.content_hash());
    ++variants;
    return true;
  };
  for (const ParameterSpec& spec : find_family_schema("tafl")->parameters) {
    switch (spec.type) {
      case ParameterSpec::Type::boolean:
        EXPECT_TRUE(try_value(spec, "true") || try_value(spec, "false")) << spec.key;
        break;
      case ParameterSpec::Type::integer:
        EXPECT_TRUE(try_value(spec, std::to_string(spec.maximum))) << spec.key;
        break;
      case ParameterSpec::Type::choice:
        EXPECT_TRUE(std::ranges::any_of(spec.choices, [&](std::string_view choice) {
          return try_value(spec, std::string(choice));
        })) << spec.key;
        break;
      case ParameterSpec::Type::choice_list:
        EXPECT_TRUE(try_value(spec, "[attackers, king]")) << spec.key;
        break;
      case ParameterSpec::Type::text_list:
      case ParameterSpec::Type::choice_or_text_list:
        EXPECT_TRUE(try_value(spec, "[b2]")) << spec.key;
        break;
    }
  }
  EXPECT_EQ(hashes.size(), variants);
}

TEST(ContentHash, ResolvesWhatCanBeWrittenInTwoWays) {
  EXPECT_EQ(hash_with("helmfrid-9", {"board.throne=[e5]"}), hash_with("helmfrid-9", {}));
  EXPECT_EQ(hash_with("helmfrid-9", {"board.corners=[i9,a9,a1,i1]"}), hash_with("helmfrid-9", {}));
  EXPECT_NE(hash_with("helmfrid-9", {"board.corners=[i9,a9,a1]"}), hash_with("helmfrid-9", {}));
  EXPECT_EQ(hash_with("helmfrid-9", {"throne.pass=attackers,defenders,king"}),
            hash_with("helmfrid-9", {"throne.pass=all"}));
  EXPECT_NE(hash_with("helmfrid-9", {"throne.pass=attackers,defenders"}),
            hash_with("helmfrid-9", {"throne.pass=all"}));
  const std::string rows =
      "x..aaa..x,....a....,....d....,a...d...a,aaddkddaa,a...d...a,....d....,....a....,x..aaa..x";
  EXPECT_EQ(hash_with("helmfrid-9", {"board.layout=[" + rows + "]"}), hash_with("helmfrid-9", {}));
  // Without corners, the marks of the layout are ignored.
  std::string unmarked = rows;
  std::ranges::replace(unmarked, 'x', '.');
  EXPECT_EQ(hash_with("tablut-9", {"board.layout=[" + unmarked + "]"}), hash_with("tablut-9", {}));
}

TEST(ContentHash, IsTakenEvenOfWhatContradictsItself) {
  EXPECT_NE(hash_with("helmfrid-9", {"board.size=11"}), hash_with("helmfrid-9", {}));
}

/// Hashes are part of every seed, record, store and net: those of version 0.1 never change. The
/// file has the built-in rule sets and variants with every parameter changed.
TEST(ContentHash, IsAsRecorded) {
  std::ifstream file(std::filesystem::path(TAVLAB_TEST_DATA) / "rule-set-hashes.txt");
  std::set<std::string> built_in;
  int checked = 0;
  for (std::string line; std::getline(file, line); ++checked) {
    const std::size_t blank = line.rfind(' ');
    const std::string id = line.substr(0, blank);
    EXPECT_EQ(load_rule_set(id).hash_text(), line.substr(blank + 1)) << id;
    if (id.find('{') == std::string::npos) built_in.insert(id);
  }
  EXPECT_GT(checked, 600);
  for (const std::string& id : builtin_rule_set_ids()) {
    EXPECT_TRUE(built_in.contains(id)) << "record the hash of " << id;
  }
}

/// A parameter that came later leaves the hashes of rules that do not use it as they were.
TEST(ContentHash, ANeutralLaterParameterIsNotInIt) {
  for (const char* rules : {"tavreli", "chess"}) {
    RuleSet without = load_rule_set(rules);
    without.parameters.erase("castling_side");
    EXPECT_EQ(hash_with(rules, {"castling_side=both"}), without.content_hash());
    EXPECT_NE(hash_with(rules, {"castling_side=first"}), without.content_hash());
    EXPECT_NE(hash_with(rules, {"castling_side=second"}),
              hash_with(rules, {"castling_side=first"}));
  }
}

TEST(BuiltIn, EveryIdIsTheNameOfItsFile) {
  const std::vector<std::string> ids = builtin_rule_set_ids();
  EXPECT_TRUE(std::ranges::is_sorted(ids));
  EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
  for (const std::string& id : ids) {
    const RuleSet rule_set = load_rule_set(id);
    EXPECT_EQ(rule_set.id, id);
    EXPECT_EQ(rule_set.origin, "built in");
  }
}

TEST(BuiltIn, NoAlternativeIsTheValueTaken) {
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rule_set = load_rule_set(id);
    for (const Assumption& assumption : rule_set.assumptions) {
      EXPECT_THAT(assumption.alternatives, Not(testing::Contains(rule_set.at(assumption.key))))
          << id << " " << assumption.key;
    }
  }
}

TEST(BuiltIn, DifferentNamesAreDifferentGames) {
  std::set<std::uint64_t> hashes;
  const std::vector<std::string> ids = builtin_rule_set_ids();
  for (const std::string& id : ids) hashes.insert(load_rule_set(id).content_hash());
  EXPECT_EQ(hashes.size(), ids.size());
}

TEST(BuiltIn, WrittenAsTomlParsesToTheSameRuleSet) {
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rule_set = load_rule_set(id);
    const std::string text = to_toml(rule_set);
    const RuleSet again = parse_rule_set(text, id);
    EXPECT_EQ(again.title, rule_set.title);
    EXPECT_EQ(again.source, rule_set.source);
    for (const auto& [key, value] : rule_set.parameters) EXPECT_EQ(again.at(key), value) << key;
    ASSERT_EQ(again.assumptions.size(), rule_set.assumptions.size()) << text;
    for (std::size_t i = 0; i < again.assumptions.size(); ++i) {
      EXPECT_EQ(again.assumptions[i].key, rule_set.assumptions[i].key);
      EXPECT_EQ(again.assumptions[i].reason, rule_set.assumptions[i].reason);
      EXPECT_EQ(again.assumptions[i].alternatives, rule_set.assumptions[i].alternatives);
    }
    EXPECT_EQ(to_toml(again), text);
  }
}

TEST(ToToml, QuotesWhateverTextsHold) {
  RuleSet rule_set = parse("");
  rule_set.title = "A \"quoted\"\\title";
  rule_set.source = "Two\nlines, 'quoted' and \"quoted\"";
  const RuleSet again = parse_rule_set(to_toml(rule_set), "again");
  EXPECT_EQ(again.title, rule_set.title);
  EXPECT_EQ(again.source, rule_set.source);
}

TEST(ToToml, OfAVariantKeepsItsParameters) {
  const RuleSet variant = load_rule_set("helmfrid-9", Texts{"king.weak=true"});
  const RuleSet again = parse_rule_set(to_toml(variant), "again");
  EXPECT_EQ(again.id, "helmfrid-9");
  EXPECT_EQ(again.content_hash(), variant.content_hash());
}

TEST(RuleSetNames, CountVariantsOfOneRuleSet) {
  EXPECT_EQ(rule_set_names({"helmfrid-9", "helmfrid-9{king.armed=none}", "tavlei-9{king.weak=true}",
                            "ur-finkel"}),
            "helmfrid-9 (2 variants), tavlei-9{king.weak=true}, ur-finkel");
}

}  // namespace
}  // namespace tavlab::ruleset_texts
