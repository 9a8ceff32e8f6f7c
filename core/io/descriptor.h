#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

namespace tavlab {

/// An owned file descriptor, closed on destruction unless taken. Negative: none.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] int take() { return std::exchange(number_, -1); }
  /// Owns another one instead.
  void reset(int number) {
    close();
    number_ = number;
  }
  /// Closes it now. Returns whether that succeeded.
  bool close() { return number_ < 0 || ::close(take()) == 0; }

 private:
  int number_;
};

/// Whether `path` still names the open file directly, not through a symbolic link.
inline bool names_file(const std::filesystem::path& path, int descriptor) {
  struct stat open = {}, named = {};
  return ::fstat(descriptor, &open) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

}  // namespace tavlab
