#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "selfplay/record/check_games.h"
#include "selfplay/record/recorded_game.h"

namespace tavlab {

/// A game of a collection, and what the rules say of it.
struct CollectedGame {
  std::string file;
  std::size_t number = 0;  ///< in its file, from 1
  RecordedGame recorded;
  CheckedGame checked;
};

/// A game that does not count.
struct LeftOut {
  std::string file;
  std::size_t number = 0;
  int line = 0;
  int ply = 0;  ///< from 1; 0 if it is about the game as a whole
  std::string why;

  bool operator==(const LeftOut&) const = default;
};

/// Whether and why a game does not count: it cannot be read, has no move, begins at another
/// position than the rules', or cannot be replayed to its end with the result that the record
/// states. Other captures in the record alone are no reason, as in `tavlab games convert`.
std::optional<LeftOut> left_out(const CollectedGame& game);

/// The result of a game that counts: what the record states, or else the rules.
Result result_of(const CollectedGame& game);

/// How a game that counts ended: the rules' reason such as "king captured", or, as far as the
/// record says it, "resigned", "time forfeit", "abandoned", "agreed" or the text of its tag Reason
/// or Termination; "not stated", or "unfinished".
std::string end_of(const CollectedGame& game);

/// The rating of the player of a side: the tag that ends in "Elo" or "Rating" after "First" or
/// "Second", the side's name or its colour, as in [WhiteElo "1512"]; case, "-" and "_" do not
/// count. What follows the number, as in "1512?" and "1512 ± 80", does not count either. Empty if
/// there is none, or it is not a number from 0 to 9999, such as "unrated".
std::optional<double> rating_of(const CollectedGame& game, Side side);

}  // namespace tavlab
