// What rule sets, parameters and pictures say in English they say in Russian, too: whoever adds a
// rule set, a parameter, a value, a piece or a reason adds its Russian (core/FAMILY/russian.toml).
#include "core/translation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/game_text.h"
#include "core/random.h"
#include "core/text.h"
#include "core/words_languages.h"

namespace tavlab {
namespace {

constexpr Language kRussian = Language::russian;

bool has_cyrillic(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c == '\xd0' || c == '\xd1'; });
}

/// Words of Latin letters only, with two small ones in a row: not squares, sizes or letters of
/// pieces.
std::vector<std::string> latin_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : std::string(text) + ' ') {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += c;
      continue;
    }
    const auto small = [](char each) { return each >= 'a' && each <= 'z'; };
    if (std::adjacent_find(word.begin(), word.end(),
                           [&](char a, char b) { return small(a) && small(b); }) != word.end()) {
      words.push_back(word);
    }
    word.clear();
  }
  return words;
}

/// A text that stands for `english` in Russian and is no English.
void expect_translated(const std::string& english, const std::string& russian) {
  EXPECT_TRUE(has_cyrillic(russian)) << english << " is " << russian;
  EXPECT_NE(english, russian);
  for (const char* wrong : {"{", "}", "  ", " .", " ,", "..", "\n"}) {
    EXPECT_EQ(russian.find(wrong), std::string::npos) << russian;
  }
}

/// Names of pieces and endings, and reasons: without any Latin word.
void expect_russian_only(const std::string& english, const std::string& russian) {
  expect_translated(english, russian);
  EXPECT_TRUE(latin_words(russian).empty()) << english << " is " << russian;
}

TEST(Translation, CoversTheTextsOfAllRuleSets) {
  std::set<std::string> titles;
  for (const std::string& id : builtin_rule_set_ids()) {
    SCOPED_TRACE(id);
    const RuleSet rules = load_rule_set(id);
    expect_translated(rules.title, title_in(kRussian, rules));
    expect_translated(rules.source, source_in(kRussian, rules));
    EXPECT_TRUE(titles.insert(title_in(kRussian, rules)).second) << "two have this title";
    for (const Assumption& assumption : rules.assumptions) {
      expect_translated(assumption.reason, reason_in(kRussian, rules, assumption));
      EXPECT_EQ(reason_in(Language::english, rules, assumption), assumption.reason);
    }
    EXPECT_EQ(title_in(Language::english, rules), rules.title);
    EXPECT_EQ(source_in(Language::english, rules), rules.source);
  }
}

TEST(Translation, CoversAllParameters) {
  for (const std::string_view family : family_names()) {
    const FamilySchema& schema = *find_family_schema(family);
    for (const ParameterSpec& spec : schema.parameters) {
      SCOPED_TRACE(fmt::format("{} {}", family, spec.key));
      const ParameterWords english = parameter_words(schema, spec, Language::english);
      const ParameterWords russian = parameter_words(schema, spec, kRussian);
      EXPECT_EQ(english.help, spec.help);
      expect_translated(english.name, russian.name);
      if (!english.group.empty()) expect_russian_only(english.group, russian.group);
      expect_translated(english.help, russian.help);
      EXPECT_EQ(russian.help.back(), '.');
      ASSERT_EQ(russian.choices.size(), spec.choices.size());
      for (std::size_t i = 0; i < spec.choices.size(); ++i) {
        const bool layout = spec.choices[i].size() <= 3 && std::isupper(spec.choices[i][0]) != 0;
        if (layout) continue;  // of a list of start positions, "L2"
        expect_russian_only(english.choices[i], russian.choices[i]);
      }
      EXPECT_EQ(std::set<std::string>(russian.choices.begin(), russian.choices.end()).size(),
                russian.choices.size())
          << fmt::format("two values have one name: {}", fmt::join(russian.choices, ", "));
      if (!spec.zero_name.empty()) expect_russian_only(english.zero_name, russian.zero_name);
      ASSERT_EQ(russian.needs.size(), english.needs.size());
      for (std::size_t i = 0; i < english.needs.size(); ++i) {
        expect_russian_only(english.needs[i], russian.needs[i]);
      }
    }
  }
}

TEST(Translation, NamesValues) {
  const FamilySchema& schema = *find_family_schema("tafl");
  const auto words = [&](std::string_view key, const ParameterValue& value) {
    return value_words(schema, *schema.find(key), value, kRussian);
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(words("throne.stop", Texts{"attackers", "king"}), "нападающие, король");
  EXPECT_EQ(words("throne.stop", Texts{}), "ничего");
  EXPECT_EQ(words("king.weak", true), "да");
  EXPECT_EQ(words("king.armed", std::string("none")), "никак");
  EXPECT_EQ(words("range.king", std::int64_t{3}), "3");
  EXPECT_EQ(words("range.king", std::int64_t{0}), "любая");
  EXPECT_EQ(words("board.throne", Texts{"e5"}), "e5");
  EXPECT_EQ(value_words(schema, *schema.find("range.king"), std::int64_t{0}, Language::english),
            "unlimited");
}

TEST(Translation, NamesConditions) {
  const auto needs = [](std::string_view family, std::string_view key) {
    const FamilySchema& schema = *find_family_schema(family);
    return parameter_words(schema, *schema.find(key), kRussian).needs.front();
  };
  EXPECT_EQ(needs("tafl", "dice.faces"), "кости, что решают: ходит ли игрок или как далеко");
  EXPECT_EQ(needs("tavreli", "insufficient_material"), "башни: нет");
  EXPECT_EQ(needs("draughts", "board.men_rows"), "расстановка: нет");
  EXPECT_EQ(needs("ur", "rosette.safe"), "поля, розетки");
}

TEST(Translation, NamesPiecesByTheirFamily) {
  EXPECT_EQ(text_in(kRussian, "tavreli", "knight"), "конь");
  EXPECT_EQ(text_in(kRussian, "tafl", "knight"), "рыцарь");
  EXPECT_EQ(text_in(kRussian, "draughts", "king"), "дамка");
  EXPECT_EQ(text_in(kRussian, "tavreli", "helgi (хельги), a ratnik turned over"),
            "хельги, перевернувшийся ратник");
  EXPECT_EQ(text_in(kRussian, "tafl", "something else"), "something else");
  EXPECT_EQ(text_in(Language::english, "tafl", "knight"), "knight");
}

/// The words of a picture, in an order of their own.
std::vector<std::string> words_of_picture(const Picture& picture) {
  std::vector<std::string> words(picture.players.begin(), picture.players.end());
  for (const SquareMark& mark : picture.marks) words.push_back(mark.meaning);
  for (const PieceLook& look : picture.looks) words.push_back(look.name);
  for (const std::string& line : picture.beside) words.push_back(line);
  return words;
}

void expect_russian_picture(std::string_view family, const Picture& picture) {
  const std::vector<std::string> english = words_of_picture(picture);
  const std::vector<std::string> russian = words_of_picture(picture_in(kRussian, family, picture));
  for (std::size_t i = 0; i < english.size(); ++i) {
    if (!english[i].empty()) expect_russian_only(english[i], russian[i]);
  }
}

/// Why a move is illegal, without what the reader wrote.
template <Game G>
void expect_russian_reason(std::string_view family, const GameState<G>& state,
                           const std::string& move) {
  try {
    static_cast<void>(G::parse_move(state.rules(), state.position(), move));
  } catch (const UserError& error) {
    std::string russian = text_in(kRussian, family, error.what());
    if (const std::size_t at = russian.find(move); at != std::string::npos) {
      russian.erase(at, move.size());
    }
    for (const char* off : {"hand", "home"}) {  // places off the board in the names of moves
      for (std::size_t at = russian.find(off); at != std::string::npos; at = russian.find(off)) {
        russian.erase(at, std::string_view(off).size());
      }
    }
    expect_russian_only(error.what(), russian);
  }
}

/// All pictures and objections of random games, and the reasons for which the games end.
TEST(Translation, CoversWhatGamesSay) {
  constexpr int kMostPlies = 120;
  std::vector<std::pair<std::string, std::vector<std::string>>> games;
  for (const std::string& id : builtin_rule_set_ids()) games.push_back({id, {}});
  games.push_back({"helmfrid-9", {"dice.kind=parity"}});
  games.push_back({"helmfrid-9", {"dice.kind=distance", "limits.total_plies=60"}});
  games.push_back({"tavreli", {"limits.quiet_plies=40", "limits.total_plies=100"}});
  games.push_back({"ur-skiryuk", {"extra_throw.piece=another"}});
  for (const auto& [id, changes] : games) {
    const RuleSet rule_set = load_rule_set(id, changes);
    SCOPED_TRACE(rule_set.id);
    const std::string_view family = rule_set.family;
    visit_game(rule_set, [&](auto game, const auto& rules) {
      using G = decltype(game);
      for (const std::string_view reason : G::reasons()) {
        expect_russian_only(std::string(reason), text_in(kRussian, family, reason));
      }
      GameState<G> state(*rules);
      Random random(7);
      for (int ply = 0; ply < kMostPlies && !state.over(); ++ply) {
        expect_russian_picture(family, G::picture(*rules, state.position()));
        if (state.node_kind() == NodeKind::chance) {
          ChanceList<G> outcomes;
          G::chance_outcomes(*rules, state.position(), outcomes);
          state.play_chance(
              outcomes[random.below(static_cast<std::uint32_t>(outcomes.size()))].value);
          continue;
        }
        for (const char* move : {"a1-a2", "a1-h8", "d4-d5", "e5-e9", "c3-e5", "0-0", "??", "b2"}) {
          expect_russian_reason(family, state, move);
        }
        MoveList<G> moves;
        state.legal_moves(moves);
        state.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    });
  }
}

/// An error in Russian: Latin letters are those of keys, values and what the reader wrote.
void expect_russian_error(std::string_view family, const std::string& english) {
  const std::string russian = text_in(kRussian, family, english);
  EXPECT_TRUE(has_cyrillic(russian)) << english;
  const std::vector<std::string_view> words = words_in(russian);
  for (const std::string_view word :
       {"is", "has", "must", "the", "not", "needs", "and", "or", "with", "on"}) {
    EXPECT_EQ(std::ranges::find(words, word), words.end()) << english << " is " << russian;
  }
}

TEST(Translation, CoversContradictions) {
  for (const std::string id :
       {"helmfrid-9", "tavreli", "chess", "ur-skiryuk", "russian-draughts", "lasca"}) {
    const RuleSet rules = load_rule_set(id);
    for (const ParameterSpec& spec : rules.schema->parameters) {
      for (const char* value : {"none", "nonsense", "0", "[]", "[a1]", "[zz]", "[a1, a1]", "8",
                                "999", "true", "[\"aaa\"]"}) {
        try {
          const std::vector<std::string> change = {fmt::format("{}={}", spec.key, value)};
          visit_game(load_rule_set(id, change), [](auto, const auto&) {});
        } catch (const UserError& error) {
          expect_russian_error(rules.family, error.what());
        }
      }
    }
  }
}

TEST(Translation, CoversWhatIsWrongWithPositions) {
  for (const std::string& id : builtin_rule_set_ids()) {
    visit_game(load_rule_set(id), [](auto game, const auto& rules) {
      using G = decltype(game);
      const std::string start = G::position_text(*rules, G::start(*rules));
      std::vector<std::string> wrong = {"",
                                        "8",
                                        start.substr(0, start.find(' ')),
                                        start + " x=1",
                                        start + " quiet=9999",
                                        start + " home=99:99",
                                        start + " throw=9",
                                        start + " barred=a1",
                                        "1/" + start};
      for (std::size_t i = 0; i < start.size(); ++i) {
        for (const char letter : {'k', 'K', 'z', '9', 'P', '_', '('}) {
          std::string text = start;
          text[i] = letter;
          wrong.push_back(text);
        }
        wrong.push_back(start.substr(0, i) + start.substr(i + 1));
      }
      for (const std::string& text : wrong) {
        try {
          static_cast<void>(G::parse_position(*rules, text));
        } catch (const UserError& error) {
          expect_russian_error(G::family, error.what());
        }
      }
    });
  }
}

/// What positions and sentences call sides and endings is the same.
TEST(Translation, AgreesWithTheWordsOfTheRules) {
  for (const std::string& id : builtin_rule_set_ids()) {
    SCOPED_TRACE(id);
    const RuleSet rules = load_rule_set(id);
    const Words english = words_of(rules), russian = words_of(rules, kRussian);
    const auto same = [&](const Term& one, const Term& other) {
      EXPECT_EQ(text_in(kRussian, rules.family, one.name), other.name);
    };
    for (std::size_t i = 0; i < 2; ++i) same(english.sides[i], russian.sides[i]);
    for (std::size_t i = 0; i < english.endings.size(); ++i) {
      same(english.endings[i], russian.endings[i]);
    }
    if (!english.check.empty()) {
      EXPECT_EQ(text_in(kRussian, rules.family, english.check), russian.check);
    }
  }
}

TEST(Translation, HasTheNotationOfAllFamilies) {
  for (const std::string_view family : family_names()) {
    EXPECT_TRUE(has_cyrillic(notation_in(kRussian, family))) << family;
    EXPECT_EQ(notation_in(Language::english, family), family_notation(family));
  }
}

}  // namespace
}  // namespace tavlab
