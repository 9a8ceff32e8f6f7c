#pragma once

#include <filesystem>

#include "experiments/store/sqlite.h"

namespace tavlab {

/// Where the store of a folder is read from, and how, so that it can be read where its folder
/// cannot be written, and without any change there where that is asked for. SQLite otherwise makes
/// files beside a store while it reads it.
class StoreSource {
 public:
  /// `scratch`: a folder for what must be written to read the store when nothing in `folder` may
  /// change; empty where it may. Throws UserError where the store can be read in no way.
  StoreSource(const std::filesystem::path& folder, const std::filesystem::path& scratch);
  /// Removes a copy; SQLite goes on with the files that it has open.
  ~StoreSource();
  StoreSource(const StoreSource&) = delete;
  StoreSource& operator=(const StoreSource&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] sqlite::Mode mode() const { return mode_; }

 private:
  std::filesystem::path path_;
  std::filesystem::path copy_;  ///< folder of a copy; empty without
  sqlite::Mode mode_ = sqlite::Mode::existing;
};

}  // namespace tavlab
