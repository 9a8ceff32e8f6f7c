#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/words_languages.h"
#include "serve/api/answers.h"
#include "serve/api/levels.h"

namespace tavlab::serve {
namespace {

std::string_view word(ParameterSpec::Type type) {
  constexpr std::array<std::string_view, 6> kWords = {
      "boolean", "integer", "choice", "choice_list", "text_list", "choice_or_text_list"};
  return kWords[static_cast<std::size_t>(type)];
}

Json value_json(const ParameterValue& value) {
  return std::visit([](const auto& each) { return Json(each); }, value);
}

Json terms_json(std::span<const Term> terms) {
  Json list = Json::array();
  for (const Term& term : terms) {
    list.push_back({{"name", term.name}, {"meaning", term.meaning}});
  }
  return list;
}

Json words_json(const Words& words) {
  Json chapters = Json::array();
  for (const Words::Chapter& chapter : words.rules) {
    chapters.push_back({{"title", chapter.title}, {"sentences", chapter.sentences}});
  }
  return {{"summary", words.summary},
          {"sides", terms_json(words.sides)},
          {"pieces", terms_json(words.pieces)},
          {"chapters", chapters},
          {"endings", terms_json(words.endings)}};
}

/// The language of a request's `language`; English without it.
Language language_of(const Json& request) {
  const auto name = optional_text(request, "language");
  return name ? language_named("'language'", *name) : Language::english;
}

/// The names of sides and endings, which positions have in English, in the language of `words`.
Json names_json(const Words& english, const Words& words) {
  Json names = Json::object();
  for (std::size_t i = 0; i < english.sides.size(); ++i) {
    names[english.sides[i].name] = words.sides[i].name;
  }
  for (std::size_t i = 0; i < english.endings.size(); ++i) {
    names[english.endings[i].name] = words.endings[i].name;
  }
  return names;
}

Json assumption_json(const RuleSet& rules, const ParameterSpec& spec) {
  const auto found = std::ranges::find(rules.assumptions, spec.key, &Assumption::key);
  if (found == rules.assumptions.end()) return nullptr;
  Json alternatives = Json::array();
  for (const ParameterValue& value : found->alternatives) {
    alternatives.push_back(value_text(spec, value));
  }
  return {{"reason", found->reason}, {"alternatives", alternatives}};
}

Json parameter_json(const RuleSet& rules, const ParameterSpec& spec) {
  Json needs = Json::array();
  for (const Condition& condition : spec.conditions) needs.push_back(condition.text);
  return {{"key", spec.key},
          {"type", word(spec.type)},
          {"value", value_json(rules.at(spec.key))},
          {"text", rules.value_text(spec.key)},
          {"default_text", value_text(spec, spec.fallback)},
          {"choices", spec.choices},
          {"minimum", spec.minimum},
          {"maximum", spec.maximum},
          {"zero_name", spec.zero_name},
          {"help", spec.help},
          {"has_effect", spec.lacking(rules).empty()},
          {"needs", needs},
          {"assumed", assumption_json(rules, spec)}};
}

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

Json differences_json(const RuleSet& a, const RuleSet& b) {
  Json differences = Json::array();
  if (a.family != b.family) return differences;
  for (const ParameterSpec& spec : a.schema->parameters) {
    if (a.at(spec.key) == b.at(spec.key)) continue;
    differences.push_back({{"key", spec.key},
                           {"a", a.value_text(spec.key)},
                           {"b", b.value_text(spec.key)},
                           {"help", spec.help}});
  }
  return differences;
}

const MoveView* find_move(const PositionView& view, std::string_view text) {
  const auto found = std::ranges::find(view.moves, text, &MoveView::text);
  return found == view.moves.end() ? nullptr : &*found;
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

Json list_rule_sets() {
  Json list = Json::array();
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rules = load_rule_set(id);
    const auto [columns, rows, dice] = visit_game(rules, [](auto game, const auto& compiled) {
      using G = decltype(game);
      const Picture picture = G::picture(*compiled, G::start(*compiled));
      return std::tuple(picture.columns, picture.rows, G::has_chance(*compiled));
    });
    list.push_back({{"id", rules.id},
                    {"family", rules.family},
                    {"title", rules.title},
                    {"source", rules.source},
                    {"columns", columns},
                    {"rows", rows},
                    {"dice", dice},
                    {"hash", rules.hash_text()}});
  }
  return {{"rulesets", list}};
}

Json list_families() {
  Json list = Json::array();
  for (const std::string_view name : family_names()) {
    list.push_back({{"name", name}, {"notation", family_notation(name)}});
  }
  return {{"families", list}};
}

Json describe_rules(const Json& request) {
  const RuleSet rules = rule_set_of(request);
  const Words words = words_of(rules, language_of(request));
  Json parameters = Json::array();
  for (const ParameterSpec& spec : rules.schema->parameters) {
    parameters.push_back(parameter_json(rules, spec));
  }
  return {{"id", rules.id},
          {"family", rules.family},
          {"title", rules.title},
          {"source", rules.source},
          {"extends", rules.extends},
          {"hash", rules.hash_text()},
          {"changes", rules.overrides},
          {"words", words_json(words)},
          {"names", names_json(words_of(rules), words)},
          {"parameters", parameters},
          {"toml", to_toml(rules)},
          {"position", position_json(make_served_game(rules, std::nullopt)->view())},
          {"levels", levels_json(rules)}};
}

Json compare_rules(const Json& request) {
  const auto part = [&](std::string_view key) -> GameRequest {
    const auto found = request.find(key);
    if (found == request.end() || !found->is_object()) {
      throw UserError(fmt::format("'{}' must be a game", key));
    }
    try {
      return game_request(*found);
    } catch (const UserError& error) {
      throw UserError(fmt::format("{}: {}", key, error.what()));
    }
  };
  const GameRequest a = part("a"), b = part("b");
  const auto game_a = make_served_game(a.rule_set, a.position);
  const auto game_b = make_served_game(b.rule_set, b.position);
  const Json parted = play_on_both(*game_a, *game_b, a.moves);
  const PositionView view_a = game_a->view(), view_b = game_b->view();
  const Language language = language_of(request);
  const Words words_a = words_of(a.rule_set, language), words_b = words_of(b.rule_set, language);
  return {{"same_game", a.rule_set.content_hash() == b.rule_set.content_hash()},
          {"families_differ", a.rule_set.family != b.rule_set.family},
          {"differences", differences_json(a.rule_set, b.rule_set)},
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
