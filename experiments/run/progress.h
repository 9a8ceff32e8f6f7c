#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result_counts.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// Progress display: on a terminal, lines that are redrawn in place, elsewhere a plain line every
/// few seconds, the first after one. Used by all commands. Never throws: a stream that cannot be
/// written is ignored.
///
/// Counts either items of some unit, reported by `update`, or games of cells, reported by `count`
/// and drawn by `show`.
class Progress {
 public:
  enum class Style : std::uint8_t { silent, lines, terminal };
  enum class End : std::uint8_t {
    clears,  ///< the terminal is cleared at the end; work of less than a second shows nothing
    stays    ///< the last state stays
  };

  Progress(std::FILE* stream, Style style, End end = End::stays)
      : stream_(stream), style_(style), end_(end) {}
  /// Of `total` items; 0 if unknown.
  Progress(std::string_view unit, std::uint64_t total, std::FILE* stream = stderr);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// terminal if the stream is one, lines otherwise.
  static Style style_for(std::FILE* stream);

  /// Draws nothing from now on.
  void silence() { style_ = Style::silent; }

  /// Draws on a terminal at once that nothing is done yet: the first item may take long.
  void announce(std::string_view note);
  /// From now on the total is unknown: an estimate was too low.
  void forget_total() { total_ = 0; }
  /// Sets the number done, with a short text from the caller. Draws if due.
  void update(std::uint64_t done, std::string_view note);
  /// The same for a note that takes time to make: `note` is called only when drawing.
  void update(std::uint64_t done, const std::function<std::string()>& note);

  /// Extra text besides the games of the cells; called at each redraw, may be null.
  void show_status(std::function<std::string()> status) { status_ = std::move(status); }
  /// Lines drawn on a terminal in place of that text; called at each redraw, may be null.
  void show_table(std::function<std::vector<std::string>()> table) { table_ = std::move(table); }
  void add_cell(std::string label, std::uint64_t wanted, const ResultCounts& stored);
  /// Games of later rounds, which this display counts in the total; it then leaves nothing behind
  /// at its end.
  void expect_later_games(std::uint64_t games) {
    later_games_ = games;
    total_ += games;
    if (games > 0) end_ = End::clears;
  }
  /// For a round after others, whose own time would be taken for that of all.
  void hide_total_time() { hides_total_time_ = true; }
  /// Marks the games counted so far as not played in this run.
  void start(std::size_t lanes);
  void count(std::size_t cell, const GameRecord& record);
  /// Draws if due; `work_left` is the unfinished work in single-thread seconds.
  void show(double work_left);

  /// Draws the last state and leaves it, or clears it.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  struct Cell {
    std::string label;
    std::uint64_t wanted = 0;
    ResultCounts tally;
  };

  void advance(std::uint64_t done);
  [[nodiscard]] bool due();
  [[nodiscard]] std::string headline() const;
  [[nodiscard]] std::string time_left(double rate) const;
  [[nodiscard]] std::vector<std::string> block() const;
  void draw();

  std::FILE* stream_;
  Style style_;
  End end_;
  std::string unit_ = "games";
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t later_games_ = 0;  ///< part of `total_` that other displays will show
  bool hides_total_time_ = false;
  std::uint64_t earlier_ = 0;  ///< part of `done_` that was done before `begun_`
  bool begins_ = true;         ///< nothing was reported yet
  std::string note_;

  std::vector<Cell> cells_;
  std::function<std::string()> status_;
  std::function<std::vector<std::string>()> table_;
  std::size_t lanes_ = 1;
  double played_seconds_ = 0.0;
  double work_left_ = 0.0;  ///< below 0: none

  Clock::time_point begun_ = Clock::now();
  Clock::time_point shown_ = begun_;
  bool drew_ = false;
  std::size_t drawn_ = 0;  ///< lines drawn on the terminal
};

}  // namespace tavlab
