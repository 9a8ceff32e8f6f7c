#include "experiments/run/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "core/notice.h"
#include "experiments/stats/interval.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

constexpr double kLineSeconds = 5.0;
constexpr double kRedrawSeconds = 0.25;

double seconds_between(std::chrono::steady_clock::time_point from,
                       std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

std::string duration_text(double seconds) {
  if (!(seconds < 1e8)) return "unknown";
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

/// A bar of `width` columns over scores 0 to 1: the interval as a line, the score on it, 1/2
/// marked.
std::string interval_bar(const ScoreEstimate& score, int width) {
  const auto column = [width](double x) {
    return std::clamp(static_cast<int>(std::lround(x * (width - 1))), 0, width - 1);
  };
  std::string bar;
  for (int i = 0; i < width; ++i) {
    if (score.games > 0 && i == column(score.mean)) {
      bar += "●";
    } else if (score.games > 0 && i >= column(score.interval.low) &&
               i <= column(score.interval.high)) {
      bar += "─";
    } else {
      bar += i == width / 2 ? "┊" : " ";
    }
  }
  return bar;
}

struct ScreenSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

ScreenSize screen_size(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return {};
  return {size.ws_row, size.ws_col};
}

}  // namespace

Progress::Style Progress::style_for(std::FILE* stream) {
  const char* term = std::getenv("TERM");
  const bool plain = term == nullptr || std::string_view(term) == "dumb";
  return isatty(fileno(stream)) != 0 && !plain ? Style::terminal : Style::lines;
}

void Progress::add_cell(std::string label, std::uint64_t wanted, const ResultCounts& stored) {
  cells_.push_back({std::move(label), wanted, stored});
}

void Progress::start(std::size_t lanes) {
  lanes_ = lanes;
  begun_ = Clock::now();
  // The first line comes after one second: soon enough to see that it runs, late enough for a rate.
  shown_ = begun_ - std::chrono::milliseconds(4000);
}

void Progress::count(std::size_t cell, const GameRecord& record) {
  cells_[cell].tally.add(record.result);
  ++played_;
  played_seconds_ += record.seconds;
}

std::string Progress::headline(double work_left) const {
  std::uint64_t done = 0;
  std::uint64_t wanted = 0;
  for (const Cell& cell : cells_) {
    done += cell.tally.games();
    wanted += std::max(cell.wanted, cell.tally.games());
  }
  const double elapsed = seconds_between(begun_, Clock::now());
  std::string line = fmt::format("{} of {} games", grouped(done), grouped(wanted));
  if (played_ == 0 || elapsed <= 0.0) return line;
  const double rate = static_cast<double>(played_) / elapsed;
  line += rate < 10.0 ? fmt::format(", {:.2f} games/s", rate)
                      : fmt::format(", {} games/s", grouped(static_cast<std::uint64_t>(rate)));
  if (done >= wanted || work_left < 0.0) {
    return line + fmt::format(", {} in all", duration_text(elapsed));
  }
  // Lanes may be slower than their games' clocks say (shared cores); measure that too.
  const double pace = std::clamp(played_seconds_ / elapsed, 0.01, static_cast<double>(lanes_));
  return line + fmt::format(", {} left", duration_text(work_left / pace));
}

std::vector<std::string> Progress::block(double work_left) const {
  const ScreenSize screen = screen_size(stream_);
  std::vector<std::string> lines{headline(work_left)};
  if (status_) lines.push_back(shortened(status_(), screen.columns > 1 ? screen.columns - 1 : 1));
  std::size_t label_width = 0;
  for (const Cell& cell : cells_) label_width = std::max(label_width, display_width(cell.label));
  label_width = std::min(label_width, screen.columns > 62 ? screen.columns - 52 : 10);
  const std::size_t room = screen.rows > 4 ? screen.rows - 3 : 1;
  for (const Cell& cell : cells_) {
    if (lines.size() >= room) {
      lines.push_back(fmt::format("  and {} cells more", cells_.size() + 1 - lines.size()));
      break;
    }
    const ResultCounts& tally = cell.tally;
    const ScoreEstimate score = estimate_score(tally);
    lines.push_back(
        fmt::format("  {} {:>7} {} {}", padded(shortened(cell.label, label_width), label_width),
                    grouped(tally.games()), interval_bar(score, 21),
                    score.games == 0 ? std::string("-")
                                     : fmt::format("{:.3f} [{:.3f}, {:.3f}]", score.mean,
                                                   score.interval.low, score.interval.high)));
  }
  return lines;
}

void Progress::draw(double work_left) {
  if (style_ == Style::lines) {
    notice(stream_, "{}{}\n", headline(work_left), status_ ? "; " + status_() : "");
  } else {
    std::string text;
    if (drawn_ > 0) text += fmt::format("\x1b[{}A\r", drawn_);
    const std::vector<std::string> lines = block(work_left);
    for (const std::string& line : lines) text += line + "\x1b[K\n";
    text += "\x1b[J";
    drawn_ = lines.size();
    std::fwrite(text.data(), 1, text.size(), stream_);
  }
  std::fflush(stream_);
}

void Progress::show(double work_left) {
  if (style_ == Style::silent) return;
  const auto now = Clock::now();
  const double wait = style_ == Style::terminal ? kRedrawSeconds : kLineSeconds;
  if (seconds_between(shown_, now) < wait) return;
  shown_ = now;
  draw(work_left);
}

void Progress::finish() {
  if (style_ == Style::silent) return;
  draw(-1.0);
}

}  // namespace tavlab
