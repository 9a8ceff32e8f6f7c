#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/translation.h"
#include "core/words_languages.h"
#include "serve/api/answers.h"

namespace tavlab::serve {
namespace {

/// The sentences of `words` that `others` lacks, with their headings.
Json sentences_only_in(const Words& words, const Words& others) {
  std::vector<std::string_view> known;
  for (const Words::Chapter& chapter : others.rules) {
    known.insert(known.end(), chapter.sentences.begin(), chapter.sentences.end());
  }
  Json only = Json::array();
  for (const Words::Chapter& chapter : words.rules) {
    for (const std::string& sentence : chapter.sentences) {
      if (std::ranges::find(known, sentence) != known.end()) continue;
      only.push_back({{"title", chapter.title}, {"sentence", sentence}});
    }
  }
  return only;
}

Json differences_json(const RuleSet& a, const RuleSet& b, Language language) {
  Json differences = Json::array();
  if (a.family != b.family) return differences;
  for (const ParameterSpec& spec : a.schema->parameters) {
    if (a.at(spec.key) == b.at(spec.key)) continue;
    const auto value = [&](const RuleSet& rules) {
      return value_words(*rules.schema, spec, rules.at(spec.key), language);
    };
    differences.push_back({{"key", spec.key},
                           {"a", value(a)},
                           {"b", value(b)},
                           {"help", parameter_words(*a.schema, spec, language).help}});
  }
  return differences;
}

Json moves_only_in(const PositionView& view, const PositionView& other) {
  Json only = Json::array();
  for (const MoveView& move : view.moves) {
    if (find_move(other, move.text) == nullptr) only.push_back(move.text);
  }
  return only;
}

Json captures_that_differ(const PositionView& a, const PositionView& b) {
  Json list = Json::array();
  for (const MoveView& move : a.moves) {
    const MoveView* const other = find_move(b, move.text);
    if (other == nullptr || other->captured == move.captured) continue;
    list.push_back({{"move", move.text}, {"a", move.captured}, {"b", other->captured}});
  }
  return list;
}

/// Plays the moves on both games as far as both allow them; returns where they part.
Json play_on_both(ServedGame& a, ServedGame& b, const std::vector<std::string>& moves) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    // Neither may be ahead of the other: ask both before playing.
    for (const auto& [game, name] : {std::pair(&a, "a"), std::pair(&b, "b")}) {
      const MoveCheck check = game->check(moves[i]);
      if (!check.legal) return {{"ply", i + 1}, {"where", name}, {"why", check.why}};
    }
    a.play(moves[i]);
    b.play(moves[i]);
  }
  return nullptr;
}

}  // namespace

GameRequest game_part(const Json& request, std::string_view key) {
  const auto found = request.find(key);
  if (found == request.end() || !found->is_object()) {
    throw UserError(fmt::format("'{}' must be a game", key));
  }
  try {
    return game_request(*found);
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", key, error.what()));
  }
}

Json compare_rules(const Json& request) {
  const GameRequest a = game_part(request, "a"), b = game_part(request, "b");
  const Language language = language_of(request);
  const auto game_a = make_served_game(a.rule_set, a.position, language);
  const auto game_b = make_served_game(b.rule_set, b.position, language);
  const Json parted = play_on_both(*game_a, *game_b, a.moves);
  const PositionView view_a = game_a->view(), view_b = game_b->view();
  const Words words_a = words_of(a.rule_set, language), words_b = words_of(b.rule_set, language);
  return {{"same_game", a.rule_set.content_hash() == b.rule_set.content_hash()},
          {"families_differ", a.rule_set.family != b.rule_set.family},
          {"differences", differences_json(a.rule_set, b.rule_set, language)},
          {"words",
           {{"only_a", sentences_only_in(words_a, words_b)},
            {"only_b", sentences_only_in(words_b, words_a)}}},
          {"a", position_json(view_a)},
          {"b", position_json(view_b)},
          {"only_a", moves_only_in(view_a, view_b)},
          {"only_b", moves_only_in(view_b, view_a)},
          {"captures_differ", captures_that_differ(view_a, view_b)},
          {"parted", parted}};
}

}  // namespace tavlab::serve
