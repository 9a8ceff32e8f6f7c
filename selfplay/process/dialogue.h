#pragma once

#include <chrono>
#include <deque>
#include <string>
#include <string_view>

#include "core/io/descriptor.h"

namespace tavlab {

/// The dialogue of two programs: the last lines in memory, all of it in a file if there is one. The
/// file is appended to, one line at a time, so that several programs may write to it.
class Dialogue {
 public:
  /// `file` may be empty. Throws UserError if it cannot be written.
  explicit Dialogue(const std::string& file);

  /// Sets the number of the other process, for the lines of the file.
  void with(int process) { process_ = process; }
  void sent(std::string_view line) { note('>', line); }
  void received(std::string_view line) { note('<', line); }
  void remark(std::string_view line) { note('#', line); }
  /// Forgets the lines in memory.
  void clear() { last_.clear(); }

  /// The last lines as one: "> go movetime 100 | < info depth 1".
  [[nodiscard]] std::string last_lines() const;
  /// Where the program's standard error goes: the file, or nowhere.
  [[nodiscard]] int error_output() const { return file_.number(); }

 private:
  void note(char sign, std::string_view line);

  bool keeps_all_;
  Descriptor file_;
  std::chrono::steady_clock::time_point begun_;
  int process_ = 0;
  std::deque<std::string> last_;
};

}  // namespace tavlab
