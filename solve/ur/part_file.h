#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace tavlab::ur {

/// A file in the making: `path` + ".part", which gets its name when it is whole. It belongs to one
/// run at a time, by a lock. All faults come as UserError; what is on the disk stays as it is.
class PartFile {
 public:
  /// Opens or begins the part file.
  explicit PartFile(std::filesystem::path path);
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  ~PartFile();

  [[nodiscard]] std::uint64_t size() const;

  /// False where the file ends before.
  bool read(void* to, std::size_t size, std::uint64_t offset) const;
  void write(const void* from, std::size_t size, std::uint64_t offset);
  /// Waits until what was written is on the disk.
  void sync();
  void cut(std::uint64_t size);

  /// Gives the file its name, in place of a file there when `replace` says so.
  void finish(bool replace);

  /// Removes the file, where nothing was there before it.
  void remove_if_new();

  [[noreturn]] void fail(std::string_view what) const;
  [[noreturn]] void fail_part(std::string_view what) const;

  /// Bytes that the part file of a path takes on the disk; 0 where there is none.
  static std::uint64_t taken(const std::filesystem::path& path);

 private:
  [[noreturn]] void fail_to(std::string_view what) const;  ///< with what errno says

  std::filesystem::path path_, part_;
  int descriptor_ = -1;
  bool new_ = false;
};

}  // namespace tavlab::ur
