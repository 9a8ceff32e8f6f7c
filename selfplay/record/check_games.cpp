#include "selfplay/record/check_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "core/game_text.h"
#include "core/record_texts_of_families.h"
#include "core/ruleset/names.h"
#include "core/symmetry.h"
#include "core/text.h"
#include "selfplay/protocol/words.h"
#include "selfplay/record/escapes.h"
#include "selfplay/record/foreign_rules.h"
#include "selfplay/record/result_word.h"
#include "selfplay/record/rules_headers.h"

namespace tavlab {
namespace {

/// The words for a result in records of a game.
struct ResultWords {
  std::array<std::string, 2> sides;
  std::array<std::string, 2> colours;
};

/// The result that a record states; nullopt if the text is not a result.
std::optional<Result> result_of(std::string_view text, const ResultWords& words) {
  const std::string plain = protocol::lower(text);
  for (std::size_t side = 0; side < 2; ++side) {
    const Result won = side == 0 ? Result::first_wins : Result::second_wins;
    if (plain == (side == 0 ? "1-0" : "0-1") || plain == protocol::lower(words.sides[side]) ||
        plain == protocol::lower(words.colours[side])) {
      return won;
    }
  }
  if (plain == "draw" || plain == "1/2-1/2") return Result::draw;
  if (plain == "*" || plain == "ongoing" || plain == "unfinished") return Result::unfinished;
  return std::nullopt;
}

/// Checks games by one rule set.
template <FamilyGame G>
class Checker {
 public:
  Checker(const RuleSet& rule_set, const typename G::Rules& rules)
      : rule_set_(rule_set), rules_(rules), symmetry_(rules) {
    const Picture picture = G::picture(rules, G::start(rules));
    const auto light = static_cast<std::size_t>(picture.light);
    words_.sides = {std::string(G::first_player_name), std::string(G::second_player_name)};
    words_.colours[light] = "White";
    words_.colours[1 - light] = "Black";
    named_rules_ = is_named(rule_set);
  }

  /// The rules are the game's own.
  void keep_rules_headers() { keeps_rules_headers_ = true; }

  CheckedGame check(const RecordedGame& game) {
    CheckedGame checked;
    checked.rules = rule_set_.id;
    try {
      const auto start = start_of(game, checked.written);
      replay(game, GameState<G>(rules_, start), checked);
    } catch (const UserError& error) {
      checked.error = error.what();
    }
    return checked;
  }

 private:
  /// Whether the id loads these rules. Rules from a file, or from another program's notation, may
  /// have any id, even one that looks like a path.
  static bool is_named(const RuleSet& rule_set) {
    const std::vector<std::string> known = builtin_rule_set_ids();
    const std::string id = base_id(rule_set.id);
    if (std::ranges::find(known, id) == known.end()) return false;
    try {
      return load_rule_set(rule_set.id).content_hash() == rule_set.content_hash();
    } catch (const UserError&) {
      return false;
    }
  }

  typename G::Position start_of(const RecordedGame& game, WrittenGame& written) const {
    auto start = G::start(rules_);
    const std::string usual = G::position_text(rules_, start);
    for (const char* header : {"FEN", "Position"}) {
      if (const std::string text = game.header(header); !text.empty()) {
        start = G::parse_position(rules_, text);
      }
    }
    if constexpr (RecordTexts<G>::exist) {
      if (!game.foreign_board.empty()) {
        start = RecordTexts<G>::read_board(rules_, game.foreign_board, game.foreign_rules);
      }
    }
    if (const std::string text = G::position_text(rules_, start); text != usual) {
      written.position = text;
    }
    if constexpr (RecordTexts<G>::exist) {
      written.foreign_board = RecordTexts<G>::board_text(rules_, start);
      written.foreign_rules = RecordTexts<G>::rules_text(rule_set_, G::to_move(start));
    }
    return start;
  }

  void replay(const RecordedGame& game, GameState<G> state, CheckedGame& checked) {
    const auto disagree = [&](Disagreement::Kind kind, int ply, int line, std::string why) {
      checked.disagreements.push_back({kind, ply, line, std::move(why)});
    };
    WrittenGame& written = checked.written;
    written.headers = game.headers;
    written.comment = game.comment;
    written.sides = words_.sides;
    written.colours = words_.colours;
    written.rules = rule_set_.id;
    written.named_rules = named_rules_;
    if (!named_rules_ && keeps_rules_headers_) {
      for (const auto& header : game.headers) {
        if (header.first == kRulesText || header.first == kRulesChanges) {
          written.rules_headers.push_back(header);
        }
      }
    }
    bool all_played = true;
    for (const RecordedMove& word : game.moves) {
      if (state.over()) {
        disagree(Disagreement::Kind::after_the_end, state.plies() + 1, word.line,
                 fmt::format("the record continues with '{}', but the game is over: {}, {}",
                             quotable(word.text), result_text<G>(state.result()), state.reason()));
        all_played = false;
        break;
      }
      try {
        play(state, word, checked);
      } catch (const UserError& error) {
        disagree(Disagreement::Kind::illegal_move, state.plies() + 1, word.line, error.what());
        all_played = false;
        break;
      }
    }
    checked.plies = state.plies();
    checked.result = state.result();
    checked.reason = state.reason();
    if (!game.result.empty()) {
      const std::optional<Result> said = result_of(game.result, words_);
      if (!said) {
        throw UserError(fmt::format("result '{}': may be 1-0, 0-1, 1/2-1/2, *, {}, {}, draw",
                                    quotable(game.result), words_.sides[0], words_.sides[1]));
      }
      checked.recorded = *said;
      checked.result_known = true;
    }
    if (all_played) compare_ends(game, state, checked);
    written.result = result_word(checked.result_known ? checked.recorded : checked.result);
  }

  void play(GameState<G>& state, const RecordedMove& word, CheckedGame& checked) {
    WrittenGame::Move written;
    written.comment = word.comment;
    written.glyphs = word.glyphs;
    if (state.node_kind() == NodeKind::chance) {
      const auto outcome = G::parse_chance(rules_, state.position(), quotable(word.text));
      written.text = G::chance_text(rules_, outcome);
      written.roll = true;
      state.play_chance(outcome);
      checked.written.moves.push_back(std::move(written));
      return;
    }
    const MoveRead<G> read = read_move(state, word.text);
    if (!read.other_captures.empty()) {
      checked.disagreements.push_back(
          {Disagreement::Kind::other_captures, state.plies() + 1, word.line,
           fmt::format("move '{}': {}", quotable(word.text), read.other_captures)});
    }
    written.text = G::move_text(rules_, state.position(), read.move);
    written.captured = G::captured_squares(rules_, state.position(), read.move);
    if constexpr (RecordTexts<G>::exist) {
      std::erase_if(written.captured, [&](const std::string& square) {
        return !RecordTexts<G>::writes_capture(rules_, state.position(), square);
      });
    }
    checked.written.captured[static_cast<std::size_t>(state.to_move())] +=
        static_cast<int>(written.captured.size());
    if (state.plies() == 0) checked.first_key = first_key(state, read.move);
    state.play(read.move);
    checked.written.moves.push_back(std::move(written));
  }

  /// The first in text order of the moves that are symmetric to this one.
  std::string first_key(const GameState<G>& state, typename G::Move move) {
    MoveList<G> moves;
    state.legal_moves(moves);
    const auto all = symmetry_.classes(state.position(), std::span(moves.begin(), moves.size()),
                                       symmetry_.keeping(std::span(&state.position(), 1)));
    std::string least = G::move_text(rules_, state.position(), move);
    const auto place = static_cast<std::size_t>(std::ranges::find(moves, move) - moves.begin());
    if (place == moves.size()) return least;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (all[i] != all[place]) continue;
      least = std::min(least, G::move_text(rules_, state.position(), moves[i]));
    }
    return least;
  }

  void compare_ends(const RecordedGame& game, const GameState<G>& state, CheckedGame& checked) {
    const int line = game.moves.empty() ? game.line : game.moves.back().line;
    if (checked.result_known && state.over() && checked.recorded != state.result()) {
      checked.disagreements.push_back(
          {Disagreement::Kind::other_result, state.plies(), line,
           fmt::format("the record says {}, these rules {}, {}", quotable(game.result),
                       result_text<G>(state.result()), state.reason())});
    }
    // Collections count what is written; a piece that is captured in two ways is written twice.
    const std::array<int, 2>& counted = checked.written.captured;
    if (!game.captured || *game.captured == counted || *game.captured == as_written(game)) return;
    checked.disagreements.push_back(
        {Disagreement::Kind::other_captures, state.plies(), line,
         fmt::format("the record counts {} captures by the {} and {} by the {}, these rules {} "
                     "and {}",
                     (*game.captured)[0], words_.sides[0], (*game.captured)[1], words_.sides[1],
                     counted[0], counted[1])});
  }

  /// The captures by both sides that are written after moves, in a record without rolls.
  std::array<int, 2> as_written(const RecordedGame& game) const {
    std::array<int, 2> count{};
    auto side = static_cast<std::size_t>(G::to_move(G::start(rules_)));
    for (const RecordedMove& move : game.moves) {
      count[side] += static_cast<int>(std::ranges::count(move.text, 'x'));
      side = 1 - side;
    }
    return count;
  }

  const RuleSet& rule_set_;
  const typename G::Rules& rules_;
  Symmetry<G> symmetry_;
  ResultWords words_;
  bool named_rules_ = true;
  bool keeps_rules_headers_ = false;
};

/// The rules of a game that names them itself, or contains them. The id of a rule set comes first:
/// another program's notation may contain less.
RuleSet rules_of(const RecordedGame& game, std::span<const std::string> overrides) {
  if (std::optional<RuleSet> own =
          rules_in_headers(game.header(kRulesText), game.header(kRulesChanges), overrides)) {
    return *std::move(own);
  }
  std::string name = game.header("Rules");
  const bool own = game.header("Compiler").starts_with("tavlab ");
  if (name.empty() && own) name = game.header("Variant");
  if (!name.empty()) {
    try {
      return load_rule_set(name, overrides);
    } catch (const UserError&) {
      if (game.foreign_rules.empty()) throw;
    }
  }
  if (!game.foreign_rules.empty()) {
    return with_overrides(read_foreign_rules(game.foreign_rules), overrides);
  }
  throw UserError("the game does not name its rules; give them with --rules");
}

}  // namespace

CheckedGame check_game(const RecordedGame& game, const RuleSet& rules) {
  return visit_game(rules, [&](auto family, const auto& compiled) {
    CheckedGame checked = Checker<decltype(family)>(rules, *compiled).check(game);
    checked.rule_set = std::make_shared<const RuleSet>(rules);
    for (Disagreement& each : checked.disagreements) each.why = printable(each.why);
    return checked;
  });
}

std::string_view kind_text(Disagreement::Kind kind) {
  switch (kind) {
    case Disagreement::Kind::illegal_move:
      return "illegal move";
    case Disagreement::Kind::other_captures:
      return "other captures";
    case Disagreement::Kind::after_the_end:
      return "after the end";
    case Disagreement::Kind::other_result:
      break;
  }
  return "other result";
}

std::vector<CheckedGame> check_games(std::span<const RecordedGame> games, const GameRules& rules) {
  std::vector<CheckedGame> checked(games.size());
  struct Group {
    RuleSet rules;
    std::vector<std::size_t> games;
  };
  std::map<std::uint64_t, std::vector<Group>> groups;  // by hash, then by id
  std::optional<RuleSet> named;
  if (!rules.name.empty()) named = load_rule_set(rules.name, rules.overrides);
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (!games[i].error.empty()) {
      checked[i].error = printable(games[i].error);
      continue;
    }
    try {
      RuleSet own = named ? *named : rules_of(games[i], rules.overrides);
      std::vector<Group>& same = groups[own.content_hash()];
      auto group = std::ranges::find(same, own.id, [](const Group& each) { return each.rules.id; });
      if (group == same.end()) group = same.insert(same.end(), {std::move(own), {}});
      group->games.push_back(i);
    } catch (const UserError& error) {
      checked[i].error = error.what();
    }
  }
  for (auto& [hash, same] : groups) {
    for (const Group& group : same) {
      try {
        visit_game(group.rules, [&](auto game, const auto& compiled) {
          Checker<decltype(game)> checker(group.rules, *compiled);
          if (!named) checker.keep_rules_headers();
          const auto shared = std::make_shared<const RuleSet>(group.rules);
          for (const std::size_t i : group.games) {
            checked[i] = checker.check(games[i]);
            checked[i].rule_set = shared;
          }
        });
      } catch (const UserError& error) {  // rules that cannot be played
        if (named) throw;
        for (const std::size_t i : group.games) checked[i].error = error.what();
      }
    }
  }
  for (CheckedGame& game : checked) {  // they quote files
    for (Disagreement& each : game.disagreements) each.why = printable(each.why);
  }
  return checked;
}

}  // namespace tavlab
