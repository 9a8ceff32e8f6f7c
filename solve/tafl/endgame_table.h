#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/tafl/position.h"
#include "solve/tafl/material_index.h"

namespace tavlab::tafl {

/// Who wins a position with best play, and in how many of the winner's moves. Rules on repetition
/// are left aside: where neither side can force a win, nobody does.
struct EndgameValue {
  Result winner = Result::unfinished;  ///< unfinished: neither
  int moves = 0;                       ///< of the winner, with the best play of both
  bool operator==(const EndgameValue&) const = default;

  static constexpr int kMostMoves = 127;
  /// In one byte: 0 for neither; the moves, and 128 more for the defenders.
  [[nodiscard]] std::uint8_t code() const {
    if (winner == Result::unfinished) return 0;
    return static_cast<std::uint8_t>(moves | (winner == Result::second_wins ? 128 : 0));
  }
  static EndgameValue of_code(std::uint8_t code) {
    if (code == 0) return {};
    return {code < 128 ? Result::first_wins : Result::second_wins, code & 127};
  }
};

/// The materials up to this one, those with fewer pieces first; captures lead to earlier ones.
std::vector<Material> order_of(Material most);

/// The values of all positions with some attackers and defenders besides the king, and with fewer.
template <int Words>
class EndgameTable {
 public:
  /// One material: a byte for each number of its index, by the side to move.
  struct Layer {
    MaterialIndex<Words> index;
    std::array<std::vector<std::uint8_t>, 2> values;
  };

  /// Without values. The rules must outlive it. Throws UserError for rules that it cannot say
  /// everything of: see `check_rules`.
  EndgameTable(const Rules<Words>& rules, Material most);

  /// Reads a table. Throws UserError if the file is not a table for these rules, or is damaged.
  static std::shared_ptr<const EndgameTable> open(const std::filesystem::path& file,
                                                  const Rules<Words>& rules);
  /// Writes the layers that have values, in place of the file, with 8 bits a position, or without
  /// numbers of moves with 2. Throws UserError.
  void save(const std::filesystem::path& file, bool moves) const;
  /// Takes the layers of a file with as many pieces as it has. Throws UserError, like `open`.
  void load(const std::filesystem::path& file);

  /// Rules with dice, leaders, counters, passes, or captures of the king that a reply may undo have
  /// no tables. Throws UserError.
  static void check_rules(const Rules<Words>& rules);

  [[nodiscard]] Material most() const { return most_; }
  [[nodiscard]] static std::vector<Material> order(Material most) { return order_of(most); }

  [[nodiscard]] bool solved(Material material) const { return layer(material) != nullptr; }
  /// The layer of a material, if it has values.
  [[nodiscard]] const Layer* layer(Material material) const;
  void add(std::unique_ptr<Layer> layer);

  /// The value of a position, if the table has it; of a finished one, too.
  [[nodiscard]] std::optional<EndgameValue> find(const Position<Words>& p) const;

  // As generic code asks (solve/exact.h).
  [[nodiscard]] bool has(const Rules<Words>&, const Position<Words>& p) const {
    return find(p).has_value();
  }
  /// Whether a side wins it by force.
  [[nodiscard]] bool decided(const Position<Words>& p) const {
    return find(p).value_or(EndgameValue{}).winner != Result::unfinished;
  }
  /// The plies to the end of a decided position, counted by the winner's moves, with the best play
  /// of both. (Where a side loses by its own move, the end comes a ply earlier.)
  [[nodiscard]] int plies(const Position<Words>& p) const {
    const EndgameValue found = find(p).value_or(EndgameValue{});
    return found.moves == 0 ? 0 : 2 * found.moves - (found.winner == win_for(p.side) ? 1 : 0);
  }
  /// Where neither side can force a win, a game is drawn if repetition is, or goes on; other rules
  /// on repetition may decide it, so the table does not know it then.
  [[nodiscard]] bool knows(const Rules<Words>&, const Position<Words>& p) const {
    const std::optional<EndgameValue> found = find(p);
    return found && (found->winner != Result::unfinished || p.node == NodeKind::terminal ||
                     neither_is_drawn());
  }
  [[nodiscard]] bool neither_is_drawn() const {
    const RepetitionRule::Verdict verdict = rules_.parameters.repetition.verdict;
    return verdict == RepetitionRule::Verdict::draw || verdict == RepetitionRule::Verdict::ignored;
  }
  [[nodiscard]] double value(const Rules<Words>&, const Position<Words>& p) const {
    const EndgameValue found = find(p).value_or(EndgameValue{});
    return score(found.winner == Result::unfinished ? Result::draw : found.winner);
  }
  [[nodiscard]] double preference(const Rules<Words>& rules, const Position<Words>& p) const {
    const EndgameValue found = find(p).value_or(EndgameValue{});
    const double sign = found.winner == Result::first_wins    ? 1.0
                        : found.winner == Result::second_wins ? -1.0
                                                              : 0.0;
    return value(rules, p) - sign * 0.001 * found.moves;
  }
  [[nodiscard]] std::string covers() const;

  /// Whether it has numbers of moves; else those of its values are 1.
  [[nodiscard]] bool has_moves() const { return has_moves_; }

 private:
  void reset(Material most);
  [[nodiscard]] std::size_t place(Material m) const {
    return static_cast<std::size_t>(m.attackers * (most_.defenders + 1) + m.defenders);
  }

  const Rules<Words>& rules_;
  Material most_;
  bool has_moves_ = true;
  std::vector<std::unique_ptr<Layer>> layers_;
};

/// What a table says of one material, by the side to move: positions by winner, and the longest win
/// of each side. Placements that cannot arise are among those that nobody wins.
struct EndgameCounts {
  std::array<std::uint64_t, 3> winners{};  ///< nobody, first, second
  std::array<int, 2> longest{};            ///< moves of the winner
};
EndgameCounts count_endgames(const std::vector<std::uint8_t>& codes);

/// The content of a table's file, which needs no rules. For `tavlab solve --info`.
struct EndgameInfo {
  std::string rules, rules_hash;
  bool moves = true;
  std::uint64_t bytes = 0;
  std::array<std::string, 2> sides = {"attackers", "defenders"};
  std::size_t materials = 0;  ///< that the whole table has; there are fewer layers while it is made
  struct Layer {
    Material material;
    std::array<EndgameCounts, 2> counts;  ///< by the side to move
  };
  std::vector<Layer> layers;
};
/// Whether the file begins as a table of endgames.
bool is_endgame_table(const std::filesystem::path& file);
/// Throws UserError if it is damaged.
EndgameInfo read_endgame_info(const std::filesystem::path& file);

extern template class EndgameTable<2>;
extern template class EndgameTable<6>;

}  // namespace tavlab::tafl
