#include "serve/game/table_shelf.h"

#include <algorithm>
#include <system_error>
#include <vector>

namespace tavlab::serve {
namespace {

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error)) {
    if (each->is_regular_file(error)) files.push_back(each->path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

TableShelf::Opened TableShelf::find(std::uint64_t rules_hash, const Open& open) {
  if (folder_.empty()) return nullptr;
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(open_, rules_hash, &std::pair<std::uint64_t, Opened>::first);
  if (known != open_.end()) return known->second;
  for (const std::filesystem::path& file : files_in(folder_)) {
    Opened table = open(file);
    if (!table) continue;
    if (open_.size() == kMostOpen) open_.pop_front();
    open_.emplace_back(rules_hash, table);
    return table;
  }
  return nullptr;
}

}  // namespace tavlab::serve
