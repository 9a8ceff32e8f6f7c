#include "experiments/human/collected_game.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/text.h"
#include "selfplay/protocol/words.h"

namespace tavlab {
namespace {

/// A tag's name in small letters, without what joins its words.
std::string plain_name(std::string_view name) {
  std::string plain = protocol::lower(name);
  std::erase_if(plain, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return plain;
}

/// The end that a word or a tag speaks of, in the words used here; sites have many for the same.
std::string end_in_words(std::string_view text) {
  const std::string said = protocol::lower(text);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kKnown = {
      {{"resign", "resigned"},
       {"---", "resigned"},
       {"time", "time forfeit"},
       {"abandon", "abandoned"},
       {"agree", "agreed"}}};
  for (const auto& [part, words] : kKnown) {
    if (said.find(part) != std::string::npos) return std::string(words);
  }
  constexpr std::array<std::string_view, 4> kNothing = {"", "?", "-", "normal"};
  return std::ranges::find(kNothing, said) != kNothing.end() ? std::string() : quotable(said);
}

}  // namespace

std::optional<LeftOut> left_out(const CollectedGame& game) {
  const CheckedGame& checked = game.checked;
  LeftOut left{game.file, game.number, game.recorded.line, 0, {}};
  if (!checked.error.empty()) {
    left.why = checked.error;
    return left;
  }
  const auto wrong = std::ranges::find_if(checked.disagreements, [](const Disagreement& each) {
    return each.kind != Disagreement::Kind::other_captures;
  });
  if (wrong != checked.disagreements.end()) {
    left.line = wrong->line;
    left.ply = wrong->ply;
    left.why = wrong->why;
  } else if (!checked.written.position.empty()) {
    left.why = "it begins at another position than the rules'";
  } else if (checked.plies == 0) {
    left.why = "it has no moves";
  } else {
    return std::nullopt;
  }
  return left;
}

Result result_of(const CollectedGame& game) {
  return game.checked.result_known ? game.checked.recorded : game.checked.result;
}

std::string end_of(const CollectedGame& game) {
  if (game.checked.result != Result::unfinished) return game.checked.reason;
  if (!game.checked.ended_off_the_board()) return "unfinished";
  for (const std::string& text : {game.recorded.termination, game.recorded.header("Reason"),
                                  game.recorded.header("Termination")}) {
    if (std::string end = end_in_words(text); !end.empty()) return end;
  }
  return "not stated";
}

std::optional<double> rating_of(const CollectedGame& game, Side side) {
  const auto index = static_cast<std::size_t>(side);
  const std::array<std::string, 3> players = {side == Side::first ? "first" : "second",
                                              plain_name(game.checked.written.sides[index]),
                                              plain_name(game.checked.written.colours[index])};
  for (const auto& [name, value] : game.recorded.headers) {
    const std::string tag = plain_name(name);
    if (std::ranges::none_of(players, [&](const std::string& player) {
          return tag == player + "elo" || tag == player + "rating";
        })) {
      continue;
    }
    constexpr double kMaxRating = 9999.0;
    const std::string_view text = value;
    const std::optional<double> rating = finite_number(text.substr(0, text.find_first_of(" ?(")));
    if (!rating || *rating < 0.0 || *rating > kMaxRating) return std::nullopt;
    return rating;
  }
  return std::nullopt;
}

}  // namespace tavlab
