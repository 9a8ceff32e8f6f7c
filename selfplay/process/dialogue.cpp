#include "selfplay/process/dialogue.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/error.h"
#include "core/text.h"

namespace tavlab {
namespace {

constexpr std::size_t kLastLines = 6;
constexpr std::size_t kLastBytes = 100;  ///< of each

int open_log(const std::string& file) {
  if (file.empty()) return ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  return ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

}  // namespace

Dialogue::Dialogue(const std::string& file)
    : keeps_all_(!file.empty()), file_(open_log(file)), begun_(std::chrono::steady_clock::now()) {
  if (file_.number() < 0) {
    throw UserError(fmt::format("log {}: {}", in_quotes(file), std::strerror(errno)));
  }
}

void Dialogue::note(char sign, std::string_view line) {
  std::string shown;
  // The end of a line that tells moves says more than its beginning.
  if (line.size() > kLastBytes) {
    shown = fmt::format("{}...{}", line.substr(0, kLastBytes / 2),
                        line.substr(line.size() - kLastBytes / 2));
  } else {
    shown = line;
  }
  last_.push_back(fmt::format("{} {}", sign, printable(shown)));
  if (last_.size() > kLastLines) last_.pop_front();
  if (!keeps_all_) return;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  const std::string text =
      fmt::format("{:.3f} {} {} {}\n", seconds, process_, sign, printable(line));
  // A log on a full disk must not end a match.
  [[maybe_unused]] const ssize_t written = ::write(file_.number(), text.data(), text.size());
}

std::string Dialogue::last_lines() const { return fmt::format("{}", fmt::join(last_, " | ")); }

}  // namespace tavlab
