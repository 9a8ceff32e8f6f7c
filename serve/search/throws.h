#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "serve/api/request.h"
#include "serve/game/served_game.h"

namespace tavlab::serve {

/// The parts of the time of an analysis before a throw: all throws are searched briefly, so that
/// there is a value soon, and then well.
inline constexpr std::array<double, 2> kThrowRounds = {0.15, 0.85};

/// The throws of a position in which one is due. The value before the throw is the mean over them;
/// where a throw passes the turn, that over the throws after it, and so on, except for those that
/// are so rare that they hardly count: the mean is then that over the others.
class Throws {
 public:
  /// A throw after which somebody is to move, to be searched.
  struct Decision {
    std::vector<std::string> words;  ///< the throws since the position
    double share;                    ///< of all time: their probability among those of decisions
    std::optional<SearchView> found;
  };

  /// The game's present position; the game is as it was afterwards.
  explicit Throws(ServedGame& game);

  [[nodiscard]] std::vector<Decision>& decisions() { return decisions_; }

  /// The throws with their values, as far as they are known, and their mean if they all are.
  [[nodiscard]] Json json(double seconds) const;

 private:
  /// A throw, or the position itself.
  struct Node {
    std::string text;
    double probability = 1;
    std::optional<double> value;          ///< if the throw ends the game
    std::optional<std::size_t> decision;  ///< the place of what is to be searched
    std::vector<Node> after;              ///< if the turn passes
    bool rare = false;                    ///< left out
  };

  void expand(ServedGame& game, Node& node, double probability, std::vector<std::string>& words);
  [[nodiscard]] std::optional<double> value(const Node& node) const;

  Node root_;
  std::vector<Decision> decisions_;
};

}  // namespace tavlab::serve
