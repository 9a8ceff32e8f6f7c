// Words: whole sentences that describe what is played. Rules with the same sentences must be played
// in the same way, and every parameter affects the sentences.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "tests/core/contract/changes.h"
#include "tests/core/contract/contract.h"

namespace tavlab {
namespace {

void expect_phrase(const std::string& text) {
  EXPECT_FALSE(text.empty());
  for (const char* wrong : {"{", "}", "  ", " .", " ,", ",,", "..", "no no"}) {
    EXPECT_EQ(text.find(wrong), std::string::npos) << text;
  }
  EXPECT_FALSE(std::isspace(static_cast<unsigned char>(text.front()))) << text;
}

void expect_sentence(const std::string& text) {
  expect_phrase(text);
  EXPECT_TRUE(std::isupper(static_cast<unsigned char>(text.front()))) << text;
  EXPECT_EQ(text.back(), '.') << text;
}

TEST_P(Contract, WordsAreWholeSentences) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    const Words words = G::words(rules);
    expect_sentence(words.summary);
    EXPECT_EQ(words.sides[0].name, G::first_player_name);
    EXPECT_EQ(words.sides[1].name, G::second_player_name);
    for (const Term& side : words.sides) expect_phrase(side.meaning);
    EXPECT_GE(words.rules.size(), 4U);
    std::set<std::string> said;
    for (const Words::Chapter& chapter : words.rules) {
      expect_phrase(chapter.title);
      EXPECT_FALSE(chapter.sentences.empty()) << chapter.title;
      for (const std::string& sentence : chapter.sentences) {
        expect_sentence(sentence);
        EXPECT_TRUE(said.insert(sentence).second) << "twice: " << sentence;
      }
    }
    const auto reasons = G::reasons();
    for (const Term& ending : words.endings) {
      expect_phrase(ending.meaning);
      EXPECT_TRUE(ending.name == "repetition" ||
                  std::ranges::find(reasons, ending.name) != reasons.end())
          << ending.name;
    }
    EXPECT_EQ(words.check.find('{'), std::string::npos);
    EXPECT_FALSE(G::notation().empty());
  });
}

/// The letters of position texts are all explained, and nothing else is.
TEST_P(Contract, WordsNameThePieces) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    std::set<char> explained, seen;
    const auto plain = [](char c) {
      return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    };
    for (const Term& piece : G::words(rules).pieces) {
      ASSERT_FALSE(piece.name.empty());
      expect_phrase(piece.meaning);
      for (const char c : piece.name) explained.insert(plain(c));
    }
    for (const PieceLook& look : G::picture(rules, G::start(rules)).looks) {
      for (const char c : look.text) {
        if (c != '+') seen.insert(plain(c));
      }
    }
    EXPECT_EQ(explained, seen);
  });
}

TEST_P(Contract, WordsNameTheEndingsOfGames) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    std::set<std::string> named;
    for (const Term& ending : G::words(rules).endings) named.insert(ending.name);
    walk<G>(
        GetParam(), rules, 24, 3000,
        [&](const GameState<G>& state) {
          if (!state.over()) return;
          EXPECT_TRUE(named.contains(std::string(state.reason()))) << state.reason();
        },
        1000);
  });
}

std::string all_text(const Words& words) {
  std::string text = words.summary + '\n';
  for (const Term& side : words.sides) text += side.name + ": " + side.meaning + '\n';
  for (const Term& piece : words.pieces) text += piece.name + ": " + piece.meaning + '\n';
  for (const Words::Chapter& chapter : words.rules) {
    text += fmt::format("{}\n{}\n", chapter.title, fmt::join(chapter.sentences, "\n"));
  }
  return text;
}

/// Plays games by the first rules and looks for differences under the others: another start, other
/// moves or rolls, other positions or ends. Returns the first difference, or nothing.
template <FamilyGame G>
std::string difference(const typename G::Rules& rules, const typename G::Rules& others) {
  for (std::uint64_t game = 0; game < 3; ++game) {
    Random random(game);
    GameState<G> state(rules), other(others);
    for (int ply = 0; ply < 150; ++ply) {
      const auto where = [&](const char* what) {
        return fmt::format("{} in {}", what, G::position_text(rules, state.position()));
      };
      if (G::position_text(rules, state.position()) != G::position_text(others, other.position())) {
        return where("position");
      }
      if (state.result() != other.result() || state.reason() != other.reason()) return where("end");
      if (state.node_kind() != other.node_kind()) return where("turn");
      if (state.over()) break;
      if (state.node_kind() == NodeKind::chance) {
        ChanceList<G> mine, theirs;
        G::chance_outcomes(rules, state.position(), mine);
        G::chance_outcomes(others, other.position(), theirs);
        const bool same =
            std::ranges::equal(mine, theirs, [](const ChanceOutcome& a, const ChanceOutcome& b) {
              return a.value == b.value && a.probability == b.probability;
            });
        if (!same) return where("rolls");
        const std::uint8_t value = any_outcome<G>(rules, state.position(), random);
        state.play_chance(value);
        other.play_chance(value);
        continue;
      }
      const auto moves = legal_moves(state), theirs = legal_moves(other);
      if (!std::ranges::is_permutation(moves, theirs)) return where("moves");
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      state.play(move);
      other.play(move);
    }
  }
  return {};
}

/// Changes every parameter in every way; a change that does not change the words must not matter.
TEST_P(Contract, DifferentPlayHasDifferentWords) {
  const RuleSet rule_set = load_rule_set(GetParam().rules, GetParam().overrides);
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    const std::string words = all_text(G::words(rules));
    for (const ParameterSpec& spec : G::schema().parameters) {
      for (const std::string& value : other_values(spec, rule_set.at(spec.key))) {
        try {
          const RuleSet other = changed(GetParam(), spec.key, value);
          if (other.content_hash() == rule_set.content_hash()) continue;
          visit_game(other, [&](auto game, const auto& others) {
            if constexpr (std::same_as<decltype(game), G>) {
              if (all_text(G::words(*others)) != words) return;
              EXPECT_EQ(difference<G>(rules, *others), "")
                  << spec.key << '=' << value << " changes no word";
            }
          });
        } catch (const UserError&) {
          continue;  // contradicts other parameters
        }
      }
    }
  });
}

/// Keys with some value that changes the words of the rule set.
std::set<std::string> keys_affecting_words(const Variant& variant) {
  const RuleSet rule_set = load_rule_set(variant.rules, variant.overrides);
  const std::string words = all_text(words_of(rule_set));
  std::set<std::string> keys;
  for (const ParameterSpec& spec : find_family_schema(rule_set.family)->parameters) {
    for (const std::string& value : other_values(spec, rule_set.at(spec.key))) {
      try {
        if (all_text(words_of(changed(variant, spec.key, value))) == words) continue;
        keys.insert(std::string(spec.key));
        break;
      } catch (const UserError&) {
        continue;
      }
    }
  }
  return keys;
}

TEST(WordsOfAllFamilies, HaveSomethingToSayOnEveryParameter) {
  // Rule sets in which, together, every parameter takes effect.
  std::vector<Variant> variants = built_in_variants();
  const std::vector<Variant>& others = extra_variants();
  variants.insert(variants.end(), others.begin(), others.end());
  std::map<std::string, std::set<std::string>> told, keys;
  for (const Variant& variant : variants) {
    const std::string family = load_rule_set(variant.rules).family;
    told[family].merge(keys_affecting_words(variant));
    for (const ParameterSpec& spec : find_family_schema(family)->parameters) {
      keys[family].insert(std::string(spec.key));
    }
  }
  // A board's size never changes alone: the layout must fit.
  EXPECT_THAT(all_text(words_of(load_rule_set("brandubh-7"))), testing::HasSubstr("7 x 7"));
  told["tafl"].insert("board.size");
  for (const auto& [family, all] : keys) {
    for (const std::string& key : all)
      EXPECT_TRUE(told[family].contains(key)) << family << ' ' << key;
  }
}

}  // namespace
}  // namespace tavlab
