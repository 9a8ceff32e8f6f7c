// Lines edited with libedit. Compiled only where it is installed.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <histedit.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cwchar>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/play/line_input.h"
#include "tools/play/wait_for_input.h"
#include "tools/terminal.h"

namespace tavlab::play {
namespace {

constexpr int kRemembered = 500;  ///< lines of the history

/// While alive, the terminal does not write what is typed into what the program draws. libedit
/// shows it when it reads.
class NoEcho {
 public:
  NoEcho() : changed_(tcgetattr(STDIN_FILENO, &before_) == 0) {
    termios now = before_;
    now.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    if (changed_) tcsetattr(STDIN_FILENO, TCSADRAIN, &now);
  }
  NoEcho(const NoEcho&) = delete;
  NoEcho& operator=(const NoEcho&) = delete;
  ~NoEcho() {
    if (changed_) tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
  }

 private:
  termios before_{};
  bool changed_;
};

class EditedInput final : public LineInput {
 public:
  EditedInput(std::function<bool()> stop, Completions completions)
      : stop_(std::move(stop)),
        completions_(std::move(completions)),
        edit_(el_init("tavlab", stdin, stdout, stderr)),
        history_(history_init()) {
    HistEvent event{};
    ::history(history_, &event, H_SETSIZE, kRemembered);
    ::history(history_, &event, H_SETUNIQUE, 1);
    el_set(edit_, EL_CLIENTDATA, this);
    el_set(edit_, EL_PROMPT, prompt_of);
    el_set(edit_, EL_EDITOR, "emacs");
    el_set(edit_, EL_HIST, ::history, history_);
    el_set(edit_, EL_SETTY, "-x", "-echo", nullptr);  // nor after a line was read
    el_wset(edit_, EL_GETCFN, read_key);
    el_set(edit_, EL_ADDFN, "complete", "Completes a command or a move", on_tab);
    el_set(edit_, EL_BIND, "^I", "complete", nullptr);
    el_set(edit_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  }

  EditedInput(const EditedInput&) = delete;
  EditedInput& operator=(const EditedInput&) = delete;

  ~EditedInput() override {
    history_end(history_);
    el_end(edit_);
  }

  Typed next(const std::string& prompt, const Deadline& deadline) override {
    prompt_ = prompt;
    deadline_ = deadline;
    waited_ = Waited::readable;
    extra_rows_ = 0;
    size_ = cli::terminal_size(STDOUT_FILENO);
    std::fflush(stdout);
    int count = 0;
    const char* const read = el_gets(edit_, &count);
    Typed typed{Typed::End::line, {}, extra_rows_};
    if (waited_ == Waited::interrupted) {
      typed.end = Typed::End::interrupted;
    } else if (waited_ == Waited::out_of_time) {
      typed.end = Typed::End::out_of_time;
    } else if (read == nullptr || count <= 0) {
      typed.end = Typed::End::closed;
    } else {
      typed.text.assign(read, static_cast<std::size_t>(count));
      while (typed.text.ends_with('\n') || typed.text.ends_with('\r')) typed.text.pop_back();
      remember(typed.text);
    }
    if (typed.end != Typed::End::line) std::fputc('\n', stdout);
    return typed;
  }

 private:
  static EditedInput& of(EditLine* edit) {
    void* self = nullptr;
    el_get(edit, EL_CLIENTDATA, &self);
    return *static_cast<EditedInput*>(self);
  }

  static char* prompt_of(EditLine* edit) { return of(edit).prompt_.data(); }

  void remember(const std::string& line) {
    if (line.find_first_not_of(" \t") == std::string::npos) return;
    HistEvent event{};
    ::history(history_, &event, H_ENTER, line.c_str());
  }

  /// Reads a letter: 1, or 0 at the end of the input.
  static int read_key(EditLine* edit, wchar_t* letter) { return of(edit).read_letter(*letter); }

  int read_letter(wchar_t& letter) {
    std::mbstate_t state{};
    for (;;) {
      waited_ = wait_for_input(deadline_, stop_, [this] { fit_to_window(); });
      if (waited_ != Waited::readable) return 0;
      char byte = 0;
      if (::read(STDIN_FILENO, &byte, 1) != 1) return 0;
      switch (std::mbrtowc(&letter, &byte, 1, &state)) {
        case static_cast<std::size_t>(-1):  // not a letter of the locale: ignored
          state = {};
          break;
        case static_cast<std::size_t>(-2):
          break;
        default:
          return 1;
      }
    }
  }

  /// Follows a change of the window's size.
  void fit_to_window() {
    const cli::TerminalSize size = cli::terminal_size(STDOUT_FILENO);
    if (size == size_) return;
    size_ = size;
    el_resize(edit_);
  }

  static unsigned char on_tab(EditLine* edit, int /*key*/) { return of(edit).complete(); }

  /// Adds what all completions have in common, or else lists them.
  unsigned char complete() {
    const LineInfo* const info = el_line(edit_);
    const std::string line(info->buffer, info->cursor);
    const std::vector<std::string> all = completions_(line);
    if (all.empty()) return CC_ERROR;
    std::string common = all.front();
    for (const std::string& each : all) {
      const auto differ = std::ranges::mismatch(common, each);
      common.erase(differ.in1, common.end());
    }
    if (all.size() == 1) common += ' ';
    if (common.size() > line.size() && common.starts_with(line)) {
      return el_insertstr(edit_, common.c_str() + line.size()) == 0 ? CC_REFRESH : CC_ERROR;
    }
    constexpr std::size_t kShown = 24;
    const std::size_t shown = std::min(all.size(), kShown);
    const std::string list = fmt::format(
        "{}{}", fmt::join(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown), " "),
        all.size() > shown ? " ..." : "");
    fmt::print("\n{}\n", list);
    std::fflush(stdout);
    extra_rows_ += 2 + (static_cast<int>(list.size()) - 1) / size_.columns;
    return CC_REDISPLAY;
  }

  std::function<bool()> stop_;
  Completions completions_;
  NoEcho no_echo_;
  EditLine* edit_;
  History* history_;
  std::string prompt_;
  Deadline deadline_;
  Waited waited_ = Waited::readable;
  cli::TerminalSize size_;
  int extra_rows_ = 0;
};

}  // namespace

std::unique_ptr<LineInput> edited_input(std::function<bool()> stop,
                                        LineInput::Completions completions) {
  return std::make_unique<EditedInput>(std::move(stop), std::move(completions));
}

}  // namespace tavlab::play
