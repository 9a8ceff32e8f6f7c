#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace tavlab {

/// Where the report of a run goes: into the run's own folder, or into another one, so that
/// archived, read-only runs can have reports too.
class ReportFolder {
 public:
  /// `out` is empty for the run's own folder; another folder is created if missing. Throws
  /// UserError if it cannot be written, if it holds another run, whose files would be replaced, or,
  /// without `force`, if something has one of the `names` of the report's files.
  ReportFolder(const std::filesystem::path& run, const std::filesystem::path& out,
               std::span<const std::string> names, bool force);
  /// A created folder that is still empty is removed again.
  ~ReportFolder();
  ReportFolder(const ReportFolder&) = delete;
  ReportFolder& operator=(const ReportFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// For Store::open_for_report: empty if the run's own folder may change.
  [[nodiscard]] const std::filesystem::path& scratch() const { return scratch_; }

 private:
  std::filesystem::path path_;
  std::filesystem::path scratch_;
  bool made_ = false;
};

}  // namespace tavlab
