#include "selfplay/process/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <optional>

#include "core/error.h"
#include "core/text.h"
#include "selfplay/process/command_words.h"

namespace tavlab {
namespace {

using namespace std::chrono_literals;

[[noreturn]] void fail(std::string_view program, std::string_view what) {
  throw UserError(
      fmt::format("program {}: {}: {}", in_quotes(program), what, std::strerror(errno)));
}

/// Writing to a program that has exited must not end this one, whatever it does with SIGPIPE.
class PipeSignalBlocked {
 public:
  PipeSignalBlocked() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~PipeSignalBlocked() {
    if (!was_pending_) {
      const timespec now = {};
      while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  PipeSignalBlocked(const PipeSignalBlocked&) = delete;
  PipeSignalBlocked& operator=(const PipeSignalBlocked&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

/// Milliseconds to the deadline for poll, rounded up.
int milliseconds_to(ChildProcess::Clock::time_point deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - ChildProcess::Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1 << 30));
}

/// Runs in the new process before it becomes the program. Makes only calls that are safe after a
/// fork of a multithreaded process.
[[noreturn]] void become(const char* file, char* const* words, pid_t parent, int input, int output,
                         int error_output, int report) {
  const auto give_up = [report] {
    const int error = errno;
    [[maybe_unused]] const ssize_t written = ::write(report, &error, sizeof error);
    ::_exit(127);
  };
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before that took effect
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    ::sigaction(signal, &action, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (::dup2(input, STDIN_FILENO) < 0 || ::dup2(output, STDOUT_FILENO) < 0 ||
      ::dup2(error_output, STDERR_FILENO) < 0) {
    give_up();
  }
  // Libraries may have opened files without close-on-exec.
#ifdef SYS_close_range
  constexpr unsigned kCloseOnExec = 4;  // CLOSE_RANGE_CLOEXEC
  const bool all = ::syscall(SYS_close_range, 3U, ~0U, kCloseOnExec) == 0;
#else
  const bool all = false;
#endif
  for (int other = 3; !all && other < 1024; ++other) ::fcntl(other, F_SETFD, FD_CLOEXEC);
  ::execv(file, words);
  give_up();
  ::_exit(127);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& words, int error_output)
    : wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  const std::string file = find_program(words.at(0)).string();
  std::array<int, 2> in = {-1, -1}, out = {-1, -1}, report = {-1, -1};
  if (wake_.number() < 0 || ::pipe2(in.data(), O_CLOEXEC) != 0) fail(words[0], "no pipe");
  Descriptor input(in[0]);
  to_.reset(in[1]);
  if (::pipe2(out.data(), O_CLOEXEC) != 0) fail(words[0], "no pipe");
  from_.reset(out[0]);
  Descriptor output(out[1]);
  if (::pipe2(report.data(), O_CLOEXEC) != 0) fail(words[0], "no pipe");
  const Descriptor told(report[0]);
  Descriptor telling(report[1]);
  ::fcntl(to_.number(), F_SETFL, O_NONBLOCK);
  ::fcntl(from_.number(), F_SETFL, O_NONBLOCK);

  keeper_ = std::jthread([&, this] {
    keep(file, words, input.number(), output.number(), error_output, telling.number());
  });
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return started_; });
  }
  input.close();
  output.close();
  telling.close();
  int error = start_error_;
  if (error == 0) {
    // The other end closes when the program begins.
    ssize_t size = 0;
    while ((size = ::read(told.number(), &error, sizeof error)) < 0 && errno == EINTR) {
    }
    if (size <= 0) error = 0;
  }
  if (error == 0) return;
  end(0ms);
  errno = error;
  fail(words[0], "cannot be started");
}

ChildProcess::~ChildProcess() { kill(); }

void ChildProcess::keep(const std::string& file, const std::vector<std::string>& words, int input,
                        int output, int error_output, int report) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    become(file.c_str(), pointers.data(), parent, input, output, error_output, report);
  }
  {
    // From here on the arguments may be gone.
    const std::lock_guard lock(mutex_);
    start_error_ = child < 0 ? errno : 0;
    pid_ = child;
    started_ = true;
    if (child < 0) ended_ = reaped_ = true;
    changed_.notify_all();
  }
  if (child < 0) return;
  siginfo_t info = {};
  // It is not reaped yet, so that no other process gets its number before its group is killed.
  while (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) < 0 &&
         errno == EINTR) {
  }
  const std::lock_guard lock(mutex_);
  status_code_ = info.si_code;
  status_ = info.si_status;
  ended_ = true;
  changed_.notify_all();
  wake_up();
}

void ChildProcess::wake_up() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_.number(), &one, sizeof one);
}

bool ChildProcess::has_ended() {
  const std::lock_guard lock(mutex_);
  return ended_;
}

bool ChildProcess::wait_for_end(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience, [this] { return ended_; });
}

void ChildProcess::signal_all(int signal) const {
  ::kill(-pid_, signal);  // and its children
  ::kill(pid_, signal);   // it may have left its group
}

void ChildProcess::end(std::chrono::milliseconds patience) {
  to_.close();
  from_.close();
  closed_ = true;
  if (reaped_) return;
  if (patience > 0ms && !wait_for_end(patience)) {
    signal_all(SIGTERM);
    wait_for_end(patience);
  }
  signal_all(SIGKILL);
  if (keeper_.joinable()) keeper_.join();
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  reaped_ = true;
}

std::string ChildProcess::how_it_ended() {
  if (!wait_for_end(200ms)) return "it closed its output but is still running";
  const std::lock_guard lock(mutex_);
  if (status_code_ == CLD_EXITED) return fmt::format("exit code {}", status_);
  const char* const name = ::sigdescr_np(status_);
  return fmt::format("killed by signal {} ({})", status_, name == nullptr ? "unknown" : name);
}

ChildProcess::Event ChildProcess::read_available() {
  if (closed_) return Event::ended;
  if (read_from_ > 0) {
    buffer_.erase(0, read_from_);
    searched_to_ -= read_from_;
    read_from_ = 0;
  }
  constexpr std::size_t kPart = std::size_t{1} << 16;
  const std::size_t before = buffer_.size();
  if (answer_bytes_ >= kMaxAnswerBytes) return Event::too_much;
  buffer_.resize(before + kPart);
  const ssize_t size = ::read(from_.number(), buffer_.data() + before, kPart);
  const int error = errno;
  buffer_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  if (size > 0) {
    answer_bytes_ += static_cast<std::size_t>(size);
    return Event::done;
  }
  if (size < 0 && (error == EAGAIN || error == EINTR)) return Event::late;
  closed_ = true;
  return Event::ended;
}

bool ChildProcess::next_line(std::string& line) {
  const std::size_t end = buffer_.find('\n', searched_to_);
  if (end == std::string::npos) {
    searched_to_ = buffer_.size();
    return false;
  }
  line.assign(buffer_, read_from_, end - read_from_);
  if (line.ends_with('\r')) line.pop_back();
  read_from_ = searched_to_ = end + 1;
  return true;
}

ChildProcess::Event ChildProcess::read_line(std::string& line, Clock::time_point deadline,
                                            const std::stop_token& stop) {
  const std::stop_callback waking(stop, [this] { wake_up(); });
  for (;;) {
    if (next_line(line)) {
      if (line.size() > kMaxLineBytes) return Event::too_much;
      return Event::done;
    }
    if (buffer_.size() - read_from_ > kMaxLineBytes) return Event::too_much;
    if (stop.stop_requested()) return Event::stopped;
    const Event event = read_available();
    // A flood of output must not hide that time is up.
    if (Clock::now() > deadline && event != Event::ended) return Event::late;
    if (event == Event::done) continue;
    if (event != Event::late) return event;
    if (has_ended()) {
      // It may have written and ended since; its children may keep the pipe open.
      if (read_available() == Event::done) continue;
      return Event::ended;
    }
    std::array<pollfd, 2> either = {{{from_.number(), POLLIN, 0}, {wake_.number(), POLLIN, 0}}};
    if (::poll(either.data(), either.size(), milliseconds_to(deadline)) == 0) return Event::late;
    if (either[1].revents != 0) {
      std::uint64_t count = 0;
      [[maybe_unused]] const ssize_t read = ::read(wake_.number(), &count, sizeof count);
    }
  }
}

ChildProcess::Event ChildProcess::write_line(std::string_view line, Clock::time_point deadline) {
  std::string text(line);
  text += '\n';
  const PipeSignalBlocked blocked;
  for (std::string_view rest = text; !rest.empty();) {
    if (to_.number() < 0) return Event::ended;
    const ssize_t size = ::write(to_.number(), rest.data(), rest.size());
    if (size > 0) {
      rest.remove_prefix(static_cast<std::size_t>(size));
      continue;
    }
    if (size < 0 && errno != EAGAIN && errno != EINTR) return Event::ended;
    if (Clock::now() > deadline) return Event::late;
    const Event said = read_available();
    if (said == Event::too_much) return said;
    std::array<pollfd, 2> either = {
        {{to_.number(), POLLOUT, 0}, {closed_ ? -1 : from_.number(), POLLIN, 0}}};
    if (said != Event::done) ::poll(either.data(), either.size(), milliseconds_to(deadline));
  }
  return Event::done;
}

void ChildProcess::drop_output() {
  begin_answer();
  while (read_available() == Event::done) read_from_ = searched_to_ = buffer_.size();
  read_from_ = searched_to_ = buffer_.size();
}

}  // namespace tavlab
