#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace tavlab {

/// Where the report of a run goes: into the run's own folder, or into another one, so that a run
/// that is archived and cannot be written has reports, too.
class ReportFolder {
 public:
  /// `out` is empty for the run's own folder; another one is made where it is missing. Throws
  /// UserError where it cannot be written, where another run is at home, whose files the report's
  /// would replace, or, but for `force`, where something has one of `names`, which are the
  /// report's.
  ReportFolder(const std::filesystem::path& run, const std::filesystem::path& out,
               std::span<const std::string> names, bool force);
  /// A folder that was made is removed again if it is still empty.
  ~ReportFolder();
  ReportFolder(const ReportFolder&) = delete;
  ReportFolder& operator=(const ReportFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// For Store::open_for_report: empty where the run's own folder may change.
  [[nodiscard]] const std::filesystem::path& scratch() const { return scratch_; }

 private:
  std::filesystem::path path_;
  std::filesystem::path scratch_;
  bool made_ = false;
};

}  // namespace tavlab
