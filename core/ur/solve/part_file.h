#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace tavlab::ur {

/// A file being written: `path` + ".part", renamed when complete. A lock makes it exclusive to one
/// run. All errors are UserError; the data on disk stays as it is.
class PartFile {
 public:
  /// Opens or creates the part file.
  explicit PartFile(std::filesystem::path path);
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  ~PartFile();

  [[nodiscard]] std::uint64_t size() const;

  /// Returns false if the file ends before.
  bool read(void* to, std::size_t size, std::uint64_t offset) const;
  void write(const void* from, std::size_t size, std::uint64_t offset);
  /// Syncs the file to disk.
  void sync();
  void cut(std::uint64_t size);

  /// Renames the file to its final name, replacing an existing file if `replace` is set.
  void finish(bool replace);

  /// Removes the file if this object created it.
  void remove_if_new();

  [[noreturn]] void fail(std::string_view what) const;
  [[noreturn]] void fail_part(std::string_view what) const;

  /// The bytes on disk of the part file of a path; 0 if there is none.
  static std::uint64_t taken(const std::filesystem::path& path);

 private:
  [[noreturn]] void fail_to(std::string_view what) const;  ///< with the text of errno

  std::filesystem::path path_, part_;
  int descriptor_ = -1;
  bool new_ = false;
};

}  // namespace tavlab::ur
