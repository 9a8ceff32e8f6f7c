#include "selfplay/process/dialogue.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "core/error.h"
#include "core/io/descriptor.h"
#include "core/text.h"

namespace tavlab {
namespace {

constexpr std::size_t kLastLines = 6;
constexpr std::size_t kLastBytes = 100;  ///< of each

constexpr std::string_view kFirstLine = "# tavlab: dialogue with a program\n";

[[noreturn]] void refuse(const std::string& file, std::string_view why) {
  throw UserError(fmt::format("log {}: {}", in_quotes(file), why));
}

/// Whether an open file begins like a log.
bool is_log(int descriptor) {
  std::array<char, kFirstLine.size()> begin{};
  const ssize_t count = ::pread(descriptor, begin.data(), begin.size(), 0);
  return count == static_cast<ssize_t>(begin.size()) &&
         std::string_view(begin.data(), begin.size()) == kFirstLine;
}

/// Opens a log for appending; refuses links and files that are not logs. Returns the descriptor.
int open_log(const std::string& file) {
  if (file.empty()) return ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  // Without O_NONBLOCK opening a pipe would wait for its other end.
  Descriptor opened(::open(
      file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
  if (opened.number() < 0) {
    refuse(file, errno == ELOOP ? "is a symbolic link; choose another file" : std::strerror(errno));
  }
  struct stat about {};
  if (::fstat(opened.number(), &about) != 0) refuse(file, std::strerror(errno));
  if (!S_ISREG(about.st_mode)) refuse(file, "is not a regular file");
  if (about.st_size == 0) {
    if (::write(opened.number(), kFirstLine.data(), kFirstLine.size()) < 0) {
      refuse(file, std::strerror(errno));
    }
  } else if (!is_log(opened.number())) {
    refuse(file, "exists and is not a tavlab log; choose another file");
  }
  return opened.take();
}

}  // namespace

Dialogue::Dialogue(const std::string& file)
    : keeps_all_(!file.empty()), file_(open_log(file)), begun_(std::chrono::steady_clock::now()) {}

void Dialogue::note(char sign, std::string_view line) {
  std::string shown;
  // The end of a line with moves is more informative than its beginning.
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
