#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "experiments/store/store.h"

namespace tavlab {

/// Shows how a run comes along: on a terminal a block that is redrawn in place, elsewhere a plain
/// line every few seconds. Without a stream it shows nothing.
class Progress {
 public:
  enum class Style { silent, lines, terminal };

  Progress(std::FILE* stream, Style style) : stream_(stream), style_(style) {}

  /// terminal if the stream is one, lines otherwise.
  static Style style_for(std::FILE* stream);

  /// What to say besides the games; asked at each redraw, may be null.
  void show_status(std::function<std::string()> status) { status_ = std::move(status); }
  void add_cell(std::string label, std::uint64_t wanted, const ResultCounts& stored);
  /// The games that are there now were not played in this run.
  void start(std::size_t lanes);
  void count(std::size_t cell, const GameRecord& record);
  /// Draws when it is time to; `work_left` is one lane's seconds of work not finished.
  void show(double work_left);
  /// Draws the last state and leaves it standing.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  struct Cell {
    std::string label;
    std::uint64_t wanted = 0;
    ResultCounts tally;
  };

  [[nodiscard]] std::string headline(double work_left) const;
  [[nodiscard]] std::vector<std::string> block(double work_left) const;
  void draw(double work_left);

  std::FILE* stream_;
  Style style_;
  std::vector<Cell> cells_;
  std::function<std::string()> status_;
  std::size_t lanes_ = 1;
  std::uint64_t played_ = 0;
  double played_seconds_ = 0.0;
  Clock::time_point begun_;
  Clock::time_point shown_;
  std::size_t drawn_ = 0;  ///< lines on the terminal that are ours
};

}  // namespace tavlab
