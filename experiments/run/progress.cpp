#include "experiments/run/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/notice.h"
#include "experiments/stats/interval.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

constexpr double kFirstSeconds = 1.0;  // soon enough to see that it runs, late enough for a rate
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

/// "[#####     ]" of `width` columns for the share done.
std::string share_bar(double share, int width) {
  const int full = std::clamp(static_cast<int>(share * width), 0, width);
  std::string bar = "[";
  for (int i = 0; i < width; ++i) bar += i < full ? "█" : "·";
  return bar + "] ";
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

/// A text of at most `width` columns, of which two thirds are its end.
std::string without_middle(std::string_view text, std::size_t width) {
  const std::size_t columns = display_width(text);
  if (columns <= width || width < 4) return shortened(text, width);
  const std::size_t head = width / 3, tail = columns - (width - head - 1);
  std::string kept;
  std::size_t column = 0;
  for (std::size_t i = 0; i < text.size(); ++column) {
    std::size_t next = i + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xc0U) == 0x80U) ++next;
    if (column == head) kept += "…";
    if (column < head || column >= tail) kept += text.substr(i, next - i);
    i = next;
  }
  return kept;
}

/// Shortens labels to at most `most` columns; returns the width of the widest. What a long one
/// shares with the one above it is left out, then its middle, so that rows differ.
std::size_t fit_labels(std::vector<std::string>& labels, std::size_t most) {
  std::size_t widest = 0;
  std::string above;
  for (std::string& label : labels) {
    const std::string whole = label;
    if (display_width(label) > most) {
      const auto differ = std::ranges::mismatch(whole, above).in1;
      const std::string_view shared(whole.data(), static_cast<std::size_t>(differ - whole.begin()));
      const std::size_t end = shared.find_last_of(" |,:") + 1;  // 0 without a whole word
      if (end > 1) label = "…" + whole.substr(end);
      label = without_middle(label, most);
    }
    widest = std::max(widest, display_width(label));
    above = whole;
  }
  return widest;
}

}  // namespace

Progress::Progress(std::string_view unit, std::uint64_t total, std::FILE* stream)
    : Progress(stream, style_for(stream), End::clears) {
  unit_ = unit;
  total_ = total;
}

Progress::~Progress() {
  if (end_ == End::clears) finish();
}

Progress::Style Progress::style_for(std::FILE* stream) {
  const char* term = std::getenv("TERM");
  const bool plain = term == nullptr || std::string_view(term) == "dumb";
  return isatty(fileno(stream)) != 0 && !plain ? Style::terminal : Style::lines;
}

void Progress::advance(std::uint64_t done) {
  if (begins_) {  // some of it may have been done before this run
    begins_ = false;
    begun_ = Clock::now();
    earlier_ = done;
  }
  done_ = done;
}

void Progress::announce(std::string_view note) {
  if (style_ != Style::terminal) return;
  note_ = note;
  draw();
}

void Progress::update(std::uint64_t done, std::string_view note) {
  advance(done);
  if (!due()) return;
  note_ = note;
  draw();
}

void Progress::update(std::uint64_t done, const std::function<std::string()>& note) {
  advance(done);
  if (!due()) return;
  note_ = note();
  draw();
}

void Progress::add_cell(std::string label, std::uint64_t wanted, const ResultCounts& stored) {
  cells_.push_back({std::move(label), wanted, stored});
  total_ += std::max(wanted, stored.games());
  done_ += stored.games();
  earlier_ = done_;
}

void Progress::start(std::size_t lanes) {
  lanes_ = lanes;
  begun_ = shown_ = Clock::now();
}

void Progress::count(std::size_t cell, const GameRecord& record) {
  cells_[cell].tally.add(record.result);
  ++done_;
  played_seconds_ += record.seconds;
}

void Progress::show(double work_left) {
  work_left_ = work_left;
  if (due()) draw();
}

bool Progress::due() {
  if (style_ == Style::silent) return false;
  const auto now = Clock::now();
  const double wait = !drew_                      ? kFirstSeconds
                      : style_ == Style::terminal ? kRedrawSeconds
                                                  : kLineSeconds;
  if (seconds_between(shown_, now) < wait) return false;
  shown_ = now;
  return true;
}

std::string Progress::time_left(double rate) const {
  if (cells_.empty()) return duration_text(static_cast<double>(total_ - done_) / rate);
  // Threads may be slower than the clocks of their games (shared cores); measure that too.
  const double elapsed = seconds_between(begun_, Clock::now());
  const double pace = std::clamp(played_seconds_ / elapsed, 0.01, static_cast<double>(lanes_));
  const double later = static_cast<double>(later_games_) / std::max(rate, 1e-9);
  return duration_text(work_left_ / pace + later);
}

std::string Progress::headline() const {
  const double elapsed = seconds_between(begun_, Clock::now());
  std::string line = total_ == 0
                         ? fmt::format("{} {}", grouped(done_), unit_)
                         : fmt::format("{} of {} {}", grouped(done_), grouped(total_), unit_);
  if (done_ == earlier_ || elapsed <= 0.0) return line;
  if (hides_total_time_ && done_ >= total_) return line;
  const double rate = static_cast<double>(done_ - earlier_) / elapsed;
  line += rate < 10.0 ? fmt::format(", {:.2f} {}/s", rate, unit_)
                      : fmt::format(", {} {}/s", grouped(static_cast<std::uint64_t>(rate)), unit_);
  if (total_ == 0) return line + fmt::format(", {} so far", duration_text(elapsed));
  if (done_ >= total_ || work_left_ < 0.0) {
    return line + fmt::format(", {} in total", duration_text(elapsed));
  }
  return line + fmt::format(", {} left", time_left(rate));
}

std::vector<std::string> Progress::block() const {
  const ScreenSize screen = screen_size(stream_);
  const std::size_t width = screen.columns > 1 ? screen.columns - 1 : 1;
  constexpr std::size_t kBar = 20, kShortestBar = 5, kEnds = 3;
  std::string head = headline();
  const std::size_t room_wanted = total_ == 0 ? 0 : kBar + kEnds;
  const bool beside =
      !note_.empty() && display_width(head) + 2 + display_width(note_) + room_wanted <= width;
  if (beside) head += "; " + note_;
  // The bar gives way to what is said.
  const std::size_t said = display_width(head) + kEnds;
  const std::size_t room_for_bar = std::min(kBar, said < width ? width - said : 0);
  const std::string bar = total_ == 0 || room_for_bar < kShortestBar
                              ? ""
                              : share_bar(static_cast<double>(done_) / static_cast<double>(total_),
                                          static_cast<int>(room_for_bar));
  std::vector<std::string> lines;
  if (total_ > 0 && bar.empty()) {  // no room beside what is said: a line of its own
    const double done = static_cast<double>(done_) / static_cast<double>(total_);
    lines.push_back(shortened(share_bar(done, static_cast<int>(kBar)), width));
  }
  lines.push_back(shortened(bar + head, width));
  if (!note_.empty() && !beside) lines.push_back(shortened("  " + note_, width));
  if (table_) {
    for (const std::string& line : table_()) lines.push_back(shortened(line, width));
  } else if (status_) {
    lines.push_back(shortened(status_(), width));
  }
  const std::size_t above = lines.size();
  // Two spaces, the number of games, the score with its interval, and the spaces between.
  constexpr std::size_t kRest = 2 + 8 + 1 + 1 + 20, kWideTerminal = 100;
  const std::size_t bar_width = screen.columns < kWideTerminal ? 11 : 21;
  std::vector<std::string> labels;
  for (const Cell& cell : cells_) labels.push_back(cell.label);
  const std::size_t label_width =
      fit_labels(labels, std::max<std::size_t>(10, width - std::min(width, kRest + bar_width)));
  const std::size_t room = screen.rows > 4 ? screen.rows - 3 : 1;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Cell& cell = cells_[i];
    if (lines.size() >= room) {
      lines.push_back(fmt::format("  and {} more cells", cells_.size() + above - lines.size()));
      break;
    }
    const ScoreEstimate score = estimate_score(cell.tally);
    const std::string line =
        fmt::format("  {} {:>7} {} {}", padded(labels[i], label_width), grouped(cell.tally.games()),
                    interval_bar(score, static_cast<int>(bar_width)),
                    score.games == 0 ? std::string("-")
                                     : fmt::format("{:.3f} [{:.3f}, {:.3f}]", score.mean,
                                                   score.interval.low, score.interval.high));
    lines.push_back(shortened(line, width));  // one that wraps would not be drawn over
  }
  return lines;
}

void Progress::draw() {
  drew_ = true;
  if (style_ == Style::lines) {
    notice(stream_, "{}{}{}\n", headline(), note_.empty() ? "" : "; " + note_,
           status_ ? "; " + status_() : "");
    return;
  }
  std::string text;
  if (drawn_ > 0) text += fmt::format("\x1b[{}A\r", drawn_);
  const std::vector<std::string> lines = block();
  for (const std::string& line : lines) text += line + "\x1b[K\n";
  text += "\x1b[J";
  drawn_ = lines.size();
  notice(stream_, "{}", text);
}

void Progress::finish() {
  if (style_ == Style::silent) return;
  if (end_ == End::stays) {
    work_left_ = -1.0;
    draw();
  } else if (drawn_ > 0) {
    notice(stream_, "\x1b[{}A\r\x1b[J", drawn_);
    drawn_ = 0;
  }
}

}  // namespace tavlab
