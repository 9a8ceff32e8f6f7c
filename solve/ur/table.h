#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/io/mapped_file.h"
#include "solve/ur/table_file.h"
#include "solve/ur/table_shape.h"

namespace tavlab::ur {

/// The values of one layer: of each position, the probability that the player to throw wins (a draw
/// counts 1/2), and the throws that the game still lasts, where they are wanted.
struct LayerView {
  const double* win = nullptr;
  const double* throws = nullptr;
};

/// A solved table, mapped into memory. Immutable; threads may share it.
///
/// It answers for positions of any game with its rules, whatever the number of pieces there, once
/// no player has more of them left than the table knows.
class Table {
 public:
  /// Opens a file for a game with these rules. Throws UserError naming the fault: no such file, no
  /// table, other rules, cut short, damaged.
  static std::shared_ptr<const Table> open(const std::filesystem::path& file, const Rules& rules);

  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  [[nodiscard]] const TableHeader& header() const { return header_; }
  [[nodiscard]] const TableShape& shape() const { return *shape_; }
  /// The most pieces of a player not home that it knows.
  [[nodiscard]] int most_pieces() const { return header_.pieces; }
  [[nodiscard]] bool has_throws() const { return header_.has_throws != 0; }
  [[nodiscard]] const std::vector<LayerHeader>& layers() const { return layers_; }

  /// Whether the table knows a position of a game with `rules`.
  [[nodiscard]] bool knows(const Rules& rules, const Position& position) const;

  /// The first player's chances (a draw counts 1/2) with optimal play of both: of a position before
  /// a throw, or after one, or at its end. It must know the position.
  [[nodiscard]] double value(const Rules& rules, const Position& position) const;

  /// The expected number of throws left with optimal play, the one of the position (awaited or
  /// known) included. Of moves that are equally good the first counts.
  [[nodiscard]] double throws(const Rules& rules, const Position& position) const;

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

/// What a table file says of itself, verified as far as that goes without its rules: its checksums,
/// its layers, and that its values can be such. For `tavlab solve --info`.
struct TableInfo {
  TableHeader header;
  std::vector<LayerHeader> layers;
  std::uint64_t bytes = 0;
};
TableInfo read_table_info(const std::filesystem::path& file);

}  // namespace tavlab::ur
