#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "solve/ur/layer_store.h"
#include "solve/ur/part_file.h"
#include "solve/ur/table_file.h"

namespace tavlab::ur {

/// How far the sweeps of the layers in work have come. They depend on nothing but this and the
/// values, so a run that finds both goes on to the same end.
struct LayerProgress {
  bool throws = false;           ///< the win probabilities are done, expected throws are swept
  std::uint64_t sweeps = 0;      ///< of these
  double change = 0;             ///< the largest of the last sweep
  std::uint64_t win_sweeps = 0;  ///< with `throws`: the sweeps and residual of the probabilities
  double win_residual = 0;
};

/// A table file in the making: layers are appended to `path` + ".part" as they are done, and it
/// gets its name when it is whole. What an earlier run left there is read back. Layers in work are
/// kept behind the finished ones, beyond the room that they will take themselves, in two places by
/// turns: while one is written the other is whole. FORMAT.md has the bytes.
class LayerFile {
 public:
  using Headers = std::span<LayerHeader>;
  using Values = std::span<const LayerStore::Layer>;
  static constexpr std::size_t kPlaces = 2;  ///< for layers in work

  /// Opens or begins the part file. Throws UserError when it cannot be written, when there is no
  /// room for `size` bytes, when the table or its part file exists and is something else than this
  /// table, and when another run is at work on it.
  LayerFile(std::filesystem::path path, const TableHeader& header, std::uint64_t size);

  /// Reads the next layers into `values`, where an earlier run has finished them. `headers` say
  /// which they must be, and are filled in. False when they are not there; what follows is then
  /// given up but for the layers in work.
  bool read(Headers headers, Values values);

  /// Reads how far an earlier run came with these layers, if they are where it was; otherwise
  /// false, and `values` are those to begin with.
  bool read_progress(Headers headers, Values values, LayerProgress& progress);

  /// Keeps how far these layers have come, and waits until that is on the disk.
  void write_progress(Headers headers, Values values, const LayerProgress& progress);

  /// Appends layers and waits until they are on the disk.
  void append(Headers headers, Values values);

  /// Gives the file its name.
  void finish();

 private:
  /// Whether something is at `path_`. Throws UserError when it is something else than this table.
  [[nodiscard]] bool check_target() const;
  [[nodiscard]] PartFile open_part(std::uint64_t size) const;
  void begin();
  bool read_layer(LayerHeader& header, const LayerStore::Layer& values, std::uint64_t offset);
  void reset(Headers headers, Values values) const;
  [[nodiscard]] std::span<const double> throws_of(const LayerHeader& header,
                                                  const LayerStore::Layer& values) const;
  template <typename F>
  bool for_each_block(Headers headers, Values values, std::uint64_t offset, bool throws,
                      F&& f) const;
  [[nodiscard]] std::uint64_t work_offset(Headers headers, std::size_t place) const;
  [[noreturn]] void fail(std::string_view what) const;

  std::filesystem::path path_;
  TableHeader header_;
  bool has_throws_;
  PartFile part_;
  std::uint64_t end_ = sizeof(TableHeader);  ///< of what is finished
  bool reading_ = true;                      ///< no layer has been missing so far
  std::size_t place_ = 0;                    ///< for layers in work: the next one
  std::uint64_t number_ = 0;                 ///< of the last time they were kept
};

/// The most bytes that the part file of a table takes.
std::uint64_t part_file_size(const TableShape& shape, bool throws);

}  // namespace tavlab::ur
