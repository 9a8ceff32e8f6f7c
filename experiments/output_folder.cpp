#include "experiments/output_folder.h"

#include <system_error>
#include <utility>

#include "core/files.h"

namespace tavlab {

namespace fs = std::filesystem;

OutputFolder::OutputFolder(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  made_ = !fs::exists(path_, error);
  make_folder(path_);
  lock_.emplace(path_);
}

OutputFolder::~OutputFolder() {
  lock_.reset();
  std::error_code error;
  if (made_) fs::remove(path_, error);  // which leaves a folder with files as it is
}

}  // namespace tavlab
