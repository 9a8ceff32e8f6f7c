#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "core/ur/solve/layer_store.h"
#include "core/ur/solve/part_file.h"
#include "core/ur/solve/table_file.h"

namespace tavlab::ur {

/// The progress of the current layers. Sweeps depend only on this and the values, so a run that
/// resumes from both gets the same result.
struct LayerProgress {
  bool rolls = false;            ///< win probabilities are done, expected rolls are being swept
  std::uint64_t sweeps = 0;      ///< of the current quantity
  double change = 0;             ///< the largest of the last sweep
  std::uint64_t win_sweeps = 0;  ///< with `rolls`: the sweeps and residual of the probabilities
  double win_residual = 0;
};

/// A table file being written: finished layers are appended to `path` + ".part", which is renamed
/// when complete. A later run resumes from the part file. Checkpoints of the current layers follow
/// the finished ones, after the space reserved for the current layers, in two alternating slots:
/// one of them is always complete. FORMAT.md specifies the bytes.
class LayerFile {
 public:
  using Headers = std::span<LayerHeader>;
  using Values = std::span<const LayerStore::Layer>;
  static constexpr std::size_t kPlaces = 2;  ///< slots for checkpoints

  /// Opens or creates the part file. Throws UserError when it cannot be written, when there is no
  /// room for `size` bytes, when the table or its part file exists and is not this table, and when
  /// another run is using it.
  LayerFile(std::filesystem::path path, const TableHeader& header, std::uint64_t size);

  /// Reads the next layers into `values` if an earlier run has finished them. `headers` state which
  /// layers are expected, and are filled in. Returns false if they are missing; then everything
  /// after them is discarded except a checkpoint.
  bool read(Headers headers, Values values);

  /// Reads an earlier run's checkpoint of these layers. Returns false if there is none; then
  /// `values` are the initial ones.
  bool read_progress(Headers headers, Values values, LayerProgress& progress);

  /// Writes a checkpoint of these layers and syncs it to disk.
  void write_progress(Headers headers, Values values, const LayerProgress& progress);

  /// Appends finished layers and syncs them to disk.
  void append(Headers headers, Values values);

  /// Renames the complete file.
  void finish();

 private:
  /// Whether `path_` exists. Throws UserError if it is not this table.
  [[nodiscard]] bool check_target() const;
  [[nodiscard]] PartFile open_part(std::uint64_t size) const;
  void begin();
  bool read_layer(LayerHeader& header, const LayerStore::Layer& values, std::uint64_t offset);
  void reset(Headers headers, Values values) const;
  [[nodiscard]] std::span<const double> rolls_of(const LayerHeader& header,
                                                 const LayerStore::Layer& values) const;
  template <typename F>
  bool for_each_block(Headers headers, Values values, std::uint64_t offset, bool rolls,
                      F&& f) const;
  [[nodiscard]] std::uint64_t work_offset(Headers headers, std::size_t place) const;
  [[noreturn]] void fail(std::string_view what) const;

  std::filesystem::path path_;
  TableHeader header_;
  bool has_rolls_;
  PartFile part_;
  std::uint64_t end_ = sizeof(TableHeader);  ///< of the finished layers
  bool reading_ = true;                      ///< no layer has been missing so far
  std::size_t place_ = 0;                    ///< the next checkpoint's slot
  std::uint64_t number_ = 0;                 ///< of the last checkpoint
};

/// The maximum size of a table's part file.
std::uint64_t part_file_size(const TableShape& shape, bool rolls);

}  // namespace tavlab::ur
