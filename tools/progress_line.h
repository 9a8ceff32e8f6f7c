#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace tavlab::cli {

/// One line that tells how far a command has come: done, rate, time left, and a word of the
/// caller's. Redrawn in place on a terminal; elsewhere a plain line every ten seconds. Nothing
/// appears for work that takes less than a second.
class ProgressLine {
 public:
  ProgressLine(std::string_view unit, std::uint64_t total, std::FILE* stream = stderr);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { finish(); }

  void update(std::uint64_t done, std::string_view note);
  /// Clears the line on a terminal.
  void finish();

 private:
  std::string unit_;
  std::uint64_t total_;
  std::FILE* stream_;
  bool terminal_;
  bool drawn_ = false;
  double begun_;
  double shown_;
};

}  // namespace tavlab::cli
