#include "experiments/folder/report_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "core/error.h"
#include "core/io/files.h"
#include "experiments/folder/output_folder.h"
#include "selfplay/run_folder.h"

namespace tavlab {

namespace fs = std::filesystem;

ReportFolder::ReportFolder(const fs::path& run, const fs::path& out,
                           std::span<const std::string> names, bool force)
    : path_(run) {
  std::error_code error;
  if (out.empty() || fs::equivalent(run, out, error)) {
    if (fs::is_directory(run, error) && access(run.c_str(), W_OK) != 0) {
      throw UserError(
          fmt::format("{}: cannot be written ({}); name another folder for the report with --out",
                      run.string(), std::strerror(errno)));
    }
    return;
  }
  if (!fs::exists(run / "games.sqlite", error)) return;  // nothing to report or create
  made_ = !fs::exists(out, error);
  make_folder(out);
  if (fs::exists(out / "games.sqlite", error)) {
    throw UserError(fmt::format(
        "{}: holds another run, whose report would be lost; choose another --out", out.string()));
  }
  check_no_training(out);
  if (!force) refuse_foreign_files(out, names);
  path_ = scratch_ = out;
}

ReportFolder::~ReportFolder() {
  std::error_code error;
  if (made_) fs::remove(path_, error);  // fails if there are files in it
}

}  // namespace tavlab
