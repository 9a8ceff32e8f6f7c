#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tavlab {

/// Makes the folder and its parents where missing. Throws UserError when that cannot be done.
void make_folder(const std::filesystem::path& folder);

/// The folder that a command writes to, made where it is missing. One that was made and in which
/// nothing came to lie, since the command failed, goes again.
class OutputFolder {
 public:
  /// Throws UserError when the folder cannot be made.
  explicit OutputFolder(std::filesystem::path folder);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

 private:
  std::filesystem::path folder_;
  bool made_ = false;
};

/// Writes a file so that nobody ever sees half of it: aside, synced, renamed into place. Throws
/// UserError when it cannot be written, and leaves what was there before.
void write_file(const std::filesystem::path& path, std::string_view content);

/// The whole of a text file. Throws UserError when it cannot be read.
std::string read_file(const std::filesystem::path& path);

}  // namespace tavlab
