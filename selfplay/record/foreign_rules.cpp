#include "selfplay/record/foreign_rules.h"

#include <algorithm>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/record_texts_of_families.h"
#include "core/text.h"

namespace tavlab {
namespace {

constexpr std::string_view kBoard = "start:";

template <typename... G>
RuleSet read(GameList<G...>, std::string_view text) {
  std::optional<RuleSet> rules;
  const auto try_one = [&]<typename Each>(Each) {
    if constexpr (RecordTexts<Each>::exist) {
      if (!rules) rules = RecordTexts<Each>::read_rules(text);
    }
  };
  (try_one(G{}), ...);
  if (!rules) throw UserError("no family reads rules in another program's notation");
  return *rules;
}

/// The words of the text without the board.
std::vector<std::string_view> without_board(std::string_view text) {
  std::vector<std::string_view> words = words_in(text);
  std::erase_if(words, [](std::string_view word) { return word.starts_with(kBoard); });
  return words;
}

std::string_view board_in(std::string_view text) {
  for (const std::string_view word : words_in(text)) {
    if (word.starts_with(kBoard)) return word.substr(kBoard.size());
  }
  return {};
}

/// The game by this rule set, if the text is how the rule set is written.
std::optional<ForeignGame> as_named(const RuleSet& named, std::string_view text) {
  return visit_game(named, [&](auto game, const auto& rules) -> std::optional<ForeignGame> {
    using G = decltype(game);
    if constexpr (RecordTexts<G>::exist) {
      for (const Side first : {Side::first, Side::second}) {
        const std::string written = RecordTexts<G>::rules_text(*rules, first);
        if (without_board(written) != without_board(text)) continue;
        const auto position = RecordTexts<G>::read_board(*rules, board_in(text), text);
        ForeignGame found{named, {}};
        if (G::key(*rules, position) != G::key(*rules, G::start(*rules))) {
          found.position = G::position_text(*rules, position);
        }
        return found;
      }
    }
    return std::nullopt;
  });
}

}  // namespace

RuleSet read_foreign_rules(std::string_view text) { return read(Games{}, text); }

ForeignGame read_foreign_game(std::string_view text) {
  RuleSet rules = read_foreign_rules(text);
  std::optional<RuleSet> named;
  try {
    named = load_rule_set(rules.id);
  } catch (const UserError&) {
    return {std::move(rules), {}};
  }
  if (auto game = as_named(*named, text)) return *game;
  return {std::move(rules), {}};
}

}  // namespace tavlab
