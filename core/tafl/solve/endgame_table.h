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
#include "core/tafl/solve/material_index.h"

namespace tavlab::tafl {

/// Who wins a position with best play, and in how many of the winner's moves. Rules on repetition
/// are ignored: if neither side can force a win, nobody wins.
struct EndgameValue {
  Result winner = Result::unfinished;  ///< unfinished: neither
  int moves = 0;                       ///< of the winner, with best play by both
  bool operator==(const EndgameValue&) const = default;

  static constexpr int kMaxMoves = 127;
  /// In one byte: 0 for neither; otherwise the moves, plus 128 if the defenders win.
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

/// The values of all positions with up to a number of attackers and defenders besides the king.
template <int Words>
class EndgameTable {
 public:
  /// One material: a byte for each number of its index, by the side to move.
  struct Layer {
    MaterialIndex<Words> index;
    std::array<std::vector<std::uint8_t>, 2> values;
  };

  /// A table without values. The rules must outlive it. Throws UserError for unsupported rules: see
  /// `check_rules`.
  EndgameTable(const Rules<Words>& rules, Material most);

  /// Reads a table. Throws UserError if the file is not a table for these rules, or is damaged.
  static std::shared_ptr<const EndgameTable> open(const std::filesystem::path& file,
                                                  const Rules<Words>& rules);
  /// Writes the layers that have values, replacing the file, with 8 bits per position, or 2 without
  /// numbers of moves. Throws UserError.
  void save(const std::filesystem::path& file, bool moves) const;
  /// Loads a file's layers and its maximum material. Throws UserError, like `open`.
  void load(const std::filesystem::path& file);

  /// Throws UserError for rules without tables: those with dice, leaders, counters, passes, or
  /// captures of the king that a reply may undo.
  static void check_rules(const Rules<Words>& rules);

  [[nodiscard]] Material most() const { return most_; }
  [[nodiscard]] static std::vector<Material> order(Material most) { return order_of(most); }

  [[nodiscard]] bool solved(Material material) const { return layer(material) != nullptr; }
  /// The layer of a material, if it has values.
  [[nodiscard]] const Layer* layer(Material material) const;
  void add(std::unique_ptr<Layer> layer);

  /// The value of a position, finished or not, if the table has it.
  [[nodiscard]] std::optional<EndgameValue> find(const Position<Words>& p) const;

  // The interface for generic code (core/solving/exact.h).
  [[nodiscard]] bool has(const Rules<Words>&, const Position<Words>& p) const {
    return find(p).has_value();
  }
  /// Whether a side can force a win.
  [[nodiscard]] bool decided(const Position<Words>& p) const {
    return find(p).value_or(EndgameValue{}).winner != Result::unfinished;
  }
  /// The plies to the end of a decided position, counted by the winner's moves, with best play by
  /// both. (If a side loses by its own move, the end comes a ply earlier.)
  [[nodiscard]] int plies(const Position<Words>& p) const {
    const EndgameValue found = find(p).value_or(EndgameValue{});
    return found.moves == 0 ? 0 : 2 * found.moves - (found.winner == win_for(p.side) ? 1 : 0);
  }
  /// If neither side can force a win, the game is drawn, or never ends, if repetition draws or is
  /// ignored; other rules on repetition may decide it, so its value is unknown then.
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

  /// Whether it has numbers of moves; otherwise they are 1 in all values.
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

/// Statistics of one material for one side to move: positions by winner, and the longest win of
/// each side. Unreachable placements count as won by nobody.
struct EndgameCounts {
  std::array<std::uint64_t, 3> winners{};  ///< nobody, first, second
  std::array<int, 2> longest{};            ///< moves of the winner
};
EndgameCounts count_endgames(const std::vector<std::uint8_t>& codes);

/// The content of a table's file, readable without the rules. For `tavlab solve --info`.
struct EndgameInfo {
  std::string rules, rules_hash;
  bool moves = true;
  std::uint64_t bytes = 0;
  std::array<std::string, 2> sides = {"attackers", "defenders"};
  std::size_t materials = 0;  ///< of the whole table; there are fewer layers while it is made
  struct Layer {
    Material material;
    std::array<EndgameCounts, 2> counts;  ///< by the side to move
  };
  std::vector<Layer> layers;
};
/// Whether the file begins like a table of endgames.
bool is_endgame_table(const std::filesystem::path& file);
/// Throws UserError if it is damaged.
EndgameInfo read_endgame_info(const std::filesystem::path& file);

extern template class EndgameTable<2>;
extern template class EndgameTable<6>;

}  // namespace tavlab::tafl
