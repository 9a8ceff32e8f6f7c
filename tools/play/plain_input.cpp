#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/io/lines.h"
#include "tools/play/line_input.h"
#include "tools/play/wait_for_input.h"

namespace tavlab::play {
namespace {

class PlainInput final : public LineInput {
 public:
  explicit PlainInput(std::function<bool()> stop) : stop_(std::move(stop)) {}

  Typed next(const std::string& prompt, const Deadline& deadline) override {
    fmt::print("{}", prompt);
    std::fflush(stdout);
    for (;;) {
      if (const std::size_t end = read_.find('\n'); end != std::string::npos) {
        Typed typed{Typed::End::line, read_.substr(0, end)};
        read_.erase(0, end + 1);
        if (typed.text.ends_with('\r')) typed.text.pop_back();
        return typed;
      }
      if (closed_) {
        if (read_.empty()) return {Typed::End::closed, {}};
        return {Typed::End::line, std::exchange(read_, {})};
      }
      switch (wait_for_input(deadline, stop_)) {
        case Waited::interrupted:
          return {Typed::End::interrupted, {}};
        case Waited::out_of_time:
          return {Typed::End::out_of_time, {}};
        case Waited::readable:
          read_more();
      }
    }
  }

 private:
  void read_more() {
    std::array<char, 4096> buffer{};
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) {
      closed_ = true;
      return;
    }
    read_.append(buffer.data(), static_cast<std::size_t>(got));
    if (read_.size() > kMaxLineBytes && read_.find('\n') > kMaxLineBytes) {
      throw UserError(fmt::format("standard input: a line is longer than {} bytes, the maximum",
                                  kMaxLineBytes));
    }
  }

  std::function<bool()> stop_;
  std::string read_;  ///< and not yet returned
  bool closed_ = false;
};

}  // namespace

std::unique_ptr<LineInput> plain_input(std::function<bool()> stop) {
  return std::make_unique<PlainInput>(std::move(stop));
}

#ifndef TAVLAB_LIBEDIT
std::unique_ptr<LineInput> edited_input(std::function<bool()> stop, LineInput::Completions) {
  return plain_input(std::move(stop));
}
#endif

}  // namespace tavlab::play
