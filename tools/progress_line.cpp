#include "tools/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include "core/notice.h"
#include "tools/cli.h"

namespace tavlab::cli {

ProgressLine::ProgressLine(std::string_view unit, std::uint64_t total, std::FILE* stream)
    : unit_(unit),
      total_(total),
      stream_(stream),
      terminal_(isatty(fileno(stream)) != 0),
      begun_(now_seconds()),
      shown_(begun_) {}

void ProgressLine::update(std::uint64_t done, std::string_view note) {
  const double now = now_seconds();
  if (now - begun_ < 1.0 || now - shown_ < (terminal_ ? 0.2 : 10.0)) return;
  shown_ = now;
  const double rate = static_cast<double>(done) / (now - begun_);
  const double left = rate > 0 ? static_cast<double>(total_ - done) / rate : 0.0;
  notice(stream_, "{}{} of {} {}, {:.1f}/s, {:.0f} s left, {}{}", terminal_ ? "\r" : "", done,
         total_, unit_, rate, left, note, terminal_ ? "\x1b[K" : "\n");
  drawn_ = terminal_;
}

void ProgressLine::finish() {
  if (!drawn_) return;
  notice(stream_, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace tavlab::cli
