#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tavlab {

/// What a game tells: its values, one for each hypothesis, and a hash of its moves.
struct Observation {
  std::vector<std::optional<double>> values;
  std::uint64_t moves;
};

/// Notices when the games of a cell only repeat earlier ones, as those of agents without chance do
/// once all openings were played: they are no new observations.
///
/// Agents that draw lots may repeat a short game by chance, and that counts. So a repeated game is
/// held back until a new one comes, and given up when there are too many in a row for chance.
class GameRepeats {
 public:
  /// So many repeated games in a row are no chance. Even: games may come in pairs.
  static constexpr std::size_t kMostInARow = 16;

  /// Takes the next game, and returns the values of those that now count, in order.
  [[nodiscard]] std::vector<std::vector<std::optional<double>>> next(const Observation& game) {
    if (exhausted()) return {};
    const bool is_new = seen_.insert(game.moves).second;
    held_.push_back(game.values);
    if (!is_new) return {};
    return std::exchange(held_, {});
  }

  /// Games that have been taken and do not count, or not yet.
  [[nodiscard]] std::size_t held() const { return held_.size(); }
  /// Whether all further games are taken for repeated ones.
  [[nodiscard]] bool exhausted() const { return held_.size() >= kMostInARow; }

 private:
  std::unordered_set<std::uint64_t> seen_;
  std::vector<std::vector<std::optional<double>>> held_;
};

}  // namespace tavlab
