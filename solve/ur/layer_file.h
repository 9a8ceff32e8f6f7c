#pragma once

#include <filesystem>
#include <span>

#include "solve/ur/layer_store.h"
#include "solve/ur/table_file.h"

namespace tavlab::ur {

/// A table file in the making: layers are appended to `path` + ".part" as they are done, and it
/// gets its name when it is whole. What an earlier run left there is read back.
class LayerFile {
 public:
  /// Opens or begins the part file. Throws UserError when it cannot be written, when there is no
  /// room for `size` bytes, when one or the other is there and is something else than this table,
  /// and when another run is at work on it.
  LayerFile(std::filesystem::path path, const TableHeader& header, std::uint64_t size);
  LayerFile(const LayerFile&) = delete;
  LayerFile& operator=(const LayerFile&) = delete;
  ~LayerFile();

  /// Reads the next layers into `values`, where an earlier run has finished them. `headers` say
  /// which they must be, and are filled in. False when they are not there; what follows is then cut
  /// off.
  bool read(std::span<LayerHeader> headers, std::span<const LayerStore::Layer> values);

  /// Appends layers and waits until they are on the disk.
  void append(std::span<LayerHeader> headers, std::span<const LayerStore::Layer> values);

  /// Gives the file its name.
  void finish();

 private:
  void check_target(const TableHeader& header) const;
  void open_part();
  [[noreturn]] void throw_about_part(std::string_view what);
  bool read_layer(LayerHeader& header, const LayerStore::Layer& values);
  bool read_bytes(void* to, std::size_t size);
  void write_bytes(const void* from, std::size_t size);
  void sync();
  [[noreturn]] void fail(std::string_view what) const;

  std::filesystem::path path_, part_;
  bool has_throws_;
  int descriptor_ = -1;
  std::uint64_t end_ = 0;  ///< of what is finished
  bool reading_ = true;    ///< no layer has been missing so far
};

}  // namespace tavlab::ur
