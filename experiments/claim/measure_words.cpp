#include "experiments/claim/measure_words.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "experiments/measure/game_measures.h"
#include "experiments/text/player.h"

namespace tavlab {
namespace {

/// Measures of claims that are not among the game measures; {} stands for what follows the colon.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kWords = {{
    {"agent_score", "points of the first agent"},
    {"reason", "games that end so: {}"},
    {"throw", "rolls that are {}, as a share"},
    {"longest_turn_from", "games with a turn of at least {} moves"},
    {"longest_run_from", "games in which one side moves {} times in a row"},
    {"moves", "moves of the kind {}, as a share"},
    {"pieces_down_to", "games in which a side is down to {} pieces"},
    {"blocked_share", "rolls above 0 that allow no move, as a share"},
    {"blocked_in", "rolls that allow no move, of players with a man in: {}, as a share"},
    {"captures_in", "moves that capture in: {}, as a share"},
    {"waiting_share", "men still in hand, as a share"},
    {"duel_share", "rolls with men in a duel, as a share"},
}};

}  // namespace

std::string measure_words(std::string_view measure, std::string_view first_player) {
  if (measure == "score") return fmt::format("score of {}", in_sentence(first_player));
  if (measure == "exact") {
    return fmt::format("winning probability of {} with best play", in_sentence(first_player));
  }
  if (const GameMeasure* const known = find_game_measure(measure)) {
    return std::string(known->meaning);
  }
  const std::size_t colon = measure.find(':');
  for (const auto& [name, words] : kWords) {
    if (name != measure.substr(0, colon)) continue;
    const std::string_view after =
        colon == std::string_view::npos ? std::string_view{} : measure.substr(colon + 1);
    return fmt::format(fmt::runtime(words), after);
  }
  return std::string(measure);
}

std::string hypothesis_words(const Hypothesis& hypothesis, std::string_view first_player) {
  const std::string what = measure_words(hypothesis.measure, first_player);
  if (hypothesis.arms.size() < 2) return fmt::format("{}: {}", what, hypothesis.arms.front());
  return fmt::format("{}: {} minus {}", what, hypothesis.arms[0], hypothesis.arms[1]);
}

}  // namespace tavlab
