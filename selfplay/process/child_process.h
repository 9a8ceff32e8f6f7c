#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/io/descriptor.h"

namespace tavlab {

/// A program that runs beside this one and communicates in lines over pipes. Whatever it does, no
/// call waits beyond its deadline, and the memory used is bounded. The program and its children
/// form one process group, which ends with this object; if this program is killed, the system kills
/// the other one.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// A longer line, or more bytes than this for one answer, are a fault.
  static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 16;
  static constexpr std::size_t kMaxAnswerBytes = std::size_t{1} << 24;

  /// Starts the program, without a shell. Its standard error goes to `error_output`, an open file.
  /// Throws UserError if it cannot be started.
  ChildProcess(const std::vector<std::string>& words, int error_output);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Kills it if it is still running.
  ~ChildProcess();

  enum class Event : std::uint8_t {
    done,      ///< the line was read or written
    late,      ///< not by the deadline
    stopped,   ///< a stop was requested
    ended,     ///< the program closed its end
    too_much,  ///< beyond the bounds above
  };

  /// Writes a line, and meanwhile reads the program's output, so that neither waits for the other.
  Event write_line(std::string_view line, Clock::time_point deadline);
  /// The next line, without its end.
  Event read_line(std::string& line, Clock::time_point deadline, const std::stop_token& stop = {});
  /// Starts counting the bytes of an answer.
  void begin_answer() { answer_bytes_ = 0; }
  /// Drops its output so far, up to the bound of one answer.
  void drop_output();

  /// Closes the pipes and waits for it to end by itself, then kills it; without patience, at once.
  void end(std::chrono::milliseconds patience);
  void kill() { end(std::chrono::milliseconds(0)); }

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// "exit code 3", "killed by signal 11 (Segmentation fault)"; waits a moment for the end of a
  /// program that has closed its pipes.
  [[nodiscard]] std::string how_it_ended();

 private:
  /// Starts it, and runs as long as it does: the system ties a program's death to the thread that
  /// started it.
  void keep(const std::string& file, const std::vector<std::string>& words, int input, int output,
            int error_output, int report);
  void signal_all(int signal) const;
  bool wait_for_end(std::chrono::milliseconds patience);
  bool has_ended();
  void wake_up() const;
  /// Reads available output. Returns done if there was any, late if not.
  Event read_available();
  bool next_line(std::string& line);

  Descriptor to_{-1};
  Descriptor from_{-1};
  Descriptor wake_;  ///< an eventfd: a stop was requested, or it has ended
  std::string buffer_;
  std::size_t read_from_ = 0;    ///< where the next line begins in the buffer
  std::size_t searched_to_ = 0;  ///< no line ends before
  std::size_t answer_bytes_ = 0;
  bool closed_ = false;  ///< its output has ended

  std::mutex mutex_;  ///< guards started_, ended_ and start_error_
  std::condition_variable changed_;
  bool started_ = false;
  bool ended_ = false;
  int start_error_ = 0;
  pid_t pid_ = -1;
  bool reaped_ = false;
  int status_code_ = 0;  ///< CLD_EXITED and the like, once ended
  int status_ = 0;
  std::jthread keeper_;
};

}  // namespace tavlab
