#include "core/io/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>

#include "core/error.h"
#include "core/io/file_error.h"

namespace tavlab {
namespace {

/// A mapping as the signal handler sees it. A handler must not lock or free anything, so ranges are
/// never freed but reused.
struct Range {
  std::atomic<std::uintptr_t> begin = 0;  ///< 0: free
  std::atomic<std::uintptr_t> end = 0;
  std::string message;
  Range* next = nullptr;
};

// Global, like the process's signal actions.
std::atomic<Range*> ranges = nullptr;
std::mutex ranges_mutex;  // guards changes
struct sigaction action_before = {};
std::atomic_flag reporting = ATOMIC_FLAG_INIT;
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);

constexpr int kExitCode = 2;

[[noreturn]] void report_and_exit(const std::string& message) {
  // A second thread that gets here must not exit before the first has written its message.
  while (reporting.test_and_set()) ::pause();
  const char* text = message.data();
  for (std::size_t left = message.size(); left > 0;) {
    const ssize_t written = ::write(STDERR_FILENO, text, left);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    text += written;
    left -= static_cast<std::size_t>(written);
  }
  ::_exit(kExitCode);
}

void on_bus_error(int signal, siginfo_t* info, void*) {
  const bool sent = info->si_code <= 0;  // by a program, not by a memory fault
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (const Range* r = sent ? nullptr : ranges.load(); r != nullptr; r = r->next) {
    const std::uintptr_t begin = r->begin.load();
    if (begin != 0 && address >= begin && address < r->end.load()) report_and_exit(r->message);
  }
  // Not ours: the faulting instruction runs again and meets the previous action.
  ::sigaction(signal, &action_before, nullptr);
  if (sent) ::raise(signal);
}

void set_handler() {
  struct sigaction action = {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGBUS, &action, &action_before);
}

void take_range(const void* begin, std::size_t size, std::string message) {
  const std::scoped_lock lock(ranges_mutex);
  static const bool set = (set_handler(), true);
  (void)set;
  Range* range = ranges.load();
  while (range != nullptr && range->begin.load() != 0) range = range->next;
  const bool is_new = range == nullptr;
  if (is_new) range = new Range;
  range->message = std::move(message);
  range->end = reinterpret_cast<std::uintptr_t>(begin) + size;
  range->begin = reinterpret_cast<std::uintptr_t>(begin);
  if (is_new) {
    range->next = ranges.load();
    ranges = range;
  }
}

void give_back_range(const void* begin) {
  const std::scoped_lock lock(ranges_mutex);
  for (Range* r = ranges.load(); r != nullptr; r = r->next) {
    if (r->begin.load() == reinterpret_cast<std::uintptr_t>(begin)) r->begin = 0;
  }
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& file, std::string_view kind) {
  const auto message = [&](std::string_view what) {
    return fmt::format("{} '{}': {}", kind, file.string(), what);
  };
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) {
    const int error = errno;
    throw FileError(message(fmt::format("cannot be read: {}", std::strerror(error))), error);
  }
  struct stat status = {};
  const bool regular = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  int error = 0;
  if (regular && status.st_size > 0) {
    size_ = static_cast<std::size_t>(status.st_size);
    void* address = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor, 0);
    if (address == MAP_FAILED) {
      error = errno;
    } else {
      bytes_ = static_cast<const std::byte*>(address);
    }
  }
  ::close(descriptor);
  if (!regular) throw FileError(message("cannot be read: is not a regular file"), EINVAL);
  if (size_ == 0) throw UserError(message("it is empty"));
  if (bytes_ == nullptr) {
    throw UserError(message(fmt::format("cannot be mapped into memory: {}", std::strerror(error))));
  }
  const UserError cut_short(message("it was truncated, or its disk failed, while in use"));
  take_range(bytes_, size_, fmt::format("tavlab: {}\n", cut_short.what()));
}

MappedFile::~MappedFile() {
  give_back_range(bytes_);
  ::munmap(const_cast<std::byte*>(bytes_), size_);
}

}  // namespace tavlab
