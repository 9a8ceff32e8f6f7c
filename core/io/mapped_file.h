#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace tavlab {

/// A regular file mapped into memory, read-only.
///
/// If another program truncates the file, or the disk fails, reading the missing part raises SIGBUS
/// instead of an error that could be caught. The first mapping therefore installs a handler that
/// knows the ranges of all mappings: a fault in one of them ends the process with a one-line error
/// and exit code 2. Any other SIGBUS is handled as before.
class MappedFile {
 public:
  /// `kind` names the kind of file in messages, as in: table 'FILE': it is empty. Throws UserError
  /// when it cannot be read, is not a regular file (a folder, pipe or device), or is empty.
  MappedFile(const std::filesystem::path& file, std::string_view kind);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] std::span<const std::byte> bytes() const { return {bytes_, size_}; }

 private:
  const std::byte* bytes_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tavlab
