#pragma once

#include <filesystem>

#include "experiments/store/sqlite.h"

namespace tavlab {

/// Where and how to read the store of a folder, so that this works in a read-only folder and, if
/// requested, changes nothing there. SQLite otherwise makes files beside a store while it reads it.
class StoreSource {
 public:
  /// `scratch`: a folder for files that must be written to read the store when nothing in `folder`
  /// may change; empty if it may. Throws UserError if the store cannot be read.
  StoreSource(const std::filesystem::path& folder, const std::filesystem::path& scratch);
  /// Removes a copy; SQLite keeps using the files that it has open.
  ~StoreSource();
  StoreSource(const StoreSource&) = delete;
  StoreSource& operator=(const StoreSource&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] sqlite::Mode mode() const { return mode_; }

 private:
  std::filesystem::path path_;
  std::filesystem::path copy_;  ///< folder of a copy; empty if there is none
  sqlite::Mode mode_ = sqlite::Mode::existing;
};

}  // namespace tavlab
