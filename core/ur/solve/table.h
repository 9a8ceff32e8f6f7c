#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/io/mapped_file.h"
#include "core/ur/solve/table_file.h"
#include "core/ur/solve/table_shape.h"

namespace tavlab::ur {

/// The values of one layer: for each position, the probability that the player to roll wins (a draw
/// counts 1/2), and optionally the expected rolls until the end of the game.
struct LayerView {
  const double* win = nullptr;
  const double* rolls = nullptr;
};

/// A solved table, mapped into memory. Immutable; threads may share it.
///
/// It covers positions of any game with its rules, with any number of pieces, once no player has
/// more pieces left than the table covers.
class Table {
 public:
  /// Opens a file for a game with these rules. Throws UserError if the file is missing, not a
  /// table, for other rules, truncated or damaged.
  static std::shared_ptr<const Table> open(const std::filesystem::path& file, const Rules& rules);

  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  [[nodiscard]] const TableHeader& header() const { return header_; }
  [[nodiscard]] const TableShape& shape() const { return *shape_; }
  /// The maximum number of a player's pieces not home that it covers.
  [[nodiscard]] int most_pieces() const { return header_.pieces; }
  [[nodiscard]] bool has_rolls() const { return header_.has_rolls != 0; }
  [[nodiscard]] const std::vector<LayerHeader>& layers() const { return layers_; }

  /// Whether the table covers a position of a game with `rules`.
  [[nodiscard]] bool knows(const Rules& rules, const Position& position) const;

  /// The first player's win probability (a draw counts 1/2) with optimal play by both, for a
  /// position before or after a roll or at the end. The table must cover the position.
  [[nodiscard]] double value(const Rules& rules, const Position& position) const;

  [[nodiscard]] bool has(const Rules& rules, const Position& position) const {
    return knows(rules, position);
  }
  [[nodiscard]] double preference(const Rules& rules, const Position& position) const {
    return value(rules, position);
  }
  [[nodiscard]] std::string covers() const;
  [[nodiscard]] static bool has_moves() { return true; }

  /// The expected number of rolls left with optimal play, including the position's own (due or
  /// known). Among equally good moves the first one counts.
  [[nodiscard]] double rolls(const Rules& rules, const Position& position) const;

 private:
  Table(const std::filesystem::path& file, const Rules& rules);
  [[nodiscard]] std::size_t place(const Rules& rules, const Position& position,
                                  LayerView& layer) const;

  MappedFile mapping_;
  TableHeader header_;
  std::optional<TableShape> shape_;
  std::vector<LayerHeader> layers_;
  std::vector<LayerView> views_;  ///< by pieces left
};

/// The metadata of a table file, verified as far as possible without its rules: checksums, layers,
/// and the range of its values. For `tavlab solve --info`.
struct TableInfo {
  TableHeader header;
  std::vector<LayerHeader> layers;
  std::uint64_t bytes = 0;
};
TableInfo read_table_info(const std::filesystem::path& file);

}  // namespace tavlab::ur
